// SPDX-License-Identifier: Apache-2.0
// A simulated board: its Verilated top with a pseudo-terminal, which looks to a program like a
// serial port with a board.
#pragma once

#include <deque>
#include <string>

#include "romcast/support/descriptor.hpp"
#include "systemc/board_model.hpp"

namespace romcast {

class SimulatedBoard {
 public:
  /// Opens the pseudo-terminal. Throws MissingError if there is none.
  SimulatedBoard(const BoardModel& model, unsigned clocks_per_bit);

  /// The path that a program opens as its serial port.
  [[nodiscard]] const std::string& device() const { return device_; }
  /// Runs the clock for ever; the signal USR1 interrupts the board's power for a moment.
  [[noreturn]] void serve();

 private:
  void clock();
  bool exchange();

  const BoardModel& model_;
  const unsigned clocks_per_bit_;
  std::unique_ptr<BoardPins> pins_;
  Descriptor terminal_, other_end_;
  std::string device_;
  std::deque<unsigned char> to_board_;
  std::string from_board_{};
  // sending_: the bits still to send, below a 1 that marks their end (1: none). received_: the bits
  // received so far. receive_bits_: how many bits of the byte on the line are still to come (0: no
  // byte). send_wait_ and receive_wait_: clocks until the next bit.
  unsigned sending_ = 1, send_wait_ = 0, received_ = 0, receive_bits_ = 0, receive_wait_ = 0;
  bool rx_ = true, tx_ = true;
};

}  // namespace romcast
