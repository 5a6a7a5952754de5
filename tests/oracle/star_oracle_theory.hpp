// SPDX-License-Identifier: Apache-2.0
// The formulas, tables and figures of Tseng, Chang & Sheu (1998), and lower bounds, as fractions.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <string>
#include <vector>

#include "star_oracle.hpp"

namespace oracle::star {

using Rational = boost::multiprecision::cpp_rational;

// startups * t_s + units * t_m
struct Cost {
  Rational startups, units;
  Rational at(const Rational& startup, const Rational& per_message) const {
    return startups * startup + units * per_message;
  }
  bool operator==(const Cost&) const = default;
};

Rational factorial(unsigned n);
// l_{n,k}, by a formula: the mean distance of the k-substars from 12..n; l_{n,n} = 0.
Rational average_distance(unsigned n, unsigned k);
// The same by visiting every node.
Rational average_distance(const Graph& graph, unsigned k);
// Footnote 1 as printed: (k + 2/k + H_k - 4) (k! - 1) / k!, with H_k the sum of 1 / i!, i = 1 .. k.
Rational footnote_distance(unsigned k);

// Equation (1). As printed, its term of t_m has l_{n,1}; the corrected term has l_{k,1}.
Cost grouped_cost_printed(unsigned n, unsigned k);
Cost grouped_cost(unsigned n, unsigned k);
// Equation (1) nested, for any chain k_1 > .. > 1; `deferred`: one inner phase for all substars.
Cost chain_cost(unsigned n, const Chain& chain, bool deferred = false);
std::vector<Chain> all_chains(unsigned n);
Chain best_chain(unsigned n, const Rational& ratio);  // ratio = t_s / t_m
Cost cyclic_cost(unsigned n);
Cost mesh_cost(unsigned n);         // T of section IV
Cost hamiltonian_cost(unsigned n);  // T' of section IV
Cost level_cost(unsigned n, bool multiport);

// The t_s / t_m at which grouped takes as long as direct; above it, less: equation (2), table 2.
Rational grouped_threshold(unsigned n, unsigned k);
// The t_s / t_m at which mesh-ring takes as long as hamiltonian-ring; above it, less: equation (5),
// table 3, n >= 5.
Rational mesh_threshold(unsigned n);
// Share of direct's time that grouped saves, ratio = t_s / t_m: figures 2 to 4.
Rational grouped_improvement(unsigned n, unsigned k, const Rational& ratio);
// Share of hamiltonian-ring's time that mesh-ring saves, ratio = t_s / t_m: figure 6.
Rational mesh_improvement(unsigned n, const Rational& ratio);
// `value` >= 0 with `digits` digits after the point, rounded half up if `round`, else truncated.
std::string decimals(const Rational& value, unsigned digits, bool round);

struct Table1Row {
  Label x;  // with stars
  std::vector<unsigned> dimensions;
  Label y, substar;
};
// Rows of table 1: Personalized_Broadcast(z) with substars of k symbols, for any node z.
std::vector<Table1Row> table1(const Label& z, unsigned k);

// Lower bounds. Spreading: fewest rounds in which one message can reach all nodes. Bandwidth:
// message times that the busiest port or link needs. No schedule of collective (alltoall,
// allgather) and ports (single, multi) takes fewer cycles than lower_bound.
unsigned diameter(unsigned n);
unsigned spreading_rounds(unsigned n, const std::string& ports);
Rational bandwidth_units(unsigned n, const std::string& collective, const std::string& ports);
Rational lower_bound(unsigned n, const std::string& collective, const std::string& ports,
                     const Rational& startup, const Rational& per_message);

}  // namespace oracle::star
