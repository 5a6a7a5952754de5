// SPDX-License-Identifier: Apache-2.0
#include "apps/commands/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>

#include "apps/goal.hpp"
#include "apps/msccl.hpp"
#include "apps/option_table.hpp"
#include "apps/option_words.hpp"
#include "apps/terminal.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/slot_tables/slot_tables.hpp"
#include "romcast/support/environment.hpp"
#include "romcast/support/text_columns.hpp"
#include "romcast/view/picture.hpp"

namespace romcast {

RunSettings settings_of_environment() {
  RunSettings settings;
  settings.most_judged = environment_number("ROMCAST_MOST_JUDGED", settings.most_judged);
  return settings;
}

std::size_t CommandLine::results_on_stdout() const {
  const std::array<std::string_view, 4> paths{json, output, run.save_plan, run.save_trace};
  return static_cast<std::size_t>(std::ranges::count(paths, "-"));
}

void add_json(CLI::App& command, CommandLine& given) {
  command.add_option("--json", given.json, "write the result as JSON; - for stdout")
      ->type_name("FILE|-")
      ->group("Output");
}

void add_per_node(CLI::App& command, CommandLine& given) {
  command
      .add_flag("--per-node", given.run.per_node,
                "report the queues of each node: a row per node, in JSON also each bank")
      ->group("Output");
}

void add_format(CLI::App& command, CommandLine& given, const char* help, bool reads) {
  std::vector<std::string> formats{"schedule", "goal", "msccl"};
  if (reads) formats.insert(formats.end(), {"s4noc", "poseidon"});
  command.add_option("--format", given.format, help)
      ->check(CLI::IsMember(formats))
      ->type_name("FORMAT");
}

void add_claim(CLI::App& command, CommandLine& given) {
  command
      .add_option("--as", given.as,
                  "GOAL programs: fail unless it can be this collective (docs/goal.md)")
      ->check([](const std::string& text) {
        return find_collective(text) ? ""
                                     : text + " is no collective; give broadcast, allgather, ...";
      })
      ->type_name("COLLECTIVE");
}

void check_no_claim(const CommandLine& given, const std::string& what) {
  if (given.as.empty()) return;
  throw InputError(
      fmt::format("--as {}: {} is no GOAL program and says its collective itself; leave it out",
                  given.as, what));
}

void add_file_options(CLI::App& command, CommandLine& given) {
  add_format(command, given, "format of the file (default: detected)", true);
  add_claim(command, given);
}

void check_no_file(const CommandLine& given) {
  check_no_claim(given, "a scenario");
  if (!given.foreign()) return;
  throw InputError(fmt::format("--format {}: give the file that is to be run", given.format));
}

void add_control(CLI::App& command, CommandLine& given) {
  command
      .add_option("--control", given.control,
                  "rule: switches follow local rules | rom: switches follow schedule ROMs "
                  "(default: depends on the algorithm)")
      ->check(CLI::IsMember({"rule", "rom"}))
      ->group("Hardware");
  command
      .add_option("--fabric", given.fabric,
                  "complete: crossbar, or a Benes network, which always runs from a ROM (crossbar)")
      ->check(CLI::IsMember({"crossbar", "benes"}))
      ->group("Hardware");
}

void add_rom_words(CLI::App& command, CommandLine& given) {
  command
      .add_option("--rom-words", given.scenario.hardware.rom_words,
                  "words that the ROM of a switch can hold")
      ->type_name("N")
      ->capture_default_str()
      ->group("Hardware");
}

void read_control(CommandLine& given) {
  if (!given.control.empty()) {
    given.scenario.hardware.control = given.control == "rom" ? Control::rom : Control::rule;
  }
  given.scenario.hardware.fabric = find_fabric(given.fabric);
}

GivenFile::Content format_of(const GivenFile& file, const CommandLine& given) {
  using Content = GivenFile::Content;
  struct Format {
    Content content;
    const char *name, *what;
  };
  static constexpr std::array<Format, 3> formats{{{Content::schedule, "schedule", "a schedule"},
                                                  {Content::goal, "goal", "a GOAL program"},
                                                  {Content::msccl, "msccl", "XML"}}};
  if (given.slot_tables()) return Content::other;
  if (given.format.empty()) return file.content();
  const auto asked = std::ranges::find(formats, given.format, &Format::name);
  const auto found = std::ranges::find(formats, file.content(), &Format::content);
  if (found != formats.end() && found != asked) {
    throw InputError(fmt::format("--format {}: {} is {}; give --format {}", given.format,
                                 file.name(), found->what, found->name));
  }
  return asked->content;
}

bool is_goal(const GivenFile& file, const CommandLine& given) {
  return format_of(file, given) == GivenFile::Content::goal;
}

ScheduleFile given_slot_tables(GivenFile& file, const CommandLine& given) {
  FileTerms terms = refusing_all_but({Subject::network, Subject::depth, Subject::fit},
                                     fmt::format("{} says it itself; leave it out", file.name()));
  terms.repeated["ports"] = "multi";
  check_beside_file(given.scenario, terms);
  const auto network = network_of(given.scenario);
  return given.format == "s4noc" ? read_s4noc(file.stream(), file.name(), network)
                                 : read_poseidon(file.stream(), file.name(), network);
}

Job given_schedule(GivenFile& file, const CommandLine& given) {
  if (given.slot_tables()) {
    return schedule_job(given_slot_tables(file, given), file.name(),
                        without_network(given.scenario));
  }
  if (format_of(file, given) != GivenFile::Content::msccl) {
    return schedule_job(read_schedule(file.stream(), file.name()), file.name(), given.scenario);
  }
  CheckedMsccl program = read_msccl(file.stream(), file.name(), given.scenario);
  if (!program.schedule) {
    throw InputError(fmt::format(
        "{}: the sums of this MSCCL program are no schedule that hardware can run: {}; use romcast "
        "check",
        file.name(), program.unlike));
  }
  Job job =
      schedule_job(std::move(*program.schedule), file.name(), without_network(given.scenario));
  job.given->note = program.warning;
  return job;
}

Job given_job(GivenFile& file, const CommandLine& given) {
  if (!is_goal(file, given)) {
    check_no_claim(given, file.name());
    return given_schedule(file, given);
  }
  return goal_job(read_goal(file.stream(), file.name(), given.run.progress), given.scenario,
                  given.run.progress, given.claim());
}

Job given_job(const CommandLine& given) {
  if (given.file.empty()) {
    check_no_file(given);
    return resolve(given.scenario);
  }
  GivenFile file(given.file);
  return given_job(file, given);
}

void write_json(const std::string& path, const nlohmann::ordered_json& value) {
  using Json = nlohmann::ordered_json;
  write_file(path, value.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

int show(const Report& shown, const CommandLine& given, const std::string& before,
         const std::string& after) {
  if (!given.ranks->first()) return kPass;
  const Report report = with_options(shown);
  clear_progress();
  if (!given.json.empty()) write_json(given.json, report.json());
  if (given.results_on_stdout() == 0) {
    const auto columns = terminal_columns();
    print(before + (columns ? fitted(report.table(*columns), *columns) : report.table()) + after);
  }
  if (report.pass()) return kPass;
  const std::vector<std::string> failures = report.failures();
  const std::string more =
      failures.size() > 1 ? fmt::format(" (and {} more)", failures.size() - 1) : "";
  say(fmt::format("romcast: verdict fail: {}{}\n", failures.front(), more));
  return kFail;
}

std::string looks(Run& run) {
  const Problem& problem = run.job().problem;
  std::string text;
  // If the plan omits idle time, its cycles are not those of the file, so no picture is shown.
  if (!run.job().given || run.job().given->left_out.empty()) {
    text =
        picture(*problem.topology, problem.collective, run.plan().open, {output_columns()}) + "\n";
  }
  const Report report = run.report();
  for (const Violation& violation : report.plan->violations) {
    text +=
        fmt::format("cycle {}: {}: {}\n", violation.cycle, name(violation.kind), violation.text);
  }
  return text;
}

nlohmann::ordered_json view_of(Run& run, const nlohmann::ordered_json& given,
                               const ViewLimits& limits) {
  const nlohmann::ordered_json planned = with_options(run.report()).json();
  if (run.symmetric()) {
    throw InputError("this run has too many hops to look at each; take a smaller network");
  }
  if (!given.is_null() && given.at("plan").at("cycles") != planned["plan"]["cycles"]) {
    throw InputError(
        fmt::format("the result says {} cycles, its scenario makes a plan of {}; run it again",
                    given["plan"]["cycles"].dump(), planned["plan"]["cycles"].dump()));
  }
  nlohmann::ordered_json view = view_json(run, given.is_null() ? planned : given, limits);
  nlohmann::ordered_json& rom = view["rom"];
  if (rom.contains("none")) rom["none"] = with_options(rom["none"].get<std::string>());
  return view;
}

}  // namespace romcast
