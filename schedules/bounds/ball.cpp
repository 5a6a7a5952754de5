// SPDX-License-Identifier: Apache-2.0
// Let v want N messages from nodes further than r hops away. None of these messages arrives in the
// first r cycles, and all of them enter the ball of radius r around v, after which the last one
// still has r hops to go. So a schedule takes at least r + ceil(N / receptions of v per cycle)
// cycles and at least r + ceil(N / links into the ball) cycles. r = 0 is the degree bound. The same
// holds in reversed time for N messages that v sends to processors outside of the ball; a multicast
// message counts once.
#include <fmt/format.h>

#include <algorithm>

#include "schedules/bounds/view.hpp"

namespace romcast::bounds {
namespace {

struct BestBall {
  std::uint64_t cycles = 0, messages = 0, rate = 0;
  NodeId centre = 0;
  unsigned hops = 0;
  bool inwards = true, boundary = false;

  void consider(const BestBall& other) {
    if (other.cycles > cycles) *this = other;
  }
};

// For each radius r < radii, the most messages that cross the boundary of the ball in a cycle, from
// nodes at distance r + 1 to nodes at distance r (from r to r + 1 if not `inwards`).
std::vector<std::uint64_t> boundaries(const View& view, const std::vector<Distance>& distances,
                                      unsigned radii, bool inwards) {
  std::vector<std::uint64_t> links(radii + 1, 0), inner(radii + 2, 0), outer(radii + 2, 0);
  for (const Channel& c : view.topology().channels()) {
    const Distance near = distances[inwards ? c.to : c.from];
    const Distance far = distances[inwards ? c.from : c.to];
    if (near < radii && far == near + 1) links[near] += c.capacity;
  }
  for (NodeId v = 0; v < view.nodes(); ++v) {
    if (distances[v] > radii) continue;
    inner[distances[v]] += inwards ? view.receive_rate(v) : view.send_rate(v);
    outer[distances[v]] += inwards ? view.send_rate(v) : view.receive_rate(v);
  }
  for (unsigned r = 0; r < radii; ++r) links[r] = std::min({links[r], inner[r], outer[r + 1]});
  return links;
}

// Updates `best` with the bounds of the balls of all radii around the centre. counts[d]: messages
// between the centre and nodes at distance d. Besides the hop across the boundary of the ball of
// radius r, a message takes at least r hops. With `all_the_way` every message goes to the furthest
// node, at distance D, and takes at least D - 1 hops besides that hop.
void consider(const View& view, NodeId centre, const std::vector<Distance>& distances,
              const std::vector<std::uint64_t>& counts, bool inwards, bool all_the_way,
              BestBall& best) {
  const auto radii = static_cast<unsigned>(counts.size() - 1);
  const std::vector<std::uint64_t> links = boundaries(view, distances, radii, inwards);
  const std::uint64_t own = inwards ? view.receive_rate(centre) : view.send_rate(centre);
  std::uint64_t further = 0;
  for (unsigned r = radii; r-- > 0;) {
    further += counts[r + 1];
    if (further == 0) continue;
    const unsigned hops = all_the_way ? radii - 1 : r;
    if (own > 0)
      best.consider({hops + divided_up(further, own), further, own, centre, hops, inwards, false});
    if (links[r] > 0)
      best.consider(
          {hops + divided_up(further, links[r]), further, links[r], centre, hops, inwards, r > 0});
  }
}

unsigned most(const std::vector<Distance>& distances, std::size_t processors) {
  unsigned far = 0;
  for (std::size_t p = 0; p < processors; ++p) {
    if (distances[p] != kUnreachable) far = std::max<unsigned>(far, distances[p]);
  }
  return far;
}

// For CollectiveKind::exchange. Counts each message of the centre in out[d], where d is the
// distance of the furthest processor that wants the message.
void add_furthest(const View& view, NodeId centre, const std::vector<Distance>& from,
                  std::vector<std::uint64_t>& out) {
  for (const MessageId m : view.collective().own(centre)) {
    Distance far = 0;
    for (const NodeId to : view.collective().group(m)) {
      if (from[to] != kUnreachable) far = std::max(far, from[to]);
    }
    ++out[far];
  }
}

}  // namespace

Found ball(const View& view) {
  BestBall best;
  // True if all processors want all messages. Below, in[d] counts the messages that the probe wants
  // from distance d, and out[d] the probe's messages whose furthest destination is at distance d.
  const bool many = view.collective().multicast() && !view.exchange();
  const auto n = static_cast<NodeId>(view.processors());
  for (std::size_t i = 0; i < view.probes().size(); ++i) {
    const NodeId probe = view.probes()[i];
    const std::vector<Distance>&to = view.to(i), &from = view.from(i);
    std::vector<std::uint64_t> in(most(to, n) + 1, 0), out(most(from, n) + 1, 0);
    for (NodeId p = 0; p < n; ++p) {
      if (to[p] != kUnreachable) in[to[p]] += view.wanted(p, probe);
      if (from[p] != kUnreachable && !many && !view.exchange()) {
        out[from[p]] += view.wanted(probe, p);
      }
    }
    if (view.exchange()) add_furthest(view, probe, from, out);
    // A message for all processors must reach the furthest one, too.
    if (many) out.back() = view.own(probe);
    consider(view, probe, to, in, true, false, best);
    consider(view, probe, from, out, false, many, best);
  }
  if (best.cycles == 0) return std::nullopt;
  const std::string name = view.topology().node_name(best.centre);
  const std::string who = !best.boundary ? name : fmt::format("the ball around {}", name);
  std::string why =
      fmt::format("{} messages must {} {}, {} a cycle", best.messages,
                  best.inwards ? (best.boundary ? "enter" : "reach") : "leave", who, best.rate);
  if (best.hops > 0) why += fmt::format(", and {} hops", best.hops);
  return Bound{best.cycles, best.hops == 0 ? "degree" : "ball", why};
}

}  // namespace romcast::bounds
