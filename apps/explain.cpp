// SPDX-License-Identifier: Apache-2.0
#include "apps/explain.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "apps/figures.hpp"
#include "apps/picture.hpp"
#include "apps/terminal_text.hpp"
#include "claims/ledger.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "schedules/algorithm.hpp"

namespace romcast {
namespace {

constexpr std::size_t kIndent = 12;

std::string entry(const std::string& heading, const std::string& text, std::size_t columns) {
  return fmt::format("{:<{}}", heading, kIndent) + filled(text, kIndent, kIndent, columns);
}

// The smallest machines on which an algorithm may be seen at work.
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

std::optional<Resolved> resolved(const std::string& options) {
  try {
    return resolve(scenario_of(options));
  } catch (const InputError&) {
    return std::nullopt;  // too small for it
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
  text += entry("does", algorithm.summary, columns);
  text += entry("source", algorithm.source, columns);
  if (!algorithm.aliases.empty()) {
    text += entry("also called", fmt::format("{}", fmt::join(algorithm.aliases, ", ")), columns);
  }
  for (const AlgorithmOption& option : algorithm.options) {
    text += entry("option", fmt::format("--{}: {}", option.name, option.help), columns);
  }
  for (const std::string& instance : instances(algorithm)) {
    const auto small = resolved(instance);
    if (!small) continue;
    const Problem& problem = small->problem;
    text += entry("example", "romcast run " + instance, columns);
    text += theory_entries(algorithm.predict(problem), columns);
    const Plan plan = algorithm.build(problem);
    return text + '\n' + picture(*problem.topology, problem.collective, plan.open, {columns, 60});
  }
  return text;
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
  if (claim.corrected) {
    text += entry("corrected",
                  formula(claim.corrected_relation.value_or(claim.relation), claim.corrected_text),
                  columns);
  }
  const std::vector<claims::Point> points = claim.grid(claims::Effort::quick);
  if (!points.front().runs.empty()) {
    text += entry("example",
                  fmt::format("{}: romcast {}", claims::describe(points.front().at),
                              claims::shown(points.front().runs.front())),
                  columns);
  }
  return text + entry("judge it", "romcast reproduce " + claim.id, columns);
}

}  // namespace

std::string explain(const std::string& name, std::size_t columns) {
  std::string text;
  for (const Algorithm& algorithm : all_algorithms()) {
    const bool called = algorithm.name == name ||
                        std::ranges::find(algorithm.aliases, name) != algorithm.aliases.end();
    if (called) text += (text.empty() ? "" : "\n") + explain_algorithm(algorithm, columns);
  }
  std::vector<std::string> known;
  for (const Algorithm& algorithm : all_algorithms()) known.push_back(algorithm.name);
  for (const claims::Paper& paper : claims::all_papers()) {
    for (const claims::Claim& claim : paper.claims) {
      if (claim.id == name) return explain_claim(paper, claim, columns);
      known.push_back(claim.id);
    }
  }
  if (!text.empty()) return text;
  throw InputError(fmt::format(
      "{}: no such algorithm or claim{}; see romcast list algorithms, romcast list claims", name,
      did_you_mean(name, known)));
}

}  // namespace romcast
