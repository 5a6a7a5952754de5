// SPDX-License-Identifier: Apache-2.0
// The options of a scenario, one row each. options.cpp declares the rows on commands. Completion
// and sweeps take the known values of an option from here. Commands that read a file with a
// schedule or program refuse the options that the file determines.
#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "apps/scenario.hpp"

namespace romcast {

/// The part of a scenario that an option determines.
enum class Subject { network, ports, packets, times, size, collective, algorithm, depth, fit };

struct ScenarioOption {
  /// Whether a value follows the name. If the value is optional, a missing one means "on".
  enum class Takes { value, value_or_nothing, nothing };

  std::string name{};    ///< long name without dashes
  std::string letter{};  ///< short name
  std::string alias{};   ///< another long name
  Subject subject{};
  std::string group{};  ///< heading in the help
  std::string type{};   ///< placeholder of the value in the help; empty: TEXT
  std::string help{};
  std::string usual{};                ///< default value, shown in the help
  std::vector<std::string> values{};  ///< known values, for completion and the sweep value `all`
  Takes takes = Takes::value;
  /// Stores a value in the scenario. Throws InputError if the option cannot have it.
  std::function<void(Scenario&, const std::string&)> store{};
};

/// All options, sorted as in the help; those of networks and algorithms come from all_topologies()
/// and all_algorithms().
const std::vector<ScenarioOption>& scenario_options();

/// Maps options with a fixed set of values, by their long names without dashes, to these values.
std::map<std::string, std::set<std::string>> known_values();

/// Restrictions of a file on the options given with it.
struct FileTerms {
  /// Reason why an option on this subject contradicts the file.
  std::map<Subject, std::string> refused{};
  Options repeated{};  ///< the value with which a refused option is allowed, by option
};

/// Throws InputError if an option on a refused subject is given, unless its value is in `repeated`.
void check_beside_file(const Scenario& scenario, const FileTerms& terms);

/// Terms that refuse, for `reason`, options on all subjects but `fitting`.
FileTerms refusing_all_but(const std::vector<Subject>& fitting, const std::string& reason);

/// Names of all collectives, including special cases of other collectives.
const std::vector<std::string>& collective_names();

}  // namespace romcast
