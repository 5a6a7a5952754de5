// SPDX-License-Identifier: Apache-2.0
// Every algorithm of the list on every network of a grid: what all conformance tests run over.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "apps/scenario.hpp"

namespace romcast::test {

/// A network of a grid, as options of `--network`.
struct Network {
  std::string name = "fat-tree";
  Options options{};
};

/// Fat trees of arity k and height h with every kind of capacities that differ there: constant,
/// exponential, about the square root of the leaves below, one wide branch at the top.
std::vector<Network> fat_trees(unsigned arity, unsigned height);

/// The star graph of so many symbols.
Network star_graph(unsigned symbols);

/// Fully connected networks of so many processors each.
std::vector<Network> complete_networks(const std::vector<unsigned>& processors);

/// What a test calls for: the networks, the numbers of messages, whether each value of an
/// algorithm's own options gets a run of its own (of options that take any text: some values),
/// how long packets take where they may take different times, how many ports there are where they
/// are counted, and of which collective (all if absent).
struct Grid {
  std::vector<Network> networks;
  std::vector<std::uint32_t> messages{1};
  bool all_options = true;
  std::vector<Timing> timings{Timing{}};
  std::vector<std::uint32_t> port_counts{2};
  std::optional<CollectiveKind> collective{};
  /// Most processors for broadcasts that are laid out hop by hop: many, which differ in their order
  /// only.
  std::size_t copies_up_to = 0;
};

/// Every start-up of these beside every time per message of those.
std::vector<Timing> timings(const std::vector<std::uint32_t>& startups,
                            const std::vector<std::uint32_t>& per_message);

/// All scenarios of a grid: every algorithm x port model x network x messages x source (the first
/// processor and another one) x timing that fits.
std::vector<Scenario> scenarios(const Grid& grid);

/// "NETWORK COLLECTIVE ALGORITHM" of every scenario, to see that none is missing.
std::set<std::string> covered(const std::vector<Scenario>& scenarios);
/// The same for all algorithms of one network.
std::set<std::string> algorithms_of(const std::string& network);

/// One line that says which scenario it is, as one would type it.
std::string describe(const Scenario& scenario);

/// Algorithms of a network that make a message wait nowhere.
bool promises_no_waiting(const Algorithm& algorithm);

}  // namespace romcast::test
