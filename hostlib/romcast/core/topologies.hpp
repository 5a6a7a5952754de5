// SPDX-License-Identifier: Apache-2.0
// The registry of topologies. Each line of networks/networks.inc adds a family of graphs.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/topology.hpp"

namespace romcast {

/// The option that lists broken links and nodes.
inline constexpr const char* kWithout = "without";
/// The option that names a node: if broken links or nodes split the network, the part with this
/// node is kept.
inline constexpr const char* kPart = "part";

/// Options of graph files: which attributes mean role and lanes, whether ignored attributes are
/// errors, and the order of the processors.
inline constexpr const char* kMap = "map";
inline constexpr const char* kStrict = "strict";
inline constexpr const char* kPlace = "place";

/// Looks up a network option by its long name, e.g. "arity"; nullopt if it was not given.
using OptionLookup = std::function<std::optional<std::string>(std::string_view)>;

struct NetworkOption {
  std::string name;  ///< long name without dashes
  std::string help;
  std::string default_value;  ///< empty: there is no default
  bool may_lack = false;      ///< the network can be built without the option
};

struct TopologyEntry;

/// The options that were given for a network, with the defaults of its entry. text() and number()
/// throw InputError if an option has neither a value nor a default.
class GivenValues {
 public:
  GivenValues(const TopologyEntry& entry, const OptionLookup& option)
      : entry_(entry), option_(option) {}
  [[nodiscard]] std::string text(std::string_view name) const;
  /// text() as a decimal number; throws InputError also if text() is no number in [least, most].
  [[nodiscard]] std::uint32_t number(std::string_view name, std::uint32_t least,
                                     std::uint32_t most) const;
  [[nodiscard]] const OptionLookup& options() const { return option_; }

 private:
  const TopologyEntry& entry_;
  const OptionLookup& option_;
};

struct TopologyEntry {
  std::string name;  ///< value of --network
  std::string summary;
  std::vector<NetworkOption> options;
  std::function<std::shared_ptr<const Topology>(const GivenValues&)> build;
  std::string alias{};  ///< a clearer alternative name; empty: none
  bool tiles = true;    ///< graphs only: has the option for tiles
  bool breaks = true;   ///< graphs only: has the options for broken links and nodes
};

const std::vector<TopologyEntry>& all_topologies();
/// The name of the network with this name or alias; other text is returned unchanged.
std::string network_name(const std::string& text);
/// Builds a network. Throws InputError for an unknown name or a missing or impossible option.
std::shared_ptr<const Topology> make_topology(std::string_view network, const OptionLookup& option);

/// Decimal number within [least, most]. Throws InputError that names the option otherwise.
std::uint32_t parse_number(std::string_view option, std::string_view text, std::uint32_t least,
                           std::uint32_t most);

}  // namespace romcast
