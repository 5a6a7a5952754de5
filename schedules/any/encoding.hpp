// SPDX-License-Identifier: Apache-2.0
// "There is a schedule of T cycles" as a formula: which node has which message after which cycle,
// and which message is sent in it. A symmetric schedule has variables for one node of each orbit
// only. Messages with one destination are copied, too; only the copy that arrives there counts.
#pragma once

#include <optional>

#include "schedules/any/any.hpp"
#include "schedules/any/sat.hpp"
#include "schedules/any/symmetry.hpp"

namespace romcast::any {

class Encoding {
 public:
  /// Encodes only schedules with the symmetry, which must outlive the encoding.
  Encoding(const Task& task, Cycle cycles, const Symmetry& symmetry)
      : Encoding(task, std::vector<std::uint32_t>(cycles, 1), symmetry) {}
  /// Synchronous steps instead of cycles, each of one or more cycles: what comes in a step can be
  /// sent on in the next one (SCCL's k-synchronous schedules). With all ports.
  Encoding(const Task& task, std::vector<std::uint32_t> steps, const Symmetry& symmetry);

  [[nodiscard]] const Formula& formula() const { return formula_; }
  /// The schedule of a solution, without hops that no destination needs.
  [[nodiscard]] Hops hops(const std::vector<bool>& values) const;

  /// About how many literals the formula would have.
  static std::uint64_t literals(const Task& task, Cycle cycles);

 private:
  struct Send {
    ChannelId channel = 0;
    int variable = 0;
  };
  void add_message(MessageId message);
  void limit_cycle(Cycle cycle);
  void limit_times();
  [[nodiscard]] Hops first_hops(const std::vector<bool>& values) const;
  [[nodiscard]] std::size_t place(MessageId m, NodeId v, Cycle t) const {
    return (std::size_t{m} * nodes_ + v) * (cycles_ + 1) + t;
  }

  Task task_;
  std::vector<std::uint32_t> steps_;  // cycles of each
  Cycle cycles_;                      // or steps
  const Symmetry& symmetry_;
  std::size_t nodes_;
  Formula formula_;
  std::vector<int> have_;                                  // by slot; 0: not there, or of no use
  std::vector<std::vector<Send>> sends_;                   // by slot of the receiver
  std::vector<std::vector<std::vector<int>>> on_channel_;  // by cycle of the begin, channel
};

}  // namespace romcast::any
