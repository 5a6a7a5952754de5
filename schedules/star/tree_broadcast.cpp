// SPDX-License-Identifier: Apache-2.0
// Broadcast along a tree, chunk after chunk.
//
// All nodes work in rounds of equal length. Chunk 0 reaches node v of the tree in round r(v); each
// chunk follows p rounds after the one before, so chunk c = 0..C-1 reaches v in round r(v) + c*p.
// With m messages in a chunk (fewer in the last) and R rounds for chunk 0, the run takes T cycles:
//   T = (R - 1 + (C-1) p) (t_s + m t_m) + t_s + (messages of the last chunk) t_m
//
// Single-port ("spreading-tree"): the rounds of a node's sends differ modulo p. The fastest of four
// trees is used (for a single message always the first): the tree with the fewest rounds known, a
// tree with at most 2 sends per node (p = 2), one with at most 3 (p = 3), and a Hamiltonian path
// (p = 1), which is best for very many chunks. S_3 with p = 2: 123 sends along g_2 in round 1 and
// along g_3 in round 2; 213 sends once, in round 2; 321 sends once, in round 3; and so on.
// Multi-port ("flooding"): every node forwards at once to all its children, p = 1, R = diameter.
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "romcast/core/topologies.hpp"
#include "romcast/core/wording.hpp"
#include "schedules/star/bounds.hpp"
#include "schedules/star/star.hpp"
#include "schedules/star/tree.hpp"

namespace romcast {
namespace {

using namespace star;

std::uint64_t divided_up(std::uint64_t value, std::uint64_t by) { return (value + by - 1) / by; }

std::uint64_t tree_broadcast_cycles(const TimedTree& tree, std::uint32_t chunk,
                                    const Problem& problem) {
  const std::uint64_t all = problem.collective.messages(), chunks = divided_up(all, chunk);
  const std::uint64_t ts = problem.timing.startup, tm = problem.timing.per_message;
  return (tree.rounds - 1 + (chunks - 1) * tree.period) * (ts + chunk * tm) + ts +
         (all - (chunks - 1) * chunk) * tm;
}

/// The chunk sizes to try, in messages: the option `chunk`, but at most all messages; without the
/// option or with `auto`: all messages, every size up to kMost, and the smallest size for each
/// number of chunks up to kMost. Throws InputError if the option is no size.
std::vector<std::uint32_t> chunk_sizes(const Problem& problem) {
  constexpr std::uint32_t kMost = 1024;
  const std::uint32_t all = problem.collective.messages();
  const auto given = problem.options.find("chunk");
  if (given != problem.options.end() && given->second != "auto") {
    return {std::min(all, parse_number("chunk", given->second, 1, kMostTime))};
  }
  std::vector<std::uint32_t> sizes{all};
  for (std::uint32_t i = 1; i <= std::min(all, kMost); ++i) {
    sizes.push_back(i);
    sizes.push_back(static_cast<std::uint32_t>(divided_up(all, i)));
  }
  return sizes;
}

struct Pipeline {
  TimedTree tree;
  std::uint32_t chunk = 1;
  std::uint64_t cycles = ~std::uint64_t{0};
};

Pipeline best(const Problem& problem) {
  const auto graph = star::graph(problem);
  const std::vector<std::uint32_t> sizes = chunk_sizes(problem);
  Pipeline best;
  const auto consider = [&](TimedTree tree) {
    if (tree.rounds == 0) return;
    const auto time = [&](std::uint32_t size) {
      return tree_broadcast_cycles(tree, size, problem);
    };
    const std::uint32_t chunk = *std::ranges::min_element(sizes, {}, time);
    if (const std::uint64_t t = time(chunk); t < best.cycles) best = {std::move(tree), chunk, t};
  };
  if (!problem.ports.single()) {
    consider(balanced_tree(*graph));
    return best;
  }
  consider(broadcast_tree(*graph));
  if (problem.collective.messages() == 1) return best;
  for (const std::uint32_t period : {1U, 2U, 3U}) consider(periodic_tree(*graph, period));
  return best;
}

// The edges of the tree, as links, sorted by the round in which chunk 0 crosses them. All passes
// over one schedule share this struct.
struct Rounds {
  std::vector<LinkId> links;
  std::vector<std::size_t> begin;  // begin[r-1]: index of round r's first link; back(): the end
  std::uint32_t period = 1, chunk = 1, messages = 1;
  Timing timing;

  [[nodiscard]] std::uint32_t chunks() const {
    return static_cast<std::uint32_t>(divided_up(messages, chunk));
  }
  [[nodiscard]] std::uint64_t rounds() const {
    return begin.size() - 1 + std::uint64_t{chunks() - 1} * period;
  }
  [[nodiscard]] std::span<const LinkId> of(std::uint64_t round) const {
    return std::span(links).subspan(begin[round - 1], begin[round] - begin[round - 1]);
  }
};

Rounds rounds_of(const Problem& problem, const Pipeline& pipeline) {
  const auto graph = star::graph(problem);
  const TimedTree& tree = pipeline.tree;
  Rounds rounds{.links = std::vector<LinkId>(graph->nodes() - 1),
                .begin = std::vector<std::size_t>(tree.rounds + 1, 0),
                .period = tree.period,
                .chunk = pipeline.chunk,
                .messages = problem.collective.messages(),
                .timing = problem.timing};
  for (NodeId v = 1; v < graph->nodes(); ++v) ++rounds.begin[tree.round[v]];
  for (std::size_t r = 1; r <= tree.rounds; ++r) rounds.begin[r] += rounds.begin[r - 1];
  std::vector<std::size_t> next = rounds.begin;
  for (NodeId v = 1; v < graph->nodes(); ++v) {
    const NodeId parent =
        graph->times(problem.collective.source(), graph->neighbour(v, tree.up[v]));
    rounds.links[next[tree.round[v] - 1]++] = graph->link(parent, tree.up[v]);
  }
  return rounds;
}

class RoundByRound final : public Schedule {
 public:
  explicit RoundByRound(std::shared_ptr<const Rounds> rounds) : rounds_(std::move(rounds)) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    while (hops.empty() && round_ <= rounds_->rounds()) {
      if (event_ == 0 && rounds_->timing.startup > 0) add_startups(hops);
      if (event_ > 0) add_messages(hops);
      if (++event_ > rounds_->chunk) {
        event_ = 0;
        ++round_;
      }
    }
    return !hops.empty();
  }

 private:
  [[nodiscard]] std::uint64_t begin() const {
    const Timing& timing = rounds_->timing;
    return (round_ - 1) * (timing.startup + std::uint64_t{rounds_->chunk} * timing.per_message) + 1;
  }
  // Calls `visit` with each chunk that is sent in this round and the links that carry the chunk.
  template <class Visit>
  void for_each_chunk(Visit visit) const {
    const std::uint64_t depth = rounds_->begin.size() - 1, period = rounds_->period;
    const std::uint64_t first = round_ > depth ? divided_up(round_ - depth, period) : 0;
    for (std::uint64_t c = first; c < rounds_->chunks() && c * period < round_; ++c) {
      visit(static_cast<std::uint32_t>(c), rounds_->of(round_ - c * period));
    }
  }
  void add_startups(std::vector<Hop>& hops) const {
    const auto cycle = static_cast<Cycle>(begin());
    for_each_chunk([&](std::uint32_t, std::span<const LinkId> links) {
      for (const LinkId link : links) hops.push_back(Hop::startup(cycle, link));
    });
  }
  void add_messages(std::vector<Hop>& hops) const {
    const Timing& timing = rounds_->timing;
    const auto cycle = static_cast<Cycle>(begin() + timing.startup +
                                          std::uint64_t{event_} * timing.per_message - 1);
    for_each_chunk([&](std::uint32_t chunk, std::span<const LinkId> links) {
      const std::uint64_t message = std::uint64_t{chunk} * rounds_->chunk + event_ - 1;
      if (message >= rounds_->messages) return;
      for (const LinkId link : links) {
        hops.push_back({cycle, link, static_cast<MessageId>(message)});
      }
    });
  }

  std::shared_ptr<const Rounds> rounds_;
  std::uint64_t round_ = 1;
  std::uint32_t event_ = 0;  // 0: the start-ups of the round, i: the i-th message of each chunk
};

Plan tree_broadcast_plan(const Problem& problem) {
  const Pipeline pipeline = best(problem);
  if (pipeline.cycles >= kNone) refuse_endless();
  const auto rounds = std::make_shared<const Rounds>(rounds_of(problem, pipeline));
  return {.open = [rounds] { return std::make_unique<RoundByRound>(rounds); }};
}

Theory tree_broadcast_theory(const Problem& problem) {
  Theory theory;
  const unsigned n = graph(problem)->symbols();
  const bool single = problem.ports.single();
  const TimedTree shape{.rounds = single ? spreading_steps(n) : diameter(n)};
  // No formula for a single port and several messages: which tree is best is known only after all
  // the trees have been made.
  if (!single || problem.collective.messages() == 1) {
    const auto sizes = chunk_sizes(problem);
    const auto time = [&](std::uint32_t size) {
      return tree_broadcast_cycles(shape, size, problem);
    };
    theory.formula_cycles = time(*std::ranges::min_element(sizes, {}, time));
    theory.formula_source = fmt::format(
        "{}{}", counted(shape.rounds, "round"),
        single ? ", found by search for n = 3..9" : ", a chunk in every one after the other");
  }
  add_lower_bound(problem, theory);
  return theory;
}

AlgorithmOption chunk_option() {
  return {"chunk", {"auto"}, "most messages in a packet, or auto: what is fastest", true};
}

}  // namespace

Algorithm spreading_tree_broadcast() {
  return {.name = "spreading-tree",
          .network = "star",
          .collective = CollectiveKind::broadcast,
          .ports = {Ports::Kind::single},
          .summary = "who knows tells one more in every round; as many as can be, matched",
          .source = "romcast; the fewest rounds for n = 3..9",
          .default_control = Control::rom,
          .options = {chunk_option()},
          .build = tree_broadcast_plan,
          .predict = tree_broadcast_theory};
}

Algorithm flooding_broadcast() {
  return {.name = "flooding",
          .network = "star",
          .collective = CollectiveKind::broadcast,
          .ports = {Ports::Kind::multi},
          .summary = "along a tree of shortest paths, chunk after chunk",
          .source = "folklore; optimal for one message",
          .default_control = Control::rom,
          .options = {chunk_option()},
          .build = tree_broadcast_plan,
          .predict = tree_broadcast_theory};
}

}  // namespace romcast
