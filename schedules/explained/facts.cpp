// SPDX-License-Identifier: Apache-2.0
#include "schedules/explained/facts.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>

#include "romcast/core/logp_program.hpp"
#include "romcast/core/network_as.hpp"
#include "romcast/core/star_graph.hpp"
#include "romcast/core/wording.hpp"
#include "schedules/complete/fibonacci_trees.hpp"
#include "schedules/explained/ports.hpp"
#include "schedules/explained/star.hpp"
#include "schedules/logp/tree.hpp"
#include "schedules/star/mesh.hpp"

namespace romcast {
namespace {

using Facts = std::vector<Fact>;
using Hops = std::vector<Hop>;

constexpr std::size_t kMostHops = 20'000;
constexpr MessageId kMostTrees = 8;

/// All hops of a plan; nothing if it has no schedule, or more than kMostHops hops.
std::optional<Hops> hops_of(const Plan& plan) {
  Hops all, hops;
  if (!plan.open) return std::nullopt;
  for (const auto schedule = plan.open(); schedule->next(hops);) {
    all.insert(all.end(), hops.begin(), hops.end());
    if (all.size() > kMostHops) return std::nullopt;
  }
  return all;
}

// Time from which the receiver of this hop can use the message.
std::uint64_t time_of(const Problem& problem, const Hop& hop) {
  return problem.timing.logp() ? hop.cycle - 1 + problem.timing.delay() : hop.cycle;
}

// The trees of the first messages of a broadcast: senders, receivers, and the times from which the
// receivers can use the message.
void add_trees(const Problem& problem, const Hops& hops, Facts& facts) {
  const Topology& topology = *problem.topology;
  const Collective& collective = problem.collective;
  if (collective.kind() != CollectiveKind::broadcast || collective.copies()) return;
  if (topology.nodes() > kMostListed) return;
  std::map<MessageId, std::map<NodeId, std::string>> children;
  std::map<MessageId, std::vector<NodeId>> senders;
  for (const Hop& hop : hops) {
    if (hop.starts() || hop.computes() || hop.message >= kMostTrees) continue;
    const NodeId from = topology.channel_at(hop.link).from;
    std::string& text = children[hop.message][from];
    if (text.empty()) senders[hop.message].push_back(from);
    text +=
        fmt::format("{} {} at {}", text.empty() ? "" : ",",
                    topology.node_name(topology.end_of(hop.link, hop.to)), time_of(problem, hop));
  }
  for (const auto& [message, nodes] : senders) {
    std::string text;
    for (const NodeId node : nodes) {
      text += fmt::format("{}{} to{}", text.empty() ? "" : "; ", topology.node_name(node),
                          children[message][node]);
    }
    facts.push_back({fmt::format("tree {}", message), text});
  }
}

// For each level and direction: the number of hops on all links, and on the busiest link.
void add_loads(const Topology& network, const Hops& hops, Facts& facts) {
  struct Load {
    std::size_t hops = 0, most = 0;
    std::map<LinkId, std::size_t> links{};
  };
  std::map<std::pair<unsigned, bool>, Load> loads;
  for (const Hop& hop : hops) {
    const Channel& channel = network.channel_at(hop.link);
    Load& load = loads[{network.level(channel.up ? channel.to : channel.from), channel.up}];
    ++load.hops;
    load.most = std::max(load.most, ++load.links[hop.link]);
  }
  std::string text;
  for (unsigned level = 1; level <= network.levels(); ++level) {
    const Load up = loads[{level, true}], down = loads[{level, false}];
    text += fmt::format("{}level {}: {} up, {} a link at most; {} down, {} a link at most",
                        text.empty() ? "" : "; ", level, up.hops, up.most, down.hops, down.most);
  }
  facts.push_back({"load", text});
}

// The highest level of a shortest path between two processors.
unsigned top_level(const Topology& network, NodeId from, NodeId to) {
  unsigned level = 0;
  for (NodeId at = from; at != to; at = network.channels()[network.route(at, to)].to) {
    level = std::max(level, network.level(at));
  }
  return level;
}

// T_i: the cycle of the last arrival at a leaf, over all messages whose path turns at level i.
void add_classes(const Topology& network, const Collective& collective, const Hops& hops,
                 Facts& facts) {
  if (collective.combines() || collective.copies()) return;
  std::map<unsigned, Cycle> last;
  for (const Hop& hop : hops) {
    const NodeId to = network.channel_at(hop.link).to, origin = collective.origin(hop.message);
    if (network.is_processor(to) && origin != to) last[top_level(network, origin, to)] = hop.cycle;
  }
  std::string text;
  for (const auto& [level, cycle] : last) {
    text += fmt::format("{}T_{} = {}", text.empty() ? "" : ", ", level, cycle);
  }
  facts.push_back(
      {"classes", text + ": the last arrivals of messages that turn at level 1, 2, .."});
}

void add_dilation(const std::shared_ptr<const Topology>& topology, Facts& facts) {
  const star::Mesh mesh(network_as<StarGraph>(topology));
  std::size_t direct = 0, columns = 0;
  for (unsigned row = 0; row + 1 < mesh.rows(); ++row) {
    for (std::uint32_t column = 0; column < mesh.columns(); ++column, ++columns) {
      if (mesh.turn(mesh.at(row, column), row + 1) == 1) ++direct;
    }
  }
  facts.push_back({"dilation", fmt::format("1 along the {} rows; along columns 3, and 1 in {} of "
                                           "{} steps from row to row",
                                           mesh.rows(), direct, columns)});
}

// Dilation of an embedded schedule: the largest number of hops that one of its sends takes. Each
// send moves a message number of its own, since messages are copies (Collective::copies()).
void add_longest_way(const Hops& hops, Facts& facts) {
  std::map<MessageId, std::size_t> ways;
  std::size_t most = 0;
  for (const Hop& hop : hops) {
    if (!hop.starts()) most = std::max(most, ++ways[hop.message]);
  }
  facts.push_back({"dilation", counted(most, "hop") + " for a send, at most"});
}

void add_fibonacci(const Problem& problem, Facts& facts) {
  const std::uint32_t d = complete::fibonacci_degree(problem);
  const auto n = static_cast<std::uint32_t>(problem.collective.processors());
  if (n < d * d + d + 1) return;  // smaller networks have other trees
  const complete::FibonacciSplit split(n, d);
  const std::uint32_t order = complete::fibonacci_order(d, split.group);
  std::vector<std::uint64_t> numbers;
  std::string text;
  for (std::uint32_t t = 0; t <= order + 1; ++t) {
    std::uint64_t sum = 1;
    for (std::uint32_t i = 1; t >= d && i <= d; ++i) sum += numbers[t - i];
    numbers.push_back(sum);
    text += fmt::format("{}{}", t == 0 ? "" : ", ", sum);
  }
  facts.push_back({fmt::format("F_{}(t)", d), fmt::format("{}, for t = 0, 1, ..", text)});
  facts.push_back(
      {fmt::format("f_{}(s)", d),
       fmt::format("{}: the least t with F_{}(t) >= s = {}, of which {}", order, d, split.group,
                   counted(split.internal, "is an internal node", "are internal nodes"))});
  facts.push_back({"size", fmt::format("n = {} = {} + {} d + {}: {} trees of s processors, beta = "
                                       "{} inserted per tree, alpha = {} chained",
                                       n, n - split.beta * d - split.alpha, split.beta, split.alpha,
                                       d, split.beta, split.alpha)});
}

std::string listed(const std::vector<std::uint64_t>& numbers) {
  return fmt::format("{}", fmt::join(numbers, ", "));
}

void add_reach(const Problem& problem, Facts& facts) {
  const logp::Machine machine = logp::machine_of(problem);
  std::vector<std::uint64_t> reached = logp::reached(machine);
  const std::size_t last = reached.size() - 1;
  if (machine.postal() && last >= machine.latency()) {  // f_t without the limit P
    reached[last] = reached[last - 1] + reached[last - machine.latency()];
  }
  if (reached.size() <= kMostListed) {
    facts.push_back({machine.postal() ? "f_t" : "P(t)",
                     listed(reached) + ": processors that can have an item at t = 0, 1, .."});
  }
  facts.push_back({"B(P)", fmt::format("{}", logp::broadcast_time(machine))});
  if (!machine.postal() || machine.processors < 3) return;
  logp::Machine others = machine;
  --others.processors;
  facts.push_back(
      {"k*", fmt::format("{}, with B(P-1) = {}",
                         logp::printed_bound(machine, problem.collective.messages()).endgame,
                         logp::broadcast_time(others))});
}

void add_labels(const Problem& problem, Facts& facts) {
  if (problem.collective.processors() > kMostListed) return;
  const logp::Tree tree(logp::machine_of(problem));
  std::vector<std::uint64_t> labels;
  for (std::uint32_t node = 0; node < tree.nodes(); ++node) labels.push_back(tree.label(node));
  facts.push_back(
      {"labels", listed(labels) + ": when the nodes of the optimal tree have the item"});
}

// S_i: times at which the processors of a summation begin to send, and the end, at which the last
// processor finishes.
void add_summation(const Problem& problem, const Hops& hops, std::uint64_t end, Facts& facts) {
  std::vector<std::uint64_t> times{end};
  for (const Hop& hop : hops) {
    if (!hop.computes()) times.push_back(hop.cycle - 1);
  }
  std::ranges::sort(times, std::greater());
  if (problem.collective.processors() <= kMostListed) facts.push_back({"S_i", listed(times)});
}

// The receptions of processors in the steady state, as letters: "a" for an item that is sent to the
// processor in the last pace (see LogpProgram) of the item's tree, "b" for one pace earlier, ..; a
// capital for an item that the processor sends on.
class Words {
 public:
  Words(const Algorithm& algorithm, Problem problem) : program_(make(algorithm, problem)) {}

  [[nodiscard]] std::string text() const {
    std::string all;
    std::vector<bool> in_block(processors_, false);
    for (const LogpProgram::Block& block : program_->blocks) {
      for (NodeId v = 0; v < block.size; ++v) in_block[block.base + v] = true;
      all += fmt::format("{}{}{} {}", all.empty() ? "" : ", ", letter(own_label(block.base), true),
                         block.size, word(block.base, block.size));
    }
    for (NodeId v = 1; v < processors_; ++v) {
      if (!in_block[v]) all += fmt::format(", receives only: {}", word(v, 1));
    }
    return all;
  }

 private:
  struct Received {
    std::uint64_t pace = 0, label = 0;
    bool sent_on = false;
  };

  std::shared_ptr<const LogpProgram> make(const Algorithm& algorithm, Problem& problem) {
    const Collective& asked = problem.collective;
    processors_ = static_cast<NodeId>(asked.processors());
    auto items = static_cast<std::uint32_t>(4 * processors_ + 64);
    problem.collective = Collective(asked.kind(), processors_, 0, items);
    const Plan plan = algorithm.build(problem);
    auto program = plan.hints.find<LogpProgram>();
    if (!program) return program;
    Hops hops;
    for (const auto schedule = plan.open(); schedule->next(hops);) {
      for (const Hop& hop : hops) note(hop, program->pace);
    }
    return program;
  }

  void note(const Hop& hop, std::uint32_t pace) {
    const std::uint64_t at = (hop.cycle - 1) / pace;
    last_ = std::max(last_, at - hop.message);
    received_[hop.to].push_back({at, at - hop.message, false});
    for (Received& one : received_[static_cast<NodeId>(hop.link)]) {
      if (one.pace - one.label == hop.message) one.sent_on = true;
    }
  }

  [[nodiscard]] std::string letter(std::uint64_t label, bool sent_on) const {
    const auto place = last_ - label;
    if (place >= 26) return fmt::format("({})", place);
    return std::string(1, static_cast<char>((sent_on ? 'A' : 'a') + place));
  }

  // The label (the time in an item's tree, in paces) that the processor has for items it sends on.
  [[nodiscard]] std::uint64_t own_label(NodeId processor) const {
    const std::vector<Received>& all = received_.at(processor);
    return std::ranges::find(all, true, &Received::sent_on)->label;
  }

  // The letters of a processor's receptions during `size` paces (see LogpProgram) of the steady
  // state, without the item that the processor sends on: first the letters of the receptions after
  // that item, then those of the receptions before that item.
  [[nodiscard]] std::string word(NodeId processor, std::uint32_t size) const {
    const std::vector<Received>& all = received_.at(processor);
    std::string before, behind;
    bool own = size == 1;
    std::uint64_t first = last_ + size;
    for (const Received& one : all) {
      if (one.pace < first || one.pace >= first + size) continue;
      if (one.sent_on) {
        own = true;
        continue;
      }
      (own ? behind : before) += letter(one.label, false);
    }
    return behind + before;
  }

  NodeId processors_ = 0;
  std::uint64_t last_ = 0;  // the largest label, the time B(P-1) of the item's tree
  std::map<NodeId, std::vector<Received>> received_;
  std::shared_ptr<const LogpProgram> program_;
};

void add_words(const Algorithm& algorithm, const Problem& problem, const Plan& plan, Facts& facts) {
  const auto program = plan.hints.find<LogpProgram>();
  if (!program || problem.collective.processors() > kMostListed) return;
  std::vector<std::uint32_t> sizes;
  for (const LogpProgram::Block& block : program->blocks) sizes.push_back(block.size);
  if (!sizes.empty()) {
    facts.push_back({"blocks", fmt::format("{} processors that send each item on in turn",
                                           fmt::join(sizes, ", "))});
  }
  facts.push_back({"words", Words(algorithm, problem).text()});
}

void add_network_facts(const Algorithm& algorithm, const Problem& problem, const Hops& hops,
                       Facts& facts) {
  const Topology& network = *problem.topology;
  if (!network.direct()) {  // switches are arranged in levels
    add_loads(network, hops, facts);
    add_classes(network, problem.collective, hops, facts);
  }
  if (algorithm.name == "mesh-ring") add_dilation(problem.topology, facts);
  if (algorithm.copies) add_longest_way(hops, facts);
}

}  // namespace

Facts facts_of(const Algorithm& algorithm, const Problem& problem, const Plan& plan) {
  Facts facts = star_facts(algorithm, problem);
  const CollectiveKind kind = problem.collective.kind();
  const bool fibonacci = algorithm.name == "fibonacci" && problem.topology->crossbar();
  if (fibonacci) add_fibonacci(problem, facts);
  const bool item =
      algorithm.logp && (kind == CollectiveKind::broadcast || kind == CollectiveKind::reduce);
  const bool single = problem.ports.single();
  if (item && single) add_reach(problem, facts);
  if (item && !single) std::ranges::copy(postal_facts(problem), std::back_inserter(facts));
  if (item && algorithm.name == "optimal-tree" && problem.ports.single())
    add_labels(problem, facts);
  if (item) add_words(algorithm, problem, plan, facts);
  const auto hops = hops_of(plan);
  if (!hops) return facts;
  if (kind == CollectiveKind::summation) {
    const auto end = algorithm.predict(problem).formula_cycles;
    if (end) add_summation(problem, *hops, *end, facts);
  }
  std::ranges::copy(box_facts(algorithm, problem, *hops), std::back_inserter(facts));
  add_network_facts(algorithm, problem, *hops, facts);
  add_trees(problem, *hops, facts);
  return facts;
}

}  // namespace romcast
