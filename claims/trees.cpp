// SPDX-License-Identifier: Apache-2.0
// Dimakopoulos & Dimopoulos 1996: trees.
#include "claims/trees.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace romcast::claims {

std::string options_of(const TreeRun& run) {
  return fmt::format("-c {} -p {} -a {}{}", run.collective, run.ports, run.algorithm,
                     run.capacity == "constant" ? "" : " --capacity " + run.capacity);
}

PlanView tree_plan(const Row& row, const TreeRun& run) {
  return view_plan(row, {.network = "fat-tree",
                         .collective = run.collective,
                         .ports = run.ports,
                         .algorithm = run.algorithm,
                         .options = {{"arity", fmt::format("{}", k_of(row))},
                                     {"height", fmt::format("{}", h_of(row))},
                                     {"capacity", run.capacity}}});
}

double broadcast_time(const Row& row) { return (k_of(row) + 1) * h_of(row) - 1; }
double allgather_time(const Row& row) {
  return k_of(row) * n_of(row) + (k_of(row) + 1) * (h_of(row) - 2) + 1;
}
namespace {

double theorem_5_of(double k, double h) {
  const double n = power(k, h);
  return n * n * (2 * k + 1) * (k - 1) / (k * k * k) + 2 * h - 3;
}

}  // namespace

double theorem_5(const Row& row) { return theorem_5_of(k_of(row), h_of(row)); }
// The larger of Theorem 5's time and the time that the root needs: the root sends n^2 (k-1)/k
// messages, one per step from step h+1 on, and the last message needs h-1 further steps.
double exchange_time(double k, double h) {
  const double n = power(k, h);
  return std::max(theorem_5_of(k, h), n * n * (k - 1) / k + 2 * h - 1);
}
double with_root(const Row& row) { return exchange_time(k_of(row), h_of(row)); }

double log_h(const Row& row) { return log_of(k_of(row), h_of(row)); }

std::vector<unsigned> capacities_of(const Row& row) {
  const TreeSizes tree{unsigned(k_of(row)), unsigned(h_of(row))};
  for (const auto& [name, value] : row.at()) {
    if (name == "pattern") return capacities(tree, unsigned(value));
  }
  return capacities(tree, 0);
}

double equation_3(const Row& row) {
  const double k = k_of(row), n = n_of(row);
  return n * n * (k - 1) / (k * k * capacities_of(row).back()) + 2 * h_of(row) - 1;
}

double theorem_8(const Row& row) { return n_of(row) + 2 * h_of(row) - 2 * log_h(row) - 2; }

std::optional<double> unless_it_waits(const Row& row, double fallback) {
  return row.run()["max_waiting"] == 0 ? row.run().cycles : std::optional(fallback);
}

Paper trees() {
  Paper paper{"trees", "Dimakopoulos & Dimopoulos 1996, Leaf communications in complete trees", {}};
  for (const auto& part : {trees_broadcast(), trees_single(), trees_table_1(), trees_multi(),
                           trees_exchange(), trees_table_2(), trees_further()}) {
    paper.claims.insert(paper.claims.end(), part.begin(), part.end());
  }
  return paper;
}

}  // namespace romcast::claims
