// SPDX-License-Identifier: Apache-2.0
// Verilated models, built on demand and cached: one shared library per module and parameter set.
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "romcast/machines/model_spec.hpp"
#include "systemc/model_cache.hpp"
#include "systemc/model_sources.hpp"
#include "systemc/node_bank.hpp"

class VerilatedContext;  // verilated.h

namespace romcast {

/// Loads a trusted library for good and returns its factory function. Throws MissingError, with the
/// model's `name`, if the library cannot be loaded.
void* load_model(Descriptor library, const std::string& name);

/// Builds and loads models. A model is rebuilt when its Verilog, its parameters or the tools
/// change, and when its library is damaged.
class ModelStore {
 public:
  explicit ModelStore(const ModelSettings& settings = {});

  /// Called before a model is built: its module, its number (from 1), and the number of models.
  using Building = std::function<void(const std::string&, std::size_t, std::size_t)>;

  /// Builds the missing models, two at a time. `notice` gets a line for each damaged library, and
  /// one if models are slow because Verilator's scheduler is unknown. Throws MissingError if a tool
  /// is missing or fails.
  void prepare(const std::vector<ModelSpec>& specs, const Building& progress = {},
               const std::function<void(const std::string&)>& notice = {}) const;
  /// Makes an empty bank of a prepared model. The ModelStore must outlive the bank: all banks of
  /// a ModelStore share its Verilator context, so that one waveform can show switches of several
  /// kinds. Throws MissingError if the model cannot be loaded.
  [[nodiscard]] std::unique_ptr<NodeBank> bank(const ModelSpec& spec) const;
  [[nodiscard]] std::unique_ptr<TimeBase> time_base() const;
  /// The model of the network time.
  static ModelSpec time_base_spec();

 private:
  void build(const std::vector<ModelSpec>& missing, const Building& progress,
             const std::set<std::string>& needed) const;
  void* maker(const ModelSpec& spec) const;

  ModelSources sources_;
  ModelCache cache_;
  std::shared_ptr<VerilatedContext> context_;
};

}  // namespace romcast
