// SPDX-License-Identifier: Apache-2.0
// Where the Verilog and the headers of models are, and what a model is called that is made of them.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/module_description.hpp"
#include "romcast/run/run.hpp"
#include "systemc/model_spec.hpp"

namespace romcast {

class ModelSources {
 public:
  /// Throws MissingError if they are not there, or are not those that this program was built from.
  explicit ModelSources(const ModelSettings& settings = {});

  [[nodiscard]] const std::filesystem::path& root() const { return root_; }
  /// The file of a module, relative to root(). Throws MissingError if there is none.
  [[nodiscard]] std::filesystem::path file_of(const std::string& module) const;
  /// Names a model by its module and by all that it is made of: the Verilog of the module and of
  /// those that it uses, parameters, tools.
  [[nodiscard]] std::string name(const ModelSpec& spec) const;
  /// The text of a module. Throws MissingError if there is none.
  [[nodiscard]] const std::string& text(const std::string& module) const;
  /// Models of the cells of a family of parts, where those of Yosys are slow or do not exist.
  /// Throws MissingError if there are none.
  [[nodiscard]] std::string cells(const std::string& family) const;
  /// A module and all that it is made of.
  [[nodiscard]] std::set<std::string> below(const std::string& module) const;
  /// Names a model of a board's top module: `made_of` is the fingerprint of its Verilog.
  [[nodiscard]] std::string name(const std::string& top, std::uint64_t made_of) const;
  /// Straps and registers of a module, as its port list describes them.
  [[nodiscard]] std::vector<DescribedPort> ports(const std::string& module) const;

 private:
  std::filesystem::path root_;
  std::map<std::string, std::string> verilog_;  // the texts, by module
  std::uint64_t fingerprint_ = 0;               // of what every model is made of
};

/// Verilator's headers and the compiler, as this program was built with them.
const char* verilator_includes();
const char* model_compiler();

}  // namespace romcast
