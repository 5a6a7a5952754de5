// SPDX-License-Identifier: Apache-2.0
// A folder with the programs of a LogP machine: a hexadecimal file of rows per distinct program of
// a processor, and manifest.json, which assigns programs to processors.
#pragma once

#include <string>
#include <vector>

#include "romcast/machines/image_files.hpp"
#include "romcast/machines/logp/logp_rom.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

/// The rows of the processors of a LogP machine.
struct LogpImages final : NodeImages {
  explicit LogpImages(LogpRoms compiled)
      : roms(std::make_shared<const LogpRoms>(std::move(compiled))) {}
  [[nodiscard]] std::vector<RomRow> rows() const override { return {{"processors", roms->size()}}; }
  [[nodiscard]] nlohmann::ordered_json write(const Job& job, OutputFolder& to) const override;

  const std::shared_ptr<const LogpRoms> roms;
};

/// Reads a folder for a scenario. Throws InputError that names the file if it is malformed, has
/// rows that no processor of this machine can execute, or is made for another scenario.
LogpRoms read_logp_roms(const std::string& folder, const Job& job);

}  // namespace romcast
