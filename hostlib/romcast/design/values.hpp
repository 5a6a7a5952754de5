// SPDX-License-Identifier: Apache-2.0
// What the processors of a collective that combines send by a plan, and what they have in the end.
#pragma once

#include <memory>
#include <vector>

#include "romcast/core/combined_value.hpp"
#include "romcast/core/partial_flit.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

class RtlValues {
 public:
  virtual ~RtlValues() = default;
  RtlValues(const RtlValues&) = delete;
  RtlValues& operator=(const RtlValues&) = delete;

  /// Null where messages are moved only. `maps`: of the co-simulation's processors.
  static std::unique_ptr<RtlValues> of(Run& run);

  /// The flits of all hops of the next cycle, in their order; 0 for what is no message.
  virtual std::vector<std::uint64_t> step(const std::vector<Hop>& hops) = 0;
  /// What a processor brings, as its Verilog loads it; nothing: it brings nothing.
  [[nodiscard]] virtual std::vector<std::uint64_t> own(NodeId processor) const = 0;
  /// All of a value together, whatever the plan.
  [[nodiscard]] virtual CombinedValue all(MessageId value) const = 0;
  /// What a processor has of it after the last cycle.
  [[nodiscard]] virtual CombinedValue result(NodeId processor, MessageId value) = 0;

 protected:
  RtlValues() = default;
};

/// A node of a network (rtl/processor/combine_parts.v).
class RtlNodeValues final : public RtlValues {
 public:
  RtlNodeValues(const Topology& topology, const Collective& collective, Maps maps);
  std::vector<std::uint64_t> step(const std::vector<Hop>& hops) override;
  [[nodiscard]] std::vector<std::uint64_t> own(NodeId processor) const override;
  [[nodiscard]] CombinedValue all(MessageId value) const override;
  [[nodiscard]] CombinedValue result(NodeId processor, MessageId value) override;

 private:
  [[nodiscard]] std::vector<Partial>& parts(NodeId node, MessageId value) {
    return parts_[node * values_ + value];
  }
  [[nodiscard]] Partial combined(NodeId node, MessageId value);
  void arrive(NodeId node, const Partial& part);

  const Topology& topology_;
  const std::size_t values_;
  const PartialFlitCodec codec_;
  std::vector<std::vector<Partial>> parts_;  // by node and value: its own, and what has come
};

/// A processor of a LogP machine (rtl/processor/combine_operands.v).
class RtlLogpValues final : public RtlValues {
 public:
  explicit RtlLogpValues(Run& run);
  std::vector<std::uint64_t> step(const std::vector<Hop>& hops) override;
  [[nodiscard]] std::vector<std::uint64_t> own(NodeId processor) const override;
  [[nodiscard]] CombinedValue all(MessageId value) const override;
  [[nodiscard]] CombinedValue result(NodeId processor, MessageId value) override;

 private:
  struct Sums {
    CombinedValue all, others;  // with and without what was there first
  };
  struct Coming {
    std::uint64_t time = 0;  // from which on it can be used
    NodeId from = 0, to = 0;
    MessageId number = 0;
    CombinedValue value;
  };
  [[nodiscard]] Sums& sums(NodeId processor, MessageId number) {
    return sums_[processor * collective_.values() + collective_.value_of(number)];
  }
  void arrive(std::uint64_t time);
  void take(Sums& sums, const CombinedValue& value, bool below) const;

  const Collective& collective_;
  const Maps maps_;
  const bool in_time_;         // added in the order of time, not of the processors
  const std::uint64_t reach_;  // from a send until its value can be used
  const CombiningFlitCodec codec_;
  std::vector<std::vector<CombinedValue>> operands_;  // by processor
  std::vector<Sums> sums_;                            // by processor and value
  std::vector<std::size_t> added_;                    // operands, by processor
  std::vector<Coming> coming_;                        // by time
  std::size_t arrived_ = 0;
};

}  // namespace romcast
