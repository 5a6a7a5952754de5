// SPDX-License-Identifier: Apache-2.0
#include "apps/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "apps/commands/command_line.hpp"
#include "apps/options.hpp"
#include "apps/terminal.hpp"
#include "claims/ledger/page.hpp"
#include "claims/ledger/peer_tables.hpp"
#include "claims/ledger/tables.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/standard_streams.hpp"
#include "systemc/model_sources.hpp"

namespace romcast {
namespace {

// The data of a page on a small run.
nlohmann::ordered_json played(const std::string& options) {
  try {
    Job job = resolve(scenario_of(options));
    if (job.problem.topology->nodes() > claims::kMostNodes) return nullptr;
    Run run(std::move(job));
    nlohmann::ordered_json view =
        view_of(run, nullptr, {.read = claims::kMostHops, .shown = claims::kMostHops});
    if (view["sampled"].is_null()) return view;
  } catch (const InputError&) {  // a run that fails; the ledger shows why
  }
  return nullptr;
}

std::string ledger_command(const CommandLine& given) {
  std::string command = "romcast reproduce";
  if (given.quick) command += " --quick";
  for (const std::string& paper : given.papers) command += " " + paper;
  return command + " -o " + given.output;
}

void write_files(const CommandLine& given, const std::vector<claims::Entry>& entries) {
  const std::filesystem::path place(given.output);
  const nlohmann::ordered_json ledger =
      claims::ledger_json(entries, given.quick ? claims::Effort::quick : claims::Effort::full);
  write_json(place / "ledger.json", ledger);
  write_file(place / "ledger.csv", claims::ledger_csv(entries));
  write_file(place / "index.html",
             claims::ledger_page(ledger, claims::small_runs(entries, played),
                                 claims::made_now(ModelSources().root(), ledger_command(given))));
}

bool asks_for_peers(const std::string& name) { return name.starts_with(kPeers); }

// Figures of other schedulers, which stand apart from the papers.
int compare_with_peers(CommandLine& given) {
  if (!std::ranges::all_of(given.papers, asks_for_peers)) {
    throw InputError("peers: figures of others stand apart from papers; ask for one of both");
  }
  if (given.ranks->several()) throw InputError("peers: they are compared on one rank");
  const std::vector<claims::PeerResult> results = reproduce_peers(
      {.wanted = given.papers, .folder = given.output, .progress = steady_progress()});
  clear_progress();
  if (!given.output.empty()) {
    const std::filesystem::path place(given.output);
    write_json(place / "peers.json", claims::peers_json(results));
    write_file(place / "peers.csv", claims::peers_csv(results));
  }
  print(claims::peers_table(results, output_columns()));
  const auto faulty =
      std::ranges::find(results, claims::Standing::no_result, &claims::PeerResult::standing);
  if (faulty == results.end()) return kPass;
  return fail({fmt::format("{}: {}", faulty->of.id, faulty->fault)});
}

int reproduce_claims(CommandLine& given) {
  if (std::ranges::any_of(given.papers, asks_for_peers)) return compare_with_peers(given);
  const auto effort = given.quick ? claims::Effort::quick : claims::Effort::full;
  ReproduceOptions options{
      .wanted = given.papers, .effort = effort, .folder = given.output, .ranks = given.ranks};
  if (!given.ranks->first()) {
    given.rank_lost = !serve_reproduce(options);
    return kPass;
  }
  options.progress = steady_progress();
  const Reproduced done = reproduce(options);
  const std::vector<claims::Entry>& entries = done.entries;
  given.rank_lost = done.rank_lost;
  clear_progress();
  if (!given.output.empty()) write_files(given, entries);
  print(claims::ledger_table(entries, output_columns(), coloured_output()));
  if (!given.output.empty()) {
    const std::filesystem::path place(given.output);
    print(fmt::format("\npage     {}\nfigures  {}, {}\n", (place / "index.html").string(),
                      (place / "ledger.json").string(), (place / "ledger.csv").string()));
  }
  const auto faulty = std::ranges::find(entries, true, &claims::Entry::faulty);
  if (faulty == entries.end()) return kPass;
  return fail({fmt::format("{}: {}", faulty->claim->id, faulty->reason)});
}

}  // namespace

void add_reproduce(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand("reproduce",
                                         "Try the claims of the five papers, on the Verilog "
                                         "switches where they can run: a verdict each");
  command
      ->add_option(
          "papers", given.papers,
          "trees | star | fibtrees | multiport | logp, or ids of claims (default: all); or "
          "peers: published figures of other schedulers")
      ->type_name("PAPER");
  command->add_flag("--quick", given.quick, "smaller grids");
  command
      ->add_option(
          "-o,--output", given.output,
          "folder for index.html, ledger.json and ledger.csv; a run that was interrupted continues "
          "there")
      ->type_name("DIR");
  command->footer(
      "Exit status 1: a run proves nothing, since hardware and plan differ or a plan is illegal.\n"
      "A refuted claim is a result and no failure.\n"
      "On many processes: mpirun -n 4 romcast reproduce ... (docs/scale.md)");
  command->callback([&given] {
    given.command = reproduce_claims;
    given.on_ranks = given.ends_apart = true;
  });
}

}  // namespace romcast
