// SPDX-License-Identifier: Apache-2.0
#include "apps/options.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/times.hpp"
#include "romcast/core/error.hpp"
#include "romcast/networks/link_times.hpp"

namespace romcast {
namespace {

using Takes = ScenarioOption::Takes;

void declare(CLI::App& command, const ScenarioOption& row, Scenario& scenario) {
  const std::string names = (row.letter.empty() ? "--" : "-" + row.letter + ",--") + row.name +
                            (row.alias.empty() ? "" : ",--" + row.alias);
  if (row.takes == Takes::nothing) {
    const auto set = [&row, &scenario](const std::string& text) {
      row.store(scenario, text);
      scenario.given[row.name] = "";
    };
    command.add_flag(names, row.help)->group(row.group)->each(set);
    return;
  }
  const auto set = [&row, &scenario](const std::string& text) {
    const bool named_only = text.empty() && row.takes == Takes::value_or_nothing;
    const std::string value = named_only ? "on" : text;
    row.store(scenario, value);
    scenario.given[row.name] = value;
  };
  CLI::Option* option = command.add_option_function<std::string>(names, set, row.help);
  option->group(row.group)->default_str(row.usual);
  if (!row.type.empty()) option->type_name(row.type);
  if (row.takes == Takes::value_or_nothing) option->expected(0, 1);
}

template <class Wanted>
void declare_all(CLI::App& command, Scenario& scenario, Wanted wanted) {
  for (const ScenarioOption& row : scenario_options()) {
    if (wanted(row)) declare(command, row, scenario);
  }
}

// True for the options of networks, and for the times of links, which the table has under other
// subjects.
bool of_network(const ScenarioOption& row) {
  return row.subject == Subject::network || row.name == kLatency || row.name == kChunk ||
         row.name == kCycle;
}

bool of_link_times(const ScenarioOption& row) {
  return row.name == kBandwidth || row.name == kLatency || row.name == kChunk || row.name == kCycle;
}

// True for the option `algorithm`, and for the options of algorithms that plan frames, which are
// the algorithms with an option `period`.
bool of_frames(const ScenarioOption& row) {
  return row.name == "algorithm" ||
         std::ranges::any_of(all_algorithms(), [&](const Algorithm& one) {
           const auto has = [&](const std::string& name) {
             return std::ranges::find(one.options, name, &AlgorithmOption::name) !=
                    one.options.end();
           };
           return has("period") && has(row.name);
         });
}

}  // namespace

void add_frame_options(CLI::App& command, Scenario& scenario) {
  declare_all(command, scenario, [](const ScenarioOption& row) {
    if (of_link_times(row)) return false;
    switch (row.subject) {
      case Subject::network:
        return true;
      case Subject::collective:
        return row.name != "operands" && row.name != "time";
      case Subject::algorithm:
        return of_frames(row);
      default:
        return false;
    }
  });
}

void add_logp_times(CLI::App& command, Scenario& scenario) {
  declare_all(command, scenario,
              [](const ScenarioOption& row) { return row.subject == Subject::times; });
}

void add_network_choice(CLI::App& command, Scenario& scenario) {
  declare_all(command, scenario, of_network);
}

void add_network_and_ports(CLI::App& command, Scenario& scenario) {
  declare_all(command, scenario, [](const ScenarioOption& row) {
    return row.subject == Subject::network || row.subject == Subject::ports || row.name == kChunk;
  });
}

void add_scenario_options(CLI::App& command, Scenario& scenario) {
  declare_all(command, scenario, [](const ScenarioOption&) { return true; });
}

Scenario scenario_of(const std::string& options) {
  CLI::App app;
  Scenario scenario;
  std::string fabric;
  add_scenario_options(app, scenario);
  app.add_option("--fabric", fabric)->check(CLI::IsMember({"crossbar", "benes"}));
  try {
    app.parse(options);
    scenario.hardware.fabric = find_fabric(fabric);
    static_cast<void>(settle_times(scenario));
  } catch (const CLI::ParseError& error) {
    throw InputError(fmt::format("{}: {}", options, error.what()));
  }
  return scenario;
}

}  // namespace romcast
