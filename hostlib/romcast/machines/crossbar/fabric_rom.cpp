// SPDX-License-Identifier: Apache-2.0
// Rows of the crossbars and Benes networks of rtl/complete, from the rows of the processors.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "romcast/core/bits.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/machines/bit_row.hpp"
#include "romcast/machines/crossbar/benes.hpp"
#include "romcast/machines/crossbar/crossbar_rom.hpp"

namespace romcast {
namespace {

constexpr std::size_t kMostLines = 65536;

// For each input line its output line, or kNone; one Route per row.
using Route = std::vector<std::uint32_t>;

std::size_t lines_of(const Complete& network, const CompleteRoms& roms) {
  const std::size_t lines = network.processors() * roms.ports;
  if (lines <= kMostLines) return lines;
  throw InputError(fmt::format("{} with {} have {}; a switch has at most {}",
                               counted(network.processors(), "processor"),
                               counted(roms.ports, "port"), counted(lines, "line"), kMostLines));
}

enum class Which { named, sent };  // lines of all sends of a row; lines of sends that happen()

Route route_of(const CompleteRoms& roms, std::uint64_t round, Which which, std::size_t lines) {
  Route route(lines, kNone);
  for (std::size_t v = 0; v < roms.program_of.size(); ++v) {
    const std::uint64_t row = round % roms.period(static_cast<NodeId>(v)) * roms.ports;
    const PeriodicProgram& program = roms.programs[roms.program_of[v]];
    for (std::uint32_t p = 0; p < roms.ports; ++p) {
      const PeriodicSend& send = program[row + p];
      if (which == Which::named ? send.send : roms.happens(send, round)) {
        route[v * roms.ports + p] = send.line;
      }
    }
  }
  return route;
}

bool meet(const Route& route) {
  std::vector<bool> taken(route.size(), false);
  for (const std::uint32_t line : route) {
    if (line == kNone) continue;
    if (taken[line]) return true;
    taken[line] = true;
  }
  return false;
}

std::uint64_t common_period(const CompleteRoms& roms, std::uint64_t most) {
  std::uint64_t common = 1;
  for (const PeriodicProgram& program : roms.programs) {
    if (common < most) common = std::lcm(common, program.size() / roms.ports);
  }
  return common;
}

// Returns one Route per round of the processors' common period if that period is shorter than
// `rounds` and no such Route gives an output line two sources; else one Route per round of the run.
// In the latter case throws InputError if `rounds` exceeds kMostPeriod.
std::vector<Route> routes_of(const CompleteRoms& roms, Cycle rounds, std::size_t lines) {
  std::vector<Route> routes;
  const std::uint64_t common = common_period(roms, rounds);
  if (common < rounds) {
    for (std::uint64_t row = 0; row < common; ++row) {
      routes.push_back(route_of(roms, row, Which::named, lines));
    }
    if (std::ranges::none_of(routes, meet)) return routes;
    routes.clear();
  }
  if (rounds > kMostPeriod) {
    throw InputError(
        fmt::format("the switch needs {} rows, a ROM has at most {}; give fewer "
                    "messages or `control` rule",
                    rounds, kMostPeriod));
  }
  for (std::uint64_t row = 0; row < rounds; ++row) {
    routes.push_back(route_of(roms, row, Which::sent, lines));
  }
  return routes;
}

ControlWord crossbar_row(const Route& route) {
  const unsigned bits = index_bits(route.size());
  Route sources(route.size(), kNone);
  for (std::uint32_t from = 0; from < route.size(); ++from) {
    if (route[from] != kNone) sources[route[from]] = from;
  }
  ControlWord row((route.size() * (bits + 1) + 31) / 32, 0);
  std::size_t at = 0;
  for (const std::uint32_t from : sources) {
    put_bits(row, at, bits, from == kNone ? 0 : from);
    put_bits(row, at, 1, from == kNone ? 0 : 1);
  }
  return row;
}

}  // namespace

unsigned row_bits(FabricKind kind, std::uint64_t lines) {
  if (kind == FabricKind::crossbar) {
    return static_cast<unsigned>(lines * (index_bits(lines) + 1));
  }
  const std::uint64_t all = std::bit_ceil(lines);
  return static_cast<unsigned>(benes_stages(static_cast<unsigned>(std::countr_zero(all))) * all /
                               2);
}

FabricRom fabric_rom(FabricKind kind, const Complete& network, const CompleteRoms& roms,
                     Cycle rounds) {
  const bool benes = kind == FabricKind::benes;
  const std::size_t used = lines_of(network, roms), lines = benes ? std::bit_ceil(used) : used;
  FabricRom rom{.rows = RomImage(row_bits(kind, lines)), .kind = kind};
  for (const Route& route : routes_of(roms, rounds, lines)) {
    rom.rows.append(benes ? benes_row(route) : crossbar_row(route));
  }
  return rom;
}

}  // namespace romcast
