// SPDX-License-Identifier: Apache-2.0
#include "apps/commands/fabric_runs.hpp"

#include <fmt/format.h>

#include "apps/commands/given_job.hpp"
#include "apps/files.hpp"
#include "apps/option_table.hpp"
#include "apps/terminal.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/design/fabric/fabric_run.hpp"
#include "romcast/design/fabric/testbench.hpp"
#include "romcast/run/job_parts.hpp"
#include "systemc/fabric/fabric_cosimulation.hpp"

namespace romcast {
namespace {

// The job of one mode. Defaults: a node may use all of its links in a cycle, and the period is
// searched. `first`: the run of the first mode, if this mode is the second.
Job mode_of(Scenario scenario, FabricRules rules, const std::string& operation,
            Run* first = nullptr) {
  if (!scenario.given.contains("ports")) scenario.ports = "multi";
  scenario.algorithm_options.try_emplace(kPeriod, "auto");
  Problem problem =
      first == nullptr ? problem_of(scenario) : problem_of(scenario, first->job().problem.topology);
  const JobOptions options{.algorithm = scenario.algorithm};
  const Operation combines = *find_operation(operation.empty() ? "add" : operation);
  return first == nullptr ? fabric_job(std::move(problem), options, rules, combines)
                          : fabric_job_after(*first, std::move(problem), options, rules, combines);
}

const std::vector<std::pair<std::string, Pauses>>& pauses() {
  static const std::vector<std::pair<std::string, Pauses>> all{
      {"none", Pauses::none}, {"steady", Pauses::steady}, {"random", Pauses::random}};
  return all;
}

// Refuses options that fabrics do not have.
void check_options(const CommandLine& given) {
  const auto refuse = [](const std::string& option) {
    throw InputError(fmt::format("--{} means nothing with --fabric-period", option));
  };
  for (const ScenarioOption& option : scenario_options()) {
    if (option.group == "Hardware" && given.scenario.given.contains(option.name)) {
      refuse(option.name);
    }
  }
  const HardwareOptions& hardware = given.scenario.hardware;
  const RunSettings& run = given.run;
  for (const auto& [option, is_given] : std::vector<std::pair<const char*, bool>>{
           {"period", given.scenario.given.contains("period")},
           {"control", !given.control.empty()},
           {"fabric", !given.fabric.empty()},
           {"rom", !hardware.rom_folder.empty()},
           {"rom-words", given.scenario.given.contains("rom-words")},
           {"as", !given.as.empty()},
           {"gap-per-byte", given.scenario.given.contains("gap-per-byte")},
           {"anyway", hardware.anyway},
           {"dense", given.dense},
           {"audit", run.audit},
           {"save-plan", !run.save_plan.empty()},
           {"save-trace", !run.save_trace.empty()},
           {"wave", !run.wave_file.empty()},
           {"wave-nodes", !run.wave_nodes.empty()},
           {"per-node", run.per_node}}) {
    if (is_given) refuse(option);
  }
  if (given.ranks->several()) {
    throw InputError("--fabric-period: a fabric runs on one rank; start romcast without mpirun");
  }
}

bool combines(const Run& run) { return is_combined(run.job().problem.collective); }

bool reduces(const FabricRuns& runs) {
  return combines(runs.first) || (runs.second && combines(*runs.second));
}

// Throws InputError for an operator, or signed numbers, that no collective of `runs` uses.
void check_operator(const CommandLine& given, const FabricRuns& runs) {
  const FabricOptions& options = given.fabric_options;
  if (!reduces(runs)) {
    if (!options.operation.empty()) {
      throw InputError({"operator", options.operation}, "no flow is combined");
    }
    if (options.is_signed) throw InputError(Given("signed"), "no flow is combined");
    return;
  }
  const bool named =
      !given.file.empty() || given.scenario.collective.empty() || !combines(runs.first);
  if (named && !options.operation.empty()) {
    throw InputError({"operator", options.operation}, "flows name the operator of each reduction");
  }
}

int show_fabric(const FabricReport& report, const CommandLine& given) {
  clear_progress();
  if (!given.json.empty()) write_json(given.json, report.json());
  if (given.results_on_stdout() == 0) print(report.table());
  return report.pass() ? kPass : fail(report.failures);
}

}  // namespace

FabricRuns fabric_runs(const CommandLine& given, FabricRules rules) {
  if (given.file.empty()) check_no_format(given);
  if (given.file.empty() && !given.scenario.given.contains("network")) {
    throw InputError::missing("network",
                              "the network of the fabric, e.g. torus with `dims` 4x4 and `tiles`");
  }
  const std::string& operation = given.fabric_options.operation;
  FabricRuns runs{
      Run(given.file.empty() ? mode_of(given.scenario, rules, operation) : given_job(given),
          given.run)};
  if (!given.fabric_options.then.empty()) {
    Scenario other = given.scenario;
    other.flows = given.fabric_options.then;
    other.collective.clear();
    runs.second.emplace(mode_of(other, rules, operation, &runs.first), given.run);
  }
  check_operator(given, runs);
  return runs;
}

FabricRuns fabric_runs(const CommandLine& given, FabricSettings& settings) {
  FabricRuns runs = fabric_runs(given, FabricRules{settings.credits, settings.on_demand});
  if (!reduces(runs) || settings.on_demand) return runs;
  if (given.fabric_options.credits == "on") {
    throw InputError({"credits", "on"}, "reductions run on demand, without credits");
  }
  settings.credits = false;
  settings.on_demand = true;
  return fabric_runs(given, FabricRules{false, true});
}

void add_fabric_choice(CLI::App& command, FabricOptions& options) {
  command.add_option("--payload", options.payload, "bits of a word, whole bytes")
      ->transform(decimal())
      ->type_name("BITS")
      ->capture_default_str()
      ->group("Hardware");
  command
      .add_option(
          "--then", options.then,
          "flows of a second schedule, to which the fabric can change while it runs (default: "
          "the same one, a slot later)")
      ->type_name("FILE")
      ->group("Collective");
  command
      .add_option(
          "--credits", options.credits,
          "on: sinks may stall; flows without a way back get one, a word per frame | off: a full "
          "queue drops words")
      ->check(CLI::IsMember({"on", "off"}))
      ->default_str("on")
      ->group("Hardware");
  command
      .add_flag("--on-demand", options.on_demand,
                "a frame starts when every source has its words and every sink capacity for them, "
                "as a blocking collective does; without credits")
      ->excludes(command.get_option("--credits"))
      ->group("Hardware");
  command
      .add_option("--operator", options.operation,
                  "of -c reduce, allreduce and reduce-scatter: add | min | max | and | or")
      ->check(CLI::IsMember({"add", "min", "max", "and", "or"}).description(""))
      ->type_name("NAME")
      ->default_str("add")
      ->group("Collective");
  command
      .add_flag("--signed", options.is_signed, "min and max compare numbers in two's complement")
      ->group("Hardware");
}

void add_run_fabric(CLI::App& command, CommandLine& given) {
  FabricOptions& options = given.fabric_options;
  constexpr const char* kGroup = "Fabric (docs/fabric.md)";
  CLI::Option* period =
      command
          .add_option("--fabric-period", options.period,
                      "run frames of this many clocks, or the fewest, on the Verilog of romcast "
                      "fabric: latency, jitter and queues of each flow")
          ->type_name("N|auto")
          ->group(kGroup);
  add_fabric_choice(command, options);
  command
      .add_option("--frames", options.frames,
                  "frames by each of the two tables, at least, with and without pauses")
      ->check(CLI::Range(1, 100000))
      ->transform(decimal())
      ->type_name("N")
      ->capture_default_str();
  command.add_option("--pauses", options.pauses, "of sources and sinks: none | steady | random")
      ->type_name("HOW")
      ->check(CLI::IsMember({"none", "steady", "random"}).description(""))
      ->capture_default_str();
  command.add_flag("--check-depths", options.depths,
                   "also run the Verilog with queues as long as needed, and a word shorter");
  command
      .add_option("--tables", options.tables,
                  "load these words instead of the first table: tables_0.hex of romcast fabric")
      ->type_name("FILE");
  for (const char* name : {"--payload", "--then", "--credits", "--on-demand", "--operator",
                           "--signed", "--frames", "--pauses", "--check-depths", "--tables"}) {
    command.get_option(name)->needs(period)->group(kGroup);
  }
}

int run_fabric(CommandLine& given) {
  const FabricOptions& options = given.fabric_options;
  check_options(given);
  if (given.file.empty()) {
    given.scenario.algorithm_options["period"] = options.period;
    given.scenario.given["period"] = options.period;
  }
  given.run.progress = terminal_progress();
  given.run.notice = tell_notice;
  FabricSettings settings{.payload = options.payload,
                          .credits = options.credits != "off" && !options.on_demand,
                          .on_demand = options.on_demand,
                          .is_signed = options.is_signed,
                          .statistics = 2};
  try {
    FabricRuns runs = fabric_runs(given, settings);
    const FabricDesign design = fabric_design(runs.first, runs.then(), settings);
    FabricRequest request{.network = &runs.first.network(),
                          .design = &design,
                          .frames = options.frames,
                          .depths = options.depths,
                          .models = given.run.models,
                          .progress = given.run.progress};
    for (const auto& [name, kind] : pauses()) {
      if (name == options.pauses) request.pauses = kind;
    }
    if (!options.tables.empty()) request.tables = read_fabric_writes(options.tables);
    FabricReport report = cosimulate_fabric(request);
    report.scenario = runs.first.job().json();
    const Report planned = runs.first.report();
    report.bound = planned.theory.period_bound;
    report.bound_source = planned.theory.period_bound_source;
    return show_fabric(report, given);
  } catch (const InputError& error) {
    if (error.option() != "period") throw;
    if (!given.file.empty()) throw InputError(fmt::format("{}: {}", given.file, error.reason()));
    throw InputError({"fabric-period", error.value()}, error.reason(), error.remedy());
  }
}

}  // namespace romcast
