// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/plan_record.hpp"

#include <utility>

namespace romcast {

class PlanRecord::Reader final : public Schedule {
 public:
  explicit Reader(std::shared_ptr<PlanRecord> record) : record_(std::move(record)) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    if (step_ == record_->steps_.size()) return false;
    const Step& step = record_->steps_[step_++];
    for (std::uint32_t i = 0; i < step.hops; ++i) {
      const auto [link, message] = record_->hops_[at_++];
      hops.push_back(message == record_->messages_ ? Hop::startup(step.cycle, link)
                                                   : Hop{step.cycle, link, message});
    }
    record_->hops_.forget(at_);
    return true;
  }

 private:
  std::shared_ptr<PlanRecord> record_;
  std::size_t step_ = 0;
  std::uint64_t at_ = 0;
};

// A record holds only the link and the message of a hop. Hops on crossbars, and additions, contain
// more: plans with them are not recorded, but computed a second time.
PlanRecord::PlanRecord(const Topology& topology, const Collective& collective, std::uint64_t room)
    : messages_(collective.message_numbers()),
      room_(room),
      whole_(room > 0 && !topology.crossbar() && messages_ < kMostMessages),
      hops_(topology.links(), messages_ + 1) {}

void PlanRecord::step(const std::vector<Hop>& hops) {
  if (!whole_ || hops.empty()) return;
  steps_.push_back({hops.front().cycle, static_cast<std::uint32_t>(hops.size())});
  for (const Hop& hop : hops) {
    whole_ = whole_ && hop.to == kNone && (hop.starts() || hop.message < messages_);
    hops_.add(hop.link, hop.starts() ? static_cast<MessageId>(messages_) : hop.message);
  }
  whole_ = whole_ && hops_.bytes() + steps_.size() * sizeof(Step) <= room_;
  if (whole_) return;
  hops_.forget(hops_.size());
  steps_ = {};
}

std::unique_ptr<Schedule> PlanRecord::read(std::shared_ptr<PlanRecord> record) {
  return std::make_unique<Reader>(std::move(record));
}

}  // namespace romcast
