// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/lockstep.hpp"

#include <algorithm>

namespace romcast::any {
namespace {

struct Shared {
  std::shared_ptr<const Topology> topology;
  Cayley cayley;
  Collective collective;
  Lockstep sends;
};

class LockstepSchedule final : public Schedule {
 public:
  explicit LockstepSchedule(std::shared_ptr<const Shared> shared) : shared_(std::move(shared)) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    const Lockstep& sends = shared_->sends;
    if (at_ == sends.size()) return false;
    const Cycle cycle = sends[at_].cycle;
    for (; at_ < sends.size() && sends[at_].cycle == cycle; ++at_) add(sends[at_], hops);
    return true;
  }

 private:
  void add(const LockstepSend& send, std::vector<Hop>& hops) const {
    const Cayley& cayley = shared_->cayley;
    const Group& group = cayley.group();
    const auto n = static_cast<NodeId>(cayley.order());
    const std::uint32_t each = shared_->collective.messages();
    for (NodeId s = 0; s < n; ++s) {
      const NodeId group_of =
          send.destination == kNone ? s : s * n + group.multiply(s, send.destination);
      hops.push_back({.cycle = send.cycle,
                      .link = cayley.link(group.multiply(s, send.at), send.machine),
                      .message = group_of * each + send.index});
    }
  }

  std::shared_ptr<const Shared> shared_;
  std::size_t at_ = 0;
};

}  // namespace

Cayley::Cayley(const Topology& topology) : topology_(topology), group_(*topology.group()) {
  const auto outputs = topology.outputs(0);
  for (std::uint32_t output = 0; output < outputs.size(); ++output) {
    const Channel& channel = topology.channels()[outputs[output]];
    for (std::uint32_t place = 0; place < channel.capacity; ++place) {
      machines_.push_back({output, place, channel.to});
      inverses_.push_back(group_.inverse(channel.to));
    }
  }
}

Cycle cycles_of(const Lockstep& sends) {
  Cycle last = 0;
  for (const LockstepSend& send : sends) last = std::max(last, send.cycle);
  return last;
}

OpenSchedule open_lockstep(std::shared_ptr<const Topology> topology, const Collective& collective,
                           Lockstep sends) {
  std::ranges::stable_sort(sends, {}, &LockstepSend::cycle);
  const Cayley cayley(*topology);
  auto shared = std::make_shared<const Shared>(
      Shared{std::move(topology), cayley, collective, std::move(sends)});
  return [shared] { return std::make_unique<LockstepSchedule>(shared); };
}

}  // namespace romcast::any
