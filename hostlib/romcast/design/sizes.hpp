// SPDX-License-Identifier: Apache-2.0
// Reduces the widths, depths and ROM lengths of a design to those that its run needs: the design
// is made from the co-simulation's models, which have only a few coarse sizes.
#pragma once

#include "romcast/design/design.hpp"
#include "romcast/design/room.hpp"
#include "romcast/run/run_figures.hpp"

namespace romcast {

class RtlSizes {
 public:
  /// Sizes for a run that ends in cycle `end`. Sets the parameters of all modules, splits modules
  /// whose queues need different depths, and narrows the nodes' own messages. Throws InputError if
  /// queues or tables with the sizes of `room` are too small for the schedule.
  RtlSizes(Run& run, const FlitCodec& codec, Cycle end, RtlRoom room, Design& design);

  [[nodiscard]] unsigned width() const { return width_; }          ///< width of a message
  [[nodiscard]] unsigned time_bits() const { return time_bits_; }  ///< width of times and counters
  [[nodiscard]] const RtlRoom& room() const { return room_; }
  /// Words of a ROM or table: RtlRoom::words, or, without extra capacity, `needed` (at least 1).
  /// Throws InputError if the capacity is too small.
  [[nodiscard]] std::size_t words(std::size_t needed) const;
  /// Converts a message of the co-simulation to the design's format, with less payload.
  [[nodiscard]] std::uint64_t narrow(std::uint64_t flit) const;

 private:
  void make_room(Run& run, const Design& design);
  void set_places(const Topology& topology, const std::vector<QueueDepth>& depths,
                  Design& design) const;
  void split_by_depth(Design& design) const;
  [[nodiscard]] unsigned bits_of_time(Run& run, Cycle end, const Design& design) const;
  void apply(DesignModule& module, const std::vector<const DesignNode*>& nodes) const;

  std::uint64_t messages_;
  RtlRoom room_;
  bool fits_ = false;         // memories are just as deep as this schedule needs
  std::uint32_t needed_ = 0;  // slots that the deepest queue needs
  unsigned codec_route_bits_, codec_tag_bits_, route_bits_, tag_bits_, width_, time_bits_ = 0;
};

}  // namespace romcast
