// SPDX-License-Identifier: Apache-2.0
// The hardware column of a report, measured on a board: Board::measure() loads a plan through the
// board's serial line, starts the board and reads every counter, high-water mark and flag.
#pragma once

#include <string>

#include "romcast/design/board/design.hpp"
#include "romcast/design/board/settings.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

/// Clocks per bit on the serial line of a simulated board, if BoardPort::board is empty.
inline constexpr unsigned kSimulatedClocksPerBit = 4;

/// A board at a port, or a simulated one.
class Board final : public Hardware {
 public:
  explicit Board(BoardPort port) : port_(std::move(port)) {}
  std::optional<Measurement> measure(Run& run) override;

 private:
  const BoardPort port_;
};

/// Simulates a board for the plan, and does not return. Calls `ready` once, with the path of the
/// pseudo-terminal that stands for the serial port.
void simulate_board(const BoardPort& port, Run& run,
                    const std::function<void(const std::string&)>& ready);

}  // namespace romcast
