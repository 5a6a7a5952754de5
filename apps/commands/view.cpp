// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <sstream>

#include "apps/commands/given_job.hpp"
#include "apps/option_words.hpp"
#include "apps/options.hpp"
#include "apps/terminal.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/view/page.hpp"
#include "romcast/view/view_data.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

RunSettings with_progress() {
  RunSettings settings = settings_of_environment();
  show_progress(settings);
  return settings;
}

// The option that a key of a scenario has its value from. A scenario with a link's latency has it
// before the `latency` of LogP machines, which has no option then.
std::string option_of(std::string key) {
  if (key == "link_latency") return "latency";
  std::ranges::replace(key, '_', '-');
  return key;
}

// The time without an exponent, which options of times do not have.
std::string decimal_seconds(double time) {
  std::array<char, 400> text{};
  const auto end =
      std::to_chars(text.data(), text.data() + text.size(), time, std::chars_format::fixed).ptr;
  return std::string(text.data(), end) + 's';
}

// The options of `romcast run` that reproduce a result. The `latency` and `gap` of a result have
// the cycles `held` that the bytes of a message add.
Grid::Point options_of(const RunParser& parser, const Json& scenario, const std::string& file) {
  if (scenario.contains("file")) {
    throw InputError(
        fmt::format("{}: the result of a file; give that one, {}", file, scenario["file"].dump()));
  }
  if (scenario.contains("expression")) {
    throw InputError(fmt::format("{}: a network of an expression, {}; give the options of the run",
                                 file, scenario["expression"].dump()));
  }
  if (scenario.value("collective", "") == "exchange") {
    throw InputError(fmt::format(
        "{}: an exchange, whose messages it does not have; give the options of the run", file));
  }
  const auto& entries = all_topologies();
  const auto entry =
      std::ranges::find(entries, scenario.value("network", ""), &TopologyEntry::name);
  const bool counts =
      entry != entries.end() &&
      std::ranges::find(entry->options, "processors", &NetworkOption::name) != entry->options.end();
  Grid::Point options;
  std::set<std::string> known;
  for (const auto& [key, value] : scenario.items()) {
    std::string name = option_of(key);
    if (key == "nodes" || (key == "processors" && !counts)) continue;  // a result, not an option
    const bool off = value.is_null() || value == false || value == "";
    if (off || !parser.has(name) || !known.insert(name).second) continue;
    std::string text = value.is_string() ? value.get<std::string>() : value.dump();
    if (key == "latency" || key == "gap") {
      text = fmt::format("{}", value.get<std::uint32_t>() - scenario.value("held", 0U));
    }
    options.emplace_back(name, value == true ? "" : text);
  }
  return options;
}

Job job_of(RunParser& parser, const Json& scenario, const std::string& file) {
  Grid::Point options = options_of(parser, scenario, file);
  Job job = resolve(parser.parse(options).scenario);
  const std::string key = "cycle_seconds";
  const Json cycle = scenario.value(key, Json());
  if (cycle.is_null() || job.json().value(key, Json()) == cycle) return job;
  // The user chose this cycle. A cycle that follows from the times of links is found exactly
  // instead.
  options.emplace_back("cycle", decimal_seconds(cycle.get<double>()));
  return resolve(parser.parse(options).scenario);
}

Json result_view(GivenFile& input, const std::string& output) {
  std::ostringstream text;
  text << input.stream().rdbuf();
  const Json result = Json::parse(text.str(), nullptr, false);
  const auto is = [&](const char* key) { return result.is_object() && result.contains(key); };
  if (!is("schema") || result["schema"] != "romcast.run/1" || !is("scenario") ||
      !result["scenario"].is_object()) {
    throw InputError(
        fmt::format("{}: no schedule, GOAL or MSCCL program, nor result of romcast run --json; "
                    "give one of them, or the "
                    "options of a run",
                    input.name()));
  }
  RunParser parser;
  try {
    Run run(job_of(parser, result["scenario"], input.name()), with_progress());
    check_drawings(output);
    return view_of(run, result);
  } catch (const CLI::ParseError& error) {
    throw InputError(fmt::format("{}: {}", input.name(), error.what()));
  } catch (const nlohmann::json::exception&) {
    throw InputError(
        fmt::format("{}: no result of romcast run --json; run it again", input.name()));
  }
}

Json file_view(CommandLine& given) {
  GivenFile input(given.file);
  given.run = with_progress();
  given.scenario.hardware.anyway = true;
  const bool other = !is_goal(input, given) && format_of(input, given) == GivenFile::Content::other;
  if (other) {
    check_alone(given, input.name() + " says it itself; leave it out");
    return result_view(input, given.output);
  }
  Run run(is_goal(input, given) ? given_goal(input, given) : given_schedule(input, given),
          given.run);
  if (run.job().given && !run.job().given->left_out.empty()) {
    throw InputError(run.job().given->unrunnable);
  }
  check_drawings(given.output);
  return view_of(run);
}

Json scenario_page(const CommandLine& given) {
  check_no_format(given);
  Run run(resolve(given.scenario), with_progress());
  check_drawings(given.output);
  return view_of(run);
}

// The data of a page that plays the runs of two files by one clock.
Json pair_view(const CommandLine& given) {
  if (!is_page(given.output)) {
    throw InputError(fmt::format(
        "--output {}: two runs make a page; give a name that ends in .html", given.output));
  }
  if (given.file == "-" && given.second == "-") {
    throw InputError("-: two runs cannot both come from standard input; give a file");
  }
  Json runs = Json::array();
  for (const std::string& file : {given.file, given.second}) {
    CommandLine one = given;
    one.file = file;
    runs.push_back(file_view(one));
  }
  return {{"schema", "romcast.views/1"}, {"runs", std::move(runs)}};
}

int view(CommandLine& given, const std::string& figure) {
  check_page_output(given.output);
  if (is_page(given.output) && !figure.empty()) {
    throw InputError(fmt::format("--figure {}: a page has all of them; give -o FILE.svg", figure));
  }
  if (!figure.empty()) check_figure(figure);
  const Json data = given.file.empty()     ? scenario_page(given)
                    : given.second.empty() ? file_view(given)
                                           : pair_view(given);
  clear_progress();
  write_view(given.output, data, figure);
  return kPass;
}

}  // namespace

void add_view(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand(
      "view", "Draw a run: a page that plays it cycle by cycle, or a single figure");
  command->add_option(
      "file", given.file,
      "schedule, GOAL or MSCCL program, or result of romcast run --json; - for stdin");
  add_format(*command, given, "format of the file (default: detected)", true);
  add_scenario_options(*command, given.scenario);
  auto figure = std::make_shared<std::string>();
  command->add_option("second", given.second,
                      "another such file: both runs on one page, with one clock and one scale");
  command
      ->add_option("--figure", *figure,
                   fmt::format("which figure goes into a .svg: {} (space-time)",
                               fmt::join(view_figures(), " | ")))
      ->group("Output");
  add_output(*command, given,
             "what to write: a .html page that needs nothing else, or a .svg figure (needs nodejs)")
      ->required();
  command->footer("Example: romcast view -k 2 -H 3 -c allgather -p multi -o page.html");
  command->callback([&given, figure] {
    given.command = [figure](CommandLine& line) { return view(line, *figure); };
  });
}

}  // namespace romcast
