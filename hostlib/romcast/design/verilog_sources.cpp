// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/verilog_sources.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/error.hpp"
#include "romcast/design/verilog_text.hpp"
#include "romcast/support/environment.hpp"
#include "romcast/support/files.hpp"
#include "romcast/support/installation.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

fs::path sources(const ModelSettings& settings) {
  const std::string given = settings.sources ? *settings.sources : environment("ROMCAST_ROOT");
  if (!given.empty()) return fs::absolute(given);
  const fs::path installed = installed_sources();
  return installed.empty() ? fs::path(ROMCAST_SOURCE_DIR) : installed;
}

}  // namespace

VerilogSources::VerilogSources(const ModelSettings& settings) {
  root_ = sources(settings);
  for (const fs::path& file : files_in(root_ / "rtl", ".v")) {
    verilog_[file.stem().string()] += contents(file);
  }
  if (verilog_.empty()) {
    throw MissingError(
        fmt::format("no Verilog in {}; set ROMCAST_ROOT to the romcast source folder",
                    (root_ / "rtl").string()));
  }
}

fs::path VerilogSources::file_of(const std::string& module) const {
  const auto files = files_in(root_ / "rtl", ".v");
  const auto file = std::ranges::find(files, fs::path(module), &fs::path::stem);
  if (file != files.end()) return file->lexically_relative(root_);
  throw MissingError(
      fmt::format("no module {} in {}; set ROMCAST_ROOT to the romcast source folder", module,
                  (root_ / "rtl").string()));
}

const std::string& VerilogSources::text(const std::string& module) const {
  const auto found = verilog_.find(module);
  if (found != verilog_.end()) return found->second;
  (void)file_of(module);  // throws if it is missing
  return verilog_.at(module);
}

std::string VerilogSources::needed(const fs::path& file) const {
  std::string text = contents(root_ / file);
  if (!text.empty()) return text;
  throw MissingError(
      fmt::format("no {}; set ROMCAST_ROOT to the romcast source folder", (root_ / file).string()));
}

std::string VerilogSources::cells(const std::string& family) const {
  return needed(fs::path("fpga/cells") / (family + ".v"));
}

std::string VerilogSources::free_rows() const { return needed("fpga/free_rows.py"); }

std::string VerilogSources::driver(const std::string& file) const {
  return needed(fs::path("rtl/fabric/drivers") / file);
}

std::set<std::string> VerilogSources::below(const std::string& module) const {
  return modules_below(module, verilog_);
}

std::vector<DescribedPort> VerilogSources::ports(const std::string& module) const {
  const auto text = verilog_.find(module);
  return text == verilog_.end() ? std::vector<DescribedPort>()
                                : described_ports(verilog_header(text->second));
}

}  // namespace romcast
