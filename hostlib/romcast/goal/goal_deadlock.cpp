// SPDX-License-Identifier: Apache-2.0
#include "romcast/goal/goal_deadlock.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <tuple>

namespace romcast {
namespace {

std::string tag_of(const GoalOp& op) {
  return op.tag == kNone ? "any tag" : fmt::format("tag {}", op.tag);
}

class Rest {
 public:
  Rest(const GoalProgram& program, const GoalGraph& graph, const GoalRest& rest)
      : program_(program), graph_(graph), rest_(rest) {
    if (!rest.ready.empty()) look_for_senders();
  }

  [[nodiscard]] std::string error() {
    for (const std::uint32_t receive : rest_.ready) {
      if (sender(receive) == kNone) return unmatched_receive(receive);
    }
    if (!rest_.ready.empty()) return deadlock(rest_.ready.front());
    if (!rest_.arrived.empty()) return unmatched_send(rest_.arrived.front());
    return "";
  }

 private:
  [[nodiscard]] std::string place(std::uint32_t op) const {
    return fmt::format("{}:{}", program_.name, graph_.op(op).line);
  }

  using Stream = std::tuple<NodeId, NodeId, std::uint32_t>;  // receiver, sender, tag; kNone: any

  [[nodiscard]] Stream stream(std::uint32_t receive) const {
    return {graph_.rank(receive), graph_.op(receive).peer, graph_.op(receive).tag};
  }

  // Finds, for each unmatched receive, the first unsent send that would match it.
  void look_for_senders() {
    for (const std::uint32_t receive : rest_.ready) senders_.emplace(stream(receive), kNone);
    for (std::uint32_t op = 0; op < graph_.size(); ++op) {
      const GoalOp& send = graph_.op(op);
      if (rest_.waits[op] == 0 || send.kind != GoalOp::Kind::send) continue;
      for (const NodeId from : {graph_.rank(op), kNone}) {
        for (const std::uint32_t tag : {send.tag, kNone}) {
          const auto wanted = senders_.find({send.peer, from, tag});
          if (wanted != senders_.end() && wanted->second == kNone) wanted->second = op;
        }
      }
    }
  }

  // An unsent send that would match a receive; kNone if there is none.
  [[nodiscard]] std::uint32_t sender(std::uint32_t receive) const {
    return senders_.at(stream(receive));
  }

  [[nodiscard]] std::string unmatched_receive(std::uint32_t receive) const {
    const GoalOp& op = graph_.op(receive);
    const std::string from = op.peer == kNone ? "anybody" : fmt::format("rank {}", op.peer);
    const std::string text = fmt::format("{}: rank {} waits for a message from {} with {}",
                                         place(receive), graph_.rank(receive), from, tag_of(op));
    for (std::uint32_t send = 0; send < graph_.size(); ++send) {
      const std::uint32_t taker = fits(send, receive) ? wildcard_taker(send) : kNone;
      if (taker == kNone) continue;
      return text + fmt::format(
                        ", but the reception in line {} has taken the one that rank {} "
                        "sends in line {}",
                        graph_.op(taker).line, graph_.rank(send), graph_.op(send).line);
    }
    return text + ", which nobody sends";
  }

  // True if the receive could have matched the send.
  [[nodiscard]] bool fits(std::uint32_t op, std::uint32_t receive) const {
    const GoalOp& send = graph_.op(op);
    const GoalOp& wanted = graph_.op(receive);
    return send.kind == GoalOp::Kind::send && send.peer == graph_.rank(receive) &&
           (wanted.peer == kNone || wanted.peer == graph_.rank(op)) &&
           (wanted.tag == kNone || wanted.tag == send.tag);
  }

  // The wildcard receive that matched the message of this send; kNone if none did.
  [[nodiscard]] std::uint32_t wildcard_taker(std::uint32_t send) const {
    const NodeId rank = graph_.op(send).peer;
    for (std::uint32_t op = graph_.first(rank); op < graph_.first(rank + 1); ++op) {
      const GoalOp& one = graph_.op(op);
      const bool wild = one.peer == kNone || one.tag == kNone;
      const bool receives = one.kind == GoalOp::Kind::receive;
      if (receives && wild && rest_.message[op] == rest_.message[send]) return op;
    }
    return kNone;
  }

  [[nodiscard]] std::string unmatched_send(std::uint32_t send) const {
    const GoalOp& op = graph_.op(send);
    return fmt::format("{}: rank {} sends rank {} a message with {}, which it never receives",
                       place(send), graph_.rank(send), op.peer, tag_of(op));
  }

  // Finds, for every waiting operation, one operation that it waits for.
  void look_for_blockers() {
    until_.assign(graph_.size(), kNone);
    is_ready_.assign(graph_.size(), false);
    for (const std::uint32_t receive : rest_.ready) is_ready_[receive] = true;
    for (NodeId rank = 0; rank < program_.ranks.size(); ++rank) {
      for (const GoalOrder& order : program_.ranks[rank].orders) {
        const std::uint32_t other = graph_.first(rank) + order.until;
        // A ready receive has begun, so it blocks only operations that wait for its end.
        if (rest_.waits[other] > 0 || (!order.begun && is_ready_[other])) {
          until_[graph_.first(rank) + order.waits] = other;
        }
      }
    }
  }

  // The unmatched receive that blocks `op` directly or through other operations, or `op` itself if
  // `op` is an unmatched receive; kNone if no receive blocks `op`.
  [[nodiscard]] std::uint32_t blocker(std::uint32_t op) const {
    while (op != kNone && !is_ready_[op]) op = until_[op];
    return op;
  }

  [[nodiscard]] std::string deadlock(std::uint32_t receive) {
    look_for_blockers();
    std::set<std::uint32_t> seen;
    while (receive != kNone && sender(receive) != kNone && seen.insert(receive).second)
      receive = blocker(sender(receive));
    const std::uint32_t start = receive == kNone ? *seen.begin() : receive;
    std::string text = fmt::format("{}: deadlock: rank {}", place(start), graph_.rank(start));
    constexpr int kShown = 4;
    std::uint32_t at = start;
    for (int i = 0; i < kShown; ++i) {
      const std::uint32_t send = sender(at);
      text += fmt::format("{} waits for the message that rank {} sends in line {}",
                          i == 0 ? "" : fmt::format(", which in line {}", graph_.op(at).line),
                          graph_.rank(send), graph_.op(send).line);
      at = blocker(send);
      if (at == start) {
        return text + fmt::format(", which waits for line {}", graph_.op(start).line);
      }
      if (at == kNone) break;
    }
    return text + ", and so on";
  }

  const GoalProgram& program_;
  const GoalGraph& graph_;
  const GoalRest& rest_;
  std::map<Stream, std::uint32_t> senders_;
  std::vector<std::uint32_t> until_;  // by operation: one that it waits for; else kNone
  std::vector<bool> is_ready_;        // by operation
};

}  // namespace

std::string goal_rest_error(const GoalProgram& program, const GoalGraph& graph,
                            const GoalRest& rest) {
  return Rest(program, graph, rest).error();
}

}  // namespace romcast
