// SPDX-License-Identifier: Apache-2.0
// A fabric: the network of a periodic schedule, built of the tiles of `rtl/fabric`, with tables
// that make each flow a wire with a known latency (docs/fabric.md, docs/fabric-rtl.md).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// The index that stands for no tile, no flow, or no reduction.
inline constexpr std::size_t kNoTile = ~std::size_t{0};

/// One of the links that leave a tile.
struct FabricEnd {
  std::size_t tile = kNoTile;  ///< kNoTile: no link
  unsigned link = 0;           ///< from 1; link 0 is the tile's endpoint
  bool operator==(const FabricEnd&) const = default;
};

/// An instance of the module `rmc_tile`.
struct FabricTile {
  std::string name;           ///< name of its node
  NodeId node = kNone;        ///< the node whose links the tile has
  NodeId endpoint = kNone;    ///< processor whose words enter and leave here; kNone: none
  unsigned links = 3;         ///< parameter LINKS
  unsigned holds = 0;         ///< parameter HOLDS
  bool reduces = false;       ///< parameter REDUCE
  std::vector<FabricEnd> in;  ///< by link number: the output that drives this input

  /// Number of inputs; their order: links (0: the endpoint), the operator's result, registers.
  [[nodiscard]] unsigned inputs() const { return links + (reduces ? 1 : 0) + holds; }
  /// Number of outputs; their order: links, the operator's two operands, registers.
  [[nodiscard]] unsigned outputs() const { return links + (reduces ? 2 : 0) + holds; }
  /// The code by which an output selects an input.
  [[nodiscard]] std::uint32_t code(unsigned output, unsigned input) const;
  /// Width of a code, in bits.
  [[nodiscard]] unsigned code_bits() const;
  /// Width of a word of the router's table, in bits.
  [[nodiscard]] unsigned word_bits() const {
    return outputs() * code_bits() + (reduces ? kOperationBits : 0);
  }
  static constexpr unsigned kOperationBits = 3;  ///< bits of the operation, above the codes
};

/// A set of flows: the network combines the n-th words of all of them into one.
struct FabricReduction {
  std::string name;
  Operation operation = Operation::add;
};

/// Words that go from one endpoint to the same receivers in each frame.
struct FabricFlow {
  std::string name;
  std::size_t from = kNoTile;
  std::vector<std::size_t> to;      ///< tiles, ascending by endpoint
  unsigned dest = 0;                ///< `s_axis_tdest` at `from`
  std::vector<unsigned> ids;        ///< `m_axis_tid` at each receiver
  std::size_t back = kNoTile;       ///< a flow whose words bring the credit of this one
  bool credit_only = false;         ///< carries nothing but credits of its `back`
  std::uint32_t words = 0;          ///< words per frame of the first mode
  std::uint32_t bound = 0;          ///< requested bound of the latency; 0: none
  bool stays = false;               ///< continues while a change of modes drains the other flows
  std::size_t reduction = kNoTile;  ///< index in Fabric::reductions
  bool arrives = true;              ///< false: at receivers, its reduction's first flow replaces it
};

/// A word of a frame: injected in a slot, ejected a known number of slots later.
struct FabricWord {
  std::size_t flow = 0;
  Cycle slot = 0;            ///< slot in the sender's tables
  std::vector<Cycle> after;  ///< slots until its ejection, by receiver of the flow
};

/// A result that a reduction ejects in each frame, and how the words of flows are combined into it.
struct FabricResult {
  /// Pushes a word on a stack, or replaces the stack's two topmost values by the operator's result.
  struct Step {
    std::size_t flow = kNoTile;  ///< kNoTile: combines
    Cycle slot = 0;              ///< the word's FabricWord::slot
  };
  std::size_t reduction = 0;
  std::vector<Step> steps{};  ///< in reverse Polish notation: the expression that operators compute
};

/// A schedule, compiled for the tiles.
struct FabricMode {
  Cycle period = 1;
  std::vector<FabricResult> results{};
  std::vector<FabricWord> words;                      ///< by flow, then by slot
  std::vector<std::vector<std::uint32_t>> routers;    ///< table words by tile and slot
  std::vector<std::vector<std::uint32_t>> endpoints;  ///< the same, even for tiles without endpoint
  /// Number of slots from the injection of a word until its last ejection, including the slot of
  /// the injection and the slot of the ejection; the maximum over all words.
  [[nodiscard]] Cycle longest() const;
};

/// The flow control, which keeps words out of full queues by credits or by frames on demand, and
/// whether operators compare signed or unsigned numbers.
struct FabricRules {
  bool credits = true;
  /// A frame starts when each source has all its words of the frame, and each sink has
  /// capacity for Fabric::room words; credits are then unused.
  bool on_demand = false;
  bool is_signed = false;  ///< operators compare numbers in two's complement
};

struct Fabric {
  std::vector<FabricTile> tiles;
  std::vector<FabricFlow> flows;
  std::vector<FabricReduction> reductions;
  bool is_signed = false;  ///< operators compare numbers in two's complement
  std::vector<FabricMode> modes;
  unsigned flow_bits = 1, slot_bits = 4;
  /// Capacity for words that arrive without credit, by tile (parameter ROOM): enough for these
  /// words of all modes together. On demand: enough for the words of 1 + drain() frames of any
  /// mode.
  std::vector<std::uint32_t> room;
  bool credits = true;  ///< endpoints use credits; ignored if on_demand
  bool on_demand = false;
  /// On demand: depth of the queue of words to send, enough for a frame of any mode, by tile
  /// (parameter TX_DEPTH); else empty.
  std::vector<std::uint32_t> tx;

  /// Frames until all words of a frame have arrived: the largest number of all modes.
  [[nodiscard]] Cycle drain() const;
  [[nodiscard]] bool modes_have_equal_flows() const;
  /// Largest number of slots from the time when a word is ready, at worst just after a slot of the
  /// flow, until the word has arrived; 0: the mode has no word of the flow.
  [[nodiscard]] Cycle latency(std::size_t mode, std::size_t flow) const;
  /// Words that a tile's endpoint sends in a frame of a mode, except those that only carry credits.
  [[nodiscard]] std::uint32_t words_from(std::size_t mode, std::size_t tile) const;
  /// Words that a tile's endpoint receives in a frame of a mode, except those that only carry
  /// credits; the result of a reduction counts once.
  [[nodiscard]] std::uint32_t words_to(std::size_t mode, std::size_t tile) const;
  /// Identifies the hardware: any table with this fingerprint fits it.
  [[nodiscard]] std::uint64_t fingerprint(unsigned payload_bits) const;
};

/// A judged frame: `collective`, sent once every `period` cycles by `hops`.
struct FabricSchedule {
  Collective collective;
  Cycle period = 1;
  std::vector<Hop> hops;
};

/// For each flow NAME that has a single receiver and whose credits no flow carries yet, adds a flow
/// "NAME.credit" that carries them: one word per frame from this receiver to the sender. Returns
/// the collective of all flows, or `collective` itself if no flow is added or if `collective`
/// combines words. `other`: the collective of another mode; two flows that carry each other's
/// credits in `other` are paired with no third flow of `collective`. Throws InputError for a flow
/// whose name ends in ".credit".
Collective with_credits(const Collective& collective, const Topology& network,
                        const Collective* other = nullptr);

}  // namespace romcast
