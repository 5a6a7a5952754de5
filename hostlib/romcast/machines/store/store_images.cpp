// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/store/store_images.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "romcast/core/error.hpp"
#include "romcast/core/flit.hpp"
#include "romcast/core/stored_network.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/machines/image_folder.hpp"

namespace romcast {
namespace {

void check_order(const std::string& place, const std::vector<std::uint32_t>& order,
                 const Collective& collective, std::uint32_t places) {
  if (order.size() > places) {
    throw InputError(fmt::format("{}: an order of {}; a node has {}", place,
                                 counted(order.size(), "own message"), counted(places, "place")));
  }
  const bool pairs = collective.traits().pairs;
  const std::uint64_t each = collective.messages();
  const std::uint64_t least = pairs ? each : 0;  // no messages to itself
  const std::uint64_t end = pairs ? collective.processors() * each : each;
  for (const std::uint32_t own : order) {
    if (own >= least && own < end) continue;
    throw InputError(
        fmt::format("{}: own message {}; give numbers from {} to {}", place, own, least, end - 1));
  }
}

// Sets the part of the shape that follows from the problem alone.
void shape(const Problem& problem, StoreShape& store) {
  store.engines = one_port(*problem.topology, problem.ports) ? 1 : store_ports(*problem.topology);
  store.copies = keeping_of(problem.collective).copies;
}

void check_shape(const std::string& place, const Collective& collective, const StoreShape& store) {
  if (store.places < 1 || store.places > kMostPlaces) {
    throw InputError(
        fmt::format("{}: {}; give 1 to {}", place, counted(store.places, "place"), kMostPlaces));
  }
  const bool ringed = store.engines > 1 && keeping_of(collective).swaps;
  if (store.ring > (ringed ? store.places : 0)) {
    throw InputError(fmt::format("{}: a ring of {} places; give 0 to {}", place, store.ring,
                                 ringed ? store.places : 0));
  }
}

void check_programs(const ImageReader& folder, const StoreRoms& roms) {
  const Problem& problem = folder.job().problem;
  for (const RomImage& image : roms.images) {
    check_width(folder.place(), image, store_control_bits(*problem.topology, roms.store));
  }
  for (const auto& order : roms.orders) {
    check_order(folder.place(), order, problem.collective, roms.store.places);
  }
}

template <class Folder, class Images>
void describe_stores(Folder& folder, Images& images) {
  const Problem& problem = folder.job().problem;
  const Topology& network = *problem.topology;
  auto& roms = images.roms;
  const DirectFlitCodec codec(network, problem.collective);
  folder.fact("flit_bits", codec.width());
  folder.fact("route_bits", codec.route_bits());
  folder.value("places", roms.store.places);
  folder.value("ring", roms.store.ring, 0U);
  if constexpr (Folder::kReads) check_shape(folder.place(), problem.collective, roms.store);
  folder.programs("images", "node", roms.images);
  folder.value("orders", roms.orders);
  if constexpr (Folder::kReads) check_programs(folder, roms);
  folder.nodes("nodes", 0, network.nodes(), [&](auto&& node) {
    node.images(roms.image_of, roms.store.engines, roms.images.size());
    node.image("order", roms.order_of, roms.orders.size());
  });
}

// Returns a number that exceeds every word of an order of own messages. The words are values of the
// parameter `relative` of own_message().
std::uint64_t own_kinds(const Collective& collective) {
  if (collective.traits().listed) {
    std::uint64_t most = 1;
    for (NodeId p = 0; p < collective.processors(); ++p) {
      most = std::max(most, collective.own_messages(p));
    }
    return most;
  }
  return (collective.traits().pairs ? collective.processors() : 1) *
         std::uint64_t{collective.messages()};
}

}  // namespace

RomSize StoreImages::orders() const {
  RomSize size{.images = roms.orders.size()};
  size.word_bits = static_cast<unsigned>(std::bit_width(own_kinds(collective) - 1));
  for (const auto& order : roms.orders) {
    size.words_max = std::max(size.words_max, order.size());
    size.bits_total += order.size() * size.word_bits;
  }
  return size;
}

std::vector<RomRow> StoreImages::rows() const {
  return {{"nodes", size_of(roms.images)}, {"processors", orders()}};
}

void StoreImages::write(ImageWriter& folder) const { describe_stores(folder, *this); }

void StoreImages::read(ImageReader& folder) {
  shape(folder.job().problem, roms.store);
  describe_stores(folder, *this);
}

}  // namespace romcast
