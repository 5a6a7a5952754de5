// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <charconv>

#include "apps/commands/given_job.hpp"
#include "apps/files.hpp"
#include "apps/options.hpp"
#include "apps/terminal.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/design/board/build.hpp"
#include "systemc/board/board_run.hpp"

namespace romcast {
namespace {

constexpr double kMostMegahertz = 1000;

// True if the job is an illegal schedule from a file: commands then only show the run's report.
bool wrong(Run& run) { return run.job().given && !run.legal(); }

// Reads --clock: a number of MHz, or auto.
void read_clock(CommandLine& given) {
  const std::string& text = given.clock;
  if (text.empty()) return;
  if (given.build.board.empty()) throw InputError("--clock needs --board NAME");
  given.build.fastest = text == "auto";
  if (given.build.fastest) {
    if (given.what != "build") throw InputError("--clock auto: only board build finds a clock");
    return;
  }
  const char* const end = text.data() + text.size();
  const auto [rest, error] =
      std::from_chars(text.data(), end, given.build.clock, std::chars_format::fixed);
  const double clock = given.build.clock;
  if (error != std::errc{} || rest != end || !(clock > 0 && clock <= kMostMegahertz)) {
    throw InputError(
        fmt::format("--clock {}: a number of MHz up to {}, or auto", text, kMostMegahertz));
  }
}

int run_on_board(CommandLine& given) {
  Run run(given_job(given), given.run);
  run.check_hardware();
  if (wrong(run)) return show(run.report(), given);
  Board board(given.board);
  return show(run.report(board), given);
}

int simulate(CommandLine& given) {
  Run run(given_job(given), given.run);
  run.check_hardware();
  if (wrong(run)) return show(run.report(), given);
  simulate_board(given.board, run, [](const std::string& device) { print(device + "\n"); });
  return kPass;
}

int build(CommandLine& given) {
  if (given.build.board.empty()) throw InputError("board build needs --board NAME");
  const BoardManifest board = board_manifest(given.build.board);
  Run run(given_job(given), given.run);
  run.check_hardware();
  if (wrong(run)) return show(run.report(), given);
  const BoardFigures made = build_for_board(given.build, board, run);
  if (given.json != "-") print(made.table());
  if (!given.json.empty()) write_json(given.json, made.json());
  return kPass;
}

int board_command(CommandLine& given) {
  read_control(given);
  show_progress(given.run);
  read_clock(given);
  if (given.what == "build") return build(given);
  given.board.board = given.build.board;
  given.board.clock = given.build.clock;
  given.board.room = given.build.room;
  if (given.what == "run" && given.board.room.any() && given.board.device != "sim") {
    throw InputError(fmt::format("--room {}: the board at {} has the room that it was built with",
                                 given.board.room.words, given.board.device));
  }
  return given.what == "run" ? run_on_board(given) : simulate(given);
}

void add_port(CLI::App& command, CommandLine& given) {
  command
      .add_option("--port", given.board.device,
                  "run: serial port of the board, e.g. /dev/ttyUSB1; sim: simulate it")
      ->type_name("DEVICE|sim")
      ->capture_default_str()
      ->group("Board");
  command.add_option("--baud", given.board.baud, "run: bits per second on the serial line")
      ->capture_default_str()
      ->check(CLI::Range(1200U, 4'000'000U))
      ->transform(decimal())
      ->group("Board");
  command
      .add_flag("--netlist", given.board.netlist,
                "run, sim: simulate the netlist that synthesis makes of the board (yosys)")
      ->group("Board");
  command
      .add_option("--netlist-file", given.board.netlist_file,
                  "run, sim: simulate this netlist, written by board build -o x.v")
      ->type_name("FILE")
      ->group("Board");
}

void add_build(CLI::App& command, CommandLine& given) {
  command
      .add_option("--board", given.build.board,
                  "build: for which board: a folder of fpga/boards, or any other with such files; "
                  "run, sim: simulate the design of this board")
      ->type_name("NAME|DIR")
      ->group("Board");
  command
      .add_option("-o,--output", given.build.output,
                  "build: what is kept of it: x.bit, x.asc, or the netlist, x.v or x.json")
      ->type_name("FILE")
      ->group("Board");
  command
      .add_option("--room", given.build.room.words,
                  "build, sim, run --port sim: room for schedules whose ROMs and tables have up to "
                  "so many words, "
                  "not for this one only")
      ->type_name("WORDS")
      ->check(CLI::Range(1U, RtlRoom::kMost))
      ->transform(decimal())
      ->group("Board");
  command.add_option("--seed", given.build.seed, "build: placement begins with")
      ->transform(decimal())
      ->capture_default_str()
      ->group("Board");
  command
      .add_option("--clock", given.clock,
                  "build: clock of the design, made by a PLL of the board; auto: the fastest that "
                  "the design reaches; run, sim: that of a --netlist-file")
      ->type_name("MHZ|auto")
      ->group("Board");
  command
      .add_option("--lut-words", given.build.lut_words,
                  "build: put memories of up to WORDS words into LUTs, read into flip-flops, for a "
                  "faster clock (not on an iCE40); 0: synthesis decides; default: as the board's "
                  "manifest")
      ->type_name("WORDS")
      ->check(CLI::Range(0U, RtlRoom::kMost))
      ->transform(decimal())
      ->group("Board");
  command
      .add_option("--aim", given.build.aim, "build: clock that placement and routing try to reach")
      ->type_name("MHZ")
      ->check(CLI::Range(1U, 1000U))
      ->transform(decimal())
      ->capture_default_str()
      ->group("Board");
}

}  // namespace

void add_board(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand(
      "board", "Build a board for a scenario or a file, or run it on one, or on a simulated one");
  command
      ->add_option("action", given.what,
                   "build: synthesise, place and route it for --board | run: load it into the "
                   "board at --port, start it, read all counters | sim: simulate a board for it "
                   "until it is ended, and print its --port")
      ->check(CLI::IsMember({"build", "run", "sim"}))
      ->required();
  add_file(*command, given);
  add_file_options(*command, given);
  add_scenario_options(*command, given.scenario);
  add_control(*command, given);
  add_rom_words(*command, given);
  add_build(*command, given);
  add_port(*command, given);
  add_json(*command, given);
  command->footer("Example: romcast board run --port sim --network star --symbols 3 -c allgather");
  command->callback([&given, command] {
    given.command = [command](CommandLine& line) {
      if (line.what == "build") {
        refuse_given(*command, {"--port", "--baud", "--netlist", "--netlist-file"},
                     "board build runs nothing; leave it out");
      } else {
        if (line.what == "sim") {
          refuse_given(*command, {"--port", "--baud", "--json"},
                       "board sim makes its port, and reports nothing; leave it out");
        }
        refuse_given(*command, {"--output", "--seed", "--aim", "--lut-words"},
                     "only board build has it");
      }
      return board_command(line);
    };
  });
}

}  // namespace romcast
