// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/queue_depths.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/wording.hpp"
#include "romcast/report/figures.hpp"

namespace romcast {
namespace {

std::uint32_t per_link(std::int64_t places, std::uint32_t links) {
  const auto all = static_cast<std::uint32_t>(places);
  return (all + links - 1) / links;
}

// The high-water mark for the queues of `depth` in a node's `registers`; 0 without such a mark.
std::int64_t mark(const QueueDepth& depth, const Registers& registers) {
  if (depth.queue == "up" || depth.direction == "up") return registers.find("up_high").value_or(0);
  if (depth.direction == "down") return registers.find("down_high").value_or(0);
  if (depth.queue == "input") return registers.find("queue_high").value_or(0);
  if (depth.queue == "own") return registers.find("own_high").value_or(0);
  // A processor of a fully connected network stores each delivered message.
  const auto places = registers.find("places_high");
  return places ? *places : registers.find("deliveries").value_or(0);
}

std::optional<std::uint32_t> highest(std::optional<std::uint32_t> a,
                                     std::optional<std::int64_t> b) {
  return b ? std::max(a.value_or(0), static_cast<std::uint32_t>(*b)) : a;
}

}  // namespace

std::uint32_t slots_needed(const QueueDepth& depth, const LevelQueues& queues) {
  if (depth.queue == "up" || depth.direction == "up")
    return per_link(queues.max_up_fifo, depth.links);
  if (depth.direction == "down") return per_link(queues.max_down_fifo, depth.links);
  if (depth.queue == "down") return queues.max_down_store;
  return depth.queue == "port" ? queues.max_per_link : queues.max_queue;
}

std::uint32_t messages_in(const QueueDepth& depth, const LevelQueues& queues) {
  if (depth.queue == "up" || depth.direction == "up") return queues.max_up_fifo;
  if (depth.direction == "down") return queues.max_down_fifo;
  return slots_needed(depth, queues);
}

std::uint32_t slots_marked(const QueueDepth& depth, const Registers& registers) {
  return per_link(mark(depth, registers), depth.links);
}

void add_occupancy(const std::array<std::vector<LevelQueues>, 2>& most, const Topology& network,
                   std::vector<QueueDepth>& depths) {
  const std::size_t processors = network.processors();
  for (QueueDepth& depth : depths) {
    const bool by_rule = network.direct() && depth.queue == "port";  // not counted by the judge
    if (depth.occupancy || by_rule) continue;
    const auto add = [&](const std::vector<LevelQueues>& levels) {
      if (depth.level > levels.size()) return;
      depth.occupancy =
          std::max(depth.occupancy.value_or(0), messages_in(depth, levels[depth.level - 1]));
    };
    if (depth.begin < processors) add(most[0]);
    if (depth.end > processors) add(most[1]);
  }
}

std::optional<StorePlaces> places_of(const Problem& problem, const std::vector<char>& here) {
  if (!problem.has_stores() || problem.collective.reduces()) return std::nullopt;
  return StorePlaces(*problem.topology, problem.collective, problem.ports, here);
}

std::vector<std::uint32_t> places_taken(const std::vector<QueueDepth>& depths,
                                        const std::vector<LevelQueues>& switches,
                                        const std::optional<StorePlaces>& stores) {
  if (depths.empty()) return {};
  const std::string& queue = depths.back().queue;
  // With the rule that has a queue per port, all nodes do the same and have the same mark.
  if (stores && queue == "port") {
    std::vector<std::uint32_t> same(switches.size(), depths.back().needed);
    return same;
  }
  if (stores) return stores->by_node(std::ranges::any_of(depths, &QueueDepth::ring));
  std::vector<std::uint32_t> taken;
  for (const LevelQueues& one : switches) {
    if (queue == "down") taken.push_back(one.max_down_store);
    if (queue == "port") taken.push_back(one.max_per_link);
  }
  return taken;
}

std::vector<QueueDepth> measured_depths(std::vector<QueueDepth> planned, const Readings& result) {
  for (QueueDepth& depth : planned) {
    depth.needed = 0;
    for (const NodeRegisters& one : result.switches) {
      if (one.level != depth.level || one.node < depth.begin || one.node >= depth.end) continue;
      depth.needed = std::max(depth.needed, slots_marked(depth, one.registers));
    }
  }
  return planned;
}

void read_registers(const Readings& result, const Problem& problem, Measured& measured) {
  const Topology& network = *problem.topology;
  const bool own = network.direct() && !network.crossbar();
  for (unsigned l = 1; l <= network.levels(); ++l) measured.levels.push_back({.level = l});
  measured.registers = result.switches;
  for (const NodeRegisters& one : result.switches) {
    const Registers& registers = one.registers;
    MeasuredLevel& level = measured.levels[one.level - 1];
    for (const LevelFigure& figure : kLevelFigures) {
      auto& most = level.*figure.hardware;
      most = highest(most, registers.find(figure.mark));
    }
    measured.max_queue = std::max(measured.max_queue, level.max_queue);
    measured.max_waiting = std::max(measured.max_waiting, level.max_waiting);
    if (!own) {
      measured.max_passing_waiting =
          highest(measured.max_passing_waiting, registers.find("waiting_high"));
    }
    if (!own || !problem.collective.multicast()) {
      measured.max_occupancy =
          highest(measured.max_occupancy, registers.find(own ? "occupancy_high" : "queue_high"));
    }
    if (const auto busy = registers.find("busy")) {
      measured.busy = measured.busy.value_or(0) + static_cast<std::uint64_t>(*busy);
    }
    measured.overflows += registers.up("overflow") ? 1 : 0;
    measured.underflows += registers.up("underflow") ? 1 : 0;
    measured.contentions += registers.up("contention") ? 1 : 0;
  }
  if (result.crossbar && result.crossbar->up("contention")) ++measured.contentions;
}

std::optional<InputError> too_shallow(const Job& job, const std::vector<QueueDepth>& depths) {
  const auto worst = std::ranges::max_element(depths, {}, &QueueDepth::needed);
  if (!job.hardware.queue_depth || worst == depths.end() || worst->needed <= worst->built)
    return std::nullopt;
  const std::string& algorithm = job.algorithm.name;  // a schedule file need not name an algorithm
  return InputError({"queue_depth", *job.hardware.queue_depth},
                    fmt::format("too shallow, {} needs {} per {} ({})",
                                algorithm.empty() ? "the schedule" : algorithm,
                                counted(worst->needed, "slot"), name(*worst), worst->where));
}

}  // namespace romcast
