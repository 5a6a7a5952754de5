// SPDX-License-Identifier: Apache-2.0
// A bank: all switches of one network that share one Verilated class (one set of parameters).
#pragma once

#include <cstdint>
#include <string>

#include "systemc/fabric.hpp"

namespace romcast {

/// Straps of rtl/complete/logp_port.v and logp_fabric.v.
struct LogpStraps {
  std::uint32_t overhead = 0, gap = 1, capacity = 0;
  bool addition = false, keep = false;
  std::uint32_t nodes = 2, origin = 0, rows = 0;
  std::uint32_t first = 0, start = 0, items = 1;
};

/// Where a switch sits; arrays hold one entry per pin lane, in port order.
struct NodeWiring {
  const char* name = "";
  const std::uint32_t* in_links = nullptr;
  const std::uint32_t* out_links = nullptr;
  const std::uint32_t* in_channels = nullptr;   // by port, for credits
  const std::uint32_t* out_channels = nullptr;  // by port
  std::uint32_t node = 0;
  bool is_root = false;
  bool above_leaves = false;
  std::uint32_t shift = 0;
  std::uint64_t here = 0;
  std::uint32_t route_kind = 0;
  std::uint32_t places = 0;  // in use of the queues' places
  // Star graphs.
  const std::uint32_t* local_links = nullptr;  // to the own processor, one per port or one
  bool multicast = false;
  bool swap = false;
  std::uint32_t startup = 0, per_message = 1, packet_cap = 0;
  // Fully connected networks: a processor's interface, or the crossbar between them.
  std::uint32_t ports = 1;  // of a processor
  std::uint32_t lines = 0;  // of all processors together
  std::uint32_t messages = 1, rate = 1, last_round = 0;
  std::uint32_t period = 1;  // rows
  bool slow = false;         // new messages once in a period
  bool clip = false;         // rows that are computed, see rtl/complete/cube_rows.v
  std::uint64_t digits = 0;
  std::uint32_t own_line = 0;
  LogpStraps logp{};
};

/// What the hardware counters of a switch say; a kind of switch that has no such counter says -1.
struct NodeCounters {
  std::int64_t queue_high = -1, waiting_high = -1, up_high = -1, down_high = -1;
  std::int64_t places_high = -1;  // of the fullest queue; with an up queue: of the down queue
  std::int64_t hops = -1, last_hop = -1;
  std::int64_t overflow = -1, underflow = -1, contention = -1;
  std::int64_t busy = -1, deliveries = -1, last_delivery = -1;
  std::int64_t duplicate = -1;  // a message came that was there
  // LogP machines.
  std::int64_t last_add = -1, transit_high = -1;
  std::int64_t gap_error = -1, overlap = -1, capacity_error = -1;
};

class NodeBank {
 public:
  virtual ~NodeBank() = default;
  /// Adds a switch, out of reset and not running. Wiring arrays must outlive the bank.
  virtual void add(const NodeWiring& wiring) = 0;
  [[nodiscard]] virtual std::uint32_t size() const = 0;
  /// Writes one ROM word or row through the switch's load port. `word`: 32-bit pieces, lowest
  /// first.
  virtual void load(std::uint32_t local, std::uint32_t address, const std::uint32_t* word) = 0;
  /// Puts a message of the own processor into a node's store, before the run.
  virtual void inject(std::uint32_t local, std::uint64_t flit) = 0;
  /// Sets `run` of all switches; those that look a cycle ahead get the clock edge before cycle 0.
  virtual void start() = 0;
  /// After start(): what is asked of processors in cycle 0.
  virtual void announce(Fabric&) {}
  /// One clock edge for the listed switches.
  virtual void step(Fabric& fabric, const std::uint32_t* locals, std::uint32_t count) = 0;
  /// The same edge for a switch that the kernel leaves asleep; true if its state changed (it must
  /// not), false otherwise.
  virtual bool audit(const Fabric& fabric, std::uint32_t local) = 0;
  [[nodiscard]] virtual NodeCounters counters(std::uint32_t local) const = 0;
  /// Adds a switch to a waveform: `recorder` is the program's VerilatedVcdC or VerilatedFstC, as
  /// the model was built for.
  virtual void record(std::uint32_t local, void* recorder) = 0;
};

/// Network time: rtl/common/time_base.v.
class TimeBase {
 public:
  virtual ~TimeBase() = default;
  virtual void tick() = 0;
  [[nodiscard]] virtual std::uint32_t cycle() const = 0;
};

}  // namespace romcast
