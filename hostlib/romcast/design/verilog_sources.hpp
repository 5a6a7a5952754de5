// SPDX-License-Identifier: Apache-2.0
// The Verilog sources that are part of romcast.
#pragma once

#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "romcast/core/module_description.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

class VerilogSources {
 public:
  /// Reads the sources from the folder of the settings, else from $ROMCAST_ROOT, else from where
  /// this program was installed or built. Throws MissingError if that folder has no sources.
  explicit VerilogSources(const ModelSettings& settings = {});

  [[nodiscard]] const std::filesystem::path& root() const { return root_; }
  /// The file of a module, relative to root(). Throws MissingError if there is none.
  [[nodiscard]] std::filesystem::path file_of(const std::string& module) const;
  /// The text of a module. Throws MissingError if there is none.
  [[nodiscard]] const std::string& text(const std::string& module) const;
  /// Verilog models of those cells of an FPGA family for which Yosys has a slow model or none.
  /// Throws MissingError if romcast has no models for the family.
  [[nodiscard]] std::string cells(const std::string& family) const;
  /// The text of a script for nextpnr-ecp5 that leaves rows of the chip free. Throws MissingError
  /// if there is no such file.
  [[nodiscard]] std::string free_rows() const;
  /// The text of a file in rtl/fabric/drivers. Throws MissingError if there is none.
  [[nodiscard]] std::string driver(const std::string& file) const;
  /// A module and all modules that it instantiates, directly or indirectly.
  [[nodiscard]] std::set<std::string> below(const std::string& module) const;
  /// Straps and registers of a module, as its port list describes them; empty for unknown modules.
  [[nodiscard]] std::vector<DescribedPort> ports(const std::string& module) const;

 private:
  // The text of the file with this path from root(). Throws MissingError if it is missing or empty.
  [[nodiscard]] std::string needed(const std::filesystem::path& file) const;

  std::filesystem::path root_;
  std::map<std::string, std::string> verilog_;  // the texts, by module
};

}  // namespace romcast
