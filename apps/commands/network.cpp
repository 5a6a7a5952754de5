// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>

#include "apps/commands/command_line.hpp"
#include "apps/files.hpp"
#include "apps/options.hpp"
#include "apps/scenario.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/group.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/core/topology.hpp"
#include "romcast/networks/graph_file.hpp"
#include "romcast/networks/graph_writer.hpp"
#include "romcast/networks/network_facts.hpp"
#include "romcast/run/job_parts.hpp"
#include "romcast/view/page.hpp"
#include "romcast/view/view_data.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

std::string range(const Json& json) {
  const auto least = json["least"].get<std::size_t>(), most = json["most"].get<std::size_t>();
  return least == most ? std::to_string(least) : fmt::format("{} to {}", least, most);
}

// Schema romcast.network/1. Throws InputError for crossbars, whose links have no fixed receiver.
Json network_json(const Topology& network) {
  if (network.crossbar()) {
    throw InputError(fmt::format(
        "--network {}: all processors are neighbours there, and its links are not told apart",
        network.network()));
  }
  const NetworkFacts facts = network_facts(network);
  Json json{{"schema", "romcast.network/1"}, {"network", network.network()}};
  Json options = Json::object();
  for (const auto& [option, value] : network.options()) options[option] = value;
  json["options"] = options;
  json["processors"] = facts.processors;
  json["endpoints"] = facts.endpoints;
  json["switches"] = facts.switches;
  json["channels"] = facts.channels;
  json["links"] = facts.links;
  json["out_links"] = {{"least", facts.least_out}, {"most", facts.most_out}};
  json["in_links"] = {{"least", facts.least_in}, {"most", facts.most_in}};
  json["both_ways"] = facts.both_ways;
  json["diameter"] = facts.diameter ? Json(*facts.diameter) : Json(nullptr);
  json["mean_distance"] = facts.mean_distance ? Json(*facts.mean_distance) : Json(nullptr);
  json["cayley"] = network.group() != nullptr;
  json["commutative"] =
      network.group() == nullptr ? Json(nullptr) : Json(network.group()->commutative());
  json["cut_off"] = network.cut_off();
  Json names = Json::array();
  for (NodeId v = 0; v < network.nodes(); ++v) names.push_back(network.node_name(v));
  json["names"] = names;
  return json;
}

std::string network_text(const Json& json) {
  std::string title = json["network"].get<std::string>();
  for (const auto& [option, value] : json["options"].items()) {
    title += fmt::format(" {} {}", option, value.get<std::string>());
  }
  const auto line = [](const char* what, const std::string& text) {
    return fmt::format("  {:<16}{}\n", what, text);
  };
  const auto number = [&](const char* key) { return json[key].dump(); };
  std::string text = title + '\n';
  const std::string endpoints =
      json["endpoints"] == 0 ? ""
                             : fmt::format(", {} of which forward nothing", number("endpoints"));
  text += line("processors", number("processors") + endpoints);
  text += line("switches", number("switches"));
  text += line("links",
               fmt::format("{} in {} channels, {}", number("links"), number("channels"),
                           json["both_ways"] == true ? "alike both ways" : "not alike both ways"));
  text += line("links out", range(json["out_links"]) + " per node");
  text += line("links in", range(json["in_links"]) + " per node");
  const bool known = !json["diameter"].is_null();
  text += line("diameter", known ? number("diameter") : "not computed, the network is too large");
  if (known) {
    text += line("mean distance", fmt::format("{:.4f}", json["mean_distance"].get<double>()));
  }
  if (json["cayley"] == true) {
    text += line("Cayley graph", json["commutative"] == true ? "of a commutative group"
                                                             : "of a group that does not commute");
  }
  if (!json["cut_off"].empty()) {
    text +=
        line("cut off",
             fmt::format("{}", fmt::join(json["cut_off"].get<std::vector<std::string>>(), ", ")));
  }
  return text;
}

// Writes DOT to .dot, .gv or - (standard output), GraphML to .graphml, or a drawing to .svg. Throws
// InputError for other names, MissingError if the program that draws an .svg is missing.
void write_network(const Topology& network, const std::string& path) {
  if (path == "-" || path.ends_with(".dot") || path.ends_with(".gv")) {
    write_file(path, dot_text(network));
  } else if (path.ends_with(".graphml")) {
    write_file(path, graphml_text(network));
  } else if (path.ends_with(".svg")) {
    write_view(path, {{"schema", "romcast.drawing/1"}, {"network", view_network(network, true)}},
               "network");
  } else {
    throw InputError(fmt::format(
        "--output {}: give a name that ends in .dot, .gv, .graphml or .svg, or - for DOT", path));
  }
}

int network(const CommandLine& given) {
  const auto made = network_of(given.scenario);
  check_timing(given.scenario.network, *made, {}, given.scenario.timing);
  tell_notes(*made);
  const Json json = network_json(*made);
  if (!given.output.empty()) write_network(*made, given.output);
  if (!given.json.empty()) write_json(given.json, json);
  if (given.results_on_stdout() == 0) print(network_text(json));
  return kPass;
}

}  // namespace

void add_network(CLI::App& app, CommandLine& given) {
  CLI::App* command =
      app.add_subcommand("network", "Measure a network; write it to a file or draw it");
  add_network_choice(*command, given.scenario);
  add_output(*command, given,
             "write the network: .dot, .graphml or .svg (needs nodejs); - for DOT on stdout");
  add_json(*command, given);
  command->footer("Example: romcast network --network torus --dims 4x4 -o torus.svg");
  command->callback([&given] { given.command = network; });
}

}  // namespace romcast
