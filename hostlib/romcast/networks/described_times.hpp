// SPDX-License-Identifier: Apache-2.0
// The bandwidths and latencies of a described graph's edges, and the overheads of its nodes: finds
// the attributes that give them, and derives the speeds of the links.
#pragma once

#include <functional>
#include <initializer_list>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "romcast/networks/described_graph.hpp"

namespace romcast {

/// True for `bandwidth`, `latency`, `overhead`, and for words that resemble one of them.
bool means_time(std::string_view attribute);

class DescribedTimes {
 public:
  using Attribute = DescribedGraph::Attribute;
  using Attributes = std::vector<Attribute>;
  /// Called for an invalid value, with the remedy for the user.
  using Refuse = std::function<void(const Attribute&, const std::string& remedy)>;

  /// The referenced objects must outlive this one.
  DescribedTimes(const DescribedGraph& described, const GraphReading& how, Refuse refuse);

  /// True if some attribute with this name has a value with a unit. Without units, bandwidths are
  /// numbers of lanes, while latencies and overheads have no meaning.
  [[nodiscard]] bool counts(const std::string& name) const { return names_.contains(name); }
  /// Removes the overhead, and attributes whose names misspell "bandwidth", "latency" or
  /// "overhead", from the attributes of a node. Returns the overhead as text; empty if the overhead
  /// is absent, or if counts("overhead") is false.
  std::string take_overhead(Attributes& attributes);
  /// Removes bandwidth, latency, overhead and attributes whose names misspell one of these words
  /// from the attributes of an edge, but keeps a bandwidth that is a number of lanes. Returns
  /// bandwidth and latency as text; each is empty if the attribute is absent, or if counts(name) is
  /// false.
  LinkSpeed take_speed(Attributes& attributes);

  void set_overhead(NodeId node, NodeRole role, const std::string& overhead);
  /// The index in speeds() of `speed` with the overheads of the link's sender `from`, unless `from`
  /// is a switch, and of its receiver `to`; adds this speed to speeds() if its value is new.
  std::uint32_t number(LinkSpeed speed, NodeId from, NodeId to);
  /// Speeds by number; number 0 is for links without any times.
  [[nodiscard]] const std::vector<LinkSpeed>& speeds() const { return speeds_; }
  /// Attributes without a meaning, for a note.
  [[nodiscard]] const std::vector<std::string>& ignored() const { return ignored_; }

 private:
  struct Overhead {
    NodeRole role;
    std::string time;
  };
  template <class Elements>
  void choose(const Elements& elements, std::initializer_list<std::string> names);
  void drop_misspelt(Attributes& attributes);
  std::string take(Attributes& attributes, const std::string& name);

  const GraphReading& how_;
  const Refuse refuse_;
  std::unordered_set<std::string> names_{};
  std::vector<LinkSpeed> speeds_{LinkSpeed{}};
  std::unordered_map<std::string, std::uint32_t> number_of_{};  // by value_text()
  std::unordered_map<NodeId, Overhead> overheads_{};
  std::vector<std::string> ignored_{};
};

}  // namespace romcast
