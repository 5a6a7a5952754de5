// SPDX-License-Identifier: Apache-2.0
#include "romcast/goal/goal_claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <optional>

#include "romcast/core/error.hpp"
#include "romcast/goal/goal_graph.hpp"

namespace romcast {
namespace {

// Ranks that somebody knows of, a bit each; empty: none.
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
        of_(program.ranks.size()) {
    for (NodeId rank = 0; rank < of_.size(); ++rank) of_[rank] = only(rank);
    pair_messages();
    std::deque<std::uint32_t> ready;
    for (std::uint32_t op = 0; op < graph_.size(); ++op) {
      if (open_[op] == 0) ready.push_back(op);
    }
    for (; !ready.empty(); ready.pop_front()) follow(ready.front(), ready);
  }

  // What a rank knows of in the end.
  [[nodiscard]] const Known& of(NodeId rank) const { return of_[rank]; }

 private:
  void pair_messages() {
    std::vector<std::uint32_t> receiver_of;
    for (std::uint32_t op = 0; op < graph_.size(); ++op) {
      if (graph_.op(op).kind != GoalOp::Kind::receive) continue;
      const std::uint32_t message = times_.message[op];
      if (message >= receiver_of.size()) receiver_of.resize(message + std::size_t{1}, kNone);
      receiver_of[message] = op;
      ++open_[op];
    }
    receiver_.assign(graph_.size(), kNone);
    for (std::uint32_t op = 0; op < graph_.size(); ++op) {
      if (graph_.op(op).kind == GoalOp::Kind::send) receiver_[op] = receiver_of[times_.message[op]];
    }
  }

  void follow(std::uint32_t op, std::deque<std::uint32_t>& ready) {
    Known known = std::move(known_[op]);
    known_[op] = {};
    const NodeId rank = graph_.rank(op);
    learn(of_[rank], known);
    const bool receives = graph_.op(op).kind == GoalOp::Kind::receive;
    for (const bool begun : {false, true}) {
      for (const std::uint32_t next : graph_.freed(op, begun)) {
        // What has begun to be received is not there yet.
        pass(begun && receives ? Known{} : known, next, ready);
      }
    }
    if (receiver_[op] == kNone) return;
    learn(known, only(rank));
    pass(known, receiver_[op], ready);
  }

  void pass(const Known& known, std::uint32_t next, std::deque<std::uint32_t>& ready) {
    learn(known_[next], known);
    if (--open_[next] == 0) ready.push_back(next);
  }

  const GoalGraph graph_;
  const GoalTimes& times_;
  std::vector<std::uint32_t> open_;      // what an operation still waits for
  std::vector<std::uint32_t> receiver_;  // of a send
  std::vector<Known> known_;             // by what an operation waits for, until it is looked at
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

// With the root that lacks least; without a root there is only one try.
std::optional<Missing> missing(const Knowledge& knowledge, NodeId ranks, CollectiveKind kind) {
  const bool from = kind == CollectiveKind::broadcast || kind == CollectiveKind::scatter;
  const bool to = kind == CollectiveKind::gather || kind == CollectiveKind::reduce;
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
  if (kind == CollectiveKind::exchange || kind == CollectiveKind::summation) {
    throw InputError(
        fmt::format("--as {}: what it needs does not follow from its name; give "
                    "broadcast, scatter, gather, allgather, alltoall, reduce or "
                    "allreduce",
                    name(kind)));
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
