// SPDX-License-Identifier: Apache-2.0
// The formulas, tables and figures of Tseng, Chang & Sheu 1998 recomputed exactly, as they are
// printed and as they should be. Symbols n 3..12 (Table 3: 4..20), group sizes 1 <= k < n. A
// start-up takes t_s, a message t_m; times are in units of t_m, ratio = t_s/t_m.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <string>
#include <vector>

namespace romcast::star::paper {

/// Integers of 512 bits; larger ones throw std::overflow_error.
using Integers =
    boost::multiprecision::cpp_int_backend<512, 512, boost::multiprecision::signed_magnitude,
                                           boost::multiprecision::checked, void>;
using Rational = boost::multiprecision::number<boost::multiprecision::rational_adaptor<Integers>>;

/// How a fraction becomes a decimal number; the paper truncates.
enum class Rounding { truncated, nearest };
/// E.g. "0.190" for digits = 3; value >= 0.
std::string decimal(const Rational& value, unsigned digits, Rounding rounding);
/// With two digits, e.g. "4.3e-2"; value > 0.
std::string scientific(const Rational& value, Rounding rounding);

/// l_{n,k}, the average distance of a node to the k-substars, including its own (section III.2).
Rational average_distance(unsigned n, unsigned k);
/// Footnote 1: l_{k,1} = k + 2/k + H_k - 4, where H_k is the sum of 1/i for i = 1 .. k. The paper
/// prints 1/i! instead of 1/i (`harmonic`), and multiplies by (k!-1)/k! (`factor`).
struct Misprints {
  bool factor = true, harmonic = true;
};
Rational footnote_distance(unsigned k, Misprints misprints);

/// startups * t_s + messages * t_m.
struct Cost {
  Rational startups, messages;
  /// The cost in units of t_m.
  [[nodiscard]] Rational at(const Rational& ratio) const { return startups * ratio + messages; }
  bool operator==(const Cost&) const = default;
};

/// Row i of Table 1: the dimensions that lead from node 12..n to the substar X_i lead, in step i,
/// from node z to node y of the substar Y.
struct Table1Row {
  std::string x;  ///< substar X_i, e.g. "**12"
  std::vector<unsigned> dimensions;
  std::string y;
  std::string y_substar;  ///< Y
  bool operator==(const Table1Row&) const = default;
};
/// The rows for node `z`, e.g. "3241" (n = 4), in the lexicographic order of the X_i.
std::vector<Table1Row> table1(const std::string& z, unsigned k);

/// T(n,k), equation (1): n!/k! l_{n,k} + n! l_{k,1} start-ups, n! l_{n,k} + n! l_{k,1} messages.
Cost personalized(unsigned n, unsigned k);
/// Equation (1) as printed, with n! l_{n,1} messages instead of n! l_{k,1}.
Cost personalized_as_printed(unsigned n, unsigned k);
/// Groups in groups: n! * sum_i l_{k_{i-1},k_i} (t_s/k_i! + t_m) with k_0 = n, for a chain
/// n > k_1 > k_2 > .. > 1 that ends with 1; any other chain throws std::logic_error. The chain {1}
/// gives T(n,1), and {k,1} gives T(n,k).
Cost nested(unsigned n, const std::vector<unsigned>& chain);
/// The cheapest chain; if several are, the one with the smallest k_1.
std::vector<unsigned> best_chain(unsigned n, const Rational& ratio);

/// Table 2, equation (2): the ratio t_s/t_m above which T(n,1) > T(n,k); 2 <= k < n.
Rational group_threshold(unsigned n, unsigned k);
/// Figures 2-4, equation (3): (T(n,1) - T(n,k)) / T(n,1).
Rational group_improvement(unsigned n, unsigned k, const Rational& ratio);
/// The k with the greatest improvement; if several have it, the smallest.
unsigned best_group(unsigned n, const Rational& ratio);
/// A curve of Figures 2-4: k fixed, n = k+1 .. 12.
struct Curve {
  unsigned k = 0;
  std::vector<Rational> improvements;
};
/// All curves k = 2..11 of the figure for a ratio (Figure 2: 100, Figure 3: 1, Figure 4: 1/10).
std::vector<Curve> group_curves(const Rational& ratio);
/// Least and greatest improvement by the best k, n = 3..12: 0.2 to 0.8 in the paper.
struct Range {
  Rational least, most;
};
Range best_improvements(const Rational& ratio);

/// Section IV: the mesh, T = ((n-1)! + 6n - 7) t_s + (n! + 5n - 6) t_m (n >= 3).
Cost mesh(unsigned n);
/// The ring of Fragopoulou & Akl, T' = (n!-1)(t_s + t_m).
Cost ring(unsigned n);
/// Table 3, equation (5): the ratio t_s/t_m above which T' > T; empty if T' <= T for every ratio,
/// which holds for n <= 4 only.
std::optional<Rational> mesh_threshold(unsigned n);
/// Figure 6: (T' - T) / T'.
Rational mesh_improvement(unsigned n, const Rational& ratio);

}  // namespace romcast::star::paper
