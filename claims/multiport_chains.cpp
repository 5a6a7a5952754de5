// SPDX-License-Identifier: Apache-2.0
// Bar-Noy & Ho 1999, section 4: boxes in a chain.
#include <fmt/format.h>

#include <map>

#include "claims/multiport.hpp"

namespace romcast::claims {
namespace {

// Broadcasts whose first box is a special one, of `box` processors, and has another box after it.
Grid chains() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (const unsigned k : {2U, 3U, 4U}) {
      for (unsigned d = 1; d <= (full ? 3U : 2U); ++d) {
        const unsigned a = d == 1 ? k : 1;  // boxes that the algorithm takes for these sizes
        const auto box = unsigned(a * (power(k + 1, d) - 1) + k);
        const unsigned after = d == 1 ? k + 1 : 1;
        if (box > (full ? 150U : 40U)) continue;
        Point& point = all.emplace_back(on_ports({1 + box + after, 6 * k, k}, {"rotation"}));
        point.at.emplace_back("box", box);
      }
    }
    return all;
  });
}

// Rounds from the broadcaster's send of a message to its first reception after the first box;
// nothing if messages differ.
std::optional<double> rounds_in_first_box(const Row& row) {
  std::map<unsigned, double> sent, left;  // by message
  for (const Sent& hop : view_plan(row, {.network = "complete",
                                        .collective = "broadcast",
                                        .ports = fmt::format("{}", k_of(row)),
                                        .algorithm = "rotation",
                                        .options = {{"processors", fmt::format("{}", n_of(row))}},
                                        .messages = unsigned(m_of(row))})
                             .hops) {
    if (hop.from == 0) sent.try_emplace(hop.message, hop.cycle);
    if (hop.to > row["box"]) left.try_emplace(hop.message, hop.cycle);
  }
  std::optional<double> all;
  for (const auto& [message, round] : left) {
    const double rounds = round - sent.at(message);
    if (all && *all != rounds) return std::nullopt;
    all = rounds;
  }
  return left.size() == sent.size() ? all : std::nullopt;
}

}  // namespace

std::vector<Claim> multiport_chains() {
  return {{.id = "multiport-thm14-delay",
           .place = "Theorem 14",
           .statement = "The special box has delay 1: k messages leave it one round after k others "
                        "have entered it",
           .tried = "the first box of a chain: rounds from the broadcaster's send of a message to "
                    "its first reception in the next box, in the plan that ran",
           .grid = chains(),
           .measured = rounds_in_first_box,
           .printed = constant(1),
           .printed_text = "1"}};
}

}  // namespace romcast::claims
