// SPDX-License-Identifier: Apache-2.0
#include "romcast/goal/goal_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/goal/goal_graph.hpp"

namespace romcast {
namespace {

// A set of ranks whose data is known, a bit each; empty: none.
using Known = std::vector<std::uint64_t>;
constexpr std::size_t kBits = 64;

bool knows(const Known& known, NodeId rank) {
  return rank / kBits < known.size() && (known[rank / kBits] >> rank % kBits & 1) != 0;
}

void learn(Known& known, const Known& more) {
  known.resize(std::max(known.size(), more.size()));
  for (std::size_t i = 0; i < more.size(); ++i) known[i] |= more[i];
}

Known only(NodeId rank) {
  Known known(rank / kBits + 1);
  known.back() = std::uint64_t{1} << rank % kBits;
  return known;
}

class Knowledge {
 public:
  Knowledge(const GoalProgram& program, const GoalTimes& times)
      : graph_(program),
        times_(times),
        open_(graph_.waits()),
        known_(graph_.size()),
        came_(graph_.size()),
        progress_(graph_.size(), Progress::waits),
        of_(program.ranks.size()) {
    for (NodeId rank = 0; rank < of_.size(); ++rank) of_[rank] = only(rank);
    pair_messages();
    std::deque<std::uint32_t> ready;
    for (std::uint32_t op = 0; op < graph_.size(); ++op) {
      if (open_[op] == 0) ready.push_back(op);
    }
    for (; !ready.empty(); ready.pop_front()) begin(ready.front(), ready);
  }

  // The ranks whose data a rank knows at the end.
  [[nodiscard]] const Known& of(NodeId rank) const { return of_[rank]; }

 private:
  void pair_messages() {
    std::vector<std::uint32_t> receiver_of;
    for (std::uint32_t op = 0; op < graph_.size(); ++op) {
      if (graph_.op(op).kind != GoalOp::Kind::receive) continue;
      const std::uint32_t message = times_.message[op];
      if (message >= receiver_of.size()) receiver_of.resize(message + std::size_t{1}, kNone);
      receiver_of[message] = op;
    }
    receiver_.assign(graph_.size(), kNone);
    for (std::uint32_t op = 0; op < graph_.size(); ++op) {
      if (graph_.op(op).kind == GoalOp::Kind::send) receiver_[op] = receiver_of[times_.message[op]];
    }
  }

  // Begins an operation, and finishes it unless it is a reception whose message has not arrived.
  // The begin of a reception passes no data of the message to the operations that wait for this
  // begin.
  void begin(std::uint32_t op, std::deque<std::uint32_t>& ready) {
    for (const std::uint32_t next : graph_.freed(op, true)) pass(known_[op], next, ready);
    const bool receives = graph_.op(op).kind == GoalOp::Kind::receive;
    if (!receives || progress_[op] == Progress::came) return finish(op, ready);
    progress_[op] = Progress::begun;
  }

  void finish(std::uint32_t op, std::deque<std::uint32_t>& ready) {
    Known known = std::move(known_[op]);
    known_[op] = {};
    learn(known, came_[op]);
    came_[op] = {};
    const NodeId rank = graph_.rank(op);
    learn(of_[rank], known);
    for (const std::uint32_t next : graph_.freed(op, false)) pass(known, next, ready);
    const std::uint32_t receiver = receiver_[op];
    if (receiver == kNone) return;
    learn(known, only(rank));
    came_[receiver] = std::move(known);
    if (std::exchange(progress_[receiver], Progress::came) == Progress::begun) {
      finish(receiver, ready);
    }
  }

  void pass(const Known& known, std::uint32_t next, std::deque<std::uint32_t>& ready) {
    learn(known_[next], known);
    if (--open_[next] == 0) ready.push_back(next);
  }

  // State of a reception. came: its message has arrived, whether the reception has begun or not.
  enum class Progress : std::uint8_t { waits, begun, came };

  const GoalGraph graph_;
  const GoalTimes& times_;
  std::vector<std::uint32_t> open_;      // by operation: number of orders for which it still waits
  std::vector<std::uint32_t> receiver_;  // by send: the receive of its message; kNone for others
  std::vector<Known> known_;  // by operation: knowledge of its predecessors, until it is finished
  std::vector<Known> came_;   // by reception: knowledge in its message, until the reception ends
  std::vector<Progress> progress_;
  std::vector<Known> of_;
};

struct Missing {
  NodeId who = 0, whom = 0;
};

template <typename Pairs>
std::optional<Missing> first_missing(const Knowledge& knowledge, NodeId ranks, Pairs needed) {
  for (NodeId who = 0; who < ranks; ++who) {
    for (NodeId whom = 0; whom < ranks; ++whom) {
      if (needed(who, whom) && !knows(knowledge.of(who), whom)) return Missing{who, whom};
    }
  }
  return std::nullopt;
}

// Returns a rank `who` and a rank `whom` such that `who` needs, but lacks, the data of `whom`;
// nullopt if no such two ranks exist. If the collective has a root, every rank is tried as the
// root, and the root for which the fewest data are missing is taken.
std::optional<Missing> missing(const Knowledge& knowledge, NodeId ranks, CollectiveKind kind) {
  const bool from = traits(kind).root == Traits::Root::source;
  const bool to = traits(kind).root == Traits::Root::sink;
  if (!from && !to) {
    return first_missing(knowledge, ranks, [](NodeId, NodeId) { return true; });
  }
  NodeId best = 0;
  std::size_t most = 0;
  for (NodeId root = 0; root < ranks; ++root) {
    std::size_t count = 0;
    for (NodeId other = 0; other < ranks; ++other) {
      count += knows(knowledge.of(to ? root : other), to ? other : root) ? 1 : 0;
    }
    if (count > most) {
      most = count;
      best = root;
    }
  }
  return first_missing(knowledge, ranks,
                       [&](NodeId who, NodeId whom) { return (to ? who : whom) == best; });
}

}  // namespace

std::string broken_goal_claim(const GoalProgram& program, const GoalTimes& times,
                              CollectiveKind kind) {
  if (traits(kind).listed || traits(kind).addition > 0) {
    throw InputError({"as", name(kind)}, "what it needs does not follow from its name",
                     "give broadcast, scatter, gather, allgather, alltoall, reduce or allreduce");
  }
  const Knowledge knowledge(program, times);
  const auto lacking = missing(knowledge, static_cast<NodeId>(program.ranks.size()), kind);
  if (!lacking) return "";
  return fmt::format(
      "{}: no {}: rank {} gets nothing that depends on what rank {} has (a send carries what came "
      "before only if it requires its reception)",
      program.name, name(kind), lacking->who, lacking->whom);
}

}  // namespace romcast
