// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <queue>
#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/goal/goal_deadlock.hpp"
#include "romcast/goal/goal_matching.hpp"
#include "romcast/goal/goal_pending.hpp"
#include "romcast/goal/goal_schedule.hpp"

namespace romcast {
namespace {

using Time = std::uint64_t;
constexpr Time kNever = ~Time{0};

struct Event {
  enum class Kind : std::uint8_t {
    begin,    // a check: a rank begins its first send or calc that can begin
    wake,     // a rank can receive again, so a send that waited for this rank may begin
    receive,  // an operation is ready for its message
    arrival   // the message of this send arrives
  };
  Time time = 0;
  std::uint64_t order = 0;  // breaks ties: number of the ready operation or of the sent message
  std::uint32_t id = 0;     // rank or operation
  Kind kind{};
};

struct Later {
  bool operator()(const Event& a, const Event& b) const {
    return a.time != b.time ? a.time > b.time : a.order > b.order;
  }
};

using Entry = GoalPending::Entry;
struct Younger {
  bool operator()(const Entry& a, const Entry& b) const { return a.order > b.order; }
};

using Turn = std::pair<Time, std::uint64_t>;
constexpr Turn kNoTurn{kNever, 0};

struct Processor {
  Time free = 0;                         // end of its current or last activity
  Time next_send = 0, next_receive = 0;  // earliest begins, including promised receptions
  Turn begin = kNoTurn, wake = kNoTurn;  // its valid events; others in events_ are stale
  GoalList<Time> promised;               // without queues: begins of the receptions to come
  GoalList<Event> waiting;  // with queues: arrivals that wait; the first is in events_, too
  // Sends that wait until this processor can receive.
  std::priority_queue<Entry, std::vector<Entry>, Younger> senders;
};

class Simulation {
 public:
  Simulation(const GoalProgram& program, Timing timing, GoalInput input,
             const GoalProgress& progress, std::uint32_t held)
      : program_(program),
        timing_(timing),
        queued_(input == GoalInput::queued),
        held_(queued_ ? held : 0),
        progress_(progress),
        graph_(program),
        matching_(graph_),
        pending_(graph_, static_cast<NodeId>(program.ranks.size())),
        processors_(program.ranks.size()),
        receivable_(program.ranks.size(), 0),
        registered_(pending_.lanes(), 0),
        waits_(graph_.waits()) {
    times_.begin.assign(graph_.size(), 0);
    times_.message.assign(graph_.size(), kNone);
    number_messages();
  }

  GoalTimes run() {
    for (NodeId r = 0; r < program_.ranks.size(); ++r) {
      for (std::uint32_t op = graph_.first(r); op < graph_.first(r + 1); ++op) {
        if (waits_[op] == 0) free_.push_back(op);
      }
      start_free(r);
    }
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      handle(event);
    }
    const std::string error = goal_rest_error(
        program_, graph_, {matching_.ready(), matching_.arrived(), waits_, times_.message});
    if (!error.empty()) throw InputError(error);
    for (const Processor& p : processors_) times_.cycles = std::max(times_.cycles, p.free);
    return std::move(times_);
  }

 private:
  void number_messages() {
    std::uint32_t messages = 0;
    for (std::uint32_t op = 0; op < graph_.size(); ++op) {
      if (graph_.op(op).kind == GoalOp::Kind::send) times_.message[op] = messages++;
    }
    times_.taken.assign(messages, 0);
  }

  // Schedules the freed operations of a rank for the time at which the rank is free, or, for a
  // send, is free and may send again. Order: sends first, then receives, then calcs.
  void start_free(NodeId rank) {
    std::ranges::stable_sort(free_, {}, [&](std::uint32_t op) { return graph_.op(op).kind; });
    Processor& p = processors_[rank];
    for (const std::uint32_t op : free_) {
      const GoalOp::Kind kind = graph_.op(op).kind;
      const std::uint64_t order = ++order_;
      if (kind == GoalOp::Kind::receive) {
        events_.push({p.free, order, op, Event::Kind::receive});
      } else {
        pending_.add(op, order);
        begin_at(rank, kind == GoalOp::Kind::send ? std::max(p.free, p.next_send) : p.free, order);
      }
    }
    free_.clear();
  }

  // Schedules, for `time`, a check of those operations of the rank whose order is at least `order`;
  // does nothing if an equal or earlier check of the rank is scheduled.
  void begin_at(NodeId rank, Time time, std::uint64_t order) {
    if (processors_[rank].begin <= Turn(time, order)) return;
    processors_[rank].begin = {time, order};
    events_.push({time, order, rank, Event::Kind::begin});
  }

  void handle(const Event& event) {
    switch (event.kind) {
      case Event::Kind::begin:
        return begin_one(event);
      case Event::Kind::wake:
        return wake(event);
      case Event::Kind::receive:
        return receive(event);
      case Event::Kind::arrival:
        return arrive(event);
    }
  }

  [[noreturn]] void fail_late(std::uint32_t op, Time time) const {
    throw InputError(
        fmt::format("{}:{}: this ends after {} cycles; at most {} can be counted, compute less",
                    program_.name, graph_.op(op).line, time, kMostGoalTime));
  }

  // The first time from `time` on at which a processor is free for `cycles` cycles, possibly before
  // a promised reception.
  [[nodiscard]] Time first_fit(const Processor& p, Time time, Time cycles) const {
    time = std::max(time, p.free);
    if (timing_.overhead == 0 || cycles == 0) return time;
    const auto ended = [&](Time begin) { return begin + timing_.overhead <= time; };
    for (auto begin = std::ranges::partition_point(p.promised, ended); begin != p.promised.end();
         ++begin) {
      if (time + cycles <= *begin) break;
      time = std::max(time, *begin + timing_.overhead);
    }
    return time;
  }

  // The first time from `time` on at which the rank is ready for the first operation of a lane; the
  // receiver of a send may be busy at that time.
  [[nodiscard]] Time ready(NodeId rank, const Entry& entry, Time time) const {
    const Processor& p = processors_[rank];
    if (entry.peer == kNone) return first_fit(p, time, graph_.op(pending_.head(entry.lane)).cycles);
    return first_fit(p, std::max(time, p.next_send), timing_.overhead);
  }

  // Recomputes the earliest begin of sends to a rank; called after a change of the rank's promised
  // receptions or of the end of its activity.
  void note_receivable(NodeId rank) {
    if (queued_) return;
    const Processor& receiver = processors_[rank];
    const Time busy = timing_.overhead > 0 ? receiver.free : 0;
    const Time earliest = std::max(receiver.next_receive, busy);
    receivable_[rank] = earliest > transit() ? earliest - transit() : 0;
  }

  [[nodiscard]] bool can_receive(const Entry& entry, Time time) const {
    return entry.peer == kNone || receivable_[entry.peer] <= time;
  }

  // Begins the rank's first operation that is able to begin. If another event precedes that
  // operation, only schedules the check again.
  void begin_one(const Event& event) {
    const NodeId rank = event.id;
    if (processors_[rank].begin != Turn(event.time, event.order)) return;
    processors_[rank].begin = kNoTurn;
    const auto& lanes = pending_.of(rank);
    if (lanes.empty() || !sends_can_begin(rank, event.time)) return;
    for (std::size_t i = pending_.find(rank, event.order); i < lanes.size(); ++i) {
      const Entry entry = lanes[i];
      if (!can_receive(entry, event.time) || ready(rank, entry, event.time) > event.time) continue;
      const Event turn{event.time, entry.order, rank, Event::Kind::begin};
      if (!events_.empty() && Later{}(turn, events_.top())) {
        return begin_at(rank, turn.time, turn.order);
      }
      return begin(rank, entry.lane, event.time);
    }
    // None can begin: checks again when the rank or a receiver is ready.
    for (const Entry& entry : lanes) wait(rank, entry, event.time);
  }

  // False if the rank has only sends and cannot send yet. Since the rank becomes ready for all of
  // its sends at the same time, one check is scheduled for that time.
  bool sends_can_begin(NodeId rank, Time time) {
    if (pending_.computes(rank)) return true;
    const Entry& first = pending_.of(rank)[0];
    const Time own = ready(rank, first, time);
    if (own > time) begin_at(rank, own, first.order);
    return own <= time;
  }

  void wait(NodeId rank, const Entry& entry, Time time) {
    const Time own = ready(rank, entry, time);
    if (own > time) return begin_at(rank, own, entry.order);
    if (std::exchange(registered_[entry.lane], entry.order) == entry.order) return;
    processors_[entry.peer].senders.push(entry);
    wake_at(entry.peer, std::max(time, receivable_[entry.peer]), entry.order);
  }

  void wake_at(NodeId rank, Time time, std::uint64_t order) {
    if (processors_[rank].wake <= Turn(time, order)) return;
    processors_[rank].wake = {time, order};
    events_.push({time, order, rank, Event::Kind::wake});
  }

  // Begins the first send that waits for the event's rank if sender and receiver are ready; else
  // schedules another check.
  void wake(const Event& event) {
    Processor& p = processors_[event.id];
    if (p.wake != Turn(event.time, event.order)) return;
    p.wake = kNoTurn;
    while (!p.senders.empty() && pending_.order(p.senders.top().lane) != p.senders.top().order) {
      p.senders.pop();
    }
    if (p.senders.empty()) return;
    const Entry entry = p.senders.top();
    const Time time = std::max(event.time, receivable_[event.id]);
    if (time > event.time || entry.order > event.order) {
      return wake_at(event.id, time, entry.order);
    }
    p.senders.pop();
    registered_[entry.lane] = 0;
    const NodeId sender = graph_.rank(pending_.head(entry.lane));
    if (ready(sender, entry, event.time) <= event.time) {
      begin(sender, entry.lane, event.time);
    } else {
      wait(sender, entry, event.time);
    }
    if (p.senders.empty()) return;
    wake_at(event.id, std::max(event.time, receivable_[event.id]), p.senders.top().order);
  }

  void begin(NodeId rank, GoalPending::Lane lane, Time time) {
    const std::uint32_t op = pending_.head(lane);
    pending_.take(lane);
    if (graph_.op(op).kind == GoalOp::Kind::send) {
      send(op, time);
    } else {
      compute(op, time);
    }
    start_free(rank);
    const auto& lanes = pending_.of(rank);
    if (lanes.empty()) return;
    const Processor& p = processors_[rank];
    const Time next = pending_.computes(rank) ? p.free : std::max(p.free, p.next_send);
    begin_at(rank, std::max(time, next), lanes[0].order);
  }

  void send(std::uint32_t op, Time time) {
    if (time + timing_.delay() > kMostGoalTime) fail_late(op, time + timing_.delay());
    Processor& sender = processors_[graph_.rank(op)];
    if (!queued_) {
      Processor& receiver = processors_[graph_.op(op).peer];
      receiver.promised.push_back(time + transit());
      receiver.next_receive = time + transit() + timing_.spacing();
      note_receivable(graph_.op(op).peer);
    }
    begun(op, time);
    sender.free = time + timing_.overhead;
    sender.next_send = time + timing_.spacing();
    note_receivable(graph_.rank(op));
    events_.push({time + transit(), ++order_, op, Event::Kind::arrival});
    finish(op);
  }

  void compute(std::uint32_t op, Time time) {
    const Time end = time + graph_.op(op).cycles;
    if (end > kMostGoalTime) fail_late(op, end);
    begun(op, time);
    processors_[graph_.rank(op)].free = end;
    note_receivable(graph_.rank(op));
    finish(op);
  }

  void receive(const Event& event) {
    begun(event.id, event.time);
    const std::uint32_t send = matching_.receive(event.id);
    if (send != kNone) deliver(send, event.id);
    start_free(graph_.rank(event.id));
  }

  void arrive(const Event& event) {
    const Time taken = event.time + timing_.overhead + held_;
    if (taken > kMostGoalTime) fail_late(event.id, taken);
    const NodeId rank = graph_.op(event.id).peer;
    Processor& p = processors_[rank];
    if (queued_) {
      if (!take(p, event)) return;
    } else {
      p.promised.pop_front();
    }
    times_.taken[times_.message[event.id]] = event.time;
    p.free = std::max(p.free, taken);
    note_receivable(rank);
    if (!p.waiting.empty()) again(p.waiting.front(), std::max(p.free, p.next_receive));
    const std::uint32_t receive = matching_.arrive(event.id);
    if (receive != kNone) deliver(event.id, receive);
    start_free(rank);
  }

  void again(Event event, Time time) {
    event.time = time;
    events_.push(event);
  }

  // Receives an arrived message; returns false if the message must wait in its receiver's queue.
  bool take(Processor& p, const Event& event) {
    const bool first = p.waiting.empty();
    if (!first && p.waiting.front().id != event.id) {
      p.waiting.push_back(event);
      return false;
    }
    if (const Time earliest = std::max(p.free, p.next_receive); earliest > event.time) {
      if (first) p.waiting.push_back(event);
      again(event, earliest);
      return false;
    }
    if (!first) p.waiting.pop_front();
    p.next_receive = event.time + timing_.spacing();
    return true;
  }

  void deliver(std::uint32_t send, std::uint32_t receive) {
    times_.message[receive] = times_.message[send];
    finish(receive);
  }

  void begun(std::uint32_t op, Time time) {
    times_.begin[op] = time;
    set_free(op, true);
  }
  // Frees the operations that wait for the end of `op`; start_free() lets them begin once the
  // processor is free.
  void finish(std::uint32_t op) {
    set_free(op, false);
    if (progress_ && ++finished_ % kBetween == 0) {
      progress_("giving operations times", double(finished_) / double(graph_.size()));
    }
  }
  void set_free(std::uint32_t op, bool begun) {
    for (const std::uint32_t other : graph_.freed(op, begun)) {
      if (--waits_[other] == 0) free_.push_back(other);
    }
  }

  [[nodiscard]] Time transit() const { return Time{timing_.overhead} + timing_.latency - held_; }

  static constexpr std::uint64_t kBetween = 1 << 14;  // operations between two progress reports

  const GoalProgram& program_;
  const Timing timing_;
  const bool queued_;
  const std::uint32_t held_;  // bytes after the first: cycles at the receiver, not on the wire
  const GoalProgress& progress_;
  const GoalGraph graph_;
  GoalMatching matching_;
  GoalPending pending_;
  std::vector<Processor> processors_;
  std::vector<Time> receivable_;           // by rank: earliest begin of the next send to it
  std::vector<std::uint64_t> registered_;  // by lane: order of its entry in `senders`; 0: none
  std::vector<std::uint32_t> waits_;       // by operation: number of unmet dependences (GoalOrder)
  std::priority_queue<Event, std::vector<Event>, Later> events_;
  std::uint64_t order_ = 0, finished_ = 0;
  std::vector<std::uint32_t> free_;  // operations that were just set free
  GoalTimes times_;
};

}  // namespace

GoalTimes simulate_goal(const GoalProgram& program, Timing timing, GoalInput input,
                        const GoalProgress& progress, std::uint32_t held) {
  return Simulation(program, timing, input, progress, held).run();
}

}  // namespace romcast
