// SPDX-License-Identifier: Apache-2.0
#include "schedules/designer/report/design_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/wording.hpp"
#include "romcast/support/csv.hpp"
#include "romcast/support/text_columns.hpp"

namespace romcast {
namespace {

using designer::Catalog;
using designer::CollectiveFigures;
using designer::Design;
using designer::Limit;
using Json = nlohmann::ordered_json;

constexpr std::size_t kMostDesigns = 24, kDesignColumns = 34;

// A network's rate as a share of the best possible rate.
double share(const Catalog& catalog, const CollectiveFigures& figures, std::size_t k) {
  return catalog.any.cycles[k] / figures.cycles;
}

Json limit_json(const Catalog& catalog, const Limit& limit) {
  Json json{{"steps", limit.steps}, {"mean_distance", limit.mean_distance}};
  for (std::size_t k = 0; k < catalog.collectives.size(); ++k) {
    json["cycles_per_message"][std::string(name(catalog.collectives[k]))] = limit.cycles[k];
  }
  return json;
}

Json figures_json(const DesignOutput& output, std::size_t i, std::size_t k) {
  const Catalog& catalog = output.catalog;
  const CollectiveFigures& figures = catalog.designs[i].figures[k];
  Json json{{"steps", figures.steps},
            {"cycles_per_message", figures.known ? Json(figures.cycles) : Json(nullptr)},
            {"bound", figures.bound},
            {"bound_by", figures.certificate},
            {"optimal", figures.known ? Json(figures.optimal()) : Json(nullptr)},
            {"share_of_best", figures.known ? Json(share(catalog, figures, k)) : Json(nullptr)},
            {"frontier", figures.frontier}};
  Json plan = nullptr;
  if (!output.plans.empty() && output.plans[i][k]) {
    plan = {{"cycles", output.plans[i][k]->cycles}, {"lower_bound", output.plans[i][k]->bound}};
  }
  json["plan"] = plan;
  return json;
}

std::string seconds_text(double seconds) {
  return seconds < 1e-3  ? fmt::format("{:.4g} us", seconds * 1e6)
         : seconds < 1.0 ? fmt::format("{:.4g} ms", seconds * 1e3)
                         : fmt::format("{:.4g} s", seconds);
}

// "15.75~* 100%": cycles per message, then the share of the best possible rate; ~ not proved
// optimal, * on the frontier. "> 15": only this bound is known.
std::string cell(const Catalog& catalog, const CollectiveFigures& figures, std::size_t k) {
  if (!figures.known) return fmt::format("> {:<.5g}", figures.bound);
  return fmt::format("{:.5g}{}{} {:.0f}%", figures.cycles, figures.optimal() ? "" : "~",
                     figures.frontier ? "*" : "", 100 * share(catalog, figures, k));
}

class Table {
 public:
  explicit Table(const DesignOutput& output) : output_(output), catalog_(output.catalog) {}

  std::string text() {
    const auto& collectives = catalog_.collectives;
    std::string text = fmt::format(
        "{} with at most {} out of each: {}, {} of them measured, {} with figures of their own\n\n",
        counted(catalog_.processors, "processor"), counted(catalog_.degree, "link"),
        counted(catalog_.looked_at, "network"), catalog_.measured, catalog_.designs.size());
    std::vector<std::string> heads{"network", "steps", "mean"};
    for (const CollectiveKind kind : collectives) heads.emplace_back(name(kind));
    row(text, heads);
    std::size_t left_out = 0, shown = 0;
    for (std::size_t i = 0; i < catalog_.designs.size(); ++i) {
      const Design& one = catalog_.designs[i];
      const bool frontier = std::ranges::any_of(one.figures, &CollectiveFigures::frontier);
      if (!output_.all && !frontier && shown >= kMostDesigns) {
        ++left_out;
        continue;
      }
      ++shown;
      add(text, i);
    }
    if (catalog_.designs.empty()) text += "no family, product or expansion has this size\n";
    if (left_out > 0) text += fmt::format("and {} more: `all`\n", left_out);
    text += '\n';
    limit(text, "no network can do better", catalog_.any);
    if (catalog_.both_ways.steps > 0) {
      limit(text, "nor with links both ways", catalog_.both_ways);
    }
    text +=
        "\ncycles per message, of many, and the share of the best possible rate; * no other "
        "network "
        "here has fewer steps\nand as few cycles; ~ not proved optimal; > at least\n";
    return text + sizes();
  }

 private:
  void row(std::string& text, const std::vector<std::string>& cells) const {
    std::string line = cells[0];
    if (line.size() >= kDesignColumns) {
      text += line + '\n';
      line.clear();
    }
    add_cell(line, "", kDesignColumns);
    std::size_t end = kDesignColumns;
    for (std::size_t i = 1; i < cells.size(); ++i) {
      end += i < 3 ? 7 : 18;
      add_cell(line, cells[i], end);
    }
    text += line.substr(0, line.find_last_not_of(' ') + 1) + '\n';
  }

  void add(std::string& text, std::size_t i) const {
    const Design& one = catalog_.designs[i];
    std::vector<std::string> cells{one.candidate.network, std::to_string(one.candidate.diameter),
                                   fmt::format("{:.3f}", one.candidate.mean_distance)};
    for (std::size_t k = 0; k < one.figures.size(); ++k) {
      cells.push_back(cell(catalog_, one.figures[k], k));
    }
    row(text, cells);
    if (output_.plans.empty()) return;
    cells = {"  planned, one message", "", ""};
    bool any = false;
    for (const auto& plan : output_.plans[i]) {
      any = any || plan;
      cells.push_back(plan ? fmt::format("{} of {}", plan->cycles, plan->bound) : "");
    }
    if (any) row(text, cells);
  }

  void limit(std::string& text, const char* what, const Limit& limit) const {
    std::vector<std::string> cells{what, std::to_string(limit.steps),
                                   fmt::format("{:.3f}", limit.mean_distance)};
    for (const double cycles : limit.cycles) cells.push_back(fmt::format("{:.5g}", cycles));
    row(text, cells);
  }

  [[nodiscard]] std::string sizes() const {
    if (!output_.sizes) return "";
    std::string text =
        fmt::format("\nfastest, if a step takes {} and a link carries {:.4g} GB/s\n",
                    seconds_text(output_.sizes->step), output_.sizes->bandwidth / 1e9);
    for (std::size_t k = 0; k < catalog_.collectives.size(); ++k) {
      for (const FastestNetwork& one : fastest_networks(catalog_, k, *output_.sizes)) {
        std::string line = fmt::format("  {}", name(catalog_.collectives[k]));
        add_cell(line, "", 17);
        add_cell(line, size_text(one.from) + " to " + size_text(one.to), 40);
        add_cell(line, seconds_text(one.seconds_from) + " to " + seconds_text(one.seconds_to), 66);
        text += line + catalog_.designs[one.design].candidate.network + '\n';
      }
    }
    return text;
  }

  const DesignOutput& output_;
  const Catalog& catalog_;
};

}  // namespace

Json design_json(const DesignOutput& output) {
  const Catalog& catalog = output.catalog;
  Json json{
      {"schema", "romcast.design/1"},
      {"processors", catalog.processors},
      {"degree", catalog.degree},
      {"looked_at", catalog.looked_at},
      {"measured", catalog.measured},
      {"limits",
       {{"any", limit_json(catalog, catalog.any)},
        {"both_ways",
         catalog.both_ways.steps == 0 ? Json(nullptr) : limit_json(catalog, catalog.both_ways)}}}};
  Json networks = Json::array();
  for (std::size_t i = 0; i < catalog.designs.size(); ++i) {
    const Design& one = catalog.designs[i];
    Json figures = Json::object();
    for (std::size_t k = 0; k < catalog.collectives.size(); ++k) {
      figures[std::string(name(catalog.collectives[k]))] = figures_json(output, i, k);
    }
    networks.push_back({{"network", one.candidate.network},
                        {"alike", one.alike},
                        {"both_ways", one.both_ways},
                        {"cayley", one.candidate.topology->group() != nullptr},
                        {"links", one.candidate.topology->links()},
                        {"diameter", one.candidate.diameter},
                        {"mean_distance", one.candidate.mean_distance},
                        {"figures", figures}});
  }
  json["networks"] = networks;
  Json sizes = nullptr;
  if (output.sizes) {
    sizes = {{"step_seconds", output.sizes->step}, {"bandwidth", output.sizes->bandwidth}};
    for (std::size_t k = 0; k < catalog.collectives.size(); ++k) {
      Json ranges = Json::array();
      for (const FastestNetwork& one : fastest_networks(catalog, k, *output.sizes)) {
        ranges.push_back({{"from_bytes", one.from},
                          {"to_bytes", one.to},
                          {"network", catalog.designs[one.design].candidate.network},
                          {"seconds", {one.seconds_from, one.seconds_to}}});
      }
      sizes["fastest"][std::string(name(catalog.collectives[k]))] = ranges;
    }
  }
  json["sizes"] = sizes;
  return json;
}

std::string design_csv(const DesignOutput& output) {
  const Catalog& catalog = output.catalog;
  std::string text =
      "network,both_ways,diameter,mean_distance,collective,steps,cycles_per_message,bound,bound_by,"
      "optimal,share_of_best,frontier,plan_cycles,plan_bound\n";
  for (std::size_t i = 0; i < catalog.designs.size(); ++i) {
    const Design& one = catalog.designs[i];
    for (std::size_t k = 0; k < catalog.collectives.size(); ++k) {
      const CollectiveFigures& figures = one.figures[k];
      const bool planned = !output.plans.empty() && output.plans[i][k].has_value();
      text += fmt::format(
          "{},{},{},{},{},{},{},{},{},{},{},{},{},{}\n", csv_field(one.candidate.network),
          one.both_ways, one.candidate.diameter, one.candidate.mean_distance,
          name(catalog.collectives[k]), figures.steps,
          figures.known ? fmt::format("{}", figures.cycles) : "", figures.bound,
          csv_field(figures.certificate), figures.known ? fmt::format("{}", figures.optimal()) : "",
          figures.known ? fmt::format("{}", share(catalog, figures, k)) : "", figures.frontier,
          planned ? std::to_string(output.plans[i][k]->cycles) : "",
          planned ? std::to_string(output.plans[i][k]->bound) : "");
    }
  }
  return text;
}

std::string design_text(const DesignOutput& output) { return Table(output).text(); }

}  // namespace romcast
