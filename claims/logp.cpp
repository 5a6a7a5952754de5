// SPDX-License-Identifier: Apache-2.0
// Karp, Sahay, Santos & Schauser 1993: LogP machines.
#include "claims/logp.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <queue>

namespace romcast::claims {

std::string on_logp(const LogpSize& size, const std::string& rest) {
  return fmt::format("-n complete --processors {} --latency {} --overhead {} --gap {} {}{}",
                     size.processors, size.latency, size.overhead, size.gap, rest,
                     size.items > 1 ? fmt::format(" --messages {}", size.items) : "");
}

Sizes sizes_of(const LogpSize& size) {
  return {{"P", size.processors},
          {"L", size.latency},
          {"o", size.overhead},
          {"g", size.gap},
          {"k", size.items}};
}

Point logp_point(const LogpSize& size, const std::vector<std::string>& rest) {
  Point point{.at = sizes_of(size)};
  for (const std::string& run : rest) point.runs.push_back(on_logp(size, run));
  return point;
}

Grid postal_grid(const std::vector<std::string>& rest, const std::vector<unsigned>& items,
                 const std::function<bool(const LogpSize&)>& keep) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    const std::vector<unsigned> quick{3, 5, 8, 10, 14, 16};
    const std::vector<unsigned> more{3, 4, 5, 6, 8, 10, 14, 16, 20, 29, 42};
    for (unsigned latency = 2; latency <= (full ? 6U : 3U); ++latency) {
      for (const unsigned processors : full ? more : quick) {
        for (const unsigned k : items) {
          const LogpSize size{processors, latency, 0, 1, k};
          if (!keep || keep(size)) all.push_back(logp_point(size, rest));
        }
      }
    }
    return all;
  });
}

double f_of(unsigned latency, unsigned t) {
  std::vector<double> f(latency, 1);
  while (f.size() <= t) f.push_back(f.back() + f[f.size() - latency]);
  return f[t];
}

std::vector<double> tree_labels(const LogpSize& size, unsigned spacing) {
  // For each node that has a label, the label of the node's next child; the least is the top.
  std::priority_queue<double, std::vector<double>, std::greater<>> next;
  const double reach = size.latency + 2.0 * size.overhead;
  std::vector<double> labels{0};
  next.push(reach);
  while (labels.size() < size.processors) {
    const double label = next.top();
    next.pop();
    labels.push_back(label);
    next.push(label + spacing);
    next.push(label + reach);
  }
  return labels;
}

double tree_time(const LogpSize& size, unsigned spacing) {
  return tree_labels(size, spacing).back();
}

LogpSize size_of(const Row& row) {
  return {unsigned(P_of(row)), unsigned(L_of(row)), unsigned(o_of(row)), unsigned(g_of(row)),
          unsigned(items_of(row))};
}

double others_time(const Row& row) {
  LogpSize size = size_of(row);
  --size.processors;
  return tree_time(size, 1);
}

double k_star(const Row& row) {
  const auto latency = unsigned(L_of(row));
  double sum = 0;
  for (unsigned i = 0; i < unsigned(others_time(row)); ++i) sum += f_of(latency, i);
  return std::floor(sum / (P_of(row) - 1));
}

Paper logp() {
  Paper paper{"logp",
              "Karp, Sahay, Santos & Schauser 1993, Optimal broadcast and summation in the LogP "
              "model",
              logp_single()};
  for (const auto& part : {logp_items(), logp_words(), logp_continuous(), logp_pruned(),
                           logp_others(), logp_more(), logp_sketch(), logp_figures()}) {
    paper.claims.insert(paper.claims.end(), part.begin(), part.end());
  }
  return paper;
}

}  // namespace romcast::claims
