// SPDX-License-Identifier: Apache-2.0
// Driver of a fabric's registers (docs/fabric-rtl.md, "Registers"). It allocates nothing, throws
// nothing and needs no operating system. A Bus has `uint32_t read(uint32_t word)` and `void
// write(uint32_t word, uint32_t data)`, with word addresses.
#pragma once

#include <cstddef>
#include <cstdint>

namespace rmc {

/// A write to the register file.
struct Write {
  std::uint32_t address, data;
};

/// The tables of a mode; romcast_fabric.hpp defines a Mode for each mode of a fabric.
struct Mode {
  std::uint32_t period;  ///< slots of a frame
  const Write* writes;
  std::size_t count;
  /// Per tile, the signature of the router's table and that of the endpoint's table.
  const std::uint32_t* signatures;
};

struct Design {
  std::uint64_t fingerprint;
  std::uint32_t tiles, tile_bits, slot_bits;
  std::uint32_t statistics;  ///< parameter STATS
  std::uint32_t drain;       ///< frames that follow a frame until all of its words have arrived
  bool on_demand;            ///< frames begin when all endpoints are ready for them
  const Mode* modes;
  std::size_t mode_count;
};

/// Registers in the processor's address space.
struct MappedBus {
  volatile std::uint32_t* base;
  std::uint32_t read(std::uint32_t word) const { return base[word]; }
  void write(std::uint32_t word, std::uint32_t data) const { base[word] = data; }
};

enum class Result {
  done,
  no_fabric,      ///< the register ID does not hold "RMF1"
  other_fabric,   ///< the fingerprint differs: the tables are for another fabric
  no_mode,        ///< there is no such mode
  busy,           ///< tables stay locked, change() did not change banks, or frames do not stop
  table_differs,  ///< the signature of a table is not the expected one
};

/// Counters of an endpoint: 32 bits each, modulo 2^32. All are 0 if STATS < 2.
struct Counters {
  std::uint32_t sent, came;
  std::uint32_t missed;    ///< slots without a word of their flow
  std::uint32_t withheld;  ///< slots without credit
};

template <class Bus>
class Driver {
 public:
  /// `polls`: reads of STATUS before a call gives up with `busy`.
  Driver(Bus& bus, const Design& design, std::uint32_t polls = 1u << 20)
      : bus_(bus), design_(design), polls_(polls) {}

  /// Checks that the tables are for this fabric.
  Result check() {
    if (bus_.read(kId) != 0x524D4631u) return Result::no_fabric;
    const std::uint64_t high = bus_.read(kFingerprintHigh);
    const std::uint64_t found = high << 32 | bus_.read(kFingerprintLow);
    return found == design_.fingerprint ? Result::done : Result::other_fabric;
  }

  /// Writes the tables of a mode into the bank that does not run and, if STATS > 0, compares their
  /// signatures with the expected ones; frames continue meanwhile.
  Result load(std::size_t mode) {
    if (mode >= design_.mode_count) return Result::no_mode;
    if (const Result fits = check(); fits != Result::done) return fits;
    if (!settled(kLocked, 0)) return Result::busy;
    const Mode& tables = design_.modes[mode];
    const std::uint32_t idle = bank() ^ 1u;
    bus_.write(kStatus, kDropped);
    bus_.write(kPeriod + idle, tables.period);
    for (std::size_t i = 0; i < tables.count; ++i) {
      bus_.write(tables.writes[i].address, tables.writes[i].data);
    }
    bus_.write(kHash + idle, hash(tables));
    if ((bus_.read(kStatus) & kDropped) != 0) return Result::busy;
    for (std::uint32_t tile = 0; design_.statistics > 0 && tile < design_.tiles; ++tile) {
      if (tile_register(tile, kRouterWritten) != tables.signatures[2 * tile] ||
          tile_register(tile, kEndpointWritten) != tables.signatures[2 * tile + 1]) {
        return Result::table_differs;
      }
    }
    return Result::done;
  }

  /// Switches all tiles to the loaded tables at the end of the same frame; returns `done` when the
  /// other bank runs, or `busy`. If `drain`, all words in transit arrive first; meanwhile a flow
  /// continues only if its slots and paths are the same in all modes of the design, and no flow
  /// continues if frames run on demand or if mode() does not know the running tables.
  Result change(bool drain = true) {
    const std::uint32_t before = bank();
    bus_.write(kCommit, !drain ? 0u : mode() < design_.mode_count ? 3u : 1u);
    if (!settled(kLocked, 0)) return Result::busy;
    return bank() != before ? Result::done : Result::busy;
  }

  /// Starts frames as the fabric was designed: back to back, or when all endpoints are ready.
  void start() { start(design_.on_demand); }
  void start(bool on_demand) {
    bus_.write(kControl, 1u | (on_demand ? 2u : 0u) | design_.drain << 8);
  }
  /// Stops the frames; words in transit arrive first.
  Result stop() {
    bus_.write(kControl, design_.drain << 8);
    return settled(kRunning, 0) ? Result::done : Result::busy;
  }

  bool running() { return (bus_.read(kStatus) & kRunning) != 0; }
  std::uint32_t bank() { return bus_.read(kStatus) >> 1 & 1u; }
  /// The mode whose tables the running bank holds; mode_count if load() did not write them.
  std::size_t mode() {
    const std::uint32_t found = bus_.read(kHash + bank());
    std::size_t mode = 0;
    while (mode < design_.mode_count && found != hash(design_.modes[mode])) ++mode;
    return mode;
  }
  /// Frames begun.
  std::uint32_t frame() { return bus_.read(kFrame); }

  /// The lowest tile with a flag; the number of tiles if no flag is up.
  std::uint32_t tile_with_error() {
    if ((bus_.read(kStatus) & kError) == 0) return design_.tiles;
    return bus_.read(kErrorTile) & ((1u << design_.tile_bits) - 1u);
  }
  /// Flags of a tile (docs/fabric-rtl.md); all 0 without statistics.
  std::uint32_t flags(std::uint32_t tile) { return tile_register(tile, kFlags); }
  void clear_flags(std::uint32_t tile) { bus_.write(tile_address(tile, kFlags), ~0u); }
  /// High-water mark, in words, of the queue into the network; 0 without statistics.
  std::uint32_t most_to_send(std::uint32_t tile) { return tile_register(tile, kMarks) >> 16; }
  /// High-water mark, in words, of the queue out of the network; 0 without statistics.
  std::uint32_t most_received(std::uint32_t tile) { return tile_register(tile, kMarks) & 0xFFFFu; }
  Counters counters(std::uint32_t tile) {
    return {tile_register(tile, 3), tile_register(tile, 4), tile_register(tile, 5),
            tile_register(tile, 6)};
  }

 private:
  // FNV-1a hash of a mode's period and tables, word by word.
  static std::uint32_t hash(const Mode& mode) {
    std::uint32_t value = (2166136261u ^ mode.period) * 16777619u;
    for (std::size_t i = 0; i < mode.count; ++i) {
      value = (value ^ mode.writes[i].address) * 16777619u;
      value = (value ^ mode.writes[i].data) * 16777619u;
    }
    return value;
  }

  enum : std::uint32_t {
    kId = 0,
    kFingerprintLow = 2,
    kFingerprintHigh = 3,
    kControl = 4,
    kCommit = 5,
    kStatus = 6,
    kFrame = 7,
    kPeriod = 8,
    kHash = 10,
    kErrorTile = 13,
    kRunning = 1u << 0,
    kLocked = 1u << 2,
    kError = 1u << 3,
    kDropped = 1u << 4,
    kFlags = 0,
    kMarks = 2,
    kRouterWritten = 8,
    kEndpointWritten = 10,
  };

  std::uint32_t tile_address(std::uint32_t tile, std::uint32_t word) const {
    return (1u << design_.tile_bits | tile) << (2 + design_.slot_bits) | word;
  }
  std::uint32_t tile_register(std::uint32_t tile, std::uint32_t word) {
    return bus_.read(tile_address(tile, word));
  }
  bool settled(std::uint32_t bits, std::uint32_t value) {
    for (std::uint32_t i = 0; i < polls_; ++i) {
      if ((bus_.read(kStatus) & bits) == value) return true;
    }
    return false;
  }

  Bus& bus_;
  const Design& design_;
  std::uint32_t polls_;
};

}  // namespace rmc
