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

/// The formula with the value `function(row)` at every point.
template <class Function>
Formula of(Function function) {
  return [function](const Row& row) -> std::optional<double> { return function(row); };
}
Formula constant(double value);

unsigned ceil_log(std::uint64_t base, std::uint64_t x);  ///< log_base x, rounded up, by integers
double log_of(double base, double x);                    ///< log_base x
double power(double base, double exponent);

// Figures of the first run; nothing if the run has no such figure.
std::optional<double> waiting(const Row& row);     ///< `max_waiting`, in messages
std::optional<double> bound(const Row& row);       ///< the lower bound, in cycles
std::optional<double> item_delay(const Row& row);  ///< in cycles
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
  /// Indexed by message; both vectors are empty if messages are combined. A destination is kNone if
  /// the message has several, or if every other processor wants it.
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
