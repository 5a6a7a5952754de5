// SPDX-License-Identifier: Apache-2.0
// Sends and final values of processors, computed from a plan of a collective with combined values.
#pragma once

#include <memory>
#include <vector>

#include "romcast/core/combined_value.hpp"
#include "romcast/core/crossings.hpp"
#include "romcast/core/partial_flit.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

class RtlValues {
 public:
  virtual ~RtlValues() = default;
  RtlValues(const RtlValues&) = delete;
  RtlValues& operator=(const RtlValues&) = delete;

  /// The values of a run, with the test operands (Maps) that the co-simulation combines; nullptr if
  /// messages are not combined.
  static std::unique_ptr<RtlValues> of(Run& run);

  /// Takes the hops of the next cycle; returns the flit of each, or 0 if the hop is no message.
  virtual std::vector<std::uint64_t> step(const std::vector<Hop>& hops) = 0;
  /// The own values of a processor, in the format of the processor's Verilog; empty for a switch.
  /// On LogP machines, a processor without values gets one value whose operand count is 0.
  [[nodiscard]] virtual std::vector<std::uint64_t> own(NodeId processor) const = 0;
  /// The combination of all operands of a value; this combination does not depend on the plan.
  [[nodiscard]] virtual CombinedValue all(MessageId value) const = 0;
  /// A value as it is at a processor after the run.
  [[nodiscard]] virtual CombinedValue result(NodeId processor, MessageId value) = 0;

 protected:
  RtlValues() = default;
};

/// Values of a network's nodes (rtl/processor/combine_parts.v).
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
  void land(Cycle last);

  const Topology& topology_;
  InFlight<std::pair<NodeId, std::uint64_t>> in_flight_{};
  const std::size_t values_;
  const bool relays_;
  const PartialFlitCodec codec_;
  std::vector<std::vector<Partial>> parts_;  // by node and value: own and received parts
};

/// Values of a LogP machine's processors (rtl/processor/combine_operands.v).
class RtlLogpValues final : public RtlValues {
 public:
  explicit RtlLogpValues(Run& run);
  std::vector<std::uint64_t> step(const std::vector<Hop>& hops) override;
  [[nodiscard]] std::vector<std::uint64_t> own(NodeId processor) const override;
  [[nodiscard]] CombinedValue all(MessageId value) const override;
  [[nodiscard]] CombinedValue result(NodeId processor, MessageId value) override;

 private:
  struct Sums {
    CombinedValue all, others;  // `others` lacks the own operand with which `all` begins
  };
  struct Coming {
    std::uint64_t time = 0;  // from this time on, `value` can be used
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
  const bool in_time_;         // values are added in order of time, not of processors
  const std::uint64_t reach_;  // cycles from a send until its value can be used
  const CombiningFlitCodec codec_;
  std::vector<std::vector<CombinedValue>> operands_;  // by processor
  std::vector<Sums> sums_;                            // by processor and value
  std::vector<std::size_t> added_;                    // by processor: number of operands used
  std::vector<Coming> coming_;                        // in order of time
  std::size_t arrived_ = 0;
};

}  // namespace romcast
