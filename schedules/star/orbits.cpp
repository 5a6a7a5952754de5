// SPDX-License-Identifier: Apache-2.0
#include "schedules/star/orbits.hpp"

#include <algorithm>

#include "romcast/core/star_routing.hpp"

namespace romcast::star {
namespace {

// The steps of the rotation that maps a destination to the first of its orbit, which is the
// destination that is reached in the fewest turns.
unsigned earliest(Permutation destination, unsigned symbols) {
  unsigned best = 0, turns = kNone;
  for (unsigned by = 0; by + 1 < symbols; ++by) {
    const auto path = path_in_turns(turned(destination, by, symbols), 0, symbols);
    if (path.back().turn < turns) {
      turns = path.back().turn;
      best = by;
    }
  }
  return best;
}

// Adds `messages` messages for each destination of an orbit; destinations[0] is the orbit's first.
void add_orbit(Orbits& orbits, const StarGraph& graph, const std::vector<NodeId>& destinations,
               std::uint32_t messages) {
  const unsigned n = graph.symbols();
  const auto size = static_cast<unsigned>(destinations.size());
  const unsigned copies = (n - 1) / size;
  const std::vector<TurnHop> path = path_in_turns(graph.label(destinations[0]), 0, n);
  std::uint32_t index = 0;
  for (; index + copies <= messages; index += copies) {
    for (unsigned c = 0; c + 1 < n; ++c) {
      orbits.full.push_back(
          {{.destination = destinations[c % size], .index = index + c / size}, path});
      for (TurnHop& hop : orbits.full.back().path) hop.dimension = turned(hop.dimension, c, n);
    }
  }
  for (; index < messages; ++index) {
    for (const NodeId p : destinations) orbits.rest.push_back({.destination = p, .index = index});
  }
}

}  // namespace

unsigned turned(unsigned dimension, unsigned by, unsigned symbols) {
  const unsigned dimensions = symbols < 2 ? 1 : symbols - 1;  // for the analyser: never 0
  return (dimension - 2 + by) % dimensions + 2;
}

Permutation turned(Permutation destination, unsigned by, unsigned symbols) {
  const auto map = [&](unsigned i) { return i == 0 ? 0 : turned(i + 1, by, symbols) - 1; };
  Permutation result;
  for (unsigned i = 0; i < symbols; ++i) result.set(map(i), map(destination[i]));
  return result;
}

std::vector<TurnHop> path_in_turns(Permutation destination, unsigned by, unsigned symbols) {
  std::vector<TurnHop> path;
  Permutation at = Permutation::identity(symbols);
  for (unsigned turn = 0; at != destination; ++turn) {
    const unsigned d = turned(2, turn + by, symbols);
    if (!nearer(at, destination, d, symbols)) continue;
    path.push_back({turn, d});
    at = at.crossed(d);
  }
  return path;
}

Orbits orbits_of(const Problem& problem) {
  const auto graph = star::graph(problem);
  const unsigned n = graph->symbols();
  Orbits orbits;
  std::vector<bool> seen(graph->nodes());
  for (NodeId p = 1; p < graph->nodes(); ++p) {
    if (seen[p]) continue;
    const Permutation first = turned(graph->label(p), earliest(graph->label(p), n), n);
    std::vector<NodeId> destinations;
    for (unsigned by = 0; by + 1 < n; ++by) {
      const NodeId q = graph->node(turned(first, by, n));
      if (seen[q]) break;  // the rotation leads back to the first
      seen[q] = true;
      destinations.push_back(q);
    }
    add_orbit(orbits, *graph, destinations, problem.collective.messages());
  }
  return orbits;
}

TurnLoads::TurnLoads(const Problem& problem)
    : timing_(problem.timing), cap_(packet_cap(problem)), ports_(graph(problem)->symbols() - 1) {}

std::uint64_t TurnLoads::cycles_of(std::uint32_t messages) const {
  const std::uint64_t packets =
      cap_ == 0 ? std::min(messages, 1U) : (std::uint64_t{messages} + cap_ - 1) / cap_;
  return packets * timing_.startup + std::uint64_t{messages} * timing_.per_message;
}

std::uint32_t& TurnLoads::load(TurnHop hop) {
  const std::size_t at = std::size_t{hop.turn} * ports_ + hop.dimension - 2;
  if (at >= loads_.size()) loads_.resize(std::size_t{hop.turn + 1} * ports_);
  return loads_[at];
}

std::uint32_t TurnLoads::most(unsigned turn) const {
  const std::size_t begin = std::size_t{turn} * ports_;
  if (begin >= loads_.size()) return 0;
  const auto first = loads_.begin() + static_cast<long>(begin);
  return *std::max_element(first, first + ports_);
}

void TurnLoads::add(const std::vector<TurnHop>& path) {
  for (const TurnHop hop : path) ++load(hop);
}

void TurnLoads::remove(const std::vector<TurnHop>& path) {
  for (const TurnHop hop : path) --load(hop);
}

std::uint64_t TurnLoads::cycles() const {
  std::uint64_t sum = 0;
  for (unsigned turn = 0; std::size_t{turn} * ports_ < loads_.size(); ++turn) {
    sum += cycles_of(most(turn));
  }
  return sum;
}

std::uint64_t TurnLoads::added_by(const std::vector<TurnHop>& path) const {
  std::uint64_t sum = 0;
  for (const TurnHop hop : path) {
    const std::size_t at = std::size_t{hop.turn} * ports_ + hop.dimension - 2;
    const std::uint32_t now = most(hop.turn), here = at < loads_.size() ? loads_[at] + 1 : 1;
    if (here > now) sum += cycles_of(here) - cycles_of(now);
  }
  return sum;
}

std::vector<Traveller> fit_into_turns(const Problem& problem,
                                      const std::vector<Traveller>& travellers,
                                      const std::vector<RelativeMessage>& rest) {
  const auto graph = star::graph(problem);
  const unsigned n = graph->symbols();
  TurnLoads loads(problem);
  for (const Traveller& traveller : travellers) loads.add(traveller.path);
  std::vector<Traveller> fitted;
  fitted.reserve(rest.size());
  for (const RelativeMessage& message : rest) fitted.push_back({message, {}});
  constexpr unsigned kRounds = 4;  // passes over the remaining messages
  for (unsigned round = 0; round < kRounds; ++round) {
    for (Traveller& traveller : fitted) {
      loads.remove(traveller.path);
      std::uint64_t least = ~std::uint64_t{0};
      for (unsigned by = 0; by + 1 < n; ++by) {
        auto path = path_in_turns(graph->label(traveller.message.destination), by, n);
        const std::uint64_t added = loads.added_by(path);
        if (added >= least) continue;
        least = added;
        traveller.path = std::move(path);
      }
      loads.add(traveller.path);
    }
  }
  return fitted;
}

std::uint64_t cycles_of(const Problem& problem, const std::vector<Traveller>& travellers) {
  TurnLoads loads(problem);
  for (const Traveller& traveller : travellers) loads.add(traveller.path);
  return loads.cycles();
}

std::shared_ptr<const RelativeProgram> program_of(const Problem& problem,
                                                  const std::vector<Traveller>& travellers) {
  const auto graph = star::graph(problem);
  const unsigned n = graph->symbols();
  std::vector<std::vector<std::pair<std::size_t, unsigned>>> turns;  // [turn]: traveller, dimension
  std::vector<RelativeMessage> messages;
  for (const Traveller& traveller : travellers) {
    for (const TurnHop hop : traveller.path) {
      if (hop.turn >= turns.size()) turns.resize(hop.turn + 1);
      turns[hop.turn].emplace_back(messages.size(), hop.dimension);
    }
    messages.push_back(traveller.message);
  }
  ProgramWriter writer(problem.timing, packet_cap(problem));
  for (const auto& turn : turns) {
    std::vector<std::vector<RelativeMessage>> sends(n - 1);
    for (const auto& [traveller, dimension] : turn) {
      sends[dimension - 2].push_back(messages[traveller]);
      messages[traveller] = received(*graph, messages[traveller], dimension);
    }
    writer.send_each(sends);
  }
  return writer.finish();
}

}  // namespace romcast::star
