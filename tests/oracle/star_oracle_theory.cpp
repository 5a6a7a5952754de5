// SPDX-License-Identifier: Apache-2.0
#include "star_oracle_theory.hpp"

#include <algorithm>
#include <map>

namespace oracle::star {
namespace {

using Integer = boost::multiprecision::cpp_int;

// Rounds down a value >= 0.
Integer whole(const Rational& value) {
  return Integer(boost::multiprecision::numerator(value) /
                 boost::multiprecision::denominator(value));
}

Rational ceiling(const Rational& value) {
  const Rational below = whole(value);
  return below < value ? below + 1 : below;
}

Rational binomial(unsigned n, unsigned k) {
  return factorial(n) / (factorial(k) * factorial(n - k));
}

}  // namespace

Rational factorial(unsigned n) {
  Rational product = 1;
  for (unsigned i = 2; i <= n; ++i) product *= i;
  return product;
}

Rational average_distance(unsigned n, unsigned k) {
  const unsigned m = n - k;  // symbols with a fixed position
  // Each displaced one of the m symbols costs a move; each cycle of displaced symbols, and each
  // chain of them that begins at a free position other than the first, costs one move more.
  Rational sum = Rational(m * (n - 1)) / n + Rational((k - 1) * m) / n;
  for (unsigned r = 2; r <= m; ++r)
    sum += binomial(m, r) * factorial(r - 1) * factorial(n - r) / factorial(n);
  return sum;
}

Rational average_distance(const Graph& graph, unsigned k) {
  std::map<Label, unsigned> nearest;  // by suffix
  for (unsigned node = 0; node < graph.nodes(); ++node) {
    const auto [entry, added] = nearest.emplace(graph.label[node].substr(k), graph.distance[node]);
    entry->second = std::min(entry->second, graph.distance[node]);
  }
  Rational sum = 0;
  for (const auto& [suffix, distance] : nearest) sum += distance;
  return sum / nearest.size();
}

Rational footnote_distance(unsigned k) {
  Rational h = 0;
  for (unsigned i = 1; i <= k; ++i) h += 1 / factorial(i);
  return (Rational(k) + Rational(2) / k + h - 4) * (factorial(k) - 1) / factorial(k);
}

Cost grouped_cost_printed(unsigned n, unsigned k) {
  Cost cost = grouped_cost(n, k);
  cost.units = factorial(n) * (average_distance(n, k) + average_distance(n, 1));
  return cost;
}

Cost grouped_cost(unsigned n, unsigned k) {
  const Rational outer = average_distance(n, k), inner = average_distance(k, 1);
  return {factorial(n) * (outer / factorial(k) + inner), factorial(n) * (outer + inner)};
}

Cost chain_cost(unsigned n, const Chain& chain, bool deferred) {
  Cost cost{0, 0};
  unsigned previous = n;
  for (const unsigned k : chain) {
    const Rational hops = average_distance(previous, k);
    cost.startups += hops * factorial(deferred ? previous : n) / factorial(k);
    cost.units += hops * factorial(n);
    previous = k;
  }
  return cost;
}

std::vector<Chain> all_chains(unsigned n) {
  std::vector<Chain> chains{{1}};
  for (unsigned k = 2; k < n; ++k)
    for (std::size_t i = 0, before = chains.size(); i < before; ++i) {
      Chain longer = chains[i];
      longer.insert(longer.begin(), k);
      chains.push_back(longer);
    }
  return chains;
}

Chain best_chain(unsigned n, const Rational& ratio) {
  std::map<std::pair<unsigned, unsigned>, Cost> step;  // cost, by two consecutive sizes of a chain
  for (unsigned from = 2; from <= n; ++from)
    for (unsigned k = 1; k < from; ++k) {
      const Rational hops = average_distance(from, k);
      step[{from, k}] = {hops / factorial(k), hops};
    }
  const auto time = [&](const Chain& chain) {
    Rational sum = 0;
    unsigned previous = n;
    for (const unsigned k : chain) {
      sum += step.at({previous, k}).at(ratio, 1);
      previous = k;
    }
    return sum;
  };
  const std::vector<Chain> chains = all_chains(n);
  return *std::min_element(chains.begin(), chains.end(),
                           [&](const Chain& a, const Chain& b) { return time(a) < time(b); });
}

Cost cyclic_cost(unsigned n) {
  return {Rational(n * n) - 3 * n + 3, factorial(n) * average_distance(n, 1)};
}

Cost mesh_cost(unsigned n) { return {factorial(n - 1) + 6 * n - 7, factorial(n) + 5 * n - 6}; }

Cost hamiltonian_cost(unsigned n) { return {factorial(n) - 1, factorial(n) - 1}; }

Cost level_cost(unsigned n, bool multiport) {
  if (!multiport) return {Rational(n * (n - 1)) / 2, factorial(n) - 1};
  Rational units = -1;
  for (unsigned j = 2; j <= n; ++j) units += 2 * factorial(j - 1);
  return {2 * n - 3, units};
}

Rational grouped_threshold(unsigned n, unsigned k) {
  const Rational direct = average_distance(n, 1), outer = average_distance(n, k),
                 inner = average_distance(k, 1);
  return (outer + inner - direct) / (direct - outer / factorial(k) - inner);
}

Rational mesh_threshold(unsigned n) {
  return Rational(5 * n - 5) / (factorial(n) - factorial(n - 1) - 6 * n + 6);
}

Rational grouped_improvement(unsigned n, unsigned k, const Rational& ratio) {
  const Rational direct = grouped_cost(n, 1).at(ratio, 1);
  return (direct - grouped_cost(n, k).at(ratio, 1)) / direct;
}

Rational mesh_improvement(unsigned n, const Rational& ratio) {
  const Rational ring = hamiltonian_cost(n).at(ratio, 1);
  return (ring - mesh_cost(n).at(ratio, 1)) / ring;
}

std::string decimals(const Rational& value, unsigned digits, bool round) {
  Rational scaled = value;
  for (unsigned i = 0; i < digits; ++i) scaled *= 10;
  if (round) scaled += Rational(1) / 2;
  std::string text = whole(scaled).str();
  if (text.size() <= digits) text.insert(0, digits + 1 - text.size(), '0');
  return text.insert(text.size() - digits, ".");
}

std::vector<Table1Row> table1(const Label& z, unsigned k) {
  const auto n = static_cast<unsigned>(z.size());
  std::vector<Table1Row> rows;
  for (const Label& suffix : suffixes(n, k)) {
    Label x = "123456789";
    x.resize(n);
    Label y = z;
    const std::vector<unsigned> dims = substar_path(n, suffix);
    for (const unsigned d : dims) std::swap(x[0], x[d - 1]);
    for (unsigned i = 0; i < n; ++i) y[i] = z[static_cast<unsigned>(x[i] - '1')];
    rows.push_back({Label(k, '*') + suffix, dims, y, Label(k, '*') + y.substr(k)});
  }
  return rows;
}

unsigned diameter(unsigned n) { return 3 * (n - 1) / 2; }

unsigned spreading_rounds(unsigned n, const std::string& ports) {
  if (ports == "multi") return diameter(n);
  const Rational nodes = factorial(n);
  unsigned doublings = 0, rounds = 0;
  for (Rational know = 1; know < nodes; know *= 2) ++doublings;
  // The source sends to new neighbours for n - 1 rounds, any other node for n - 2 rounds.
  std::vector<Rational> told{0};
  for (Rational know = 1; know < nodes; know += told.back()) {
    ++rounds;
    Rational sum = rounds <= n - 1 ? 1 : 0;
    for (unsigned back = 1; back <= n - 2 && back <= rounds; ++back) sum += told[rounds - back];
    told.push_back(sum);
  }
  return std::max({doublings, rounds, diameter(n)});
}

Rational bandwidth_units(unsigned n, const std::string& collective, const std::string& ports) {
  const Rational crossings =
      collective == "alltoall" ? factorial(n) * average_distance(n, 1) : factorial(n) - 1;
  return ports == "single" ? crossings : ceiling(crossings / (n - 1));
}

Rational lower_bound(unsigned n, const std::string& collective, const std::string& ports,
                     const Rational& startup, const Rational& per_message) {
  const Rational spreading = spreading_rounds(n, ports) * (startup + per_message);
  return std::max<Rational>(spreading,
                            startup + bandwidth_units(n, collective, ports) * per_message);
}

}  // namespace oracle::star
