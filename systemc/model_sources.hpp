// SPDX-License-Identifier: Apache-2.0
// Locates the Verilog and the headers of models, and names models by their sources.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/design/verilog_sources.hpp"
#include "romcast/machines/model_spec.hpp"

namespace romcast {

class ModelSources : public VerilogSources {
 public:
  /// Throws MissingError if the sources are missing, or if the headers that the program shares with
  /// its models differ from those of the program's build.
  explicit ModelSources(const ModelSettings& settings = {});

  /// Names a model by its module and by all that it is made of: the Verilog of the module and of
  /// the modules that it uses, parameters, C++ headers, tools.
  [[nodiscard]] std::string name(const ModelSpec& spec) const;
  /// Names a model of the top module of a design. `headers`: those of systemc/ with which the model
  /// is compiled; `made_of`: the fingerprint of the design's Verilog.
  [[nodiscard]] std::string name(const std::string& top, const std::vector<std::string>& headers,
                                 std::uint64_t made_of) const;

 private:
  std::uint64_t fingerprint_;  // hash of kHeaders, Verilator's version, known_schedulers()
};

/// The folder of the Verilator headers with which this program was built.
const char* verilator_includes();
/// The compiler with which this program was built.
const char* model_compiler();

}  // namespace romcast
