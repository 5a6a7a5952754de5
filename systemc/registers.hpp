// SPDX-License-Identifier: Apache-2.0
// Straps and registers of nodes by the names of their modules' ports.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "systemc/node_bank.hpp"

namespace romcast {

struct Strap {
  std::string_view name;
  std::uint64_t value;
};

/// The values in the order in which the bank lists them; it need not have all that are given.
/// Throws std::logic_error if it has one that is not given.
std::vector<std::uint64_t> strap_values(const NodeBank& bank, const std::vector<Strap>& straps);

/// What the registers of a node hold.
class Registers {
 public:
  using Names = std::vector<std::string>;
  Registers(std::shared_ptr<const Names> names, std::vector<std::int64_t> values)
      : names_(std::move(names)), values_(std::move(values)) {}
  /// nullopt if this kind of node has no such register.
  [[nodiscard]] std::optional<std::int64_t> find(std::string_view name) const;
  /// Throws std::logic_error if there is none.
  [[nodiscard]] std::int64_t at(std::string_view name) const;
  /// A flag that is there and up.
  [[nodiscard]] bool up(std::string_view flag) const { return find(flag).value_or(0) > 0; }

 private:
  std::shared_ptr<const Names> names_;  // of all nodes of a kind
  std::vector<std::int64_t> values_;
};

}  // namespace romcast
