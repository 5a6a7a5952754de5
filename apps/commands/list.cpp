// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/commands/command_line.hpp"
#include "apps/files.hpp"
#include "apps/option_table.hpp"
#include "apps/option_words.hpp"
#include "apps/terminal.hpp"
#include "claims/claim.hpp"
#include "romcast/core/algorithm.hpp"
#include "romcast/core/collective.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/patterns.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/support/text_columns.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

// Restricts a list to one network, to one collective, or to both; an empty name restricts nothing.
struct ListFilter {
  std::string network{}, collective{};
  bool all = false;  ///< the complete lists instead of the overview page
};

bool wanted(const std::string& asked, const std::string& name) {
  return asked.empty() || asked == name;
}

Json networks(const ListFilter& filter) {
  Json list = Json::array();
  for (const TopologyEntry& entry : all_topologies()) {
    if (!wanted(filter.network, entry.name)) continue;
    Json options = Json::array();
    for (const NetworkOption& option : entry.options) {
      options.push_back(
          {{"name", option.name},
           {"help", with_options(option.help)},
           {"default", option.default_value.empty() ? Json(nullptr) : Json(option.default_value)}});
    }
    Json network{{"name", entry.name}, {"summary", entry.summary}, {"options", options}};
    if (!entry.alias.empty()) network["alias"] = entry.alias;
    list.push_back(std::move(network));
  }
  return list;
}

Json collectives(const ListFilter& filter) {
  Json list = Json::array();
  for (const std::string& name : collective_names()) {
    if (wanted(filter.collective, name)) list.push_back(name);
  }
  return list;
}

// True if the algorithm serves the network, or if `network` is empty. An algorithm with the network
// "any" serves all networks except the crossbar "complete"; it serves fat trees, whose switches
// have queues, only if its collective combines messages.
bool serves(const Algorithm& algorithm, const std::string& network) {
  const bool forwards =
      network != "complete" && (network != "fat-tree" || combines(algorithm.collective));
  return wanted(network, algorithm.network) || (algorithm.network == "any" && forwards);
}

Json algorithms(const ListFilter& filter) {
  Json list = Json::array();
  for (const Algorithm& a : all_algorithms()) {
    if (!serves(a, filter.network)) continue;
    if (!wanted(filter.collective, std::string(name(a.collective)))) continue;
    Json ports = Json::array(), options = Json::object();
    for (const Ports::Kind kind : a.ports) ports.push_back(Ports{kind}.name());
    for (const AlgorithmOption& option : a.options) options[option.name] = option.values;
    list.push_back({{"name", a.name},
                    {"aliases", a.aliases},
                    {"network", a.network},
                    {"collective", name(a.collective)},
                    {"ports", ports},
                    {"control", a.default_control == Control::rom ? "rom" : "rule"},
                    {"paper", a.paper},
                    {"options", options},
                    {"summary", with_options(a.summary)},
                    {"source", a.source}});
  }
  return list;
}

Json claims_list() {
  Json list = Json::array();
  for (const claims::Paper& paper : claims::all_papers()) {
    for (const claims::Claim& claim : paper.claims) {
      list.push_back({{"id", claim.id},
                      {"paper", paper.name},
                      {"place", claim.place},
                      {"statement", claim.statement}});
    }
  }
  return list;
}

constexpr std::size_t kSummaryColumn = 56;

std::string algorithm_rows(const Json& list, const std::string& network, std::size_t columns) {
  const bool narrow = columns < kSummaryColumn + 24;
  const std::size_t indent = narrow ? 4 : kSummaryColumn;
  std::string text = fmt::format("{:<11}{:<15}{:<24}{:<6}{}\n", "collective", "ports", "algorithm",
                                 "runs", narrow ? "" : "what it does");
  for (const Json& a : list) {
    if (a["network"] != network) continue;
    std::string ports;
    for (const Json& p : a["ports"]) ports += (ports.empty() ? "" : ",") + p.get<std::string>();
    std::string row;
    add_cell(row, a["collective"].get<std::string>(), 11);
    add_cell(row, ports, 26);
    add_cell(row, a["name"].get<std::string>(), 50);
    add_cell(row, a["control"].get<std::string>(), kSummaryColumn);
    text += row;
    if (narrow) text += '\n' + std::string(indent, ' ');
    text += filled(a["summary"].get<std::string>(), indent, indent, columns) +
            std::string(indent, ' ') +
            filled(a["source"].get<std::string>(), indent, indent, columns);
  }
  return text;
}

// "ALIAS (NAME)", or NAME if the alias is empty. Only names that surprise users have an alias.
std::string shown_name(const std::string& alias, const std::string& name) {
  return alias.empty() ? name : fmt::format("{} ({})", alias, name);
}

std::string networks_text(const Json& list, std::size_t columns) {
  std::string text = "Networks\n";
  for (const Json& n : list) {
    text += fmt::format("  {:<23}", shown_name(n.value("alias", ""), n["name"])) +
            filled(n["summary"].get<std::string>(), 25, 25, columns);
    for (const Json& o : n["options"]) {
      text += fmt::format("    --{:<12}", o["name"].get<std::string>()) +
              filled(o["help"].get<std::string>(), 18, 18, columns);
    }
  }
  text += fmt::format("  {:<23}{}\n  {:<23}", "FILE.dot|.gv|.graphml",
                      "any other, see docs/networks.md", "'line(A) x ring 5'");
  return text + filled("products, line graphs, degree expansions", 25, 25, columns) + '\n';
}

// A summary cut to one line: at the last comma, semicolon or colon if at least half of the line
// remains, else at the last space.
std::string shortened(const std::string& text, std::size_t columns) {
  if (text.size() <= columns) return text;
  std::size_t end = text.find_last_of(",;:", columns);
  if (end == std::string::npos || end < columns / 2) end = text.rfind(' ', columns);
  return text.substr(0, end == std::string::npos ? columns : end);
}

Json patterns_list() {
  Json list = Json::array();
  for (const PatternEntry& entry : all_patterns()) {
    list.push_back({{"name", entry.name},
                    {"parameter", *entry.parameter == 0 ? Json(nullptr) : Json(entry.parameter)},
                    {"summary", entry.help}});
  }
  return list;
}

void check_filter(const ListFilter& filter) {
  std::vector<std::string> names;
  for (const TopologyEntry& entry : all_topologies()) names.push_back(entry.name);
  const auto check = [](const char* option, const std::string& given,
                        const std::vector<std::string>& known) {
    if (given.empty() || std::ranges::find(known, given) != known.end()) return;
    throw InputError(fmt::format("--{} {}: unknown{}; give one of: {}", option, given,
                                 did_you_mean(given, known), fmt::join(known, ", ")));
  };
  check("network", filter.network, names);
  check("collective", filter.collective, collective_names());
}

const std::vector<std::string>& parts() {
  static const std::vector<std::string> all{"networks", "collectives", "algorithms", "patterns",
                                            "claims"};
  return all;
}

std::string list_page(std::size_t columns) {
  std::string text = "Networks (--network)\n";
  for (const TopologyEntry& entry : all_topologies()) {
    text += fmt::format("  {:<23}{}\n", shown_name(entry.alias, entry.name),
                        shortened(entry.summary, columns - 25));
  }
  text += fmt::format("  {:<23}{}\n", "FILE.dot|.gv|.graphml", "your own, see docs/networks.md");
  text += fmt::format("  {:<23}{}\n", "'line(A) x ring 5'", "products, line graphs, expansions");
  text += "\nCollectives (--collective)\n  " +
          filled(fmt::format("{}", fmt::join(collective_names(), ", ")), 2, 2, columns);
  std::string patterns;
  for (const PatternEntry& entry : all_patterns()) {
    patterns += fmt::format("{}{}", patterns.empty() ? "" : ", ", entry.name);
  }
  text += "\nPatterns of exchange (--pattern)\n  " + filled(patterns, 2, 2, columns);
  return text + fitted(fmt::format(R"(
Algorithms: {} of them; without --algorithm the best that fits is taken

More: romcast list networks                          their options
      romcast list algorithms -n torus -c alltoall   what fits, with sources
      romcast list collectives | patterns | claims
      romcast list --all                             all of it
)",
                                   all_algorithms().size()),
                       columns);
}

bool is_list(const std::string& what) { return std::ranges::find(parts(), what) != parts().end(); }

// Refuses filters without effect: --network filters networks and algorithms, --collective filters
// collectives and algorithms. --all has an effect only without a list's name and without filters.
void check_effect(const std::string& part, const ListFilter& filter) {
  const bool by_network = part == "algorithms" || part == "networks";
  const bool by_collective = part == "algorithms" || part == "collectives";
  const auto refuse = [&](const char* option, const std::string& value) {
    throw InputError(
        fmt::format("--{}{}: the list of {} does not depend on it", option, value, part));
  };
  if (!is_list(part)) return;
  if (!filter.network.empty() && !by_network) refuse("network", " " + filter.network);
  if (!filter.collective.empty() && !by_collective) refuse("collective", " " + filter.collective);
  if (filter.all) refuse("all", "");
}

// The list named `what` as JSON; if `what` is "", networks, collectives and algorithms, or, with a
// filter, only algorithms. Throws InputError for other values, for an unknown network or
// collective, and for a filter without effect.
Json list_json(const std::string& what, const ListFilter& asked) {
  ListFilter filter = asked;
  filter.network = network_name(asked.network);
  if (const auto kind = find_collective(asked.collective)) filter.collective = name(*kind);
  check_filter(filter);
  const bool filtered = !filter.network.empty() || !filter.collective.empty();
  const std::string part = what.empty() && filtered ? "algorithms" : what;
  check_effect(part, filter);
  Json json = Json::object();
  if (wanted(part, "networks")) json["networks"] = networks(filter);
  if (wanted(part, "collectives")) json["collectives"] = collectives(filter);
  if (wanted(part, "algorithms")) json["algorithms"] = algorithms(filter);
  if (part == "patterns") json["patterns"] = patterns_list();
  if (part == "claims") json["claims"] = claims_list();
  if (json.empty()) {
    throw InputError(
        fmt::format("list {}: give {}{}", what, one_of(parts()), did_you_mean(what, parts())));
  }
  return json;
}

// list_json() as text; the overview page instead if `what` is empty and `filter` is the default.
std::string list_text(const std::string& what, const ListFilter& filter, std::size_t columns) {
  const bool filtered = !filter.network.empty() || !filter.collective.empty();
  if (what.empty() && !filtered && !filter.all) return list_page(columns);
  const Json json = list_json(what, filter);
  std::string text;
  if (json.contains("networks")) text += networks_text(json["networks"], columns);
  if (json.contains("collectives")) {
    std::string names;
    for (const Json& c : json["collectives"]) names += " " + c.get<std::string>();
    text += "Collectives\n " + filled(names, 1, 2, columns) + '\n';
  }
  if (json.contains("patterns")) {
    for (const Json& p : json["patterns"]) {
      const std::string name = p["name"];
      text += fmt::format("{:<20}",
                          p["parameter"].is_null()
                              ? name
                              : fmt::format("{}[:{}]", name, p["parameter"].get<std::string>())) +
              filled(p["summary"].get<std::string>(), 20, 20, columns);
    }
  }
  if (json.contains("claims")) {
    for (const Json& c : json["claims"]) {
      text += fmt::format("{:<30}", c["id"].get<std::string>()) +
              filled(c["statement"].get<std::string>(), 30, 30, columns);
    }
  }
  if (!json.contains("algorithms")) return text;
  const Json& list = json["algorithms"];
  const auto has = [&](const std::string& network) {
    return std::ranges::any_of(list, [&](const Json& a) { return a["network"] == network; });
  };
  for (const TopologyEntry& network : all_topologies()) {
    if (!has(network.name)) continue;  // no listed algorithm is for it alone
    const std::string heading =
        fmt::format("Algorithms of --network {} (the best of its kind first)", network.name);
    text += fmt::format("{}\n{}\n", filled(heading, 0, 2, columns),
                        algorithm_rows(list, network.name, columns));
  }
  if (has("any")) {
    text += fmt::format("Algorithms of any network whose nodes forward\n{}\n",
                        algorithm_rows(list, "any", columns));
  }
  return text.empty() ? "there is none\n" : text;
}

int list(const CommandLine& given, const ListFilter& filter) {
  const bool swallowed = given.what.empty() && is_list(given.json);
  if (swallowed) {
    throw InputError(fmt::format("--json {}: a file? For {} as JSON give romcast list {} --json",
                                 given.json, given.json, given.json));
  }
  if (given.json.empty()) {
    print(list_text(given.what, filter, output_columns()));
  } else {
    write_json(given.json, list_json(given.what, filter));
  }
  return kPass;
}

// Here --json needs no FILE; without one, JSON goes to stdout.
void add_list_json(CLI::App& command, CommandLine& given) {
  command
      .add_option_function<std::string>(
          "--json", [&given](const std::string& file) { given.json = file.empty() ? "-" : file; },
          "write the list as JSON; to stdout if FILE is left out")
      ->expected(0, 1)
      ->type_name("[FILE|-]")
      ->group("Output");
}

}  // namespace

void add_list(CLI::App& app, CommandLine& given) {
  CLI::App* command =
      app.add_subcommand("list", "List networks, collectives and algorithms, with their sources");
  auto filter = std::make_shared<ListFilter>();
  command->add_option("what", given.what,
                      "networks | collectives | algorithms | patterns | claims");
  command->add_flag("--all", filter->all, "all networks, collectives and algorithms in full");
  command->add_option("-n,--network", filter->network, "only algorithms for this network");
  command->add_option("-c,--collective", filter->collective, "only algorithms for this collective");
  add_list_json(*command, given);
  command->callback([&given, filter] {
    given.command = [filter](const CommandLine& line) { return list(line, *filter); };
  });
}

}  // namespace romcast
