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

/// Up to four different fat trees. Capacity of a channel above n leaves, by tree: always 1; n;
/// about sqrt(n); n at the top level and 1 at all others.
std::vector<Network> fat_trees(unsigned arity, unsigned height);

/// The star graph of this many symbols.
Network star_graph(unsigned symbols);

/// Fully connected networks of these numbers of processors.
std::vector<Network> complete_networks(const std::vector<unsigned>& processors);

/// The values that scenarios() combines. `all_options`: besides the defaults, one option of the
/// algorithm at a time takes each of its other values (free text: a few values, or none). Timings
/// other than Timing{} are tried only on direct networks. `port_counts`: values of K for the port
/// model K. Without `collective`, all collectives are tried.
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

/// All combinations of the grid's networks, their algorithms, port models, options, numbers of
/// messages, timings and, if the collective has a source, two sources (the first processor and
/// another one), without those combinations that the algorithm refuses.
std::vector<Scenario> scenarios(const Grid& grid);

/// "NETWORK COLLECTIVE ALGORITHM" of every scenario, to detect missing ones.
std::set<std::string> covered(const std::vector<Scenario>& scenarios);
/// "NETWORK COLLECTIVE ALGORITHM" of every algorithm of the network.
std::set<std::string> algorithms_of(const std::string& network);

/// The scenario as options of the command line, in one line: network and algorithm with their own
/// options, ports, collective, source and messages and, if given, start-up and time per message,
/// and queue depth; no other option of the scenario.
std::string describe(const Scenario& scenario);

/// True if the algorithm is in a fixed list of fat-tree algorithms that keep no message waiting.
bool promises_no_waiting(const Algorithm& algorithm);

}  // namespace romcast::test
