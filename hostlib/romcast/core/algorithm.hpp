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

/// Values of the options that algorithms declare.
using Options = std::map<std::string, std::string, std::less<>>;

/// A rank's share of a search. `of`: the number of ranks; `number`: the rank, from 0. Each rank
/// makes different attempts.
struct SearchShare {
  unsigned number = 0, of = 1;
};

/// Words of a frame that must keep the slots and paths that they have in another schedule of the
/// same network.
struct KeptWords {
  Cycle period = 0;
  std::vector<Hop> hops;  ///< in order of time; messages are those of the problem
};

struct Problem {
  std::shared_ptr<const Topology> topology;
  Collective collective;
  Ports ports;
  Options options;
  Timing timing{};
  SearchShare share{};
  /// For periodic schedules; nullptr: every word may move.
  std::shared_ptr<const KeptWords> kept{};

  /// True if nodes keep messages in queues. Nodes have none if they combine messages
  /// (Collective::by_nodes); a crossbar's processors have one each if Timing::buffered is set.
  [[nodiscard]] bool has_queues() const {
    return !collective.by_nodes() && (!topology->crossbar() || timing.buffered);
  }
  /// True if the queues are stores, which messages leave in any order.
  [[nodiscard]] bool has_stores() const {
    return !collective.by_nodes() && topology->direct() && !topology->crossbar();
  }
};

/// Costs of a run according to the literature. Figures are in cycles; unknown ones are nullopt or
/// empty.
struct Theory {
  std::optional<std::uint64_t> formula_cycles{};  ///< of this algorithm, errata corrected
  std::string formula_source{};
  std::optional<std::uint64_t> lower_bound{};  ///< of any algorithm for this problem
  std::string lower_bound_source{};
  /// True if some schedule attains the bound, so that slower ones are not optimal.
  bool lower_bound_attained = false;
  /// True if no schedule has fewer cycles than the plan; nullopt if unknown.
  std::optional<bool> optimal{};
  std::string optimal_by{};                   ///< "bound" or "solver", if optimal
  std::optional<std::uint64_t> item_delay{};  ///< from an item's first send to its last reception
  /// The cycles that the paper prints, if the number is wrong or only an upper bound.
  std::optional<std::uint64_t> paper_cycles{};
  std::string erratum{};                        ///< error in the printed figure
  std::optional<std::uint64_t> period_bound{};  ///< for periodic schedules: no period is shorter
  std::string period_bound_source{};
  /// Rounds of the same algorithm on the fully connected network, for which it was designed.
  std::optional<std::uint64_t> complete_rounds{};
};

/// The ports that an algorithm supports: full-duplex, half-duplex, or both. `full` excludes
/// networks whose port limits differ between nodes (Topology::uneven_ports); `half` and `both`
/// obey such limits.
enum class Duplex { full, half, both };
enum class Control { rule, rom };

/// Rates for many messages: each source (or each pair of processors) sends `messages` messages in
/// `cycles` cycles. In `reached`, `cycles` is the time that the busiest channel needs for its hops.
struct Rate {
  struct Ratio {
    std::uint64_t messages = 0, cycles = 0;
  };
  Ratio reached{};
  Ratio bound{};              ///< no schedule has a higher rate; 0 cycles: unknown
  std::string certificate{};  ///< proof of the bound in words, with checked numbers
  /// Data of the proof: the nodes of a set that messages must enter, or channels, each with its
  /// length.
  std::vector<std::string> witness{};
};

/// A schedule, and the knowledge about it beyond its hops.
struct Plan {
  OpenSchedule open{};
  /// Opens only the hops of owned nodes; empty unless these are cheaper to compute than all hops.
  /// Each node of a plan with open_part sends or receives in every cycle in which the plan has
  /// hops.
  OpenPart open_part{};
  /// Other forms of the schedule: local rules that produce it (TreeRules, StarRules or
  /// CompleteRules), the program that all nodes of a symmetric schedule share (RelativeProgram), or
  /// a broadcast in terms of blocks of processors (LogpProgram). Here is also the bound of a
  /// periodic schedule's period (PeriodBound). A schedule without rules needs ROMs.
  Hints hints{};
  /// Lower bound that the search proved: no schedule has fewer cycles. 0: no bound was proved.
  std::uint64_t proved_bound = 0;
  std::string proved_source{};
  bool proved_by_solver = false;
  std::string note{};  ///< how and why the plan was made; a line of the report
  std::optional<Rate> rate{};
  std::optional<Period> period{};  ///< set if the schedule is one frame of many
};

struct AlgorithmOption {
  std::string name;                 ///< long name without dashes
  std::vector<std::string> values;  ///< allowed values, the default first
  std::string help;
  /// Free text, parsed by the algorithm; `values` holds only the default.
  bool free = false;
  /// The JSON scenario has the option twice: under its name with underscores instead of dashes, and
  /// as text under `name` itself, an older key.
  bool dashed_alias = false;
};

struct Algorithm {
  std::string name{};
  std::vector<std::string> aliases{};  ///< the paper's own names
  std::string network{};               ///< "any": all networks with forwarding nodes
  CollectiveKind collective{};
  std::vector<Ports::Kind> ports{};  ///< supported port models
  std::string summary{};
  std::string source{};
  /// From one of the five papers whose claims are tested (claims/); `--algorithm paper` takes the
  /// first such algorithm that fits the problem.
  bool paper = false;
  Control default_control = Control::rule;  ///< when --control is not given
  /// Accepts timings of LogP machines (Timing::logp), which are refused otherwise.
  bool logp = false;
  /// Designed for processors with input queues: the plan is for Timing::buffered.
  bool buffered = false;
  Duplex duplex = Duplex::full;
  bool timed = false;  ///< accepts links with times (Topology::timed), which are refused otherwise
  /// Each processor's copy of a broadcast message has its own number (Collective::copied).
  bool copies = false;
  /// Minimum number of slots per queue with which the algorithm works.
  std::uint32_t least_queue_depth = 1;
  std::vector<AlgorithmOption> options{};
  /// Reason why the algorithm cannot solve this problem, empty if it can. (Network, collective and
  /// ports have been checked already.)
  std::function<std::string(const Problem&)> refusal{};
  std::function<Plan(const Problem&)> build{};
  /// Summations: maximum number of operands that can be added within a number of cycles (`--time`).
  std::function<std::uint64_t(const Problem&, Cycle)> operands_in{};
  /// Formulas and bounds of the literature; empty if not given.
  std::function<Theory(const Problem&)> predict = [](const Problem&) { return Theory{}; };
};

/// All algorithms; usually sorted best first for each network, collective and port model.
const std::vector<Algorithm>& all_algorithms();

/// The first algorithm of this name or alias that fits the problem; for "", the best algorithm
/// without Algorithm::copies that fits; for "paper", the first with Algorithm::paper that fits.
/// Throws InputError if none fits: with the first candidate's reason or, if no candidate is for the
/// problem's network, collective and ports, with the algorithms, ports or networks to choose from.
const Algorithm& find_algorithm(std::string_view name, const Problem& problem);

/// Value of a declared option, its default if absent.
std::string option_value(const Algorithm& algorithm, const Options& options, std::string_view name);

}  // namespace romcast
