// SPDX-License-Identifier: Apache-2.0
#include "claims/ledger/tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "romcast/support/text_columns.hpp"

namespace romcast::claims {
namespace {

using Json = nlohmann::ordered_json;

Json or_null(const std::string& text) { return text.empty() ? Json(nullptr) : Json(text); }
Json or_null(std::optional<double> value) {
  if (!value) return nullptr;
  if (*value == std::floor(*value) && std::abs(*value) < 1e15) return std::int64_t(*value);
  return *value;
}

// The figure, or "-" if there is none.
std::string figure_text(std::optional<double> value) {
  return value ? fmt::format("{:.10g}", *value) : "-";
}

// "9 .. 1027", or a single figure; empty if no trial has the figure.
std::string range(const Entry& entry, std::optional<double> Trial::*figure) {
  std::optional<double> least, most;
  for (const Trial& trial : entry.trials) {
    const std::optional<double> value = trial.*figure;
    if (!value) continue;
    if (!least || *value < *least) least = value;
    if (!most || *value > *most) most = value;
  }
  if (!least) return "";
  return least == most ? figure_text(least)
                       : fmt::format("{} .. {}", figure_text(least), figure_text(most));
}

// The sizes of the trials, "k 2..8, h 2..4", and Claim::tried.
std::string grid_of(const Entry& entry) {
  std::vector<std::string> names;
  std::map<std::string, std::pair<double, double>> ranges;
  for (const Trial& trial : entry.trials) {
    for (const auto& [name, value] : trial.at) {
      const auto [range, added] = ranges.try_emplace(name, value, value);
      if (added) names.push_back(name);
      range->second.first = std::min(range->second.first, value);
      range->second.second = std::max(range->second.second, value);
    }
  }
  std::string text;
  for (const std::string& name : names) {
    const auto [least, most] = ranges[name];
    text += fmt::format("{}{} {}", text.empty() ? "" : ", ", name, figure_text(least));
    if (most > least) text += fmt::format("..{}", figure_text(most));
  }
  if (!entry.claim->tried.empty()) {
    text += fmt::format("{}{}", text.empty() ? "" : "; ", entry.claim->tried);
  }
  return text;
}

Json sizes(const Trial& trial) {
  Json at = Json::object();
  for (const auto& [name, value] : trial.at) at[name] = or_null(value);
  return at;
}

Json curve(const Claim& claim, Effort effort) {
  Json list = Json::array();
  for (const Trial& trial : curve_of(claim, effort)) {
    list.push_back({{"at", sizes(trial)},
                    {"printed", or_null(trial.printed)},
                    {"corrected", or_null(trial.corrected)}});
  }
  return list;
}

Json points(const Entry& entry) {
  Json list = Json::array();
  for (const Trial& trial : entry.trials) {
    Json runs = Json::array();
    for (const std::string& run : trial.runs) runs.push_back("romcast " + shown(run));
    list.push_back({{"at", sizes(trial)},
                    {"measured", or_null(trial.measured)},
                    {"printed", or_null(trial.printed)},
                    {"corrected", or_null(trial.corrected)},
                    {"bound", or_null(trial.bound)},
                    {"plan", or_null(trial.plan)},
                    {"hardware", or_null(trial.hardware)},
                    {"max_queue", or_null(trial.queue)},
                    {"max_waiting", or_null(trial.waiting)},
                    {"printed_holds", trial.printed_holds},
                    {"corrected_holds", trial.corrected_holds},
                    {"fault", or_null(trial.fault)},
                    {"runs", runs}});
  }
  return list;
}

Json row(const Entry& entry) {
  const Claim& claim = *entry.claim;
  const auto formula = [](Relation relation, const std::string& text) {
    return text.empty() ? Json(nullptr) : Json(fmt::format("{} {}", sign(relation), text));
  };
  return {{"id", claim.id},
          {"paper", entry.paper->name},
          {"place", claim.place},
          {"statement", claim.statement},
          {"grid", or_null(grid_of(entry))},
          {"points", entry.trials.size()},
          {"verdict", entry.verdict},
          {"printed", formula(claim.relation, claim.printed_text)},
          {"corrected",
           formula(claim.corrected_relation.value_or(claim.relation), claim.corrected_text)},
          {"counterexample", or_null(entry.counterexample)},
          {"reason", or_null(entry.reason)},
          {"plan", or_null(range(entry, &Trial::plan))},
          {"hardware", or_null(range(entry, &Trial::hardware))},
          {"max_queue", or_null(range(entry, &Trial::queue))},
          {"meaning", entry.meaning},
          {"basis", or_null(std::string(name_of(entry.basis)))},
          {"points_on_hardware", std::ranges::count(entry.trials, Basis::hardware, &Trial::basis)},
          {"points_solved", std::ranges::count(entry.trials, true, &Trial::solved)},
          {"slack", or_null(entry.slack)},
          {"reconstructed", claim.reconstructed},
          {"why", or_null(claim.why)}};
}

std::string quoted(const Json& value) {
  if (value.is_null()) return "";
  if (!value.is_string()) return value.dump();
  std::string text = "\"";
  for (const char c : value.get<std::string>()) text += c == '"' ? "\"\"" : std::string(1, c);
  return text + '"';
}

const char* colour(std::string_view verdict) {
  return verdict == "confirmed"                   ? "\033[32m"
         : verdict == "confirmed with correction" ? "\033[33m"
         : verdict == "refuted"                   ? "\033[31m"
                                                  : "\033[2m";
}

std::string cut(const std::string& text, std::size_t columns) {
  if (text.size() <= columns) return text;
  return columns < 3 ? "" : text.substr(0, columns - 2) + "..";
}

std::string painted(const std::string& text, std::string_view verdict, bool coloured) {
  return coloured ? colour(verdict) + text + "\033[0m" : text;
}

// The first `most` claims with this verdict and their statements, as the table's rows have no
// statements; "" if no claim has this verdict.
std::string named(const std::vector<Entry>& entries, std::string_view verdict, std::size_t most,
                  std::size_t columns) {
  std::string text;
  std::size_t count = 0;
  for (const Entry& entry : entries) {
    if (entry.verdict != verdict || count++ >= most) continue;
    const std::string found = !entry.counterexample.empty() ? entry.counterexample
                              : entry.claim->corrected_text.empty()
                                  ? entry.reason
                                  : fmt::format("printed {}, true {}", entry.claim->printed_text,
                                                entry.claim->corrected_text);
    text += "  " + filled(fmt::format("{}: {}{}{}", entry.claim->id, entry.claim->statement,
                                      found.empty() ? "" : "; ", found),
                          2, 4, columns);
  }
  if (text.empty()) return "";
  const std::string some = count > most ? fmt::format(", {} of {}", most, count) : "";
  return fmt::format("\n{}{}:\n{}", verdict, some, text);
}

// Lines with the numbers of selected claims by meaning and by basis; "" if no claim is selected.
std::string meanings(const std::vector<Entry>& entries) {
  std::string text;
  for (const char* meaning : kMeanings) {
    const auto count = std::ranges::count(entries, meaning, &Entry::meaning);
    if (count == 0 || meaning == std::string_view(kNotRun)) continue;
    text += fmt::format("{:>5} {}\n", count, meaning);
  }
  if (text.empty()) return "";
  const auto tried =
      std::ranges::count_if(entries, [](const Entry& e) { return !e.trials.empty(); });
  const auto run = std::ranges::count(entries, Basis::hardware, &Entry::basis);
  const auto planned = std::ranges::count(entries, Basis::plan, &Entry::basis);
  const auto computed = std::ranges::count(entries, Basis::computed, &Entry::basis);
  return fmt::format("\nthat is\n{}tried {}: {} on hardware, {} from plans, {} computed\n", text,
                     tried, run, planned, computed);
}

}  // namespace

Json ledger_json(const std::vector<Entry>& entries, Effort effort) {
  Json list = Json::array();
  for (const Entry& entry : entries) {
    Json claim = row(entry);
    claim["trials"] = points(entry);
    if (entry.claim->drawing) claim["drawing"] = entry.claim->drawing();
    if (entry.claim->curve && !entry.trials.empty()) claim["curve"] = curve(*entry.claim, effort);
    list.push_back(std::move(claim));
  }
  return {{"schema", "romcast.ledger/1"},
          {"effort", effort == Effort::quick ? "quick" : "full"},
          {"claims", list}};
}

std::string ledger_csv(const std::vector<Entry>& entries) {
  std::string text;
  for (const Entry& entry : entries) {
    const Json claim = row(entry);
    std::string head, line;
    for (const auto& [key, value] : claim.items()) {
      head += (head.empty() ? "" : ",") + key;
      line += (line.empty() ? "" : ",") + quoted(value);
    }
    if (text.empty()) text = head + '\n';
    text += line + '\n';
  }
  return text;
}

std::string ledger_table(const std::vector<Entry>& entries, std::size_t columns, bool coloured) {
  std::string text;
  std::map<std::string, std::size_t> counts;
  const Paper* paper = nullptr;
  for (const Entry& entry : entries) {
    ++counts[entry.verdict];
    if (entry.verdict == kNotRun) continue;
    if (paper != entry.paper) {
      paper = entry.paper;
      text += fmt::format("{}{}\n", text.empty() ? "" : "\n", cut(paper->reference, columns));
    }
    const std::string head =
        fmt::format("{:<29}{:<26}{:>4}", entry.claim->id, entry.verdict, entry.trials.size());
    const std::string rest = !entry.counterexample.empty() ? entry.counterexample : entry.reason;
    const std::size_t left = columns > head.size() + 2 ? columns - head.size() - 2 : 0;
    std::string shown = painted(cut(head, columns), entry.verdict, coloured);
    if (!rest.empty() && left > 10) shown += "  " + cut(rest, left);
    text += shown + '\n';
  }
  text += named(entries, "refuted", entries.size(), columns);
  text += named(entries, "confirmed with correction", 3, columns);
  text += '\n';
  for (const char* verdict :
       {"confirmed", "confirmed with correction", "refuted", "not testable", kNotRun}) {
    if (counts[verdict] > 0) {
      text += fmt::format("{:>5} {}\n", counts[verdict], painted(verdict, verdict, coloured));
    }
  }
  text += meanings(entries);
  return text;
}

}  // namespace romcast::claims
