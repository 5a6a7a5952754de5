// SPDX-License-Identifier: Apache-2.0
// From a period to the sends of each processor.
#pragma once

#include <memory>

#include "romcast/core/logp_program.hpp"
#include "romcast/core/schedule.hpp"
#include "schedules/logp/planner.hpp"

namespace romcast::logp {

/// Gives every processor a slot in a block and every child a parent; producers and consumers of a
/// label are matched in any order. The pace is 1 and the number of items 1.
class ProgramBuilder {
 public:
  /// Labels are 0 .. last.
  ProgramBuilder(std::uint32_t latency, std::uint32_t last)
      : latency_(latency), takers_(last + 1) {}

  /// A block of as many processors as there are labels: its own first, then those of the leaves. It
  /// sends `delay` late. The last leaf may be taken `wait` cycles after it arrives; then the labels
  /// and `wait` sum to 0 modulo the size.
  struct Block {
    std::vector<std::uint32_t> labels;
    std::uint32_t delay = 0;
    std::uint32_t wait = 0;
  };
  void add(const Block& block, std::uint64_t count = 1);
  /// Adds the processor that only receives and returns the program.
  LogpProgram finish(std::uint32_t spare_label);

 private:
  LogpProgram::Target take(std::uint32_t label);

  std::uint32_t latency_;
  LogpProgram program_;
  NodeId base_ = 1;                                       // of the next block
  std::vector<std::vector<LogpProgram::Target>> takers_;  // by label
};

LogpProgram expand(const BlockCyclic& schedule);

/// The schedule of a program.
OpenSchedule open_program(std::shared_ptr<const LogpProgram> program, NodeId source,
                          NodeId processors);

}  // namespace romcast::logp
