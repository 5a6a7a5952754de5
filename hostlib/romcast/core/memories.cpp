// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/memories.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

namespace romcast {

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
