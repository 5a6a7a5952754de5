// SPDX-License-Identifier: Apache-2.0
#include "romcast/report/figures.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <type_traits>
#include <vector>

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(std::uint64_t number) { return number; }
Json json_of(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }
template <class T>
Json json_of(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json violations_json(const std::vector<Violation>& violations) {
  Json list = Json::array();
  for (const Violation& v : violations) {
    list.push_back({{"cycle", v.cycle}, {"kind", name(v.kind)}, {"text", v.text}});
  }
  return list;
}

Json levels_json(const auto& levels, auto member) {
  Json list = Json::array();
  for (const auto& level : levels) {
    Json& one = list.emplace_back(Json{{"level", level.level}});
    for (const LevelFigure& figure : kLevelFigures) {
      one[figure.key] = json_of(level.*(figure.*member));
    }
  }
  return list;
}

Json ratio_json(const Rate::Ratio& ratio) {
  return {{"messages", ratio.messages}, {"cycles", ratio.cycles}};
}

Json period_json(const PeriodVerdict& verdict) {
  Json flows = Json::array();
  for (const FlowFigures& flow : verdict.flows) {
    if (!verdict.named) break;
    flows.push_back({{"name", flow.name},
                     {"words", flow.words},
                     {"path", flow.path},
                     {"latency", flow.latency},
                     {"latency_bound", flow.bound == 0 ? Json(nullptr) : Json(flow.bound)}});
  }
  return {{"cycles", verdict.period.cycles},
          {"waiting_allowed", verdict.period.waiting},
          {"waits", verdict.waits},
          {"stored", verdict.stored},
          {"longest_path", verdict.longest},
          {"latency", verdict.latency},
          {"flows", flows},
          {"busiest_link", verdict.busiest},
          {"violation_count", verdict.violation_count}};
}

Json plan_cycles(const Report& report) { return report.plan->cycles + report.plan_left_out; }
// Converts cycles into microseconds; null if the duration of a cycle is unknown.
Json in_microseconds(const Report& report, std::optional<std::uint64_t> cycles) {
  if (!cycles || report.cycle_seconds == 0) return nullptr;
  const double time = static_cast<double>(*cycles) * report.cycle_seconds * 1e6;
  return std::round(time * 1e3) / 1e3;
}
Json bound_time(const Report& report) { return in_microseconds(report, report.theory.lower_bound); }
Json plan_time(const Report& report) { return in_microseconds(report, report.plan->cycles); }
Json measured_time(const Report& report) {
  return in_microseconds(report, report.hardware->cycles);
}
Json plan_levels(const Report& report) {
  return levels_json(report.plan->levels, &LevelFigure::plan);
}
Json plan_occupancy(const Report& report) {
  return report.plan ? json_of(report.occupancy) : Json(nullptr);
}
Json plan_waiting(const Report& report) {
  return report.plan ? json_of(report.waiting) : Json(nullptr);
}
Json plan_violations(const Report& report) { return violations_json(report.plan->violations); }
// The figure of row "delivered" in column theory: the deliveries that the verdict on the plan
// expects; null without a plan.
Json to_deliver(const Report& report) {
  return report.plan ? Json(report.plan->expected) : Json(nullptr);
}
Json measured_levels(const Report& report) {
  return levels_json(report.hardware->levels, &LevelFigure::hardware);
}
Json measured_depths(const Report& report) { return depths_json(report.hardware->depths); }
Json measured_violations(const Report& report) {
  Json list = violations_json(report.hardware->violations);
  for (const std::string& complaint : report.hardware->complaints) {
    list.push_back({{"cycle", nullptr}, {"kind", "hardware"}, {"text", complaint}});
  }
  return list;
}

// The value of a figure in a column; null if the column lacks the figure or is not in the report.
template <class Column>
Json value(const FigureIn<Column>& figure, const Column* column, const Report& report) {
  return std::visit(
      [&](auto member) -> Json {
        if constexpr (std::is_same_v<decltype(member), std::monostate>) {
          return nullptr;
        } else if (column == nullptr) {
          return nullptr;
        } else if constexpr (std::is_member_pointer_v<decltype(member)>) {
          return json_of(column->*member);
        } else {
          return member(report);
        }
      },
      figure);
}

bool there(const auto& figure) { return figure.index() > 0; }

struct Columns {
  const Report& report;

  [[nodiscard]] Json theory(const Figure& figure) const {
    return value(figure.theory, &report.theory, report);
  }
  [[nodiscard]] Json plan(const Figure& figure) const {
    return value(figure.plan, report.plan ? &*report.plan : nullptr, report);
  }
  [[nodiscard]] Json hardware(const Figure& figure) const {
    return value(figure.hardware, report.hardware ? &*report.hardware : nullptr, report);
  }
};

std::string cell(bool there, const Json& value) {
  if (!there) return "";
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  return value.is_null() ? "-" : value.dump();
}

}  // namespace

std::span<const Figure> figures() {
  static const std::vector<Figure> rows{
      {.key = "cycles",
       .title = "cycles",
       .theory_key = "formula_cycles",
       .theory = &Theory::formula_cycles,
       .plan = plan_cycles,
       .hardware = &Measured::cycles},
      {.theory_key = "formula_source", .theory = &Theory::formula_source},
      {.title = "lower bound", .theory_key = "lower_bound", .theory = &Theory::lower_bound},
      {.title = "microseconds",
       .theory = bound_time,
       .plan = plan_time,
       .hardware = measured_time,
       .if_any = true},
      {.theory_key = "lower_bound_source", .theory = &Theory::lower_bound_source},
      {.theory_key = "optimal", .theory = &Theory::optimal},
      {.theory_key = "optimal_by", .theory = &Theory::optimal_by},
      {.title = "as printed", .theory = &Theory::paper_cycles, .if_any = true},
      {.key = "hops", .title = "hops", .plan = &Verdict::hops, .hardware = &Measured::hops},
      {.key = "delivered",
       .title = "delivered",
       .theory = to_deliver,
       .plan = &Verdict::delivered,
       .hardware = &Measured::delivered,
       .needs_plan = true},
      {.key = "expected",
       .plan = &Verdict::expected,
       .hardware = &Measured::expected,
       .needs_plan = true},
      {.key = "max_occupancy",
       .title = "occupancy",
       .plan = plan_occupancy,
       .hardware = &Measured::max_occupancy,
       .if_any = true},
      {.key = "max_queue",
       .title = "with own",
       .plan = &Verdict::max_queue,
       .hardware = &Measured::max_queue,
       .only_if = &Report::own_stores},
      {.key = "max_passing_waiting",
       .title = "waiting",
       .plan = plan_waiting,
       .hardware = &Measured::max_passing_waiting,
       .if_any = true},
      {.key = "max_waiting",
       .title = "with own",
       .plan = &Verdict::max_waiting,
       .hardware = &Measured::max_waiting,
       .only_if = &Report::own_waits,
       .needs_plan = true},
      {.key = "queues", .plan = plan_levels, .hardware = measured_levels, .needs_plan = true},
      {.key = "depths", .hardware = measured_depths},
      {.key = "overflows",
       .hardware = &Measured::overflows,
       .failure = "an overflow: messages are lost"},
      {.key = "underflows",
       .hardware = &Measured::underflows,
       .failure = "an underflow: a send without a message"},
      {.key = "contentions",
       .hardware = &Measured::contentions,
       .failure = "contention: an arrival that was not expected or not possible"},
      {.key = "busy_cycles", .hardware = &Measured::busy},
      {.key = "item_delay",
       .title = "item delay",
       .theory_key = "item_delay",
       .theory = &Theory::item_delay,
       .plan = &Verdict::item_delay,
       .hardware = &Measured::item_delay,
       .if_any = true},
      {.theory_key = "paper_cycles", .theory = &Theory::paper_cycles},
      {.theory_key = "erratum", .theory = &Theory::erratum},
      {.key = "ordered",
       .title = "in order",
       .plan = &Verdict::ordered,
       .hardware = &Measured::ordered,
       .if_any = true},
      {.key = "violations", .plan = plan_violations, .hardware = measured_violations},
      {.key = "violation_count", .plan = &Verdict::violation_count, .needs_plan = true}};
  return rows;
}

Json theory_json(const Report& report) {
  Json json;
  for (const Figure& figure : figures()) {
    if (!figure.theory_key.empty())
      json[std::string(figure.theory_key)] = Columns{report}.theory(figure);
  }
  if (report.theory.complete_rounds) json["complete_rounds"] = *report.theory.complete_rounds;
  if (report.theory.period_bound) {
    json["period_bound"] = *report.theory.period_bound;
    json["period_bound_source"] = report.theory.period_bound_source;
    if (report.period) {
      const bool met = report.period->period.cycles == *report.theory.period_bound;
      json["period_optimal"] = met && report.legal() ? Json(true) : Json(nullptr);
    }
  }
  if (report.rate && report.rate->bound.cycles > 0) {
    json["rate"] = ratio_json(report.rate->bound);
    json["rate_certificate"] = report.rate->certificate;
    json["rate_witness"] = report.rate->witness;
  }
  return json;
}

Json plan_json(const Report& report) {
  Json json;
  for (const Figure& figure : figures()) {
    if (figure.key.empty() || !there(figure.plan) || (figure.needs_plan && !report.plan)) continue;
    json[std::string(figure.key)] = Columns{report}.plan(figure);
  }
  json["depths"] = report.plan ? depths_json(report.plan_depths) : Json(nullptr);
  json["note"] = json_of(report.plan_note);
  if (report.rate) json["rate"] = ratio_json(report.rate->reached);
  if (report.period) json["period"] = period_json(*report.period);
  if (report.seam) {
    json["seam"] = {{"kept", report.seam->kept},
                    {"drained", report.seam->drained},
                    {"begun", report.seam->begun},
                    {"frames", report.seam->frames},
                    {"violations", violations_json(report.seam->violations)},
                    {"violation_count", report.seam->violation_count}};
  }
  return json;
}

Json hardware_json(const Report& report) {
  const auto& hardware = report.hardware;
  Json json{{"control", hardware ? Json(hardware->control) : Json(nullptr)}};
  if (hardware && hardware->on_board()) json["target"] = hardware->target;
  for (const Figure& figure : figures()) {
    if (figure.key.empty() || !there(figure.hardware)) continue;
    json[std::string(figure.key)] = Columns{report}.hardware(figure);
  }
  return json;
}

std::string figure_rows(const Report& report) {
  const Columns columns{report};
  std::string text;
  for (const Figure& figure : figures()) {
    if (figure.title.empty()) continue;
    const Json theory = columns.theory(figure), plan = columns.plan(figure);
    if (figure.only_if != nullptr && !(report.*figure.only_if)) continue;
    if (figure.if_any && (there(figure.plan) ? plan : theory).is_null()) continue;
    text += fmt::format("{:<12}{:>12}{:>12}{:>12}\n", figure.title,
                        cell(there(figure.theory), theory), cell(there(figure.plan), plan),
                        cell(there(figure.hardware), columns.hardware(figure)));
  }
  return text;
}

}  // namespace romcast
