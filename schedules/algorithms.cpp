// SPDX-License-Identifier: Apache-2.0
// The list of all algorithms, and the choice among those that fit a problem.
#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "schedules/algorithm_names.hpp"
#include "schedules/any/any.hpp"
#include "schedules/fat_tree/other_trees.hpp"
#include "schedules/laid_out/laid_out.hpp"
#include "schedules/laid_out/routed.hpp"

namespace romcast {

#define ALGORITHM(function) Algorithm function();
#include "schedules/algorithms.inc"
#undef ALGORITHM

namespace {

bool serves(const Algorithm& algorithm, const Problem& problem) {
  const bool there =
      algorithm.network == any::kAny
          ? any::forwards(*problem.topology)
          : algorithm.network == problem.topology->network() && problem.topology->intact();
  const bool limited = problem.ports.half || problem.topology->uneven_ports();
  const bool fits = algorithm.duplex == Duplex::half   ? problem.ports.half
                    : algorithm.duplex == Duplex::full ? !limited
                                                       : true;
  const bool in_time = algorithm.timed || !problem.topology->timed();
  return there && fits && in_time && algorithm.collective == problem.collective.kind() &&
         std::ranges::find(algorithm.ports, problem.ports.kind) != algorithm.ports.end();
}

std::string logp_names(const Problem& problem) {
  std::string names;
  for (const Algorithm& algorithm : all_algorithms()) {
    if (!serves(algorithm, problem) || !algorithm.logp) continue;
    names += (names.empty() ? "; use " : " or ") + algorithm.name;
  }
  return names;
}

std::string refusal(const Algorithm& algorithm, const Problem& problem) {
  if (problem.timing.logp() && !algorithm.logp) {
    return fmt::format("{} is made for latency 1, overhead 0 and gap 1{}", algorithm.name,
                       logp_names(problem));
  }
  return algorithm.refusal ? algorithm.refusal(problem) : "";
}

bool answers_to(const Algorithm& algorithm, std::string_view name) {
  return algorithm.name == name ||
         std::ranges::find(algorithm.aliases, name) != algorithm.aliases.end();
}

std::string where(const Problem& problem) {
  return fmt::format("{} on `network` {} with `ports` {}", name(problem.collective.kind()),
                     problem.topology->network(), problem.ports.name());
}

// True if `algorithm` replaces `other`, which comes earlier in the list: if only `other` needs
// queues at the receivers or, with equal needs, if both have formulas and `algorithm` has fewer
// cycles.
bool beats(const Algorithm& algorithm, const Algorithm& other, const Problem& problem) {
  if (algorithm.buffered != other.buffered) return other.buffered;
  const auto cycles = algorithm.predict(problem).formula_cycles;
  if (!cycles) return false;
  const auto others = other.predict(problem).formula_cycles;
  return others && *cycles < *others;
}

// The algorithms of algorithms.inc. After them come the versions, for other networks, of algorithms
// for the fully connected network, and the versions, for other trees, of algorithms for fat trees.
std::vector<Algorithm> listed_and_laid_out() {
  std::vector<Algorithm> all{
#define ALGORITHM(function) function(),
#include "schedules/algorithms.inc"
#undef ALGORITHM
  };
  for (std::size_t i = 0, listed = all.size(); i < listed; ++i) {
    for (Algorithm& version : laid_out::versions(all[i])) all.push_back(std::move(version));
    for (Algorithm& version : laid_out::routed_versions(all[i])) all.push_back(std::move(version));
    for (Algorithm& version : other_tree_versions(all[i])) all.push_back(std::move(version));
  }
  return all;
}

using Names = std::vector<std::string>;

void add_once(Names& names, std::string name) {
  if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
}

// Throws the InputError for a problem that no algorithm serves. The error names the ports for which
// the network has the collective or, without such ports, the networks that have the collective.
[[noreturn]] void refuse_collective(const Problem& problem) {
  const std::string network = problem.topology->network();
  const std::string_view collective = name(problem.collective.kind());
  Names ports, networks;
  bool any = false;
  for (const Algorithm& algorithm : all_algorithms()) {
    if (algorithm.collective != problem.collective.kind()) continue;
    algorithm.network == any::kAny ? static_cast<void>(any = true)
                                   : add_once(networks, algorithm.network);
    if (algorithm.network != network) continue;
    for (const Ports::Kind kind : algorithm.ports) {
      add_once(ports, kind == Ports::Kind::several ? "2 or more" : Ports{kind}.name());
    }
  }
  if (!ports.empty()) {
    throw InputError({"ports", problem.ports.name()},
                     fmt::format("no {} on `network` {} is made for it", collective, network),
                     fmt::format("give `ports` {}", one_of(ports)));
  }
  if (any && networks.empty()) {
    throw InputError(
        {"collective", collective}, fmt::format("`network` {} has no algorithm for it", network),
        "networks whose nodes forward have, and what is in a schedule file can be run");
  }
  if (networks.empty()) {
    throw InputError({"collective", collective}, "no network has an algorithm for it");
  }
  throw InputError({"collective", collective},
                   fmt::format("`network` {} has no algorithm for it", network),
                   fmt::format("`network` {} has", one_of(networks)));
}

// Throws the InputError for a name that no algorithm serving the problem has.
[[noreturn]] void refuse_name(std::string_view name, const Problem& problem) {
  const Names names = algorithm_names(problem);
  if (names.empty()) refuse_collective(problem);
  const bool known = std::ranges::any_of(
      all_algorithms(), [&](const Algorithm& algorithm) { return answers_to(algorithm, name); });
  throw InputError({"algorithm", name},
                   fmt::format("{} for {}{}", known ? "not made" : "unknown", where(problem),
                               known ? "" : did_you_mean(name, names)),
                   fmt::format("there is: {}", fmt::join(names, ", ")));
}

}  // namespace

const std::vector<Algorithm>& all_algorithms() {
  static const std::vector<Algorithm> all = listed_and_laid_out();
  return all;
}

std::vector<std::string> algorithm_names(const Problem& problem) {
  Names names;
  for (const Algorithm& algorithm : all_algorithms()) {
    if (serves(algorithm, problem)) add_once(names, algorithm.name);
  }
  return names;
}

const Algorithm& find_algorithm(std::string_view name, const Problem& problem) {
  const bool any = name.empty(), paper = name == "paper";
  std::string reason;
  const Algorithm* best = nullptr;
  for (const Algorithm& algorithm : all_algorithms()) {
    if (!serves(algorithm, problem)) continue;
    if (!((any && !algorithm.copies) || (paper && algorithm.paper) ||
          answers_to(algorithm, name))) {
      continue;  // `copies`: embedded broadcasts, which are slower and so taken only by name
    }
    const std::string refused = refusal(algorithm, problem);
    if (!refused.empty()) {
      if (reason.empty()) reason = refused;  // the best algorithm comes first
    } else if (best == nullptr || (any && beats(algorithm, *best, problem))) {
      best = &algorithm;
    }
  }
  if (best != nullptr) return *best;
  if (reason.empty()) refuse_name(name, problem);
  throw InputError(any ? Given("collective", romcast::name(problem.collective.kind()))
                       : Given("algorithm", name),
                   fmt::format("{}: {}", any ? "nothing fits here" : "does not fit here", reason));
}

std::string option_value(const Algorithm& algorithm, const Options& options,
                         std::string_view name) {
  if (const auto given = options.find(name); given != options.end()) return given->second;
  for (const AlgorithmOption& option : algorithm.options) {
    if (option.name == name) return option.values.front();
  }
  return "";
}

}  // namespace romcast
