// SPDX-License-Identifier: Apache-2.0
#include "apps/reproduce.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "apps/commands/command_line.hpp"
#include "apps/files.hpp"
#include "apps/terminal.hpp"
#include "claims/ledger/peer_tables.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/standard_streams.hpp"

namespace romcast {
namespace {

bool asks_for_peers(const std::string& name) { return name.starts_with(kPeers); }

// Compares romcast with published figures of other schedulers; returns the exit status. Throws
// InputError if the user asks for claims of the papers, too, or if there are several ranks.
int compare_with_peers(CommandLine& given) {
  if (!std::ranges::all_of(given.papers, asks_for_peers)) {
    throw InputError("peers: figures of others stand apart from papers; ask for one of both");
  }
  if (given.ranks->several()) throw InputError("peers: they are compared on one rank");
  const ReproduceOptions options{
      .wanted = given.papers, .folder = given.output, .progress = steady_progress()};
  const std::vector<claims::PeerResult> results = reproduce_peers(options);
  clear_progress();
  if (!given.output.empty()) {
    const std::filesystem::path place(given.output);
    write_json(place / "peers.json", claims::peers_json(results));
    write_file(place / "peers.csv", claims::peers_csv(results));
    forget_runs(options);
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
  given.rank_lost = done.rank_lost;
  clear_progress();
  show_ledger(done.entries, options);
  const std::string fault = fault_of(done.entries);
  return fault.empty() ? kPass : fail({fault});
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
