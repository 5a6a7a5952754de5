// SPDX-License-Identifier: Apache-2.0
// Processors of LogP machines: they supply the messages that their interfaces send, take the
// messages received, are busy for the overhead of each message, and combine values if the
// collective does.
#pragma once

#include <deque>
#include <unordered_map>
#include <vector>

#include "romcast/core/combined_value.hpp"
#include "systemc/network.hpp"
#include "systemc/processor.hpp"

namespace romcast {

/// A processor, its interface's links, and the times of the machine.
struct LogpPlace {
  Network& network;
  const Collective& collective;
  const FlitCodec& codec;
  Timing timing;
  NodeId node = 0;
  std::vector<LinkId> in_links{};  ///< from the crossbar
};

class LogpProcessor : public Processor {
 public:
  explicit LogpProcessor(LogpPlace place);

 protected:
  /// The flit that is sent in this cycle.
  virtual std::uint64_t supply(Cycle cycle, const ProcessorRequest& request) = 0;
  /// A flit arrives in this cycle, and its overhead begins.
  virtual void arrive(Cycle cycle, std::uint64_t flit) = 0;
  /// An own operand is added in this cycle.
  virtual void add(Cycle) {}
  /// The interface delivers a flit.
  virtual void deliver(std::uint64_t) {}

  [[nodiscard]] const LogpPlace& place() const { return place_; }

 private:
  void edge() override;
  /// Marks the processor as busy in [cycle, cycle + cycles), and complains if it is busy already;
  /// `what` names the activity.
  void spend(Cycle cycle, std::uint64_t cycles, const char* what);

  const LogpPlace place_;
  const Wires& fabric_;
  LinkId delivery_;
  std::uint64_t busy_until_ = 0;
};

/// Supplies own and forwarded messages unchanged, checks received messages.
class MovingProcessor final : public LogpProcessor {
 public:
  using LogpProcessor::LogpProcessor;

 private:
  std::uint64_t supply(Cycle cycle, const ProcessorRequest& request) override;
  void arrive(Cycle cycle, std::uint64_t flit) override;
  void deliver(std::uint64_t flit) override;

  // A received message, which may be forwarded from cycle `since` on.
  struct Usable {
    Cycle since = 0;
    std::uint64_t flit = 0;
  };
  std::unordered_map<MessageId, Usable> usable_;
};

/// Messages are combined on their path.
class CombiningProcessor final : public LogpProcessor {
 public:
  /// `operands`: in a summation, the processor's operands in the order in which it adds them; in
  /// other collectives, the processor's own part of each value, by the value's number.
  CombiningProcessor(LogpPlace place, const std::vector<CombinedValue>& operands);

  /// The final result of a value at this processor.
  [[nodiscard]] CombinedValue result(MessageId value);
  void save(Packed& packed) override;
  void restore(Packed& packed) override;

 private:
  std::uint64_t supply(Cycle cycle, const ProcessorRequest& request) override;
  void arrive(Cycle cycle, std::uint64_t flit) override;
  void add(Cycle cycle) override;

  struct Coming {
    Cycle usable = 0;
    NodeId from = 0;
    MessageId number = 0;  // number of the value
    CombinedValue value;
  };
  // The parts of a value: the processor's own part, and the parts received from processors with
  // lower and with higher numbers. In a summation, and once a complete result has arrived, `own` is
  // the whole value.
  struct Sum {
    CombinedValue own, before, after;
    [[nodiscard]] CombinedValue all() const { return combine(combine(before, own), after); }
  };
  void take_until(Cycle time);
  void take(const Coming& coming);

  const CombiningFlitCodec codec_;
  const bool summation_;
  std::deque<CombinedValue> operands_;  // operands that were not added yet
  std::vector<Sum> sums_;               // by the number of the value
  std::deque<Coming> coming_;
};

}  // namespace romcast
