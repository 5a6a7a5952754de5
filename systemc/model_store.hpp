// Verilated models, built on demand and kept: one shared library per module and parameter set.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "systemc/node_bank.hpp"

class VerilatedContext;  // verilated.h

namespace romcast {

/// A Verilated class: the Verilog module, its parameters, and how its pins are used.
struct ModelSpec {
  enum class Recording { none, vcd, fst };
  /// What the pins are like: a switch or a node with all its ports, a processor's interface to a
  /// crossbar, a crossbar, both for LogP machines, or the network time.
  enum class Kind { node, interface, crossbar, logp_interface, logp_fabric, time_base };

  std::string module;  ///< top module, e.g. "fat_tree_switch_multi"
  std::vector<std::pair<std::string, std::uint64_t>> parameters;
  unsigned lanes = 0, ports = 0, flit_bytes = 4;
  bool shared_data = false;
  Recording recording = Recording::none;
  Kind kind = Kind::node;
  bool operator==(const ModelSpec&) const = default;
};

/// Builds and loads models. A model is rebuilt when its Verilog, its parameters or the tools
/// change.
class ModelStore {
 public:
  /// Looks for the Verilog and the headers where this program was built, or in $ROMCAST_ROOT; keeps
  /// the libraries in $ROMCAST_CACHE, beside the program, or in ~/.cache/romcast.
  ModelStore();

  /// Builds what is missing, two at a time. `progress(done, of)` after each. Throws MissingError if
  /// Verilator or the compiler is not there, std::runtime_error with the tool's words if it fails.
  void prepare(const std::vector<ModelSpec>& specs,
               const std::function<void(std::size_t, std::size_t)>& progress = {}) const;
  /// Loads a prepared model. The store must outlive it: all banks share its Verilator context, so
  /// that one waveform can show switches of several kinds.
  [[nodiscard]] std::unique_ptr<NodeBank> bank(const ModelSpec& spec) const;
  [[nodiscard]] std::unique_ptr<TimeBase> time_base() const;
  /// The model of the network time.
  static ModelSpec time_base_spec();

 private:
  [[nodiscard]] std::filesystem::path library(const ModelSpec& spec) const;
  void build(const ModelSpec& spec) const;
  void* symbol(const ModelSpec& spec, const char* name) const;

  std::filesystem::path root_;
  std::filesystem::path cache_;
  std::shared_ptr<VerilatedContext> context_;
};

}  // namespace romcast
