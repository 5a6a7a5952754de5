// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/judge.hpp"

#include <algorithm>
#include <array>

namespace romcast {
namespace {

constexpr std::array<std::string_view, 18> kNames{
    "sent-before-arrival", "port-used-twice",    "link-over-capacity", "delivered-twice",
    "message-lost",        "unwanted-message",   "queue-too-deep",     "start-up-not-paid",
    "gap-too-short",       "overheads-overlap",  "capacity-exceeded",  "counted-twice",
    "processor-busy",      "does-not-forward",   "taken-out-of-turn",  "waits-too-long",
    "latency-exceeded",    "operator-used-twice"};

}  // namespace

void raise(const LevelQueues& other, LevelQueues& most) {
  for (const auto figure : kQueueFigures) most.*figure = std::max(most.*figure, other.*figure);
}

std::string_view name(ViolationKind kind) { return kNames.at(static_cast<std::size_t>(kind)); }

}  // namespace romcast
