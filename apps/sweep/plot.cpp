// SPDX-License-Identifier: Apache-2.0
#include "apps/sweep/plot.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <utility>

#include "apps/sweep/axes.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/view/page.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kNodeName = "node.name";
constexpr const char* kForm = "give x=FIGURE,y=FIGURE,by=FIGURE,where=FIGURE=VALUE";

std::string text_of(const Json* value) {
  if (value == nullptr || value->is_null()) return "none";
  return value->is_string() ? value->get<std::string>() : value->dump();
}

bool has_number(const Row& row, const std::string& path) {
  const Json* value = find(row, path);
  return value != nullptr && value->is_number();
}

// The options whose values differ between the two rows, or that only one row has; also kNodeName if
// the names of the rows' nodes differ.
std::vector<std::string> differences(const Row& a, const Row& b) {
  std::vector<std::string> paths;
  const auto compare = [&](const std::string& path) {
    if (text_of(find(a, path)) == text_of(find(b, path))) return;
    if (path == kNodeName) paths.push_back(path);
    if (path.starts_with("scenario.")) {
      paths.push_back(path.substr(std::string("scenario.").size()));
    }
  };
  for (const auto& [path, value] : a) compare(path);
  for (const auto& [path, value] : b) {
    if (find(a, path) == nullptr) compare(path);
  }
  return paths;
}

// The full path of a figure. `name`: the path, the path after "scenario.", a unique suffix
// ("cycles" for "plan.cycles" if no other path has this suffix), or "n" for "scenario.nodes".
// Throws InputError if no path fits, or if several have this suffix.
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

}  // namespace

Plot::Plot(const std::string& text, std::string output) : text_(text), output_(std::move(output)) {
  for (const std::string& part : sweep_values("plot", text)) {
    const std::size_t at = part.find('=');
    const std::string key = part.substr(0, at);
    const std::string value = at == std::string::npos ? "" : part.substr(at + 1);
    const std::size_t equals = value.find('=');
    std::string* once = key == "x" ? &x_ : key == "y" ? &y_ : nullptr;
    if (once != nullptr && once->empty() && !value.empty()) {
      *once = value;
    } else if (key == "by" && !value.empty()) {
      by_.push_back(value);
    } else if (key == "where" && equals != std::string::npos && equals > 0) {
      where_.emplace_back(value.substr(0, equals), value.substr(equals + 1));
    } else {
      throw InputError(fmt::format("--plot {}: {}; {}", text, part, kForm));
    }
  }
  if (x_.empty() || y_.empty()) {
    throw InputError(
        fmt::format("--plot {}: {} is missing; {}", text, x_.empty() ? "x" : "y", kForm));
  }
  check_page_output(output_);
  check_drawings(output_);
}

std::vector<Row> Plot::chosen(const std::vector<Row>& rows) const {
  std::vector<Row> chosen = rows;
  for (const auto& [name, value] : where_) {
    const std::string path = figure_path(rows, name);
    std::erase_if(chosen, [&, wanted = std::string_view(value)](const Row& row) {
      return text_of(find(row, path)) != wanted;
    });
    if (chosen.empty()) {
      throw InputError(fmt::format("--plot {}: no result has {} {}", text_, name, value));
    }
  }
  return chosen;
}

void Plot::draw(const std::vector<Row>& rows) const {
  const std::string x = figure_path(rows, x_), y = figure_path(rows, y_);
  std::vector<std::string> by;
  for (const std::string& name : by_) by.push_back(figure_path(rows, name));
  const std::vector<Row> drawn = chosen(rows);
  std::map<std::pair<std::string, std::string>, const Row*> points;
  // The order of the results varies, as runs end in any order; the error names the smallest x.
  std::optional<std::pair<double, std::function<void()>>> twice;
  Json json = Json::array();
  for (const Row& row : drawn) {
    if (!has_number(row, x) || !has_number(row, y)) continue;
    std::string curve;
    for (const std::string& path : by) {
      curve += (curve.empty() ? "" : ", ") + text_of(find(row, path));
    }
    const auto [before, first] = points.try_emplace({text_of(find(row, x)), curve}, &row);
    const double at = find(row, x)->get<double>();
    if (!first && (!twice || at < twice->first)) {
      twice.emplace(at, [this, &row, &x, curve, other = before->second] {
        refuse_second(*other, row, x, curve);
      });
    }
    json.push_back({{x, *find(row, x)}, {y, *find(row, y)}, {"curve", curve}});
    if (const Json* point = find(row, "point")) json.back()["point"] = *point;
  }
  if (twice) twice->second();
  if (json.empty()) {
    throw InputError(fmt::format("--plot {}: no result has a number for both x and y", text_));
  }
  const std::string title = fmt::format("{} over {}", y_, x_);
  write_view(output_,
             {{"schema", "romcast.chart/1"},
              {"title", "A sweep: " + title},
              {"heading", title},
              {"plot", {{"x", x}, {"y", y}, {"by", by.empty() ? Json(nullptr) : Json("curve")}}},
              {"rows", std::move(json)}},
             "");
}

void Plot::refuse_second(const Row& first, const Row& second, const std::string& x,
                         const std::string& curve) const {
  std::vector<std::string> columns = differences(first, second);
  std::erase_if(columns, [&](const std::string& column) { return "scenario." + column == x; });
  const std::string place =
      fmt::format("{} {}{}{}", x_, text_of(find(first, x)), curve.empty() ? "" : " of ", curve);
  if (columns.empty()) {
    throw InputError(
        fmt::format("--plot {}: two results for {}, of equal scenarios", text_, place));
  }
  // The order of the two results varies, as runs end in any order; `where` gets the smaller value.
  const std::string column = columns.front(),
                    path = column == kNodeName ? column : "scenario." + column;
  // Another figure may have the option's name.
  const std::string option = figure_path({first, second}, column) == path ? column : path;
  throw InputError(
      fmt::format("--plot {}: two results for {}, which differ in {}; add by={}, or where={}={}",
                  text_, place, fmt::join(columns, ", "), option, option,
                  std::min(text_of(find(first, path)), text_of(find(second, path)))));
}

}  // namespace romcast
