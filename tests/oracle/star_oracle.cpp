// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <stdexcept>

#include "star_oracle_machine.hpp"

namespace oracle::star {
namespace {

constexpr std::uint64_t kNever = std::numeric_limits<std::uint64_t>::max();

void check(const Scenario& scenario) {
  const bool exchange = scenario.collective == "alltoall";
  if (!exchange && scenario.collective != "allgather") throw std::invalid_argument("collective");
  if (scenario.n < 3 || scenario.n > (exchange ? 6U : 7U)) throw std::invalid_argument("size");
  if (scenario.ports != "single" && scenario.ports != "multi") throw std::invalid_argument("ports");
  if (scenario.startup == 0 && scenario.per_message == 0)
    throw std::invalid_argument("time must pass");
  const bool chained = scenario.algorithm == "grouped" || scenario.algorithm == "deferred";
  if (chained == scenario.chain.empty()) throw std::invalid_argument("chain");
  unsigned previous = scenario.n;
  for (const unsigned k : scenario.chain) {
    if (k < 1 || k >= previous) throw std::invalid_argument("chain must fall");
    previous = k;
  }
  if (chained && previous != 1) throw std::invalid_argument("chain must end with 1");
  const bool capped = scenario.ports == "single" &&
                      (scenario.algorithm == "cyclic" || scenario.algorithm == "level");
  if (scenario.cap != 0 && !capped) throw std::invalid_argument("packets of a fixed size");
}

}  // namespace

Machine::Machine(const Graph& graph, const Scenario& scenario)
    : graph_(graph),
      single_(scenario.ports == "single"),
      personalised_(scenario.collective == "alltoall"),
      startup_(scenario.startup),
      per_message_(scenario.per_message),
      cap_(scenario.cap),
      sending_(graph.nodes(), 0),
      receiving_(graph.nodes(), 0),
      link_(graph.nodes(), std::vector<std::uint64_t>(graph.n + 1, 0)),
      started_(graph.nodes()) {
  const unsigned nodes = graph.nodes();
  received_.assign(std::size_t{nodes} * nodes, 0);
  if (personalised_) {
    since_.assign(std::size_t{nodes} * nodes, 0);
    for (unsigned message = 0; message < nodes * nodes; ++message) at_.push_back(message / nodes);
  } else {
    known_.assign(nodes, std::vector<std::uint64_t>(nodes, kNever));
    relaying_ = known_;
    for (unsigned node = 0; node < nodes; ++node) known_[node][node] = 0;
  }
}

void Machine::accuse(const std::string& what) {
  if (violation_.empty()) violation_ = what;
}

std::uint64_t Machine::ready(unsigned node, unsigned message) {
  const std::uint64_t since = personalised_
                                  ? (at_[message] == node ? since_[message] : kNever)
                                  : std::min(known_[node][message], relaying_[node][message]);
  if (since != kNever) return since;
  accuse("node " + graph_.label[node] + " sends a message it does not have");
  return 0;
}

void Machine::occupy(std::uint64_t& busy_until, std::uint64_t start, std::uint64_t end,
                     const char* what) {
  if (start < busy_until)
    accuse(std::string(what) + " used twice in cycle " + std::to_string(start));
  busy_until = std::max(busy_until, end);
}

void Machine::depart(unsigned node, unsigned message) {
  const unsigned nodes = graph_.nodes();
  if (personalised_ && message % nodes == node)
    accuse("node " + graph_.label[node] + " sends a message away that is for itself");
  if (!personalised_) relaying_[node][message] = kNever;
}

void Machine::arrive(unsigned node, unsigned message, std::uint64_t end, bool relayed) {
  const unsigned nodes = graph_.nodes();
  ++hops_;
  if (personalised_) {
    at_[message] = node;
    since_[message] = end;
    if (message % nodes != node) return;
    ++received_[message];
  } else if (relayed) {
    relaying_[node][message] = end;
    return;
  } else {
    known_[node][message] = std::min(known_[node][message], end);
    ++received_[std::size_t{node} * nodes + message];
  }
  last_useful_ = std::max(last_useful_, end);
}

void Machine::send(unsigned from, unsigned d, const Messages& messages, std::uint64_t not_before,
                   bool relayed) {
  const std::size_t most = cap_ == 0 ? messages.size() : cap_;
  for (std::size_t first = 0; first < messages.size(); first += most) {
    const auto begin = messages.begin() + static_cast<std::ptrdiff_t>(first);
    const auto length = static_cast<std::ptrdiff_t>(std::min(most, messages.size() - first));
    send_packet(from, d, Messages(begin, begin + length), not_before, relayed);
  }
}

void Machine::send_packet(unsigned from, unsigned d, const Messages& packet,
                          std::uint64_t not_before, bool relayed) {
  const unsigned to = graph_.neighbour[from][d];
  std::uint64_t start = std::max(not_before, single_ ? sending_[from] : link_[from][d]);
  for (const unsigned message : packet) start = std::max(start, ready(from, message));
  const std::uint64_t end = start + startup_ + packet.size() * per_message_;
  occupy(link_[from][d], start, end, "a link");
  if (single_) occupy(sending_[from], start, end, "a sending port");
  if (single_) occupy(receiving_[to], start, end, "a receiving port");
  for (const unsigned message : packet) {
    depart(from, message);
    arrive(to, message, end, relayed);
  }
  started_[from].push_back(start);
  last_end_ = std::max(last_end_, end);
}

Outcome Machine::outcome() const {
  Outcome result{last_useful_, 0, hops_, true, violation_};
  for (std::vector<std::uint64_t> starts : started_) {
    std::sort(starts.begin(), starts.end());
    const auto different = std::unique(starts.begin(), starts.end()) - starts.begin();
    result.startups = std::max(result.startups, static_cast<std::uint64_t>(different));
  }
  const unsigned nodes = graph_.nodes();
  for (unsigned a = 0; a < nodes; ++a)
    for (unsigned b = 0; b < nodes; ++b) {
      const std::size_t pair = std::size_t{a} * nodes + b;
      result.exactly_once &= received_[pair] == (a == b ? 0 : 1);
      if (personalised_) result.exactly_once &= at_[pair] == b;
    }
  return result;
}

Outcome simulate(const Scenario& scenario) {
  check(scenario);
  const Graph graph(scenario.n);
  Machine machine(graph, scenario);
  const std::string which = scenario.collective + " " + scenario.ports + " " + scenario.algorithm;
  if (which == "alltoall single direct")
    alltoall_by_substars(machine, graph, {1}, false);
  else if (which == "alltoall single grouped")
    alltoall_by_substars(machine, graph, scenario.chain, false);
  else if (which == "alltoall single deferred")
    alltoall_by_substars(machine, graph, scenario.chain, true);
  else if (which == "alltoall single cyclic")
    alltoall_cyclic(machine, graph, false);
  else if (which == "alltoall multi cyclic-orbit")
    alltoall_cyclic(machine, graph, true);
  else if (which == "allgather single mesh-ring")
    allgather_mesh_ring(machine, graph, scenario.startup + scenario.per_message);
  else if (which == "allgather single hamiltonian-ring")
    allgather_hamiltonian_ring(machine, graph);
  else if (which == "allgather single hamiltonian-word")
    allgather_hamiltonian_word(machine, graph);
  else if (which == "allgather single level" || which == "allgather multi level")
    allgather_level(machine, graph);
  else
    throw std::invalid_argument("no such algorithm: " + which);
  return machine.outcome();
}

}  // namespace oracle::star
