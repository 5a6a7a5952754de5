// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/crossbar/crossbar_nodes.hpp"

#include "romcast/core/bits.hpp"

namespace romcast {

std::uint32_t CrossbarNodes::places(std::uint32_t messages) {
  return static_cast<std::uint32_t>(room(64, messages, 4));
}

}  // namespace romcast
