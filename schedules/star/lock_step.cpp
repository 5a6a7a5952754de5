// SPDX-License-Identifier: Apache-2.0
#include "schedules/star/lock_step.hpp"

#include <utility>

#include "schedules/star/star.hpp"

namespace romcast::star {
namespace {

class LockStep final : public Schedule {
 public:
  LockStep(NextStep next_step, Timing timing, std::uint32_t each)
      : next_step_(std::move(next_step)), timing_(timing), each_(each) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    while (hops.empty()) {
      if (phase_ == kStepDone && !begin_step()) return false;
      if (phase_ == kStarting) {
        start_packets(hops);
      } else {
        cross(hops);
      }
    }
    return true;
  }

 private:
  static constexpr std::uint64_t kStepDone = ~std::uint64_t{0}, kStarting = kStepDone - 1;

  bool begin_step() {
    begin_ += length_;
    step_.clear();
    if (!next_step_(step_)) return false;
    messages_ = std::uint64_t{step_.blocks} * each_;
    length_ = timing_.startup + messages_ * timing_.per_message;
    phase_ = timing_.startup > 0 ? kStarting : 0;
    return true;
  }
  void start_packets(std::vector<Hop>& hops) {
    phase_ = 0;
    for (const Step::Packet& packet : step_.packets) {
      hops.push_back(Hop::startup(static_cast<Cycle>(begin_), packet.link));
    }
  }
  // Sends message number phase_ of all packets that are long enough.
  void cross(std::vector<Hop>& hops) {
    const std::uint64_t block = phase_ / each_, index = phase_ % each_;
    const auto cycle =
        static_cast<Cycle>(begin_ + timing_.startup + (phase_ + 1) * timing_.per_message - 1);
    for (const Step::Packet& packet : step_.packets) {
      if (block >= packet.count) continue;
      const NodeId source = step_.sources[packet.first + block];
      hops.push_back({cycle, packet.link, static_cast<MessageId>(source * each_ + index)});
    }
    if (++phase_ == messages_) phase_ = kStepDone;
  }

  NextStep next_step_;
  Timing timing_;
  std::uint64_t each_;
  Step step_{};
  std::uint64_t begin_ = 1, length_ = 0;  // of the step
  std::uint64_t messages_ = 0;            // of the longest packet that the step has time for
  std::uint64_t phase_ = kStepDone;       // the message that crosses next
};

}  // namespace

void Step::clear() {
  packets.clear();
  sources.clear();
  blocks = 1;
}

void Step::send(LinkId link) {
  packets.push_back({.link = link, .first = static_cast<std::uint32_t>(sources.size())});
}

void Step::add(NodeId source) {
  sources.push_back(source);
  ++packets.back().count;
}

OpenSchedule open_lock_step(const Problem& problem, std::function<NextStep()> open,
                            std::uint64_t cycles) {
  if (cycles > kNone) {
    refuse_endless();
  }
  return [open = std::move(open), timing = problem.timing,
          each = problem.collective.messages()]() -> std::unique_ptr<Schedule> {
    return std::make_unique<LockStep>(open(), timing, each);
  };
}

}  // namespace romcast::star
