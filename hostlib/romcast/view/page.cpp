// SPDX-License-Identifier: Apache-2.0
#include "romcast/view/page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "romcast/core/error.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/support/installation.hpp"
#include "romcast/support/tool.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kPlace = "@DATA@";
constexpr int kNothingToDraw = 4;

std::string content(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file, std::ios::binary).rdbuf();
  return text.str();
}

// The path of a file of the folder `view`: among the installed sources if the program was
// installed, else next to the program, in the build folder.
fs::path place_of(const char* name) {
  const fs::path sources = installed_sources();
  return (sources.empty() ? program_folder() : sources) / "view" / name;
}

fs::path part(const char* name) {
  const fs::path file = place_of(name);
  std::error_code none;
  if (fs::is_regular_file(file, none)) return file;
  throw MissingError(
      fmt::format("no {}: this romcast was built without nodejs and npm, or they could not fetch "
                  "d3 and Plot; install nodejs and npm and build it again",
                  file.string()));
}

std::string page(const Json& data) {
  std::string text = content(part("page.html"));
  const std::size_t at = text.find(kPlace);
  if (at == std::string::npos) throw MissingError("the page is damaged; build romcast again");
  return text.replace(at, std::string(kPlace).size(), script_text(data));
}

std::string drawing(const Json& data, const std::string& figure) {
  const fs::path program = part("figures.mjs");
  const WorkFolder work = temporary_work_folder("figure");
  std::ofstream(work.path() / "data.json")
      << data.dump(-1, ' ', true, Json::error_handler_t::replace);
  const Tool tool{"node", "nodejs"};
  const ToolEnd end = run_tool(tool, {program.string(), "data.json", figure, "figure.svg"}, work);
  if (end.success()) return content(work.path() / "figure.svg");
  if (end.kind == ToolEnd::Kind::exited && end.value == kNothingToDraw) {
    throw InputError(
        fmt::format("`figure` {}: there is nothing to draw in this run; give one of: {}", figure,
                    fmt::join(view_figures(), ", ")));
  }
  const ToolTrouble told = trouble(tool, end, content(work.path() / kToolLog));
  throw MissingError(fmt::format("node {}, drawing a figure; {}", told.what, told.remedy));
}

}  // namespace

bool is_page(const std::string& path) { return path.ends_with(".html") || path.ends_with(".htm"); }

const std::vector<std::string>& view_figures() {
  static const std::vector<std::string> names{"space-time", "tree",  "queues", "links",
                                              "deliveries", "loads", "depths"};
  return names;
}

void check_page_output(const std::string& path) {
  if (path.ends_with(".svg") || is_page(path)) return;
  throw InputError({"output", path}, "give a name that ends in .html for a page, or in .svg");
}

void check_figure(const std::string& figure) {
  if (std::ranges::find(view_figures(), figure) != view_figures().end()) return;
  throw InputError(fmt::format("`figure` {}: unknown{}; give one of: {}", figure,
                               did_you_mean(figure, view_figures()),
                               fmt::join(view_figures(), ", ")));
}

void check_drawings(const std::string& path) {
  (void)part(is_page(path) ? "page.html" : "figures.mjs");
}

std::string ledger_script() { return content(place_of("ledger.js")); }

std::string script_text(const Json& data) {
  std::string text = data.dump(-1, ' ', true, Json::error_handler_t::replace);
  for (std::size_t at = 0; (at = text.find('<', at)) != std::string::npos; ++at) {
    text.replace(at, 1, "\\u003c");
  }
  return text;
}

void write_view(const std::string& path, const Json& data, const std::string& figure) {
  const bool chart = data["schema"] == "romcast.chart/1";
  const std::string drawn = chart ? "chart" : figure.empty() ? "space-time" : figure;
  write_file(path, is_page(path) ? page(data) : drawing(data, drawn));
}

}  // namespace romcast
