// SPDX-License-Identifier: Apache-2.0
// Local rules by which a switch of a fat tree chooses its hops, and the processors' injections. C++
// runs the rules to compute the plan; the hardware runs the rules in Verilog (rtl/fat_tree), and
// must make the plan's hops.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "romcast/core/memories.hpp"
#include "romcast/core/units.hpp"

namespace romcast {

/// How a switch routes; the numbers are the `route_kind` strap of the Verilog switches.
enum class TreeRoute : std::uint8_t {
  unicast = 0,  ///< towards the message's only destination
  flood = 1,    ///< to all branches except the incoming one
  turn = 2,     ///< by the digits that the sender put into the header (see tree_route.v)
  top = 3       ///< up to the root, which sends to all its children
};

/// A processor puts a message on its link.
struct Injection {
  Cycle not_before = 1;  ///< earliest cycle; a processor injects in order
  MessageId message = 0;
  /// TreeRoute::turn only: the header's digits; the digit of level l = 1, 2, ... begins at bit
  /// digit_bits(arity)*(l-1).
  std::uint32_t turn = 0;
  /// Not before the cycle after the processor received this message; kNone: unconstrained.
  MessageId after = kNone;
  bool operator==(const Injection&) const = default;
};

/// Injection number `index` (0, 1, ...) of a processor, in order of time; nullopt past the last.
using InjectionProgram =
    std::function<std::optional<Injection>(NodeId processor, std::uint64_t index)>;

struct TreeRules {
  TreeRoute route = TreeRoute::unicast;
  QueueKind queues = QueueKind::per_output;
  InjectionProgram injections{};
};

/// Slots per port of a switch with credits (QueueKind::per_input).
inline constexpr unsigned kCreditPlaces = 2;

/// Bits of one route digit.
constexpr unsigned digit_bits(unsigned arity) {
  unsigned bits = 1;
  while ((1U << bits) < arity) ++bits;
  return bits;
}

}  // namespace romcast
