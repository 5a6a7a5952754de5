// SPDX-License-Identifier: Apache-2.0
// The command line. Results go to stdout, everything else to stderr; exit status 0 pass, 1 verdict
// fail, 2 bad usage or input, 3 missing or failing tool.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <span>
#include <sstream>
#include <string_view>
#include <thread>

#include "apps/commands/command_line.hpp"
#include "apps/commit.hpp"
#include "apps/demo.hpp"
#include "apps/files.hpp"
#include "apps/help.hpp"
#include "apps/option_words.hpp"
#include "apps/terminal.hpp"
#include "apps/times.hpp"
#include "ranks/ranks.hpp"
#include "romcast/core/cleanup.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/networks/network_expression.hpp"
#include "romcast/run/failure.hpp"
#include "romcast/support/huge_pages.hpp"
#include "romcast/support/text_columns.hpp"
#include "schedules/any/interrupt.hpp"

namespace romcast {
namespace {

// A remark if --height gives a fat tree several levels and --capacity is not given: each branch
// then has one link.
std::string complete_tree_note(const Scenario& given) {
  const auto height = given.network_options.find("height");
  const bool levels = height != given.network_options.end() && height->second != "1";
  if (given.network != "fat-tree" || !levels || given.network_options.contains("capacity"))
    return "";
  return "romcast: note: a complete tree, as each branch has one link; --capacity exponential "
         "makes "
         "it a fat tree, --capacity constant leaves out this note\n";
}

// complete_tree_note(), wrapped to the terminal, for plan, run and network. Empty for other
// commands, if a file is given, or if results go to stdout instead of a table.
std::string remark(const CommandLine& given) {
  const bool shows_network = given.name == "plan" || given.name == "run" || given.name == "network";
  if (!shows_network || !given.file.empty() || given.results_on_stdout() > 0) return "";
  const std::string note = complete_tree_note(given.scenario);
  const auto columns = terminal_columns();
  return columns && !note.empty() ? filled(note.substr(0, note.size() - 1), 0, 2, *columns) : note;
}

void check_files(CommandLine& given) {
  std::vector<GivenPath> inputs{{"the file", &given.file},
                                {"--rom", &given.scenario.hardware.rom_folder},
                                {"--messages-from", &given.scenario.messages_from},
                                {"--flows", &given.scenario.flows},
                                {"the second file", &given.second},
                                {"--then", &given.fabric_options.then},
                                {"--onto", &given.fabric_options.onto},
                                {"--tables", &given.fabric_options.tables},
                                {"--netlist-file", &given.board.netlist_file}};
  std::vector<std::string> networks = files_of_network(given.scenario.network);
  for (std::string& file : networks) inputs.push_back({"--network", &file});
  if (given.name == "check") inputs.push_back({"--then", &given.what});
  check_paths({{"--json", &given.json},
               {"--output", &given.output},
               {"--output", &given.build.output},
               {"--save-plan", &given.run.save_plan},
               {"--save-trace", &given.run.save_trace},
               {"--wave", &given.run.wave_file}},
              inputs);
}

int dispatch(CommandLine& given) {
  if (given.ranks->several() && !given.on_ranks) {
    throw InputError(
        fmt::format("romcast {} runs on one rank; start it without mpirun", given.name));
  }
  check_files(given);
  if (given.results_on_stdout() > 1) {
    throw InputError("- for several outputs: only one of them can go to stdout");
  }
  const std::string notes = settle_times(given.scenario);
  const int status = given.command(given);
  if (given.ranks->first()) say(notes);  // a refused command prints a single line, without notes
  if (status == kPass && given.ranks->first()) say(remark(given));
  return status;
}

int complain(std::string line, int status) {
  clear_progress();
  std::ranges::replace(line, '\n', ' ');
  say(fmt::format("romcast: {}\n", line));
  return status;
}

// Ends the program by SIGPIPE, as is the default.
int end_by_sigpipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  return kBadInput;
}

// Reports an error before the ranks have joined; returns `status`. Usually all ranks hit the same
// error: rank 0 reports it without delay, and mpirun ends the other ranks while they sleep.
int complain_alone(const std::string& line, int status) {
  const unsigned rank = launched().rank;
  if (rank == 0) return complain(line, status);
  std::this_thread::sleep_for(std::chrono::seconds(1) * std::min(rank + 1, 5U));
  return complain(fmt::format("rank {}: {}", rank, line), status);
}

// Ends the process without MPI, which would wait for the lost rank for ever. First sleeps a second,
// so that messages to the other ranks arrive.
[[noreturn]] void end_without_lost() {
  std::this_thread::sleep_for(std::chrono::seconds(1));
  std::_Exit(kPass);  // mpirun ignores the status of ranks once one is lost
}

// Runs the command; returns the exit status. A fatal error of one rank ends all ranks. Usually all
// ranks hit the same error: rank 0 reports it, and the other ranks report theirs a second later.
int dispatch_on_ranks(CommandLine& given, std::span<char* const> arguments) {
  Ranks& ranks = *given.ranks;
  try {
    agree(ranks, digest_of_start(arguments), "another program or other arguments");
    if (given.ends_apart) ranks.outlive_others();
    const int status = dispatch(given);
    if (given.rank_lost) end_without_lost();
    if (given.ends_apart) return status;
    return std::stoi(ranks.all(std::to_string(status)).front());
  } catch (const BrokenPipe&) {
    ranks.abort(end_by_sigpipe());
  } catch (const std::exception& error) {
    const Failure told = failure(error);
    const std::string text = with_options(told.text);
    if (!ranks.first()) std::this_thread::sleep_for(std::chrono::seconds(1));
    complain(ranks.first() ? text : fmt::format("rank {}: {}", ranks.rank(), text), told.status);
    ranks.abort(told.status);
  }
  return kBadInput;  // unreachable: abort() does not return
}

int help(const CLI::App& app, const CLI::ParseError& asked) {
  std::ostringstream text;
  app.exit(asked, text, text);
  print(text.str());
  return kPass;
}

// Refuses empty arguments and values, which usually come from unset variables, and short options
// with an equals sign, like -k=2.
void check_arguments(int argc, char* const* argv) {
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

void add_help(CLI::App& app, CommandLine& /*given*/) {
  app.add_subcommand("help", "Print this page, or the help of a command")
      ->add_option("command", "a command, e.g. romcast help run");
}

void add_demo(CLI::App& app, CommandLine& given) {
  CLI::App* command =
      app.add_subcommand("demo", "Run every collective on four networks, one table per network");
  command->callback([&given] {
    given.command = [](const CommandLine& asked) { return demo(asked.program, steady_progress()); };
  });
}

struct Command {
  const char* name;
  void (*add)(CLI::App& app, CommandLine& given);
  const char* group;
};
constexpr const char* kRun = "Plan and run";
constexpr const char* kLook = "Look";
constexpr const char* kHardware = "Hardware to take away";
constexpr const char* kPapers = "What the papers claim";
constexpr const char* kProgram = "The program itself";
constexpr std::array<Command, 18> kCommands{{{"run", add_run, kRun},
                                             {"plan", add_plan, kRun},
                                             {"check", add_check, kRun},
                                             {"rom", add_rom, kHardware},
                                             {"rtl", add_rtl, kHardware},
                                             {"fabric", add_fabric, kHardware},
                                             {"board", add_board, kHardware},
                                             {"sweep", add_sweep, kRun},
                                             {"view", add_view, kLook},
                                             {"network", add_network, kLook},
                                             {"design", add_design, kLook},
                                             {"list", add_list, kLook},
                                             {"cache", add_cache, kProgram},
                                             {"completion", add_completion, kProgram},
                                             {"explain", add_explain, kPapers},
                                             {"reproduce", add_reproduce, kPapers},
                                             {"demo", add_demo, kRun},
                                             {"help", add_help, kProgram}}};

// Declaring the options of all commands takes half of a short run, so only the commands that the
// arguments name get theirs. The general help, the man page and completions need all options.
void add_commands(CLI::App& app, CommandLine& given, std::span<char* const> arguments) {
  const std::string_view first = arguments.size() > 1 ? arguments[1] : "";
  const bool version = first == "--version";
  const bool all =
      !version && (first == "completion" ||
                   std::ranges::find(kCommands, first, &Command::name) == kCommands.end());
  for (const auto& [name, add, group] : kCommands) {
    if (all || std::ranges::find(arguments, std::string_view(name)) != arguments.end()) {
      add(app, given);
    } else {
      app.add_subcommand(name);
    }
    app.get_subcommand(name)->group(group);
  }
}

// `romcast help COMMAND` is `romcast COMMAND --help`.
std::vector<char*> with_help_option(std::span<char* const> arguments) {
  static std::string option = "--help";
  std::vector<char*> words(arguments.begin(), arguments.end());
  if (words.size() < 2 || std::string_view(words[1]) != "help") return words;
  words.erase(words.begin() + 1);
  // An unknown command causes the same error as without the word help.
  const bool known = words.size() < 2 || std::ranges::find(kCommands, std::string_view(words[1]),
                                                           &Command::name) != kCommands.end();
  if (known) words.push_back(option.data());
  return words;
}

// The version, and the commit if the program was built in a clone.
std::string version_text() {
  const std::string commit = ROMCAST_COMMIT;
  return "romcast " ROMCAST_VERSION " (unreleased" + (commit.empty() ? "" : ", commit " + commit) +
         ")";
}

int parse_and_dispatch(std::span<char* const> arguments) {
  const int count = static_cast<int>(arguments.size());
  CLI::App app{
      "romcast finds conflict-free schedules of collectives for a network, compiles them into ROMs "
      "of Verilog switches, and runs these cycle by cycle."};
  app.require_subcommand(1);
  app.formatter(std::make_shared<HelpText>());
  app.set_version_flag("--version", version_text(), "print the version");
  app.set_help_flag("-h,--help", "print this page");
  app.add_flag_callback("--man",
                        [&app] {
                          print(man_page(app));
                          throw CLI::Success();
                        })
      ->group("");  // hidden: for installers
  CommandLine given;
  given.program = arguments[0];
  add_commands(app, given, arguments);
  app.footer(help_footer());  // set last, since commands inherit the footer
  if (count == 1) {
    say(first_page(app));
    return complain_alone("give a command: one of these (see romcast --help)", kBadInput);
  }
  try {
    check_arguments(count, arguments.data());
    app.parse(count, arguments.data());
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return help(app, error);
    return complain_alone(usage_error(app, error), kBadInput);
  }
  given.name = app.get_subcommands().front()->get_name();
  given.ranks = join_ranks();
  return given.ranks->several() ? dispatch_on_ranks(given, arguments) : dispatch(given);
}

int main(int argc, char** argv) {
  guard_standard_streams();
  clean_up_on_signals();
  any::let_interrupts_end_searches();
  try {
    return parse_and_dispatch(with_help_option(std::span(argv, std::size_t(argc))));
  } catch (const BrokenPipe&) {
    return end_by_sigpipe();
  } catch (const std::exception& error) {
    const Failure told = failure(error);
    const std::string text = with_options(told.text);
    return complain_alone(text, told.status);
  }
}

}  // namespace
}  // namespace romcast

int main(int argc, char** argv) {
  // Suppresses SystemC's banner on stderr.
  setenv("SC_COPYRIGHT_MESSAGE", "DISABLE", 1);
  romcast::take_huge_pages();
  return romcast::main(argc, argv);
}
