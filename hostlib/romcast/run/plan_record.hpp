// SPDX-License-Identifier: Apache-2.0
// Records a plan while it is judged, so that it need not be computed a second time for the
// comparison with the trace. Gives up if the plan is too large.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/packed_log.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

class PlanRecord {
 public:
  /// Limit on the recorded bytes.
  static constexpr std::uint64_t kRoom = std::uint64_t{1} << 30;
  PlanRecord(const Topology& topology, const Collective& collective, std::uint64_t room = kRoom);

  /// Adds all hops of the next cycle.
  void step(const std::vector<Hop>& hops);
  /// True if everything given so far was recorded.
  [[nodiscard]] bool whole() const { return whole_; }

  /// The recorded plan, which can be read only once, since reading frees its hops.
  static std::unique_ptr<Schedule> read(std::shared_ptr<PlanRecord> record);

 private:
  class Reader;
  struct Step {
    Cycle cycle;
    std::uint32_t hops;
  };

  const std::uint64_t messages_;  // this number represents a start-up
  const std::uint64_t room_;
  bool whole_;
  PackedLog hops_;  // (link, message)
  std::vector<Step> steps_;
};

}  // namespace romcast
