// SPDX-License-Identifier: Apache-2.0
// The command line. Results go to stdout, everything else to stderr; exit status 0 pass, 1 verdict
// fail, 2 bad usage or input, 3 missing installation.
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

#include "apps/commands/commands.hpp"
#include "apps/huge_pages.hpp"
#include "apps/logp_times.hpp"
#include "apps/manual.hpp"
#include "apps/option_words.hpp"
#include "apps/output_paths.hpp"
#include "apps/progress.hpp"
#include "apps/usage.hpp"
#include "ranks/ranks.hpp"
#include "romcast/core/cleanup.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/run/failure.hpp"

namespace romcast {
namespace {

int dispatch(CommandLine& given) {
  if (given.ranks->several() && !given.on_ranks) {
    throw InputError(
        fmt::format("romcast {} runs on one rank; start it without mpirun", given.name));
  }
  check_paths({{"--json", &given.json},
               {"--output", &given.output},
               {"--save-plan", &given.run.save_plan},
               {"--save-trace", &given.run.save_trace},
               {"--wave", &given.run.wave_file}},
              {{"the file", &given.file}, {"--rom", &given.scenario.hardware.rom_folder}});
  if (given.results_on_stdout() > 1) {
    throw InputError("- for several outputs: only one of them can go to stdout");
  }
  const std::string notes = settle_times(given.scenario);
  const int status = given.command(given);
  if (given.ranks->first()) say(notes);  // a refused command prints a single line, without notes
  return status;
}

int complain(std::string line, int status) {
  clear_progress();
  std::ranges::replace(line, '\n', ' ');
  say(fmt::format("romcast: {}\n", line));
  return status;
}

// Die from SIGPIPE, as programs do by default.
int end_by_sigpipe() {
  std::signal(SIGPIPE, SIG_DFL);
  std::raise(SIGPIPE);
  return kBadInput;
}

// Used before ranks have joined. Usually all ranks hit the same error: rank 0 reports it at once,
// and mpirun ends the others during their delay.
int complain_alone(const std::string& line, int status) {
  const unsigned rank = launched().rank;
  if (rank == 0) return complain(line, status);
  std::this_thread::sleep_for(std::chrono::seconds(1) * std::min(rank + 1, 5U));
  return complain(fmt::format("rank {}: {}", rank, line), status);
}

// MPI would wait for the lost rank for ever; the delay lets messages to the other ranks arrive.
[[noreturn]] void end_without_lost() {
  std::this_thread::sleep_for(std::chrono::seconds(1));
  std::_Exit(kPass);  // mpirun ignores the status of ranks once one is lost
}

// A fatal error of one rank ends all. Usually all ranks hit the same error and rank 0 reports it;
// the others wait, in case the error is theirs alone.
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

// An empty argument usually comes from an unset variable; it is refused rather than ignored.
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

struct Command {
  const char* name;
  void (*add)(CLI::App& app, CommandLine& given);
};
constexpr std::array<Command, 15> kCommands{{{"run", add_run},
                                             {"plan", add_plan},
                                             {"check", add_check},
                                             {"rom", add_rom},
                                             {"rtl", add_rtl},
                                             {"board", add_board},
                                             {"sweep", add_sweep},
                                             {"view", add_view},
                                             {"network", add_network},
                                             {"list", add_list},
                                             {"cache", add_cache},
                                             {"completion", add_completion},
                                             {"explain", add_explain},
                                             {"reproduce", add_reproduce},
                                             {"demo", add_demo}}};

// Declaring the options of all commands takes half of a short run, so commands that are not named
// stay without. Help for all, the man page and completions need every option.
void add_commands(CLI::App& app, CommandLine& given, std::span<char* const> arguments) {
  const std::string_view first = arguments.size() > 1 ? arguments[1] : "";
  const bool version = first == "--version";
  const bool all =
      !version && (first == "completion" ||
                   std::ranges::find(kCommands, first, &Command::name) == kCommands.end());
  for (const auto& [name, add] : kCommands) {
    if (all || std::ranges::find(arguments, std::string_view(name)) != arguments.end()) {
      add(app, given);
    } else {
      app.add_subcommand(name);
    }
  }
}

int parse_and_dispatch(int argc, char** argv) {
  CLI::App app{
      "romcast: collectives computed as schedules, compiled into ROMs, run on Verilog switches"};
  app.require_subcommand(1);
  app.set_version_flag("--version", "romcast " ROMCAST_VERSION);
  app.footer(help_footer());
  app.add_flag_callback("--man",
                        [&app] {
                          print(man_page(app));
                          throw CLI::Success();
                        })
      ->group("");  // hidden: for installers
  CommandLine given;
  given.program = argv[0];
  add_commands(app, given, std::span(argv, static_cast<std::size_t>(argc)));
  try {
    check_arguments(argc, argv);
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return help(app, error);
    return complain_alone(usage_error(app, error), kBadInput);
  }
  given.name = app.get_subcommands().front()->get_name();
  given.ranks = join_ranks();
  return given.ranks->several() ? dispatch_on_ranks(given, std::span(argv, argc)) : dispatch(given);
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
