// SPDX-License-Identifier: Apache-2.0
// The hardware column of a report, measured on a board: loads a plan through its serial line,
// starts it and reads every counter, mark and flag.
#pragma once

#include <string>

#include "apps/board/board_design.hpp"
#include "apps/board/board_port.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

/// Clocks per bit of generic simulated boards.
inline constexpr unsigned kSimulatedClocksPerBit = 4;

/// The design and the run of a plan on a board.
struct BoardProgram {
  BoardDesign design;
  std::string control;  ///< "rule" or "rom"
  Cycle end = 0;        ///< cycle after the drain
};

/// A design as large as the plan needs, or as `room` allows. Throws InputError if there is no such
/// design, or the capacity is too small.
BoardProgram board_program(Run& run, unsigned clocks_per_bit, RtlRoom room = {});

/// A board at a port, or a simulated one.
class Board final : public Hardware {
 public:
  explicit Board(BoardPort port) : port_(std::move(port)) {}
  std::optional<Measurement> measure(Run& run) override;

 private:
  const BoardPort port_;
};

/// Simulates a board for the plan, for ever; `ready` receives the device.
void simulate_board(const BoardPort& port, Run& run,
                    const std::function<void(const std::string&)>& ready);

}  // namespace romcast
