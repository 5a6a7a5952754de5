// SPDX-License-Identifier: Apache-2.0
#include "systemc/registers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace romcast {

std::vector<std::uint64_t> strap_values(const NodeBank& bank, const std::vector<Strap>& straps) {
  std::vector<std::uint64_t> values;
  for (const std::string_view name : bank.straps()) {
    const auto strap = std::ranges::find(straps, name, &Strap::name);
    if (strap == straps.end()) {
      throw std::logic_error(fmt::format("the strap `{}` of a module is not set", name));
    }
    values.push_back(strap->value);
  }
  return values;
}

std::optional<std::int64_t> Registers::find(std::string_view name) const {
  const auto found = std::ranges::find(*names_, name);
  if (found == names_->end()) return std::nullopt;
  return values_[static_cast<std::size_t>(found - names_->begin())];
}

std::int64_t Registers::at(std::string_view name) const {
  if (const auto value = find(name)) return *value;
  throw std::logic_error(fmt::format("a module has no register `{}`", name));
}

}  // namespace romcast
