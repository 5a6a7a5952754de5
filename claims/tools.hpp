// SPDX-License-Identifier: Apache-2.0
// Tools for writing the claims of the papers.
#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <string>
#include <vector>

#include "claims/claim.hpp"
#include "romcast/core/algorithm.hpp"
#include "romcast/core/topology.hpp"

namespace romcast::claims {

/// The points of `quick`; with full effort also those of `more`.
Grid points(std::vector<Point> quick, std::vector<Point> more = {});
/// The points of a grid and, with both efforts, those of `more`.
Grid with(const Grid& grid, const std::vector<Point>& more);
/// The points that `make` returns for the effort.
Grid points_of(const std::function<std::vector<Point>(bool full)>& make);

/// The formula that calls `function`, which applies at every point.
template <class Function>
Formula of(Function function) {
  return [function](const Row& row) -> std::optional<double> { return function(row); };
}
Formula constant(double value);

/// ceil_log: log_base x, rounded up, without floating point; log_of: the real number log_base x.
unsigned ceil_log(std::uint64_t base, std::uint64_t x);
double log_of(double base, double x);
double power(double base, double exponent);

// Figures of the first run: messages that wait, lower bound, item delay in cycles.
std::optional<double> waiting(const Row& row);
std::optional<double> bound(const Row& row);
std::optional<double> item_delay(const Row& row);
/// Cycles of the first run minus those of the second.
std::optional<double> difference(const Row& row);
/// The number of cycles of each run if all runs take equally many, else -1.
std::optional<double> if_equal(const Row& row);
/// Fewest cycles of all the runs.
std::optional<double> fewest(const Row& row);

/// A hop of a plan, in terms of nodes.
struct Sent {
  std::uint32_t cycle = 0, from = 0, to = 0, message = 0;
};
/// The hops of a plan, in order, and its network.
struct PlanView {
  std::shared_ptr<const Topology> topology;
  std::vector<Sent> hops;
  /// Indexed by message; kNone: several destinations. Both are empty if messages are combined.
  std::vector<std::uint32_t> origin, destination;
};
struct PlanAsked {
  std::string network{}, collective{}, ports{"single"}, algorithm{};
  std::vector<std::pair<std::string, std::string>> options{}, algorithm_options{};
  std::uint32_t messages = 1;
  Timing timing{};
  std::function<Plan(const Problem&)> build{};  ///< if set, replaces the algorithm's build
};
/// Makes the plan, and notes that the figure of `row` is read from a plan (Basis::plan).
PlanView view_plan(const Row& row, const PlanAsked& asked);

}  // namespace romcast::claims
