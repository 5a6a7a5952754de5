// SPDX-License-Identifier: Apache-2.0
// Registers of a tile: the field `word` of their addresses (docs/fabric-rtl.md).
#pragma once

namespace romcast {

enum FabricTileWord : unsigned {
  kFlags = 0,
  kMarks = 2,
  kSent = 3,
  kCame = 4,
  kMissed = 5,
  kStalled = 6,
  kRouterWritten = 8,
  kEndpointWritten = 10
};
inline constexpr unsigned kQueueFull = 1U << 18;  ///< in kFlags: a word was dropped

}  // namespace romcast
