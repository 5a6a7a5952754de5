// SPDX-License-Identifier: Apache-2.0
// A network's hardware as data: modules with parameters; nodes with straps, wires and loaded
// words. Made from the NodeDescription from which the co-simulation is built.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "romcast/design/verilog_sources.hpp"
#include "romcast/design/verilog_text.hpp"
#include "romcast/machines/network_builder.hpp"
#include "romcast/machines/node_description.hpp"

namespace romcast {

struct DesignModule {
  std::string name;
  std::string file;                                               ///< relative to the sources
  std::vector<std::pair<std::string, std::uint64_t>> parameters;  ///< explicitly set ones
  VerilogValues values;                                           ///< all parameters
  std::vector<VerilogPort> ports;
  std::vector<DescribedPort> described;  ///< straps and registers, except ModelSpec::without
  ModelSpec spec;

  [[nodiscard]] ModuleTraits traits() const { return romcast::traits(spec.kind); }
  /// True for modules with queues, such as switches of trees.
  [[nodiscard]] bool has_queues() const { return traits().queues != ModuleTraits::Queues::none; }
  /// The port that loads the ROM; nullptr if the module has no ROM.
  [[nodiscard]] const VerilogPort* load_port() const;
  [[nodiscard]] const VerilogPort* find(std::string_view port) const;
  [[nodiscard]] unsigned width(const VerilogPort& port) const {
    return verilog_width(port, values);
  }
  /// True for modules without queues; the nodes of such a module start one clock before the network
  /// time starts.
  [[nodiscard]] bool looks_ahead() const;
};

/// A word that is loaded before a run, in 32-bit pieces, lowest first.
struct DesignWord {
  std::uint32_t address = 0;
  std::vector<std::uint32_t> pieces;
};

struct DesignNode {
  std::size_t module = 0;
  NodeId node = kNone;  ///< kNone: the crossbar
  std::string name;
  std::vector<std::pair<std::string, std::uint64_t>> straps;  ///< ordered as the module's ports
  NetworkBuilder::Pins pins;                                  ///< for a crossbar: its lines
  std::vector<DesignWord> words;
  std::vector<std::uint64_t> own;  ///< messages in its store before the run
};

struct Design {
  std::vector<DesignModule> modules;
  std::vector<DesignNode> nodes;
  std::optional<DesignNode> crossbar;
  std::vector<DesignNode> lines;  ///< delay lines of slow links; `node`: the receiver
  unsigned local_lanes = 0;
  LinkId no_link = kNone;
};

/// The hardware of `nodes`, with loaded words and own messages only if `words`. Throws MissingError
/// if Verilog sources are missing.
Design design_of(const NodeDescription& nodes, const Topology& topology,
                 const VerilogSources& sources, bool words);

}  // namespace romcast
