// SPDX-License-Identifier: Apache-2.0
// The textbook alltoall on hypercubes, meshes and tori: every message crosses the dimensions in a
// fixed order (e-cube routing: Sullivan & Bashkow 1977; Dally & Seitz 1987), and a link sends next
// that waiting message which has the most hops to go. On hypercubes and tori all links of a
// dimension carry about the same number of messages, but the links of the last dimensions are
// rarely busy in the first cycles.
#include "schedules/any/carry.hpp"

namespace romcast {
namespace {

using namespace any;

std::string dimension_order_refusal(const Problem& problem) {
  const std::string network = problem.topology->network();
  if (network != "hypercube" && network != "mesh" && network != "torus") {
    return "it needs dimensions; `network` hypercube, mesh and torus have them";
  }
  return refusal(problem);
}

Plan dimension_order_plan(const Problem& problem) {
  const Task task = task_of(problem);
  const Routes routes = ordered_routes(task, Order::most_first);
  return {.open = stored_schedule(carry(task, 0, kNone, &routes))};
}

}  // namespace

Algorithm dimension_order_alltoall() {
  return {.name = "dimension-order",
          .aliases = {"e-cube"},
          .network = any::kAny,
          .collective = CollectiveKind::alltoall,
          .ports = {Ports::Kind::single, Ports::Kind::multi, Ports::Kind::several},
          .summary = "hypercubes, meshes, tori: dimension by dimension, furthest to go first",
          .source = "Sullivan & Bashkow 1977; Dally & Seitz 1987",
          .default_control = Control::rom,
          .refusal = dimension_order_refusal,
          .build = dimension_order_plan,
          .predict = any::predict};
}

}  // namespace romcast
