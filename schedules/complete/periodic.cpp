// SPDX-License-Identifier: Apache-2.0
#include "schedules/complete/periodic.hpp"

#include <algorithm>
#include <memory>

namespace romcast::complete {

PeriodicSends::PeriodicSends(std::uint32_t period, std::uint32_t stride, std::uint32_t messages,
                             const std::vector<Edge>& edges)
    : period_(period), stride_(stride), messages_(messages), sends_(edges.size()), rows_(period) {
  fill(edges);
  for (std::vector<Bundle>& row : rows_) {
    std::ranges::sort(row, {}, [this](const Bundle& bundle) { return lag(bundle); });
    for (const Bundle& bundle : row) {
      if (bundle.first >= messages) continue;
      const std::uint64_t repeats = (messages - 1 - bundle.first) / stride;
      rounds_ = std::max(rounds_, bundle.label + repeats * period + 1);
    }
  }
}

// A counting sort of the edges by label and first message.
void PeriodicSends::fill(const std::vector<Edge>& edges) {
  std::uint32_t last = 0;
  for (const Edge& edge : edges) last = std::max(last, edge.label);
  const auto key = [this](const Edge& e) { return std::size_t{e.label} * stride_ + e.first; };
  std::vector<std::uint32_t> at((std::size_t{last} + 1) * stride_ + 1, 0);
  for (const Edge& edge : edges) ++at[key(edge) + 1];
  for (std::size_t i = 1; i < at.size(); ++i) {
    at[i] += at[i - 1];
    if (at[i] == at[i - 1]) continue;
    const auto label = static_cast<std::uint32_t>((i - 1) / stride_);
    const auto first = static_cast<std::uint32_t>((i - 1) % stride_);
    rows_[label % period_].push_back({label, first, at[i - 1], at[i]});
  }
  for (const Edge& edge : edges) sends_[at[key(edge)]++] = {edge.from, edge.to};
}

void PeriodicSends::add(std::uint64_t r, Sends& sends) const {
  const std::vector<Bundle>& row = rows_[r % period_];
  const auto now = static_cast<std::int64_t>(r * stride_);
  // Bundles whose message (now - lag)/period is within 0 .. m-1.
  const auto begin = std::ranges::upper_bound(row, now - std::int64_t{period_} * messages_, {},
                                              [this](const Bundle& b) { return lag(b); });
  for (auto bundle = begin; bundle != row.end() && lag(*bundle) <= now; ++bundle) {
    const std::int64_t message = (now - lag(*bundle)) / period_;
    for (std::uint32_t i = bundle->begin; i < bundle->end; ++i) {
      sends.add(sends_[i].from, sends_[i].to, static_cast<std::uint64_t>(message));
    }
  }
}

Plan periodic_plan(const Problem& problem, std::uint32_t period, std::uint32_t stride,
                   const std::vector<Edge>& edges) {
  class Pass final : public Rounds {
   public:
    explicit Pass(std::shared_ptr<const PeriodicSends> sends) : sends_(std::move(sends)) {}
    void next(std::uint64_t r, Sends& sends) override { sends_->add(r, sends); }

   private:
    std::shared_ptr<const PeriodicSends> sends_;
  };
  const auto sends =
      std::make_shared<const PeriodicSends>(period, stride, size_of(problem).m, edges);
  return plan_of(problem, sends->rounds(), [sends] { return std::make_unique<Pass>(sends); });
}

}  // namespace romcast::complete
