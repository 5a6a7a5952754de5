// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>

#include "apps/commands/command_line.hpp"
#include "apps/commands/fabric_runs.hpp"
#include "apps/files.hpp"
#include "apps/options.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/design/fabric/fabric_folder.hpp"
#include "romcast/design/fabric/fabric_run.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

FabricDesign onto(Run& run, Run* then, const BuiltFabric& built, const std::string& folder) {
  try {
    return fabric_design(run, then, built);
  } catch (const InputError& error) {
    throw error.within(fmt::format("--onto {}: ", folder));
  }
}

std::string command_of(const CommandLine& given) {
  std::string text = "romcast fabric";
  if (!given.file.empty()) text += " " + path_word(given.file);
  for (const auto& [option, value] : given.scenario.given) {
    text += value.empty() || value == "true" ? fmt::format(" --{}", option)
                                             : fmt::format(" --{} {}", option, shell_word(value));
  }
  const FabricOptions& fabric = given.fabric_options;
  const bool named = !fabric.operation.empty() && fabric.operation != "add";
  const std::string operation = named ? " --operator " + fabric.operation : "";
  if (!fabric.then.empty()) text += " --then " + shell_word(fabric.then);
  if (!fabric.onto.empty()) return text + operation + " --onto " + shell_word(fabric.onto);
  text += fmt::format(" --payload {}", fabric.payload);
  if (fabric.control != "axi-lite") text += " --control " + fabric.control;
  if (fabric.crossing) text += " --clock-crossing";
  if (fabric.credits == "off") text += " --credits off";
  if (fabric.on_demand) text += " --on-demand";
  text += operation;
  if (fabric.is_signed) text += " --signed";
  if (fabric.statistics != 1) text += fmt::format(" --statistics {}", fabric.statistics);
  return text;
}

std::string text_of(const FabricDesign& design, const Report& report, const std::string& folder) {
  const Fabric& fabric = design.fabric();
  std::size_t ends = 0, credits = 0;
  for (std::size_t t = 0; t < fabric.tiles.size(); ++t) ends += design.has_endpoint(t) ? 1 : 0;
  for (const FabricFlow& flow : fabric.flows) credits += flow.credit_only ? 1 : 0;
  std::string text =
      fmt::format("fabric    {}, {}, payload {} bits, registers behind {}\n",
                  counted(fabric.tiles.size(), "tile"), counted(ends, "endpoint"),
                  design.settings().payload, design.settings().wishbone ? "Wishbone" : "AXI4-Lite");
  const Theory& theory = report.theory;
  text += fmt::format("period    {}{}", counted(fabric.modes.front().period, "clock"),
                      design.settings().on_demand ? ", on demand" : "");
  if (theory.period_bound) {
    text += fmt::format("; no period is shorter than {}: {}", *theory.period_bound,
                        theory.period_bound_source);
  }
  text +=
      fmt::format("\nflows     {}{}\n", fabric.flows.size() - credits,
                  design.settings().on_demand ? "" : fmt::format(", and {} for credits", credits));
  for (const FlowFigures& flow : report.period->flows) {
    if (!report.period->named) continue;
    const auto made = std::ranges::find_if(
        fabric.flows, [&](const FabricFlow& one) { return design.figures_name(one) == flow.name; });
    text += fmt::format("  {}: {} a frame, latency {} at most{}\n", flow.name,
                        counted(flow.words, "word"), design.latency(*made, *report.period),
                        flow.bound == 0 ? "" : fmt::format(" ({} allowed)", flow.bound));
  }
  return text + fmt::format("written   make -C {} sim\n", path_word(folder));
}

Json json_of(const FabricDesign& design, const Report& report, const CommandLine& given) {
  const Json made = fabric_json(design, *report.period);
  Json json{{"schema", "romcast.fabric-folder/1"},
            {"scenario", report.scenario},
            {"folder", given.output},
            {"command", command_of(given)}};
  for (const char* same :
       {"fingerprint", "payload", "control", "clock_crossing", "credits", "on_demand", "statistics",
        "slot_bits", "flow_bits", "address_bits", "drain"}) {
    json[same] = made.at(same);
  }
  json["periods"] = Json::array();
  for (const FabricMode& mode : design.fabric().modes) json["periods"].push_back(mode.period);
  const Theory& theory = report.theory;
  json["period_bound"] = theory.period_bound ? Json(*theory.period_bound) : Json(nullptr);
  json["period_bound_source"] = theory.period_bound_source;
  json["tiles"] = made.at("tiles");
  json["flows"] = made.at("flows");
  return json;
}

int fabric(CommandLine& given) {
  const FabricOptions& options = given.fabric_options;
  FabricSettings settings{.payload = options.payload,
                          .wishbone = options.control == "wishbone",
                          .crossing = options.crossing,
                          .credits = options.credits != "off" && !options.on_demand,
                          .on_demand = options.on_demand,
                          .is_signed = options.is_signed,
                          .statistics = options.statistics};
  std::optional<BuiltFabric> built;
  if (!options.onto.empty()) built = read_built_fabric(options.onto);
  FabricRuns runs =
      built ? fabric_runs(given, FabricRules{built->settings.credits, built->settings.on_demand})
            : fabric_runs(given, settings);
  Run& run = runs.first;
  const FabricDesign design = built ? onto(run, runs.then(), *built, options.onto)
                                    : fabric_design(run, runs.then(), settings);
  const Report report = run.report();
  write_fabric(given.output, design, *report.period, command_of(given));
  if (!given.json.empty()) write_json(given.json, json_of(design, report, given));
  if (given.results_on_stdout() == 0) print(text_of(design, report, given.output));
  return kPass;
}

}  // namespace

void add_fabric(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand("fabric",
                                         "Write a schedule that repeats as a component: "
                                         "AXI4-Streams joined by wires of known latency");
  FabricOptions& options = given.fabric_options;
  command->add_option("file", given.file, "schedule with a period (docs/periodic.md); - for stdin");
  command->add_option("--format", given.format, "format of the file (default: detected)")
      ->check(CLI::IsMember({"schedule", "s4noc", "poseidon"}))
      ->type_name("FORMAT");
  add_frame_options(*command, given.scenario);
  add_fabric_choice(*command, options);
  command->add_option("--control", options.control, "bus of the registers: axi-lite | wishbone")
      ->check(CLI::IsMember({"axi-lite", "wishbone"}))
      ->capture_default_str()
      ->group("Hardware");
  command
      ->add_flag("--clock-crossing", options.crossing,
                 "the streams have a clock of their own, axis_aclk")
      ->group("Hardware");
  command
      ->add_option("--statistics", options.statistics,
                   "0: none | 1: flags, marks and signatures | 2: counters, too")
      ->check(CLI::Range(0, 2))
      ->type_name("N")
      ->capture_default_str()
      ->group("Hardware")
      ->transform(decimal());
  CLI::Option* hardware =
      command
          ->add_option("--onto", options.onto,
                       "a folder that romcast fabric wrote: use its hardware as it is, and write "
                       "other tables for it")
          ->type_name("DIR")
          ->group("Hardware");
  for (const char* name : {"--payload", "--control", "--clock-crossing", "--credits", "--on-demand",
                           "--signed", "--statistics"}) {
    hardware->excludes(command->get_option(name));
  }
  add_output(*command, given, "folder to write the fabric to", "DIR")->required();
  add_json(*command, given);
  command->footer(
      "Example: romcast fabric --network torus --dims 4x4 --tiles --flows my.flows --payload 32 -o "
      "ip\n"
      "my.flows: flow camera from p0 to p5,p6 words 4 latency 40\n"
      "          reduce sum from p0,p1,p2 to p5 words 4 operator add");
  command->callback([&given] { given.command = fabric; });
}

}  // namespace romcast
