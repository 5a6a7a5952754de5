// SPDX-License-Identifier: Apache-2.0
// Waveforms of chosen switches, one time step per cycle.
#pragma once

#include <memory>
#include <string>

#include "romcast/core/units.hpp"
#include "systemc/model_store.hpp"

namespace romcast {

/// Verilator's waveform writer behind a face that does not need its headers.
class Wave {
 public:
  class State;  ///< of either format
  explicit Wave(ModelSpec::Recording kind);
  ~Wave();
  Wave(const Wave&) = delete;
  Wave& operator=(const Wave&) = delete;
  /// What NodeBank::record takes.
  [[nodiscard]] void* recorder();
  /// Each throws InputError if it cannot be written. The file is there once it is closed.
  void open(const std::string& path);
  void dump(Cycle cycle);
  void close();

 private:
  std::unique_ptr<State> state_;
};

/// By file name; InputError unless it ends in .vcd or .fst.
ModelSpec::Recording recording_of(const std::string& path);

}  // namespace romcast
