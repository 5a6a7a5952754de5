// SPDX-License-Identifier: Apache-2.0
// The byte channel to a board.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace romcast::board {

/// Bytes to and from a board. Throws MissingError if the board is unplugged.
class Line {
 public:
  virtual ~Line() = default;
  Line() = default;
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  /// Name of the serial port's device, for error messages.
  [[nodiscard]] virtual const std::string& name() const = 0;
  virtual void write(std::span<const std::uint8_t> bytes) = 0;
  /// Returns the first bytes that arrive within `patience`; empty if no byte arrives.
  virtual std::vector<std::uint8_t> read(std::chrono::milliseconds patience) = 0;
};

/// Opens a serial port exclusively. Throws MissingError if it does not exist, is used by another
/// program, or may not be opened, InputError if it is not a serial port or lacks this rate.
std::unique_ptr<Line> open_serial_port(const std::string& device, unsigned baud);

}  // namespace romcast::board
