// SPDX-License-Identifier: Apache-2.0
// Converts bandwidths and latencies of links, as data sheets state them, into cycles.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "romcast/networks/graph_network.hpp"

namespace romcast {

/// The options of links: bandwidth and latency (each one value, or a comma-separated value for each
/// dimension), bytes of a message, duration of a cycle.
inline constexpr const char* kBandwidth = "bandwidth";
inline constexpr const char* kLatency = "latency";
inline constexpr const char* kChunk = "chunk";
inline constexpr const char* kCycle = "cycle";
/// The attribute of a node in a file: a time that is added to the latency of each message that a
/// processor sends or receives, or that a switch forwards.
inline constexpr const char* kOverhead = "overhead";

/// Looks up an option by its name; nullopt if it was not given.
using LinkOption = std::function<std::optional<std::string>(std::string_view)>;

/// The same network with the times that the four options of links set; `whole`, a pointer to
/// `network`, if none of these options is given. Throws InputError for invalid values.
std::shared_ptr<const Topology> with_link_times(const GraphNetwork& network,
                                                const LinkOption& option,
                                                std::shared_ptr<const Topology> whole);
/// The results of set_link_times, besides the times of edges.
struct LinkTimesSet {
  NetworkOptions options{};  ///< those that were given
  std::vector<std::string> notes{};
  double cycle_seconds = 0;  ///< 0: unknown
};
/// Sets the times of edges from their speeds (Graph::Edge::speed); the options supply the values
/// that a speed lacks. Throws InputError.
LinkTimesSet set_link_times(Graph& graph, std::vector<LinkSpeed> speeds, const LinkOption& option);

/// Throws InputError that names the attribute whose text is not valid, or `overhead` if the
/// latency and the overheads mix seconds and cycles. A bandwidth is in bytes or bits per second
/// (25GB/s, 400Gbit/s) or messages per cycle (1/4); a latency or overhead in seconds (0.7us) or
/// cycles (2cycles). Texts may be empty.
void check_speed(const LinkSpeed& speed);
/// A text that is equal for speeds with equal values: 1us and 1000ns.
std::string value_text(const LinkSpeed& speed);

}  // namespace romcast
