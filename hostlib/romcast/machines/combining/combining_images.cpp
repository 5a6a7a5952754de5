// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/combining/combining_images.hpp"

#include "romcast/machines/image_folder.hpp"

namespace romcast {
namespace {

template <class Folder, class Roms>
void describe_combining(Folder& folder, Roms& roms) {
  const Topology& network = *folder.job().problem.topology;
  folder.number("value_bits", roms.value_bits, roms.value_bits, roms.value_bits);
  folder.programs("images", "node", roms.images);
  if constexpr (Folder::kReads) {
    for (const RomImage& image : roms.images) {
      check_width(folder.place(), image,
                  reduce_control_bits(network, roms.engines, roms.value_bits));
    }
  }
  folder.nodes("nodes", 0, network.nodes(),
               [&](auto&& node) { node.images(roms.image_of, roms.engines, roms.images.size()); });
}

}  // namespace

std::vector<RomRow> CombiningImages::rows() const { return {{"nodes", size_of(roms.images)}}; }
void CombiningImages::write(ImageWriter& folder) const { describe_combining(folder, roms); }
void CombiningImages::read(ImageReader& folder) { describe_combining(folder, roms); }

}  // namespace romcast
