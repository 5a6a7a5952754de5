// SPDX-License-Identifier: Apache-2.0
// The default algorithm takes the shortest of several schedules. One is greedy; the others exist
// for some problems only: one with the same program for all nodes (node_invariant.hpp), one along a
// cycle of the network, one in which no message waits, one at the highest rate, and, in small
// networks, the optimum. A schedule at the bound ends the search.
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "schedules/any/exact.hpp"
#include "schedules/any/flow.hpp"
#include "schedules/any/forest_rate.hpp"
#include "schedules/any/hamiltonian.hpp"
#include "schedules/any/interrupt.hpp"
#include "schedules/any/matching.hpp"
#include "schedules/any/node_invariant.hpp"
#include "schedules/any/ring_alltoall.hpp"
#include "schedules/any/rooted.hpp"
#include "schedules/any/timed.hpp"
#include "schedules/periodic/periodic.hpp"

namespace romcast::any {
namespace {

// The solver rarely decides larger formulas in the usual time.
constexpr std::uint64_t kMostLiterals = 2'000'000;

class Portfolio {
 public:
  explicit Portfolio(const Problem& problem)
      : problem_(problem),
        task_(task_of(problem)),
        deadline_(seconds_of(problem)),
        bound_(static_cast<Cycle>(predict(problem).lower_bound.value_or(0))) {}

  Plan build() {
    const Interruptible interruptible;
    const bool plain = !special(task_) && !task_.topology.timed();
    if (plain) try_node_invariant();
    if (best_ > bound_) try_matching();
    if (best_ > bound_ && plain) try_cycles();
    if (best_ > bound_ && plain) try_single_run();
    if (best_ > bound_ && rates()) try_rates();
    if (best_ > bound_ && problem_.share.number == 0) try_exact();  // one rank's proof suffices
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
  // True if this rank searches for a schedule at the highest rate: `forest` or `flow` can be used,
  // and the rank is 0. The other ranks would find the same schedule.
  [[nodiscard]] bool rates() const {
    const Collective& collective = problem_.collective;
    return !special(task_) && problem_.ports.kind == Ports::Kind::multi &&
           problem_.share.number == 0 && !is_rooted(collective) && !collective.passes();
  }
  void try_matching() {
    Hops hops = match(task_, bound_, Deadline(deadline_.left() * (rates() ? 0.3 : 1)));
    const Cycle cycles = last_arrival(task_.topology, hops);
    offer("matching", cycles, stored_schedule(std::move(hops)));
  }
  // Tries a schedule along a cycle through all nodes: a multi-port alltoall on a ring, or a
  // single-port allgather on any network in which such a cycle is found. Both meet the bound.
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
  // Tries a schedule in which no message waits, if the collective is a multi-port alltoall, links
  // have no times, and no processor forwards messages.
  void try_single_run() {
    const Topology& topology = *problem_.topology;
    if (problem_.ports.kind != Ports::Kind::multi || topology.timed() ||
        problem_.collective.kind() != CollectiveKind::alltoall) {
      return;
    }
    for (NodeId p = 0; p < topology.processors(); ++p) {
      if (topology.forwards(p)) return;
    }
    Problem shorter = problem_;
    shorter.options = {{"seconds", fmt::format("{:.3f}", std::max(0.0, 0.5 * deadline_.left()))}};
    auto found = periodic::shortest_run(shorter, bound_, best_);
    if (!found) return;
    const Cycle cycles = cycles_of(found->hops);
    offer("no-wait", cycles, stored_schedule(std::move(found->hops)));
  }
  void try_rates() {
    if (deadline_.over()) return;
    const Collective& collective = problem_.collective;
    const Deadline share(deadline_.left() * 0.8);
    const Ordering ordering{
        .bound = bound_, .known = best_, .go_on = [&] { return !share.over(); }};
    if (collective.kind() == CollectiveKind::broadcast ||
        collective.kind() == CollectiveKind::allgather) {
      Grown found = forest(task_, SwitchKind::multicast, ordering);
      rated("forest", std::move(found.hops), found.cycles, "cut", std::move(found.rate));
    } else {
      Flow found = flow_schedule(task_, share.left(), ordering);
      rated("flow", std::move(found.hops), found.cycles, "length", std::move(found.rate));
    }
  }
  void rated(const char* name, Hops hops, std::uint64_t cycles, const char* bound, Rate rate) {
    if (cycles > bound_) {
      bound_ = static_cast<Cycle>(cycles);
      plan_.proved_bound = cycles;
      plan_.proved_source = fmt::format("{}: {}", bound, rate.certificate);
    }
    if (hops.empty()) return;
    const Cycle last = last_arrival(task_.topology, hops);
    offer(name, last, stored_schedule(std::move(hops)));
    plan_.rate = std::move(rate);
  }
  void try_exact() {
    if (deadline_.over()) return;
    const Exact found = exact(task_, bound_, best_, deadline_, kMostLiterals);
    tell(found, bound_, problem_, plan_);
    if (found.hops.empty()) return;
    offer("exact", last_arrival(task_.topology, found.hops), stored_schedule(found.hops));
    plan_.rate.reset();
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
          .summary =
              "the best that the time allows of node-invariant, matching, forest, flow and exact",
          .source = "romcast",
          .default_control = Control::rom,
          .duplex = Duplex::both,
          .timed = true,
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
