// Runs a plan on the Verilog switches of a fat tree: builds the models, loads the ROMs, simulates,
// reads the hardware counters.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "romcast/collective.hpp"
#include "romcast/fat_tree.hpp"
#include "romcast/flit.hpp"
#include "romcast/tree_rom.hpp"
#include "romcast/tree_rules.hpp"
#include "systemc/model_store.hpp"
#include "systemc/node_bank.hpp"

namespace romcast {

struct CosimulationRequest {
  std::shared_ptr<const FatTree> tree{};
  std::optional<Collective> collective{};
  std::shared_ptr<const TreeRules> rules{};
  /// ROM control if given; else the switches follow the rules.
  std::shared_ptr<const TreeRoms> roms{};
  /// Places per queue and link, by level - 1.
  std::vector<std::uint32_t> depths{};
  Cycle last_hop = 0;  ///< of the plan
  bool gated = true;   ///< rule control only; ROM control always evaluates every switch
  bool audit = false;
  std::string wave_file{};  ///< .vcd or .fst
  std::vector<NodeId> wave_nodes{};
  /// The trace, in pieces of whole cycles.
  std::function<void(std::span<const LinkFlit>)> trace{};
};

struct SwitchCounters {
  unsigned level = 0;
  NodeId node = 0;
  NodeCounters counters;
};

struct CosimulationResult {
  Cycle cycles = 0;  ///< last needed reception, by the Verilog time base
  std::uint64_t hops = 0, delivered = 0;
  std::vector<SwitchCounters> switches;
  std::vector<std::string> complaints;  ///< of processors: wrong payloads and destinations
  std::uint64_t switch_cycles = 0, evaluations = 0, audited = 0, audit_differences = 0;
};

/// The Verilated classes that a request needs, one per level.
std::vector<ModelSpec> models_for(const CosimulationRequest& request, const TreeFlitCodec& codec);

/// At most once per process (SystemC elaborates once); the models must be prepared.
CosimulationResult cosimulate(const CosimulationRequest& request, const ModelStore& store);

}  // namespace romcast
