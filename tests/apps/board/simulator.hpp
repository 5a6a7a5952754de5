// SPDX-License-Identifier: Apache-2.0
// Simulated boards that outlive one run, and faulty lines to them.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "romcast/support/descriptor.hpp"

namespace romcast::test {

/// Calls `use` while `romcast board sim` with these arguments runs.
void with_board(const std::string& arguments,
                const std::function<void(const std::string& device, int process)>& use);

/// A pseudo-terminal like a board's: raw, and open at both ends.
class Terminal {
 public:
  Terminal();
  [[nodiscard]] const std::string& device() const { return device_; }
  [[nodiscard]] int number() const { return near_.number(); }
  void hang_up() { near_ = Descriptor(); }

 private:
  Descriptor near_, far_;
  std::string device_;
};

/// A line to a board that modifies the bytes on it.
class Relay {
 public:
  enum class Does { pass, lose, damage, hang_up };
  /// The effect on the n-th byte, from 0 on.
  using Wire = std::function<Does(std::size_t byte)>;
  static Does pass(std::size_t) { return Does::pass; }

  Relay(const std::string& board, Wire to_board, Wire from_board = pass);
  /// Argument of --port.
  [[nodiscard]] const std::string& device() const { return terminal_.device(); }

 private:
  void serve(const std::stop_token& stop);
  bool carry(int from, int to, const Wire& wire, std::size_t& count);

  Terminal terminal_;
  Descriptor board_;
  Wire to_board_, from_board_;
  std::jthread thread_;  // last, since it uses the other members
};

}  // namespace romcast::test
