// SPDX-License-Identifier: Apache-2.0
#include "claims/peers.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace romcast::claims {
namespace {

constexpr double kSame = 1e-3;   // relative difference
constexpr unsigned kMany = 240;  // enough messages for the rate to dominate the time

std::optional<double> of_cycles(const Figures& run) { return run.cycles; }
std::optional<double> of_bound(const Figures& run) { return run.bound; }

std::optional<double> in_microseconds(const Figures& run, std::optional<double> cycles) {
  const auto seconds = run["cycle_seconds"];
  if (!seconds || !cycles) return std::nullopt;
  return *cycles * *seconds * 1e6;
}

PeerFigure in_cycles(PeerFigure published) {
  published.unit = "cycles";
  published.measured = of_cycles;
  published.limit = of_bound;
  return published;
}

// Allgathers on meshes and tori: first with equal links, then with a bandwidth per dimension.
void add_tacos(std::vector<PeerFigure>& all) {
  struct Trial {
    const char *network, *dims;
    unsigned chunks;
    double cycles;
  };
  constexpr std::array<Trial, 9> trials{{{"mesh", "5x5", 1, 12},
                                         {"mesh", "10x10", 2, 99},
                                         {"mesh", "7x12", 3, 125},
                                         {"torus", "3x3x3", 1, 5},
                                         {"torus", "3x4x5", 2, 20},
                                         {"torus", "4x2x3", 3, 14},
                                         {"mesh", "3x3x3", 1, 9},
                                         {"mesh", "3x4x5", 2, 40},
                                         {"mesh", "4x2x3", 3, 23}}};
  for (const Trial& trial : trials) {
    all.push_back(in_cycles(
        {.id = fmt::format("peers-tacos-{}-{}", trial.network, trial.dims),
         .peer = "TACOS",
         .what = fmt::format("allgather of {} on a {} {}", trial.chunks, trial.network, trial.dims),
         .source = "github.com/astra-sim/tacos, tests/test_tacos_*.cpp",
         .run = fmt::format("-n {} --dims {} -c allgather -p multi --messages {}", trial.network,
                            trial.dims, trial.chunks),
         .figure = trial.cycles}));
  }
  struct Mixed {
    const char *dims, *bandwidth, *latency, *chunk;
    unsigned chunks;
    double microseconds;
  };
  // Each chunk is 1 GiB / (processors * chunks).
  constexpr std::array<Mixed, 3> mixed{
      {{"5x5", "50GiB/s,75GiB/s", "0.5us", "40.96MiB", 1, 8005.0},
       {"8x5", "80GiB/s,35GiB/s", "1us", "12.8MiB", 2, 8595.43},
       {"7x10", "16GiB/s,73GiB/s", "1.5us", "5113056B", 3, 44612.47}}};
  for (const Mixed& trial : mixed) {
    all.push_back(
        {.id = fmt::format("peers-tacos-mixed-{}", trial.dims),
         .peer = "TACOS",
         .what = fmt::format("allgather of {} on a mesh {}, {} and {}", trial.chunks, trial.dims,
                             trial.bandwidth, trial.latency),
         .source = "github.com/astra-sim/tacos, tests/test_tacos_mesh_2d_hetero.cpp",
         .run = fmt::format(
             "{}-n mesh --dims {} --bandwidth {} --latency {} --chunk {} -c allgather "
             "-p multi --messages {}",
             kPlanOnly, trial.dims, trial.bandwidth, trial.latency, trial.chunk, trial.chunks),
         .figure = trial.microseconds,
         .unit = "us",
         .measured = [](const Figures& run) { return in_microseconds(run, run.cycles); },
         .limit = [](const Figures& run) { return in_microseconds(run, run.bound); }});
  }
}

// Allgathers in synchronous steps, each of one or more rounds. The last figure: three chunks in two
// steps need five rounds, since SCCL proves that four are too few.
void add_sccl(std::vector<PeerFigure>& all) {
  struct Row {
    unsigned steps;
    double rounds;
    unsigned chunks;
  };
  constexpr std::array<Row, 5> rows{{{2, 3, 2}, {3, 4, 3}, {3, 5, 4}, {3, 6, 5}, {3, 7, 6}}};
  for (const Row& row : rows) {
    all.push_back(in_cycles(
        {.id = fmt::format("peers-sccl-{}-{}", row.steps, row.chunks),
         .peer = "SCCL",
         .what =
             fmt::format("allgather of {} on a DGX-1 in {} steps, rounds", row.chunks, row.steps),
         .source = "Cai et al., PPoPP 2021, Table 4",
         .run = fmt::format(
             "-n dgx1 -c allgather -p multi --messages {} -a exact --steps {} --seconds 600",
             row.chunks, row.steps),
         .figure = row.rounds}));
  }
  all.push_back(in_cycles(
      {.id = "peers-sccl-refuted",
       .peer = "SCCL",
       .what = "allgather of 3 on a DGX-1 in 2 steps, rounds (4 are refuted)",
       .source = "Cai et al., PPoPP 2021, section 5.3",
       .run = "-n dgx1 -c allgather -p multi --messages 3 -a exact --steps 2 --seconds 600",
       .figure = 5}));
  all.back().limit = nullptr;  // the bound ignores steps
}

// Returns `published` with the unit GB/s and with two functions: `measured` gives romcast's rate
// for many messages, `limit` the bound of this rate. Both convert messages of each processor (or
// pair) per cycle to the bytes that a processor has at the end, divided by the time; one message
// per cycle is `lane` GB/s.
PeerFigure as_rate(PeerFigure published, double lane, unsigned processors) {
  const auto at = [=](std::optional<double> messages) -> std::optional<double> {
    return messages ? std::optional(*messages * lane * processors) : std::nullopt;
  };
  published.unit = "GB/s";
  published.less_is_better = false;
  published.measured = [at](const Figures& run) { return at(run["rate"]); };
  published.limit = [at](const Figures& run) { return at(run["rate_bound"]); };
  return published;
}

void add_forestcoll(std::vector<PeerFigure>& all) {
  const std::string peer = "ForestColl", source = "Zhao et al. 2024, tables 1 and 2";
  const auto per_message = [&](const char* id, const char* what, const char* network,
                               double figure) {
    all.push_back({.id = id,
                   .peer = peer,
                   .what = what,
                   .source = "github.com/liangyuRain/ForestColl",
                   .run = fmt::format("{}-n {} -c allgather -p multi -a forest --messages {}",
                                      kPlanOnly, network, kMany),
                   .figure = figure,
                   .unit = "cycles/message",
                   .measured = [](const Figures& run) -> std::optional<double> {
                     const auto messages = run["rate"];
                     return messages ? std::optional(1 / *messages) : std::nullopt;
                   },
                   .limit = [](const Figures& run) -> std::optional<double> {
                     const auto messages = run["rate_bound"];
                     return messages ? std::optional(1 / *messages) : std::nullopt;
                   }});
  };
  per_message("peers-forestcoll-dgx1", "allgather on a DGX-1", "dgx1", 7.0 / 6);
  per_message("peers-forestcoll-mesh", "allgather on a mesh 4x4", "mesh --dims 4x4", 15.0 / 2);
  per_message("peers-forestcoll-line", "allgather on L2(K4,4)", "'line 2 (circulant 8 1,3)'",
              127.0 / 4);
  const auto on = [&](const char* id, const char* what, const std::string& network, double figure,
                      double lane, unsigned processors, unsigned messages = kMany) {
    all.push_back(
        as_rate({.id = id,
                 .peer = peer,
                 .what = what,
                 .source = source,
                 .run = fmt::format("plan -n {} -c allgather -p multi -a forest --messages {}",
                                    network, messages),
                 .figure = figure},
                lane, processors));
  };
  on("peers-forestcoll-a100", "allgather on 1x8 A100", "dgx-a100 --machines 1", 342.86, 300, 8);
  on("peers-forestcoll-a100-2", "allgather on 2x8 A100", "dgx-a100 --machines 2", 346.67, 25, 16,
     260);
  // A message is 400 kB and a cycle 1 us, and 83 trees have the best rate.
  on("peers-forestcoll-mi250-2", "allgather on 2x16 MI250", "mi250 --machines 2 --chunk 400kB",
     354.13, 400, 32, 83);
  on("peers-forestcoll-mi250", "allgather on 1x16 MI250", "mi250 --machines 1", 342.86, 50, 16);
}

// Rates on two or four machines, with so much data that latency does not matter.
void add_teccl(std::vector<PeerFigure>& all) {
  struct Row {
    const char *id, *peer, *network, *collective;
    double figure;
    unsigned processors;
  };
  // Each figure of TE-CCL is the better of two: with fast epochs and with slow epochs.
  constexpr std::array<Row, 7> rows{
      {{"teccl-dgx2-allgather", "TE-CCL", "dgx2 --machines 2", "allgather", 129.03, 32},
       {"teccl-dgx2-alltoall", "TE-CCL", "dgx2 --machines 2", "alltoall", 12.42, 32},
       {"teccl-ndv2-allgather", "TE-CCL", "ndv2 --machines 2", "allgather", 22.86, 16},
       {"teccl-ndv2-alltoall", "TE-CCL", "ndv2 --machines 2", "alltoall", 3.52, 16},
       {"teccl-ndv2-4-allgather", "TE-CCL", "ndv2 --machines 4", "allgather", 15.38, 32},
       {"taccl-ndv2-allgather", "TACCL", "ndv2 --machines 2", "allgather", 18.60, 16},
       {"taccl-ndv2-alltoall", "TACCL", "ndv2 --machines 2", "alltoall", 3.125, 16}}};
  for (const Row& row : rows) {
    const bool gathers = row.collective == std::string_view("allgather");
    all.push_back(as_rate(
        {.id = fmt::format("peers-{}", row.id),
         .peer = row.peer,
         .what = fmt::format("{} on {}", row.collective, row.network),
         .source = "Liu et al., SIGCOMM 2024, and Shah et al., NSDI 2023",
         .run = fmt::format("plan -n {} -c {} -p multi -a {} --messages {}", row.network,
                            row.collective, gathers ? "forest" : "flow", gathers ? kMany : 16),
         .figure = row.figure},
        12.5, row.processors));
  }
}

void add_direct_connect(std::vector<PeerFigure>& all) {
  const std::string peer = "Direct-connect", source = "Zhao et al., NSDI 2025";
  // 1.031 M/B with M = 128 messages and B = 4 links.
  all.push_back(in_cycles({.id = "peers-direct-line",
                           .peer = peer,
                           .what = "allgather on L2(K4,4)",
                           .source = source,
                           .run = "plan -n 'line 2 (circulant 8 1,3)' -c allgather -p multi",
                           .figure = 1.031 * 128 / 4}));
  for (const unsigned processors : {32, 64, 128}) {
    all.push_back(
        {.id = fmt::format("peers-direct-kautz-{}", processors),
         .peer = peer,
         .what = fmt::format("alltoall on a generalized Kautz graph of {}, degree 4", processors),
         .source = source,
         .run = fmt::format("{}-n generalized-kautz --processors {} --out-degree 4 -c alltoall "
                            "-p multi --seconds 30",
                            kPlanOnly, processors),
         .figure = 5.2,
         .unit = "% over bound",
         .measured = [](const Figures& run) -> std::optional<double> {
           if (!run.cycles || !run.bound) return std::nullopt;
           return 100 * (*run.cycles / *run.bound - 1);
         }});
  }
}

// Periods of alltoalls on tiles, with one word per pair and frame.
void add_slot_tables(std::vector<PeerFigure>& all) {
  struct Row {
    const char *peer, *network, *dims;
    double period;
  };
  constexpr std::array<Row, 20> rows{
      {{"S4NoC", "torus", "3x3", 10},    {"S4NoC", "torus", "4x4", 19},
       {"S4NoC", "torus", "5x5", 27},    {"S4NoC", "torus", "6x6", 42},
       {"S4NoC", "torus", "7x7", 58},    {"S4NoC", "torus", "8x8", 87},
       {"S4NoC", "torus", "9x9", 113},   {"Poseidon", "torus", "3x3", 10},
       {"Poseidon", "torus", "4x4", 19}, {"Poseidon", "torus", "5x5", 30},
       {"Poseidon", "torus", "6x6", 43}, {"Poseidon", "torus", "7x7", 61},
       {"Poseidon", "torus", "8x8", 85}, {"Poseidon", "torus", "9x9", 113},
       {"Poseidon", "mesh", "3x3", 11},  {"Poseidon", "mesh", "4x4", 21},
       {"Poseidon", "mesh", "5x5", 37},  {"Poseidon", "mesh", "6x6", 61},
       {"Poseidon", "mesh", "7x7", 94},  {"Poseidon", "mesh", "8x8", 138}}};
  for (const Row& row : rows) {
    const bool s4noc = row.peer == std::string_view("S4NoC");
    all.push_back(
        {.id = fmt::format("peers-{}-{}-{}", s4noc ? "s4noc" : "poseidon", row.network, row.dims),
         .peer = row.peer,
         .what = fmt::format("period of an alltoall on tiles of a {} {}", row.network, row.dims),
         .source = s4noc ? "github.com/t-crest/s4noc, the tables of its repository"
                         : "github.com/t-crest/poseidon, the best of its report",
         .run = fmt::format("{}-n {} --dims {} --tiles -p multi -c alltoall --period auto "
                            "--slots-waiting 1 --seconds 30",
                            kPlanOnly, row.network, row.dims),
         .figure = row.period,
         .unit = "cycles",
         .measured = [](const Figures& run) { return run["period"]; },
         .limit = [](const Figures& run) { return run["period_bound"]; }});
  }
}

}  // namespace

std::string_view name(Standing standing) {
  constexpr std::array<std::string_view, 5> names{"ahead", "equal", "behind", "beyond",
                                                  "no result"};
  return names.at(static_cast<std::size_t>(standing));
}

std::vector<PeerFigure> peer_figures() {
  std::vector<PeerFigure> all;
  add_tacos(all);
  add_sccl(all);
  add_forestcoll(all);
  add_teccl(all);
  add_direct_connect(all);
  add_slot_tables(all);
  return all;
}

PeerResult compare(const PeerFigure& figure, const Figures& run) {
  PeerResult result{.of = figure, .fault = run.fault};
  if (!run.fault.empty()) return result;
  result.ours = figure.measured(run);
  if (figure.limit) result.limit = figure.limit(run);
  if (!result.ours) {
    result.fault = "the run does not tell the figure";
    return result;
  }
  result.hardware = run_on_hardware(run);
  // Above 0: worse than published.
  const auto off = [&](double value) {
    return (value - figure.figure) / figure.figure * (figure.less_is_better ? 1 : -1);
  };
  const double ours = off(*result.ours);
  result.standing = std::abs(ours) <= kSame                      ? Standing::equal
                    : ours < 0                                   ? Standing::ahead
                    : result.limit && off(*result.limit) > kSame ? Standing::beyond
                                                                 : Standing::behind;
  const bool at_limit = result.limit && std::abs(*result.ours / *result.limit - 1) < 1e-9;
  result.optimal = at_limit || run.optimal.value_or(false);
  return result;
}

}  // namespace romcast::claims
