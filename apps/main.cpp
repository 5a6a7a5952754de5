// SPDX-License-Identifier: Apache-2.0
// The command line. Results on stdout, everything else on stderr; exit status 0 pass, 1 verdict
// fail, 2 bad usage or input, 3 something needed is missing.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <sstream>
#include <string_view>
#include <utility>

#include "apps/cache.hpp"
#include "apps/completion.hpp"
#include "apps/demo.hpp"
#include "apps/failure.hpp"
#include "apps/given_file.hpp"
#include "apps/goal.hpp"
#include "apps/hardware.hpp"
#include "apps/list.hpp"
#include "apps/network.hpp"
#include "apps/options.hpp"
#include "apps/output_paths.hpp"
#include "apps/picture.hpp"
#include "apps/progress.hpp"
#include "apps/schedule_scenario.hpp"
#include "apps/usage.hpp"
#include "romcast/core/cleanup.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/schedule_file.hpp"
#include "romcast/core/standard_streams.hpp"

namespace romcast {
namespace {

constexpr int kPass = 0, kFail = 1, kBadInput = 2;

constexpr const char *kSchedule = "schedule", *kGoal = "goal";

constexpr const char* kFooter =
    "Environment (docs/models.md):\n"
    "  ROMCAST_CACHE         folder of built models (models, beside the program; where that "
    "cannot\n"
    "                        be written: $XDG_CACHE_HOME/romcast or ~/.cache/romcast)\n"
    "  ROMCAST_CACHE_LIMIT   how much is kept there, e.g. 500M, 2G, none (1G)\n"
    "  ROMCAST_TOOL_SECONDS  how long Verilator or the compiler may take for a model (900)\n"
    "  ROMCAST_ROOT          folder of the sources (where romcast was built)\n\n"
    "Start with: romcast demo";

struct CommandLine {
  Scenario scenario{};
  RunOptions run{};
  std::string control{}, fabric{}, json{}, output{}, file{}, what{};
  std::string format{};  ///< empty: a file's own
  bool dense = false;

  [[nodiscard]] bool goal() const { return format == kGoal; }
};

// How many results go to stdout instead of the table.
std::size_t results_on_stdout(const CommandLine& given) {
  const std::array<std::string_view, 4> paths{given.json, given.output, given.run.save_plan,
                                              given.run.save_trace};
  return static_cast<std::size_t>(std::ranges::count(paths, "-"));
}

// A name that is no UTF-8 still makes JSON.
void write_json(const std::string& path, const nlohmann::ordered_json& value) {
  using Json = nlohmann::ordered_json;
  write_file(path, value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

int show(const Report& report, const CommandLine& given, const std::string& extra = "") {
  clear_progress();
  if (!given.json.empty()) write_json(given.json, report.json());
  if (results_on_stdout(given) == 0) print(extra + report.table());
  if (report.pass()) return kPass;
  const std::vector<std::string> failures = report.failures();
  const std::string more =
      failures.size() > 1 ? fmt::format(" (and {} more)", failures.size() - 1) : "";
  say(fmt::format("romcast: verdict fail: {}{}\n", failures.front(), more));
  return kFail;
}

// Whether a file is a GOAL program: what it begins like says so if --format does not.
bool is_goal(const GivenFile& file, const CommandLine& given) {
  const GivenFile::Content content = file.content();
  if (given.format == kSchedule && content == GivenFile::Content::goal) {
    throw InputError(
        fmt::format("--format schedule: {} is a GOAL program; give --format goal", file.name()));
  }
  if (given.goal() && content == GivenFile::Content::schedule) {
    throw InputError(
        fmt::format("--format goal: {} is a schedule; give --format schedule", file.name()));
  }
  return given.goal() || content == GivenFile::Content::goal;
}

// What a schedule looks like, if it is small, and what is wrong with it.
std::string looks(const Topology& topology, const Collective& collective,
                  const OpenSchedule& schedule, const Verdict& verdict) {
  std::string text = picture(topology, collective, schedule) + "\n";
  for (const Violation& violation : verdict.violations) {
    text +=
        fmt::format("cycle {}: {}: {}\n", violation.cycle, name(violation.kind), violation.text);
  }
  return text;
}

int run_schedule(const CommandLine& given, GivenFile& input) {
  const ScheduleScenario file(read_schedule(input.stream(), input.name()), input.name(),
                              given.scenario, given.run.anyway);
  const Report report = file.run(given.run);
  const Problem& problem = file.resolved().problem;
  return show(report, given,
              report.plan->violation_count == 0
                  ? ""
                  : looks(*problem.topology, problem.collective, file.schedule(), *report.plan));
}

int run_file(const CommandLine& given) {
  GivenFile input(given.file);
  if (!is_goal(input, given)) return run_schedule(given, input);
  const GoalScenario file(read_goal(input.stream(), input.name(), given.run.progress),
                          given.scenario.timing, given.run.progress);
  check_goal_options(given.scenario, file);
  return show(file.run(given.run), given);
}

void read_control(CommandLine& given) {
  if (!given.control.empty()) {
    given.run.control = given.control == "rom" ? Control::rom : Control::rule;
  }
  if (!given.fabric.empty()) {
    given.run.fabric = given.fabric == "benes" ? FabricKind::benes : FabricKind::crossbar;
  }
}

int run(CommandLine& given) {
  read_control(given);
  given.run.gated = !given.dense;
  given.run.progress = terminal_progress();
  if (!given.file.empty()) return run_file(given);
  if (given.goal()) throw InputError("--format goal: give the file that is to be run");
  const Resolved resolved = resolve(given.scenario);
  say(network_notes(*resolved.problem.topology));
  return show(run_resolved(resolved, given.run), given);
}

int plan(CommandLine& given) {
  given.run.hardware = false;
  if (!given.goal()) given.run.save_plan = std::exchange(given.output, "");
  given.run.progress = terminal_progress();
  const Resolved resolved = resolve(given.scenario);
  say(network_notes(*resolved.problem.topology));
  Plan made;
  const Report report = run_resolved(resolved, given.run, &made);
  if (given.goal()) write_goal_plan(resolved, given.output);
  if (given.goal()) return show(report, given);
  const std::string drawn =
      made.open ? picture(*resolved.problem.topology, resolved.problem.collective, made.open)
                : "no picture: it has too many hops to look at each\n";
  return show(report, given, drawn + "\n");
}

int check_goal(CommandLine& given, GivenFile& input) {
  given.run.progress = terminal_progress();
  const GoalScenario file(read_goal(input.stream(), input.name(), given.run.progress),
                          given.scenario.timing, given.run.progress);
  given.run.hardware = false;
  const Report report = file.run(given.run);
  const Problem& problem = file.resolved().problem;
  return show(report, given,
              looks(*problem.topology, problem.collective, file.schedule(), *report.plan));
}

int check(CommandLine& given) {
  GivenFile input(given.file);
  if (is_goal(input, given)) return check_goal(given, input);
  if (given.scenario.timing.logp()) {
    throw InputError(
        fmt::format("--latency, --overhead, --gap: {} is no GOAL program, and a schedule says its "
                    "own; leave them out",
                    input.name()));
  }
  const ScheduleFile file = read_schedule(input.stream(), input.name());
  const ScheduleHeader& header = file.header;
  Report report{.scenario = scenario_json(*header.topology, *header.collective, header.ports,
                                          header.timing, header.algorithm)};
  const OpenSchedule schedule = stored_schedule(file.hops);
  report.plan = judge(*header.topology, *header.collective, header.ports, schedule, header.limit,
                      header.timing);
  return show(report, given, looks(*header.topology, *header.collective, schedule, *report.plan));
}

int show_roms(const CommandLine& given, const Resolved& resolved) {
  std::string text;
  for (const RomRow& row : write_roms(given.output, resolved, given.run)) {
    text += fmt::format("{:<12} {}\n", row.nodes, rom_text(row.size));
  }
  print(text);
  return kPass;
}

int rom(CommandLine& given) {
  read_control(given);
  if (given.file.empty()) return show_roms(given, resolve(given.scenario));
  GivenFile input(given.file);
  if (is_goal(input, given)) {
    throw InputError(fmt::format("{}: a GOAL program; ROMs are made of schedules", input.name()));
  }
  const ScheduleScenario file(read_schedule(input.stream(), input.name()), input.name(),
                              given.scenario);
  const Report report = file.run({.hardware = false});
  if (report.plan->violation_count > 0) return show(report, given);
  return show_roms(given, file.resolved());
}

int list(const CommandLine& given) {
  const bool swallowed = given.what.empty() && is_list(given.json);
  if (swallowed) {
    throw InputError(fmt::format("--json {}: a file? For {} as JSON give romcast list {} --json",
                                 given.json, given.json, given.json));
  }
  if (given.json.empty()) {
    print(list_text(given.what));
  } else {
    write_json(given.json, list_json(given.what));
  }
  return kPass;
}

int network(const CommandLine& given) {
  const auto made = network_of(given.scenario);
  say(network_notes(*made));
  const nlohmann::ordered_json json = network_json(*made);
  if (!given.output.empty()) write_network(*made, given.output);
  if (!given.json.empty()) write_json(given.json, json);
  if (results_on_stdout(given) == 0) print(network_text(json));
  return kPass;
}

int cache(const CommandLine& given) {
  const nlohmann::ordered_json found = given.what == "clear" ? clear_cache() : cache_json();
  if (given.json != "-") print(cache_text(found));
  if (!given.json.empty()) write_file(given.json, found.dump(2) + "\n");
  return kPass;
}

// Where there is no table beside it, JSON alone goes to stdout.
void add_list_json(CLI::App& command, CommandLine& given) {
  command
      .add_option_function<std::string>(
          "--json", [&given](const std::string& file) { given.json = file.empty() ? "-" : file; },
          "write it as JSON; without FILE to stdout")
      ->expected(0, 1)
      ->type_name("[FILE|-]")
      ->group("Output");
}

void add_json(CLI::App& command, CommandLine& given) {
  command.add_option("--json", given.json, "write the result as JSON; - for stdout")
      ->type_name("FILE|-")
      ->group("Output");
}

void add_format(CLI::App& command, CommandLine& given, const char* help) {
  command.add_option("--format", given.format, help)
      ->check(CLI::IsMember({kSchedule, kGoal}))
      ->type_name("schedule | goal");
}

void add_control(CLI::App& app, CommandLine& given) {
  app.add_option("--control", given.control,
                 "rule: switches decide by local rules | rom: by their schedule ROM (the "
                 "algorithm's own)")
      ->check(CLI::IsMember({"rule", "rom"}))
      ->group("Hardware");
  app.add_option("--fabric", given.fabric,
                 "complete: crossbar, or the Benes network, which is always run from a ROM "
                 "(crossbar)")
      ->check(CLI::IsMember({"crossbar", "benes"}))
      ->group("Hardware");
}

void add_run(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand(
      "run", "Plan, check and run on the Verilog switches: theory | plan | hardware");
  command->add_option("file", given.file,
                      "schedule to run, see docs/schedule-format.md, or GOAL program, see "
                      "docs/goal.md; - for stdin");
  add_format(*command, given, "of the file (as it says itself)");
  add_scenario_options(*command, given.scenario);
  add_control(*command, given);
  command->add_option("--rom-words", given.run.rom_words, "words that a switch's ROM holds")
      ->capture_default_str()
      ->group("Hardware");
  command->add_option("--rom", given.run.rom_folder, "run the images in DIR, made by romcast rom")
      ->type_name("DIR")
      ->group("Hardware");
  command
      ->add_flag("--anyway", given.run.anyway,
                 "run a schedule that the judge refuses, too, and see what the hardware notices")
      ->group("Hardware");
  command->add_flag("--dense", given.dense, "evaluate every switch in every cycle")
      ->group("Hardware");
  command
      ->add_flag("--audit", given.run.audit,
                 "also evaluate sleeping switches and make sure that they do not change")
      ->group("Hardware");
  command->add_option("--save-plan", given.run.save_plan, "write the plan")
      ->type_name("FILE")
      ->group("Output");
  command->add_option("--save-trace", given.run.save_trace, "write what the links carried")
      ->type_name("FILE")
      ->group("Output");
  command->add_option("--wave", given.run.wave_file, "waveform of --wave-nodes, .vcd or .fst")
      ->type_name("FILE")
      ->group("Output");
  command
      ->add_option("--wave-nodes", given.run.wave_nodes,
                   "switches such as s1.0,s2.0; star: nodes such as 3241")
      ->delimiter(',')
      ->group("Output");
  add_json(*command, given);
  command->footer("Example: romcast run --arity 4 --height 3 --collective alltoall --ports multi");
}

void add_others(CLI::App& app, CommandLine& given) {
  CLI::App* planned = app.add_subcommand("plan", "Schedule and theory only; draws small schedules");
  add_scenario_options(*planned, given.scenario);
  planned->add_option("-o,--output", given.output, "write the schedule; - for stdout")
      ->type_name("FILE")
      ->group("Output");
  add_format(*planned, given,
             "how to write it (schedule); goal: as GOAL program, if nowhere else to stdout");
  add_json(*planned, given);
  planned->footer(
      "Example: romcast plan --arity 2 --height 2 --collective allgather --ports multi");

  CLI::App* checked =
      app.add_subcommand("check", "Judge a schedule or a GOAL program, whoever wrote it");
  checked
      ->add_option(
          "file", given.file,
          "schedule, see docs/schedule-format.md, or GOAL program, see docs/goal.md; - for stdin")
      ->required();
  add_format(*checked, given,
             "of the file (as it says itself); the operations of a GOAL program are given times");
  add_logp_times(*checked, given.scenario.timing);
  add_json(*checked, given);

  CLI::App* roms =
      app.add_subcommand("rom", "Write the ROM images of a scenario or a schedule file");
  roms->add_option("file", given.file, "schedule, see docs/schedule-format.md; - for stdin");
  add_scenario_options(*roms, given.scenario);
  roms->add_option("--rom-words", given.run.rom_words, "words that a switch's ROM holds")
      ->capture_default_str()
      ->group("Hardware");
  add_control(*roms, given);
  roms->add_option("-o,--output", given.output, "folder for the images and manifest.json")
      ->type_name("DIR")
      ->required()
      ->group("Output");

  CLI::App* described =
      app.add_subcommand("network", "What a network is like; writes and draws it");
  add_network(*described, given.scenario);
  described
      ->add_option(
          "-o,--output", given.output,
          "write the network: .dot, .graphml or .svg (needs Graphviz); - for DOT on stdout")
      ->type_name("FILE")
      ->group("Output");
  add_json(*described, given);
  described->footer("Example: romcast network --network torus --dims 4x4 -o torus.svg");

  CLI::App* listed = app.add_subcommand("list", "What there is, with sources");
  listed->add_option("what", given.what, "networks | collectives | algorithms");
  add_list_json(*listed, given);

  CLI::App* cached = app.add_subcommand("cache", "The built models that are kept, and how many");
  cached->add_option("what", given.what, "clear: remove them")->check(CLI::IsMember({"clear"}));
  add_json(*cached, given);

  CLI::App* completed =
      app.add_subcommand("completion", "Print what makes a shell complete commands and options");
  completed->add_option("shell", given.what, "bash | zsh | fish")->required();
  completed->footer("Example: source <(romcast completion bash)");

  app.add_subcommand("demo", "Every collective on four networks, a table each");
}

int dispatch(const CLI::App& app, CommandLine& given, const std::string& program) {
  if (app.got_subcommand("plan") && given.goal() && given.output.empty()) given.output = "-";
  check_paths({{"--json", &given.json},
               {"--output", &given.output},
               {"--save-plan", &given.run.save_plan},
               {"--save-trace", &given.run.save_trace},
               {"--wave", &given.run.wave_file}},
              {{"the file", &given.file}, {"--rom", &given.run.rom_folder}});
  if (results_on_stdout(given) > 1) {
    throw InputError("- for several outputs: only one of them can go to stdout");
  }
  if (app.got_subcommand("run")) return run(given);
  if (app.got_subcommand("plan")) return plan(given);
  if (app.got_subcommand("check")) return check(given);
  if (app.got_subcommand("rom")) return rom(given);
  if (app.got_subcommand("network")) return network(given);
  if (app.got_subcommand("list")) return list(given);
  if (app.got_subcommand("cache")) return cache(given);
  if (app.got_subcommand("completion")) {
    print(completion(app, given.what));
    return kPass;
  }
  return demo(program, terminal_progress());
}

int complain(std::string line, int status) {
  clear_progress();
  std::ranges::replace(line, '\n', ' ');
  say(fmt::format("romcast: {}\n", line));
  return status;
}

int help(const CLI::App& app, const CLI::ParseError& asked) {
  std::ostringstream text;
  app.exit(asked, text, text);
  print(text.str());
  return kPass;
}

// As whoever does not care for broken pipes ends, silently.
int end_by_sigpipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  return kBadInput;
}

// An empty argument comes from a variable that is not set; what it stands for must not be left out
// in silence.
void check_arguments(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const std::string_view before = argv[i - 1];
    if (argument.size() > 2 && argument[0] == '-' && argument[1] != '-' && argument[2] == '=') {
      throw InputError(fmt::format("{}: short options take their value without '='; give {} {}",
                                   argument, argument.substr(0, 2),
                                   argument.size() > 3 ? argument.substr(3) : "VALUE"));
    }
    const bool assigned = argument.starts_with("--") && argument.find('=') == argument.size() - 1;
    if (!argument.empty() && !assigned) continue;
    throw InputError(fmt::format("{} '': an empty value; is a variable not set?",
                                 assigned                  ? argument.substr(0, argument.size() - 1)
                                 : before.starts_with("-") ? before
                                                           : "argument"));
  }
}

int parse_and_dispatch(int argc, char** argv) {
  CLI::App app{
      "romcast: collectives computed as schedules, compiled into ROMs, run on Verilog switches"};
  app.require_subcommand(1);
  app.set_version_flag("--version", "romcast " ROMCAST_VERSION);
  app.footer(kFooter);
  CommandLine given;
  add_run(app, given);
  add_others(app, given);
  try {
    check_arguments(argc, argv);
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return help(app, error);
    return complain(usage_error(app, error), kBadInput);
  }
  return dispatch(app, given, argv[0]);
}

int main(int argc, char** argv) {
  guard_standard_streams();
  clean_up_on_signals();
  try {
    return parse_and_dispatch(argc, argv);
  } catch (const BrokenPipe&) {
    return end_by_sigpipe();
  } catch (const std::exception& error) {
    const Failure told = failure(error);
    return complain(told.text, told.status);
  }
}

}  // namespace
}  // namespace romcast

int main(int argc, char** argv) {
  // SystemC greets on stderr otherwise.
  setenv("SC_COPYRIGHT_MESSAGE", "DISABLE", 1);
  return romcast::main(argc, argv);
}
