// SPDX-License-Identifier: Apache-2.0
// A folder with the ROMs of a fully connected network: a hexadecimal file of rows per distinct
// program of a processor, one for the fabric if it has a ROM, and manifest.json, which assigns
// programs to processors.
#pragma once

#include <optional>
#include <string>

#include "romcast/machines/crossbar/crossbar_rom.hpp"
#include "romcast/machines/image_files.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

/// The rows of the processors, and of the fabric if it has a ROM.
struct CompleteImages final : NodeImages {
  CompleteImages(std::shared_ptr<const CompleteRoms> rows_of,
                 std::shared_ptr<const FabricRom> switch_rows)
      : roms(std::move(rows_of)), fabric(std::move(switch_rows)) {}
  [[nodiscard]] std::vector<RomRow> rows() const override;
  [[nodiscard]] nlohmann::ordered_json write(const Job& job, OutputFolder& to) const override;

  const std::shared_ptr<const CompleteRoms> roms;
  const std::shared_ptr<const FabricRom> fabric;  ///< nullptr: the fabric decodes destinations
};

/// Reads a folder for a scenario. Throws InputError that names the file if it is malformed or made
/// for another scenario.
CompleteRoms read_complete_roms(const std::string& folder, const Job& job);
/// Reads the rows of its fabric, nothing if it has none. Throws InputError as above.
std::optional<FabricRom> read_fabric_rom(const std::string& folder, const Job& job);

}  // namespace romcast
