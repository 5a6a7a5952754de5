// SPDX-License-Identifier: Apache-2.0
// The line that a board hangs on.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace romcast::board {

/// Bytes to and from a board. Throws MissingError if it is unplugged.
class Line {
 public:
  virtual ~Line() = default;
  Line() = default;
  Line(const Line&) = delete;
  Line& operator=(const Line&) = delete;

  /// For messages.
  [[nodiscard]] virtual const std::string& name() const = 0;
  virtual void write(std::span<const std::uint8_t> bytes) = 0;
  /// What comes within this time, as soon as something comes; nothing if nothing does.
  virtual std::vector<std::uint8_t> read(std::chrono::milliseconds patience) = 0;
};

/// A serial port, for this program alone. Throws MissingError if it is not there, or another
/// program has it, InputError if it is no serial port.
std::unique_ptr<Line> open_serial_port(const std::string& device, unsigned baud);

}  // namespace romcast::board
