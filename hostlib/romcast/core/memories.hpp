// SPDX-License-Identifier: Apache-2.0
// The memories of nodes: queues with their needed and built depths, sizes of ROM images, and the
// registers after a run, by the names of the Verilog ports that show them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "romcast/core/units.hpp"

namespace romcast {

/// How a switch stores messages; determines the meaning of a queue depth.
enum class QueueKind {
  per_output,  ///< one FIFO per outgoing channel; depth: messages per link of the channel
  up_down,     ///< one FIFO for messages to be sent up, one for messages to be sent down
  per_input,   ///< one FIFO per incoming channel; depth: messages per link of the channel
  store        ///< one store per node of a direct network, or one input queue per LogP processor
};

/// A limit on the depth of queues; without it queues are unlimited.
struct QueueLimit {
  QueueKind kind = QueueKind::per_output;
  std::uint32_t depth = 0;
};

/// The physical queues with one name and direction in the nodes that `where` and `level` describe.
struct QueueDepth {
  std::string where;         ///< "level 2", "nodes", "processors" or "switches"
  unsigned level = 1;        ///< of these nodes in the network
  std::string queue;         ///< "up", "down", "branch", "store", "bank", ...
  std::string direction{};   ///< of a branch: "up" or "down"
  std::uint32_t links = 1;   ///< parallel links of a branch
  std::uint64_t queues = 1;  ///< number of such queues in the network
  std::uint32_t needed = 0;  ///< slots that the fullest queue needs; of a branch, per link
  std::uint32_t built = 0;   ///< slots that each queue has; of a branch, per link
  unsigned message_bits = 0;
  bool ring = false;  ///< of a bank: its slots are filled in cyclic order
  /// Maximum number of messages in one such queue; nullopt where that is not counted.
  std::optional<std::uint32_t> occupancy{};
  NodeId begin = 0, end = ~NodeId{0};  ///< nodes begin .. end-1 of `level` have these queues
  unsigned entry_bits = 0;  ///< width of a slot: a message and the switch's bookkeeping bits
};

/// Printable name, e.g. "up branch".
inline std::string name(const QueueDepth& depth) {
  return depth.direction.empty() ? depth.queue : depth.direction + " " + depth.queue;
}

/// Reported sizes of a set of distinct ROM images.
struct RomSize {
  std::size_t images = 0, words_max = 0;  ///< words_max: of the longest image
  unsigned word_bits = 0;                 ///< of the widest image
  std::uint64_t bits_total = 0;           ///< of all images together
};

/// A reported set of images.
struct RomRow {
  std::string nodes;  ///< "switches", "processors", ...
  RomSize size;
};

/// The registers of a node and their contents after a run.
class Registers {
 public:
  using Names = std::vector<std::string>;
  Registers(std::shared_ptr<const Names> names, std::vector<std::int64_t> values)
      : names_(std::move(names)), values_(std::move(values)) {}
  /// The contents of a register; nullopt if this kind of node has no such register.
  [[nodiscard]] std::optional<std::int64_t> find(std::string_view name) const;
  /// Like find(), but throws std::logic_error if there is no such register.
  [[nodiscard]] std::int64_t at(std::string_view name) const;
  /// Names and values of all registers, in the order of the module's ports.
  [[nodiscard]] const Names& names() const { return *names_; }
  [[nodiscard]] const std::vector<std::int64_t>& values() const { return values_; }
  /// True if the node has this flag and the flag is set.
  [[nodiscard]] bool up(std::string_view flag) const { return find(flag).value_or(0) > 0; }

 private:
  std::shared_ptr<const Names> names_;  // shared by all nodes of a kind
  std::vector<std::int64_t> values_;
};

struct NodeRegisters {
  unsigned level = 0;
  NodeId node = 0;
  Registers registers;
};

/// Numbers of evaluations of switches, summed over all switches, cycles and ranks.
struct Evaluations {
  std::uint64_t made = 0;
  std::uint64_t audited = 0;            ///< evaluations of sleeping switches, as a check
  std::uint64_t audit_differences = 0;  ///< audited evaluations that changed the switch
};
inline constexpr std::array<std::uint64_t Evaluations::*, 3> kEvaluations{
    &Evaluations::made, &Evaluations::audited, &Evaluations::audit_differences};

/// Everything that is read from the hardware after a run.
struct Readings {
  Cycle cycles = 0;  ///< number of the cycle of the last needed reception or addition
  std::uint64_t hops = 0, delivered = 0;
  std::vector<NodeRegisters> switches;
  std::optional<Registers> crossbar{};  ///< of the fabric; only in fully connected networks
  std::vector<std::string> complaints;  ///< wrong payloads, destinations and results; LogP errors
  std::uint64_t switch_cycles = 0;
  Evaluations evaluations{};
  std::string note{};  ///< how the network was cut for several ranks
};

}  // namespace romcast
