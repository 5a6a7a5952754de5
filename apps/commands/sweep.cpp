// SPDX-License-Identifier: Apache-2.0
#include "apps/sweep/sweep.hpp"

#include <fmt/format.h>

#include <filesystem>
#include <optional>

#include "apps/commands/command_line.hpp"
#include "apps/files.hpp"
#include "apps/option_table.hpp"
#include "apps/option_words.hpp"
#include "apps/sweep/plot.hpp"
#include "apps/terminal.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/core/wording.hpp"
#include "schedules/algorithm_names.hpp"

namespace romcast {
namespace {

constexpr const char* kEvery = "all";

std::vector<std::string> values_of(const std::string& option, const std::string& text) {
  if (text != kEvery || option == "algorithm") return sweep_values(option, text);
  const auto known = known_values();
  const auto found = known.find(option);
  if (found == known.end()) return {text};
  std::vector<std::string> values(found->second.begin(), found->second.end());
  std::erase(values, "barrier");  // a barrier is an allreduce, which is in the list
  return values;
}

// Refuses options without effect on a sweep: those of files and of fabrics and, if its points are
// only planned, those of the hardware that are not part of a scenario.
void check_axis(const RunParser& parser, const std::string& option, bool plans) {
  const auto is = [&](std::initializer_list<const char*> names) {
    return std::ranges::find(names, option) != names.end();
  };
  if (is({"format", "as"})) {
    throw InputError(fmt::format("--{}: a sweep has scenarios, not files", option));
  }
  if (parser.is_fabric(option)) {
    throw InputError(fmt::format("--{}: a sweep runs no frames; use romcast run", option));
  }
  const bool of_scenario = std::ranges::find(scenario_options(), option, &ScenarioOption::name) !=
                           scenario_options().end();
  if (plans && parser.is_hardware(option) && !of_scenario) {
    throw InputError(fmt::format("--{}: it has no effect with --plan", option));
  }
}

std::vector<Axis> axes_of(const RunParser& parser, const std::vector<std::string>& words,
                          bool plans) {
  std::vector<Axis> axes;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!words[i].starts_with("-") || words[i].size() < 2) {
      throw InputError(
          fmt::format("{}: romcast sweep takes options only; is a value not quoted?", words[i]));
    }
    auto [option, value] = parser.find(words[i]);
    const std::string name = option->get_lnames().front();
    check_axis(parser, name, plans);
    const bool another = i + 1 < words.size() && !words[i + 1].starts_with("-");
    if (!value && option->get_items_expected_max() > 0 && another) value = words[++i];
    if (!value && option->get_items_expected_min() > 0) {
      throw InputError(fmt::format("--{}: give a value, a list or a range", name));
    }
    for (const Axis& axis : axes) {
      if (axis.option == name) {
        throw InputError(fmt::format("--{}: given twice; give a list, as 1,2", name));
      }
    }
    axes.push_back({name, value ? values_of(name, *value) : std::vector<std::string>{""}});
  }
  return axes;
}

std::string text_of(const Grid::Point& point) {
  std::string text;
  for (const auto& [option, value] : point) {
    text +=
        fmt::format("{}--{}{}{}", text.empty() ? "" : " ", option, value.empty() ? "" : " ", value);
  }
  return text;
}

// The points of a sweep, and the combinations that are known to be invalid.
struct Points {
  std::vector<SweepPoint> points;
  std::vector<Unrun> unfit;
};

// If --algorithm is "all", returns a point for every algorithm that supports the problem, else the
// point itself.
std::vector<Grid::Point> with_algorithms(RunParser& parser, Grid::Point point) {
  const auto every =
      std::ranges::find(point, std::pair<std::string, std::string>("algorithm", kEvery));
  if (every == point.end()) return {point};
  const std::size_t place = static_cast<std::size_t>(every - point.begin());
  Grid::Point rest = point;
  rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(place));
  const Scenario scenario = parser.parse(rest).scenario;
  std::vector<Grid::Point> points;
  for (const std::string& name : algorithm_names(problem_of(scenario))) {
    point[place].second = name;
    points.push_back(point);
  }
  if (points.empty()) resolve(scenario);  // throws the reason
  return points;
}

Points points_of(RunParser& parser, const Grid& grid, bool plans) {
  Points all;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const Grid::Point given = grid.point(i);
    try {
      for (const Grid::Point& point : with_algorithms(parser, given)) {
        const CommandLine line = parser.parse(point);
        std::string as_given;
        for (const auto& [option, value] : point) {
          if (option == "control" || !parser.is_hardware(option)) continue;
          as_given += fmt::format("{}={} ", option, value);
        }
        all.points.push_back(
            {text_of(point), parser.hardware(point), as_given, line.scenario, line.run, !plans});
        all.points.back().run.notice = tell_notice;
      }
    } catch (const InputError& error) {
      all.unfit.push_back({text_of(given), with_options(error.what())});
    } catch (const CLI::ParseError& error) {
      throw InputError(
          fmt::format("{}: {} (see romcast run --help)", text_of(given), error.what()));
    }
  }
  return all;
}

// Lists the first points, then the number of further ones.
void tell(const char* what, const std::vector<Unrun>& points) {
  constexpr std::size_t most = 20;
  for (std::size_t i = 0; i < std::min(most, points.size()); ++i) {
    say(fmt::format("romcast: {}: {}: {}\n", what, points[i].text, points[i].why));
  }
  if (points.size() > most) {
    say(fmt::format("romcast: {}: and {} more\n", what, points.size() - most));
  }
}

std::string summary(const SweepOutcome& outcome) {
  std::string text = fmt::format("{} run", counted(outcome.ran, "point"));
  const auto add = [&](std::size_t count, const char* what) {
    if (count > 0) text += fmt::format(", {} {}", count, what);
  };
  add(outcome.there, "there already");
  add(outcome.same, "given twice");
  add(outcome.stale, "replaced, as files have changed");
  add(outcome.unfit.size(), "skipped");
  add(outcome.missing.size(), "not run");
  add(outcome.failing.size(), "with verdict fail");
  return text + '\n';
}

// Options of the sweep itself, not of its points.
struct Own {
  bool plans = false;
  unsigned workers = 0;
  std::string plot, plot_output;
};

// The path of the plot: --plot-output, or else the path of the results with the ending .svg. Throws
// InputError if --plot-output is missing and the results go to stdout.
std::string plot_output(const Own& own, const std::string& results) {
  if (!own.plot_output.empty()) return own.plot_output;
  if (results == "-") {
    throw InputError("--plot-output is missing: say where the plot goes, as runs.svg");
  }
  return std::filesystem::path(results).replace_extension(".svg").string();
}

// Throws InputError if the results would lie in a folder of ROM images: a run that reads the folder
// would find it changed.
void check_output(std::string output, std::vector<SweepPoint>& points) {
  std::vector<GivenPath> inputs;
  for (SweepPoint& point : points) inputs.push_back({"--rom", &point.scenario.hardware.rom_folder});
  check_paths({{"--output", &output}}, inputs);
}

int sweep(CommandLine& given, const std::vector<std::string>& words, const Own& own) {
  if (own.plot.empty() && !own.plot_output.empty()) {
    throw InputError(fmt::format("--plot-output {}: --plot says what is drawn", own.plot_output));
  }
  RunParser parser;
  const Grid grid(axes_of(parser, words, own.plans));
  const std::string results = given.output.empty() ? "-" : given.output;
  Ranks& ranks = *given.ranks;
  if (!ranks.first()) {
    given.rank_lost = !serve_sweep(points_of(parser, grid, own.plans).points, own.workers, ranks);
    return kPass;
  }
  std::optional<Plot> plot;
  if (!own.plot.empty()) plot.emplace(own.plot, plot_output(own, results));
  RowFile file(results);
  Points points = points_of(parser, grid, own.plans);
  check_output(results, points.points);
  SweepOutcome outcome =
      romcast::sweep(points.points, file, own.workers, terminal_progress(), ranks);
  given.rank_lost = outcome.rank_lost;
  clear_progress();
  file.finish();
  outcome.unfit.insert(outcome.unfit.begin(), points.unfit.begin(), points.unfit.end());
  tell("skipped", outcome.unfit);
  tell("verdict fail", outcome.failing);
  tell("not run", outcome.missing);
  if (given.output.empty() || given.output == "-") {
    say("romcast: " + summary(outcome));
  } else {
    print(summary(outcome));
  }
  if (plot && !file.rows().empty()) plot->draw(file.rows());
  if (!outcome.missing.empty()) {
    throw MissingError(
        fmt::format("{}; the same command goes on with them",
                    counted(outcome.missing.size(), "point was not run", "points were not run")));
  }
  if (outcome.ran + outcome.there == 0) {
    throw InputError("sweep: no point fits; see above why, and give other values");
  }
  return outcome.failing.empty() ? kPass : kFail;
}

}  // namespace

void add_sweep(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand(
      "sweep", "Run or plan many scenarios on all cores: ranges and lists in any option of run");
  command->allow_extras();
  auto own = std::make_shared<Own>();
  command->add_flag("--plan", own->plans, "plan and judge only, without hardware");
  command
      ->add_option("-j,--jobs", own->workers,
                   "runs at a time (as many as there are cores; under mpirun: on each rank, 1)")
      ->check(CLI::Range(1, 1024))
      ->transform(decimal())
      ->type_name("N");
  add_output(*command, given,
             "results, .csv or .jsonl (an object of romcast run --json per line); grows as they "
             "come, and what is in it is not run again; - for CSV on stdout at the end");
  command
      ->add_option(
          "--plot", own->plot,
          "draw the results: x=n,y=hardware.cycles,by=algorithm, and where=ports=multi for some of "
          "them (needs nodejs)")
      ->type_name("FIGURES")
      ->group("Output");
  command
      ->add_option("--plot-output", own->plot_output,
                   "where the plot goes, .svg or .html (beside the results, .svg)")
      ->type_name("FILE")
      ->group("Output");
  command->footer(
      "And all options of romcast run, but for its outputs, each with a value, a list (2,4,8), a "
      "range (2..8, 1..9..2, 1..64..x2) or all; [1,2,2],[1,1,1] are two values with commas.\n"
      "Example: romcast sweep -k 2..4 -H 2..5 -c alltoall -p single,multi -a all -o runs.csv");
  command->callback([&given, command, own] {
    given.command = [command, own](CommandLine& line) {
      return sweep(line, command->remaining(), *own);
    };
    given.on_ranks = given.ends_apart = true;
  });
}

}  // namespace romcast
