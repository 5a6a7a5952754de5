// SPDX-License-Identifier: Apache-2.0
#include "romcast/fabric/capacities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "romcast/core/error.hpp"
#include "romcast/fabric/depths.hpp"

namespace romcast::fabric {
namespace {

constexpr std::uint32_t kLeastTx = 16;
constexpr std::uint32_t kMostDepth = 16384, kMostRoom = kMostDepth - 2 - 4;

class Capacities {
 public:
  Capacities(const Fabric& fabric, const Fabric* built) : fabric_(fabric), built_(built) {}

  // Capacity of a tile's queue for words that no credit holds back (most_without_credit): the sum
  // over the modes, since words of one mode may be in flight when another mode begins. If there is
  // an existing fabric: the capacity of the queue in that fabric, which must suffice for this sum,
  // and for the words of any existing mode together with those of any new mode. Throws InputError
  // if the sum exceeds kMostRoom, or if the existing queue is too small.
  [[nodiscard]] std::uint32_t room(std::size_t tile) const {
    std::uint64_t sum = 0, most = 0, before = 0;
    for (const FabricMode& mode : fabric_.modes) {
      const std::uint64_t words = most_without_credit(mode, fabric_.flows, tile);
      sum += words;
      most = std::max(most, words);
    }
    if (built_ == nullptr) {
      if (sum <= kMostRoom) return static_cast<std::uint32_t>(sum);
      throw InputError(
          fmt::format("the queue of {} would need capacity for {} words, at most {} are "
                      "possible; give fewer words per frame",
                      fabric_.tiles[tile].name, sum, kMostRoom));
    }
    for (const FabricMode& mode : built_->modes) {
      before = std::max(before, most_without_credit(mode, built_->flows, tile));
    }
    const std::uint64_t needed = std::max(sum, before + most);
    if (needed <= built_->room[tile]) return built_->room[tile];
    throw InputError(fmt::format(
        "the queue of {} would need capacity for {} words without credit, the fabric has {}; "
        "give fewer words per frame, or a longer `period`",
        fabric_.tiles[tile].name, needed, built_->room[tile]));
  }

  // As room(), but with frames on demand: the words of 1 + `drain` frames, since a frame may start
  // before the endpoint's signal `ready` counts the words of up to `drain` earlier frames.
  [[nodiscard]] std::uint32_t room_on_demand(std::size_t tile) const {
    std::uint64_t words = 0;
    for (std::size_t m = 0; m < fabric_.modes.size(); ++m) {
      words = std::max<std::uint64_t>(words, fabric_.words_to(m, tile));
    }
    const Cycle drain =
        built_ == nullptr ? fabric_.drain() : std::max(fabric_.drain(), built_->drain());
    return on_demand(tile, words * (1 + drain), kMostRoom,
                     built_ == nullptr ? nullptr : &built_->room[tile]);
  }
  [[nodiscard]] std::uint32_t tx_on_demand(std::size_t tile) const {
    std::uint32_t words = kLeastTx;
    for (std::size_t m = 0; m < fabric_.modes.size(); ++m) {
      words = std::max(words, fabric_.words_from(m, tile));
    }
    return on_demand(tile, std::bit_ceil(words), kMostDepth,
                     built_ == nullptr ? nullptr : &built_->tx[tile]);
  }

 private:
  [[nodiscard]] std::uint32_t on_demand(std::size_t tile, std::uint64_t words, std::uint32_t most,
                                        const std::uint32_t* built) const {
    if (words <= (built == nullptr ? most : *built)) {
      return built == nullptr ? static_cast<std::uint32_t>(words) : *built;
    }
    throw InputError(fmt::format(
        "a queue of {} would need capacity for {} words of frames on demand, {} {}; give fewer "
        "words per frame",
        fabric_.tiles[tile].name, words, built == nullptr ? "at most" : "the fabric has",
        built == nullptr ? most : *built));
  }

  const Fabric& fabric_;
  const Fabric* const built_;  // the existing fabric; nullptr if there is none
};

}  // namespace

void size_queues(Fabric& fabric, const Fabric* built) {
  const Capacities capacities(fabric, built);
  for (std::size_t t = 0; t < fabric.tiles.size(); ++t) {
    fabric.room.push_back(fabric.on_demand ? capacities.room_on_demand(t) : capacities.room(t));
    if (fabric.on_demand) fabric.tx.push_back(capacities.tx_on_demand(t));
  }
}

}  // namespace romcast::fabric
