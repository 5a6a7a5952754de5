// SPDX-License-Identifier: Apache-2.0
#include "apps/sweep/files_read.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <string_view>
#include <vector>

#include "ranks/ranks.hpp"
#include "romcast/networks/graph_file.hpp"
#include "romcast/networks/network_expression.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

// Reads regular files only: a pipe could block for ever.
std::vector<fs::path> regular_files(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    return fs::is_regular_file(path, error) ? std::vector{path} : std::vector<fs::path>{};
  }
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(path, error)) {
    if (entry.is_regular_file(error)) files.push_back(entry.path());
  }
  std::ranges::sort(files);  // folders list their files in arbitrary order
  return files;
}

void add_file(Digest& digest, const fs::path& path, const std::string& name) {
  std::array<char, std::size_t{1} << 16> chunk{};
  std::ifstream in(path, std::ios::binary);
  digest.add(name);
  while (in.read(chunk.data(), chunk.size()) || in.gcount() > 0) {
    digest.add(std::string_view(chunk.data(), static_cast<std::size_t>(in.gcount())));
  }
}

}  // namespace

std::string fingerprint_of_files(const SweepPoint& point) {
  std::vector<std::string> paths;
  if (is_expression(point.scenario.network)) paths = files_of_expression(point.scenario.network);
  if (is_graph_file(point.scenario.network)) paths.push_back(point.scenario.network);
  if (!point.scenario.messages_from.empty()) paths.push_back(point.scenario.messages_from);
  const std::string& roms = point.scenario.hardware.rom_folder;
  if (point.hardware_runs && !roms.empty()) paths.push_back(roms);
  if (paths.empty()) return "";
  Digest digest;
  for (const std::string& path : paths) {
    for (const fs::path& file : regular_files(path)) {
      add_file(digest, file, file == path ? "" : file.lexically_relative(path).string());
    }
    digest.add("\n");
  }
  return digest.text();
}

}  // namespace romcast
