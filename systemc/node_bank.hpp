// SPDX-License-Identifier: Apache-2.0
// A bank: instances of one Verilated class (a module with one set of parameters) in a network.
// Straps and registers have the names of the module's ports: the ports that the module lists below
// `// Straps`, `// Counters`, `// Marks` and `// Flags` (see module_description.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/fabric.hpp"

namespace romcast {

/// Connections of a switch, line or crossbar. A switch's in_links and out_links have one entry per
/// lane of its pins, in the order of its ports.
struct NodeLinks {
  const char* name = "";
  const std::uint32_t* in_links = nullptr;
  const std::uint32_t* out_links = nullptr;
  const std::uint32_t* in_channels = nullptr;  // by port, for credits
  const std::uint32_t* local_links = nullptr;  // to the node's processor: one, or one per port
  std::uint32_t node = 0;
  std::uint32_t inbox = 0;  // the node's first inbox
  // Crossbars: `ports` lines to each processor, `lines` lines to all processors together, `senders`
  // lines from each processor, and `lead` cycles from the beginning of a send to the arrival of the
  // flit at the crossbar.
  std::uint32_t ports = 1, lines = 0, senders = 1, lead = 0;
  bool recorded = false;  // in a waveform
};

class NodeBank {
 public:
  using Names = std::vector<const char*>;
  virtual ~NodeBank() = default;
  /// Names of the straps, whose values add() sets.
  [[nodiscard]] virtual const Names& straps() const = 0;
  /// Names of the registers, whose values read() reads.
  [[nodiscard]] virtual const Names& registers() const = 0;
  /// Adds a switch, line or crossbar, out of reset and not running. The arrays in `links` must
  /// outlive the bank; `straps` has one value per strap, in the order of straps().
  virtual void add(const NodeLinks& links, const std::uint64_t* straps) = 0;
  [[nodiscard]] virtual std::uint32_t size() const = 0;
  /// Writes one ROM word or row through the switch's load port. `word`: 32-bit pieces, lowest
  /// first.
  virtual void load(std::uint32_t local, std::uint32_t address, const std::uint32_t* word) = 0;
  /// Puts a message of a node's own processor into the node's store, before the run.
  virtual void inject(std::uint32_t local, std::uint64_t flit) = 0;
  /// Sets `run` of all switches, before cycle 0; switches whose control looks one cycle ahead also
  /// get a clock edge.
  virtual void start() = 0;
  /// Called once between start() and cycle 0: requests the actions of processors in cycle 0.
  virtual void announce(Wires&) {}
  /// One clock edge for the listed switches.
  virtual void step(Wires& fabric, const std::uint32_t* locals, std::uint32_t count) = 0;
  /// Evaluates the current clock edge for a sleeping switch, which step() leaves out; returns true
  /// if the state of the switch changes, which is an error.
  virtual bool audit(const Wires& fabric, std::uint32_t local) = 0;
  /// Writes one value per register; for flags, the number of set bits.
  virtual void read(std::uint32_t local, std::int64_t* values) const = 0;
  /// Shows a switch in a waveform; the switch must have been added with `recorded` set. `recorder`:
  /// the program's VerilatedVcdC or VerilatedFstC, whichever the model was built for. Throws
  /// std::logic_error if the model was built without tracing.
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
