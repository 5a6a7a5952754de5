// SPDX-License-Identifier: Apache-2.0
// A scenario: a job as a user asks for it, in words.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "romcast/run/job.hpp"

namespace romcast {

/// Options as given; nothing has been checked yet.
struct Scenario {
  /// Text of every option that the command line gives, by name, even where it is the default.
  Options given{};
  std::string network = "fat-tree";
  Options network_options{};
  std::string ports = "single";
  std::string collective{};
  std::string algorithm{};  ///< empty: the best that fits
  Options algorithm_options{};
  std::uint32_t source = 0;
  std::string source_name{};  ///< instead of its number
  std::uint32_t messages = 1;
  std::string messages_from{};  ///< file with the messages of an exchange
  Timing timing{};
  /// Times as given, by the name of the option, where they have a unit; "cycle", "gap-per-byte".
  Options times{};
  std::optional<std::uint32_t> bytes{};     ///< of a message, as given
  double gap_per_byte = 0;                  ///< G, cycles, once times are settled
  std::optional<MessageSize> size{};        ///< the timing's messages are so long
  std::optional<std::uint32_t> operands{};  ///< of a summation
  std::optional<std::uint32_t> time{};      ///< as many operands as can be added in so many cycles
  HardwareOptions hardware{};
};

/// The network that it names, or that a file describes. Throws InputError.
std::shared_ptr<const Topology> network_of(const Scenario& scenario);

/// Throws InputError naming the option at fault.
Job resolve(const Scenario& scenario);

}  // namespace romcast
