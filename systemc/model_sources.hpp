// SPDX-License-Identifier: Apache-2.0
// Locates the Verilog and the headers of models, and names models by their sources.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/module_description.hpp"
#include "systemc/model_spec.hpp"

namespace romcast {

class ModelSources {
 public:
  /// Searches $ROMCAST_ROOT, else the folder in which this program was installed or built. Throws
  /// MissingError if the sources are missing, or differ from those of this program.
  ModelSources();

  [[nodiscard]] const std::filesystem::path& root() const { return root_; }
  /// The file of a module, relative to root(). Throws MissingError if there is none.
  [[nodiscard]] std::filesystem::path file_of(const std::string& module) const;
  /// Names a model by its module and a hash of all its sources: the Verilog of the module and its
  /// submodules, parameters, tools.
  [[nodiscard]] std::string name(const ModelSpec& spec) const;
  /// The text of a module. Throws MissingError if there is none.
  [[nodiscard]] const std::string& text(const std::string& module) const;
  /// Models of the cells of an FPGA family, for cells whose Yosys models are slow or missing.
  /// Throws MissingError if there are none.
  [[nodiscard]] std::string cells(const std::string& family) const;
  /// A module and all its submodules.
  [[nodiscard]] std::set<std::string> below(const std::string& module) const;
  /// Names a model of a board's top module: `made_of` is the fingerprint of its Verilog.
  [[nodiscard]] std::string name(const std::string& top, std::uint64_t made_of) const;
  /// Straps and registers of a module, from its port list.
  [[nodiscard]] std::vector<DescribedPort> ports(const std::string& module) const;

 private:
  std::filesystem::path root_;
  std::map<std::string, std::string> verilog_;  // texts, by module
  std::uint64_t fingerprint_ = 0;               // fingerprint of the sources that all models share
};

/// Verilator's headers and the compiler with which this program was built.
const char* verilator_includes();
const char* model_compiler();

/// A variable of the environment; empty if it is not set.
std::string environment(const char* name);
/// The variable as a number from 1 on, `usual` if it is not set. Throws InputError if it is no
/// number.
std::uint64_t environment_number(const char* name, std::uint64_t usual);

}  // namespace romcast
