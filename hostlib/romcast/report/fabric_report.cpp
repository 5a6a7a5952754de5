// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "romcast/core/wording.hpp"
#include "romcast/report/report.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;
using Row = std::vector<std::string>;

Json queue_json(const FabricQueueReport& queue) {
  const auto or_null = [](const std::optional<bool>& value) {
    return value ? Json(*value) : Json(nullptr);
  };
  return {{"needed", queue.needed},
          {"high", queue.high},
          {"built", queue.built},
          {"needed_suffices", or_null(queue.enough)},
          {"one_less_suffices", or_null(queue.one_less_enough)}};
}

// Merges rows with equal figures into one, which gives the first row's name and the number of the
// other rows.
std::vector<Row> grouped(const std::vector<Row>& rows) {
  std::vector<Row> groups;
  std::vector<std::size_t> sizes;
  for (const Row& row : rows) {
    std::size_t g = 0;
    while (g < groups.size() && !std::equal(row.begin() + 1, row.end(), groups[g].begin() + 1)) ++g;
    if (g == groups.size()) {
      groups.push_back(row);
      sizes.push_back(0);
    }
    ++sizes[g];
  }
  for (std::size_t g = 0; g < groups.size(); ++g) {
    if (sizes[g] > 1) groups[g][0] += fmt::format(" and {} more", sizes[g] - 1);
  }
  return groups;
}

std::string aligned(const std::vector<Row>& rows) {
  std::vector<std::size_t> widths(rows.front().size());
  for (const Row& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], row[i].size());
  }
  std::string text;
  for (const Row& row : rows) {
    std::string line = fmt::format("{:<{}}", row[0], widths[0]);
    for (std::size_t i = 1; i < row.size(); ++i) line += fmt::format("  {:>{}}", row[i], widths[i]);
    text += line + "\n";
  }
  return text;
}

std::string found(const FabricQueueReport& queue) {
  if (!queue.enough || !queue.one_less_enough) return "";
  return fmt::format("{} {}, {} {}", queue.needed, *queue.enough ? "pass" : "FAIL",
                     queue.needed - 1, *queue.one_less_enough ? "pass" : "told");
}

std::string flow_table(const std::vector<FabricFlowReport>& flows) {
  std::vector<Row> rows;
  for (const FabricFlowReport& flow : flows) {
    if (flow.credit_only) continue;
    rows.push_back({flow.name, std::to_string(flow.words), std::to_string(flow.latency),
                    flow.measured ? std::to_string(*flow.measured) : "-",
                    std::to_string(flow.jitter),
                    flow.bound == 0 ? "-" : std::to_string(flow.bound)});
  }
  rows = grouped(rows);
  rows.insert(rows.begin(), {"flow", "words", "latency", "measured", "jitter", "allowed"});
  return aligned(rows);
}

std::string end_table(const std::vector<FabricEndReport>& ends) {
  std::vector<Row> rows;
  bool checked = false;
  for (const FabricEndReport& end : ends) {
    Row row{end.name};
    for (const FabricQueueReport* queue : {&end.tx, &end.rx}) {
      row.push_back(std::to_string(queue->needed));
      row.push_back(std::to_string(queue->high));
      row.push_back(std::to_string(queue->built));
      row.push_back(found(*queue));
      checked = checked || !row.back().empty();
    }
    rows.push_back(row);
  }
  rows = grouped(rows);
  rows.insert(rows.begin(), {"endpoint", "tx needed", "mark", "built", "checked", "rx needed",
                             "mark", "built", "checked"});
  if (!checked) {
    for (Row& row : rows) {
      row.erase(row.begin() + 8);
      row.erase(row.begin() + 4);
    }
  }
  return aligned(rows);
}

}  // namespace

Json FabricReport::json() const {
  Json rows = Json::array(), end_rows = Json::array();
  for (const FabricFlowReport& flow : flows) {
    rows.push_back({{"name", flow.name},
                    {"from", flow.from},
                    {"to", flow.to},
                    {"words", flow.words},
                    {"latency", flow.latency},
                    {"measured_latency", flow.measured ? Json(*flow.measured) : Json(nullptr)},
                    {"jitter", flow.jitter},
                    {"bound", flow.bound == 0 ? Json(nullptr) : Json(flow.bound)},
                    {"sent", flow.sent},
                    {"received", flow.received},
                    {"credit_only", flow.credit_only}});
  }
  for (const FabricEndReport& end : ends) {
    end_rows.push_back({{"name", end.name},
                        {"words_out", end.out},
                        {"words_in", end.in},
                        {"missed", end.missed},
                        {"stalled", end.stalled},
                        {"may_stall", end.stalls},
                        {"tx", queue_json(end.tx)},
                        {"rx", queue_json(end.rx)}});
  }
  return {{"schema", "romcast.fabric-run/1"},
          {"scenario", scenario},
          {"fingerprint", fmt::format("{:016x}", fingerprint)},
          {"payload", payload},
          {"on_demand", on_demand},
          {"tiles", tiles},
          {"periods", periods},
          {"period_bound", bound ? Json(*bound) : Json(nullptr)},
          {"period_bound_source", bound_source},
          {"frames", frames},
          {"clocks", clocks},
          {"words", words},
          {"change_clocks", change ? Json(*change) : Json(nullptr)},
          {"flows", rows},
          {"endpoints", end_rows},
          {"failures", failures},
          {"verdict", pass() ? "pass" : "fail"}};
}

std::string FabricReport::table() const {
  std::string text =
      fmt::format("fabric   {}, {}, payload {} bits, fingerprint {:016x}\n", counted(tiles, "tile"),
                  counted(ends.size(), "endpoint"), payload, fingerprint);
  text += fmt::format("period   {} clocks{}", fmt::join(periods, ", then "),
                      on_demand ? ", on demand" : "");
  if (bound) text += fmt::format("; no period is shorter than {}: {}", *bound, bound_source);
  text += fmt::format("\nran      {} in {}, {} received unchanged\n", counted(frames, "frame"),
                      counted(clocks, "clock"), counted(words, "word"));
  if (change)
    text += fmt::format("change   {} from COMMIT to the other tables\n", counted(*change, "clock"));
  text += "\n" + flow_table(flows) + "\n" + end_table(ends) + "\n";
  for (const std::string& failure : failures) text += failure + "\n";
  return text + fmt::format("verdict  {}\n", pass() ? "pass" : "FAIL");
}

}  // namespace romcast
