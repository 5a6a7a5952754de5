// SPDX-License-Identifier: Apache-2.0
#include "apps/board/simulator.hpp"

#include <fcntl.h>
#include <poll.h>
#include <termios.h>

#include <array>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <stdexcept>

#include "apps/start.hpp"

namespace romcast::test {
namespace {

constexpr int kMostSeconds = 250;  // time limit for building a model
constexpr int kLook = 20;          // milliseconds

// Ends a process when destroyed.
struct Ended {
  ~Ended() { kill(process, SIGTERM); }
  int process;
};

// Waits until a program has written the first line of a file; returns the line. Throws
// std::runtime_error if there is none after kMostSeconds.
std::string first_line(const std::string& file) {
  for (int i = 0; i < kMostSeconds * 1000 / kLook; ++i) {
    const std::string text = content(file);
    const std::size_t end = text.find('\n');
    if (end != std::string::npos) return text.substr(0, end);
    std::this_thread::sleep_for(std::chrono::milliseconds(kLook));
  }
  throw std::runtime_error("no board came up");
}

}  // namespace

void with_board(const std::string& arguments,
                const std::function<void(const std::string&, int)>& use) {
  const Folder folder;
  const std::string out = folder.file("device");
  (void)call(words("board sim " + arguments), Start{.out = out, .meanwhile = [&](int process) {
                                                      const Ended ended{process};
                                                      use(first_line(out), process);
                                                    }});
}

Terminal::Terminal() : near_(posix_openpt(O_RDWR | O_NOCTTY | O_CLOEXEC)) {
  std::array<char, 256> name{};
  if (!near_ || grantpt(number()) != 0 || unlockpt(number()) != 0 ||
      ptsname_r(number(), name.data(), name.size()) != 0) {
    throw std::runtime_error("no pseudo-terminal");
  }
  device_ = name.data();
  far_ = Descriptor(open(device_.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC));
  termios settings{};
  tcgetattr(far_.number(), &settings);
  cfmakeraw(&settings);
  tcsetattr(far_.number(), TCSANOW, &settings);
}

Relay::Relay(const std::string& board, Wire to_board, Wire from_board)
    : board_(open(board.c_str(), O_RDWR | O_NOCTTY | O_CLOEXEC)),
      to_board_(std::move(to_board)),
      from_board_(std::move(from_board)),
      thread_([this](const std::stop_token& stop) { serve(stop); }) {}

void Relay::serve(const std::stop_token& stop) {
  std::size_t sent = 0, received = 0;
  while (!stop.stop_requested()) {
    std::array<pollfd, 2> look{{{terminal_.number(), POLLIN, 0}, {board_.number(), POLLIN, 0}}};
    if (poll(look.data(), look.size(), kLook) <= 0) continue;
    const bool up = (look[0].revents == 0 || carry(look[0].fd, look[1].fd, to_board_, sent)) &&
                    (look[1].revents == 0 || carry(look[1].fd, look[0].fd, from_board_, received));
    if (up) continue;
    terminal_.hang_up();
    return;
  }
}

bool Relay::carry(int from, int to, const Wire& wire, std::size_t& count) {
  std::array<char, 256> bytes{};
  const ssize_t size = read(from, bytes.data(), bytes.size());
  for (ssize_t i = 0; i < size; ++i) {
    char byte = bytes[static_cast<std::size_t>(i)];
    const Does does = wire(count++);
    if (does == Does::hang_up) return false;
    if (does == Does::lose) continue;
    if (does == Does::damage) byte = static_cast<char>(byte ^ 0x10);
    if (write(to, &byte, 1) != 1) return false;
  }
  return size > 0;
}

}  // namespace romcast::test
