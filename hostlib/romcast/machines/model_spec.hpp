// SPDX-License-Identifier: Apache-2.0
// Describes a Verilated model: the Verilog module, its parameters, and how its pins are used.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace romcast {

struct ModelSpec {
  enum class Recording { none, vcd, fst };
  enum class Kind {
    tree_switch,     ///< a switch of a tree, with queues
    store_node,      ///< a node of a direct network, with a store
    combining_node,  ///< a node that combines
    interface,       ///< a processor's interface to a crossbar
    crossbar,
    logp_interface,  ///< a LogP processor's interface to its crossbar
    logp_fabric,     ///< a crossbar that delays messages
    time_base,       ///< the counter of cycles
    credit_switch,   ///< a switch of a tree that returns credits
    link_line        ///< the line that delays a link which takes several cycles
  };

  std::string module;  ///< top module, e.g. "fat_tree_switch_multi"
  std::vector<std::pair<std::string, std::uint64_t>> parameters;
  unsigned lanes = 0, ports = 0, flit_bytes = 4;
  bool shared_data = false;
  Recording recording = Recording::none;
  Kind kind = Kind::tree_switch;
  std::vector<std::string> without{};  ///< registers that these parameters make meaningless
  bool operator==(const ModelSpec&) const = default;
};

/// The ports that modules of a kind have beyond those of all nodes.
struct ModuleTraits {
  /// `fixed`: a parameter alone sets the depth of the queues; `strapped`: the strap `places` can
  /// make them shallower.
  enum class Queues { none, fixed, strapped };
  bool loads = false;            ///< load_valid, load_address, load_word: has a ROM
  Queues queues = Queues::none;  ///< none except in switches of trees
  bool credits = false;          ///< in_credit, out_credit
  bool own_messages = false;     ///< local_valid: stores the messages of its processor
  bool delivers = false;         ///< deliver_valid: delivers to the processor beside it
  bool names_lines = false;      ///< out_line: names the crossbar's line to which it sends
  bool ready = false;            ///< ready: rises some clocks after a reset; `run` must wait for it
  bool operator==(const ModuleTraits&) const = default;
};

constexpr ModuleTraits traits(ModelSpec::Kind kind) {
  using Kind = ModelSpec::Kind;
  using Queues = ModuleTraits::Queues;
  switch (kind) {
    case Kind::tree_switch:
      return {.loads = true, .queues = Queues::strapped};
    case Kind::credit_switch:
      return {.loads = true, .queues = Queues::fixed, .credits = true};
    case Kind::store_node:
      return {.loads = true, .own_messages = true, .delivers = true};
    case Kind::combining_node:
      return {.loads = true, .delivers = true};
    case Kind::interface:
      return {.loads = true, .own_messages = true, .delivers = true, .names_lines = true};
    case Kind::logp_interface:
      return {.loads = true,
              .own_messages = true,
              .delivers = true,
              .names_lines = true,
              .ready = true};
    case Kind::crossbar:
      return {.loads = true};
    default:
      return {};
  }
}

}  // namespace romcast
