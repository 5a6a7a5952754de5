// SPDX-License-Identifier: Apache-2.0
// Tseng, Chang & Sheu 1998: star graphs.
#include "claims/star.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>

namespace romcast::claims {

std::string on_star(const StarSize& size, const std::string& rest) {
  return fmt::format("-n star --symbols {} --startup {} --per-message {} {}", size.n, size.startup,
                     size.per_message, rest);
}

Sizes sizes_of(const StarSize& size) {
  Sizes sizes{{"n", size.n}, {"t_s", size.startup}, {"t_m", size.per_message}};
  if (size.k > 0) sizes.insert(sizes.begin() + 1, {"k", size.k});
  return sizes;
}

std::string grouped(const StarSize& size) {
  return on_star(size, size.k == 1 ? "-c alltoall -a direct"
                                   : fmt::format("-c alltoall -a grouped --substars {},1", size.k));
}

double factorial(double n) { return n <= 1 ? 1 : n * factorial(n - 1); }

double mean_distance(unsigned n, unsigned k) {
  const double m = n - k;
  double sum = m * (n - 1) / n + (k - 1) * m / n;
  for (double r = 2; r <= m; ++r) {
    const double choices = factorial(m) / factorial(r) / factorial(m - r);
    sum += choices * factorial(r - 1) * factorial(n - r) / factorial(n);
  }
  return sum;
}

double searched_distance(unsigned n, unsigned k) {
  std::string start(n, 'a');
  std::iota(start.begin(), start.end(), 'a');
  std::map<std::string, double> nearest;  // keyed by the last n-k symbols
  std::map<std::string, double> distance{{start, 0}};
  std::vector<std::string> reached{start};
  for (std::size_t i = 0; i < reached.size(); ++i) {
    const std::string node = reached[i];
    nearest.try_emplace(node.substr(k), distance[node]);  // nodes come in order of distance
    for (unsigned d = 1; d < n; ++d) {
      std::string next = node;
      std::swap(next[0], next[d]);
      if (distance.try_emplace(next, distance[node] + 1).second) reached.push_back(next);
    }
  }
  double sum = 0;
  for (const auto& [substar, hops] : nearest) sum += hops;
  return sum / double(nearest.size());
}

double startups(unsigned n, unsigned k) {
  return factorial(n) / factorial(k) * mean_distance(n, k) + factorial(n) * mean_distance(k, 1);
}

double messages(unsigned n, unsigned k) {
  return factorial(n) * (mean_distance(n, k) + mean_distance(k, 1));
}

double least_ratio(unsigned n, unsigned k) {
  const double direct = mean_distance(n, 1), outer = mean_distance(n, k),
               inner = mean_distance(k, 1);
  return (outer + inner - direct) / (direct - outer / factorial(k) - inner);
}

double saved(unsigned n, unsigned k, double ratio) {
  const double direct = startups(n, 1) * ratio + messages(n, 1);
  return (direct - startups(n, k) * ratio - messages(n, k)) / direct;
}

Paper star() {
  Paper paper{"star",
              "Tseng, Chang & Sheu 1998, Efficient all-to-all broadcast in star graph "
              "interconnection networks",
              {}};
  for (const auto& part : {star_graphs(), star_routing(), star_personalised(), star_tables(),
                           star_embedding(), star_mesh()}) {
    paper.claims.insert(paper.claims.end(), part.begin(), part.end());
  }
  return paper;
}

}  // namespace romcast::claims
