// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/lockstep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "romcast/core/wording.hpp"
#include "romcast/run/stopwatch.hpp"

namespace romcast {
namespace {

constexpr std::size_t kBatch = 1 << 14;  // hops; amortises reads of the clock

std::tuple<LinkId, NodeId, MessageId> by_link(const Hop& hop) {
  return {hop.link, hop.to, hop.message};
}

}  // namespace

LockStep::LockStep(const Topology& topology, const Collective& collective, const OpenSchedule& plan)
    : topology_(topology),
      collective_(collective),
      plan_(plan()),
      traced_in_(topology.links(), 0),
      traced_what_(topology.links(), kNoMessage) {}

void LockStep::read_plan() {
  const CpuTimer timer(plan_seconds_);
  std::size_t hops = 0, used = 0;
  while (hops < kBatch) {
    if (used == steps_.size()) steps_.emplace_back();
    if (!plan_->next(steps_[used])) {
      plan_ended_ = true;
      break;
    }
    hops += steps_[used++].size();
  }
  steps_.resize(used);
  step_ = 0;
}

void LockStep::trace(std::span<const Hop> hops) {
  while (!hops.empty() && equal()) {
    std::size_t count = 1;
    while (count < hops.size() && hops[count].cycle == hops.front().cycle) ++count;
    compare(hops.first(count));
    hops = hops.subspan(count);
  }
}

// Compares a cycle's hops with the plan's. If they differ, compares them again in sorted order, so
// that the first difference does not depend on the order in which nodes are evaluated.
void LockStep::compare(std::span<const Hop> traced) {
  if (step_ == steps_.size() && !plan_ended_) read_plan();
  const std::size_t step = step_;
  look_at(traced);
  if (equal()) return;
  traced_hops_.assign(traced.begin(), traced.end());
  std::ranges::sort(traced_hops_, {}, by_link);
  difference_.clear();
  step_ = step;
  look_at(std::vector<Hop>(traced_hops_));
}

void LockStep::look_at(std::span<const Hop> traced) {
  for (const Hop& hop : traced) {
    if (hop.link < topology_.links()) continue;
    difference_ = fmt::format("cycle {}: a switch drives a link that does not exist", hop.cycle);
    return;
  }
  if (step_ == steps_.size()) {
    difference_ = describe(traced.front()) + ", but the plan has ended";
    return;
  }
  const std::vector<Hop>& planned = steps_[step_++];
  if (planned.front().cycle < traced.front().cycle) return missing(planned.front());
  for (const Hop& hop : traced) {
    if (hop.cycle < planned.front().cycle || hop.message == kNoMessage) {
      difference_ = describe(hop) + ", the plan has nothing like it";
      return;
    }
  }
  if (topology_.crossbar()) {
    compare_crossbar(traced, planned);
  } else {
    compare_links(traced, planned);
  }
  if (equal() && traced.size() != planned.size()) {
    difference_ = fmt::format("cycle {}: {}, the plan has {}", planned.front().cycle,
                              counted(traced.size(), "hop"), planned.size());
  }
}

// Compares the hops of a cycle link by link: a link carries one hop per cycle.
void LockStep::compare_links(std::span<const Hop> traced, const std::vector<Hop>& planned) {
  for (const Hop& hop : traced) {
    traced_in_[hop.link] = hop.cycle;
    traced_what_[hop.link] = hop.message;
  }
  for (const Hop& hop : planned) {
    if (traced_in_[hop.link] != hop.cycle) return missing(hop);
    if (traced_what_[hop.link] != hop.message) {
      difference_ =
          fmt::format("{}, the plan has {}",
                      describe(Hop{hop.cycle, hop.link, traced_what_[hop.link]}), what(hop));
      return;
    }
  }
}

// Compares the hops of a cycle as sets, since one link carries all sends of a processor.
void LockStep::compare_crossbar(std::span<const Hop> traced, const std::vector<Hop>& planned) {
  const auto key = by_link;
  traced_hops_.assign(traced.begin(), traced.end());
  planned_hops_ = planned;
  std::ranges::sort(traced_hops_, {}, key);
  std::ranges::sort(planned_hops_, {}, key);
  const auto [seen, wanted] = std::ranges::mismatch(traced_hops_, planned_hops_, {}, key, key);
  if (wanted == planned_hops_.end()) return;  // look_at() detects surplus traced hops
  if (seen == traced_hops_.end()) return missing(*wanted);
  if (seen->link == wanted->link && seen->to == wanted->to) {
    difference_ = fmt::format("{}, the plan has {}", describe(*seen), what(*wanted));
  } else if (key(*wanted) < key(*seen)) {
    missing(*wanted);
  } else {
    difference_ = describe(*seen) + ", the plan has nothing like it";
  }
}

void LockStep::finish() {
  if (!equal()) return;
  if (step_ == steps_.size() && !plan_ended_) read_plan();
  if (step_ < steps_.size()) missing(steps_[step_].front());
}

void LockStep::missing(const Hop& hop) {
  difference_ = "nothing in the trace for the plan's " + describe(hop);
}

std::string LockStep::what(const Hop& hop) const {
  if (hop.message == kNoMessage) return "something that is no message";
  return hop.starts() ? "a start-up" : "message " + collective_.message_name(hop.message);
}

std::string LockStep::describe(const Hop& hop) const {
  const Channel& channel = topology_.channel_at(hop.link);
  if (hop.computes() && collective_.traits().addition > 0) {
    return fmt::format("cycle {}: {} adds {}", hop.cycle, topology_.node_name(channel.from),
                       counted(hop.to, "operand"));
  }
  return fmt::format("cycle {}: {} > {} {}", hop.cycle, topology_.node_name(channel.from),
                     topology_.node_name(topology_.end_of(hop.link, hop.to)), what(hop));
}

}  // namespace romcast
