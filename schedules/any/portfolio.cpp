// SPDX-License-Identifier: Apache-2.0
// The default algorithm: the shortest of a schedule that all nodes share, a greedy one, one round a
// cycle of the network, and the optimum where the network is small enough to search for it. A
// schedule at the bound ends the search.
#include <fmt/format.h>

#include <optional>

#include "schedules/any/exact.hpp"
#include "schedules/any/hamiltonian.hpp"
#include "schedules/any/matching.hpp"
#include "schedules/any/node_invariant.hpp"
#include "schedules/any/ring_alltoall.hpp"

namespace romcast::any {
namespace {

// With more literals the solver would hardly get a result in the usual time.
constexpr std::uint64_t kMostLiterals = 2'000'000;

class Portfolio {
 public:
  explicit Portfolio(const Problem& problem)
      : problem_(problem),
        task_(task_of(problem)),
        deadline_(seconds_of(problem)),
        bound_(static_cast<Cycle>(predict(problem).lower_bound.value_or(0))) {}

  Plan build() {
    if (!special(task_)) try_node_invariant();
    if (best_ > bound_) try_matching();
    if (best_ > bound_ && !special(task_)) try_cycles();
    if (best_ > bound_ && problem_.share.number == 0) try_exact();  // one proof will do
    plan_.note = fmt::format("{}; found: {} cycles{}", chosen_, fmt::join(tried_, ", "),
                             best_ <= bound_ ? ", the bound" : "");
    return std::move(plan_);
  }

 private:
  void offer(const std::string& name, Cycle cycles, OpenSchedule open) {
    tried_.push_back(fmt::format("{} {}", name, cycles));
    if (cycles >= best_) return;
    best_ = cycles;
    chosen_ = name;
    plan_.open = std::move(open);
  }
  void try_node_invariant() {
    const CollectiveKind kind = problem_.collective.kind();
    if (kind != CollectiveKind::allgather && kind != CollectiveKind::alltoall) return;
    if (problem_.ports.kind == Ports::Kind::several || !node_invariant_refusal(problem_).empty()) {
      return;
    }
    Lockstep sends = node_invariant(task_, bound_, deadline_);
    const Cycle cycles = cycles_of(sends);
    offer("node-invariant", cycles,
          open_lockstep(problem_.topology, problem_.collective, std::move(sends)));
  }
  void try_matching() {
    Hops hops = match(task_, bound_, deadline_);
    const Cycle cycles = cycles_of(hops);
    offer("matching", cycles, stored_schedule(std::move(hops)));
  }
  // Schedules that meet the bound where the network has the right cycle.
  void try_cycles() {
    const Topology& topology = *problem_.topology;
    const CollectiveKind kind = problem_.collective.kind();
    if (kind == CollectiveKind::alltoall && problem_.ports.kind == Ports::Kind::multi &&
        topology.network() == "ring" && topology.intact() && topology.processors() > 2) {
      Hops hops = alltoall_round(task_);
      const Cycle cycles = cycles_of(hops);
      offer("both-ways", cycles, stored_schedule(std::move(hops)));
    }
    const std::uint64_t round =
        (topology.processors() - 1) * std::uint64_t{problem_.collective.messages()};
    if (kind != CollectiveKind::allgather || !problem_.ports.single() || best_ <= round) return;
    const std::vector<ChannelId> cycle = hamiltonian_cycle(topology);
    if (cycle.empty()) return;
    offer("hamiltonian", static_cast<Cycle>(round), stored_schedule(gather_round(task_, cycle)));
  }
  void try_exact() {
    if (deadline_.over()) return;
    const Exact found = exact(task_, bound_, best_, deadline_, kMostLiterals);
    tell(found, bound_, problem_, plan_);
    if (!found.hops.empty()) offer("exact", cycles_of(found.hops), stored_schedule(found.hops));
  }

  const Problem& problem_;
  const Task task_;
  Deadline deadline_;
  Cycle bound_;
  Cycle best_ = kNone;
  Plan plan_;
  std::string chosen_;
  std::vector<std::string> tried_;
};

Algorithm portfolio(CollectiveKind kind) {
  return {.name = "portfolio",
          .network = kAny,
          .collective = kind,
          .ports = {Ports::Kind::single, Ports::Kind::multi, Ports::Kind::several},
          .summary = "the best that the time allows of node-invariant, matching and exact",
          .source = "romcast",
          .default_control = Control::rom,
          .duplex = Duplex::both,
          .options = {seconds_option()},
          .refusal = refusal,
          .build = [](const Problem& problem) { return Portfolio(problem).build(); },
          .predict = predict};
}

}  // namespace
}  // namespace romcast::any

namespace romcast {

using any::portfolio;

Algorithm portfolio_broadcast() { return portfolio(CollectiveKind::broadcast); }
Algorithm portfolio_scatter() { return portfolio(CollectiveKind::scatter); }
Algorithm portfolio_gather() { return portfolio(CollectiveKind::gather); }
Algorithm portfolio_allgather() { return portfolio(CollectiveKind::allgather); }
Algorithm portfolio_alltoall() { return portfolio(CollectiveKind::alltoall); }
Algorithm portfolio_exchange() { return portfolio(CollectiveKind::exchange); }

}  // namespace romcast
