// SPDX-License-Identifier: Apache-2.0
// The hardware column of a report, measured on a board: loads a plan through its serial line,
// starts it and reads every counter, mark and flag.
#pragma once

#include <string>

#include "apps/board/board_design.hpp"
#include "apps/board/board_port.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

/// Clocks per bit of simulated boards that are none in particular.
inline constexpr unsigned kSimulatedClocksPerBit = 4;

/// What a plan takes on a board.
struct BoardProgram {
  BoardDesign design;
  std::string control;  ///< "rule" or "rom"
  Cycle end = 0;        ///< in which nothing happens any more
};

/// As large as the plan needs, or as there is room for. Throws InputError if there is no such
/// design, or too little room.
BoardProgram board_program(Run& run, unsigned clocks_per_bit, RtlRoom room = {});

/// A board at a port, or a simulated one.
class Board final : public Hardware {
 public:
  explicit Board(BoardPort port) : port_(std::move(port)) {}
  std::optional<Measurement> measure(Run& run) override;

 private:
  const BoardPort port_;
};

/// Simulates a board for the plan, for ever; `ready` is told the device.
void simulate_board(const BoardPort& port, Run& run,
                    const std::function<void(const std::string&)>& ready);

}  // namespace romcast
