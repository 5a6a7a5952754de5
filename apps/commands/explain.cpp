// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <string>

#include "apps/commands/command_line.hpp"
#include "apps/option_words.hpp"
#include "apps/options.hpp"
#include "apps/scenario.hpp"
#include "apps/terminal.hpp"
#include "claims/ledger.hpp"
#include "romcast/core/algorithm.hpp"
#include "romcast/core/collective.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/networks/network_expression.hpp"
#include "romcast/support/text_columns.hpp"
#include "romcast/view/picture.hpp"
#include "schedules/explained/facts.hpp"

namespace romcast {
namespace {

constexpr std::size_t kIndent = 12;

std::string entry(const std::string& heading, const std::string& text, std::size_t columns) {
  return fmt::format("{:<{}}", heading, kIndent) + filled(text, kIndent, kIndent, columns);
}

// Options of small machines on which the algorithm may run, in the order in which they are tried.
std::vector<std::string> instances(const Algorithm& algorithm) {
  const std::string what = fmt::format(" -c {} -a {}", name(algorithm.collective), algorithm.name);
  std::vector<std::string> networks;
  if (algorithm.network == "fat-tree") networks = {"-n fat-tree -k 2 -H 2"};
  if (algorithm.network == "star") networks = {"-n star --symbols 3"};
  if (algorithm.network == "hypercube") networks = {"-n hypercube --dimensions 2"};
  if (algorithm.network == "torus") networks = {"-n torus --dims 3x3"};
  if (algorithm.network == "complete") {
    const std::string logp = algorithm.logp ? " --latency 3" : "";
    for (const char* size : {"5 --messages 3", "4 --messages 3", "4", "9 --messages 3", "14"}) {
      networks.push_back(fmt::format("-n complete{} --processors {}", logp, size));
    }
    networks.push_back("-n complete --latency 3 --processors 4 --operands 9");
  }
  if (networks.empty()) networks = {"-n ring --processors 5", "-n hypercube --dimensions 2"};
  std::vector<std::string> all;
  for (const std::string& network : networks) {
    for (const Ports::Kind kind : algorithm.ports) {
      all.push_back(network + what + " -p " +
                    Ports{kind, kind == Ports::Kind::several ? 2U : 0U}.name());
    }
  }
  return all;
}

std::optional<Job> job(const std::string& options) {
  try {
    return resolve(scenario_of(options));
  } catch (const InputError&) {
    return std::nullopt;  // e.g. the machine is too small
  }
}

std::string theory_entries(const Theory& theory, std::size_t columns) {
  std::string text;
  if (theory.formula_cycles) {
    text += entry(
        "formula",
        fmt::format("{}: {}", counted(*theory.formula_cycles, "cycle"), theory.formula_source),
        columns);
  }
  if (theory.lower_bound) {
    text += entry(
        "bound",
        fmt::format("{}: {}", counted(*theory.lower_bound, "cycle"), theory.lower_bound_source),
        columns);
  }
  if (!theory.erratum.empty()) text += entry("erratum", theory.erratum, columns);
  return text;
}

// Demonstrates an algorithm: theory, the papers' figures, and the schedule.
std::string shown(const Algorithm& algorithm, const Problem& problem, std::size_t columns) {
  std::string text = theory_entries(algorithm.predict(problem), columns);
  const Plan plan = algorithm.build(problem);
  for (const Fact& fact : facts_of(algorithm, problem, plan)) {
    text += entry(fact.heading, fact.text, columns);
  }
  if (!plan.open) return text;
  return text + '\n' + picture(*problem.topology, problem.collective, plan.open, {columns, 60});
}

// Demonstrates the algorithm on the first of instances() on which it runs.
std::string example(const Algorithm& algorithm, std::size_t columns) {
  for (const std::string& instance : instances(algorithm)) {
    const auto small = job(instance);
    if (!small) continue;
    return entry("example", "romcast run " + instance, columns) +
           shown(algorithm, small->problem, columns);
  }
  return "";
}

std::string explain_algorithm(const Algorithm& algorithm, std::size_t columns) {
  std::vector<std::string> ports;
  for (const Ports::Kind kind : algorithm.ports) ports.push_back(Ports{kind}.name());
  std::string text = entry("algorithm", algorithm.name, columns);
  text += entry("for",
                fmt::format("{} on {}, ports {}", name(algorithm.collective),
                            algorithm.network == "any" ? "any network whose nodes forward"
                                                       : algorithm.network,
                            fmt::join(ports, ", ")),
                columns);
  text += entry("does", with_options(algorithm.summary), columns);
  text += entry("source", algorithm.source, columns);
  if (!algorithm.aliases.empty()) {
    text += entry("also called", fmt::format("{}", fmt::join(algorithm.aliases, ", ")), columns);
  }
  for (const AlgorithmOption& option : algorithm.options) {
    text += entry("option", fmt::format("--{}: {}", option.name, option.help), columns);
  }
  return text;
}

constexpr std::size_t kMostPoints = 80;

// Lists values of a claim's printed formula, each after the sizes that vary: "n=4: 190, ..". The
// points are those of `claim.curve` if a point of the claim's grid needs runs of romcast, else
// those of the grid. On the grid, the measured value follows in brackets if the formula fails.
// Empty if there are no points, or more than kMostPoints.
std::string points_of_claim(const claims::Paper& paper, const claims::Claim& claim,
                            std::size_t columns) {
  const std::vector<claims::Point> points = claim.grid(claims::Effort::quick);
  const bool runs = std::ranges::any_of(points, [](const auto& p) { return !p.runs.empty(); });
  const std::vector<claims::Trial> trials =
      runs ? claims::curve_of(claim, claims::Effort::quick)
           : claims::judge(paper, claim, claims::Effort::quick, {}).trials;
  if (trials.empty() || trials.size() > kMostPoints) return "";
  std::string text;
  for (const claims::Trial& trial : trials) {
    claims::Sizes at = trial.at;
    std::erase_if(at, [&](const auto& size) {
      return trials.size() > 1 && std::ranges::all_of(trials, [&](const claims::Trial& other) {
               return std::ranges::find(other.at, size) != other.at.end();
             });
    });
    text += fmt::format("{}{}: {:.4g}", text.empty() ? "" : ", ", claims::describe(at),
                        trial.printed.value_or(0));
    if (trial.measured && !trial.printed_holds) text += fmt::format(" ({:.4g})", *trial.measured);
  }
  return entry("at", text + (runs ? "" : "; in brackets what is measured, where it differs"),
               columns);
}

std::string explain_claim(const claims::Paper& paper, const claims::Claim& claim,
                          std::size_t columns) {
  const auto formula = [](claims::Relation relation, const std::string& of) {
    return fmt::format("{} {}", claims::sign(relation), of);
  };
  std::string text = entry("claim", claim.id, columns);
  text += entry("source", fmt::format("{}; {}", paper.reference, claim.place), columns);
  text += entry("says", claim.statement, columns);
  if (!claim.grid) return text + entry("not tested", claim.untestable, columns);
  if (!claim.tried.empty()) text += entry("tried", claim.tried, columns);
  text += entry("printed", formula(claim.relation, claim.printed_text), columns);
  if (claim.reconstructed)
    text += entry("", "reconstructed: the scan of the paper has lost it", columns);
  if (claim.corrected) {
    text += entry("corrected",
                  formula(claim.corrected_relation.value_or(claim.relation), claim.corrected_text),
                  columns);
  }
  if (!claim.why.empty()) text += entry("why", claim.why, columns);
  const std::vector<claims::Point> points = claim.grid(claims::Effort::quick);
  if (!points.front().runs.empty()) {
    text += entry("example",
                  fmt::format("{}: romcast {}", claims::describe(points.front().at),
                              claims::shown(points.front().runs.front())),
                  columns);
  }
  text += points_of_claim(paper, claim, columns);
  text += entry("judge it", "romcast reproduce " + claim.id, columns);
  return claim.drawing ? text + '\n' + claim.drawing() : text;
}

bool called(const Algorithm& algorithm, const std::string& name) {
  return algorithm.name == name ||
         std::ranges::find(algorithm.aliases, name) != algorithm.aliases.end();
}

// An instance to demonstrate: a scenario, and which of its options the user gave.
struct Instance {
  Scenario scenario{};
  bool collective = false, network = false, ports = false;
};

// Throws InputError if the network is an expression that is malformed.
bool fits(const Algorithm& algorithm, const Instance& instance) {
  const Scenario& scenario = instance.scenario;
  if (instance.collective && find_collective(scenario.collective) != algorithm.collective) {
    return false;
  }
  if (!instance.network || algorithm.network == "any") return true;
  // An expression may be a single family.
  const bool expression = is_expression(scenario.network);
  return algorithm.network == (expression ? network_of(scenario)->network() : scenario.network);
}

// A job with the algorithm. Options that the user did not give get values that the algorithm
// supports.
Job on_instance(const Algorithm& algorithm, const Instance& instance) {
  Scenario scenario = instance.scenario;
  scenario.algorithm = algorithm.name;
  if (!instance.collective) scenario.collective = name(algorithm.collective);
  if (!instance.network && algorithm.network != "any") scenario.network = algorithm.network;
  if (!instance.ports) {
    const Ports::Kind kind = algorithm.ports.front();
    scenario.ports = Ports{kind, kind == Ports::Kind::several ? 2U : 0U}.name();
  }
  return resolve(scenario);
}

// Explains an algorithm or a claim. Without an instance, algorithms are demonstrated on small
// machines. Throws InputError if the name is unknown, if the algorithm does not fit the instance,
// or if an instance is given with a claim.
std::string explain(const std::string& name, const std::optional<Instance>& instance,
                    std::size_t columns) {
  std::vector<std::string> known;
  std::string text, refusal;
  for (const Algorithm& algorithm : all_algorithms()) {
    known.push_back(algorithm.name);
    if (!called(algorithm, name)) continue;
    if (!instance) {
      text += (text.empty() ? "" : "\n") + explain_algorithm(algorithm, columns) +
              example(algorithm, columns);
    } else {
      try {
        if (!fits(algorithm, *instance)) continue;
        const Job found = on_instance(algorithm, *instance);
        // Algorithms for any network need links with fixed receivers; a crossbar has no such links.
        if (algorithm.network == "any" && found.problem.topology->crossbar()) continue;
        text += (text.empty() ? "" : "\n") + explain_algorithm(algorithm, columns) +
                shown(algorithm, found.problem, columns);
      } catch (const InputError& error) {
        if (refusal.empty()) refusal = error.what();
      }
    }
  }
  if (!text.empty()) return text;
  if (!refusal.empty()) throw InputError(refusal);
  for (const claims::Paper& paper : claims::all_papers()) {
    for (const claims::Claim& claim : paper.claims) {
      if (claim.id == name && instance) {
        throw InputError(
            fmt::format("{}: a claim has sizes of its own; leave the options out", name));
      }
      if (claim.id == name) return explain_claim(paper, claim, columns);
      known.push_back(claim.id);
    }
  }
  if (std::ranges::any_of(all_algorithms(), [&](const Algorithm& a) { return called(a, name); })) {
    throw InputError(
        fmt::format("{}: not for this network and collective; romcast explain {} says "
                    "for which",
                    name, name));
  }
  throw InputError(fmt::format(
      "{}: no such algorithm or claim{}; see romcast list algorithms, romcast list claims", name,
      did_you_mean(name, known)));
}

std::optional<Instance> instance_of(const Scenario& scenario) {
  const Options& given = scenario.given;
  if (given.empty()) return std::nullopt;
  if (given.contains("algorithm")) {
    throw InputError(fmt::format(
        "--algorithm {}: the argument of romcast explain is the algorithm; leave it out",
        scenario.algorithm));
  }
  return Instance{scenario, given.contains("collective"), given.contains("network"),
                  given.contains("ports")};
}

}  // namespace

void add_explain(CLI::App& app, CommandLine& given) {
  CLI::App* command = app.add_subcommand(
      "explain",
      "Tell of an algorithm or a claim: source, formula, erratum, what the papers count in an "
      "instance of it, a small drawing");
  command->add_option("what", given.what, "an algorithm (romcast list algorithms) or a claim")
      ->required();
  add_scenario_options(*command, given.scenario);
  command->footer(
      "Examples: romcast explain trees-thm5\n"
      "          romcast explain fibonacci --processors 22 --degree 3 --messages 3\n"
      "          romcast explain optimal-tree --processors 8 --latency 6 --overhead 2 --gap 4");
  command->callback([&given] {
    given.command = [](const CommandLine& asked) {
      print(explain(asked.what, instance_of(asked.scenario),
                    std::min<std::size_t>(output_columns(), 100)));
      return kPass;
    };
  });
}

}  // namespace romcast
