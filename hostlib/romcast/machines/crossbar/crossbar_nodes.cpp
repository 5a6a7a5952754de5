// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/crossbar/crossbar_nodes.hpp"

#include "romcast/core/bits.hpp"

namespace romcast {

std::uint32_t CrossbarNodes::places(const Collective& collective) {
  return static_cast<std::uint32_t>(room(64, collective.message_numbers(), 4));
}

}  // namespace romcast
