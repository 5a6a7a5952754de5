// SPDX-License-Identifier: Apache-2.0
#include "romcast/msccl/scheduling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <set>
#include <unordered_set>
#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/msccl/claim.hpp"

namespace romcast::msccl {
namespace {

CollectiveKind kind_of(const Program& program) {
  switch (program.claim) {
    case Claim::allgather:
      return CollectiveKind::allgather;
    case Claim::alltoall:
      return CollectiveKind::alltoall;
    case Claim::broadcast:
      return CollectiveKind::broadcast;
    case Claim::scatter:
      return CollectiveKind::scatter;
    case Claim::gather:
      return CollectiveKind::gather;
    default:
      throw InputError(fmt::format(
          "{}: coll=\"{}\" adds chunks, which has been checked but cannot be scheduled on a "
          "network; use romcast check",
          program.file, name(program.claim)));
  }
}

// The transfers that the output is made of; all, where it is made of sums.
std::vector<bool> needed_transfers(const Program& program, const Execution& execution) {
  std::vector<bool> needed(execution.transfers().size(), combines(program.claim));
  const NodeId root = root_of(program, execution);
  const std::uint32_t chunks = sizes_of(program).output;
  for (NodeId g = 0; g < program.gpus.size(); ++g) {
    if (!ends_at(program, g, root)) continue;
    for (std::uint32_t k = 0; k < chunks; ++k) {
      for (std::uint32_t t = execution.output(g, k).brought_by; t != kNone && !needed[t];
           t = execution.transfers()[t].brought_by) {
        needed[t] = true;
      }
    }
  }
  return needed;
}

// Links and ports that are taken in a cycle.
class Occupied {
 public:
  Occupied(const Topology& topology, Ports ports)
      : topology_(topology),
        limit_(topology.port_limit(ports)),
        links_(topology.links()),
        sends_(topology.nodes()),
        receives_(topology.nodes()) {}

  // The link that a message takes; kNone if none is free.
  LinkId take(ChannelId channel, NodeId to, Cycle cycle) {
    const Channel& c = topology_.channels()[channel];
    std::uint32_t& sends = in(sends_[c.from], cycle);
    std::uint32_t& receives = in(receives_[to], cycle);
    if (sends >= limit_.sends || receives >= limit_.receives) return kNone;
    for (LinkId link = c.first_link; link < c.first_link + c.capacity; ++link) {
      std::uint32_t& uses = in(links_[link], cycle);
      if (uses > 0 && !topology_.crossbar()) continue;
      ++uses;
      ++sends;
      ++receives;
      return link;
    }
    return kNone;
  }

 private:
  struct Count {
    Cycle cycle = 0;
    std::uint32_t uses = 0;
  };
  static std::uint32_t& in(Count& count, Cycle cycle) {
    if (count.cycle != cycle) count = {cycle, 0};
    return count.uses;
  }

  const Topology& topology_;
  const PortLimit limit_;
  std::vector<Count> links_, sends_, receives_;
};

class ListScheduling {
 public:
  ListScheduling(const Program& program, const Execution& execution, const Topology& topology,
                 Ports ports)
      : execution_(execution),
        transfers_(execution.transfers()),
        topology_(topology),
        copies_(program.claim == Claim::allgather || program.claim == Claim::broadcast),
        moves_(!copies_ && !combines(program.claim)),
        needed_(needed_transfers(program, execution)),
        occupied_(topology, ports),
        steps_(execution.steps()),
        chunks_(transfers_.size()) {
    const bool rooted = program.claim == Claim::broadcast || program.claim == Claim::scatter;
    if (rooted) first_ = root_of(program, execution) * sizes_of(program).input;
    prepare_chunks();
    prepare_steps();
  }

  Scheduled run() {
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      if (steps_[s].waits == 0) begin(s);
    }
    settle();
    for (Cycle cycle = 1; !waiting_.empty(); ++cycle) {
      std::vector<Task> moved;
      for (const Task& task : waiting_) {
        if (move(task.second, cycle)) moved.push_back(task);
      }
      for (const Task& task : moved) {
        waiting_.erase(task);
        go_on(task.second);
      }
      settle();
    }
    return std::move(result_);
  }

 private:
  // Chunks are numbered as the transfers are; those that a step sends, or receives, in a row.
  struct Progress {
    std::uint32_t waits = 0;                // steps that must end before it begins
    std::uint32_t receives = 0, sends = 0;  // chunks
    std::uint32_t received = 0, sent = 0;   // so far
    std::uint32_t first_received = 0, first_sent = 0;
    std::uint32_t height = 0;  // steps that wait for it, one after the other
    bool begun = false;
    std::vector<std::size_t> followers{};
  };
  struct Leg {
    ChannelId channel = 0;
    NodeId from = 0, to = 0;
  };
  struct Chunk {
    MessageId message = 0;
    std::vector<Leg> path{};
    std::size_t done = 0;  // legs
    bool held = false;     // by its sender
    bool left = false;     // its sender
    bool moved = false;    // over a link, and not only by being there already
  };
  using Task = std::pair<std::uint32_t, std::uint32_t>;  // highest first; chunk

  void prepare_chunks() {
    for (std::uint32_t t = 0; t < transfers_.size(); ++t) {
      Progress& sender = steps_[execution_.index(transfers_[t].sender)];
      Progress& receiver = steps_[execution_.index(transfers_[t].receiver)];
      if (sender.sends++ == 0) sender.first_sent = t;
      if (receiver.receives++ == 0) receiver.first_received = t;
      if (!needed_[t]) {
        ++result_.left_out;
        continue;
      }
      chunks_[t].message = execution_.values().chunks(transfers_[t].value)[0] - first_;
      chunks_[t].path = path(transfers_[t].sender.gpu, transfers_[t].receiver.gpu);
      if (transfers_[t].brought_by == kNone) hold(t, transfers_[t].sender.gpu);
    }
    if (moves_) cut_loops();
  }

  [[nodiscard]] std::vector<Leg> path(NodeId from, NodeId to) const {
    std::vector<Leg> legs;
    while (from != to) {
      const ChannelId channel =
          topology_.crossbar() ? topology_.outputs(from)[0] : topology_.route(from, to);
      const NodeId end = topology_.channels()[channel].to;
      legs.push_back({channel, from, end == kNone ? to : end});
      from = legs.back().to;
    }
    return legs;
  }

  // What moves comes to no node twice: transfers that lead it back are cut short.
  void cut_loops() {
    std::vector<std::uint32_t> next(transfers_.size(), kNone);
    for (std::uint32_t t = 0; t < transfers_.size(); ++t) {
      if (needed_[t] && transfers_[t].brought_by != kNone) next[transfers_[t].brought_by] = t;
    }
    for (std::uint32_t first = 0; first < transfers_.size(); ++first) {
      if (!needed_[first] || transfers_[first].brought_by != kNone) continue;
      std::vector<std::pair<std::uint32_t, Leg>> legs;  // with the transfer that each is part of
      for (std::uint32_t t = first; t != kNone; t = next[t]) {
        for (const Leg& leg : std::exchange(chunks_[t].path, {})) {
          legs.emplace_back(t, leg);
          const auto back = std::ranges::find(
              legs, leg.to, [](const auto& earlier) { return earlier.second.from; });
          legs.erase(back, legs.end());
        }
      }
      for (const auto& [t, leg] : legs) chunks_[t].path.push_back(leg);
    }
  }

  void prepare_steps() {
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      Progress& step = steps_[s];
      // What is received need not be there for the step to begin; it is what is waited for last.
      std::span<const std::size_t> waits = execution_.waits_for(s);
      if (step.receives > 0) waits = waits.first(waits.size() - 1);
      step.waits = static_cast<std::uint32_t>(waits.size());
      for (const std::size_t other : waits) steps_[other].followers.push_back(s);
      const bool passes_on = step.receives > 0;
      for (std::uint32_t i = 0; i < step.sends; ++i) {
        chunks_[step.first_sent + i].held = !passes_on;
      }
    }
    const std::vector<StepId>& order = execution_.order();
    for (auto id = order.rbegin(); id != order.rend(); ++id) {
      const std::size_t s = execution_.index(*id);
      for (const std::size_t other : execution_.waits_for(s)) {
        steps_[other].height = std::max(steps_[other].height, steps_[s].height + 1);
      }
    }
  }

  // Nodes keep what they have where messages are copied; elsewhere nobody asks.
  [[nodiscard]] std::uint64_t at_node(std::uint32_t t, NodeId node) const {
    return std::uint64_t{chunks_[t].message} * topology_.nodes() + node;
  }
  void hold(std::uint32_t t, NodeId node) {
    if (copies_) held_.insert(at_node(t, node));
  }
  [[nodiscard]] bool holds(std::uint32_t t, NodeId node) const {
    return copies_ && held_.contains(at_node(t, node));
  }
  bool move(std::uint32_t t, Cycle cycle) {
    Chunk& chunk = chunks_[t];
    const Leg& leg = chunk.path[chunk.done];
    if (holds(t, leg.to)) return true;  // since this cycle
    const LinkId link = occupied_.take(leg.channel, leg.to, cycle);
    if (link == kNone) return false;
    result_.hops.push_back({cycle, link, chunk.message, topology_.crossbar() ? leg.to : kNone});
    hold(t, leg.to);
    ++chunk.done;
    chunk.moved = true;
    return true;
  }

  void begin(std::size_t s) {
    steps_[s].begun = true;
    for (std::uint32_t i = 0; i < steps_[s].sends; ++i) offer(steps_[s].first_sent + i);
    end_if_done(s);
  }

  // Is sent once the step has begun and the chunk is there.
  void offer(std::uint32_t t) {
    if (!chunks_[t].held || !steps_[execution_.index(transfers_[t].sender)].begun) return;
    offered_.push_back(t);
  }

  void end_if_done(std::size_t s) {
    const Progress& step = steps_[s];
    const bool done = step.begun && step.received == step.receives && step.sent == step.sends;
    if (done) ended_.push_back(s);
  }

  // Does all that takes no time.
  void settle() {
    while (!offered_.empty() || !ended_.empty()) {
      if (!offered_.empty()) {
        const std::uint32_t t = offered_.front();
        offered_.pop_front();
        go_on(t);
        continue;
      }
      const std::size_t s = ended_.front();
      ended_.pop_front();
      for (const std::size_t follower : steps_[s].followers) {
        if (--steps_[follower].waits == 0) begin(follower);
      }
    }
  }

  // Goes along links whose ends have the chunk, and then waits for the next one.
  void go_on(std::uint32_t t) {
    Chunk& chunk = chunks_[t];
    const std::size_t sender = execution_.index(transfers_[t].sender);
    while (chunk.done < chunk.path.size() && holds(t, chunk.path[chunk.done].to)) ++chunk.done;
    const bool there = chunk.done == chunk.path.size();
    if ((there || chunk.done > 0) && !chunk.left) {
      chunk.left = true;
      ++steps_[sender].sent;
      end_if_done(sender);
    }
    if (there) {
      arrive(t);
    } else {
      waiting_.emplace(std::numeric_limits<std::uint32_t>::max() - steps_[sender].height, t);
    }
  }

  void arrive(std::uint32_t t) {
    if (needed_[t] && !chunks_[t].moved) ++result_.left_out;
    const std::size_t s = execution_.index(transfers_[t].receiver);
    Progress& receiver = steps_[s];
    ++receiver.received;
    if (receiver.sends > 0) {
      const std::uint32_t passed_on = receiver.first_sent + (t - receiver.first_received);
      chunks_[passed_on].held = true;
      offer(passed_on);
    }
    end_if_done(s);
  }

  const Execution& execution_;
  const std::vector<Transfer>& transfers_;
  const Topology& topology_;
  const bool copies_;
  const bool moves_;  // neither copied nor added
  const std::vector<bool> needed_;
  Occupied occupied_;
  std::vector<Progress> steps_;
  std::vector<Chunk> chunks_;
  std::uint32_t first_ = 0;  // chunk that is message 0
  std::unordered_set<std::uint64_t> held_;
  std::set<Task> waiting_;
  std::deque<std::uint32_t> offered_;
  std::deque<std::size_t> ended_;
  Scheduled result_;
};

}  // namespace

Collective collective_of(const Program& program, const Execution& execution) {
  return {kind_of(program), program.gpus.size(), root_of(program, execution),
          program.chunks_each()};
}

Scheduled schedule(const Program& program, const Execution& execution, const Topology& topology,
                   Ports ports) {
  if (topology.processors() != program.gpus.size()) {
    throw InputError(
        fmt::format("{}: {} GPUs, where --network {} has {} processors; give one that "
                    "has as many",
                    program.file, program.gpus.size(), topology.network(), topology.processors()));
  }
  return ListScheduling(program, execution, topology, ports).run();
}

}  // namespace romcast::msccl
