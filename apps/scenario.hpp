// SPDX-License-Identifier: Apache-2.0
// A scenario: a job in terms of the user's options.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "romcast/run/run.hpp"

namespace romcast {

/// Options as given, unchecked.
struct Scenario {
  /// Text of every option on the command line, by name, even if it equals the default.
  Options given{};
  std::string network = "fat-tree";
  Options network_options{};
  std::string ports = "single";
  std::string collective{};
  std::string algorithm{};  ///< empty: the best that fits
  Options algorithm_options{};
  std::uint32_t source = 0;
  std::string source_name{};  ///< replaces the number of the source
  std::uint32_t messages = 1;
  std::string messages_from{};  ///< file with the messages of an exchange
  std::string flows{};          ///< file with flows, whose words are the messages of an exchange
  std::string pattern{};        ///< name of a built-in exchange
  Timing timing{};
  /// Options by name, as given: times that have a unit, and always "cycle" and "gap-per-byte".
  Options times{};
  std::optional<std::uint32_t> bytes{};     ///< size of a message, as given
  double gap_per_byte = 0;                  ///< G in cycles, once times are converted
  std::optional<MessageSize> size{};        ///< message size that `timing` includes
  std::optional<std::uint32_t> operands{};  ///< operands of a summation
  std::optional<std::uint32_t> time{};      ///< time limit that determines the number of operands
  HardwareOptions hardware{};
};

/// The network that `scenario.network` names or, if `scenario.network` is a file's name, that this
/// file describes. Throws InputError for an unknown network, a wrong option or a malformed file.
std::shared_ptr<const Topology> network_of(const Scenario& scenario);

/// The problem, without an algorithm, on the scenario's network. Throws InputError.
Problem problem_of(const Scenario& scenario);
/// The same on a given network.
Problem problem_of(const Scenario& scenario, std::shared_ptr<const Topology> given);

/// Converts a scenario into a job. Throws InputError that names the wrong option.
Job resolve(const Scenario& scenario);

/// Co-simulates a scenario in a child process, as SystemC has one kernel per process; returns the
/// report as JSON. Errors in the child are rethrown as exceptions of the same kind.
nlohmann::ordered_json run_in_child(const Scenario& scenario, const RunSettings& settings = {});

}  // namespace romcast
