// SPDX-License-Identifier: Apache-2.0
// Checks that a schedule performs a GOAL program in the program's order. Shares no code with the
// simulation.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>
#include <unordered_map>

#include "romcast/goal/goal_schedule.hpp"

namespace romcast {
namespace {

using Time = std::uint64_t;

struct Span {
  Time begin = 0, end = 0;
};

class Checker {
 public:
  Checker(const GoalProgram& program, Timing timing, const std::vector<Hop>& hops,
          const GoalTimes& times)
      : program_(program), timing_(timing), times_(times) {
    for (const Hop& hop : hops) {
      if (hop.computes()) {
        ++computed_[{hop.cycle - 1, hop.link, hop.to}];
        continue;
      }
      const auto [place, first] = sent_.emplace(hop.message, hop);
      if (!first) place->second.cycle = 0;  // sent twice
      if (timing.overhead == 0) sending_.insert({hop.cycle - 1, hop.link});
    }
  }

  std::string broken() {
    number();
    for (NodeId r = 0; r < program_.ranks.size(); ++r) {
      for (std::uint32_t i = 0; i < program_.ranks[r].ops.size(); ++i) {
        const std::string wrong = broken_operation(r, i);
        if (!wrong.empty()) return place(r, i) + wrong;
      }
    }
    for (const auto& [what, count] : computed_) {
      if (count > 0) return fmt::format("{}: computes what no line says", program_.name);
    }
    if (sent_.size() > senders_.size()) {
      return fmt::format("{}: sends what no line says", program_.name);
    }
    for (NodeId r = 0; r < program_.ranks.size(); ++r) {
      std::string wrong = broken_order(r);
      if (!wrong.empty()) return wrong;
    }
    return overtaken();
  }

 private:
  struct Sender {
    NodeId rank;
    const GoalOp* op;
    bool received = false;
  };

  struct Received {
    NodeId rank, peer;
    std::uint32_t tag;
    Time ready, sent;
    [[nodiscard]] auto key() const { return std::tie(rank, peer, tag, ready, sent); }
    [[nodiscard]] bool same_stream(const Received& other) const {
      return rank == other.rank && peer == other.peer && tag == other.tag;
    }
  };

  [[nodiscard]] std::string place(NodeId rank, std::uint32_t op) const {
    return fmt::format("{}:{}: rank {} ", program_.name, program_.ranks[rank].ops[op].line, rank);
  }

  void number() {
    for (NodeId r = 0; r < program_.ranks.size(); ++r) {
      first_.push_back(static_cast<std::uint32_t>(spans_.size()));
      spans_.resize(spans_.size() + program_.ranks[r].ops.size());
      for (const GoalOp& op : program_.ranks[r].ops) {
        if (op.kind == GoalOp::Kind::send) senders_.push_back({r, &op});
      }
    }
  }

  // Finds the operation among the hops and notes its span; returns the error, or an empty string.
  std::string broken_operation(NodeId rank, std::uint32_t index) {
    const GoalOp& op = program_.ranks[rank].ops[index];
    const std::uint32_t number = first_[rank] + index;
    const Time begin = times_.begin[number];
    Span& span = spans_[number] = {begin, begin};
    if (op.kind == GoalOp::Kind::calc) {
      span.end += op.cycles;
      // Without overhead, if a calc begins in the cycle of a send, the hop of the calc begins one
      // cycle later and is one cycle shorter.
      const std::uint32_t late = timing_.overhead == 0 && sending_.contains({begin, rank}) ? 1 : 0;
      if (op.cycles > late && computed_[{begin + late, rank, op.cycles - late}]-- == 0) {
        return fmt::format("does not compute at time {}", begin);
      }
      return "";
    }
    const std::uint32_t message = times_.message[number];
    const auto sent = sent_.find(message);
    if (sent == sent_.end() || sent->second.cycle == 0) return "has no message of its own";
    const Hop& hop = sent->second;
    if (op.kind == GoalOp::Kind::send) {
      span.end += timing_.overhead;
      const bool same = senders_[message].op == &op && hop.link == rank && hop.to == op.peer;
      return same && hop.cycle == begin + 1 ? "" : "does not send what it should";
    }
    return broken_receive(rank, op, hop, span);
  }

  std::string broken_receive(NodeId rank, const GoalOp& op, const Hop& hop, Span& span) {
    span.end = std::max(span.begin, Time{hop.cycle} - 1 + timing_.delay());
    Sender& sender = senders_.at(hop.message);
    if (sender.received) return "receives what another line received";
    sender.received = true;
    const bool peer = op.peer == kNone || op.peer == sender.rank;
    const bool tag = op.tag == kNone || op.tag == sender.op->tag;
    if (hop.to != rank || !peer || !tag) return "receives a message that it does not want";
    if (op.peer != kNone && op.tag != kNone) {
      received_.push_back({rank, op.peer, op.tag, span.begin, Time{hop.cycle}});
    }
    return "";
  }

  std::string broken_order(NodeId rank) {
    for (const GoalOrder& order : program_.ranks[rank].orders) {
      const Span& waits = spans_[first_[rank] + order.waits];
      const Span& until = spans_[first_[rank] + order.until];
      if (waits.begin < (order.begun ? until.begin : until.end)) {
        return fmt::format("{}begins at time {}, before line {} {}", place(rank, order.waits),
                           waits.begin, program_.ranks[rank].ops[order.until].line,
                           order.begun ? "begins" : "is finished");
      }
    }
    return "";
  }

  // Checks this rule: if two receives of a rank have the same sender and tag, without wildcards,
  // the receive that is ready first gets the message that is sent first. Returns the error, or an
  // empty string.
  std::string overtaken() {
    std::ranges::sort(received_, {}, &Received::key);
    const Received* last = nullptr;
    // `begin`: when receive `one` was ready. `least`: the largest `sent` of the receives of the
    // same stream that were ready before `begin`; `most`: the largest `sent` of those that were
    // ready at `begin` or before.
    Time begin = 0, least = 0, most = 0;
    for (const Received& one : received_) {
      if (last == nullptr || !one.same_stream(*last)) begin = least = most = 0;
      last = &one;
      if (one.ready > begin) {
        begin = one.ready;
        least = most;
      }
      if (one.sent < least) {
        return fmt::format("{}: rank {} receives messages of rank {} with tag {} out of order",
                           program_.name, one.rank, one.peer, one.tag);
      }
      most = std::max(most, one.sent);
    }
    return "";
  }

  const GoalProgram& program_;
  const Timing timing_;
  const GoalTimes& times_;
  std::map<std::tuple<Time, NodeId, Time>, std::uint32_t> computed_;
  std::unordered_map<MessageId, Hop> sent_;    // cycle 0: sent more than once
  std::set<std::pair<Time, NodeId>> sending_;  // begins of sends; only if overhead is 0
  std::vector<Sender> senders_;                // by message
  std::vector<std::uint32_t> first_;           // first operation of each rank
  std::vector<Span> spans_;
  std::vector<Received> received_;  // messages that receives without wildcards got
};

}  // namespace

std::string broken_goal_order(const GoalProgram& program, Timing timing,
                              const std::vector<Hop>& hops, const GoalTimes& times) {
  return Checker(program, timing, hops, times).broken();
}

}  // namespace romcast
