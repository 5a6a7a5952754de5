// SPDX-License-Identifier: Apache-2.0
// The results that hardware reports after a run: the registers of every node, by the names of its
// module's ports.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "romcast/core/units.hpp"

namespace romcast {

/// The register values of a node.
class Registers {
 public:
  using Names = std::vector<std::string>;
  Registers(std::shared_ptr<const Names> names, std::vector<std::int64_t> values)
      : names_(std::move(names)), values_(std::move(values)) {}
  /// nullopt if this kind of node has no such register.
  [[nodiscard]] std::optional<std::int64_t> find(std::string_view name) const;
  /// Throws std::logic_error if this kind of node has no such register.
  [[nodiscard]] std::int64_t at(std::string_view name) const;
  /// Names and values of all registers, in the order of the module's ports.
  [[nodiscard]] const Names& names() const { return *names_; }
  [[nodiscard]] const std::vector<std::int64_t>& values() const { return values_; }
  /// True if the flag exists and is set.
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

/// Everything that the hardware reports of a run.
struct Readings {
  Cycle cycles = 0;  ///< last needed reception, by the Verilog time base
  std::uint64_t hops = 0, delivered = 0;
  std::vector<NodeRegisters> switches;
  std::optional<Registers> crossbar{};  ///< fully connected networks
  std::vector<std::string> complaints;  ///< from processors: wrong payloads and destinations
  std::uint64_t switch_cycles = 0, evaluations = 0, audited = 0, audit_differences = 0;
  std::string note{};  ///< how the network was cut for several ranks
};

}  // namespace romcast
