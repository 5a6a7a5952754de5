// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/combined_value.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <queue>
#include <utility>

#include "romcast/core/bits.hpp"
#include "romcast/core/error.hpp"

namespace romcast {
namespace {

constexpr unsigned kNumberBits = 10;    // of sum, a and b, each
constexpr unsigned kLeastPayload = 33;  // more than a flit of 32 bits holds, so that flits have 64

std::uint32_t field(std::uint64_t flit, unsigned at, unsigned bits) {
  return static_cast<std::uint32_t>(flit >> at & ((std::uint64_t{1} << bits) - 1));
}

// Tracks the owners of the operands in each sum, in order.
class OperandOrder {
 public:
  OperandOrder(const Complete& network, const Collective& collective, Timing timing)
      : sink_(collective.source()),
        // A sum can be used after it has been received and added.
        reach_(timing.latency + 2 * std::uint64_t{timing.overhead} + 1),
        sums_(network.processors()),
        own_(network.processors(), 0) {}

  void step(const std::vector<Hop>& hops) {
    const std::uint64_t time = hops.front().cycle - std::uint64_t{1};
    arrive(time);
    for (const Hop& hop : hops) {
      if (!hop.computes()) coming_.push({time + reach_, hop.to, take(hop.link)});
    }
    for (const Hop& hop : hops) {
      if (hop.computes()) add(hop.link, hop.to);
    }
  }

  [[nodiscard]] std::vector<std::vector<std::uint32_t>> finish() {
    arrive(~std::uint64_t{0});
    std::vector<std::vector<std::uint32_t>> order(own_.size());
    std::uint32_t next = 0;
    for (const auto& [processor, count] : take(sink_)) {
      for (std::uint32_t i = 0; i < count; ++i) order[processor].push_back(next++);
    }
    return order;
  }

 private:
  using Sum = std::vector<std::pair<NodeId, std::uint32_t>>;  // owner, count of its operands
  struct Coming {
    std::uint64_t time;
    NodeId to;
    Sum sum;
    bool operator<(const Coming& other) const { return time > other.time; }
  };

  void arrive(std::uint64_t time) {
    for (; !coming_.empty() && coming_.top().time <= time; coming_.pop()) {
      begin(coming_.top().to);
      Sum& sum = sums_[coming_.top().to];
      sum.insert(sum.end(), coming_.top().sum.begin(), coming_.top().sum.end());
    }
  }
  // A processor holds its first operand from the start.
  void begin(NodeId processor) {
    if (own_[processor] == 0) add(processor, 0);
  }
  void add(NodeId processor, std::uint32_t count) {
    if (own_[processor] == 0) ++count;
    own_[processor] += count;
    sums_[processor].emplace_back(processor, count);
  }
  Sum take(NodeId processor) {
    begin(processor);
    return std::exchange(sums_[processor], {});
  }

  NodeId sink_;
  std::uint64_t reach_;
  std::vector<Sum> sums_;
  std::vector<std::uint32_t> own_;
  std::priority_queue<Coming> coming_;
};

}  // namespace

std::string_view difference(Maps maps) {
  return maps == Maps::in_order ? "not in their order" : "not as they were sent";
}

CombinedValue CombinedValue::of(std::uint32_t index, Maps maps) {
  const std::uint64_t mixed = (std::uint64_t{index} + 1) * 0x9e3779b97f4a7c15ULL;
  const std::uint32_t a = 1 + field(mixed, 30, 20) % (kPrime - 1);
  const std::uint32_t b = maps == Maps::commuting ? kFixedPoint * (kPrime + 1 - a) % kPrime
                                                  : field(mixed, 8, 20) % kPrime;
  return {1, field(mixed, 50, 10), a, b};
}

CombinedValue combine(const CombinedValue& left, const CombinedValue& right) {
  return {left.count + right.count, (left.sum + right.sum) % CombinedValue::kSums,
          left.a * right.a % CombinedValue::kPrime,
          (right.a * left.b + right.b) % CombinedValue::kPrime};
}

CombinedValue combine_all(std::uint32_t begin, std::uint32_t end, Maps maps) {
  CombinedValue value;
  for (std::uint32_t i = begin; i < end; ++i) value = combine(value, CombinedValue::of(i, maps));
  return value;
}

std::uint32_t packed_numbers(const CombinedValue& value) {
  return value.sum | value.a << kNumberBits | value.b << 2 * kNumberBits;
}

unsigned CombiningFlitCodec::Fields::payload() const {
  return std::max(kLeastPayload, sender + count + 3 * kNumberBits);
}

CombiningFlitCodec::Fields CombiningFlitCodec::fields_for(const Collective& collective) {
  if (collective.values() == 1) return {13, 20};
  const std::size_t processors = collective.processors();
  return {index_bits(processors), static_cast<unsigned>(std::bit_width(processors))};
}

CombiningFlitCodec::CombiningFlitCodec(const Collective& collective, const Fields& fields)
    : FlitCodec(collective, 0, {}, 1, fields.payload()),
      sender_bits_(fields.sender),
      count_bits_(fields.count) {}

CombiningFlitCodec::CombiningFlitCodec(const Collective& collective)
    : CombiningFlitCodec(collective, fields_for(collective)) {
  if (collective.processors() > kMostSenders) {
    throw InputError({"processors", collective.processors()},
                     fmt::format("flits number at most {} senders", kMostSenders),
                     "use romcast plan");
  }
  if (collective.traits().addition > 0 && collective.messages() > CombinedValue::kMostValues) {
    throw InputError({"operands", collective.messages()},
                     fmt::format("flits count at most {}", CombinedValue::kMostValues),
                     "use romcast plan");
  }
}

std::uint64_t CombiningFlitCodec::pack(MessageId message, NodeId sender,
                                       const CombinedValue& value) const {
  const std::uint64_t count = value.count & ((1U << count_bits_) - 1);
  const unsigned sender_at = tag_bits(), count_at = sender_at + sender_bits_;
  return std::uint64_t{message} | std::uint64_t{sender} << sender_at | count << count_at |
         std::uint64_t{packed_numbers(value)} << (count_at + count_bits_);
}

NodeId CombiningFlitCodec::sender(std::uint64_t flit) const {
  return field(flit, tag_bits(), sender_bits_);
}

CombinedValue CombiningFlitCodec::value(std::uint64_t flit) const {
  const unsigned count_at = tag_bits() + sender_bits_, sum_at = count_at + count_bits_;
  return {field(flit, count_at, count_bits_), field(flit, sum_at, kNumberBits),
          field(flit, sum_at + kNumberBits, kNumberBits),
          field(flit, sum_at + 2 * kNumberBits, kNumberBits)};
}

std::vector<std::vector<std::uint32_t>> operand_order(const Complete& network,
                                                      const Collective& collective, Timing timing,
                                                      const OpenSchedule& schedule) {
  OperandOrder order(network, collective, timing);
  const std::unique_ptr<Schedule> pass = schedule();
  for (std::vector<Hop> hops; pass->next(hops);) order.step(hops);
  return order.finish();
}

}  // namespace romcast
