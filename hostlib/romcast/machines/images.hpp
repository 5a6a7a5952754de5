// SPDX-License-Identifier: Apache-2.0
// The ROM images of all nodes of a run, for any kind of machine. Each machine describes its images
// once; this description serves the writer and the reader of image folders (image_folder.hpp).
#pragma once

#include <vector>

#include "romcast/core/memories.hpp"

namespace romcast {

class ImageReader;
class ImageWriter;

class NodeImages {
 public:
  virtual ~NodeImages() = default;

  /// The size of the images of each kind of node.
  [[nodiscard]] virtual std::vector<RomRow> rows() const = 0;
  virtual void write(ImageWriter& folder) const = 0;
  /// Throws InputError, which names the file, if an image is malformed or does not fit its node.
  virtual void read(ImageReader& folder) = 0;

 protected:
  NodeImages() = default;
  NodeImages(const NodeImages&) = default;
  NodeImages& operator=(const NodeImages&) = default;
};

}  // namespace romcast
