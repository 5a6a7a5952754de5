// SPDX-License-Identifier: Apache-2.0
#include "romcast/support/environment.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>

#include "romcast/core/error.hpp"

namespace romcast {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? "" : value;
}

std::uint64_t environment_number(const char* name, std::uint64_t usual) {
  const std::string given = environment(name);
  if (given.empty()) return usual;
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(given.data(), given.data() + given.size(), number);
  if (error == std::errc() && end == given.data() + given.size() && number > 0) return number;
  throw InputError(fmt::format("{}={}: no whole number; give one from 1 on", name, given));
}

}  // namespace romcast
