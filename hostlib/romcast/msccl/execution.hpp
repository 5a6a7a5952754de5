// SPDX-License-Identifier: Apache-2.0
// Runs a program symbolically, chunk by chunk: computes the final values in all buffers, and for
// each value the transfer that brought it.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "romcast/msccl/program.hpp"

namespace romcast::msccl {

using ValueId = std::uint32_t;  ///< number of a sum in Values; kNone: no value

/// Sums of input chunks; equal sums are stored once. Chunk c of GPU g has the number
/// g * sizes_of(program).input + c.
class Values {
 public:
  Values() = default;
  Values(Values&&) = default;
  Values(const Values&) = delete;
  Values& operator=(const Values&) = delete;
  ~Values() = default;

  /// The value of an input chunk.
  ValueId chunk(std::uint32_t number);
  /// The sum of two values; nullopt if both values have a chunk in common.
  std::optional<ValueId> sum(ValueId a, ValueId b);
  /// Numbers of the chunks in a sum, ascending.
  [[nodiscard]] std::span<const std::uint32_t> chunks(ValueId value) const {
    return *chunks_[value];
  }

 private:
  ValueId of(std::vector<std::uint32_t> chunks);

  std::map<std::vector<std::uint32_t>, ValueId> known_;
  std::vector<const std::vector<std::uint32_t>*> chunks_;  // keys of known_
  std::map<std::pair<ValueId, ValueId>, std::optional<ValueId>> sums_;
};

/// A chunk that moves from GPU to GPU.
struct Transfer {
  StepId sender, receiver;
  ValueId value = kNone;
  /// The earlier transfer that brought the chunk to the sender; kNone if the chunk is the
  /// sender's input, or a sum that the sender computed.
  std::uint32_t brought_by = kNone;
};

/// A cell of memory, one chunk long.
struct Cell {
  ValueId value = kNone;
  std::uint32_t brought_by = kNone;  ///< as in Transfer
  std::optional<StepId> writer{};
};

/// One run of a program. The run's result must not depend on the speed of the thread blocks.
class Execution {
 public:
  /// Runs the program with input and output in one buffer (`in_place`) or in two buffers. Throws
  /// InputError "file:line: gpu g tb t step s: ...", for example if there is a deadlock, if a send
  /// has no matching reception, if two uses of a chunk race, or if a step reads an empty chunk.
  Execution(const Program& program, bool in_place);

  /// All steps, each after those that it waits for.
  [[nodiscard]] const std::vector<StepId>& order() const { return order_; }
  /// One entry for each chunk that a step sends, in the order of the steps in order().
  [[nodiscard]] const std::vector<Transfer>& transfers() const { return transfers_; }
  [[nodiscard]] const Values& values() const { return values_; }
  /// The final content of chunk `offset` of a GPU's output buffer.
  [[nodiscard]] const Cell& output(NodeId gpu, std::uint32_t offset) const;
  /// The number of a step among all steps, ordered by GPU, thread block and step.
  [[nodiscard]] std::size_t index(StepId id) const { return first_[id.gpu][id.block] + id.step; }
  /// The steps that a step waits for, at most three: its predecessor in the thread block; the step
  /// that Step::after names; and last, for a step that receives chunks, the step that sends them.
  [[nodiscard]] std::span<const std::size_t> waits_for(std::size_t step) const;
  [[nodiscard]] std::size_t steps() const { return ids_.size(); }
  [[nodiscard]] StepId id(std::size_t step) const { return ids_[step]; }

 private:
  struct Use {
    std::size_t writer = static_cast<std::size_t>(-1);
    std::vector<std::size_t> readers;
  };
  struct Waits {
    std::array<std::size_t, 3> steps{};
    std::uint8_t count = 0;
  };
  static constexpr std::size_t kNoStep = static_cast<std::size_t>(-1);

  void number_steps();
  void lay_out();
  void fill(NodeId gpu);
  void copy_early(NodeId gpu);
  void match();
  void match_connection(NodeId from, NodeId to, std::span<const std::size_t> sending,
                        std::span<const std::size_t> receiving);
  void put_in_order();
  [[noreturn]] void report_deadlock(const std::vector<std::size_t>& open) const;
  void run();
  void run_step(std::size_t step);
  Cell combined(std::size_t step, const Cell& a, const Cell& b);
  [[nodiscard]] std::size_t slot(NodeId gpu, Place place, std::uint32_t k, std::size_t step) const;
  Cell read(std::size_t step, const Place& place, std::uint32_t k);
  void write(std::size_t step, const Place& place, std::uint32_t k, Cell cell);
  void need_order(std::size_t earlier, std::size_t later, const Place& place, std::uint32_t k);
  bool before(std::size_t earlier, std::size_t later);
  [[noreturn]] void fail(std::size_t step, const std::string& what) const;
  [[nodiscard]] const Step& step_of(std::size_t step) const {
    return step_at(program_, ids_[step]);
  }

  const Program& program_;
  const bool in_place_;
  std::vector<std::vector<std::size_t>> first_;  // number of step 0, by GPU and thread block
  std::vector<StepId> ids_;
  std::vector<Waits> waits_;
  std::vector<std::size_t> partner_;     // by step that sends: the step that receives
  std::vector<std::uint32_t> position_;  // by step: index in order_
  std::vector<StepId> order_;
  // Layout of the memory: begin and size of each buffer, by GPU.
  struct Region {
    std::size_t begin = 0, size = 0;
  };
  std::vector<std::array<Region, 3>> regions_;
  std::vector<Cell> cells_;
  std::vector<Use> uses_;
  std::vector<std::vector<Cell>> in_flight_;  // by step that sends: its chunks on their way
  std::vector<Transfer> transfers_;
  Values values_;
  std::vector<std::uint32_t> seen_;  // by step: the last search that visited it
  std::uint32_t search_ = 0;
  std::uint64_t searched_ = 0;
};

/// Runs the program in each use that it supports (in place, out of place). Throws InputError if a
/// run fails or violates the program's claim. Returns the run out of place if the program supports
/// that use, else the run in place.
Execution checked(const Program& program);

/// The GPU at which a broadcast or scatter starts, or a gather or reduce ends; 0 for other claims.
NodeId root_of(const Program& program, const Execution& execution);

}  // namespace romcast::msccl
