// SPDX-License-Identifier: Apache-2.0
#include "claims/tools.hpp"

#include <algorithm>

#include "romcast/core/error.hpp"
#include "romcast/core/topologies.hpp"

namespace romcast::claims {

Grid points(std::vector<Point> quick, std::vector<Point> more) {
  return [quick = std::move(quick), more = std::move(more)](Effort effort) {
    std::vector<Point> all = quick;
    if (effort == Effort::full) all.insert(all.end(), more.begin(), more.end());
    return all;
  };
}

Grid points_of(const std::function<std::vector<Point>(bool full)>& make) {
  return [make](Effort effort) { return make(effort == Effort::full); };
}

Grid with(const Grid& grid, const std::vector<Point>& more) {
  return [=](Effort effort) {
    std::vector<Point> all = grid(effort);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
}

Formula constant(double value) {
  return [value](const Row&) { return value; };
}

unsigned ceil_log(std::uint64_t base, std::uint64_t x) {
  unsigned exponent = 0;
  for (std::uint64_t reached = 1; reached < x; reached *= base) ++exponent;
  return exponent;
}

double log_of(double base, double x) { return std::log(x) / std::log(base); }
double power(double base, double exponent) { return std::pow(base, exponent); }

std::optional<double> waiting(const Row& row) { return row.run()["max_waiting"]; }
std::optional<double> bound(const Row& row) { return row.predicted().bound; }
std::optional<double> item_delay(const Row& row) { return row.run()["item_delay"]; }

std::optional<double> difference(const Row& row) {
  if (!row.run(0).cycles || !row.run(1).cycles) return std::nullopt;
  return *row.run(0).cycles - *row.run(1).cycles;
}

std::optional<double> if_equal(const Row& row) {
  for (std::size_t i = 1; i < row.runs(); ++i) {
    if (row.run(i).cycles != row.run().cycles) return -1;
  }
  return row.run().cycles;
}

std::optional<double> fewest(const Row& row) {
  std::optional<double> least;
  for (std::size_t i = 0; i < row.runs(); ++i) {
    const Figures& run = row.run(i);
    if (run.cycles && (!least || run.cycles < least)) least = run.cycles;
  }
  return least;
}

PlanView view_plan(const Row& row, const PlanAsked& asked) {
  row.note_plan();
  const auto topology =
      make_topology(asked.network, [&](std::string_view name) -> std::optional<std::string> {
        for (const auto& [option, value] : asked.options) {
          if (option == name) return value;
        }
        return std::nullopt;
      });
  const auto kind = find_collective(asked.collective);
  const auto ports = find_ports(asked.ports);
  if (!kind || !ports) throw InputError("a claim asks for " + asked.collective);
  Problem problem{topology,
                  {*kind, topology->processors(), 0, asked.messages},
                  *ports,
                  {asked.algorithm_options.begin(), asked.algorithm_options.end()},
                  asked.timing};
  const Plan plan =
      asked.build ? asked.build(problem) : find_algorithm(asked.algorithm, problem).build(problem);
  PlanView view{.topology = topology};
  const auto schedule = plan.open();
  for (std::vector<Hop> step; schedule->next(step);) {
    for (const Hop& hop : step) {
      const Channel& channel = topology->channel_at(hop.link);
      view.hops.push_back(
          {hop.cycle, channel.from, topology->end_of(hop.link, hop.to), hop.message});
    }
  }
  const Collective& collective = problem.collective;
  if (!collective.combines()) {
    for (MessageId m = 0; m < collective.message_numbers(); ++m) {
      view.origin.push_back(collective.origin(m));
      view.destination.push_back(collective.destination(m));
    }
  }
  return view;
}

}  // namespace romcast::claims
