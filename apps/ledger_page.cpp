// SPDX-License-Identifier: Apache-2.0
#include "apps/ledger_page.hpp"

#include "apps/figures.hpp"
#include "apps/view/page.hpp"
#include "apps/view/scenario_view.hpp"
#include "romcast/core/error.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

// Limits of a playable run on the page, and the number of runs tried per claim.
constexpr std::size_t kMostHops = 300, kMostNodes = 40, kTries = 3;

// Null if the run is too large to be played, or if its plan needs a search.
Json small_run(const std::string& run) {
  const bool plan = run.starts_with(claims::kPlanOnly);
  if (run.find("--seconds") != std::string::npos) return nullptr;
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

void put(std::string& page, std::string_view mark, const std::string& text) {
  page.replace(page.find(mark), mark.size(), text);
}

}  // namespace

Json small_runs(const std::vector<claims::Entry>& entries) {
  Json known = Json::object();  // null: tried, too large
  for (const claims::Entry& entry : entries) {
    std::size_t tried = 0;
    bool found = false;
    for (const claims::Trial& trial : entry.trials) {
      for (const std::string& run : trial.runs) {
        if (found || tried++ >= kTries) break;
        const std::string command = "romcast " + claims::shown(run);
        if (!known.contains(command)) known[command] = small_run(run);
        found = !known[command].is_null();
      }
    }
  }
  Json kept = Json::object();
  for (auto& [command, view] : known.items()) {
    if (!view.is_null()) kept[command] = std::move(view);
  }
  return kept;
}

std::string ledger_page(const Json& ledger, const Json& players) {
  Json shown = ledger;
  shown["papers"] = Json::array();
  for (const claims::Paper& paper : claims::all_papers()) {
    shown["papers"].push_back({{"name", paper.name}, {"reference", paper.reference}});
  }
  shown["players"] = players;
  std::string page(ledger_template());
  put(page, "@DRAWINGS@", ledger_script());
  put(page, "@LEDGER@", script_text(shown));
  return page;
}

}  // namespace romcast
