// SPDX-License-Identifier: Apache-2.0
#include "romcast/msccl/scheduling.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <queue>
#include <set>
#include <unordered_map>
#include <utility>

#include "romcast/core/crossings.hpp"
#include "romcast/core/error.hpp"
#include "romcast/msccl/claim.hpp"
#include "romcast/msccl/deliveries.hpp"
#include "romcast/msccl/occupied.hpp"
#include "romcast/msccl/relays.hpp"
#include "romcast/msccl/sums.hpp"

namespace romcast::msccl {
namespace {

class ListScheduling {
 public:
  ListScheduling(const Program& program, const Execution& execution, const Topology& topology,
                 Ports ports)
      : program_(program),
        execution_(execution),
        transfers_(execution.transfers()),
        topology_(topology),
        custom_(program.claim == Claim::custom),
        copies_(program.claim == Claim::allgather || program.claim == Claim::broadcast ||
                (custom_ && collective_of(program, execution, topology).multicast())),
        moves_(!copies_ && !program.adds),
        limited_(topology.uneven_ports() || topology.port_limit(ports).sends != kNone),
        needed_(needed_transfers(program, execution)),
        occupied_(topology, ports),
        steps_(execution.steps()),
        chunks_(transfers_.size()),
        waits_for_(topology.channels().size()),
        in_time_(combines(program.claim)),
        relays_(combines(program.claim) ? Relays::of(topology) : std::nullopt) {
    const bool rooted = program.claim == Claim::broadcast || program.claim == Claim::scatter;
    if (rooted) first_ = root_of(program, execution) * sizes_of(program).input;
    if (custom_ && !program.adds) number_messages();
    prepare_chunks();
    prepare_steps();
  }

  Scheduled run() {
    for (std::size_t s = 0; s < steps_.size(); ++s) {
      if (steps_[s].waits == 0) begin(s);
    }
    settle();
    for (Cycle cycle = 1; waiting_ > 0 || !on_the_way_.empty(); ++cycle) {
      now_ = cycle;
      moved_now_.clear();
      occupied_.keep();
      // A sum that leaves a switch frees the switch for another sum in the same cycle. So, if
      // switches relay sums, all waiting chunks are tried again until no further chunk moves.
      for (std::size_t before = kNone; before != moved_now_.size();) {
        before = moved_now_.size();
        move_what_waits(cycle);
        if (!relays_) break;
      }
      // If nothing can move, the constraint of move_in_time() is dropped from this cycle on.
      if (moved_now_.empty() && on_the_way_.empty() && std::exchange(in_time_, false)) --cycle;
      for (const std::uint32_t t : moved_now_) set_out(t);
      while (!on_the_way_.empty() && on_the_way_.begin()->first <= now_) {
        std::vector<Task> ended = on_the_way_.extract(on_the_way_.begin()).mapped();
        std::ranges::sort(ended);
        for (const Task& one : ended) {
          chunks_[one.second].arrives > now_ ? leave(one.second) : go_on(one.second);
        }
      }
      const bool idle = moved_now_.empty() && !on_the_way_.empty() && !limited_;
      if (idle) cycle = std::max(cycle, on_the_way_.begin()->first - 1);
      settle();
    }
    if (combines(program_.claim)) {
      result_.unlike = number_sums(program_, execution_, topology_, moved_, result_.hops);
    }
    if (custom_ && program_.adds) {
      result_.unlike = "coll=\"custom\" does not say which sums are needed";
    }
    return std::move(result_);
  }

 private:
  // The progress of a step. A chunk has the number of its transfer; the chunks that a step sends
  // have consecutive numbers, and so have the chunks that a step receives.
  struct Progress {
    std::uint32_t waits = 0;                // steps that must end before this one begins
    std::uint32_t receives = 0, sends = 0;  // chunks
    std::uint32_t received = 0, sent = 0;   // so far
    std::uint32_t first_received = 0, first_sent = 0;
    std::uint32_t height = 0;  // length of the longest chain of steps that wait for this one
    bool begun = false;
    std::vector<std::size_t> followers{};
  };
  struct Chunk {
    MessageId message = 0;
    std::vector<Leg> path{};
    std::size_t done = 0;           // legs begun, or skipped since their ends have the chunk
    bool held = false;              // the sender has it
    bool left = false;              // it has left its sender
    bool moved = false;             // it began a hop; false if all nodes of its path had copies
    Cycle moved_in = 0;             // cycle in which its last hop began
    Cycle leaves = 0, arrives = 0;  // the last cycles of sending and of receiving in that hop
    ChannelId waits_for = kNone;    // channel of the next hop; kNone: it does not wait
  };
  using Task = std::pair<std::uint32_t, std::uint32_t>;  // maximum - height (highest first); chunk

  // Numbers the messages of an exchange, in the order of their chunks.
  void number_messages() {
    for (const Delivery& one : deliveries(program_, execution_)) {
      number_.try_emplace(one.chunk, static_cast<MessageId>(number_.size()));
    }
  }

  [[nodiscard]] MessageId message_of(std::uint32_t t) const {
    const std::uint32_t chunk = values_of(t)[0];
    return number_.empty() ? chunk - first_ : number_.at(chunk);
  }

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
      chunks_[t].message = message_of(t);
      if (in_time_) sends_of_[sum(t, transfers_[t].sender.gpu)].push_back(t);
      chunks_[t].path = path(transfers_[t].sender.gpu, transfers_[t].receiver.gpu);
      if (transfers_[t].brought_by == kNone) hold(t, transfers_[t].sender.gpu, 0);
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

  // Cuts loops out of the path that the transfers of a message form, as a message of a schedule
  // visits a node at most once.
  void cut_loops() {
    std::vector<std::uint32_t> next(transfers_.size(), kNone);
    for (std::uint32_t t = 0; t < transfers_.size(); ++t) {
      if (needed_[t] && transfers_[t].brought_by != kNone) next[transfers_[t].brought_by] = t;
    }
    for (std::uint32_t first = 0; first < transfers_.size(); ++first) {
      if (!needed_[first] || transfers_[first].brought_by != kNone) continue;
      std::vector<std::pair<std::uint32_t, Leg>> legs;  // each with its transfer
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
      // A step may begin before its chunks have arrived, so it does not wait for the step that
      // sends them, which is the last one in waits_for().
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

  // Key of held_, which records the copies at nodes if messages are copied.
  [[nodiscard]] std::uint64_t at_node(std::uint32_t t, NodeId node) const {
    return std::uint64_t{chunks_[t].message} * topology_.nodes() + node;
  }
  void hold(std::uint32_t t, NodeId node, Cycle from) {
    if (copies_) held_.try_emplace(at_node(t, node), from);
  }
  [[nodiscard]] bool holds(std::uint32_t t, NodeId node) const {
    return copies_ && arrives_at(t, node) <= now_;
  }
  // The cycle in which a copy of chunk t arrives at a node, 0 if the node has the chunk as input;
  // kNone if no copy has begun a hop to the node.
  [[nodiscard]] Cycle arrives_at(std::uint32_t t, NodeId node) const {
    const auto found = held_.find(at_node(t, node));
    return found == held_.end() ? kNone : found->second;
  }
  [[nodiscard]] std::span<const std::uint32_t> values_of(std::uint32_t t) const {
    return execution_.values().chunks(transfers_[t].value);
  }
  [[nodiscard]] std::uint32_t value_of(std::uint32_t t) const {
    return values_of(t)[0] % sizes_of(program_).input;
  }
  // Key of sends_of_: the sum at `gpu` to which the chunk of transfer t belongs. If `gpu` is the
  // sender, the chunk is this sum; if `gpu` is the receiver, the chunk changes this sum on arrival.
  [[nodiscard]] std::uint64_t sum(std::uint32_t t, NodeId gpu) const {
    return std::uint64_t{value_of(t)} * topology_.nodes() + gpu;
  }

  [[nodiscard]] Task task(std::uint32_t t) const {
    const std::uint32_t height = steps_[execution_.index(transfers_[t].sender)].height;
    return {std::numeric_limits<std::uint32_t>::max() - height, t};
  }

  // Moves waiting chunks in the order of their tasks. If messages are not copied, skips the other
  // chunks of a channel once the channel is full.
  void move_what_waits(Cycle cycle) {
    struct First {
      std::set<Task>::const_iterator task;
      ChannelId channel;
      bool operator<(const First& other) const { return *task > *other.task; }
    };
    std::priority_queue<First> queue;
    for (ChannelId channel = 0; channel < waits_for_.size(); ++channel) {
      if (!waits_for_[channel].empty()) queue.push({waits_for_[channel].begin(), channel});
    }
    while (!queue.empty()) {
      First next = queue.top();
      queue.pop();
      const std::uint32_t t = next.task->second;
      if (chunks_[t].moved_in != cycle) move_in_time(t, cycle);
      if (++next.task == waits_for_[next.channel].end()) continue;
      // On a full channel, a chunk can still go on if the channel's end has a copy already.
      if (copies_ || !occupied_.full(next.channel, cycle)) queue.push(next);
    }
  }

  // Moves a waiting chunk by one hop if it can move. If the hop ends at the receiver, and in the
  // program the receiver sends its sum before it adds the chunk, the send must not begin later than
  // the hop: if the send has not begun, moves the sum and the chunk in this cycle, or neither.
  void move_in_time(std::uint32_t first, Cycle cycle) {
    std::vector<std::uint32_t> group{first};
    for (std::size_t i = 0; in_time_ && i < group.size(); ++i) {
      const Chunk& arriving = chunks_[group[i]];
      if (arriving.path[arriving.done].to != transfers_[group[i]].receiver.gpu) continue;
      const auto sends = sends_of_.find(sum(group[i], transfers_[group[i]].receiver.gpu));
      if (sends == sends_of_.end()) continue;
      for (const std::uint32_t t : sends->second) {
        const bool gone = chunks_[t].done > 0 || std::ranges::find(group, t) != group.end();
        if (gone || std::ranges::includes(values_of(t), values_of(group[i]))) continue;
        if (chunks_[t].waits_for == kNone) return;
        group.push_back(t);
      }
    }
    std::size_t moved = 0;
    while (moved < group.size() && move(group[moved], cycle)) ++moved;
    if (moved < group.size()) undo(moved);
  }
  // Undoes the last `hops` hops.
  void undo(std::size_t hops) {
    for (; hops > 0; --hops) {
      const std::uint32_t t = moved_.back();
      Chunk& chunk = chunks_[t];
      --chunk.done;
      chunk.moved = chunk.done > 0;
      chunk.moved_in = 0;
      occupied_.give_back();
      if (relays_) relays_->come_back(value_of(t), chunk.path, chunk.done);
      result_.hops.pop_back();
      moved_.pop_back();
      moved_now_.pop_back();
    }
  }

  bool move(std::uint32_t t, Cycle cycle) {
    Chunk& chunk = chunks_[t];
    const Leg& leg = chunk.path[chunk.done];
    const Cycle copy = copies_ ? arrives_at(t, leg.to) : kNone;
    if (copy != kNone) {
      chunk.moved_in = cycle;
      chunk.leaves = chunk.arrives = std::max(cycle, copy);
      moved_now_.push_back(t);
      return true;
    }
    if (relays_ && chunk.done == 0 && !relays_->free(value_of(t), chunk.path)) return false;
    const LinkId link = occupied_.take(leg.channel, leg.to, cycle);
    if (link == kNone) return false;
    if (relays_) relays_->leave(value_of(t), chunk.path, chunk.done);
    result_.hops.push_back({cycle, link, chunk.message, topology_.crossbar() ? leg.to : kNone});
    moved_.push_back(t);
    moved_now_.push_back(t);
    ++chunk.done;
    chunk.moved = true;
    chunk.moved_in = cycle;
    chunk.leaves = cycle + topology_.channels()[leg.channel].time.cycles - 1;
    chunk.arrives = arrival_of(topology_, result_.hops.back());
    hold(t, leg.to, chunk.arrives);
    return true;
  }

  void begin(std::size_t s) {
    steps_[s].begun = true;
    for (std::uint32_t i = 0; i < steps_[s].sends; ++i) offer(steps_[s].first_sent + i);
    end_if_done(s);
  }

  // Queues a chunk for sending if the step that sends it has begun and the sender has the chunk.
  void offer(std::uint32_t t) {
    if (!chunks_[t].held || !steps_[execution_.index(transfers_[t].sender)].begun) return;
    offered_.push_back(t);
  }

  void end_if_done(std::size_t s) {
    const Progress& step = steps_[s];
    const bool done = step.begun && step.received == step.receives && step.sent == step.sends;
    if (done) ended_.push_back(s);
  }

  // Lets offered chunks go on, and begins the steps that no longer wait, until there are no more
  // such chunks and steps; this takes no time.
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

  // Changes a chunk from waiting to on the way: the chunk has begun its next hop, or another copy
  // is on its way to the node at the end of this hop, or has arrived there.
  void set_out(std::uint32_t t) {
    Chunk& chunk = chunks_[t];
    waits_for_[chunk.waits_for].erase(task(t));
    chunk.waits_for = kNone;
    --waiting_;
    on_the_way_[chunk.arrives].push_back(task(t));
    if (chunk.leaves < chunk.arrives) on_the_way_[chunk.leaves].push_back(task(t));
  }

  // Notes that a chunk has left its sender.
  void leave(std::uint32_t t) {
    if (std::exchange(chunks_[t].left, true)) return;
    const std::size_t sender = execution_.index(transfers_[t].sender);
    ++steps_[sender].sent;
    end_if_done(sender);
  }

  // Skips links to nodes that have the chunk already. The chunk then waits for its next link or,
  // after the last one, has arrived.
  void go_on(std::uint32_t t) {
    Chunk& chunk = chunks_[t];
    while (chunk.done < chunk.path.size() && holds(t, chunk.path[chunk.done].to)) ++chunk.done;
    const bool there = chunk.done == chunk.path.size();
    if (there || chunk.done > 0) leave(t);
    if (there) {
      arrive(t);
    } else {
      chunk.waits_for = chunk.path[chunk.done].channel;
      waits_for_[chunk.waits_for].insert(task(t));
      ++waiting_;
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

  const Program& program_;
  const Execution& execution_;
  const std::vector<Transfer>& transfers_;
  const Topology& topology_;
  const bool custom_;
  const bool copies_;
  const bool moves_;    // chunks are neither copied nor added
  const bool limited_;  // ports are limited: sends may become possible while no hop ends
  const std::vector<bool> needed_;
  Occupied occupied_;
  std::vector<Progress> steps_;
  std::vector<Chunk> chunks_;
  std::uint32_t first_ = 0;                              // chunk with message number 0
  std::unordered_map<std::uint32_t, MessageId> number_;  // message of a custom program, by chunk
  std::unordered_map<std::uint64_t, Cycle> held_;        // by at_node(): cycle of arrival
  std::vector<std::set<Task>> waits_for_;                // by channel
  std::size_t waiting_ = 0;                              // total number of tasks in waits_for_
  Cycle now_ = 0;
  std::vector<std::uint32_t> moved_now_;           // chunks whose hops begin in this cycle
  std::map<Cycle, std::vector<Task>> on_the_way_;  // by cycle in which they leave or arrive
  std::deque<std::uint32_t> offered_;
  std::deque<std::size_t> ended_;
  std::vector<std::uint32_t> moved_;  // by hop: its transfer
  bool in_time_;                      // hops obey move_in_time(); cleared once this stops all hops
  std::optional<Relays> relays_;      // if sums pass switches
  std::unordered_map<std::uint64_t, std::vector<std::uint32_t>> sends_of_;  // transfers, by sum()
  Scheduled result_;
};

}  // namespace

Scheduled schedule(const Program& program, const Execution& execution, const Topology& topology,
                   Ports ports) {
  if (topology.processors() != program.gpus.size()) {
    throw InputError(
        fmt::format("{}: {} GPUs, where `network` {} has {} processors; give one that "
                    "has as many",
                    program.file, program.gpus.size(), topology.network(), topology.processors()));
  }
  return ListScheduling(program, execution, topology, ports).run();
}

}  // namespace romcast::msccl
