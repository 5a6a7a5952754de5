// SPDX-License-Identifier: Apache-2.0
#include "apps/reproduce.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <map>

#include "apps/files.hpp"
#include "apps/option_words.hpp"
#include "apps/options.hpp"
#include "apps/terminal.hpp"
#include "claims/ledger/page.hpp"
#include "claims/ledger/run_figures.hpp"
#include "claims/ledger/tables.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/run/cosimulation.hpp"
#include "romcast/run/rank_pool.hpp"
#include "romcast/run/worker_pool.hpp"
#include "romcast/view/view_data.hpp"
#include "systemc/model_sources.hpp"
#include "systemc/simulator.hpp"

namespace romcast {
namespace {

using claims::Claim;
using claims::Figures;
using claims::Paper;
using claims::PeerFigure;
using claims::PeerResult;
using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Fingerprint of this program and of the Verilog that it runs.
std::string maker() {
  std::string text = content("/proc/self/exe");
  std::vector<fs::path> verilog;
  for (const auto& entry : fs::recursive_directory_iterator(ModelSources().root() / "rtl")) {
    if (entry.is_regular_file()) verilog.push_back(entry.path());
  }
  std::ranges::sort(verilog);
  for (const fs::path& path : verilog) text += content(path);
  return fmt::format("{:016x}", std::hash<std::string>{}(text));
}

constexpr const char* kJournal = "runs.jsonl";
constexpr const char* kMadeBy = "made by";  // the key of a journal's first line

// Records finished runs in a file of the output folder, a line per run, so that an interrupted call
// can be continued. A file from another version of the program or of the Verilog is replaced.
class RunJournal {
 public:
  // Reads existing results. An empty `folder` disables the journal. Throws InputError if the
  // folder is not writable, or has a file of the journal's name that is no journal.
  explicit RunJournal(const std::string& folder);
  ~RunJournal();
  RunJournal(const RunJournal&) = delete;
  RunJournal& operator=(const RunJournal&) = delete;

  // The report of a run, or nullptr.
  [[nodiscard]] const Json* find(const std::string& run) const;
  // Throws InputError if the file cannot be written.
  void add(const std::string& run, const Json& report);

 private:
  void read(const std::string& made_by);
  void write(const std::string& line);

  std::string path_{};
  int file_ = -1;
  std::map<std::string, Json> known_{};
};

RunJournal::RunJournal(const std::string& folder) {
  if (folder.empty()) return;
  check_folder_name(folder);
  std::error_code error;
  fs::create_directories(folder, error);
  path_ = (fs::path(folder) / kJournal).string();
  const std::string made_by = Json{{kMadeBy, maker()}}.dump();
  read(made_by);
  const bool anew = known_.empty();
  file_ =
      open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (anew ? O_TRUNC : 0), 0666);
  if (file_ < 0) {
    throw InputError(fmt::format("--output {}: cannot be written: {}", folder,
                                 std::strerror(error ? error.value() : errno)));
  }
  write(anew ? made_by : "");  // "" ends a line that was interrupted
}

RunJournal::~RunJournal() {
  if (file_ >= 0) close(file_);
}

// Skips an incomplete line, which was being written when the program ended.
void RunJournal::read(const std::string& made_by) {
  std::ifstream file(path_);
  std::string line;
  if (!std::getline(file, line)) return;
  const std::string begin = fmt::format("{{\"{}\":", kMadeBy);
  if (!line.starts_with(begin.substr(0, line.size()))) {
    throw InputError(fmt::format("--output {}: {} would be overwritten; give another folder",
                                 fs::path(path_).parent_path().string(), path_));
  }
  if (line != made_by) return;
  while (std::getline(file, line)) {
    const Json entry = Json::parse(line, nullptr, false);
    if (entry.is_object() && entry.contains("report")) known_[entry["run"]] = entry["report"];
  }
}

const Json* RunJournal::find(const std::string& run) const {
  const auto known = known_.find(run);
  return known == known_.end() ? nullptr : &known->second;
}

void RunJournal::write(const std::string& line) {
  if (const int error = write_all(file_, line + '\n'); error != 0) {
    throw InputError(fmt::format("{}: cannot be written: {}", path_, std::strerror(error)));
  }
}

void RunJournal::add(const std::string& run, const Json& report) {
  if (file_ < 0) return;
  write(
      Json{{"run", run}, {"report", report}}.dump(-1, ' ', false, Json::error_handler_t::replace));
}

// Performs a run, given by its options, and returns the report reduced to the parts that figures
// need; {"fault": why} if the run is impossible.
Json report_of_run(const std::string& run) {
  const bool hardware = !run.starts_with(claims::kPlanOnly);
  try {
    const Scenario scenario = scenario_of(hardware ? run : run.substr(claims::kPlanOnly.size()));
    Run planned(resolve(scenario), {.notice = tell_notice});
    Cosimulation cosimulation;
    Json report = with_options(hardware ? planned.report(cosimulation) : planned.report()).json();
    for (const char* key : {"rom", "cost", "processor_rom"}) report.erase(key);
    for (const char* column : {"plan", "hardware"}) {
      if (report[column].is_object()) report[column].erase("depths");
    }
    return report;
  } catch (const InputError& error) {
    return {{"fault", fmt::format("it cannot be run: {}", with_options(error.what()))}};
  }
}

// The data of a page that plays the run; null if the run is too large, symmetric or impossible.
Json played(const std::string& options) {
  try {
    Job job = resolve(scenario_of(options));
    if (job.problem.topology->nodes() > claims::kMostNodes) return nullptr;
    Run run(std::move(job));
    const Json planned = with_options(run.report()).json();
    if (run.symmetric()) return nullptr;
    Json view = view_with_options(
        view_json(run, planned, {.read = claims::kMostHops, .shown = claims::kMostHops}));
    if (view["sampled"].is_null()) return view;
  } catch (const InputError&) {  // the run is impossible; the ledger shows why
  }
  return nullptr;
}

std::string command_of(const ReproduceOptions& options) {
  std::string command = "romcast reproduce";
  if (options.effort == claims::Effort::quick) command += " --quick";
  for (const std::string& name : options.wanted) command += " " + name;
  return command + " -o " + options.folder;
}

bool asked_for(const std::vector<std::string>& wanted, const Paper& paper, const Claim& claim) {
  return wanted.empty() || std::ranges::find(wanted, paper.name) != wanted.end() ||
         std::ranges::find(wanted, claim.id) != wanted.end();
}

void check_wanted(const std::vector<std::string>& wanted) {
  std::vector<std::string> papers, known;
  for (const Paper& paper : claims::all_papers()) {
    papers.push_back(paper.name);
    for (const Claim& claim : paper.claims) known.push_back(claim.id);
  }
  known.insert(known.end(), papers.begin(), papers.end());
  for (const std::string& name : wanted) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw InputError(fmt::format("{}: no such paper or claim{}; the papers are {}", name,
                                 did_you_mean(name, known), fmt::join(papers, ", ")));
  }
}

std::vector<const Claim*> wanted_claims(const ReproduceOptions& options) {
  check_wanted(options.wanted);
  std::vector<const Claim*> wanted;
  for (const Paper& paper : claims::all_papers()) {
    for (const Claim& claim : paper.claims) {
      if (asked_for(options.wanted, paper, claim)) wanted.push_back(&claim);
    }
  }
  return wanted;
}

using Done = std::function<void(std::size_t run, const Answer& answer)>;

std::function<std::string(std::size_t)> work_on(const std::vector<std::string>& runs) {
  return [&runs](std::size_t run) { return report_of_run(runs.at(run)).dump(); };
}

// Performs the missing runs: at any time one per core, or one per rank if there are several ranks.
// False if a rank was lost.
bool run_missing(const std::vector<std::string>& runs, const std::vector<std::size_t>& missing,
                 const Done& done, Ranks& ranks) {
  const auto work = work_on(runs);
  if (ranks.several()) {
    return run_on_ranks(ranks, missing, work, done, {.notice = tell_note});
  }
  if (!missing.empty()) load_simulator();  // once for all children
  run_in_children(
      missing.size(), [&](std::size_t job) { return work(missing[job]); },
      [&](std::size_t job, const Answer& answer) { done(missing[job], answer); });
  return true;
}

// Puts the figures of all runs into `results`; performs the runs that are not in the journal. False
// if a rank was lost.
bool run_all(const std::vector<std::string>& runs, const ReproduceOptions& options,
             RunJournal& journal, std::map<std::string, Figures>& results) {
  std::vector<std::size_t> missing;
  for (std::size_t run = 0; run < runs.size(); ++run) {
    if (const auto* report = journal.find(runs[run])) {
      results[runs[run]] = claims::figures_of(runs[run], *report);
    } else {
      missing.push_back(run);
    }
  }
  const auto done = [&](std::size_t number, const Answer& answer) {
    const std::string& run = runs[number];
    const auto report = Json::parse(answer.value());
    journal.add(run, report);
    results[run] = claims::figures_of(run, report);
    if (options.progress) {
      options.progress("running claims", double(results.size()) / double(runs.size()));
    }
  };
  return run_missing(runs, missing, done, *options.ranks);
}

std::vector<PeerFigure> wanted_figures(const std::vector<std::string>& wanted) {
  std::vector<PeerFigure> figures = claims::peer_figures();
  std::vector<std::string> known{kPeers};
  for (const PeerFigure& figure : figures) known.push_back(figure.id);
  for (const std::string& name : wanted) {
    if (std::ranges::find(known, name) != known.end()) continue;
    throw InputError(
        fmt::format("{}: no such figure of others{}", name, did_you_mean(name, known)));
  }
  if (std::ranges::find(wanted, kPeers) != wanted.end()) return figures;
  std::erase_if(figures, [&](const PeerFigure& figure) {
    return std::ranges::find(wanted, figure.id) == wanted.end();
  });
  return figures;
}

// Returns the figures of these runs, by run.
std::map<std::string, Figures> figures_of_runs(const std::vector<std::string>& runs,
                                               const ReproduceOptions& options) {
  RunJournal journal(options.folder);
  std::map<std::string, Figures> results;
  run_all(runs, options, journal, results);
  return results;
}

}  // namespace

Reproduced reproduce(const ReproduceOptions& options) {
  const std::vector<std::string> runs = claims::runs_of(wanted_claims(options), options.effort);
  RunJournal journal(options.folder);
  std::map<std::string, Figures> results;
  Reproduced done{.rank_lost = !run_all(runs, options, journal, results)};
  for (const Paper& paper : claims::all_papers()) {
    for (const Claim& claim : paper.claims) {
      if (asked_for(options.wanted, paper, claim)) {
        done.entries.push_back(claims::judge(paper, claim, options.effort, results));
        if (options.progress) options.progress("judging " + claim.id, -1);
      } else {
        done.entries.push_back({.paper = &paper,
                                .claim = &claim,
                                .verdict = claims::kNotRun,
                                .meaning = claims::kNotRun,
                                .reason = "it was not asked for"});
      }
    }
  }
  return done;
}

void forget_runs(const ReproduceOptions& options) {
  std::error_code none;
  if (!options.folder.empty())
    fs::remove(end_of_links((fs::path(options.folder) / kJournal).string()), none);
}

void show_ledger(const std::vector<claims::Entry>& entries, const ReproduceOptions& options) {
  const fs::path place(options.folder);
  if (!options.folder.empty()) {
    const Json ledger = claims::ledger_json(entries, options.effort);
    write_json(place / "ledger.json", ledger);
    write_file(place / "ledger.csv", claims::ledger_csv(entries));
    write_file(place / "index.html",
               claims::ledger_page(ledger, claims::small_runs(entries, played),
                                   claims::made_now(ModelSources().root(), command_of(options))));
    forget_runs(options);
  }
  print(claims::ledger_table(entries, output_columns(), coloured_output()));
  if (!options.folder.empty()) {
    print(fmt::format("\npage     {}\nfigures  {}, {}\n", (place / "index.html").string(),
                      (place / "ledger.json").string(), (place / "ledger.csv").string()));
  }
}

std::string fault_of(const std::vector<claims::Entry>& entries) {
  const auto faulty = std::ranges::find(entries, true, &claims::Entry::faulty);
  if (faulty == entries.end()) return "";
  return fmt::format("{}: {}", faulty->claim->id, faulty->reason);
}

std::vector<PeerResult> reproduce_peers(const ReproduceOptions& options) {
  const std::vector<PeerFigure> figures = wanted_figures(options.wanted);
  std::vector<std::string> runs;
  for (const PeerFigure& figure : figures) {
    if (std::ranges::find(runs, figure.run) == runs.end()) runs.push_back(figure.run);
  }
  const auto done = figures_of_runs(runs, options);
  std::vector<PeerResult> results;
  for (const PeerFigure& figure : figures) {
    results.push_back(claims::compare(figure, done.at(figure.run)));
  }
  return results;
}

bool serve_reproduce(const ReproduceOptions& options) {
  const std::vector<std::string> runs = claims::runs_of(wanted_claims(options), options.effort);
  return serve_jobs(*options.ranks, work_on(runs));
}

}  // namespace romcast
