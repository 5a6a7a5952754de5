// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/tree/tree_images.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "romcast/core/error.hpp"
#include "romcast/core/flit.hpp"
#include "romcast/core/stored_network.hpp"
#include "romcast/core/wording.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Checks that every slot that the program sends has a message.
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

// True for a message that the processor has from the start, or a copy that it can make.
bool can_send(const Collective& collective, NodeId processor, MessageId message) {
  if (message >= collective.message_numbers()) return false;
  return collective.origin(message) == processor || collective.copies();
}

void read_processor(const std::string& where, const Json& node, NodeId v,
                    const Collective& collective, TreeRoms& roms) {
  const auto image = image_number(where, node.at("image"), roms.processor_images.size());
  roms.image_of_processor.push_back(image);
  roms.slots.push_back(node.at("slots").get<std::vector<MessageId>>());
  for (const MessageId message : roms.slots.back()) {
    if (!can_send(collective, v, message)) {
      throw InputError(fmt::format("{}: message {} is not its own", where, message));
    }
  }
  check_slots(where, roms.processor_images[image], roms.slots.back().size());
}

TreeRoms parse_tree(const fs::path& folder, const std::string& place, const Json& manifest,
                    const Collective& collective, const FatTree& tree, QueueKind queues) {
  TreeRoms roms;
  roms.switch_images = read_programs(folder, manifest.at("switch_images"));
  roms.processor_images = read_programs(folder, manifest.at("processor_images"));
  visit_nodes(place, manifest, "processors", tree, 0, tree.processors(),
              [&](NodeId v, const Json& node, const std::string& where) {
                read_processor(where, node, v, collective, roms);
              });
  visit_nodes(place, manifest, "switches", tree, tree.first_switch(), tree.switches(),
              [&](NodeId v, const Json& node, const std::string& where) {
                const auto image = image_number(where, node.at("image"), roms.switch_images.size());
                roms.image_of_switch.push_back(image);
                check_width(where, roms.switch_images[image],
                            control_bits(tree, tree.level(v), queues));
              });
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
  const std::uint64_t least = pairs ? each : 0;  // not for the processor itself
  const std::uint64_t end = pairs ? collective.processors() * each : each;
  for (const std::uint32_t own : order) {
    if (own >= least && own < end) continue;
    throw InputError(
        fmt::format("{}: own message {}; give numbers from {} to {}", place, own, least, end - 1));
  }
}

StoreRoms parse_store(const fs::path& folder, const std::string& place, const Json& manifest,
                      const Job& job) {
  const Topology& network = *job.problem.topology;
  StoreRoms roms;
  roms.store.engines = one_port(network, job.problem.ports) ? 1 : store_ports(network);
  roms.store.places = manifest.at("places").get<std::uint32_t>();
  if (roms.store.places < 1 || roms.store.places > kMostPlaces) {
    throw InputError(fmt::format("{}: {}; give 1 to {}", place, counted(roms.store.places, "place"),
                                 kMostPlaces));
  }
  roms.store.copies = job.problem.collective.copies();
  roms.store.ring = manifest.value("ring", 0U);
  const bool ringed =
      roms.store.engines > 1 && !job.problem.collective.multicast() && !roms.store.copies;
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
    check_order(place, order, job.problem.collective, roms.store.places);
  }
  visit_nodes(place, manifest, "nodes", network, 0, network.nodes(),
              [&](NodeId, const Json& node, const std::string& where) {
                read_image_numbers(where, node, roms.store.engines, roms.images.size(),
                                   roms.image_of);
                roms.order_of.push_back(image_number(where, node.at("order"), roms.orders.size()));
              });
  return roms;
}

// Number of own messages among which a processor may choose.
std::uint64_t own_kinds(const Collective& collective) {
  if (collective.kind() == CollectiveKind::exchange) {
    std::uint64_t most = 1;
    for (NodeId p = 0; p < collective.processors(); ++p) {
      most = std::max(most, collective.own_messages(p));
    }
    return most;
  }
  const bool few =
      collective.multicast() || collective.copies() || collective.kind() == CollectiveKind::gather;
  return (few ? 1 : collective.processors()) * std::uint64_t{collective.messages()};
}

RomSize size_of_orders(const StoreRoms& roms, const Collective& collective) {
  RomSize report{.images = roms.orders.size()};
  const std::uint64_t kinds = own_kinds(collective);
  report.word_bits = static_cast<unsigned>(std::bit_width(kinds - 1));
  for (const auto& order : roms.orders) {
    report.words_max = std::max(report.words_max, order.size());
    report.bits_total += order.size() * report.word_bits;
  }
  return report;
}

}  // namespace

std::vector<RomRow> TreeImages::rows() const {
  return {{"switches", size_of(roms->switch_images)},
          {"processors", size_of(roms->processor_images)}};
}

Json TreeImages::write(const Job& job, OutputFolder& to) const {
  const auto& tree = dynamic_cast<const FatTree&>(*job.problem.topology);
  const TreeFlitCodec codec(tree, job.problem.collective, route);
  Json manifest{{"flit_bits", codec.width()},
                {"route_bits", codec.route_bits()},
                {"switch_images", write_programs(to, "switch", roms->switch_images)},
                {"processor_images", write_programs(to, "processor", roms->processor_images)},
                {"switches", Json::array()},
                {"processors", Json::array()}};
  for (std::size_t i = 0; i < roms->image_of_switch.size(); ++i) {
    manifest["switches"].push_back(
        {{"name", tree.node_name(static_cast<NodeId>(tree.processors() + i))},
         {"image", roms->image_of_switch[i]}});
  }
  for (std::size_t p = 0; p < roms->image_of_processor.size(); ++p) {
    manifest["processors"].push_back({{"name", tree.node_name(static_cast<NodeId>(p))},
                                      {"image", roms->image_of_processor[p]},
                                      {"slots", roms->slots[p]}});
  }
  return manifest;
}

StoreImages::StoreImages(StoreRoms compiled, const Collective& collective)
    : roms(std::make_shared<const StoreRoms>(std::move(compiled))),
      orders(size_of_orders(*roms, collective)) {}

std::vector<RomRow> StoreImages::rows() const {
  return {{"nodes", size_of(roms->images)}, {"processors", orders}};
}

Json StoreImages::write(const Job& job, OutputFolder& to) const {
  const Topology& network = *job.problem.topology;
  const DirectFlitCodec codec(network, job.problem.collective);
  Json manifest{{"flit_bits", codec.width()},
                {"route_bits", codec.route_bits()},
                {"places", roms->store.places},
                {"ring", roms->store.ring},
                {"images", write_programs(to, "node", roms->images)},
                {"orders", roms->orders},
                {"nodes", Json::array()}};
  for (NodeId u = 0; u < network.nodes(); ++u) {
    manifest["nodes"].push_back({{"name", network.node_name(u)},
                                 {"images", image_numbers(roms->image_of, u, roms->store.engines)},
                                 {"order", roms->order_of[u]}});
  }
  return manifest;
}

TreeRoms read_tree_roms(const std::string& folder, const Job& job, const FatTree& tree,
                        QueueKind queues) {
  TreeRoms roms;
  read_rom_files(folder, job,
                 [&](const fs::path& files, const std::string& place, const Json& manifest) {
                   roms = parse_tree(files, place, manifest, job.problem.collective, tree, queues);
                 });
  return roms;
}

StoreRoms read_store_roms(const std::string& folder, const Job& job) {
  StoreRoms roms;
  read_rom_files(folder, job,
                 [&](const fs::path& files, const std::string& place, const Json& manifest) {
                   roms = parse_store(files, place, manifest, job);
                 });
  return roms;
}

}  // namespace romcast
