// SPDX-License-Identifier: Apache-2.0
#include "systemc/board/board_run.hpp"

#include <fmt/format.h>
#include <sys/prctl.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <map>
#include <memory>

#include "romcast/core/cleanup.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/input_file.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/design/board/manifest.hpp"
#include "romcast/design/board/synthesis.hpp"
#include "romcast/design/parts.hpp"
#include "romcast/run/cosimulation.hpp"
#include "romcast/run/queue_depths.hpp"
#include "systemc/board/simulated_board.hpp"

namespace romcast {
namespace {

using Clock = std::chrono::steady_clock;
constexpr std::size_t kMostComplaints = 20;                     // later ones are only counted
constexpr std::uint64_t kMostNetlist = std::uint64_t{1} << 30;  // bytes
// A run whose cycle counter stands still for this time is given up.
constexpr std::chrono::seconds kStandstill{5};
// The simulation of a large netlist runs only some thousand clocks per second.
constexpr board::Patience kPatienceWithSimulation{.reply = std::chrono::seconds(10)};

std::vector<board::LoadWord> load_words(const RtlDesign& design, bool straps_only) {
  std::vector<board::LoadWord> words;
  for (const RtlLoad& load : design.loads) {
    if (straps_only && !design.targets[load.target].strap) continue;
    words.push_back({load.target, load.address, load.pieces});
  }
  return words;
}

std::string netlist_in(const std::string& file, const std::string& top) {
  std::ifstream in = open_input(file, kMostNetlist);
  std::string text{std::istreambuf_iterator<char>(in), {}};
  if (text.find("module " + top) != std::string::npos) return text;
  throw InputError(fmt::format(
      "`netlist_file` {}: has no module {}; romcast board build -o x.v makes one", file, top));
}

// The chosen board; if none is chosen, an iCE40 of unlimited size.
BoardManifest board_of(const BoardPort& port) {
  if (!port.board.empty()) {
    const BoardManifest board = board_manifest(port.board);
    return port.clock == 0 ? board : with_clock(board, port.clock);
  }
  constexpr auto kEnough = std::numeric_limits<std::size_t>::max();
  return {.family = "ice40", .logic_cells = kEnough, .block_rams = kEnough};
}

unsigned clocks_per_bit(const BoardPort& port) {
  return port.board.empty() ? kSimulatedClocksPerBit : board_of(port).clocks_per_bit();
}

void check_family(const BoardPort& port, const BoardManifest& board, const std::string& netlist) {
  const bool ecp5 = netlist.find("TRELLIS_FF ") != std::string::npos;
  const bool ice40 = netlist.find("SB_DFF") != std::string::npos;
  if (ecp5 == ice40 || ecp5 == (board.family == "ecp5")) return;
  throw InputError(
      fmt::format("`netlist_file` {}: has cells of an {}; give the `board` that it was built for",
                  port.netlist_file, ecp5 ? "ecp5" : "ice40"));
}

// The Verilog to simulate: `port.netlist_file` if given; else, if `port.netlist`, a netlist made
// from the design; else the design itself. Throws InputError if the file does not fit.
BoardVerilog verilog_of(const BoardPort& port, const BoardDesign& design) {
  const BoardManifest board = board_of(port);
  if (!port.netlist_file.empty()) {
    const std::string text = netlist_in(port.netlist_file, design.verilog().top);
    check_family(port, board, text);
    return {.files = {{"netlist.v", text}}, .top = design.verilog().top, .cells = board.family};
  }
  return port.netlist ? as_netlist(design, board) : design.verilog();
}

// A child process that simulates a board. Only the child holds the board's end of the serial line,
// so the line closes if the child dies.
class SimulatedProcess {
 public:
  SimulatedProcess(const BoardVerilog& verilog, unsigned clocks_per_bit)
      : model_(verilog),
        board_(std::make_unique<SimulatedBoard>(model_, clocks_per_bit)),
        device_(board_->device()),
        child_([this, parent = getpid()] {
          prctl(PR_SET_PDEATHSIG, SIGTERM);
          if (getppid() == parent) board_->serve();
        }) {
    board_.reset();
  }
  [[nodiscard]] const std::string& device() const { return device_; }

 private:
  BoardModel model_;
  std::unique_ptr<SimulatedBoard> board_;
  std::string device_;
  Child child_;
};

// Throws MissingError unless the board has the design and the word width that the plan needs. The
// sizes of the board's memories may differ from those that the plan needs.
void check_identity(const board::Identity& found, const board::Identity& needed,
                    const std::string& port) {
  if (found.network == needed.network && found.word_bits == needed.word_bits) return;
  throw MissingError(fmt::format(
      "`port` {}: the board has another design ({}, fingerprint {:016x}) than this needs ({}, "
      "{:016x}); run what it was built for, or build it anew with romcast board build",
      port, found.text, found.network, needed.text, needed.network));
}

// Throws MissingError if the board was reset: if it is no longer started, or does not count all
// `words` words as loaded.
void check_loaded(board::Host& host, std::size_t words, const std::string& port) {
  const board::Status status = host.status();
  if (status.started && status.loaded == (words & 0xffffff)) return;
  throw MissingError(
      fmt::format("`port` {}: the board was reset in the middle of the run; run again", port));
}

void wait_for_end(board::Host& host, Cycle end, std::size_t words, const std::string& port) {
  std::uint32_t last = 0;
  for (auto seen = Clock::now();;) {
    const std::uint32_t cycle = host.read(kCycleAddress);
    if (cycle >= end) return;
    if (cycle <= last) check_loaded(host, words, port);
    if (cycle != last) seen = Clock::now();
    if (Clock::now() - seen > kStandstill) {
      throw MissingError(fmt::format(
          "`port` {}: the board stands still in cycle {}; reset it and run again", port, cycle));
    }
    last = cycle;
  }
}

// Loads the program, runs it and returns the values of all registers, in the order of
// program.design.network.registers. Throws MissingError if the board is reset or stands still.
std::vector<std::uint32_t> measured_by(board::Host& host, const BoardProgram& program,
                                       const Progress& progress, const std::string& port) {
  const std::vector<board::LoadWord> straps = load_words(program.design.network, true);
  const std::vector<board::LoadWord> words = load_words(program.design.network, false);
  host.clear();
  if (!straps.empty()) {
    host.load(straps, program.design.identity.word_bits, {});
    host.clear();
  }
  host.load(words, program.design.identity.word_bits, [&](double done) {
    if (progress) progress("loading the board", done);
  });
  host.start();
  wait_for_end(host, program.end, words.size(), port);
  std::vector<std::uint32_t> addresses;
  for (const RtlRegister& one : program.design.network.registers) addresses.push_back(one.address);
  std::vector<std::uint32_t> values = host.read(addresses);
  check_loaded(host, words.size(), port);
  return values;
}

// Returns the registers of the switches and the crossbar in the form in which a co-simulation
// returns them. values[i] is the value of design.registers[i].
Readings as_result(const Topology& topology, const RtlDesign& design,
                   const std::vector<std::uint32_t>& values) {
  struct Node {
    std::shared_ptr<Registers::Names> names = std::make_shared<Registers::Names>();
    std::vector<std::int64_t> values{};
  };
  std::map<std::uint32_t, Node> nodes;  // by part of the design
  for (std::size_t i = 0; i < values.size(); ++i) {
    Node& node = nodes[design.registers[i].address / kRtlRegistersOfPart];
    node.names->push_back(design.registers[i].name);
    node.values.push_back(values[i]);
  }
  Readings result;
  for (auto& [part, node] : nodes) {
    const Registers registers(node.names, node.values);
    const auto switches = static_cast<std::uint32_t>(topology.switches());
    if (part < switches) {
      const NodeId number = topology.first_switch() + part;
      result.switches.push_back({topology.level(number), number, registers});
    } else if (part == switches && topology.crossbar()) {
      result.crossbar = registers;
    }
  }
  return result;
}

// True for the flags that are reported per switch.
bool is_flag(const std::string& name) {
  return name == "overflow" || name == "underflow" || name == "contention";
}

std::vector<std::string> complaints(const RtlDesign& design,
                                    const std::vector<std::uint32_t>& values) {
  std::vector<std::string> told;
  std::size_t untold = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const RtlRegister& one = design.registers[i];
    if (!one.expected || *one.expected == values[i] || is_flag(one.name)) continue;
    if (told.size() == kMostComplaints) {
      ++untold;
      continue;
    }
    told.push_back(one.name == "errors"
                       ? fmt::format("{}: {} damaged, twice, lost or not for it", one.node,
                                     counted(values[i], "message"))
                       : fmt::format("{}: register {} is {}, the plan says {}", one.node, one.name,
                                     values[i], *one.expected));
  }
  if (untold > 0) told.push_back(fmt::format("{} more differ", counted(untold, "register")));
  return told;
}

Measured measured(Run& run, const RtlDesign& design, const std::vector<std::uint32_t>& values) {
  const Topology& topology = run.network();
  const Readings result = as_result(topology, design, values);
  Measured measured{.control = "board",
                    .expected = run.job().problem.collective.expected_deliveries(),
                    .complaints = complaints(design, values)};
  for (std::size_t i = 0; i < values.size(); ++i) {
    switch (design.registers[i].total) {
      case RtlRegister::Total::hops:
        measured.hops += values[i];
        break;
      case RtlRegister::Total::cycles:
        measured.cycles = std::max<Cycle>(measured.cycles, values[i]);
        break;
      case RtlRegister::Total::delivered:
        measured.delivered += values[i];
        break;
      default:
        break;
    }
  }
  read_registers(result, run.job().problem, measured);
  measured.depths = measured_depths(run.depths(), result);
  return measured;
}

}  // namespace

std::optional<Measurement> Board::measure(Run& run) {
  const auto program_in = [&](RtlRoom room) {
    return board_program(run, clocks_per_bit(port_), room);
  };
  const Progress& progress = run.settings().progress;
  const bool simulated = port_.device == "sim";
  if (simulated && progress) progress("building the simulated board", -1);
  std::optional<BoardProgram> made;
  std::optional<SimulatedProcess> process;
  if (simulated) {
    made = program_in(port_.room);
    process.emplace(verilog_of(port_, made->design), clocks_per_bit(port_));
  }
  const std::string& device = simulated ? process->device() : port_.device;
  const auto line = board::open_serial_port(device, port_.baud);
  board::Host host(*line, simulated ? kPatienceWithSimulation : board::Patience());
  const board::Identity found = host.identify();
  // The program must fit the memory sizes of the board found: a real board's are known only now,
  // and a netlist's may differ from those of the design made above.
  if (!made || made->design.identity.sizes != found.sizes) {
    made = program_in({.words = found.sizes[0], .places = found.sizes[1]});
  }
  const BoardProgram& program = *made;
  check_identity(found, program.design.identity, device);
  const std::vector<std::uint32_t> values = measured_by(host, program, progress, device);
  Measurement result{.measured = measured(run, program.design.network, values)};
  result.measured.target = !simulated                                     ? device
                           : port_.netlist || !port_.netlist_file.empty() ? "netlist"
                                                                          : "sim";
  return result;
}

void simulate_board(const BoardPort& port, Run& run,
                    const std::function<void(const std::string&)>& ready) {
  const BoardProgram program = board_program(run, clocks_per_bit(port), port.room);
  const BoardModel model(verilog_of(port, program.design));
  SimulatedBoard board(model, clocks_per_bit(port));
  ready(board.device());
  board.serve();
}

}  // namespace romcast
