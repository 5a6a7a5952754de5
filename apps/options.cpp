// SPDX-License-Identifier: Apache-2.0
#include "apps/options.hpp"

#include <fmt/format.h>

#include <set>

#include "apps/time_text.hpp"
#include "romcast/core/topologies.hpp"

namespace romcast {
namespace {

const std::map<std::string, std::string>& short_names() {
  static const std::map<std::string, std::string> names{{"arity", "k"}, {"height", "H"}};
  return names;
}

// An option's help for all the networks that have it: those that say the same stand together.
std::string help_of(const std::string& name) {
  std::vector<std::pair<std::string, std::string>> texts;  // help, networks
  for (const TopologyEntry& network : all_topologies()) {
    for (const NetworkOption& option : network.options) {
      if (option.name != name) continue;
      const std::string help =
          option.help + (option.default_value.empty() ? "" : " (" + option.default_value + ")");
      const auto known =
          std::ranges::find(texts, help, &std::pair<std::string, std::string>::first);
      if (known == texts.end()) {
        texts.emplace_back(help, network.name);
      } else {
        known->second += ", " + network.name;
      }
    }
  }
  std::string all;
  for (const auto& [help, networks] : texts) {
    all += (all.empty() ? "" : "; ") +
           (name == kWithout || name == kPart ? help : networks + ": " + help);
  }
  return all;
}

std::string network_help() {
  std::string names;
  for (const TopologyEntry& network : all_topologies()) names += network.name + " | ";
  return names + "FILE.dot | FILE.graphml";
}

void add_network_options(CLI::App& command, Options& values) {
  std::set<std::string> known;
  for (const TopologyEntry& network : all_topologies()) {
    for (const NetworkOption& option : network.options) {
      if (!known.insert(option.name).second) continue;
      const auto letter = short_names().find(option.name);
      const std::string flags =
          (letter == short_names().end() ? "" : "-" + letter->second + ",") + "--" + option.name;
      command
          .add_option_function<std::string>(
              flags, [&values, name = option.name](const std::string& v) { values[name] = v; },
              help_of(option.name))
          ->group("Network");
    }
  }
}

void add_algorithm_options(CLI::App& command, Options& values) {
  std::set<std::string> known;
  for (const Algorithm& algorithm : all_algorithms()) {
    for (const AlgorithmOption& option : algorithm.options) {
      if (!known.insert(option.name).second) continue;
      std::string allowed;
      for (const std::string& value : option.values) {
        allowed += (allowed.empty() ? "" : " | ") + value;
      }
      if (option.free) allowed = "";
      // What can be off or on is on if it is named.
      const bool toggles = option.values == std::vector<std::string>{"off", "on"};
      command
          .add_option_function<std::string>(
              "--" + option.name,
              [&values, toggles, name = option.name](const std::string& v) {
                values[name] = toggles && v.empty() ? "on" : v;
              },
              allowed.empty()
                  ? fmt::format("{} ({})", option.help, option.values.front())
                  : fmt::format("{}: {} ({})", option.help, allowed, option.values.front()))
          ->group("Algorithm")
          ->expected(toggles ? 0 : 1, 1);
    }
  }
}

void add_count(CLI::App& command, const std::string& name, const std::string& help,
               const std::string& group, std::uint32_t least,
               const std::function<void(std::uint32_t)>& store, std::uint32_t most = kNone - 1) {
  command
      .add_option_function<std::string>(
          "--" + name,
          [name, least, most, store](const std::string& text) {
            store(parse_number(name, text, least, most));
          },
          help)
      ->type_name("N")
      ->group(group);
}

// A name that is a number is taken for one.
void set_source(Scenario& scenario, const std::string& text) {
  const bool named = text.find_first_not_of("0123456789") != std::string::npos;
  scenario.source_name = named ? text : "";
  scenario.source = named ? 0 : parse_number("source", text, 0, kNone - 1);
}

void add_operands(CLI::App& command, Scenario& scenario) {
  add_count(command, "operands", "summation: number of operands", "Collective", 1,
            [&scenario](std::uint32_t v) { scenario.operands = v; });
  add_count(command, "time", "summation: add as many operands as fit into this many cycles",
            "Collective", 1, [&scenario](std::uint32_t v) { scenario.time = v; });
}

}  // namespace

void add_logp_times(CLI::App& command, Scenario& scenario) {
  const auto add = [&](const char* name, std::uint32_t least, std::uint32_t Timing::*member,
                       const char* help) {
    command
        .add_option_function<std::string>(
            fmt::format("--{}", name),
            [&scenario, name, least, member](const std::string& text) {
              const bool unit = text.find_first_of(kUnitLetters) != std::string::npos;
              if (unit) {
                scenario.times[name] = text;
              } else {
                scenario.timing.*member = parse_number(name, text, least, kMostTime);
              }
            },
            help)
        ->type_name("N|TIME")
        ->group("Network");
  };
  add("latency", 1, &Timing::latency,
      "complete: L, cycles that a message takes from processor to processor (1); or a time, e.g. "
      "5us, with --cycle");
  add("overhead", 0, &Timing::overhead,
      "complete: o, cycles that a processor is busy with one send or one receive (0); or a time");
  add("gap", 1, &Timing::gap,
      "complete: g, cycles from one send of a processor to its next, and between receives (1); or "
      "a time");
  command
      .add_option_function<std::string>(
          "--cycle", [&scenario](const std::string& text) { scenario.times["cycle"] = text; },
          "complete: how long a cycle lasts, e.g. 0.1us, where other times have units; they are "
          "rounded")
      ->type_name("TIME")
      ->group("Network");
  command
      .add_option_function<std::string>(
          "--gap-per-byte",
          [&scenario](const std::string& text) { scenario.times["gap-per-byte"] = text; },
          "complete: G (LogGP), cycles that each byte of a message after its first holds its "
          "ports, "
          "e.g. 0.5; or a time")
      ->type_name("X|TIME")
      ->group("Network");
}

void add_network_choice(CLI::App& command, Scenario& scenario) {
  command.add_option("-n,--network", scenario.network, network_help())
      ->group("Network")
      ->capture_default_str();
  add_network_options(command, scenario.network_options);
}

void add_scenario_options(CLI::App& command, Scenario& scenario) {
  add_network_choice(command, scenario);
  command
      .add_option("-p,--ports", scenario.ports,
                  "single: a node sends on one link per cycle | multi: on every link | K: K sends "
                  "and K receives per cycle (complete only)")
      ->group("Network")
      ->capture_default_str();
  command
      .add_option("-c,--collective", scenario.collective,
                  "broadcast | scatter | gather | allgather | alltoall | reduce | allreduce | "
                  "reduce-scatter | barrier | exchange | complete: summation")
      ->group("Collective");
  command
      .add_option("--messages-from", scenario.messages_from,
                  "exchange: a message per line, e.g. from p3 to p1,p5 (docs/schedule-format.md)")
      ->type_name("FILE")
      ->group("Collective");
  command
      .add_option_function<std::string>(
          "--source", [&scenario](const std::string& text) { set_source(scenario, text); },
          "root: the processor that has the data or, for gather and reduce, receives it; its "
          "number or "
          "its name (0)")
      ->group("Collective");
  add_count(command, "messages", "messages for each pair of source and destination (1)",
            "Collective", 1, [&scenario](std::uint32_t v) { scenario.messages = v; });
  add_operands(command, scenario);
  add_logp_times(command, scenario);
  add_count(command, "bytes", "complete: bytes of every message, with --gap-per-byte (1)",
            "Network", 1, [&scenario](std::uint32_t v) { scenario.bytes = v; });
  add_count(
      command, "startup", "star: start-up, cycles before the first message of a packet (0)",
      "Network", 0, [&scenario](std::uint32_t v) { scenario.timing.startup = v; }, kMostTime);
  add_count(
      command, "per-message", "star: cycles for each message of a packet (1)", "Network", 1,
      [&scenario](std::uint32_t v) { scenario.timing.per_message = v; }, kMostTime);
  command
      .add_option("-a,--algorithm", scenario.algorithm,
                  "name from `romcast list algorithms`, or `paper` for the one in the founding "
                  "paper (default: the best that applies)")
      ->group("Algorithm");
  add_algorithm_options(command, scenario.algorithm_options);
  add_count(
      command, "queue-depth",
      "slots of each switch queue, per link (default: as many as the plan needs)", "Hardware", 1,
      [&scenario](std::uint32_t v) { scenario.hardware.queue_depth = v; }, kMostPlaces);
  command
      .add_flag("--fit", scenario.hardware.fit,
                "build the queues of each level only as deep as the plan needs, and report the "
                "memory saved")
      ->group("Hardware");
}

}  // namespace romcast
