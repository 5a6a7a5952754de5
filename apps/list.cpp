// SPDX-License-Identifier: Apache-2.0
#include "apps/list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/core/wording.hpp"
#include "schedules/algorithm.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

Json networks() {
  Json list = Json::array();
  for (const TopologyEntry& entry : all_topologies()) {
    Json options = Json::array();
    for (const NetworkOption& option : entry.options) {
      options.push_back(
          {{"name", option.name},
           {"help", option.help},
           {"default", option.default_value.empty() ? Json(nullptr) : Json(option.default_value)}});
    }
    list.push_back({{"name", entry.name}, {"summary", entry.summary}, {"options", options}});
  }
  return list;
}

Json collectives() {
  Json list = Json::array();
  for (const CollectiveKind kind : all_collectives()) list.push_back(name(kind));
  return list;
}

Json algorithms() {
  Json list = Json::array();
  for (const Algorithm& a : all_algorithms()) {
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
                    {"summary", a.summary},
                    {"source", a.source}});
  }
  return list;
}

bool wanted(const std::string& what, const std::string& part) {
  return what.empty() || what == part;
}

std::string algorithm_rows(const std::string& network) {
  std::string text = fmt::format("{:<11}{:<15}{:<24}{:<6}{}\n", "collective", "ports", "algorithm",
                                 "runs", "what it does");
  for (const Json& a : algorithms()) {
    if (a["network"] != network) continue;
    std::string ports;
    for (const Json& p : a["ports"]) ports += (ports.empty() ? "" : ",") + p.get<std::string>();
    text += fmt::format("{:<11}{:<15}{:<24}{:<6}{}\n{:56}{}\n", a["collective"].get<std::string>(),
                        ports, a["name"].get<std::string>(), a["control"].get<std::string>(),
                        a["summary"].get<std::string>(), "", a["source"].get<std::string>());
  }
  return text;
}

const std::vector<std::string>& parts() {
  static const std::vector<std::string> all{"networks", "collectives", "algorithms"};
  return all;
}

}  // namespace

bool is_list(const std::string& what) { return std::ranges::find(parts(), what) != parts().end(); }

nlohmann::ordered_json list_json(const std::string& what) {
  Json json = Json::object();
  if (wanted(what, "networks")) json["networks"] = networks();
  if (wanted(what, "collectives")) json["collectives"] = collectives();
  if (wanted(what, "algorithms")) json["algorithms"] = algorithms();
  if (json.empty()) {
    throw InputError(
        fmt::format("list {}: give {}{}", what, one_of(parts()), did_you_mean(what, parts())));
  }
  return json;
}

std::string list_text(const std::string& what) {
  const Json json = list_json(what);
  std::string text;
  if (json.contains("networks")) {
    text += "Networks\n";
    for (const Json& n : json["networks"]) {
      text += fmt::format("  {:<23}{}\n", n["name"].get<std::string>(),
                          n["summary"].get<std::string>());
      for (const Json& o : n["options"]) {
        text += fmt::format("    --{:<12}{}\n", o["name"].get<std::string>(),
                            o["help"].get<std::string>());
      }
    }
    text +=
        fmt::format("  {:<23}{}\n\n", "FILE.dot|.gv|.graphml", "any other, see docs/networks.md");
  }
  if (json.contains("collectives")) {
    text += "Collectives\n ";
    for (const Json& c : json["collectives"]) text += " " + c.get<std::string>();
    text += "\n\n";
  }
  if (!json.contains("algorithms")) return text;
  for (const TopologyEntry& network : all_topologies()) {
    const bool has = std::ranges::any_of(
        all_algorithms(), [&](const Algorithm& a) { return a.network == network.name; });
    if (!has) continue;  // those of any network serve it
    text += fmt::format("Algorithms of --network {} (the best of its kind first)\n{}\n",
                        network.name, algorithm_rows(network.name));
  }
  text += fmt::format("Algorithms of any network whose nodes forward\n{}\n", algorithm_rows("any"));
  return text;
}

}  // namespace romcast
