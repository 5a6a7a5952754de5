// SPDX-License-Identifier: Apache-2.0
#include "apps/option_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "apps/option_words.hpp"
#include "apps/times.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/patterns.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/networks/link_times.hpp"
#include "romcast/networks/tiles.hpp"

namespace romcast {
namespace {

using Row = ScenarioOption;
using Rows = std::vector<Row>;
using Takes = Row::Takes;

// The help of an option that several owners (networks or algorithms) have. text() has each distinct
// help once; if `with_owners`, the names of the owners with this help precede it.
class JointHelp {
 public:
  void add(const std::string& owner, const std::string& text) {
    const auto known = std::ranges::find(texts_, text, &Text::first);
    if (known == texts_.end()) {
      texts_.emplace_back(text, std::vector{owner});
    } else if (std::ranges::find(known->second, owner) == known->second.end()) {
      known->second.push_back(owner);
    }
  }
  [[nodiscard]] std::string text(bool with_owners = true) const {
    std::string all;
    for (const auto& [help, owners] : texts_) {
      all += (all.empty() ? "" : "; ") +
             (with_owners ? fmt::format("{}: {}", fmt::join(owners, ", "), help) : help);
    }
    return all;
  }

 private:
  using Text = std::pair<std::string, std::vector<std::string>>;
  std::vector<Text> texts_;
};

bool known(const Rows& rows, const std::string& name) {
  return std::ranges::find(rows, name, &Row::name) != rows.end();
}

// The placeholder of a value in the help; `usual`: the default, or empty. N if the default is a
// number, or if `usual` is empty and the help has a range like 2..16. N|DEFAULT if the default is
// auto, or is another word and the help has a range. Else empty.
std::string type_of(const std::string& help, const std::string& usual) {
  const std::size_t dots = help.find("..");
  const auto digit = [&](std::size_t at) {
    return at < help.size() && help[at] >= '0' && help[at] <= '9';
  };
  const bool range = dots != std::string::npos && dots > 0 && digit(dots - 1) && digit(dots + 2);
  const bool number = !usual.empty() && usual.find_first_not_of("0123456789") == std::string::npos;
  if (number || (range && usual.empty())) return "N";
  return range || usual == "auto" ? "N|" + usual : "";
}

std::string network_help(const std::string& name) {
  JointHelp help;
  for (const TopologyEntry& network : all_topologies()) {
    for (const NetworkOption& option : network.options) {
      if (option.name != name) continue;
      help.add(network.name,
               with_options(option.help) +
                   (option.default_value.empty() ? "" : " (" + option.default_value + ")"));
    }
  }
  return help.text(name != kWithout && name != kPart && name != kTiles);
}

void add_network_options(Rows& rows) {
  static const std::map<std::string, std::string> letters{{"arity", "k"}, {"height", "H"}};
  // `nodes` is only an alias, since in results the key `nodes` counts processors.
  static const std::map<std::string, std::string> aliases{{"machines", "nodes"}};
  for (const TopologyEntry& network : all_topologies()) {
    for (const auto& [name, help, usual, may_lack] : network.options) {
      // Not only networks have these options; add_times() and add_algorithm_options() add them.
      const bool shared = name == kLatency || name == kCycle || name == kChunk;
      if (known(rows, name) || shared) continue;
      const auto letter = letters.find(name), alias = aliases.find(name);
      rows.push_back({.name = name,
                      .letter = letter == letters.end() ? "" : letter->second,
                      .alias = alias == aliases.end() ? "" : alias->second,
                      .subject = Subject::network,
                      .group = "Network",
                      .type = name == kTiles ? "[off|on]" : type_of(help, ""),
                      .help = network_help(name),
                      .values = name == kTiles ? std::vector<std::string>{"off", "on"}
                                               : std::vector<std::string>{},
                      .takes = name == kTiles ? Takes::value_or_nothing : Takes::value,
                      .store = [name = name](Scenario& scenario, const std::string& text) {
                        scenario.network_options[name] = text;
                      }});
    }
  }
}

std::string algorithm_help(const std::string& name) {
  JointHelp help;
  for (const Algorithm& algorithm : all_algorithms()) {
    for (const AlgorithmOption& option : algorithm.options) {
      if (option.name != name) continue;
      const std::string values =
          option.free ? "" : fmt::format(": {}", fmt::join(option.values, " | "));
      help.add(algorithm.name,
               fmt::format("{}{} ({})", option.help, values, option.values.front()));
    }
  }
  return help.text();
}

bool toggles(const AlgorithmOption& option) {
  return option.values == std::vector<std::string>{"off", "on"};
}

void add_algorithm_options(Rows& rows) {
  for (const Algorithm& algorithm : all_algorithms()) {
    for (const AlgorithmOption& option : algorithm.options) {
      if (known(rows, option.name)) continue;
      rows.push_back(
          {.name = option.name,
           .subject = Subject::algorithm,
           .group = "Algorithm",
           .type = toggles(option) ? "[off|on]"
                   : option.free   ? type_of(option.help, option.values.front())
                                   : "WORD",
           .help = algorithm_help(option.name) +
                   (option.name == kChunk ? "; links with bandwidths: bytes of a message, "
                                            "e.g. 1MiB"
                                          : ""),
           .values = option.free ? std::vector<std::string>{} : option.values,
           .takes = toggles(option) ? Takes::value_or_nothing : Takes::value,
           .store = [name = option.name](Scenario& scenario, const std::string& text) {
             scenario.algorithm_options[name] = text;
           }});
    }
  }
}

// Returns `row` with a type and a `store` for a number from `least` to `most`, which `store` writes
// to member(scenario).
template <class Member>
Row count(Row row, std::uint32_t least, std::uint32_t most, Member member) {
  row.type = "N";
  row.store = [name = row.name, least, most, member](Scenario& scenario, const std::string& text) {
    member(scenario) = parse_number(name, text, least, most);
  };
  return row;
}

constexpr std::uint32_t kMost = kNone - 1;

void add_problem(Rows& rows) {
  const auto add = [&](Row row) {
    row.subject = Subject::collective;
    row.group = "Collective";
    rows.push_back(std::move(row));
  };
  add({.name = "collective",
       .letter = "c",
       .type = "NAME",
       .help = "broadcast | scatter | gather | allgather | alltoall | reduce | allreduce | "
               "reduce-scatter | barrier | exchange | complete: summation",
       .values = collective_names(),
       .store = [](Scenario& scenario, const std::string& text) { scenario.collective = text; }});
  add({.name = "messages-from",
       .type = "FILE",
       .help = "exchange: a message per line, e.g. from p3 to p1,p5 (docs/schedule-format.md)",
       .store = [](Scenario& scenario, const std::string& text) {
         scenario.messages_from = text;
       }});
  add({.name = "flows",
       .type = "FILE",
       .help =
           "an exchange of named flows, e.g. flow camera from p0 to p5,p6 words 4 latency 40, or "
           "reduce sum from all to p5; or Poseidon's communication XML (docs/periodic.md)",
       .store = [](Scenario& scenario, const std::string& text) { scenario.flows = text; }});
  std::vector<std::string> patterns;
  std::string described;
  for (const PatternEntry& entry : all_patterns()) {
    patterns.emplace_back(entry.name);
    described +=
        fmt::format("{}{}{}: {}", described.empty() ? "" : "; ", entry.name,
                    *entry.parameter == 0 ? "" : fmt::format("[:{}]", entry.parameter), entry.help);
  }
  add({.name = "pattern",
       .type = "PATTERN",
       .help = "exchange: built-in messages, --messages of each: " + described,
       .values = patterns,
       .store = [](Scenario& scenario, const std::string& text) { scenario.pattern = text; }});
  add({.name = "source",
       .alias = "root",
       .type = "NODE",
       .help = "root: the processor that has the data or, for gather and reduce, receives it; its "
               "number or its name (0)",
       .store = [](Scenario& scenario, const std::string& text) {
         const bool named = text.find_first_not_of("0123456789") != std::string::npos;
         scenario.source_name = named ? text : "";
         scenario.source = named ? 0 : parse_number("source", text, 0, kMost);
       }});
  add(count(
      {.name = "messages", .help = "messages for each pair of source and destination (1)"}, 1,
      kMost, [](Scenario & s) -> auto& { return s.messages; }));
  add(count(
      {.name = "operands", .help = "summation: number of operands"}, 1, kMost,
      [](Scenario & s) -> auto& { return s.operands; }));
  add(count(
      {.name = "time", .help = "summation: add as many operands as fit into this many cycles"}, 1,
      kMost, [](Scenario & s) -> auto& { return s.time; }));
}

void add_times(Rows& rows) {
  const auto add = [&](const char* name, const char* type, const char* help, auto store) {
    rows.push_back({.name = name,
                    .subject = Subject::times,
                    .group = "Network",
                    .type = type,
                    .help = with_options(help),
                    .store = store});
  };
  for (const LogpTime& time : kLogpTimes) {
    add(time.name, "N|TIME", time.help, [time](Scenario& scenario, const std::string& text) {
      if (reads_as_time(text)) {
        scenario.times[time.name] = text;
      } else {
        scenario.timing.*time.member = parse_number(time.name, text, time.least, kMostTime);
      }
    });
  }
  add("cycle", "TIME",
      "how long a cycle lasts, e.g. 0.1us. complete: where other times have units; they are "
      "rounded. Links: with `bandwidth` or `latency` (the longest in which their times are whole)",
      [](Scenario& scenario, const std::string& text) { scenario.times["cycle"] = text; });
  add("gap-per-byte", "X|TIME",
      "complete: G (LogGP), cycles that each byte of a message after its first holds its ports, "
      "e.g. 0.5; or a time",
      [](Scenario& scenario, const std::string& text) { scenario.times["gap-per-byte"] = text; });
}

void add_packets(Rows& rows) {
  rows.push_back(count(
      {.name = "bytes",
       .subject = Subject::size,
       .group = "Network",
       .help = "complete: bytes of every message, with --gap-per-byte (1)"},
      1, kMost, [](Scenario & s) -> auto& { return s.bytes; }));
  rows.push_back(count(
      {.name = "startup",
       .subject = Subject::packets,
       .group = "Network",
       .help = "star: start-up, cycles before the first message of a packet (0)"},
      0, kMostTime, [](Scenario & s) -> auto& { return s.timing.startup; }));
  rows.push_back(count(
      {.name = "per-message",
       .subject = Subject::packets,
       .group = "Network",
       .help = "star: cycles for each message of a packet (1)"},
      1, kMostTime, [](Scenario & s) -> auto& { return s.timing.per_message; }));
}

void add_queues(Rows& rows) {
  rows.push_back(count(
      {.name = "queue-depth",
       .subject = Subject::depth,
       .group = "Hardware",
       .help = "slots of each switch queue, per link (default: as many as the plan needs)"},
      1, kMostPlaces, [](Scenario & s) -> auto& { return s.hardware.queue_depth; }));
  rows.push_back({.name = "fit",
                  .subject = Subject::fit,
                  .group = "Hardware",
                  .help = "build the queues of each level only as deep as the plan needs, and "
                          "report the memory saved",
                  .takes = Takes::nothing,
                  .store = [](Scenario& scenario, const std::string& text) {
                    scenario.hardware.fit = text != "false";
                  }});
}

void add_file_reading(Rows& rows) {
  const auto add = [&](const char* name, const char* type, const char* help, Takes takes) {
    rows.push_back({.name = name,
                    .subject = Subject::network,
                    .group = "Network",
                    .type = type,
                    .help = help,
                    .takes = takes,
                    .store = [name](Scenario& scenario, const std::string& text) {
                      if (text != "false") scenario.network_options[name] = text;
                    }});
  };
  add(kMap, "role=A,lanes=B",
      "files: attributes that mean role and lanes (default: role or type=host|switch; lanes, "
      "capacity or bandwidth)",
      Takes::value);
  add(kPlace, "NAME,NAME,..",
      "files: the processors of ranks 0, 1, .. (default: in the order of the file)", Takes::value);
  add(kStrict, "", "files: refuse attributes that would be ignored, e.g. weight", Takes::nothing);
}

Rows all_rows() {
  std::vector<std::string> networks, shown, algorithms;
  for (const TopologyEntry& entry : all_topologies()) {
    networks.push_back(entry.name);
    shown.push_back(entry.alias.empty() ? entry.name : entry.alias);
  }
  for (const Algorithm& algorithm : all_algorithms()) algorithms.push_back(algorithm.name);
  Rows rows;
  rows.push_back(
      {.name = "network",
       .letter = "n",
       .subject = Subject::network,
       .group = "Network",
       .type = "NAME|FILE",
       .help = fmt::format("{} | FILE.dot | FILE.graphml | products, e.g. 'ring 4 x torus 3x3'",
                           fmt::join(shown, " | ")),
       .usual = Scenario{}.network,
       .values = networks,
       .store = [](Scenario& scenario, const std::string& text) {
         scenario.network = network_name(text);
       }});
  add_network_options(rows);
  add_file_reading(rows);
  rows.push_back(
      {.name = "ports",
       .letter = "p",
       .subject = Subject::ports,
       .group = "Network",
       .type = "[half-]single|multi|K",
       .help =
           "single: a node sends on one link per cycle | multi: on every link | K: K sends and "
           "K receives per cycle (all networks but fat-tree and star) | half-single, half-multi, "
           "half-K: a link carries messages in one direction at a time, and a node's sends and "
           "receptions share its ports",
       .usual = Scenario{}.ports,
       .values = {"single", "multi"},
       .store = [](Scenario& scenario, const std::string& text) { scenario.ports = text; }});
  add_problem(rows);
  add_times(rows);
  add_packets(rows);
  rows.push_back(
      {.name = "algorithm",
       .letter = "a",
       .subject = Subject::algorithm,
       .group = "Algorithm",
       .type = "NAME",
       .help = "name from `romcast list algorithms`, or `paper` for the one in the founding paper "
               "(default: the best that applies)",
       .values = algorithms,
       .store = [](Scenario& scenario, const std::string& text) { scenario.algorithm = text; }});
  add_algorithm_options(rows);
  add_queues(rows);
  return rows;
}

}  // namespace

const std::vector<ScenarioOption>& scenario_options() {
  static const Rows rows = all_rows();
  return rows;
}

void check_beside_file(const Scenario& scenario, const FileTerms& terms) {
  for (const ScenarioOption& option : scenario_options()) {
    const auto given = scenario.given.find(option.name);
    const auto reason = terms.refused.find(option.subject);
    if (given == scenario.given.end() || reason == terms.refused.end()) continue;
    const auto repeated = terms.repeated.find(option.name);
    if (repeated != terms.repeated.end() && repeated->second == given->second) continue;
    const std::string value = given->second.empty() ? "" : " " + given->second;
    throw InputError(fmt::format("--{}{}: {}", option.name, value, reason->second));
  }
}

FileTerms refusing_all_but(const std::vector<Subject>& fitting, const std::string& reason) {
  FileTerms terms;
  for (const ScenarioOption& option : scenario_options()) {
    if (std::ranges::find(fitting, option.subject) != fitting.end()) continue;
    terms.refused[option.subject] = reason;
  }
  return terms;
}

const std::vector<std::string>& collective_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const CollectiveKind kind : all_collectives()) all.emplace_back(name(kind));
    all.emplace_back("barrier");
    return all;
  }();
  return names;
}

std::map<std::string, std::set<std::string>> known_values() {
  std::map<std::string, std::set<std::string>> values{{"control", {"rule", "rom"}},
                                                      {"fabric", {"crossbar", "benes"}},
                                                      {"format", {"schedule", "goal", "msccl"}}};
  for (const ScenarioOption& option : scenario_options()) {
    if (!option.values.empty()) values[option.name] = {option.values.begin(), option.values.end()};
  }
  return values;
}

}  // namespace romcast
