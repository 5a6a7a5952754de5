// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/tree/tree_images.hpp"

#include <fmt/format.h>

#include "romcast/core/error.hpp"
#include "romcast/core/flit.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/machines/image_folder.hpp"

namespace romcast {
namespace {

// Throws InputError if the program `image` sends a slot whose number is not below `slots`.
void check_slots(const std::string& place, const RomImage& image, std::size_t slots) {
  RomReader reader(image);
  while (const auto run = reader.next()) {
    const std::uint32_t word = run->control.front();
    if ((word & 1) != 0 && word >> 1 >= slots) {
      throw InputError(fmt::format("{}: its program sends slot {}, it has {}", place, word >> 1,
                                   counted(slots, "slot")));
    }
  }
}

// True for a message that the processor has from the start, or that it can make as a copy.
bool can_send(const Collective& collective, NodeId processor, MessageId message) {
  if (message >= collective.message_numbers()) return false;
  return collective.origin(message) == processor || collective.copies();
}

// For the processor that was read last: throws InputError if one of its slots holds a message that
// the processor cannot send, or if its program sends a slot that does not exist.
void check_processor(const ImageReader::Node& node, const Collective& collective,
                     const TreeRoms& roms) {
  for (const MessageId message : roms.slots.back()) {
    if (!can_send(collective, node.id, message)) {
      throw InputError(fmt::format("{}: message {} is not its own", node.where, message));
    }
  }
  check_slots(node.where, roms.processor_images[roms.image_of_processor.back()],
              roms.slots.back().size());
}

template <class Folder, class Images>
void describe_tree(Folder& folder, Images& images) {
  const FatTree& tree = *images.tree;
  const Collective& collective = folder.job().problem.collective;
  auto& roms = images.roms;
  const TreeFlitCodec codec(tree, collective, images.rules.route);
  folder.fact("flit_bits", codec.width());
  folder.fact("route_bits", codec.route_bits());
  folder.programs("switch_images", "switch", roms.switch_images);
  folder.programs("processor_images", "processor", roms.processor_images);
  folder.nodes("switches", tree.first_switch(), tree.switches(), [&](auto&& node) {
    node.image("image", roms.image_of_switch, roms.switch_images.size());
    if constexpr (Folder::kReads) {
      check_width(node.where, roms.switch_images[roms.image_of_switch.back()],
                  control_bits(tree, tree.level(node.id), images.rules.queues));
    }
  });
  folder.nodes("processors", 0, tree.processors(), [&](auto&& node) {
    node.image("image", roms.image_of_processor, roms.processor_images.size());
    node.value("slots", roms.slots);
    if constexpr (Folder::kReads) check_processor(node, collective, roms);
  });
}

}  // namespace

std::vector<RomRow> TreeImages::rows() const {
  return {{"switches", size_of(roms.switch_images)},
          {"processors", size_of(roms.processor_images)}};
}

void TreeImages::write(ImageWriter& folder) const { describe_tree(folder, *this); }
void TreeImages::read(ImageReader& folder) { describe_tree(folder, *this); }

}  // namespace romcast
