// SPDX-License-Identifier: Apache-2.0
#include "apps/sweep/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "apps/sweep/axes.hpp"
#include "apps/view/page.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

}  // namespace

std::string figure_path(const std::vector<Row>& rows, const std::string& name) {
  std::vector<std::string> paths, ending;
  for (const Row& row : rows) {
    for (const auto& [path, value] : row) {
      if (std::ranges::find(paths, path) == paths.end()) paths.push_back(path);
    }
  }
  const std::string wanted = name == "n" ? "scenario.nodes" : name;
  for (const std::string& path : {wanted, "scenario." + wanted}) {
    if (std::ranges::find(paths, path) != paths.end()) return path;
  }
  std::ranges::copy_if(paths, std::back_inserter(ending),
                       [&](const std::string& path) { return path.ends_with('.' + wanted); });
  if (ending.size() == 1) return ending.front();
  throw InputError(
      ending.empty()
          ? fmt::format(
                "--plot {}: no result has such a figure{}; the first line of a .csv names all",
                name, did_you_mean(wanted, paths))
          : fmt::format("--plot {}: give one of: {}", name, fmt::join(ending, ", ")));
}

Plot::Plot(const std::string& text, std::string output) : output_(std::move(output)) {
  for (const std::string& part : sweep_values("plot", text)) {
    const std::size_t at = part.find('=');
    const std::string key = part.substr(0, at);
    std::string* value = key == "x" ? &x_ : key == "y" ? &y_ : key == "by" ? &by_ : nullptr;
    if (value == nullptr || at == std::string::npos || at + 1 == part.size() || !value->empty()) {
      throw InputError(fmt::format("--plot {}: {}; give x=FIGURE,y=FIGURE,by=FIGURE", text, part));
    }
    *value = part.substr(at + 1);
  }
  if (x_.empty() || y_.empty()) {
    throw InputError(fmt::format("--plot {}: {} is missing; give x=FIGURE,y=FIGURE,by=FIGURE", text,
                                 x_.empty() ? "x" : "y"));
  }
  check_page_output(output_, "");
}

void Plot::draw(const std::vector<Row>& rows) const {
  const std::string x = figure_path(rows, x_), y = figure_path(rows, y_),
                    by = by_.empty() ? "" : figure_path(rows, by_);
  Json points = Json::array();
  for (const Row& row : rows) {
    Json point = Json::object();
    for (const std::string& path : {x, y, by, std::string("point")}) {
      const Json* value = path.empty() ? nullptr : find(row, path);
      if (value != nullptr) point[path] = *value;
    }
    points.push_back(std::move(point));
  }
  const std::string title = fmt::format("{} over {}", y_, x_);
  write_view(output_,
             {{"schema", "romcast.chart/1"},
              {"title", "A sweep: " + title},
              {"heading", title},
              {"plot", {{"x", x}, {"y", y}, {"by", by.empty() ? Json(nullptr) : Json(by)}}},
              {"rows", std::move(points)}},
             "");
}

}  // namespace romcast
