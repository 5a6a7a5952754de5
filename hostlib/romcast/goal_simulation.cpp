#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <queue>

#include "romcast/error.hpp"
#include "romcast/goal_deadlock.hpp"
#include "romcast/goal_schedule.hpp"

namespace romcast {
namespace {

using Time = std::uint64_t;

struct Event {
  Time time = 0;
  std::uint64_t order = 0;  // when it was first thought of
  std::uint32_t op = 0;
  bool arrival = false;  // of the message that this operation sends
};

struct Later {
  bool operator()(const Event& a, const Event& b) const {
    return a.time != b.time ? a.time > b.time : a.order > b.order;
  }
};

struct Processor {
  Time free = 0;                         // end of what it does or did last
  Time next_send = 0, next_receive = 0;  // earliest begins, of all that were promised
  std::deque<Time> promised;             // without queues: receptions that will begin
  std::deque<Event> waiting;             // with queues: arrivals; the first is an event, too
};

class Simulation {
 public:
  Simulation(const GoalProgram& program, Timing timing, GoalInput input)
      : program_(program),
        timing_(timing),
        queued_(input == GoalInput::queued),
        graph_(program),
        processors_(program.ranks.size()),
        rest_{.ready = std::vector<std::deque<std::uint32_t>>(program.ranks.size()),
              .arrived = std::vector<std::deque<std::uint32_t>>(program.ranks.size()),
              .waits = graph_.waits()} {
    times_.begin.assign(graph_.size(), 0);
    times_.message.assign(graph_.size(), kNone);
    number_messages();
  }

  GoalTimes run() {
    for (NodeId r = 0; r < program_.ranks.size(); ++r) {
      for (std::uint32_t op = graph_.first(r); op < graph_.first(r + 1); ++op) {
        if (rest_.waits[op] == 0) free_.push_back(op);
      }
      start_free(r);
    }
    while (!events_.empty()) {
      const Event event = events_.top();
      events_.pop();
      handle(event);
      start_free(event.arrival ? graph_.op(event.op).peer : graph_.rank(event.op));
    }
    const std::string error = goal_rest_error(program_, graph_, rest_);
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

  // Those that were set free are ready when their processor is; of several sends come first, then
  // receives.
  void start_free(NodeId rank) {
    std::ranges::stable_sort(free_, {}, [&](std::uint32_t op) { return graph_.op(op).kind; });
    for (const std::uint32_t op : free_) {
      const Processor& p = processors_[rank];
      const bool sends = graph_.op(op).kind == GoalOp::Kind::send;
      events_.push(
          {.time = sends ? std::max(p.free, p.next_send) : p.free, .order = order_++, .op = op});
    }
    free_.clear();
  }

  void handle(const Event& event) {
    if (event.time + timing_.delay() >= kNone) {
      throw InputError(fmt::format("{}:{}: this happens after {} cycles; at most {} can be counted",
                                   program_.name, graph_.op(event.op).line, event.time, kNone - 1));
    }
    if (event.arrival) return arrive(event);
    switch (graph_.op(event.op).kind) {
      case GoalOp::Kind::send:
        return send(event);
      case GoalOp::Kind::receive:
        return receive(event);
      case GoalOp::Kind::calc:
        return compute(event);
    }
  }

  void again(Event event, Time time) {
    event.time = time;
    events_.push(event);
  }

  // The first time from `time` on at which a processor is free for so many cycles; it may become
  // busy with something else before.
  Time first_fit(Processor& p, Time time, Time cycles) {
    time = std::max(time, p.free);
    if (timing_.overhead == 0 || cycles == 0) return time;
    for (const Time begin : p.promised) {
      if (begin + timing_.overhead <= time) continue;
      if (time + cycles <= begin) break;
      time = begin + timing_.overhead;
    }
    return time;
  }

  void send(const Event& event) {
    const GoalOp& op = graph_.op(event.op);
    Processor& sender = processors_[graph_.rank(event.op)];
    const Time time = first_fit(sender, std::max(event.time, sender.next_send), timing_.overhead);
    if (time > event.time) return again(event, time);
    const Time way = Time{timing_.overhead} + timing_.latency;
    if (!queued_) {
      Processor& receiver = processors_[op.peer];
      const Time busy = timing_.overhead > 0 ? receiver.free : 0;
      const Time earliest = std::max(receiver.next_receive, busy);
      if (earliest > time + way) return again(event, earliest - way);
      receiver.promised.push_back(time + way);
      receiver.next_receive = time + way + timing_.spacing();
    }
    begin(event);
    sender.free = time + timing_.overhead;
    sender.next_send = time + timing_.spacing();
    events_.push({.time = time + way, .order = order_++, .op = event.op, .arrival = true});
    finish(event.op);
  }

  void compute(const Event& event) {
    Processor& p = processors_[graph_.rank(event.op)];
    const Time cycles = graph_.op(event.op).cycles;
    const Time time = first_fit(p, event.time, cycles);
    if (time > event.time) return again(event, time);
    begin(event);
    p.free = time + cycles;
    finish(event.op);
  }

  void receive(const Event& event) {
    begin(event);
    const NodeId rank = graph_.rank(event.op);
    auto& arrived = rest_.arrived[rank];
    const auto found = std::ranges::find_if(
        arrived, [&](std::uint32_t send) { return goal_match(graph_, event.op, send); });
    if (found == arrived.end()) {
      rest_.ready[rank].push_back(event.op);
      return;
    }
    const std::uint32_t send = *found;
    arrived.erase(found);
    deliver(send, event.op);
  }

  void arrive(const Event& event) {
    const NodeId rank = graph_.op(event.op).peer;
    Processor& p = processors_[rank];
    if (queued_) {
      if (!take(p, event)) return;
    } else {
      p.promised.pop_front();
    }
    times_.taken[times_.message[event.op]] = event.time;
    p.free = std::max(p.free, event.time + timing_.overhead);
    if (!p.waiting.empty()) again(p.waiting.front(), std::max(p.free, p.next_receive));
    auto& ready = rest_.ready[rank];
    const auto found = std::ranges::find_if(
        ready, [&](std::uint32_t receive) { return goal_match(graph_, receive, event.op); });
    if (found == ready.end()) {
      rest_.arrived[rank].push_back(event.op);
      return;
    }
    const std::uint32_t receive = *found;
    ready.erase(found);
    deliver(event.op, receive);
  }

  // False: it waits in the queue of its receiver.
  bool take(Processor& p, const Event& event) {
    const bool first = p.waiting.empty();
    if (!first && p.waiting.front().op != event.op) {
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

  void begin(const Event& event) {
    times_.begin[event.op] = event.time;
    set_free(event.op, true);
  }
  // Whatever waits for it starts no earlier than its processor is done with it.
  void finish(std::uint32_t op) { set_free(op, false); }
  void set_free(std::uint32_t op, bool begun) {
    for (const std::uint32_t other : graph_.freed(op, begun)) {
      if (--rest_.waits[other] == 0) free_.push_back(other);
    }
  }

  const GoalProgram& program_;
  const Timing timing_;
  const bool queued_;
  const GoalGraph graph_;
  std::vector<Processor> processors_;
  GoalRest rest_;
  std::priority_queue<Event, std::vector<Event>, Later> events_;
  std::uint64_t order_ = 0;
  std::vector<std::uint32_t> free_;  // just set free
  GoalTimes times_;
};

}  // namespace

GoalTimes simulate_goal(const GoalProgram& program, Timing timing, GoalInput input) {
  return Simulation(program, timing, input).run();
}

}  // namespace romcast
