// SPDX-License-Identifier: Apache-2.0
// The ROM images of all nodes of a run, for any machine.
#pragma once

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "romcast/core/memories.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

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
