// SPDX-License-Identifier: Apache-2.0
// The ROM images of all nodes of a run, whatever machine they are for.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/job.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/rom_size.hpp"

namespace romcast {

/// A set of images, for the eye.
struct RomRow {
  std::string nodes;  ///< "switches", "processors", ...
  RomSize size;
};

class NodeImages {
 public:
  virtual ~NodeImages() = default;
  NodeImages(const NodeImages&) = delete;
  NodeImages& operator=(const NodeImages&) = delete;

  [[nodiscard]] virtual std::vector<RomRow> rows() const = 0;
  /// Writes a file per image; returns the keys of the manifest that name and assign them.
  [[nodiscard]] virtual nlohmann::ordered_json write(const Job& job, OutputFolder& to) const = 0;

 protected:
  NodeImages() = default;
};

}  // namespace romcast
