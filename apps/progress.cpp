// SPDX-License-Identifier: Apache-2.0
#include "apps/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <cstdlib>
#include <string_view>

#include "romcast/core/standard_streams.hpp"

namespace romcast {
namespace {

constexpr std::chrono::milliseconds kQuiet{2000}, kBetween{200};
constexpr std::size_t kWidth = 60;

// Requires only a terminal that supports carriage return.
bool shows_progress() {
  const char* terminal = std::getenv("TERM");
  return terminal != nullptr && *terminal != 0 && std::string_view(terminal) != "dumb" &&
         isatty(STDERR_FILENO) != 0;
}

// True if a progress line must be wiped.
std::atomic<bool>& shown() {
  static std::atomic<bool> line{false};
  return line;
}

void overwrite(const std::string& line) { say(fmt::format("\r{:<{}.{}}", line, kWidth, kWidth)); }

}  // namespace

Progress terminal_progress() {
  if (!shows_progress()) return {};
  using Clock = std::chrono::steady_clock;
  return [next = Clock::now() + kQuiet](const std::string& phase, double done) mutable {
    const auto now = Clock::now();
    if (now < next) return;
    next = now + kBetween;
    const std::string share = done < 0 ? "" : fmt::format(" {:3.0f} %", 100 * std::min(done, 1.0));
    overwrite(phase + share);
    shown() = true;
  };
}

void clear_progress() {
  if (!shown().exchange(false)) return;
  overwrite("");
  say("\r");
}

void tell_notice(const std::string& line) {
  clear_progress();
  say("romcast: " + line + "\n");
}

}  // namespace romcast
