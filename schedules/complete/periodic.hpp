// SPDX-License-Identifier: Apache-2.0
// Recurring sends of a broadcast along trees: one Edge describes all sends along an edge of a tree.
#pragma once

#include <cstdint>
#include <vector>

#include "schedules/complete/complete.hpp"

namespace romcast::complete {

/// A send that happens first in round `label` with message `first` < `stride`, then every `period`
/// rounds with a message whose number is higher by `stride`, until the messages are used up.
struct Edge {
  NodeId from = 0;
  NodeId to = 0;
  std::uint32_t label = 0;
  std::uint32_t first = 0;
};

class PeriodicSends {
 public:
  PeriodicSends(std::uint32_t period, std::uint32_t stride, std::uint32_t messages,
                const std::vector<Edge>& edges);

  /// Number of the last round in which anything is sent, plus 1.
  [[nodiscard]] std::uint64_t rounds() const { return rounds_; }
  void add(std::uint64_t r, Sends& sends) const;

 private:
  struct Send {
    NodeId from, to;
  };
  // Sends with the same label and first message.
  struct Bundle {
    std::uint32_t label, first;
    std::uint32_t begin, end;  // in sends_
  };
  // In round r a bundle sends message (r * stride - lag) / period. The lags of the bundles of a row
  // are equal modulo `period`.
  [[nodiscard]] std::int64_t lag(const Bundle& bundle) const {
    return std::int64_t{stride_} * bundle.label - std::int64_t{period_} * bundle.first;
  }
  void fill(const std::vector<Edge>& edges);

  std::uint32_t period_, stride_, messages_;
  std::uint64_t rounds_ = 0;
  std::vector<Send> sends_;
  std::vector<std::vector<Bundle>> rows_;  // by label mod period; a row is in order of lag
};

/// A plan that consists of recurring sends only.
Plan periodic_plan(const Problem& problem, std::uint32_t period, std::uint32_t stride,
                   const std::vector<Edge>& edges);

}  // namespace romcast::complete
