// SPDX-License-Identifier: Apache-2.0
// Messages and times of every leaf's sends, and the rules of the switches. Private to the oracle.
#pragma once

#include <deque>

#include "fat_tree_oracle.hpp"

namespace oracle {

constexpr unsigned nowhere = ~0U;

unsigned power(unsigned base, unsigned exponent);

// Treatment of a message in a switch.
enum class Rule {
  unicast,   // to its only destination by the tree path
  flood,     // to every branch but the one it came from
  via_root,  // up to the root, which sends it to all its children
  by_turns,  // header r_1 .. r_h: at level l from child g to child (g - r_l) mod k if r_l > 0, and
             // to the parent if a later r_i > 0; from the parent to all children
};

struct Packet {
  std::uint64_t message = 0;
  unsigned destination = nowhere;  // of a unicast
  std::vector<unsigned> turns;     // of by_turns: turns[l - 1] = r_l
};

struct Injection {
  unsigned step;  // the packet leaves in this step or later
  bool exact;     // the packet must leave in `step`
  Packet packet;
};

using LeafPlan = std::deque<Injection>;  // in sending order

struct Plan {
  Rule rule;
  std::vector<LeafPlan> leaves;
};

// All algorithms except reversed-scatter.
Plan make_plan(const Tree& tree, const std::string& collective, const std::string& ports,
               const std::string& algorithm, const std::string& order, unsigned source,
               unsigned messages);

// Mirrors a scatter of `cycles` steps in which message number i arrived in step arrival[i].
Plan reversed_scatter(const Tree& tree, unsigned source, unsigned messages, unsigned cycles,
                      const std::vector<unsigned>& arrival);

}  // namespace oracle
