// SPDX-License-Identifier: Apache-2.0
// A plan that was run once, for those who read it after the judge: local rules need not be run a
// second time. Held in as few bytes per hop as its numbers need, and given up where that is too
// much.
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
  /// At most so many bytes are kept.
  static constexpr std::uint64_t kRoom = std::uint64_t{1} << 30;
  PlanRecord(const Topology& topology, const Collective& collective, std::uint64_t room = kRoom);

  /// All hops of the next cycle.
  void step(const std::vector<Hop>& hops);
  /// Everything given so far is here.
  [[nodiscard]] bool whole() const { return whole_; }

  /// Reads what was recorded, once: what has been read is forgotten.
  static std::unique_ptr<Schedule> read(std::shared_ptr<PlanRecord> record);

 private:
  class Reader;
  struct Step {
    Cycle cycle;
    std::uint32_t hops;
  };

  const std::uint64_t messages_;  // this number stands for a start-up
  const std::uint64_t room_;
  bool whole_;
  PackedLog hops_;  // (link, message)
  std::vector<Step> steps_;
};

}  // namespace romcast
