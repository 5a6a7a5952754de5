// SPDX-License-Identifier: Apache-2.0
// Expands a period into the sends of each processor.
#pragma once

#include <memory>

#include "romcast/core/logp_program.hpp"
#include "romcast/core/schedule.hpp"
#include "schedules/logp/planner.hpp"

namespace romcast::logp {

/// Builds a program: gives every processor a position in a block, and every send of a block a
/// target with the label that the send must reach; which of the targets with this label is
/// arbitrary. The program has a pace of 1 cycle and one item; the caller may change both.
class ProgramBuilder {
 public:
  /// Labels are 0 .. last.
  ProgramBuilder(std::uint32_t latency, std::uint32_t last)
      : latency_(latency), takers_(last + 1) {}

  /// A block with one processor per label: labels[0] is the block's own label, the other labels
  /// are those of its leaves. All sends of the block are `delay` paces late. An item that reaches
  /// a processor at the leaf labels.back() stays in the processor's queue for `wait` paces. The sum
  /// of all labels and `wait` must be 0 modulo the number of labels.
  struct Block {
    std::vector<std::uint32_t> labels;
    std::uint32_t delay = 0;
    std::uint32_t wait = 0;
  };
  void add(const Block& block, std::uint64_t count = 1);
  /// Adds the processor that only receives, always with the label `spare_label`; returns the
  /// program.
  LogpProgram finish(std::uint32_t spare_label);

 private:
  LogpProgram::Target take(std::uint32_t label);

  std::uint32_t latency_;
  LogpProgram program_;
  NodeId base_ = 1;                                       // first processor of the next block
  std::vector<std::vector<LogpProgram::Target>> takers_;  // by label
};

LogpProgram expand(const BlockCyclic& schedule);

/// The schedule of a program.
OpenSchedule open_program(std::shared_ptr<const LogpProgram> program, NodeId source,
                          NodeId processors);

}  // namespace romcast::logp
