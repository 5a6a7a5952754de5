// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <limits>
#include <numeric>
#include <random>
#include <stdexcept>

#include "star_oracle.hpp"

namespace oracle::star {
namespace {

Label identity(unsigned n) {
  Label label(n, '1');
  std::iota(label.begin(), label.end(), '1');
  return label;
}

// Finds a Hamiltonian cycle by growing a path. If the end of the path is blocked, the part of the
// path after a neighbour of the end is reversed (Posa 1976).
std::vector<unsigned> closed_walk(const Graph& graph) {
  std::mt19937 random(1);
  std::vector<unsigned> path{0};
  std::vector<bool> visited(graph.nodes(), false);
  visited[0] = true;
  while (true) {
    const unsigned d = 2 + static_cast<unsigned>(random() % (graph.n - 1));
    const unsigned next = graph.neighbour[path.back()][d];
    if (!visited[next]) {
      visited[next] = true;
      path.push_back(next);
    } else if (path.size() == graph.nodes() && next == path.front()) {
      return path;
    } else {
      std::reverse(std::find(path.begin(), path.end(), next) + 1, path.end());
    }
  }
}

}  // namespace

Graph::Graph(unsigned symbols) : n(symbols) {
  if (n < 2 || n > 9) throw std::invalid_argument("a star graph of 2 to 9 symbols, please");
  Label permutation = identity(n);
  do {
    label.push_back(permutation);
  } while (std::next_permutation(permutation.begin(), permutation.end()));
  neighbour.assign(nodes(), std::vector<unsigned>(n + 1));
  for (unsigned node = 0; node < nodes(); ++node)
    for (unsigned d = 2; d <= n; ++d) {
      permutation = label[node];
      std::swap(permutation[0], permutation[d - 1]);
      neighbour[node][d] = number(permutation);
    }
  constexpr unsigned kFar = std::numeric_limits<unsigned>::max();
  distance.assign(nodes(), kFar);
  distance[0] = 0;
  std::vector<unsigned> reached{0};
  for (std::size_t i = 0; i < reached.size(); ++i)
    for (unsigned d = 2; d <= n; ++d) {
      const unsigned next = neighbour[reached[i]][d];
      if (distance[next] != kFar) continue;
      distance[next] = distance[reached[i]] + 1;
      reached.push_back(next);
    }
}

unsigned Graph::number(const Label& permutation) const {
  unsigned rank = 0;
  for (unsigned i = 0; i < n; ++i) {
    unsigned smaller = 0;
    for (unsigned j = i + 1; j < n; ++j) smaller += permutation[j] < permutation[i] ? 1 : 0;
    rank = rank * (n - i) + smaller;
  }
  return rank;
}

unsigned Graph::relative(unsigned u, unsigned v) const {
  Label result(n, '1');
  for (unsigned i = 0; i < n; ++i) result[i] = static_cast<char>('1' + label[u].find(label[v][i]));
  return number(result);
}

std::vector<Label> suffixes(unsigned big_k, unsigned k) {
  std::vector<Label> all;
  Label permutation = identity(big_k);
  do {
    all.push_back(permutation.substr(k));
  } while (std::next_permutation(permutation.begin(), permutation.end()));
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

std::vector<unsigned> substar_path(unsigned big_k, const Label& suffix, bool largest) {
  const std::size_t k = big_k - suffix.size();
  Label x = identity(big_k);
  std::vector<unsigned> dims;
  const auto wanted = [&](char symbol) { return suffix.find(symbol) != Label::npos; };
  while (x.substr(k) != suffix) {
    std::size_t chosen = 0;  // position, counting from 0
    if (wanted(x[0])) {      // R4
      chosen = k + suffix.find(x[0]);
    } else {  // R3
      for (std::size_t i = 1; i < big_k; ++i)
        if (wanted(x[i]) && (i < k || x[i] != suffix[i - k]) && (chosen == 0 || largest))
          chosen = i;
    }
    std::swap(x[0], x[chosen]);
    dims.push_back(static_cast<unsigned>(chosen + 1));
  }
  return dims;
}

// Algorithm E of Knuth 7.2.1.2.
std::vector<unsigned> hamiltonian_path(unsigned n) {
  std::vector<unsigned> b(n), c(n + 1, 0), word;
  std::iota(b.begin(), b.end(), 0U);
  while (true) {
    unsigned k = 1;
    while (k < n && c[k] == k) c[k++] = 0;
    if (k == n) return word;
    ++c[k];
    word.push_back(b[k] + 1);
    std::reverse(b.begin() + 1, b.begin() + k);
  }
}

std::vector<unsigned> hamiltonian_cycle(const Graph& graph) {
  if (graph.n > 7) throw std::invalid_argument("searching for this cycle would take long");
  const std::vector<unsigned> path = closed_walk(graph);
  std::vector<unsigned> word;
  for (std::size_t i = 0; i < path.size(); ++i) {
    const auto& row = graph.neighbour[path[i]];
    const unsigned next = path[(i + 1) % path.size()];
    word.push_back(
        static_cast<unsigned>(std::find(row.begin() + 2, row.end(), next) - row.begin()));
  }
  return word;
}

}  // namespace oracle::star
