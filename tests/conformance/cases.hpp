// SPDX-License-Identifier: Apache-2.0
// Scenarios of conformance tests: the algorithms of romcast on the networks of a grid.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "apps/scenario.hpp"

namespace romcast::test {

/// A network of a grid: the value of `--network` and the options of that network.
struct Network {
  std::string name = "fat-tree";
  Options options{};
};

/// Fat trees whose capacities are constant, exponential, about the square root of the leaves below,
/// or 1 except at the top; equal trees once.
std::vector<Network> fat_trees(unsigned arity, unsigned height);

/// The star graph of this many symbols.
Network star_graph(unsigned symbols);

/// Fully connected networks of these numbers of processors.
std::vector<Network> complete_networks(const std::vector<unsigned>& processors);

/// The dimensions of a test. `all_options`: each value of each option of an algorithm is also tried
/// (free text: a few, or none). Timings other than Timing{} are tried only on direct networks;
/// `port_counts` are for counted ports. Without `collective`, all collectives are tried.
struct Grid {
  std::vector<Network> networks;
  std::vector<std::uint32_t> messages{1};
  bool all_options = true;
  std::vector<Timing> timings{Timing{}};
  std::vector<std::uint32_t> port_counts{2};
  std::optional<CollectiveKind> collective{};
  /// Broadcasts with separate copies (Algorithm::copies) are tried only on networks with at most
  /// this many processors, since there are many such algorithms, which differ only in the order of
  /// sends.
  std::size_t copies_up_to = 0;
};

/// All pairs of these start-ups and times per message.
std::vector<Timing> timings(const std::vector<std::uint32_t>& startups,
                            const std::vector<std::uint32_t>& per_message);

/// All scenarios of a grid that an algorithm accepts: algorithms x port models x options x messages
/// x timings x sources (the first processor and another one).
std::vector<Scenario> scenarios(const Grid& grid);

/// "NETWORK COLLECTIVE ALGORITHM" of every scenario, to detect missing ones.
std::set<std::string> covered(const std::vector<Scenario>& scenarios);
/// Such a line for each algorithm of one network.
std::set<std::string> algorithms_of(const std::string& network);

/// One line that identifies the scenario, in the syntax of the command line.
std::string describe(const Scenario& scenario);

/// True for the algorithms of fat trees that keep no message waiting, by a list of their names.
bool promises_no_waiting(const Algorithm& algorithm);

}  // namespace romcast::test
