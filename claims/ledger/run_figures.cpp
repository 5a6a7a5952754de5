// SPDX-License-Identifier: Apache-2.0
#include "claims/ledger/run_figures.hpp"

#include <fmt/format.h>

#include "claims/ledger.hpp"
#include "romcast/report/figures.hpp"

namespace romcast::claims {
namespace {

using Json = nlohmann::ordered_json;

std::optional<double> number(const Json& object, std::string_view key) {
  const auto value = object.find(std::string(key));
  if (value == object.end() || !value->is_number()) return std::nullopt;
  return value->get<double>();
}

std::optional<bool> truth(const Json& object, const char* key) {
  const auto value = object.find(key);
  if (value == object.end() || !value->is_boolean()) return std::nullopt;
  return value->get<bool>();
}

// Reason why the figures of a run prove nothing; empty if the figures are valid. A run that takes
// more cycles than its formula has valid figures, too.
std::string fault_of(const Json& report, bool hardware) {
  if (report.contains("fault")) return report["fault"];
  const Json& plan = report["plan"];
  if (number(plan, "violation_count").value_or(0) > 0) {
    return "the plan is illegal: " + plan["violations"][0]["text"].get<std::string>();
  }
  if (!hardware) return "";
  const Json& measured = report["hardware"];
  if (measured["cycles"].is_null()) return "it did not run on the hardware";
  if (!measured["violations"].empty()) {
    return "the hardware errs: " + measured["violations"][0]["text"].get<std::string>();
  }
  for (const Figure& figure : romcast::figures()) {
    if (!figure.failure.empty() && number(measured, figure.key).value_or(0) > 0) {
      return fmt::format("{} in the hardware", figure.key);
    }
  }
  if (number(measured, "delivered") != number(measured, "expected")) {
    return "the hardware did not deliver all messages";
  }
  return truth(report, "trace_equals_plan").value_or(false) ? "" : "hardware and plan differ";
}

}  // namespace

Figures figures_of(const std::string& run, const Json& report) {
  Figures figures{.command = run};
  const bool hardware = run_on_hardware(figures);
  figures.fault = fault_of(report, hardware);
  if (report.contains("fault")) return figures;
  const Json& theory = report["theory"];
  const Json& column = report[hardware ? "hardware" : "plan"];
  figures.cycles = number(column, "cycles");
  figures.plan_cycles = number(report["plan"], "cycles");
  for (const auto& [key, value] : column.items()) {
    if (value.is_number()) figures.measured[key] = value.get<double>();
    if (value.is_boolean()) figures.measured[key] = value.get<bool>() ? 1 : 0;
  }
  if (column.contains("queues")) figures.levels = column["queues"].size();
  figures.formula = number(theory, "formula_cycles");
  figures.bound = number(theory, "lower_bound");
  figures.optimal = truth(theory, "optimal");
  figures.operands = number(report["scenario"], "operands");
  if (const auto seconds = number(report["scenario"], "cycle_seconds")) {
    figures.measured["cycle_seconds"] = *seconds;
  }
  const auto rate = [&](const Json& of, const char* name) {
    const auto found = of.find("rate");
    if (found == of.end() || !found->is_object()) return;
    figures.measured[name] = (*found)["messages"].get<double>() / (*found)["cycles"].get<double>();
  };
  rate(report["plan"], "rate");
  rate(theory, "rate_bound");
  if (report["plan"].contains("period")) {
    figures.measured["period"] = report["plan"]["period"]["cycles"].get<double>();
    if (const auto bound = number(theory, "period_bound"))
      figures.measured["period_bound"] = *bound;
  }
  return figures;
}

}  // namespace romcast::claims
