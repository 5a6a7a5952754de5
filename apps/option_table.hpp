// SPDX-License-Identifier: Apache-2.0
// The options of a scenario, a row each: options.cpp declares them on commands, completion and
// sweeps take their values from here, and a file refuses those that it settles itself.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "apps/scenario.hpp"

namespace romcast {

/// The part of a scenario that an option settles.
enum class Subject { network, ports, packets, times, size, collective, algorithm, depth, fit };

struct ScenarioOption {
  /// What follows the name. Where that may be nothing, nothing stands for "on".
  enum class Takes { value, value_or_nothing, nothing };

  std::string name{};    ///< long name without dashes
  std::string letter{};  ///< short name
  Subject subject{};
  std::string group{};  ///< heading in the help
  std::string type{};   ///< placeholder of the value in the help; empty: TEXT
  std::string help{};
  std::string usual{};                ///< shown in the help as default
  std::vector<std::string> values{};  ///< known ones, for completion and `all` of sweeps
  Takes takes = Takes::value;
  /// Puts a value into the member that it is for. Throws InputError.
  std::function<void(Scenario&, const std::string&)> store{};
};

/// In the order of the help. The options of networks and of algorithms come from their own lists.
const std::vector<ScenarioOption>& scenario_options();

/// How a file stands to the options given beside it.
struct FileTerms {
  std::map<Subject, std::string> refused{};  ///< why an option on this subject contradicts the file
  Options repeated{};                        ///< values by which an option only repeats the file
};

/// Throws InputError if an option contradicts the file, whatever its value.
void check_beside_file(const Scenario& scenario, const FileTerms& terms);

/// Terms that refuse options on every subject but a few, all for the same reason.
FileTerms refusing_all_but(const std::vector<Subject>& fitting, const std::string& reason);

/// Names of all collectives, those that are special cases of another one, too.
const std::vector<std::string>& collective_names();

}  // namespace romcast
