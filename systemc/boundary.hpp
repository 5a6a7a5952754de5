// SPDX-License-Identifier: Apache-2.0
// The links between the part of a network that runs here and the parts that other ranks run. What
// moves on them is exchanged once per cycle, between the edge of the nodes and whatever looks at
// the links of the coming cycle: a crossbar, processors.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "ranks/cut.hpp"
#include "ranks/ranks.hpp"
#include "romcast/machines/network_builder.hpp"
#include "systemc/fabric.hpp"

namespace romcast {

class Boundary {
 public:
  /// All must outlive the boundary.
  Boundary(Ranks& ranks, const Cut& cut, const NetworkBuilder& network);

  [[nodiscard]] Ranks& ranks() const { return ranks_; }
  [[nodiscard]] bool here(NodeId node) const { return cut_.part_of[node] == ranks_.rank(); }
  /// A node here that others wait for: what it sends may leave this part.
  [[nodiscard]] bool at_edge(NodeId node) const {
    return at_edge_[node] || network_.topology().crossbar();
  }
  /// The network has a crossbar, of which every rank has one: all of them see what is sent into it.
  void add_crossbar(std::span<const std::uint32_t> in_lines);
  /// What must be the same on all ranks: nodes, and what is in their ROMs.
  void note_switch(std::uint32_t bank, std::string_view name, const std::vector<Strap>& straps,
                   const NetworkBuilder::Pins& pins);
  void note_message(NodeId node, std::uint64_t flit);
  void note_word(NodeId node, std::uint32_t address, std::span<const std::uint32_t> word);

  /// Once the network is complete. Throws InputError if it is another one than that of other ranks.
  void open();
  /// Gives away what leaves this part for the cycle after `fabric.cycle`, once the nodes at its
  /// edge have seen their clock. `traced_before`: entries of the trace until then.
  void give(const Fabric& fabric, std::uint64_t traced_before);
  /// Takes what comes into it in that cycle; `trace`: enters it in the trace, too.
  void take(Fabric& fabric, bool trace);
  /// Flits, starts and credits that have left this part, each once for every rank that it goes to.
  [[nodiscard]] std::uint64_t given() const { return given_; }
  /// CPU seconds of waiting for other ranks.
  [[nodiscard]] double waited() const { return exchange_->waited(); }
  /// On the first rank: appends the traces of all ranks until now, in order of time. All call it
  /// after the same edge.
  void merge_traces(std::span<const LinkFlit> mine, std::vector<LinkFlit>& all) const;

 private:
  static constexpr unsigned kNowhere = 0xffffU;
  enum Kind : std::uint32_t { kFlit, kStart, kCredit, kLine };  // of an item

  void find_links(const Topology& topology);
  void find_lines();
  unsigned neighbour(unsigned part);
  void put(std::size_t to, Kind kind, std::uint32_t where, std::uint64_t flit, std::uint32_t line);
  void put_traced(const LinkFlit& entry);
  void put_credits(const Fabric& fabric);
  void put_lines(const Fabric& fabric);
  static void accept(Fabric& fabric, std::span<const std::uint64_t> words, bool trace);
  static void accept(Fabric& fabric, Kind kind, std::uint32_t where, std::uint64_t flit);

  Ranks& ranks_;
  const Cut& cut_;
  const NetworkBuilder& network_;
  Digest digest_;
  bool credits_ = false;
  std::uint64_t given_ = 0;
  std::vector<bool> at_edge_;  // by node
  std::vector<Neighbour> neighbours_;
  std::vector<std::uint16_t> to_;  // by link from here to elsewhere: which neighbour; or kNowhere
  struct Place {
    std::uint32_t at;
    unsigned neighbour;
  };
  std::vector<Place> channels_;       // whose credits go elsewhere
  std::vector<std::uint32_t> lines_;  // from here into a crossbar
  std::unique_ptr<Exchange> exchange_;
};

}  // namespace romcast
