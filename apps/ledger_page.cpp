// SPDX-License-Identifier: Apache-2.0
#include "apps/ledger_page.hpp"

#include <array>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "apps/figures.hpp"
#include "apps/view/page.hpp"
#include "apps/view/scenario_view.hpp"
#include "romcast/core/error.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// Limits of a playable run on the page, and the number of runs tried per claim.
constexpr std::size_t kMostHops = 300, kMostNodes = 40, kTries = 3;

// Null if the run is too large to be played, or if its plan needs a search. A counterexample may
// need one: its search has ended before.
Json small_run(const std::string& run, bool counterexample) {
  const bool plan = run.starts_with(claims::kPlanOnly);
  if (run.find("--seconds") != std::string::npos && !counterexample) return nullptr;
  try {
    const Scenario scenario = scenario_of(plan ? run.substr(claims::kPlanOnly.size()) : run);
    Job job = resolve(scenario);
    if (job.problem.topology->nodes() > kMostNodes) return nullptr;
    Run planned(std::move(job));
    Json view = scenario_view(planned, nullptr, {.read = kMostHops, .shown = kMostHops});
    return view["sampled"].is_null() ? view : Json(nullptr);
  } catch (const InputError&) {
    return nullptr;  // a run that fails; the ledger shows why
  }
}

// Keeps the first run that is small enough of the points at which the claim fails, or holds.
bool keep_one(const claims::Entry& entry, bool counterexample, Json& known) {
  std::size_t tried = 0;
  for (const claims::Trial& trial : entry.trials) {
    if (trial.printed_holds == counterexample || !trial.fault.empty()) continue;
    for (const std::string& run : trial.runs) {
      if (tried++ >= kTries) return false;
      const std::string command = "romcast " + claims::shown(run);
      if (!known.contains(command)) known[command] = small_run(run, counterexample);
      if (!known[command].is_null()) return true;
    }
  }
  return false;
}

void put(std::string& page, std::string_view mark, const std::string& text) {
  page.replace(page.find(mark), mark.size(), text);
}

std::string first_line(const fs::path& path) {
  std::ifstream file(path);
  std::string line;
  std::getline(file, line);
  return line;
}

// The commit that is checked out, read from Git's files: HEAD names it, or a branch whose file or
// line in packed-refs does. In a further worktree .git is a file that names the folder.
std::string commit_of(const fs::path& root) {
  fs::path folder = root / ".git";
  if (fs::is_regular_file(folder)) folder = first_line(folder).substr(sizeof("gitdir: ") - 1);
  const std::string head = first_line(folder / "HEAD"), mark = "ref: ";
  if (!head.starts_with(mark)) return head;
  const std::string branch = head.substr(mark.size());
  const fs::path common =
      fs::exists(folder / "commondir") ? folder / first_line(folder / "commondir") : folder;
  if (fs::exists(common / branch)) return first_line(common / branch);
  std::ifstream packed(common / "packed-refs");
  for (std::string line; std::getline(packed, line);) {
    if (line.ends_with(" " + branch)) return line.substr(0, line.find(' '));
  }
  return "";
}

}  // namespace

Made made_now(const std::string& root, std::string command) {
  const std::time_t now = std::time(nullptr);
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, 16> date{};
  const std::size_t length = std::strftime(date.data(), date.size(), "%Y-%m-%d", &parts);
  return {{date.data(), length}, commit_of(root).substr(0, 12), std::move(command)};
}

Json small_runs(const std::vector<claims::Entry>& entries) {
  Json known = Json::object();  // null: tried, too large
  for (const claims::Entry& entry : entries) {
    for (const bool counterexample : {true, false}) {
      if (keep_one(entry, counterexample, known)) break;
    }
  }
  Json kept = Json::object();
  for (auto& [command, view] : known.items()) {
    if (!view.is_null()) kept[command] = std::move(view);
  }
  return kept;
}

std::string ledger_page(const Json& ledger, const Json& players, const Made& made) {
  Json shown = ledger;
  shown["made"] = {{"date", made.date}, {"commit", made.commit}, {"command", made.command}};
  shown["papers"] = Json::array();
  for (const claims::Paper& paper : claims::all_papers()) {
    shown["papers"].push_back(
        {{"name", paper.name}, {"reference", paper.reference}, {"doi", paper.doi}});
  }
  shown["players"] = players;
  std::string page(ledger_template());
  put(page, "@DRAWINGS@", ledger_script());
  put(page, "@LEDGER@", script_text(shown));
  return page;
}

}  // namespace romcast
