// SPDX-License-Identifier: Apache-2.0
// Maximum flows in integers (Boykov & Kolmogorov 2004, by Boost.Graph).
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

namespace romcast::bounds {

class MaxFlow {
 public:
  /// A capacity above all others; the sum of a few such capacities does not overflow.
  static constexpr std::int64_t kUnlimited = std::int64_t{1} << 52;

  explicit MaxFlow(std::size_t vertices);
  ~MaxFlow();
  MaxFlow(const MaxFlow&) = delete;
  MaxFlow& operator=(const MaxFlow&) = delete;

  std::size_t add_vertex();
  /// Adds an edge and returns its number, counted from 0.
  std::size_t connect(std::size_t from, std::size_t to, std::int64_t capacity);
  /// Takes effect in the next solve().
  void set_capacity(std::size_t edge, std::int64_t capacity);
  [[nodiscard]] std::int64_t solve(std::size_t source, std::size_t sink);
  /// After solve(): the flow along this edge.
  [[nodiscard]] std::int64_t along(std::size_t edge) const;
  /// After solve(): by vertex, true if it is on the source side of the minimum cut nearest to the
  /// source.
  [[nodiscard]] std::vector<bool> source_side(std::size_t source) const;

 private:
  struct Network;
  std::unique_ptr<Network> network_;
};

}  // namespace romcast::bounds
