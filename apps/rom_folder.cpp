// SPDX-License-Identifier: Apache-2.0
#include "apps/rom_folder.hpp"

#include <fmt/format.h>

#include "apps/rom_files.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/flit.hpp"
#include "romcast/core/stored_network.hpp"
#include "romcast/core/wording.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Every slot that the program sends must have a message.
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

// A message that the processor has from the start, or a copy that it can make.
bool can_send(const Collective& collective, NodeId processor, MessageId message) {
  if (message >= collective.message_numbers()) return false;
  return collective.origin(message) == processor || collective.copies();
}

TreeRoms parse_tree(const fs::path& folder, const std::string& place, const Json& manifest,
                    const Collective& collective, const FatTree& tree, QueueKind queues) {
  TreeRoms roms;
  roms.switch_images = read_programs(folder, manifest.at("switch_images"));
  roms.processor_images = read_programs(folder, manifest.at("processor_images"));
  const Json& switches = manifest.at("switches");
  const Json& processors = manifest.at("processors");
  if (switches.size() != tree.switches() || processors.size() != tree.processors()) {
    throw InputError(fmt::format("{}: {} and {}; the network has {} and {}", place,
                                 counted(switches.size(), "switch", "switches"),
                                 counted(processors.size(), "processor"), tree.switches(),
                                 tree.processors()));
  }
  for (NodeId v = 0; v < tree.nodes(); ++v) {
    const bool processor = tree.is_processor(v);
    const Json& node = processor ? processors.at(v) : switches.at(v - tree.processors());
    const std::string where = fmt::format("{}: {}", place, tree.node_name(v));
    check_name(where, node, tree.node_name(v));
    const auto& images = processor ? roms.processor_images : roms.switch_images;
    auto& image_of = processor ? roms.image_of_processor : roms.image_of_switch;
    image_of.push_back(image_number(where, node.at("image"), images.size()));
    if (processor) {
      roms.slots.push_back(node.at("slots").get<std::vector<MessageId>>());
      for (const MessageId message : roms.slots.back()) {
        if (!can_send(collective, v, message)) {
          throw InputError(fmt::format("{}: message {} is not its own", where, message));
        }
      }
      check_slots(where, images[image_of.back()], roms.slots.back().size());
    } else {
      check_width(where, images[image_of.back()], control_bits(tree, tree.level(v), queues));
    }
  }
  return roms;
}

void check_order(const std::string& place, const std::vector<std::uint32_t>& order,
                 const Collective& collective, std::uint32_t places) {
  if (order.size() > places) {
    throw InputError(fmt::format("{}: an order of {}; a node has {}", place,
                                 counted(order.size(), "own message"), counted(places, "place")));
  }
  const bool pairs = !collective.multicast() && !collective.copies() &&
                     collective.kind() != CollectiveKind::gather &&
                     collective.kind() != CollectiveKind::exchange;
  const std::uint64_t each = collective.messages();
  const std::uint64_t least = pairs ? each : 0;  // not to itself
  const std::uint64_t end = pairs ? collective.processors() * each : each;
  for (const std::uint32_t own : order) {
    if (own >= least && own < end) continue;
    throw InputError(
        fmt::format("{}: own message {}; give numbers from {} to {}", place, own, least, end - 1));
  }
}

StoreRoms parse_store(const fs::path& folder, const std::string& place, const Json& manifest,
                      const Resolved& resolved) {
  const Topology& network = *resolved.problem.topology;
  StoreRoms roms;
  roms.store.engines = one_port(network, resolved.problem.ports) ? 1 : store_ports(network);
  roms.store.places = manifest.at("places").get<std::uint32_t>();
  if (roms.store.places < 1 || roms.store.places > kMostPlaces) {
    throw InputError(fmt::format("{}: {}; give 1 to {}", place, counted(roms.store.places, "place"),
                                 kMostPlaces));
  }
  roms.store.copies = resolved.problem.collective.copies();
  roms.store.ring = manifest.value("ring", 0U);
  const bool ringed =
      roms.store.engines > 1 && !resolved.problem.collective.multicast() && !roms.store.copies;
  if (roms.store.ring > (ringed ? roms.store.places : 0)) {
    throw InputError(fmt::format("{}: a ring of {} places; give 0 to {}", place, roms.store.ring,
                                 ringed ? roms.store.places : 0));
  }
  roms.images = read_programs(folder, manifest.at("images"));
  for (const RomImage& image : roms.images) {
    check_width(place, image, store_control_bits(network, roms.store));
  }
  roms.orders = manifest.at("orders").get<std::vector<std::vector<std::uint32_t>>>();
  for (const auto& order : roms.orders) {
    check_order(place, order, resolved.problem.collective, roms.store.places);
  }
  const Json& nodes = manifest.at("nodes");
  if (nodes.size() != network.nodes()) {
    throw InputError(fmt::format("{}: {}; the network has {}", place, counted(nodes.size(), "node"),
                                 network.nodes()));
  }
  for (NodeId u = 0; u < network.nodes(); ++u) {
    const Json& node = nodes.at(u);
    const std::string where = fmt::format("{}: {}", place, network.node_name(u));
    check_name(where, node, network.node_name(u));
    const Json& images = node.at("images");
    if (images.size() != roms.store.engines) {
      throw InputError(fmt::format("{}: {}; it has {}", where, counted(images.size(), "image"),
                                   counted(roms.store.engines, "sequencer")));
    }
    for (const Json& image : images) {
      roms.image_of.push_back(image_number(where, image, roms.images.size()));
    }
    roms.order_of.push_back(image_number(where, node.at("order"), roms.orders.size()));
  }
  return roms;
}

}  // namespace

void write_rom_folder(const std::string& folder, const Resolved& resolved, const FatTree& tree,
                      TreeRoute route, const std::vector<QueueDepth>& depths,
                      const TreeRoms& roms) {
  write_rom_files(folder, resolved, depths, [&](OutputFolder& work) {
    const TreeFlitCodec codec(tree, resolved.problem.collective, route);
    Json manifest{{"flit_bits", codec.width()},
                  {"route_bits", codec.route_bits()},
                  {"switch_images", write_programs(work, "switch", roms.switch_images)},
                  {"processor_images", write_programs(work, "processor", roms.processor_images)},
                  {"switches", Json::array()},
                  {"processors", Json::array()}};
    for (std::size_t i = 0; i < roms.image_of_switch.size(); ++i) {
      manifest["switches"].push_back(
          {{"name", tree.node_name(static_cast<NodeId>(tree.processors() + i))},
           {"image", roms.image_of_switch[i]}});
    }
    for (std::size_t p = 0; p < roms.image_of_processor.size(); ++p) {
      manifest["processors"].push_back({{"name", tree.node_name(static_cast<NodeId>(p))},
                                        {"image", roms.image_of_processor[p]},
                                        {"slots", roms.slots[p]}});
    }
    return manifest;
  });
}

void write_rom_folder(const std::string& folder, const Resolved& resolved,
                      const std::vector<QueueDepth>& depths, const StoreRoms& roms) {
  const Topology& network = *resolved.problem.topology;
  write_rom_files(folder, resolved, depths, [&](OutputFolder& work) {
    const DirectFlitCodec codec(network, resolved.problem.collective);
    Json manifest{{"flit_bits", codec.width()},
                  {"route_bits", codec.route_bits()},
                  {"places", roms.store.places},
                  {"ring", roms.store.ring},
                  {"images", write_programs(work, "node", roms.images)},
                  {"orders", roms.orders},
                  {"nodes", Json::array()}};
    for (NodeId u = 0; u < network.nodes(); ++u) {
      Json images = Json::array();
      for (unsigned e = 0; e < roms.store.engines; ++e) {
        images.push_back(roms.image_of[u * roms.store.engines + e]);
      }
      manifest["nodes"].push_back(
          {{"name", network.node_name(u)}, {"images", images}, {"order", roms.order_of[u]}});
    }
    return manifest;
  });
}

TreeRoms read_tree_roms(const std::string& folder, const Resolved& resolved, const FatTree& tree,
                        QueueKind queues) {
  TreeRoms roms;
  read_rom_files(
      folder, resolved, [&](const fs::path& files, const std::string& place, const Json& manifest) {
        roms = parse_tree(files, place, manifest, resolved.problem.collective, tree, queues);
      });
  return roms;
}

StoreRoms read_store_roms(const std::string& folder, const Resolved& resolved) {
  StoreRoms roms;
  read_rom_files(folder, resolved,
                 [&](const fs::path& files, const std::string& place, const Json& manifest) {
                   roms = parse_store(files, place, manifest, resolved);
                 });
  return roms;
}

}  // namespace romcast
