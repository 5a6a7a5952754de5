// SPDX-License-Identifier: Apache-2.0
#include "systemc/fabric/fabric_sources.hpp"

namespace romcast {
namespace {

std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ value >> 30) * 0xbf58476d1ce4e5b9ULL;
  value = (value ^ value >> 27) * 0x94d049bb133111ebULL;
  return value ^ value >> 31;
}

}  // namespace

bool NumberedEndpoint::pause(std::uint64_t clock) {
  if (pauses_ == Pauses::none) return false;
  if (pauses_ == Pauses::steady) return clock % 4 == 3;
  random_ = random_ * 1664525U + 1013904223U;
  return random_ >> 30 == 0;
}

std::optional<StreamWord> NumberedEndpoint::send(std::uint64_t clock) {
  if (done() || pause(clock)) return std::nullopt;
  const auto& order = orders_[phase_];
  const std::uint32_t flow = order[turn_++];
  if (turn_ == order.size()) {
    turn_ = 0;
    --frames_left_;
  }
  if (flow >= numbers_.size()) numbers_.resize(flow + 1);
  const std::uint32_t number = numbers_[flow]++;
  return StreamWord{flow, mixed(std::uint64_t{flow} << 32 | number), (number + flow) % 5 == 4};
}

bool NumberedEndpoint::ready(std::uint64_t clock) { return !may_stall_ || !pause(clock); }

std::optional<StreamWord> ScriptedEndpoint::send(std::uint64_t clock) {
  if (entries_.empty() || begin_ + clock < entries_.front().clock) return std::nullopt;
  const std::uint32_t flow = entries_.front().flow;
  entries_.pop_front();
  return StreamWord{flow, mixed(std::uint64_t{flow} << 32 | number_++), true};
}

}  // namespace romcast
