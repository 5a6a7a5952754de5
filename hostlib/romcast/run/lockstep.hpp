// SPDX-License-Identifier: Apache-2.0
// Compares the trace of a run with its plan, hop by hop, while the run goes on.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

/// Hop::message of a flit that is no message of the collective.
inline constexpr MessageId kNoMessage = kNone;

class LockStep {
 public:
  LockStep(const Topology& topology, const Collective& collective, const OpenSchedule& plan);

  /// Takes the next cycles of the trace, with all their hops. Links may be out of range.
  void trace(std::span<const Hop> hops);
  /// To be called once, after the trace's last hop: finds planned hops that the trace lacks.
  void finish();

  [[nodiscard]] bool equal() const { return difference_.empty(); }
  /// Describes the first difference, empty if there is none.
  [[nodiscard]] const std::string& difference() const { return difference_; }
  /// CPU seconds spent on replaying the plan.
  [[nodiscard]] double plan_seconds() const { return plan_seconds_; }

 private:
  void read_plan();
  void compare(std::span<const Hop> traced);
  void look_at(std::span<const Hop> traced);
  void compare_links(std::span<const Hop> traced, const std::vector<Hop>& planned);
  void compare_crossbar(std::span<const Hop> traced, const std::vector<Hop>& planned);
  void missing(const Hop& hop);
  [[nodiscard]] std::string what(const Hop& hop) const;
  [[nodiscard]] std::string describe(const Hop& hop) const;

  const Topology& topology_;
  const Collective& collective_;
  std::unique_ptr<Schedule> plan_;
  // A batch of steps of the plan.
  std::vector<std::vector<Hop>> steps_;
  std::size_t step_ = 0;
  bool plan_ended_ = false;
  std::vector<Cycle> traced_in_;                 // by link: cycle of its last hop
  std::vector<MessageId> traced_what_;           // by link: message of that hop
  std::vector<Hop> traced_hops_, planned_hops_;  // hops of a cycle, sorted
  std::string difference_;
  double plan_seconds_ = 0;
};

}  // namespace romcast
