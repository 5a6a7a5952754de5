// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/packed.hpp"

#include <cstring>
#include <stdexcept>

namespace romcast {

const char* Packed::next(std::size_t size) {
  if (text_.size() - at_ < size) throw std::logic_error("a rank sends less than it should");
  at_ += size;
  return text_.data() + at_ - size;
}

std::uint64_t Packed::number() {
  std::uint64_t value = 0;
  std::memcpy(&value, next(sizeof(value)), sizeof(value));
  return value;
}

std::string Packed::text() {
  const std::size_t size = number();
  return {next(size), size};
}

}  // namespace romcast
