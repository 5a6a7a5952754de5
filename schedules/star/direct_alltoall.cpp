// SPDX-License-Identifier: Apache-2.0
// Alltoall message by message (Fragopoulou & Akl 1995, Misic & Jovanovic 1994): for one relative
// destination after the other, every node sends its message along a whole shortest path, all nodes
// along the same dimensions at the same time. It is `grouped` with single nodes as substars:
//   T = n! l_{n,1} (t_s + t_m)
// where n! l_{n,1} is the sum of the distances from a node to all others.
#include "schedules/star/star.hpp"
#include "schedules/star/substars.hpp"

namespace romcast {
namespace {

using namespace star;

Plan direct_alltoall_plan(const Problem& problem) { return grouped_plan(problem, {1}); }
Theory direct_alltoall_theory(const Problem& problem) { return grouped_theory(problem, {1}); }

}  // namespace

Algorithm direct_alltoall() {
  return {.name = "direct",
          .network = "star",
          .collective = CollectiveKind::alltoall,
          .ports = {Ports::Kind::single},
          .summary = "destination by destination, a message at a time",
          .source = "Fragopoulou & Akl 1995, Misic & Jovanovic 1994",
          .default_control = Control::rom,
          .options = {packet_cap_option()},
          .build = direct_alltoall_plan,
          .predict = direct_alltoall_theory};
}

}  // namespace romcast
