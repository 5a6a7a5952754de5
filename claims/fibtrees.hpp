// SPDX-License-Identifier: Apache-2.0
// The claims of Bruck, Cypher & Ho 1992 in parts, and code that the parts share. Symbols: n
// processors, m packets, d trees. Logarithms have base 2.
#pragma once

#include <string>
#include <vector>

#include "claims/tools.hpp"

namespace romcast::claims {

std::vector<Claim> fibtrees_rounds();
std::vector<Claim> fibtrees_trees();
std::vector<Claim> fibtrees_plans();
std::vector<Claim> fibtrees_chains();
std::vector<Claim> fibtrees_asynchronous();

/// Sizes n, m and d; d = 0: the algorithm has no d.
struct Broadcast {
  unsigned n = 2, m = 1, d = 0;
};
/// Options of `romcast run` for such a broadcast on one port.
std::string on_one_port(const Broadcast& size, const std::string& algorithm);
/// A point with the sizes n, m and, unless 0, d; its only run is on_one_port(size, algorithm).
Point one_port(const Broadcast& size, const std::string& algorithm);

/// F_d(t), the number of nodes of the Fibonacci tree FT_d(t).
double fibonacci_nodes(unsigned d, unsigned t);
/// f_d(nodes), the least t with F_d(t) >= nodes.
double fibonacci_index(unsigned d, double nodes);

/// G_d(t) of Definition A.1.
double numbers_of_order(unsigned d, unsigned t);

inline unsigned degree_of(const Row& row) { return unsigned(row["d"]); }

}  // namespace romcast::claims
