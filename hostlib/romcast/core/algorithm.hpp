// SPDX-License-Identifier: Apache-2.0
// An algorithm turns a problem into a plan and predicts its cost.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// Values of the options that algorithms declare themselves.
using Options = std::map<std::string, std::string, std::less<>>;

/// The part of a search that one of several ranks makes; each makes attempts of its own.
struct SearchShare {
  unsigned number = 0, of = 1;
};

struct Problem {
  std::shared_ptr<const Topology> topology;
  Collective collective;
  Ports ports;
  Options options;
  Timing timing{};
  SearchShare share{};
};

/// What the literature says about the cost of a run. Figures in cycles; absent ones are nullopt or
/// empty.
struct Theory {
  std::optional<std::uint64_t> formula_cycles{};  ///< of this algorithm, corrected where needed
  std::string formula_source{};
  std::optional<std::uint64_t> lower_bound{};  ///< of any algorithm for this problem
  std::string lower_bound_source{};
  bool lower_bound_attained = false;  ///< some schedule takes no more, so others are not optimal
  /// The plan takes as few cycles as any schedule can; nothing if it is not known.
  std::optional<bool> optimal{};
  std::string optimal_by{};                     ///< "bound" or "solver", if optimal
  std::optional<std::uint64_t> item_delay{};    ///< from an item's first send to its last reception
  std::optional<std::uint64_t> paper_cycles{};  ///< as printed, where that differs
  std::string erratum{};                        ///< what is wrong with the printed figure
  /// Rounds of the same algorithm on the fully connected network that it was made for.
  std::optional<std::uint64_t> complete_rounds{};
};

enum class Control { rule, rom };

/// A schedule, and what is known of it beside its hops.
struct Plan {
  OpenSchedule open{};
  OpenPart open_part{};  ///< if a part is less work; it has hops in each cycle, if it has nodes
  /// Local rules that make it, if it has any (else only a ROM can run it): TreeRules, StarRules,
  /// CompleteRules. Symmetric schedules in the terms of any node: RelativeProgram; schedules in
  /// blocks: LogpProgram.
  Hints hints{};
  /// Lower bound that the search proved: no schedule has fewer cycles. 0: none.
  std::uint64_t proved_bound = 0;
  std::string proved_source{};
  bool proved_by_solver = false;
  std::string note{};  ///< how it was made, and why; a line of the report
};

struct AlgorithmOption {
  std::string name;                 ///< long name without dashes
  std::vector<std::string> values;  ///< allowed ones, the default first
  std::string help;
  /// Any text, which the algorithm reads itself; `values` is the default alone.
  bool free = false;
};

struct Algorithm {
  std::string name{};
  std::vector<std::string> aliases{};  ///< the paper's own names
  std::string network{};               ///< "any": all whose nodes forward for each other
  CollectiveKind collective{};
  std::vector<Ports::Kind> ports{};  ///< port models it is made for
  std::string summary{};
  std::string source{};
  bool paper = false;  ///< the founding paper's own; `--algorithm paper` takes the first of these
  Control default_control = Control::rule;  ///< when --control is not given
  /// Takes other timings than the rounds (Timing::logp); else they are refused.
  bool logp = false;
  /// Made for processors with a queue for what arrives: the plan is for Timing::buffered.
  bool buffered = false;
  /// Every processor's copy of a broadcast is a message of its own (Collective::copied).
  bool copies = false;
  /// Slots per queue without which it does not work at all.
  std::uint32_t least_queue_depth = 1;
  std::vector<AlgorithmOption> options{};
  /// Reason why it cannot solve this problem, empty if it can. (Network, collective and ports have
  /// been checked already.)
  std::function<std::string(const Problem&)> refusal{};
  std::function<Plan(const Problem&)> build{};
  /// Summations: most operands that can be added within a number of cycles (`--time`).
  std::function<std::uint64_t(const Problem&, Cycle)> operands_in{};
  /// Formulas and bounds of the literature; empty if not given.
  std::function<Theory(const Problem&)> predict = [](const Problem&) { return Theory{}; };
};

/// All algorithms; within one network, collective and port model the best comes first as a rule.
const std::vector<Algorithm>& all_algorithms();

/// Looks an algorithm up by name or alias, or the best ("") or the paper's own ("paper") that fits.
/// Throws InputError naming what was found and what is there.
const Algorithm& find_algorithm(std::string_view name, const Problem& problem);

/// Value of a declared option, its default if absent.
std::string option_value(const Algorithm& algorithm, const Options& options, std::string_view name);

}  // namespace romcast
