// SPDX-License-Identifier: Apache-2.0
// The inputs of a Verilated model: a Verilog module, its parameters, and the use of its pins.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace romcast {

struct ModelSpec {
  enum class Recording { none, vcd, fst };
  /// The kind of module: a switch of a tree, which has queues; a node of a direct network, which
  /// has a store; a node that combines; a processor's interface to a crossbar, a crossbar, both
  /// also for LogP machines; or the network time.
  enum class Kind {
    tree_switch,
    store_node,
    combining_node,
    interface,
    crossbar,
    logp_interface,
    logp_fabric,
    time_base
  };

  std::string module;  ///< top module, e.g. "fat_tree_switch_multi"
  std::vector<std::pair<std::string, std::uint64_t>> parameters;
  unsigned lanes = 0, ports = 0, flit_bytes = 4;
  bool shared_data = false;
  Recording recording = Recording::none;
  Kind kind = Kind::tree_switch;
  std::vector<std::string> without{};  ///< registers that are meaningless with these parameters
  bool operator==(const ModelSpec&) const = default;
};

}  // namespace romcast
