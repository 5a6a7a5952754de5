// SPDX-License-Identifier: Apache-2.0
// The links between this rank's part of a network and the parts of other ranks. Ranks exchange the
// events on these links once per cycle, after the clock edge of the nodes and before crossbars and
// processors read the links of the coming cycle.
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
  /// All arguments must outlive the boundary.
  Boundary(Ranks& ranks, const Cut& cut, const NetworkBuilder& network);

  [[nodiscard]] Ranks& ranks() const { return ranks_; }
  [[nodiscard]] bool here(NodeId node) const { return cut_.part_of[node] == ranks_.rank(); }
  /// True for an owned node whose sends or credits may leave this part; other ranks wait for such
  /// nodes.
  [[nodiscard]] bool at_edge(NodeId node) const {
    return at_edge_[node] || network_.topology().crossbar();
  }
  /// Adds a crossbar with these input lines. Every rank has a copy of the crossbar, so all ranks
  /// receive every flit that a processor sends into the crossbar.
  void add_crossbar(std::span<const std::uint32_t> in_lines);
  /// Records data that must be equal on all ranks: nodes, their messages, and the contents of their
  /// ROMs.
  void note_switch(std::uint32_t bank, std::string_view name, const std::vector<Strap>& straps,
                   const NetworkBuilder::Pins& pins);
  void note_message(NodeId node, std::uint64_t flit);
  void note_word(NodeId node, std::uint32_t address, std::span<const std::uint32_t> word);

  /// Must be called when the network is complete. Throws InputError if the ranks have built
  /// different networks, or loaded different ROMs.
  void open();
  /// Sends to other ranks those events of the cycle after `fabric.cycle` that leave this part. Must
  /// be called after the nodes at the edge of this part have been stepped. `traced_before`: number
  /// of trace entries before these nodes were stepped.
  void give(const Wires& fabric, std::uint64_t traced_before);
  /// Receives the events that enter this part in the cycle after `fabric.cycle`. If `trace` is
  /// true, also adds to the trace those events that are flits or start-ups on links.
  void take(Wires& fabric, bool trace);
  /// Number of flits, start-ups and credits sent to other ranks, counted once per receiving rank.
  [[nodiscard]] std::uint64_t given() const { return given_; }
  /// CPU seconds of waiting for other ranks.
  [[nodiscard]] double waited() const { return exchange_->waited(); }
  /// On the first rank, appends the trace entries of all ranks, in order of time, to `all`; on
  /// other ranks `all` is unchanged. `mine`: this rank's entries since the last call. All ranks
  /// must call this function after the same clock edge.
  void merge_traces(std::span<const LinkFlit> mine, std::vector<LinkFlit>& all) const;

 private:
  static constexpr unsigned kNowhere = 0xffffU;
  enum Kind : std::uint32_t { kFlit, kStart, kCredit, kLine };  // kind of an event

  void find_links(const Topology& topology);
  unsigned neighbour(unsigned part);
  void put(std::size_t to, Kind kind, std::uint32_t where, std::uint64_t flit, std::uint32_t line);
  void put_traced(const LinkFlit& entry);
  void put_credits(const Wires& fabric);
  void put_lines(const Wires& fabric);
  static void accept(Wires& fabric, std::span<const std::uint64_t> words, bool trace);
  static void accept(Wires& fabric, Kind kind, std::uint32_t where, std::uint64_t flit);

  Ranks& ranks_;
  const Cut& cut_;
  const NetworkBuilder& network_;
  Digest digest_;
  bool credits_ = false;
  std::uint64_t given_ = 0;
  std::vector<bool> at_edge_;  // by node
  std::vector<Neighbour> neighbours_;
  // For each link from an owned node to another part, the index of that part in neighbours_; for
  // other links kNowhere.
  std::vector<std::uint16_t> to_;
  struct Place {
    std::uint32_t at;
    unsigned neighbour;
  };
  std::vector<Place> channels_;       // channels whose credits go to other ranks
  std::vector<std::uint32_t> lines_;  // lines from owned nodes into a crossbar
  std::unique_ptr<Exchange> exchange_;
};

}  // namespace romcast
