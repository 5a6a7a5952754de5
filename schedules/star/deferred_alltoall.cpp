// SPDX-License-Identifier: Apache-2.0
// Alltoall by substars, with messages spread inside the substars only once, at the end: `grouped`
// with few, large packets.
//
// As in Tseng, Chang & Sheu 1998, section III.1, every node first sends the k! messages for each
// k-substar as one packet to a node in it. But a node keeps the messages that arrive, sorted by
// their destination inside the substar, until the packets for all substars are sent; then it
// distributes them inside its substar, by the same method with smaller substars and ever larger
// packets. With k_1 > k_2 > .. > 1, k_0 = n,
//   T = sum_i l_{k_{i-1},k_i} (k_{i-1}!/k_i! t_s + n! t_m),
// where l_{K,k} is the average distance from a node to the k-substars of a K-star. With the sizes
// n-1,..,2,1 there are (n-1)^2 start-ups. With at most B messages in a packet, b messages need
// ceil(b/B) start-ups instead of one.
//
// Smallest case, S_3 with the sizes 2, 1: node 123 sends a packet for the substar **1 (the nodes
// whose last symbol is 1) along g_3, a packet for **2 along g_2 and g_3; then the messages for the
// other node of its own substar **3, three by now, as one packet along g_2.
#include "schedules/star/star.hpp"
#include "schedules/star/substars.hpp"

namespace romcast {
namespace {

using namespace star;

// The messages in a node: a bucket for each destination in the substar inside which the messages
// are still to be sent (at first the whole star), in the order of slot_order().
using Buckets = std::vector<std::vector<RelativeMessage>>;

Buckets own_buckets(const Problem& problem, const Chain& chain) {
  Buckets buckets;
  for (const NodeId slot : slot_order(*graph(problem), paths_of(problem, chain))) {
    buckets.emplace_back();
    for (std::uint32_t m = 0; m < problem.collective.messages(); ++m) {
      buckets.back().push_back({.destination = slot, .index = m});
    }
  }
  return buckets;
}

std::vector<RelativeMessage> joined(const Buckets& buckets) {
  std::vector<RelativeMessage> all;
  for (const auto& bucket : buckets) all.insert(all.end(), bucket.begin(), bucket.end());
  return all;
}

// Sends the buckets for each k-substar as one packet along the substar's path; returns the k!
// buckets that every node has afterwards, one for each destination inside the node's k-substar.
Buckets send_to_substars(const StarGraph& graph, ProgramWriter& writer, const Buckets& buckets,
                         const std::vector<std::vector<unsigned>>& paths) {
  const std::size_t size = buckets.size() / paths.size();
  Buckets inside(size);
  auto next = buckets.begin();
  for (const std::vector<unsigned>& path : paths) {
    Buckets packet(next, next + static_cast<long>(size));
    next += static_cast<long>(size);
    for (const unsigned d : path) {
      writer.send({d}, joined(packet));
      for (auto& bucket : packet) {
        for (RelativeMessage& message : bucket) message = received(graph, message, d);
      }
    }
    for (std::size_t j = 0; j < size; ++j) {
      inside[j].insert(inside[j].end(), packet[j].begin(), packet[j].end());
    }
  }
  return inside;
}

Plan deferred_alltoall_plan(const Problem& problem) {
  const Chain chain = chain_of(problem, Spreading::at_the_end);
  const auto graph = star::graph(problem);
  ProgramWriter writer(problem.timing, packet_cap(problem));
  Buckets buckets = own_buckets(problem, chain);
  unsigned from = graph->symbols();
  for (const unsigned to : chain) {
    buckets = send_to_substars(*graph, writer, buckets, paths_to_substars(from, to));
    from = to;
  }
  return plan_of(problem, writer.finish());
}

Theory deferred_alltoall_theory(const Problem& problem) {
  return chain_theory(problem, chain_of(problem, Spreading::at_the_end), Spreading::at_the_end);
}

}  // namespace

Algorithm deferred_alltoall() {
  return {.name = "deferred",
          .network = "star",
          .collective = CollectiveKind::alltoall,
          .ports = {Ports::Kind::single},
          .summary = "substar by substar, spread inside them once at the end; large packets",
          .source = "romcast, after Tseng, Chang & Sheu 1998, section III",
          .default_control = Control::rom,
          .options = {substars_option(), packet_cap_option()},
          .build = deferred_alltoall_plan,
          .predict = deferred_alltoall_theory};
}

}  // namespace romcast
