// SPDX-License-Identifier: Apache-2.0
// Serialises combined values between ranks.
#pragma once

#include "romcast/core/combined_value.hpp"
#include "romcast/core/packed.hpp"

namespace romcast {

inline void put_value(Packed& packed, const CombinedValue& value) {
  for (const std::uint32_t number : {value.count, value.sum, value.a, value.b}) packed.put(number);
}

inline CombinedValue value_from(Packed& packed) {
  CombinedValue value;
  for (std::uint32_t* number : {&value.count, &value.sum, &value.a, &value.b}) {
    *number = static_cast<std::uint32_t>(packed.number());
  }
  return value;
}

}  // namespace romcast
