// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/linear_program.hpp"

#include <coin/Clp_C_Interface.h>

#include <algorithm>
#include <memory>

#include "schedules/any/interrupt.hpp"

namespace romcast::any {
namespace {

// Arguments for which Clp's C interface has no names: the primal simplex method, the number of the
// special option for SIGINT (Clp does not catch SIGINT if the option is 1), and the default
// `extraInfo`.
constexpr int kPrimal = 1, kNoSignals = 2, kDefault = -1;
// The status of a program that was stopped, and its secondary status unless the time was over.
constexpr int kStopped = 3, kNoReason = 0;

}  // namespace

int LinearProgram::add_row(double least, double most) {
  least_.push_back(least);
  most_.push_back(most);
  return static_cast<int>(least_.size()) - 1;
}

void LinearProgram::add_variable(double cost, const std::vector<std::pair<int, double>>& entries) {
  costs_.push_back(cost);
  for (const auto& [row, factor] : entries) {
    rows_.push_back(row);
    factors_.push_back(factor);
  }
  begins_.push_back(static_cast<int>(rows_.size()));
}

std::optional<LinearProgram::Solution> LinearProgram::solve(double seconds) const {
  const std::unique_ptr<Clp_Simplex, decltype(&Clp_deleteModel)> model(Clp_newModel(),
                                                                       &Clp_deleteModel);
  Clp_setLogLevel(model.get(), 0);
  const auto columns = static_cast<int>(costs_.size()), rows = static_cast<int>(least_.size());
  const std::vector<double> zeros(costs_.size(), 0), unlimited(costs_.size(), kUnlimited);
  Clp_loadProblem(model.get(), columns, rows, begins_.data(), rows_.data(), factors_.data(),
                  zeros.data(), unlimited.data(), costs_.data(), least_.data(), most_.data());
  Clp_setMaximumSeconds(model.get(), seconds);
  const std::unique_ptr<Clp_Solve, decltype(&ClpSolve_delete)> options(ClpSolve_new(),
                                                                       &ClpSolve_delete);
  ClpSolve_setSolveType(options.get(), kPrimal, kDefault);
  ClpSolve_setSpecialOption(options.get(), kNoSignals, Interruptible::wanted() ? 0 : 1, kDefault);
  Clp_initialSolveWithOptions(model.get(), options.get());
  // Clp, which catches SIGINT while it solves, then stops without a reason.
  const bool stopped = Clp_status(model.get()) == kStopped;
  if (stopped && Clp_secondaryStatus(model.get()) == kNoReason) Interruptible::interrupt();
  if (Clp_status(model.get()) != 0) return std::nullopt;
  const double* const variables = Clp_primalColumnSolution(model.get());
  const double* const prices = Clp_dualRowSolution(model.get());
  return Solution{{variables, variables + columns}, {prices, prices + rows}};
}

}  // namespace romcast::any
