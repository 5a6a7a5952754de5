// SPDX-License-Identifier: Apache-2.0
// Alltoall of Tseng, Chang & Sheu 1998, section III.1, Personalized_Broadcast(), nested.
//
// The n-star consists of n!/k! k-substars. Every node takes the substars one after another, in the
// same order relative to itself. For each, it sends the k! messages for the substar's nodes as one
// packet to one of these nodes. All nodes send along the same dimensions at the same time, so no
// two packets share a link. After each packet every node distributes, inside its own k-substar, the
// messages that have arrived, by the same method with smaller substars, and finally with single
// nodes. For a chain of substars k_1 > k_2 > .. > 1, and k_0 = n,
//   T = n! sum_i l_{k_{i-1},k_i} (t_s / k_i! + t_m),
// where l_{K,k} is the average distance from a node to the k-substars of a K-star. For the chain
// k, 1 this is equation (1) with its misprint corrected. With at most B messages in a packet, each
// start-up becomes ceil(k_i!/B) start-ups.
//
// Smallest case, S_3 with the chain 2, 1: node 123 sends (6 start-ups, 9 messages)
//   along g_3 the packet for 231 and 321, then along g_2 half of the packet that has arrived;
//   along g_2 and g_3 the packet for 132 and 312, then along g_2 half of the packet that has
//   arrived; along g_2 half of the packet for 213 and 123, the nodes of the own substar.
#include "schedules/star/star.hpp"
#include "schedules/star/substars.hpp"

namespace romcast {
namespace {

using namespace star;

Plan grouped_alltoall_plan(const Problem& problem) {
  return grouped_plan(problem, chain_of(problem, Spreading::at_once));
}

Theory grouped_alltoall_theory(const Problem& problem) {
  return grouped_theory(problem, chain_of(problem, Spreading::at_once));
}

}  // namespace

Algorithm grouped_alltoall() {
  return {.name = "grouped",
          .aliases = {"personalized-broadcast"},
          .network = "star",
          .collective = CollectiveKind::alltoall,
          .ports = {Ports::Kind::single},
          .summary = "substar by substar, the messages for each as one packet; nested",
          .source = std::string(kPaper) + ", section III",
          .paper = true,
          .default_control = Control::rom,
          .options = {substars_option(), packet_cap_option(), substar_order_option()},
          .build = grouped_alltoall_plan,
          .predict = grouped_alltoall_theory};
}

}  // namespace romcast
