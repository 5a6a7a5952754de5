// SPDX-License-Identifier: Apache-2.0
#include "schedules/star/tables.hpp"

#include <algorithm>
#include <stdexcept>

#include "romcast/core/star_routing.hpp"
#include "schedules/star/bounds.hpp"

namespace romcast::star::paper {
namespace {

using Integer = boost::multiprecision::number<Integers>;

constexpr unsigned kLargest = 12;

Integer power_of_ten(unsigned exponent) {
  return boost::multiprecision::pow(Integer(10), exponent);
}

Integer whole(const Rational& value, Rounding rounding) {
  const Rational up = rounding == Rounding::nearest ? value + Rational(1, 2) : value;
  return numerator(up) / denominator(up);
}

Permutation label_of(const std::string& text) {
  Permutation label;
  for (unsigned i = 0; i < text.size(); ++i) {
    label.set(i, static_cast<unsigned>(text[i] - '1'));
  }
  return label;
}

std::string text_of(Permutation label, unsigned n) {
  std::string text;
  for (unsigned i = 0; i < n; ++i) text += static_cast<char>('1' + label[i]);
  return text;
}

std::string substar_of(Permutation label, unsigned k, unsigned n) {
  return std::string(k, '*') + text_of(label, n).substr(k);
}

// One label of every k-substar, in the lexicographic order of the fixed symbols.
std::vector<Permutation> substars(unsigned n, unsigned k) {
  std::string fixed_first = text_of(Permutation::identity(n), n);
  std::vector<Permutation> all;
  do {
    const std::string fixed = fixed_first.substr(0, n - k), rest = fixed_first.substr(n - k);
    if (std::ranges::is_sorted(rest)) all.push_back(label_of(rest + fixed));
  } while (std::ranges::next_permutation(fixed_first).found);
  return all;
}

// Cost for a node of S_n of one step of a chain, from `from`-substars to their `to`-substars.
Cost level(unsigned n, unsigned from, unsigned to) {
  const Rational messages = Rational(factorial(n)) * average_distance(from, to);
  return {messages / factorial(to), messages};
}

}  // namespace

std::string decimal(const Rational& value, unsigned digits, Rounding rounding) {
  std::string text = whole(value * power_of_ten(digits), rounding).str();
  if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
  if (digits > 0) text.insert(text.size() - digits, 1, '.');
  return text;
}

std::string scientific(const Rational& value, Rounding rounding) {
  int exponent = 0;
  Rational scaled = value;
  for (; scaled < 1; --exponent) scaled *= 10;
  for (; scaled >= 10; ++exponent) scaled /= 10;
  std::string text = decimal(scaled, 1, rounding);
  if (text == "10.0") {
    text = "1.0";
    ++exponent;
  }
  return text + 'e' + std::to_string(exponent);
}

Rational average_distance(unsigned n, unsigned k) {
  return Rational(distance_sum(n, k)) / factorial(n);
}

Rational footnote_distance(unsigned k, Misprints misprints) {
  Rational harmonic = 0;
  for (unsigned i = 1; i <= k; ++i) {
    harmonic += Rational(1) / (misprints.harmonic ? factorial(i) : std::uint64_t{i});
  }
  const Rational nodes(factorial(k));
  const Rational factor = misprints.factor ? Rational((nodes - 1) / nodes) : Rational(1);
  return (Rational(k) + Rational(2, k) + harmonic - 4) * factor;
}

std::vector<Table1Row> table1(const std::string& z, unsigned k) {
  const auto n = static_cast<unsigned>(z.size());
  const Permutation node = label_of(z);
  std::vector<Table1Row> rows;
  for (const Permutation substar : substars(n, k)) {
    Table1Row row{.x = substar_of(substar, k, n),
                  .dimensions = path_to(Permutation::identity(n), Substar{substar, k}, n)};
    Permutation x = Permutation::identity(n);
    for (const unsigned d : row.dimensions) x = x.crossed(d);
    const Permutation y = node.times(x, n);
    row.y = text_of(y, n);
    row.y_substar = substar_of(y, k, n);
    rows.push_back(std::move(row));
  }
  return rows;
}

Cost personalized(unsigned n, unsigned k) {
  return nested(n, k == 1 ? std::vector<unsigned>{1} : std::vector<unsigned>{k, 1});
}

Cost personalized_as_printed(unsigned n, unsigned k) {
  const Rational nodes(factorial(n));
  Cost cost = personalized(n, k);
  cost.messages = nodes * average_distance(n, k) + nodes * average_distance(n, 1);
  return cost;
}

Cost nested(unsigned n, const std::vector<unsigned>& chain) {
  Cost cost;
  unsigned from = n;
  for (const unsigned k : chain) {
    if (k == 0 || k >= from) throw std::logic_error("a chain n > k_1 > k_2 > .. > 1 descends");
    const Cost step = level(n, from, k);
    cost.startups += step.startups;
    cost.messages += step.messages;
    from = k;
  }
  if (from != 1) throw std::logic_error("a chain n > k_1 > k_2 > .. > 1 ends with 1");
  return cost;
}

std::vector<unsigned> best_chain(unsigned n, const Rational& ratio) {
  // The best chain inside a group does not depend on the groups around it.
  std::vector<Rational> least(n + 1);
  std::vector<unsigned> next(n + 1, 1);
  for (unsigned from = 2; from <= n; ++from) {
    for (unsigned k = 1; k < from; ++k) {
      const Rational cost = average_distance(from, k) * (ratio / factorial(k) + 1) + least[k];
      if (k > 1 && cost >= least[from]) continue;
      least[from] = cost;
      next[from] = k;
    }
  }
  std::vector<unsigned> chain;
  for (unsigned k = n; k > 1; k = next[k]) chain.push_back(next[k]);
  return chain;
}

Rational group_threshold(unsigned n, unsigned k) {
  const Rational all = average_distance(n, 1), outer = average_distance(n, k),
                 inner = average_distance(k, 1);
  return (outer + inner - all) / (all - outer / factorial(k) - inner);
}

Rational group_improvement(unsigned n, unsigned k, const Rational& ratio) {
  const Rational alone = personalized(n, 1).at(ratio);
  return (alone - personalized(n, k).at(ratio)) / alone;
}

unsigned best_group(unsigned n, const Rational& ratio) {
  unsigned best = 1;
  for (unsigned k = 2; k < n; ++k) {
    if (group_improvement(n, k, ratio) > group_improvement(n, best, ratio)) best = k;
  }
  return best;
}

std::vector<Curve> group_curves(const Rational& ratio) {
  std::vector<Curve> curves;
  for (unsigned k = 2; k < kLargest; ++k) {
    Curve curve{.k = k};
    for (unsigned n = k + 1; n <= kLargest; ++n) {
      curve.improvements.push_back(group_improvement(n, k, ratio));
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

Range best_improvements(const Rational& ratio) {
  std::vector<Rational> best;
  for (unsigned n = 3; n <= kLargest; ++n) {
    best.push_back(group_improvement(n, best_group(n, ratio), ratio));
  }
  return {*std::ranges::min_element(best), *std::ranges::max_element(best)};
}

Cost mesh(unsigned n) {
  return {Rational(factorial(n - 1)) + 6 * n - 7, Rational(factorial(n)) + 5 * n - 6};
}

Cost ring(unsigned n) {
  const Rational hops = Rational(factorial(n)) - 1;
  return {hops, hops};
}

std::optional<Rational> mesh_threshold(unsigned n) {
  const Cost ours = mesh(n), theirs = ring(n);
  if (theirs.startups <= ours.startups) return std::nullopt;  // the mesh has more messages, too
  return (ours.messages - theirs.messages) / (theirs.startups - ours.startups);
}

Rational mesh_improvement(unsigned n, const Rational& ratio) {
  const Rational theirs = ring(n).at(ratio);
  return (theirs - mesh(n).at(ratio)) / theirs;
}

}  // namespace romcast::star::paper
