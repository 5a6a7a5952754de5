// SPDX-License-Identifier: Apache-2.0
// Shared parts of the commands: the parsed command line, common options, and the output of results.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>

#include "apps/given_file.hpp"
#include "apps/list.hpp"
#include "apps/scenario.hpp"
#include "apps/schedule_scenario.hpp"
#include "ranks/ranks.hpp"
#include "romcast/design/board/settings.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/run.hpp"
#include "romcast/view/view_data.hpp"

namespace romcast {

constexpr int kPass = 0, kFail = 1, kBadInput = 2;

/// Settings from ROMCAST_MOST_JUDGED. Throws InputError if that is no number.
RunSettings settings_of_environment();

/// The options of `romcast fabric`, and of `romcast run --fabric-period`.
struct FabricOptions {
  unsigned payload = 32;
  std::string then{}, control = "axi-lite", credits = "on";
  bool crossing = false, on_demand = false, is_signed = false;
  std::string operation = "add";
  unsigned statistics = 1;
  std::string onto{};  ///< folder of the fabric whose hardware is used
  std::string period{}, pauses = "random", tables{};  ///< of run
  unsigned frames = 8;
  bool depths = false;
};

struct CommandLine {
  std::string program{};                       ///< the name by which the program was called
  std::function<int(CommandLine&)> command{};  ///< the chosen command; returns the exit status
  std::string name{};                          ///< of the command
  std::shared_ptr<Ranks> ranks{};              ///< the ranks that were started together
  bool on_ranks = false;                       ///< the command runs on several ranks
  bool ends_apart = false;                     ///< some ranks may be gone at its end
  bool rank_lost = false;                      ///< a rank has died, and the others have gone on
  Scenario scenario{};
  RunSettings run = settings_of_environment();
  std::string control{}, fabric{}, json{}, output{}, file{}, what{};
  std::string clock{};  ///< of a board: MHz, or auto
  /// schedule, goal, msccl, s4noc, poseidon, or empty: detected from the file
  std::string format{};
  std::string as{};  ///< collective that a GOAL program is claimed to be
  bool dense = false;
  unsigned statistics = 1;  ///< rtl: 0: nodes without counters, marks and flags
  bool brief = false;
  std::vector<std::string> papers{};  ///< arguments of reproduce: papers and claims
  bool quick = false;
  ListFilter filter{};
  BoardPort board{};
  BoardBuild build{};
  FabricOptions fabric_options{};

  [[nodiscard]] bool goal() const { return format == "goal"; }
  /// The collective that `as` names.
  [[nodiscard]] std::optional<CollectiveKind> claim() const { return find_collective(as); }
  /// True for slot tables of other programs, which are read, but not written.
  [[nodiscard]] bool slot_tables() const { return format == "s4noc" || format == "poseidon"; }
  /// True for formats of other programs.
  [[nodiscard]] bool foreign() const { return goal() || format == "msccl"; }
  /// Number of results that go to stdout instead of the table.
  [[nodiscard]] std::size_t results_on_stdout() const;
};

// Options that several commands share.
void add_json(CLI::App& command, CommandLine& given);
void add_per_node(CLI::App& command, CommandLine& given);
/// `reads`: also formats that can only be read.
void add_format(CLI::App& command, CommandLine& given, const char* help, bool reads = false);
/// --format and --as, of commands that run a file or a scenario; check_no_file() throws InputError
/// if they are given without a file.
void add_file_options(CLI::App& command, CommandLine& given);
void check_no_file(const CommandLine& given);
/// Option --as; check_no_claim() throws InputError if it is given although `what` is no GOAL
/// program.
void add_claim(CLI::App& command, CommandLine& given);
void check_no_claim(const CommandLine& given, const std::string& what);
/// --control and --fabric; read_control() puts them into `given.run`.
void add_control(CLI::App& command, CommandLine& given);
void add_rom_words(CLI::App& command, CommandLine& given);
void read_control(CommandLine& given);

/// The format of a file: --format, or detected from its beginning. Throws InputError if the two
/// disagree.
GivenFile::Content format_of(const GivenFile& file, const CommandLine& given);
bool is_goal(const GivenFile& file, const CommandLine& given);

/// S4NoC's or Poseidon's slot tables for the tiles of the scenario's network. Throws InputError.
ScheduleFile given_slot_tables(GivenFile& file, const CommandLine& given);
/// The job of a schedule, or of an MSCCL program that is converted into one. Throws InputError if
/// the file is malformed, wrong, or an MSCCL program that combines.
Job given_schedule(GivenFile& file, const CommandLine& given);
/// The same, or the job of a GOAL program with the times of the command line.
Job given_job(GivenFile& file, const CommandLine& given);
/// The job of the file that was given, or of the scenario. Throws InputError.
Job given_job(const CommandLine& given);

/// Writes JSON, also for names that are no UTF-8.
void write_json(const std::string& path, const nlohmann::ordered_json& value);

/// Shows a report, its table between `before` and `after`; returns the exit status.
int show(const Report& report, const CommandLine& given, const std::string& before = "",
         const std::string& after = "");

/// A picture of the plan, if it is small, and a list of its violations.
std::string looks(Run& run);

/// The data of a page on a run. `given`: the result of an earlier run of the job (romcast.run/1),
/// whose figures are then shown, or null. Throws InputError if there are too many hops to visit
/// each, or if the result belongs to another plan.
nlohmann::ordered_json view_of(Run& run, const nlohmann::ordered_json& given = nullptr,
                               const ViewLimits& limits = {});

}  // namespace romcast
