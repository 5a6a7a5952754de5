// SPDX-License-Identifier: Apache-2.0
// Waveforms of chosen switches, one time step per cycle.
#pragma once

#include <memory>
#include <string>

#include "romcast/core/units.hpp"
#include "systemc/model_store.hpp"

namespace romcast {

/// Hides Verilator's waveform writer, so that users need not include its headers.
class Wave {
 public:
  class State;  ///< of either format
  explicit Wave(ModelSpec::Recording kind);
  ~Wave();
  Wave(const Wave&) = delete;
  Wave& operator=(const Wave&) = delete;
  /// Argument of NodeBank::record.
  [[nodiscard]] void* recorder();
  /// open(), dump() and close() throw InputError if writing fails. The file appears with close().
  void open(const std::string& path);
  void dump(Cycle cycle);
  void close();

 private:
  std::unique_ptr<State> state_;
};

/// Returns the format that the file name `path` asks for; throws InputError unless the name ends in
/// .vcd or .fst.
ModelSpec::Recording recording_of(const std::string& path);

}  // namespace romcast
