// SPDX-License-Identifier: Apache-2.0
#include "apps/commands/command_line.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "apps/files.hpp"
#include "apps/option_table.hpp"
#include "apps/option_words.hpp"
#include "apps/terminal.hpp"
#include "apps/times.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/support/environment.hpp"
#include "romcast/support/text_columns.hpp"
#include "romcast/view/picture.hpp"

namespace romcast {
namespace {

bool is_output(const CLI::Option& option) {
  const bool written = option.get_group() == "Output" && !option.check_lname("per-node");
  return written || option.check_lname("help");
}

std::string unknown(const CLI::App& command, const std::string& word) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return fmt::format("{}: romcast run has no such option{} (see romcast run --help)", word,
                     did_you_mean(word, names));
}

}  // namespace

RunSettings settings_of_environment() {
  RunSettings settings;
  settings.most_judged = environment_number("ROMCAST_MOST_JUDGED", settings.most_judged);
  return settings;
}

std::size_t CommandLine::results_on_stdout() const {
  const std::array<std::string_view, 4> paths{json, output, run.save_plan, run.save_trace};
  return static_cast<std::size_t>(std::ranges::count(paths, "-"));
}

void show_progress(RunSettings& run) {
  run.progress = terminal_progress();
  run.notice = tell_notice;
}

void tell_notes(const Topology& network) {
  for (const std::string& note : network.notes()) tell_note(note);
}

CLI::Option* add_file(CLI::App& command, CommandLine& given, const char* use) {
  return command.add_option(
      "file", given.file,
      fmt::format("schedule (docs/schedule-format.md), GOAL program (docs/goal.md) or MSCCL "
                  "program (docs/msccl.md){}; - for stdin",
                  use));
}

void refuse_given(const CLI::App& command, const std::vector<std::string>& options,
                  const std::string& reason) {
  for (const std::string& name : options) {
    const CLI::Option* option = command.get_option(name);
    if (option->count() == 0) continue;
    const bool flag = option->get_items_expected_max() == 0;
    throw InputError(
        fmt::format("{}{}: {}", name, flag ? "" : " " + option->as<std::string>(), reason));
  }
}

CLI::Validator decimal() {
  const auto read = [](std::string& text) -> std::string {
    if (text.empty() || text.find_first_not_of("0123456789") != text.npos) {
      return fmt::format("{}: give decimal digits", text);
    }
    text.erase(0, std::min(text.find_first_not_of('0'), text.size() - 1));
    return "";
  };
  return {read, ""};
}

CLI::Option* add_output(CLI::App& command, CommandLine& given, const char* help, const char* type) {
  return command.add_option("-o,--output", given.output, help)->type_name(type)->group("Output");
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

void add_file_options(CLI::App& command, CommandLine& given) {
  add_format(command, given, "format of the file (default: detected)", true);
  add_claim(command, given);
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
      ->each([&given](const std::string& words) { given.scenario.given["rom-words"] = words; })
      ->transform(decimal())
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
  return report.pass() ? kPass : fail(report.failures());
}

int fail(const std::vector<std::string>& failures) {
  const std::string more =
      failures.size() > 1 ? fmt::format(" (and {} more)", failures.size() - 1) : "";
  say(fmt::format("romcast: verdict fail: {}{}\n", failures.front(), more));
  return kFail;
}

std::string looks(Run& run) {
  const Problem& problem = run.job().problem;
  std::string text;
  // Without the idle time of the file, the plan's cycles differ from the file's: no picture then.
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
  return view_with_options(view_json(run, given.is_null() ? planned : given, limits));
}

RunParser::RunParser() {
  add_run(app_, given_);
  command_ = app_.get_subcommand("run");
}

RunParser::Found RunParser::find(const std::string& word) const {
  const bool longer = word.starts_with("--");
  const std::size_t end = longer ? std::min(word.find('='), word.size()) : 2;
  const std::string name = word.substr(0, end);
  const CLI::Option* option = command_->get_option_no_throw(name);
  if (option == nullptr) throw InputError(unknown(*command_, name));
  if (is_output(*option)) {
    throw InputError(fmt::format("{}: only romcast run writes this; leave it out", name));
  }
  if (end == word.size()) return {option, std::nullopt};
  return {option, word.substr(longer ? end + 1 : end)};
}

bool RunParser::has(const std::string& name) const {
  const CLI::Option* option = command_->get_option_no_throw("--" + name);
  return option != nullptr && !is_output(*option);
}

bool RunParser::is_hardware(const std::string& name) const {
  return command_->get_option("--" + name)->get_group() == "Hardware";
}

std::string RunParser::hardware(const Grid::Point& options) const {
  std::string text;
  for (const CLI::Option* option : command_->get_options()) {
    if (option->get_group() != "Hardware" || option->check_lname("control")) continue;
    const std::string name = option->get_lnames().front();
    const auto given = std::ranges::find(options, name, &Grid::Point::value_type::first);
    if (given == options.end()) continue;
    std::string value = given->second;
    const std::size_t digit = value.find_first_not_of('0');
    const bool number = value.find_first_not_of("0123456789") == value.npos;
    if (number && digit != value.npos) value.erase(0, digit);
    // The help of --fabric has its default in words.
    const bool usual =
        !value.empty() && value == (name == "fabric" ? "crossbar" : option->get_default_str());
    if (!usual) text += fmt::format("{}={} ", name, value);
  }
  return text;
}

bool RunParser::is_fabric(const std::string& name) const {
  return command_->get_option("--" + name)->get_group() ==
         command_->get_option("--fabric-period")->get_group();
}

CommandLine RunParser::parse(const Grid::Point& options) {
  given_ = CommandLine{};
  std::vector<std::string> words;  // CLI11 consumes the last word first
  for (const auto& [option, value] : options) {
    words.push_back(value.empty() ? "--" + option : fmt::format("--{}={}", option, value));
  }
  words.emplace_back("run");
  app_.parse(words);
  static_cast<void>(settle_times(given_.scenario));  // drops the remarks on rounding
  read_control(given_);
  given_.run.gated = !given_.dense;
  return given_;
}

}  // namespace romcast
