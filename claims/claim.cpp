// SPDX-License-Identifier: Apache-2.0
#include "claims/claim.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

namespace romcast::claims {

std::string describe(const Sizes& at) {
  std::string text;
  for (const auto& [name, value] : at) {
    text += fmt::format("{}{}={}", text.empty() ? "" : " ", name, value);
  }
  return text;
}

double Row::operator[](std::string_view name) const {
  const auto size = std::ranges::find(point_->at, name, &std::pair<std::string, double>::first);
  if (size == point_->at.end()) throw std::out_of_range(fmt::format("no size {}", name));
  return size->second;
}

const Figures& Row::run(std::size_t i) const {
  note(run_on_hardware(runs_.at(i)) ? Basis::hardware : Basis::plan);
  return runs_[i];
}

bool run_on_hardware(const Figures& figures) { return !figures.command.starts_with(kPlanOnly); }

std::string_view sign(Relation relation) {
  constexpr std::array<std::string_view, 5> signs{"=", "<=", ">=", "<", ">"};
  return signs.at(static_cast<std::size_t>(relation));
}

bool holds(double measured, Relation relation, double formula) {
  const double slack = 1e-9 * std::max(1.0, std::abs(formula));  // for the rounding of logarithms
  switch (relation) {
    case Relation::equals:
      return std::abs(measured - formula) <= slack;
    case Relation::at_most:
      return measured <= formula + slack;
    case Relation::at_least:
      return measured >= formula - slack;
    case Relation::less:
      return measured < formula - slack;
    default:
      return measured > formula + slack;
  }
}

std::optional<double> Figures::operator[](std::string_view key) const {
  const auto found = measured.find(key);
  return found == measured.end() ? std::nullopt : std::optional(found->second);
}

std::optional<double> cycles(const Row& row) { return row.run().cycles; }

const std::vector<Paper>& all_papers() {
  static const std::vector<Paper> all{trees(), star(), fibtrees(), multiport(), logp()};
  return all;
}

}  // namespace romcast::claims
