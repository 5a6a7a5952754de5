// SPDX-License-Identifier: Apache-2.0
// Occupancy and slots of stores on random networks, recounted from the hops by definition.
#include "romcast/judge/store_places.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <utility>

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

// A message that arrived at a node over a link and is forwarded: cycles of arrival and last send.
struct Stay {
  NodeId node;
  LinkId link;
  Cycle came, left;
};

std::vector<Hop> hops_of(const Problem& problem) {
  const auto plan = find_algorithm("matching", problem).build(problem).open();
  std::vector<Hop> all;
  for (std::vector<Hop> hops; plan->next(hops);) all.insert(all.end(), hops.begin(), hops.end());
  return all;
}

std::vector<Stay> stays(const Problem& problem, const std::vector<Hop>& hops) {
  std::vector<Stay> all;
  for (const Hop& arrival : hops) {
    const NodeId to = problem.topology->channel_at(arrival.link).to;
    Cycle last = 0;
    bool first = problem.collective.origin(arrival.message) != to;
    for (const Hop& hop : hops) {
      const Channel& channel = problem.topology->channel_at(hop.link);
      if (hop.message != arrival.message) continue;
      if (channel.from == to && hop.cycle > arrival.cycle) last = std::max(last, hop.cycle);
      if (channel.to == to && hop.cycle < arrival.cycle) first = false;
    }
    if (first && last > 0) all.push_back({to, arrival.link, arrival.cycle, last});
  }
  return all;
}

template <class Counts>
std::uint32_t most(const std::vector<Stay>& stays, Cycle end, Counts counts) {
  std::ptrdiff_t most = 0;
  for (Cycle cycle = 0; cycle <= end; ++cycle) {
    most = std::max(
        most, std::ranges::count_if(stays, [&](const Stay& stay) { return counts(stay, cycle); }));
  }
  return static_cast<std::uint32_t>(most);
}

// True if the arrivals over `link`, which fill `slots` slots in turn, always find the next slot
// free.
bool ring_holds(const std::vector<Stay>& stays, LinkId link, std::size_t slots) {
  std::vector<Cycle> free_from(slots, 0);
  std::size_t next = 0;
  for (const Stay& stay : stays) {  // in the order of arrival
    if (stay.link != link) continue;
    if (free_from[next] > stay.came) return false;
    free_from[next] = stay.left;
    next = (next + 1) % slots;
  }
  return true;
}

StorePlaces places_of(const Problem& problem, const std::vector<Hop>& hops) {
  StorePlaces places(*problem.topology, problem.collective, problem.ports);
  for (std::size_t begin = 0; begin < hops.size();) {
    std::size_t end = begin;
    while (end < hops.size() && hops[end].cycle == hops[begin].cycle) ++end;
    places.step(std::span(hops).subspan(begin, end - begin));
    begin = end;
  }
  return places;
}

// A random network of switches, with one or two processors at each.
Network with_switches(unsigned seed) {
  const Network inner = random_network(4 + seed % 7, 2 + seed % 6, seed);
  const auto switches = static_cast<NodeId>(inner->nodes());
  const NodeId processors = switches + switches / 2;
  std::vector<Edge> edges;
  for (NodeId p = 0; p < processors; ++p) edges.push_back({p, processors + p % switches});
  for (const Channel& channel : inner->channels()) {
    if (channel.from < channel.to)
      edges.push_back({processors + channel.from, processors + channel.to, channel.capacity});
  }
  return undirected(processors, edges, processors + switches);
}

template <class Check>
void on_random_networks(Check check) {
  for (unsigned seed = 0; seed < 60; ++seed) {
    const Network network =
        seed % 2 == 0 ? with_switches(seed) : random_network(3 + seed % 9, seed % 7, seed);
    for (const CollectiveKind kind : {alltoall, scatter, allgather, broadcast}) {
      const Ports ports = seed % 3 == 0 ? kSingle : kMulti;
      const Problem problem = problem_of(network, kind, ports, 1 + seed % 3);
      CAPTURE(seed, name(kind), ports.name());
      const std::vector<Hop> hops = hops_of(problem);
      check(problem, hops, places_of(problem, hops), stays(problem, hops));
    }
  }
}

}  // namespace

TEST_CASE("the occupancy of every node and bank of 60 random networks is that of its hops",
          "[any][stores][exhaustive][slow]") {
  on_random_networks([](const Problem& problem, const std::vector<Hop>& hops,
                        const StorePlaces& places, const std::vector<Stay>& stays) {
    const Cycle end = hops.back().cycle;
    for (NodeId node = 0; node < problem.topology->nodes(); ++node) {
      CAPTURE(node);
      const auto in = [&](const Stay& stay, Cycle t) {
        return stay.node == node && stay.came <= t && stay.left > t;
      };
      const auto waits = [&](const Stay& stay, Cycle t) {
        return stay.node == node && stay.came < t && stay.left > t;
      };
      CHECK(places.occupancy(node)->most == most(stays, end, in));
      CHECK(places.occupancy(node)->most_waiting == most(stays, end, waits));
    }
    for (LinkId link = 0; link < problem.topology->links(); ++link) {
      CAPTURE(link);
      CHECK(places.occupancy_of_link(link) == most(stays, end, [&](const Stay& stay, Cycle t) {
              return stay.link == link && stay.came <= t && stay.left > t;
            }));
    }
  });
}

TEST_CASE("a bank that is a ring holds all with the slots that it needs and not with one less",
          "[any][stores]") {
  std::size_t banks = 0;
  on_random_networks([&](const Problem& problem, const std::vector<Hop>&, const StorePlaces& places,
                         const std::vector<Stay>& stays) {
    if (!places.can_ring()) return;
    for (LinkId link = 0; link < problem.topology->links(); ++link) {
      const std::uint32_t needed = places.slots_of_link(link, true);
      CAPTURE(link, needed);
      if (needed == 0) {
        CHECK(std::ranges::find(stays, link, &Stay::link) == stays.end());
        continue;
      }
      CHECK(ring_holds(stays, link, needed));
      if (needed == 1) continue;
      CHECK_FALSE(ring_holds(stays, link, needed - 1));
      ++banks;
    }
  });
  CHECK(banks > 100);
}

TEST_CASE("parts of a random network count together what one counts", "[any][stores]") {
  on_random_networks([](const Problem& problem, const std::vector<Hop>& hops,
                        const StorePlaces& places, const std::vector<Stay>&) {
    const Topology& network = *problem.topology;
    StorePlaces sum(network, problem.collective, problem.ports);
    for (const bool odd : {false, true}) {
      std::vector<char> here(network.nodes(), 0);
      for (NodeId node = 0; node < network.nodes(); ++node) here[node] = node % 2 == (odd ? 1 : 0);
      StorePlaces part(network, problem.collective, problem.ports, here);
      for (std::size_t begin = 0; begin < hops.size();) {
        std::vector<Hop> some;
        const Cycle cycle = hops[begin].cycle;
        for (; begin < hops.size() && hops[begin].cycle == cycle; ++begin) {
          const Channel& channel = network.channel_at(hops[begin].link);
          if (here[channel.from] != 0 || here[channel.to] != 0) some.push_back(hops[begin]);
        }
        if (!some.empty()) part.step(some);
      }
      sum.add_part(part.counts());
    }
    for (NodeId node = 0; node < network.nodes(); ++node) {
      CHECK(sum.occupancy(node)->most == places.occupancy(node)->most);
      CHECK(sum.occupancy(node)->most_waiting == places.occupancy(node)->most_waiting);
    }
    for (LinkId link = 0; link < network.links(); ++link) {
      CHECK(sum.occupancy_of_link(link) == places.occupancy_of_link(link));
    }
  });
}
