// SPDX-License-Identifier: Apache-2.0
// A folder with the programs of nodes that combine: a hexadecimal file per distinct program, and
// manifest.json, which assigns programs to nodes.
#pragma once

#include <string>

#include "romcast/machines/combining/combining_rom.hpp"
#include "romcast/machines/image_files.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

/// The programs of nodes that combine.
struct CombiningImages final : NodeImages {
  explicit CombiningImages(ReduceRoms compiled)
      : roms(std::make_shared<const ReduceRoms>(std::move(compiled))) {}
  [[nodiscard]] std::vector<RomRow> rows() const override {
    return {{"nodes", size_of(roms->images)}};
  }
  [[nodiscard]] nlohmann::ordered_json write(const Job& job, OutputFolder& to) const override;

  const std::shared_ptr<const ReduceRoms> roms;
};

/// Reads a folder for a scenario. Throws InputError that names the file if it is malformed or made
/// for another scenario.
ReduceRoms read_reduce_roms(const std::string& folder, const Job& job);

}  // namespace romcast
