// SPDX-License-Identifier: Apache-2.0
#include "romcast/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <stdexcept>

#include "romcast/core/wording.hpp"
#include "romcast/report/figures.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

template <class T>
Json or_null(const std::optional<T>& value) {
  return value ? Json(*value) : Json(nullptr);
}

Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }

Json rom_json(const std::optional<RomSize>& rom) {
  if (!rom) {
    return {{"images", nullptr},
            {"words_max", nullptr},
            {"word_bits", nullptr},
            {"bits_total", nullptr}};
  }
  return {{"images", rom->images},
          {"words_max", rom->words_max},
          {"word_bits", rom->word_bits},
          {"bits_total", rom->bits_total}};
}

void delay_failures(const Theory& theory, const char* column, std::optional<Cycle> delay,
                    std::vector<std::string>& failures) {
  if (!theory.item_delay || !delay || *theory.item_delay == *delay) return;
  failures.push_back(fmt::format("an item takes {} in {}, theory says {}", counted(*delay, "cycle"),
                                 column, *theory.item_delay));
}

void theory_failures(const Theory& theory, const char* column, Cycle cycles,
                     std::vector<std::string>& failures) {
  if (theory.formula_cycles && *theory.formula_cycles != cycles) {
    failures.push_back(fmt::format("{} takes {}, the formula says {} ({})", column,
                                   counted(cycles, "cycle"), *theory.formula_cycles,
                                   theory.formula_source));
  }
  if (theory.lower_bound && cycles < *theory.lower_bound) {
    failures.push_back(fmt::format("{} takes {}, below the lower bound {} ({})", column,
                                   counted(cycles, "cycle"), *theory.lower_bound,
                                   theory.lower_bound_source));
  }
}

std::string violations(const char* column, std::uint64_t count, const Violation& first) {
  return fmt::format("the {} has {}, the first in cycle {}: {}", column,
                     counted(count, "violation"), first.cycle, first.text);
}

// Adds a failure for each kind of flag that switches have set, one for all violations in the trace,
// and each of Measured::complaints.
void hardware_causes(const Measured& hardware, std::vector<std::string>& failures) {
  for (const Figure& figure : figures()) {
    if (figure.failure.empty()) continue;
    const auto* const counted_by = std::get_if<std::uint64_t Measured::*>(&figure.hardware);
    if (counted_by == nullptr) throw std::logic_error("a failure that counts no switches");
    const std::uint64_t switches = hardware.**counted_by;
    if (switches == 0) continue;
    failures.push_back(fmt::format("{} {} {}", counted(switches, "switch", "switches"),
                                   switches == 1 ? "reports" : "report", figure.failure));
  }
  if (hardware.violation_count > 0) {
    failures.push_back(violations("trace", hardware.violation_count, hardware.violations.front()));
  }
  failures.insert(failures.end(), hardware.complaints.begin(), hardware.complaints.end());
}

// Adds failures that may have another failure as their cause.
void hardware_consequences(const Measured& hardware, std::vector<std::string>& failures) {
  if (!hardware.trace_equals_plan && !hardware.on_board())
    failures.push_back("trace != plan: " + hardware.first_difference);
  if (hardware.delivered != hardware.expected) {
    failures.push_back(fmt::format("{} of {} delivered", hardware.delivered,
                                   counted(hardware.expected, "message")));
  }
}

// Adds a failure for each total that complete hardware counts otherwise than the plan. Hardware
// whose trace differs from the plan has failed already.
void total_failures(const Measured& hardware, const Verdict& plan,
                    std::vector<std::string>& failures) {
  if (!hardware.trace_equals_plan && !hardware.on_board()) return;
  if (hardware.cycles != plan.cycles) {
    failures.push_back(fmt::format("the hardware takes {}, the plan says {}",
                                   counted(hardware.cycles, "cycle"), plan.cycles));
  }
  if (hardware.hops != plan.hops) {
    failures.push_back(fmt::format("the hardware counts {}, the plan says {}",
                                   counted(hardware.hops, "hop"), plan.hops));
  }
  if (hardware.delivered != plan.delivered) {
    failures.push_back(fmt::format("the hardware counts {}, the plan says {}",
                                   counted(hardware.delivered, "delivery", "deliveries"),
                                   plan.delivered));
  }
}

std::string cell(const std::optional<std::uint64_t>& value) {
  return value ? fmt::format("{}", *value) : "-";
}

// False if `key` is a time with its usual value on a network to which this time does not belong:
// times of packets belong to star graphs, times of LogP machines to complete networks.
bool applies(const std::string& key, const Json& value, const Json& scenario) {
  struct Time {
    const char *key, *network;
    int usual;
  };
  static constexpr std::array<Time, 5> times{{{"startup", "star", 0},
                                              {"per_message", "star", 1},
                                              {"latency", "complete", 1},
                                              {"overhead", "complete", 0},
                                              {"gap", "complete", 1}}};
  const auto time = std::ranges::find(times, key, &Time::key);
  return time == times.end() || value != time->usual ||
         scenario.value("network", "") == time->network;
}

std::string describe(const Json& scenario) {
  std::string text;
  for (const auto& [key, value] : scenario.items()) {
    if (!applies(key, value, scenario)) continue;
    // An option with a dash in its name appears in JSON a second time, with an underscore.
    const bool again = key.find('-') != std::string::npos;
    if (value.is_null() || key == "nodes" || key == "processors" || key == "switches" ||
        key == "cycle_seconds" || again)
      continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", key,
                        value.is_string() ? value.get<std::string>() : value.dump());
  }
  return text;
}

std::string rom_row(const char* what, const RomSize& rom) {
  return fmt::format("{:<13}{}\n", what, rom_text(rom));
}

std::string level_rows(const Report& report) {
  if (!report.plan) return "";
  // In networks with one store per node, max_per_link is 0: the only level needs no rows.
  const auto queued = [](const LevelQueues& level) { return level.max_per_link > 0; };
  if (std::ranges::none_of(report.plan->levels, queued)) return "";
  const auto& measured = report.hardware;
  std::string text = fmt::format("\n{:<8}{:^34}{:^34}\n{:<8}", "messages", "plan",
                                 measured ? "hardware" : "", "level");
  for (const bool shown : {true, measured.has_value()}) {
    for (const LevelFigure& figure : kLevelFigures) {
      text += fmt::format("{:>{}}", shown ? figure.title : "", figure.width);
    }
  }
  text += '\n';
  for (std::size_t i = 0; i < report.plan->levels.size(); ++i) {
    const LevelQueues& plan = report.plan->levels[i];
    text += fmt::format("{:<8}", plan.level);
    for (const LevelFigure& figure : kLevelFigures) {
      text += fmt::format("{:>{}}", plan.*figure.plan, figure.width);
    }
    for (const LevelFigure& figure : kLevelFigures) {
      if (!measured || i >= measured->levels.size()) break;
      text += fmt::format("{:>{}}", cell(measured->levels[i].*figure.hardware), figure.width);
    }
    text += '\n';
  }
  return text;
}

// A table of occupancy, depths and bits, with a row for each kind of queue; depths are per link.
// Omits the columns of bits if a row would be wider than `columns`.
std::string depth_rows(const Report& report, std::size_t columns) {
  if (report.plan_depths.empty()) return "";
  const auto row = [&](const auto&... cells) {
    constexpr std::size_t without_bits = 72;
    const std::string line =
        fmt::format("{:<20} {:>7} {:>6} {:>9} {:>8} {:>8} {:>8} {:>11} {:>12} {:>12}", cells...);
    return (columns < line.size() ? line.substr(0, without_bits) : line) + '\n';
  };
  std::string text = '\n' + row("slots", "queues", "links", "occupancy", "needed",
                                report.hardware ? "measured" : "", "built", "bits each",
                                "bits needed", "bits built");
  for (std::size_t i = 0; i < report.plan_depths.size(); ++i) {
    const QueueDepth& depth = report.plan_depths[i];
    const bool measured = report.hardware && i < report.hardware->depths.size();
    const std::uint64_t bits = depth.queues * depth.links * depth.message_bits;
    text += row(fmt::format("{} {}", depth.where, name(depth)), depth.queues, depth.links,
                cell(depth.occupancy), depth.needed,
                measured ? cell(report.hardware->depths[i].needed) : "", depth.built,
                depth.message_bits, bits * depth.needed, bits * depth.built);
  }
  return text;
}

}  // namespace

std::string rom_text(const RomSize& rom) {
  return fmt::format("{}, at most {} of {}, {} in all", counted(rom.images, "image"),
                     counted(rom.words_max, "word"), counted(rom.word_bits, "bit"),
                     counted(rom.bits_total, "bit"));
}

Json depths_json(const std::vector<QueueDepth>& depths) {
  Json list = Json::array();
  for (const QueueDepth& depth : depths) {
    list.push_back({{"where", depth.where},
                    {"queue", depth.queue},
                    {"direction", or_null(depth.direction)},
                    {"links", depth.links},
                    {"queues", depth.queues},
                    {"needed", depth.needed},
                    {"occupancy", or_null(depth.occupancy)},
                    {"built", depth.built},
                    {"message_bits", depth.message_bits},
                    {"entry_bits", depth.entry_bits}});
  }
  return list;
}

std::vector<std::string> Report::failures() const {
  std::vector<std::string> result;
  if (!shallow.empty()) result.push_back(shallow);
  if (plan && plan->violation_count > 0) {
    result.push_back(violations("plan", plan->violation_count, plan->violations.front()));
  }
  if (seam && seam->violation_count > 0) {
    result.push_back(violations("seam", seam->violation_count, seam->violations.front()));
  }
  if (hardware) hardware_causes(*hardware, result);
  // Cycles are meaningless for a run that failed or lost messages.
  const bool counts = result.empty();
  if (counts && plan) {
    theory_failures(theory, "the plan", plan->cycles, result);
    delay_failures(theory, "the plan", plan->item_delay, result);
    if (period && theory.period_bound && period->period.cycles < *theory.period_bound) {
      result.push_back(fmt::format("the period of {} is below its lower bound {} ({})",
                                   counted(period->period.cycles, "cycle"), *theory.period_bound,
                                   theory.period_bound_source));
    }
  }
  if (hardware) hardware_consequences(*hardware, result);
  const bool complete = hardware && hardware->delivered == hardware->expected;
  if (counts && complete) {
    theory_failures(theory, "the hardware", hardware->cycles, result);
    delay_failures(theory, "the hardware", hardware->item_delay, result);
    if (plan) total_failures(*hardware, *plan, result);
  }
  return result;
}

nlohmann::ordered_json Report::json() const {
  Json roms = rom_json(rom);
  roms["processors"] = rom_json(processor_rom);
  roms["note"] = or_null(rom_note);
  Json json{{"schema", "romcast.run/1"},
            {"scenario", scenario},
            {"theory", theory_json(*this)},
            {"plan", plan_json(*this)},
            {"hardware", hardware_json(*this)},
            {"trace_equals_plan",
             hardware && !hardware->on_board() ? Json(hardware->trace_equals_plan) : Json(nullptr)},
            {"rom", roms}};
  for (const ReportSection& section : sections) json[section.key] = section.json;
  json.update({{"cost",
                {{"switch_cycles", or_null(cost.switch_cycles)},
                 {"evaluations", or_null(cost.evaluations)},
                 {"audited", or_null(cost.audited)},
                 {"cpu_seconds",
                  {{"plan", or_null(cost.plan)},
                   {"check", or_null(cost.check)},
                   {"cosimulate", or_null(cost.cosimulate)}}},
                 {"build_seconds", or_null(cost.build)}}},
               {"failures", failures()},
               {"verdict", pass() ? "pass" : "fail"}});
  if (nodes) json["nodes"] = nodes_json(*nodes);
  return json;
}

namespace {

std::string rate_rows(const Rate& rate) {
  const auto [messages, cycles] = rate.reached;
  if (rate.bound.cycles == 0) return fmt::format("rate         {} / {} cycles\n", messages, cycles);
  const double share = static_cast<double>(messages) / static_cast<double>(cycles) *
                       static_cast<double>(rate.bound.cycles) /
                       static_cast<double>(rate.bound.messages);
  return fmt::format(
      "rate         {} / {} cycles, {:.1f} % of {} / {}, the bound\n"
      "rate bound   {}\n",
      messages, cycles, 100 * share, rate.bound.messages, rate.bound.cycles, rate.certificate);
}

// A row for each flow; empty if there are more than `most` flows.
std::string flow_rows(const PeriodVerdict& verdict) {
  constexpr std::size_t most = 32;
  if (verdict.flows.size() > most) return "";
  std::string text =
      fmt::format("{:<16}{:>8}{:>8}{:>10}{:>10}\n", "flow", "words", "path", "latency", "allowed");
  for (const FlowFigures& flow : verdict.flows) {
    text += fmt::format("{:<16}{:>8}{:>8}{:>10}{:>10}\n", flow.name, flow.words, flow.path,
                        flow.latency, flow.bound == 0 ? "" : std::to_string(flow.bound));
  }
  return text;
}

// Rows for the period, for the flows if these have names, and for the period's bound if there is
// one.
std::string period_rows(const Report& report) {
  const PeriodVerdict& verdict = *report.period;
  const Theory& theory = report.theory;
  std::string text = fmt::format(
      "period       {}; a word's path takes {} at most, with a missed slot {}; it waits {} in a "
      "node, {}\n",
      counted(verdict.period.cycles, "cycle"), counted(verdict.longest, "cycle"), verdict.latency,
      verdict.waits,
      verdict.stored == 0 ? "no stores needed"
                          : fmt::format("stores of {}", counted(verdict.stored, "word")));
  if (verdict.named) text += flow_rows(verdict);
  if (!theory.period_bound) return text;
  const bool met = report.legal() && *theory.period_bound == verdict.period.cycles;
  return text + fmt::format("period bound {}, {}{}\n", *theory.period_bound,
                            theory.period_bound_source, met ? "; optimal" : "");
}

// The row that shows whether the plan is optimal. If this is not known, the row shows the plan's
// cycles minus the lower bound; empty without a legal plan or bound, or if the difference is
// negative.
std::string optimality_row(const Report& report) {
  const Theory& theory = report.theory;
  if (theory.optimal) {
    return fmt::format("optimal      {}\n", *theory.optimal ? "yes, by the " + theory.optimal_by
                                                            : "no; the lower bound can be reached");
  }
  const std::uint64_t least = theory.lower_bound.value_or(0);
  if (!report.legal() || least == 0 || report.plan->cycles < least) return "";
  return fmt::format("optimal      not known; at most {} from it\n",
                     counted(report.plan->cycles - least, "cycle"));
}

}  // namespace

std::string Report::table(std::size_t columns) const {
  std::string text = describe(scenario) + "\n\n";
  text += fmt::format("{:<12}{:>12}{:>12}{:>12}\n", "", "theory", "plan",
                      hardware && hardware->on_board() ? "board" : "hardware");
  text += figure_rows(*this);
  text += level_rows(*this);
  text += depth_rows(*this, columns);
  if (nodes) text += node_rows(*nodes);
  if (!theory.formula_source.empty())
    text += fmt::format("\nformula      {}\n", theory.formula_source);
  if (!theory.lower_bound_source.empty())
    text += fmt::format("lower bound  {}\n", theory.lower_bound_source);
  text += optimality_row(*this);
  if (!theory.erratum.empty()) text += fmt::format("erratum      {}\n", theory.erratum);
  if (theory.complete_rounds) {
    text += fmt::format("the same     {} on the fully connected network\n",
                        counted(*theory.complete_rounds, "round"));
  }
  if (!plan_note.empty()) text += fmt::format("plan         {}\n", plan_note);
  if (rate) text += rate_rows(*rate);
  if (period) text += period_rows(*this);
  if (seam) {
    text += fmt::format("seam         {} kept, {} drained for {}, {} begun\n",
                        counted(seam->kept, "word"), seam->drained, counted(seam->frames, "frame"),
                        seam->begun);
  }
  if (hardware) {
    text += hardware->on_board()
                ? fmt::format("board        {}\n", hardware->target)
                : fmt::format("control      {}; trace {} plan\n", hardware->control,
                              hardware->trace_equals_plan ? "=" : "!=");
  }
  if (rom) text += rom_row("ROM", *rom);
  if (processor_rom) text += rom_row("processors", *processor_rom);
  for (const ReportSection& section : sections) text += section.rows;
  if (!rom_note.empty()) text += fmt::format("ROM          {}\n", rom_note);
  if (cost.cosimulate) {
    text += fmt::format(
        "cost         {} of {} switch-cycles evaluated; CPU seconds: plan {:.2f}, check {:.2f}, "
        "co-simulation {:.2f}\n",
        *cost.evaluations, *cost.switch_cycles, *cost.plan, *cost.check, *cost.cosimulate);
  }
  text += fmt::format("verdict      {}\n", pass() ? "pass" : "FAIL");
  for (const std::string& failure : failures()) text += fmt::format("  {}\n", failure);
  return text;
}

}  // namespace romcast
