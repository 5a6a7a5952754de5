// SPDX-License-Identifier: Apache-2.0
// The hardware column of a report, measured on a board: loads a plan through its serial line,
// starts it and reads every counter, mark and flag.
#pragma once

#include <string>

#include "apps/board/board_design.hpp"
#include "apps/board/board_port.hpp"
#include "apps/hardware.hpp"

namespace romcast {

/// Clocks per bit of simulated boards that are none in particular.
inline constexpr unsigned kSimulatedClocksPerBit = 4;

/// What a plan takes on a board.
struct BoardProgram {
  BoardDesign design;
  std::string control;  ///< "rule" or "rom"
  Cycle end = 0;        ///< in which nothing happens any more
};

/// As large as the plan needs, or as there is room for. What ROMs take goes into the report. Throws
/// InputError if there is no such design, or too little room.
BoardProgram board_program(const Machine& machine, const Resolved& resolved, const Plan& plan,
                           const PlanFigures& figures, std::optional<QueueLimit> limit,
                           const RunOptions& options, Report& report, unsigned clocks_per_bit,
                           RtlRoom room = {});

/// For RunOptions::elsewhere: runs on a board.
HardwareRun on_board(const BoardPort& port);
/// For RunOptions::elsewhere: simulates a board for the plan, for ever; `ready` is told the device.
HardwareRun simulate_for_others(const BoardPort& port,
                                const std::function<void(const std::string&)>& ready);

}  // namespace romcast
