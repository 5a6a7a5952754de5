// SPDX-License-Identifier: Apache-2.0
// Schedules for half-duplex links: the hops of another algorithm (full-duplex), in the same order.
// Each hop waits until its link carries nothing in the other direction and, if ports are limited,
// until sender and receiver have a free port. Dimakopoulos & Dimopoulos 1996, section 1.1, expect
// at most twice the cycles of full-duplex links for some algorithms.
#include <fmt/format.h>

#include "romcast/core/error.hpp"
#include "romcast/core/stored_network.hpp"
#include "schedules/any/replay.hpp"

namespace romcast::any {
namespace {

// Returns a copy of the problem with full-duplex links and without the option `of`. A StoredNetwork
// is replaced by the same network without stores, because algorithms for full-duplex links expect
// the network without stores.
Problem full_duplex(const Problem& problem) {
  Problem full = problem;
  full.ports = problem.ports.full();
  full.options.erase("of");
  if (const auto* stored = dynamic_cast<const StoredNetwork*>(problem.topology.get())) {
    full.topology = stored->plain();
  }
  return full;
}

const Algorithm& original(const Problem& problem, const Problem& full) {
  const auto given = problem.options.find("of");
  const std::string name = given == problem.options.end() ? "" : given->second;
  const Algorithm& algorithm = find_algorithm(name, full);
  if (algorithm.copies) {
    throw InputError({"of", name}, "its messages are numbered by copy");
  }
  return algorithm;
}

Plan half_duplex_plan(const Problem& problem) {
  const Problem full = full_duplex(problem);
  const Algorithm& algorithm = original(problem, full);
  const Plan plan = algorithm.build(full);
  return {.open = stored_schedule(replayed(task_of(problem), plan.open)),
          .note = fmt::format("the order of {} on full-duplex links", algorithm.name)};
}

Algorithm half_duplex(CollectiveKind kind) {
  return {
      .name = "half-duplex",
      .network = kAny,
      .collective = kind,
      .ports = {Ports::Kind::single, Ports::Kind::multi, Ports::Kind::several},
      .summary = "the hops of another algorithm in its order, one direction of a link at a time",
      .source = "romcast; the model of Dimakopoulos 1996, section 1.1",
      .default_control = Control::rom,
      .duplex = Duplex::half,
      .options = {{"of", {""}, "name of the algorithm for full-duplex links", true}},
      .refusal = refusal,
      .build = half_duplex_plan,
      .predict = predict};
}

}  // namespace
}  // namespace romcast::any

namespace romcast {

using any::half_duplex;

Algorithm half_duplex_broadcast() { return half_duplex(CollectiveKind::broadcast); }
Algorithm half_duplex_scatter() { return half_duplex(CollectiveKind::scatter); }
Algorithm half_duplex_gather() { return half_duplex(CollectiveKind::gather); }
Algorithm half_duplex_allgather() { return half_duplex(CollectiveKind::allgather); }
Algorithm half_duplex_alltoall() { return half_duplex(CollectiveKind::alltoall); }
Algorithm half_duplex_exchange() { return half_duplex(CollectiveKind::exchange); }

}  // namespace romcast
