// SPDX-License-Identifier: Apache-2.0
// The command line: its commands, common options, the parsed values, and the output of results.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "apps/scenario.hpp"
#include "apps/sweep/axes.hpp"
#include "ranks/ranks.hpp"
#include "romcast/design/board/settings.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/run.hpp"
#include "romcast/view/view_data.hpp"

namespace romcast {

constexpr int kPass = 0, kFail = 1, kBadInput = 2;

/// Default settings, but `most_judged` from the environment variable ROMCAST_MOST_JUDGED, if set.
/// Throws InputError if the variable is no number.
RunSettings settings_of_environment();

/// The options of `romcast fabric`, and of `romcast run --fabric-period`.
struct FabricOptions {
  unsigned payload = 32;
  std::string then{}, control = "axi-lite";
  std::string credits{};  ///< on or off; empty: on, unless frames run on demand
  bool crossing = false, on_demand = false, is_signed = false;
  std::string operation{};  ///< empty: add
  unsigned statistics = 1;
  std::string onto{};  ///< folder of the fabric whose hardware is used
  std::string period{}, pauses = "random", tables{};  ///< `period` to `depths`: `romcast run` only
  unsigned frames = 8;
  bool depths = false;
};

struct CommandLine {
  std::string program{};                       ///< the name by which the program was called
  std::function<int(CommandLine&)> command{};  ///< the chosen command; returns the exit status
  std::string name{};                          ///< the command's name
  std::shared_ptr<Ranks> ranks{};              ///< the ranks that were started together
  bool on_ranks = false;                       ///< the command supports several ranks
  bool ends_apart = false;                     ///< ranks may end at different times
  bool rank_lost = false;                      ///< a rank died, and the others did its work
  Scenario scenario{};
  RunSettings run = settings_of_environment();
  std::string control{}, fabric{}, json{}, output{}, file{}, second{}, what{};
  std::string clock{};  ///< clock of a board: MHz, or auto
  /// schedule, goal, msccl, s4noc, poseidon, or empty: detected from the file
  std::string format{};
  std::string as{};  ///< collective that a GOAL program is claimed to be
  bool dense = false;
  unsigned statistics = 1;  ///< of `romcast rtl`; 0: no counters, high-water marks and flags
  bool brief = false;
  std::vector<std::string> papers{};  ///< arguments of reproduce: papers and claims
  bool quick = false;
  BoardPort board{};
  BoardBuild build{};
  FabricOptions fabric_options{};

  [[nodiscard]] bool goal() const { return format == "goal"; }
  /// The collective that `as` names.
  [[nodiscard]] std::optional<CollectiveKind> claim() const { return find_collective(as); }
  /// True for slot tables of other programs, which are read, but not written.
  [[nodiscard]] bool slot_tables() const { return format == "s4noc" || format == "poseidon"; }
  /// True for formats of other programs that romcast also writes.
  [[nodiscard]] bool foreign() const { return goal() || format == "msccl"; }
  /// Number of results with the path "-", which go to stdout; if there is one, no table is printed.
  [[nodiscard]] std::size_t results_on_stdout() const;
};

/// Sets the callbacks of a run so that its progress and its notices appear on the terminal.
void show_progress(RunSettings& run);
/// Prints the remarks of a network.
void tell_notes(const Topology& network);

// Options that several commands share.
/// Adds the argument `file`: a schedule, a GOAL program or an MSCCL program. `use` is inserted in
/// the help text after the list of formats.
CLI::Option* add_file(CLI::App& command, CommandLine& given, const char* use = "");
/// Throws InputError with `reason` if the user gave the command any of `options`.
void refuse_given(const CLI::App& command, const std::vector<std::string>& options,
                  const std::string& reason);
/// For options that are numbers: accepts only decimal digits, and drops leading zeros, because
/// CLI11 reads 010 as eight.
CLI::Validator decimal();
CLI::Option* add_output(CLI::App& command, CommandLine& given, const char* help,
                        const char* type = "FILE");
void add_json(CLI::App& command, CommandLine& given);
void add_per_node(CLI::App& command, CommandLine& given);
/// Adds --format; if `reads`, it also accepts the formats that romcast reads, but does not write.
void add_format(CLI::App& command, CommandLine& given, const char* help, bool reads = false);
/// Adds --format and --as, for commands that run a file or a scenario.
void add_file_options(CLI::App& command, CommandLine& given);
/// Adds --as.
void add_claim(CLI::App& command, CommandLine& given);
/// Adds --control and --fabric; read_control() stores their values in `given.scenario.hardware`.
void add_control(CLI::App& command, CommandLine& given);
void add_rom_words(CLI::App& command, CommandLine& given);
void read_control(CommandLine& given);

/// Shows a report, its table between `before` and `after`; returns the exit status.
int show(const Report& report, const CommandLine& given, const std::string& before = "",
         const std::string& after = "");

/// Prints the first failure, and how many others there are; returns kFail.
int fail(const std::vector<std::string>& failures);

/// picture() of the plan, unless the plan omits idle time of the file; then a line for each of the
/// plan's violations.
std::string looks(Run& run);

/// The data of a page about a run. `given`: null, or the result of an earlier run of the job
/// (romcast.run/1), whose figures the page then shows. Throws InputError if the plan has too many
/// hops to visit each of them, or if the plan and the result differ in cycles.
nlohmann::ordered_json view_of(Run& run, const nlohmann::ordered_json& given = nullptr,
                               const ViewLimits& limits = {});

// Each function adds a command, which stores itself in `given.command` if the user chose it.
void add_run(CLI::App& app, CommandLine& given);
void add_plan(CLI::App& app, CommandLine& given);
void add_check(CLI::App& app, CommandLine& given);
void add_rom(CLI::App& app, CommandLine& given);
void add_rtl(CLI::App& app, CommandLine& given);
void add_fabric(CLI::App& app, CommandLine& given);
void add_board(CLI::App& app, CommandLine& given);
void add_sweep(CLI::App& app, CommandLine& given);
void add_view(CLI::App& app, CommandLine& given);
void add_network(CLI::App& app, CommandLine& given);
void add_design(CLI::App& app, CommandLine& given);
void add_list(CLI::App& app, CommandLine& given);
void add_cache(CLI::App& app, CommandLine& given);
void add_completion(CLI::App& app, CommandLine& given);
void add_explain(CLI::App& app, CommandLine& given);
void add_reproduce(CLI::App& app, CommandLine& given);

/// Parses options of `romcast run` that other commands make: `sweep` from its axes, `view` from a
/// result.
class RunParser {
 public:
  RunParser();
  RunParser(const RunParser&) = delete;
  RunParser& operator=(const RunParser&) = delete;

  struct Found {
    const CLI::Option* option;
    std::optional<std::string> value;
  };
  /// Finds the option of a word like -k, -k2, --arity or --arity=2, and the value in the word, if
  /// any. Throws InputError if there is no such option, or if the option is --help or an output.
  [[nodiscard]] Found find(const std::string& word) const;
  /// True if an option with this long name exists, and is neither --help nor an output.
  [[nodiscard]] bool has(const std::string& name) const;
  /// True if the option selects hardware instead of a problem.
  [[nodiscard]] bool is_hardware(const std::string& name) const;
  /// The options of the hardware but --control, "option=value " each: in the order of the help and
  /// without default values, so that the same hardware always has the same text.
  [[nodiscard]] std::string hardware(const Grid::Point& options) const;
  /// True if the option is --fabric-period, or belongs to it.
  [[nodiscard]] bool is_fabric(const std::string& name) const;
  /// Parses the options as `romcast run` does. Throws InputError or CLI::ParseError.
  CommandLine parse(const Grid::Point& options);

 private:
  CLI::App app_{"romcast"};
  CommandLine given_{};
  CLI::App* command_ = nullptr;
};

}  // namespace romcast
