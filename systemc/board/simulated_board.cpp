// SPDX-License-Identifier: Apache-2.0
#include "systemc/board/simulated_board.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>

#include "romcast/core/error.hpp"

namespace romcast {
namespace {

constexpr int kClocks = 200;                // between two polls of the terminal
constexpr int kPause = 1, kLongPause = 50;  // milliseconds, while the line is idle
constexpr int kPauses = 1000;               // after this number the pauses get longer
volatile std::sig_atomic_t power_lost = 0;

[[noreturn]] void no_terminal() {
  throw MissingError(fmt::format("no pseudo-terminal for a simulated board: {}; is /dev/pts there?",
                                 std::strerror(errno)));
}

void make_raw(const Descriptor& terminal) {
  termios settings{};
  if (tcgetattr(terminal.number(), &settings) != 0) no_terminal();
  cfmakeraw(&settings);
  if (tcsetattr(terminal.number(), TCSANOW, &settings) != 0) no_terminal();
}

}  // namespace

SimulatedBoard::SimulatedBoard(const BoardModel& model, unsigned clocks_per_bit)
    : model_(model),
      clocks_per_bit_(clocks_per_bit),
      pins_(model.power_up()),
      terminal_(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
  std::array<char, 256> name{};
  if (!terminal_ || grantpt(terminal_.number()) != 0 || unlockpt(terminal_.number()) != 0 ||
      ptsname_r(terminal_.number(), name.data(), name.size()) != 0) {
    no_terminal();
  }
  device_ = name.data();
  // Keeps the terminal open, so that its settings survive while no program uses it.
  other_end_ = Descriptor(open(device_.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  if (!other_end_) no_terminal();
  make_raw(other_end_);
}

void SimulatedBoard::serve() {
  struct sigaction lose_power {};
  lose_power.sa_handler = [](int) { power_lost = 1; };
  sigaction(SIGUSR1, &lose_power, nullptr);
  for (int pauses = 0;;) {
    if (power_lost != 0) {
      power_lost = 0;
      pins_ = model_.power_up();
    }
    const bool busy = exchange();
    for (int i = 0; i < kClocks; ++i) clock();
    pauses = busy ? 0 : std::min(pauses + 1, kPauses);
    if (busy) continue;
    pollfd wait{terminal_.number(), POLLIN, 0};
    poll(&wait, 1, pauses < kPauses ? kPause : kLongPause);
  }
}

// Moves bytes from from_board_ to the terminal and from the terminal to to_board_. Returns whether
// a byte waits in to_board_ or is on one of the board's two lines.
bool SimulatedBoard::exchange() {
  if (!from_board_.empty()) {
    const ssize_t written = write(terminal_.number(), from_board_.data(), from_board_.size());
    if (written > 0) from_board_.erase(0, static_cast<std::size_t>(written));
  }
  pollfd look{terminal_.number(), POLLIN, 0};
  while (to_board_.size() < 4096 && poll(&look, 1, 0) > 0 && (look.revents & POLLIN) != 0) {
    std::array<unsigned char, 1024> bytes{};
    const ssize_t count = read(terminal_.number(), bytes.data(), bytes.size());
    if (count <= 0) break;
    to_board_.insert(to_board_.end(), bytes.begin(), bytes.begin() + count);
  }
  return !to_board_.empty() || sending_ != 1 || receive_bits_ != 0;
}

void SimulatedBoard::clock() {
  // A byte is a start bit, 8 bits and a stop bit; in sending_, a 1 above them marks the end.
  if (send_wait_ == 0) {
    if (sending_ == 1 && !to_board_.empty()) {
      sending_ = 0x600U | to_board_.front() << 1;
      to_board_.pop_front();
    }
    if (sending_ != 1) {
      rx_ = (sending_ & 1) != 0;
      sending_ >>= 1;
      send_wait_ = clocks_per_bit_ - 1;
    }
  } else {
    --send_wait_;
  }
  tx_ = pins_->step(rx_);
  if (receive_bits_ == 0) {
    if (tx_) return;
    receive_bits_ = 10;
    receive_wait_ = clocks_per_bit_ / 2;
  } else if (receive_wait_ > 0) {
    --receive_wait_;
  } else {
    receive_wait_ = clocks_per_bit_ - 1;
    received_ = received_ >> 1 | (tx_ ? 0x200U : 0U);
    if (--receive_bits_ == 0 && tx_) from_board_ += static_cast<char>(received_ >> 1 & 0xff);
  }
}

}  // namespace romcast
