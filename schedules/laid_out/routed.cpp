// SPDX-License-Identifier: Apache-2.0
#include "schedules/laid_out/routed.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <set>
#include <utility>

#include "romcast/core/complete.hpp"
#include "romcast/core/error.hpp"
#include "schedules/any/booking.hpp"
#include "schedules/any/reversed.hpp"

namespace romcast {

Algorithm portfolio_reduce();
Algorithm portfolio_reduce_scatter();
Algorithm portfolio_allreduce();

namespace laid_out {
namespace {

using any::Hops;

// A transfer of a message from one processor to another.
struct Errand {
  NodeId from = 0, to = 0;
  MessageId message = 0;
};
using Errands = std::vector<Errand>;

// The problem as the algorithm of the fully connected network sees it.
Problem complete_problem(const Problem& problem) {
  const Collective& collective = problem.collective;
  const auto n = static_cast<std::uint32_t>(collective.processors());
  return {
      .topology = std::make_shared<Complete>(n),
      .collective = Collective(collective.kind(), n, collective.source(), collective.messages()),
      .ports = Ports{Ports::Kind::single},
      .options = problem.options};
}

Errands errands_of(const Problem& logical, const Algorithm& complete) {
  Errands errands;
  std::vector<Hop> round;
  for (const auto pass = complete.build(logical).open(); pass->next(round);) {
    for (const Hop& hop : round) errands.push_back({hop.link, hop.to, hop.message});
  }
  return errands;
}

// The next channel of a shortest path, by destination and node; computed on first use.
class Paths {
 public:
  explicit Paths(const Topology& topology) : topology_(topology), next_(topology.processors()) {}

  /// Throws InputError if there is no path.
  const Channel& next(NodeId from, NodeId to) {
    std::vector<ChannelId>& towards = next_[to];
    if (towards.empty()) towards = tree(to);
    if (towards[from] != kNone) return topology_.channels()[towards[from]];
    throw InputError(fmt::format("no path leads from {} to {}", topology_.node_name(from),
                                 topology_.node_name(to)));
  }

 private:
  [[nodiscard]] std::vector<ChannelId> tree(NodeId to) const {
    std::vector<ChannelId> next(topology_.nodes(), kNone);
    std::vector<bool> seen(topology_.nodes(), false);
    seen[to] = true;
    for (std::deque<NodeId> open{to}; !open.empty(); open.pop_front()) {
      for (const ChannelId c : topology_.inputs(open.front())) {
        const NodeId from = topology_.channels()[c].from;
        if (seen[from]) continue;
        seen[from] = true;
        next[from] = c;
        if (topology_.forwards(from)) open.push_back(from);
      }
    }
    return next;
  }

  const Topology& topology_;
  std::vector<std::vector<ChannelId>> next_;
};

class Layer {
 public:
  Layer(const Topology& topology, Ports ports)
      : topology_(topology), paths_(topology), booking_(topology, ports) {}

  /// Sends the message one hop nearer to `to`, as soon as possible after `since`, and sets `since`
  /// to the cycle of the hop. Returns the message's new node. Throws InputError if no path exists.
  NodeId hop(NodeId at, NodeId to, MessageId message, Cycle& since) {
    const Channel& channel = paths_.next(at, to);
    const auto number = static_cast<ChannelId>(&channel - topology_.channels().data());
    hops_.push_back(booking_.place(number, message, since));
    since = hops_.back().cycle;
    return channel.to;
  }
  [[nodiscard]] NodeId next(NodeId at, NodeId to) { return paths_.next(at, to).to; }

  /// The hops in order of their cycles.
  [[nodiscard]] Hops finish() && {
    std::ranges::stable_sort(hops_, {}, &Hop::cycle);
    return std::move(hops_);
  }

 private:
  const Topology& topology_;
  Paths paths_;
  any::Booking booking_;
  Hops hops_;
};

// The hops of messages that are not copied: every message is at one node at a time.
Hops carried(const Problem& problem, const Errands& errands) {
  const Collective& collective = problem.collective;
  Layer layer(*problem.topology, problem.ports);
  std::vector<Cycle> since(collective.message_numbers(), 0);
  std::vector<bool> there(collective.message_numbers(), false);
  for (const Errand& errand : errands) {
    const MessageId m = errand.message;
    for (NodeId at = errand.from; at != errand.to && !there[m];) {
      at = layer.hop(at, errand.to, m, since[m]);
      there[m] = at == collective.destination(m);
    }
  }
  return std::move(layer).finish();
}

// The hops of messages that are copied on their paths; a message starts at the node `from` of its
// first element in `errands`.
Hops spread(const Topology& topology, Ports ports, std::uint64_t messages, const Errands& errands) {
  Layer layer(topology, ports);
  const std::size_t nodes = topology.nodes();
  std::vector<Cycle> has(nodes * messages, kNone);  // by message and node: cycle of arrival
  std::vector<bool> started(messages, false);
  for (const Errand& errand : errands) {
    Cycle* const row = &has[errand.message * nodes];
    if (!started[errand.message]) row[errand.from] = 0;
    started[errand.message] = true;
    if (row[errand.to] != kNone) continue;
    NodeId begin = errand.from;
    for (NodeId at = begin; at != errand.to; at = layer.next(at, errand.to)) {
      if (row[at] != kNone) begin = at;
    }
    for (NodeId at = begin; at != errand.to;) {
      Cycle cycle = row[at];
      at = layer.hop(at, errand.to, errand.message, cycle);
      row[at] = cycle;
    }
  }
  return std::move(layer).finish();
}

// The sends of a collective that combines, by an algorithm for which by_trees() is true. `there`:
// the sends that combine the values, in reversed order, each from its receiver to its sender.
// `back`: the later sends, which spread the complete values.
struct Halves {
  Errands there{}, back{};
};
Halves halves(const Problem& logical, const Algorithm& complete) {
  const Collective& collective = logical.collective;
  const std::uint64_t up = collective.processors() - 1;
  std::vector<std::uint64_t> sent(collective.values(), 0);
  Halves result;
  for (Errand errand : errands_of(logical, complete)) {
    errand.message = collective.value_of(errand.message);
    if (sent[errand.message]++ < up) {
      result.there.push_back({errand.to, errand.from, errand.message});
    } else {
      result.back.push_back(errand);
    }
  }
  std::ranges::reverse(result.there);
  return result;
}

[[noreturn]] void refuse_endpoint(const Topology& topology, const Algorithm& complete,
                                  NodeId endpoint) {
  throw InputError({"algorithm", complete.name},
                   fmt::format("it passes messages on at {}, an endpoint, which forwards nothing",
                               topology.node_name(endpoint)),
                   "use one that sends each message straight to its end, or none");
}

// Throws InputError if an endpoint (a processor that does not forward) sends a message that began
// at another node.
void check_endpoints(const Problem& problem, const Algorithm& complete, const Hops& hops) {
  const Topology& topology = *problem.topology;
  for (const Hop& hop : hops) {
    const NodeId from = topology.channel_at(hop.link).from;
    if (topology.forwards(from) || from == problem.collective.origin(hop.message)) continue;
    refuse_endpoint(topology, complete, from);
  }
}

// Endpoints cannot combine values of other processors, either. `there`: the hops that combine, in
// order of time. Throws InputError if an endpoint sends a value of which it has received a part.
void check_combining_endpoints(const Topology& topology, const Algorithm& complete,
                               const Hops& there) {
  std::set<std::pair<NodeId, MessageId>> received;
  for (const Hop& hop : there) {
    const auto [from, to] =
        std::pair(topology.channel_at(hop.link).from, topology.channel_at(hop.link).to);
    if (received.contains({from, hop.message})) refuse_endpoint(topology, complete, from);
    if (!topology.forwards(to)) received.emplace(to, hop.message);
  }
}

Plan build_moving(const Problem& problem, const Algorithm& complete) {
  const Errands errands = errands_of(complete_problem(problem), complete);
  const Collective& collective = problem.collective;
  Hops hops = collective.multicast()
                  ? spread(*problem.topology, problem.ports, collective.message_numbers(), errands)
                  : carried(problem, errands);
  check_endpoints(problem, complete, hops);
  return {.open = stored_schedule(std::move(hops))};
}

Plan build_combining(const Problem& problem, const Algorithm& complete) {
  const Halves errands = halves(complete_problem(problem), complete);
  const std::uint64_t values = problem.collective.values();
  Hops hops = spread(any::Reversed(*problem.topology), problem.ports, values, errands.there);
  any::turn_round(hops);
  check_combining_endpoints(*problem.topology, complete, hops);
  const Cycle later = any::cycles_of(hops);
  for (Hop& hop : spread(*problem.topology, problem.ports, values, errands.back)) {
    hop.cycle += later;
    hops.push_back(hop);
  }
  return {.open = stored_schedule(std::move(hops))};
}

std::string routed_refusal(const Problem& problem, const Algorithm& complete) {
  const std::size_t n = problem.topology->processors();
  const Collective& collective = problem.collective;
  if (n < 2 || n > Complete::kMostProcessors) {
    return fmt::format("{} processors cannot be laid out; 2..{} can", n, Complete::kMostProcessors);
  }
  if (!problem.timing.plain()) return "it is made for hops of one cycle; leave out the times";
  if (collective.combines() && !collective.by_nodes()) {
    return "it is for networks whose nodes combine";
  }
  const std::uint64_t most = collective.combines() ? collective.values() * problem.topology->nodes()
                                                   : collective.expected_deliveries();
  if (most > any::kMostHops) {
    return fmt::format("{} deliveries are too many to keep; at most {}", most, any::kMostHops);
  }
  return complete.refusal ? complete.refusal(complete_problem(problem)) : "";
}

// The lower bound is that of the collective on this network, for any algorithm.
Theory routed_theory(const Problem& problem, const Algorithm& complete) {
  Theory theory;
  for (const Algorithm& algorithm :
       {portfolio_reduce(), portfolio_reduce_scatter(), portfolio_allreduce()}) {
    if (algorithm.collective == complete.collective) theory = algorithm.predict(problem);
  }
  if (!problem.collective.combines()) theory = any::predict(problem);
  theory.complete_rounds = complete.predict(complete_problem(problem)).formula_cycles;
  return theory;
}

// True if every value is combined along a tree and, in an allreduce, spread along a tree: the plan
// for four processors then has 3 sends of each value, or 6 in an allreduce.
bool by_trees(const Algorithm& complete) {
  const CollectiveKind kind = complete.collective;
  const std::uint64_t sends = kind == CollectiveKind::allreduce ? 6 : 3;
  for (const std::uint32_t messages : {4U, 1U}) {
    const Problem four{.topology = std::make_shared<Complete>(4),
                       .collective = Collective(kind, 4, 0, messages),
                       .ports = Ports{Ports::Kind::single}};
    if (complete.refusal && !complete.refusal(four).empty()) continue;
    return errands_of(four, complete).size() == sends * four.collective.values();
  }
  return false;
}

bool can_be_routed(const Algorithm& complete) {
  if (complete.network != "complete" || complete.buffered) return false;
  if (std::ranges::find(complete.ports, Ports::Kind::single) == complete.ports.end()) return false;
  switch (complete.collective) {
    case CollectiveKind::allgather:
    case CollectiveKind::alltoall:
      return true;
    case CollectiveKind::reduce:
    case CollectiveKind::reduce_scatter:
    case CollectiveKind::allreduce:
      return by_trees(complete);
    default:
      return false;
  }
}

}  // namespace

std::vector<Algorithm> routed_versions(const Algorithm& complete) {
  if (!can_be_routed(complete)) return {};
  Algorithm result = complete;
  result.network = any::kAny;
  result.ports = {Ports::Kind::single, Ports::Kind::multi, Ports::Kind::several};
  result.summary += "; along shortest paths";
  result.paper = false;
  result.logp = false;
  result.default_control = Control::rom;
  result.refusal = [complete](const Problem& problem) { return routed_refusal(problem, complete); };
  result.build = [complete](const Problem& problem) {
    return problem.collective.combines() ? build_combining(problem, complete)
                                         : build_moving(problem, complete);
  };
  result.predict = [complete](const Problem& problem) { return routed_theory(problem, complete); };
  return {result};
}

}  // namespace laid_out
}  // namespace romcast
