// SPDX-License-Identifier: Apache-2.0
// Alltoall of Tseng, Chang & Sheu 1998, section III.1, Personalized_Broadcast(), nested.
//
// The n-star consists of n!/k! k-substars. For each substar in turn (relative to the sender) every
// node sends the k! messages for its nodes as one packet to a node in it (all nodes along the same
// dimensions at the same time, so no two meet); then all nodes distribute the messages that they
// received within their k-substars, by the same method with smaller substars, and finally with
// single nodes. With substars k_1 > k_2 > .. > 1 and k_0 = n,
//   T = n! sum_i l_{k_{i-1},k_i} (t_s / k_i! + t_m),
// which for k,1 is equation (1) with its misprint corrected. With at most B messages in a packet,
// each start-up becomes ceil(k_i!/B) start-ups.
//
// Smallest case, S_3 with 2,1, node 123: the packet for 231, 321 along g_3, then along g_2 the
// first half of the packet that has arrived; the packet for 132, 312 along g_2, g_3, then along g_2
// the first half of the packet that has arrived; the packet for 213, 123 is in its substar already,
// so its first half goes along g_2. 6 start-ups, 9 messages.
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
