// SPDX-License-Identifier: Apache-2.0
// Finds periodic rows, with the smallest period, for the sends of one processor of a fully
// connected network.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "romcast/core/units.hpp"

namespace romcast {

/// Relation of message numbers and rounds.
struct Pace {
  std::uint32_t rate = 1;        ///< new messages per step
  std::uint32_t step = 1;        ///< rounds per step; periods are multiples of it
  std::uint32_t messages = 1;    ///< number of messages
  std::uint32_t last_round = 1;  ///< number of rounds of the run

  /// The number of the message that a row with offset 0 sends in a round.
  [[nodiscard]] std::int64_t base(std::uint64_t round) const {
    return static_cast<std::int64_t>(round / step * rate);
  }
};

/// A message that is sent in a round (0, 1, ...).
struct RoundSend {
  std::uint32_t round = 0;
  NodeId to = 0;
  MessageId message = 0;
};

/// Sends message base(R) - offset in the rounds R = first, first + period, ... while that message
/// exists; with `clip`, thereafter the last message until the run ends.
struct PeriodicRow {
  std::uint32_t first = 0;  ///< first mod period is its phase
  NodeId to = 0;
  std::int64_t offset = 0;
  bool clip = false;
  std::uint32_t lane = 0;

  [[nodiscard]] std::int64_t number(const Pace& pace, std::uint64_t round) const {
    return pace.base(round) - offset;
  }
  [[nodiscard]] bool sends(const Pace& pace, std::uint64_t round) const {
    return round < pace.last_round && (clip || number(pace, round) < pace.messages);
  }
};

struct PeriodicRows {
  std::uint32_t period = 1;
  std::vector<PeriodicRow> rows{};
};

/// Finds at most `ports` rows per phase that make exactly these sends, with the smallest period.
/// Requires pace.step = 1 and at most `ports` sends in each round.
PeriodicRows find_rows(const Pace& pace, std::uint32_t ports, const std::vector<RoundSend>& sends);
/// Finds such rows with the given `period`, a multiple of pace.step, not 0; nullopt if none exist.
std::optional<PeriodicRows> find_rows(const Pace& pace, std::uint32_t ports,
                                      const std::vector<RoundSend>& sends, std::uint32_t period);

/// The first round in which a row with `clip` sends the last message in place of a higher number.
std::uint64_t clipped_from(const Pace& pace, std::uint32_t period, const PeriodicRow& row);
/// Multiplies the period by `times`, keeping the sends.
void lengthen(const Pace& pace, std::uint32_t times, PeriodicRows& rows);

}  // namespace romcast
