// SPDX-License-Identifier: Apache-2.0
#include "systemc/logp/logp_processor.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/machines/logp/logp_rom.hpp"
#include "systemc/packed_value.hpp"

namespace romcast {

LogpProcessor::LogpProcessor(LogpPlace place)
    : Processor(fmt::format("p{}", place.node).c_str(), place.network.fabric(), place.collective,
                place.codec, place.node),
      place_(std::move(place)),
      fabric_(place_.network.fabric()),
      delivery_(place_.network.local_link(place_.node, 0)) {}

// The interfaces have seen the edge of this cycle, so their outputs belong to the next cycle.
void LogpProcessor::edge() {
  const Cycle next = fabric_.cycle + 1;
  if (const std::uint64_t* const flit = fabric_.on(delivery_)) deliver(*flit);
  const Timing& timing = place_.timing;
  for (const LinkId link : place_.in_links) {
    const std::uint64_t* const flit = fabric_.coming(link);
    if (flit == nullptr) continue;
    if (!timing.buffered) spend(next, timing.overhead + collective_.traits().addition, "receives");
    arrive(next, *flit);
  }
  ProcessorRequest& request = fabric_.request[node_];
  if (request.issue_in == next) {
    spend(next, timing.overhead, "sends");
    request.supplied = supply(next, request);
  }
  if (request.add_in == next) {
    spend(next, 1, "adds");
    add(next);
  }
}

void LogpProcessor::spend(Cycle cycle, std::uint64_t cycles, const char* what) {
  if (cycles == 0) return;
  if (cycle < busy_until_) {
    complain(fmt::format("{} at time {}, but is busy until time {}", what, cycle, busy_until_));
  }
  busy_until_ = std::max(busy_until_, cycle + cycles);
}

std::uint64_t MovingProcessor::supply(Cycle cycle, const ProcessorRequest& request) {
  const auto lanes = static_cast<std::uint32_t>(place().in_links.size());
  const NodeId receiver = request.line / lanes;
  const MessageId message = absolute_number(collective_, node_, receiver, request.message);
  const auto came = usable_.find(message);
  const bool has = message < collective_.message_numbers() &&
                   (collective_.origin(message) == node_ ||
                    (came != usable_.end() && came->second.since <= cycle));
  if (!has) {
    complain(fmt::format("is to send message {}, which it does not have", message));
  }
  return came != usable_.end() ? came->second.flit : place().codec.encode(message);
}

void MovingProcessor::arrive(Cycle cycle, std::uint64_t flit) {
  if (collective_.traits().one_to_all()) return;  // the interface keeps the message
  usable_.try_emplace(place().codec.decode(flit), Usable{cycle + place().timing.overhead, flit});
}

// A processor may receive a unicast message that it must forward.
void MovingProcessor::deliver(std::uint64_t flit) {
  const MessageId message = place().codec.decode(flit);
  const bool passes = !collective_.multicast() && message != kNone &&
                      message < collective_.message_numbers() && !collective_.wants(message, node_);
  if (!passes) receive(flit);
}

CombiningProcessor::CombiningProcessor(LogpPlace place, const std::vector<CombinedValue>& operands)
    : LogpProcessor(std::move(place)),
      codec_(collective_),
      summation_(collective_.traits().addition > 0),
      operands_(operands.begin(), operands.end()),
      sums_(collective_.values()) {
  for (Sum& sum : sums_) {
    if (operands_.empty()) return;
    sum.own = operands_.front();
    operands_.pop_front();
  }
}

CombinedValue CombiningProcessor::result(MessageId value) {
  take_until(kNone);
  return sums_[value].all();
}

void CombiningProcessor::save(Packed& packed) {
  Processor::save(packed);
  for (MessageId value = 0; value < sums_.size(); ++value) put_value(packed, result(value));
}

void CombiningProcessor::restore(Packed& packed) {
  Processor::restore(packed);
  for (Sum& sum : sums_) sum = {.own = value_from(packed), .before = {}, .after = {}};
}

std::uint64_t CombiningProcessor::supply(Cycle cycle, const ProcessorRequest& request) {
  take_until(cycle);
  const MessageId message = request.message;
  if (message >= collective_.message_numbers()) {
    complain(fmt::format("is to send message {}, which is none", message));
    return codec_.pack(0, node_, {});
  }
  Sum sum = sums_[collective_.value_of(message)];
  if (message >= sums_.size()) sum.own = {};
  return codec_.pack(message, node_, sum.all());
}

void CombiningProcessor::arrive(Cycle cycle, std::uint64_t flit) {
  const MessageId message = codec_.decode(flit);
  if (message == kNone) return complain("receives a message that is none");
  coming_.push_back({cycle + place().timing.overhead + collective_.traits().addition,
                     codec_.sender(flit), collective_.value_of(message), codec_.value(flit)});
}

void CombiningProcessor::add(Cycle cycle) {
  if (operands_.empty()) return complain("is to add an operand but has none left");
  coming_.push_back({cycle + 1, node_, 0, operands_.front()});
  operands_.pop_front();
}

void CombiningProcessor::take_until(Cycle time) {
  for (; !coming_.empty() && coming_.front().usable <= time; coming_.pop_front()) {
    take(coming_.front());
  }
}

// A summation adds values in order of arrival; other collectives keep the order of the processors,
// and a complete result replaces the partial one.
void CombiningProcessor::take(const Coming& coming) {
  Sum& sum = sums_[coming.number];
  if (summation_) {
    sum.own = combine(sum.own, coming.value);
  } else if (coming.value.count == collective_.processors()) {
    sum = {.own = coming.value, .before = {}, .after = {}};
  } else if (coming.from < node_) {
    sum.before = combine(coming.value, sum.before);
  } else {
    sum.after = combine(sum.after, coming.value);
  }
}

}  // namespace romcast
