// SPDX-License-Identifier: Apache-2.0
// Broadcast of one message with k ports and latency L (Bar-Noy & Kipnis, "Designing broadcasting
// algorithms in the postal model", with k sends at a time): all processors that have the message
// send it through all ports as early and as often as they can. No processor could get the message
// sooner, so these sends form an optimal tree.
#include <fmt/format.h>

#include "schedules/complete/bounds.hpp"
#include "schedules/complete/postal.hpp"

namespace romcast {
namespace {

using namespace complete;

// Processors are reached in the order of their numbers.
class TreeRounds final : public Rounds {
 public:
  explicit TreeRounds(const Size& size) : size_(size), since_{0} {}

  void next(std::uint64_t r, Sends& sends) override {
    const std::size_t all = since_.size();
    for (NodeId from = 0; from < all && since_[from] <= r; ++from) {
      for (std::uint32_t port = 0; port < size_.k && since_.size() < size_.n; ++port) {
        sends.add(from, static_cast<NodeId>(since_.size()), 0);
        since_.push_back(r + size_.latency);
      }
    }
  }

 private:
  const Size size_;
  std::vector<std::uint64_t> since_;  // by processor: the time from which on it can send
};

std::string postal_tree_refusal(const Problem& problem) {
  if (problem.collective.messages() == 1) return "";
  return fmt::format("one tree carries one message; for {} use `algorithm` rarest-first",
                     problem.collective.messages());
}

Plan postal_tree_plan(const Problem& problem) {
  const Size size = size_of(problem);
  return plan_of(problem, broadcast_time(size) + 1 - size.latency,
                 [size] { return std::make_unique<TreeRounds>(size); });
}

Theory postal_tree_theory(const Problem& problem) {
  Theory theory{.formula_cycles = broadcast_time(size_of(problem)),
                .formula_source =
                    "Bar-Noy & Kipnis 1992 with k ports: B(n), the least t with P(t) >= n, "
                    "where P(t) = P(t-1) + k P(t-L)"};
  add_lower_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm postal_tree_broadcast() {
  Algorithm algorithm = broadcast_algorithm("optimal-tree", {Ports::Kind::several});
  algorithm.logp = true;
  algorithm.summary = "one message: all that have it send it by all ports as early as they can";
  algorithm.source = "Bar-Noy & Kipnis 1992, k sends at a time";
  algorithm.refusal = postal_tree_refusal;
  algorithm.build = postal_tree_plan;
  algorithm.predict = postal_tree_theory;
  return algorithm;
}

}  // namespace romcast
