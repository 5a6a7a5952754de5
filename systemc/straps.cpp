// SPDX-License-Identifier: Apache-2.0
#include "systemc/straps.hpp"

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

}  // namespace romcast
