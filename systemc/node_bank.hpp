// SPDX-License-Identifier: Apache-2.0
// A bank: all switches of one network that share one Verilated class (one set of parameters).
// Straps and registers go by the names of the module's ports: what it lists below `// Straps`,
// `// Counters`, `// Marks` and `// Flags` is all that there is (see module_description.hpp).
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "systemc/fabric.hpp"

namespace romcast {

/// Where a switch sits; arrays hold one entry per pin lane, in port order.
struct NodeLinks {
  const char* name = "";
  const std::uint32_t* in_links = nullptr;
  const std::uint32_t* out_links = nullptr;
  const std::uint32_t* in_channels = nullptr;  // by port, for credits
  const std::uint32_t* local_links = nullptr;  // to the own processor, one per port or one
  std::uint32_t node = 0;
  std::uint32_t inbox = 0;  // its first one
  // Crossbars: lines of a processor and of all of them, and how many cycles before a flit comes
  // its send begins.
  std::uint32_t ports = 1, lines = 0, lead = 0;
};

class NodeBank {
 public:
  using Names = std::vector<const char*>;
  virtual ~NodeBank() = default;
  /// What add() sets and what read() reads.
  [[nodiscard]] virtual const Names& straps() const = 0;
  [[nodiscard]] virtual const Names& registers() const = 0;
  /// Adds a switch, out of reset and not running. Arrays of `links` must outlive the bank; one
  /// value per strap.
  virtual void add(const NodeLinks& links, const std::uint64_t* straps) = 0;
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
  /// Writes one value per register; of flags, how many are up.
  virtual void read(std::uint32_t local, std::int64_t* values) const = 0;
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
