#include "romcast/goal_deadlock.hpp"

#include <fmt/format.h>

#include <set>

namespace romcast {
namespace {

// Receives that are looked at for one that nobody can ever help.
constexpr int kTried = 1000;

std::string tag_of(const GoalOp& op) {
  return op.tag == kNone ? "any tag" : fmt::format("tag {}", op.tag);
}

class Rest {
 public:
  Rest(const GoalProgram& program, const GoalGraph& graph, const GoalRest& rest)
      : program_(program), graph_(graph), rest_(rest) {}

  [[nodiscard]] std::string error() const {
    std::uint32_t waiting = kNone;
    int tried = 0;
    for (const auto& ready : rest_.ready) {
      for (const std::uint32_t receive : ready) {
        if (tried++ < kTried && sender(receive) == kNone) return unmatched_receive(receive);
        if (waiting == kNone) waiting = receive;
      }
    }
    if (waiting != kNone) return deadlock(waiting);
    for (const auto& arrived : rest_.arrived) {
      if (!arrived.empty()) return unmatched_send(arrived.front());
    }
    return "";
  }

 private:
  [[nodiscard]] std::string place(std::uint32_t op) const {
    return fmt::format("{}:{}", program_.name, graph_.op(op).line);
  }

  // A send that has not happened and would help a receive; kNone if there is none.
  [[nodiscard]] std::uint32_t sender(std::uint32_t receive) const {
    const NodeId peer = graph_.op(receive).peer;
    const auto ranks = static_cast<NodeId>(program_.ranks.size());
    const std::uint32_t first = graph_.first(peer == kNone ? 0 : peer);
    const std::uint32_t end = graph_.first(peer == kNone ? ranks : peer + 1);
    for (std::uint32_t op = first; op < end; ++op) {
      if (rest_.waits[op] > 0 && graph_.op(op).kind == GoalOp::Kind::send &&
          graph_.op(op).peer == graph_.rank(receive) && goal_match(graph_, receive, op)) {
        return op;
      }
    }
    return kNone;
  }

  [[nodiscard]] std::string unmatched_receive(std::uint32_t receive) const {
    const GoalOp& op = graph_.op(receive);
    const std::string from = op.peer == kNone ? "anybody" : fmt::format("rank {}", op.peer);
    return fmt::format("{}: rank {} waits for a message from {} with {}, which nobody sends",
                       place(receive), graph_.rank(receive), from, tag_of(op));
  }

  [[nodiscard]] std::string unmatched_send(std::uint32_t send) const {
    const GoalOp& op = graph_.op(send);
    return fmt::format("{}: rank {} sends rank {} a message with {}, which it never receives",
                       place(send), graph_.rank(send), op.peer, tag_of(op));
  }

  // A receive that got nothing and for which an operation waits, maybe through others.
  [[nodiscard]] std::uint32_t blocker(std::uint32_t op) const {
    const NodeId rank = graph_.rank(op);
    const std::uint32_t first = graph_.first(rank);
    const std::set<std::uint32_t> ready(rest_.ready[rank].begin(), rest_.ready[rank].end());
    std::vector<std::uint32_t> until(graph_.first(rank + 1) - first, kNone);
    for (const GoalOrder& order : program_.ranks[rank].orders) {
      const std::uint32_t other = first + order.until;
      // Whoever waits for something unfinished, does not wait for another that has finished.
      if (rest_.waits[other] > 0 || (!order.begun && ready.contains(other))) {
        until[order.waits] = other;
      }
    }
    while (op != kNone && !ready.contains(op)) op = until[op - first];
    return op;
  }

  [[nodiscard]] std::string deadlock(std::uint32_t receive) const {
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
};

}  // namespace

bool goal_match(const GoalGraph& graph, std::uint32_t receive, std::uint32_t send) {
  const GoalOp& wanted = graph.op(receive);
  return (wanted.peer == kNone || wanted.peer == graph.rank(send)) &&
         (wanted.tag == kNone || wanted.tag == graph.op(send).tag);
}

std::string goal_rest_error(const GoalProgram& program, const GoalGraph& graph,
                            const GoalRest& rest) {
  return Rest(program, graph, rest).error();
}

}  // namespace romcast
