// SPDX-License-Identifier: Apache-2.0
#include "claims/ledger/page.hpp"

#include <array>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "romcast/view/page.hpp"

namespace romcast::claims {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

// For each claim, at most kTries runs are tried as counterexamples, and at most kTries as examples.
constexpr std::size_t kTries = 3;

// The data of a run for the player; null if the run is too large or fails, or if it searches for
// its plan and is no counterexample. (The search of a counterexample is known to end.)
Json small_run(const std::string& run, bool counterexample, const Player& player) {
  if (run.find("--seconds") != std::string::npos && !counterexample) return nullptr;
  return player(run.starts_with(kPlanOnly) ? run.substr(kPlanOnly.size()) : run);
}

// Tries the first kTries runs of points at which the claim as printed fails if `counterexample`, or
// holds if not. Returns true as soon as a run has data for the player, false if no run has data.
// Adds the data of each tried run, or null, to `known`.
bool keep_one(const Entry& entry, bool counterexample, const Player& player, Json& known) {
  std::size_t tried = 0;
  for (const Trial& trial : entry.trials) {
    if (trial.printed_holds == counterexample || !trial.fault.empty()) continue;
    for (const std::string& run : trial.runs) {
      if (tried++ >= kTries) return false;
      const std::string command = "romcast " + shown(run);
      if (!known.contains(command)) known[command] = small_run(run, counterexample, player);
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

// The hash of the checked-out commit, or "" if Git's files lack it. HEAD contains the hash or the
// name of a branch; the branch's file, or its line in packed-refs, contains the hash. In a linked
// worktree .git is a file that names the Git folder.
std::string commit_of(const fs::path& root) {
  fs::path folder = root / ".git";
  if (fs::is_regular_file(folder)) {
    folder = root / first_line(folder).substr(sizeof("gitdir: ") - 1);
  }
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

Json small_runs(const std::vector<Entry>& entries, const Player& player) {
  Json known = Json::object();  // null: tried, no data for the player
  for (const Entry& entry : entries) {
    for (const bool counterexample : {true, false}) {
      if (keep_one(entry, counterexample, player, known)) break;
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
  for (const Paper& paper : all_papers()) {
    shown["papers"].push_back(
        {{"name", paper.name}, {"reference", paper.reference}, {"doi", paper.doi}});
  }
  shown["players"] = players;
  std::string page(ledger_template());
  put(page, "@DRAWINGS@", ledger_script());
  put(page, "@LEDGER@", script_text(shown));
  return page;
}

}  // namespace romcast::claims
