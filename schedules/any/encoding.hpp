// SPDX-License-Identifier: Apache-2.0
// The statement "a schedule of T cycles exists" as a Boolean formula. A variable stands for "node v
// has message m after cycle t" or for "channel c carries m in cycle t". A symmetric schedule needs
// variables only for the messages that start at one node of each orbit. Messages with one
// destination may be copied like multicasts; only the copy that reaches the destination counts.
#pragma once

#include <functional>
#include <optional>

#include "schedules/any/any.hpp"
#include "schedules/any/sat.hpp"
#include "schedules/any/symmetry.hpp"

namespace romcast::any {

class Encoding {
 public:
  using GoOn = std::function<bool()>;
  /// Encodes only schedules that have the symmetry. `symmetry` must outlive the encoding. The
  /// formula remains incomplete if go_on() returns false before its end.
  Encoding(
      const Task& task, Cycle cycles, const Symmetry& symmetry,
      const GoOn& go_on = [] { return true; })
      : Encoding(task, std::vector<std::uint32_t>(cycles, 1), symmetry, go_on) {}
  /// Encodes synchronous steps (SCCL's k-synchronous schedules): step s takes `steps[s]` cycles,
  /// and a message that arrives in a step can leave in the next step at the earliest. Steps of more
  /// than one cycle require multi-port nodes.
  Encoding(
      const Task& task, std::vector<std::uint32_t> steps, const Symmetry& symmetry,
      const GoOn& go_on = [] { return true; });

  [[nodiscard]] bool complete() const { return complete_; }
  [[nodiscard]] const Formula& formula() const { return formula_; }
  /// The schedule of a solution, without hops that no destination needs.
  [[nodiscard]] Hops hops(const std::vector<bool>& values) const;

  /// The approximate number of literals of the formula.
  static std::uint64_t literals(const Task& task, Cycle cycles);

 private:
  struct Send {
    ChannelId channel = 0;
    int variable = 0;
  };
  bool going_on(const GoOn& go_on);
  void add_message(MessageId message);
  void limit_cycle(Cycle cycle);
  void limit_times(Cycle cycle);
  [[nodiscard]] Hops first_hops(const std::vector<bool>& values) const;
  [[nodiscard]] std::size_t place(MessageId m, NodeId v, Cycle t) const {
    return (std::size_t{m} * nodes_ + v) * (cycles_ + 1) + t;
  }

  Task task_;
  std::vector<std::uint32_t> steps_;  // cycles of each step
  Cycle cycles_;                      // number of cycles or steps
  const Symmetry& symmetry_;
  std::size_t nodes_;
  Formula formula_;
  std::size_t looked_at_ = 0;  // literals at the last call of go_on()
  bool complete_ = true;
  std::vector<int> have_;                                  // by place(); 0: impossible or useless
  std::vector<std::vector<Send>> sends_;                   // by place() of the receiver
  std::vector<std::vector<std::vector<int>>> on_channel_;  // by first cycle, channel
};

}  // namespace romcast::any
