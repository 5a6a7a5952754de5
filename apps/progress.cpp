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

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kQuiet{2000}, kBetween{200}, kHeartbeat{15'000};
constexpr std::size_t kWidth = 76;

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

// A phase whose share is unknown has no bar.
std::string with_bar(const std::string& phase, double done) {
  if (done < 0) return phase;
  constexpr std::size_t width = 12;
  const auto full = static_cast<std::size_t>(std::min(done, 1.0) * width);
  return fmt::format("[{:<{}}] {:3.0f} %  {}", std::string(full, '='), width,
                     100 * std::min(done, 1.0), phase);
}

}  // namespace

Progress terminal_progress() {
  if (!shows_progress()) return {};
  return [next = Clock::now() + kQuiet](const std::string& phase, double done) mutable {
    const auto now = Clock::now();
    if (now < next) return;
    next = now + kBetween;
    overwrite(with_bar(phase, done));
    shown() = true;
  };
}

Progress steady_progress() {
  if (Progress bar = terminal_progress()) return bar;
  return [next = Clock::now() + kHeartbeat](const std::string& phase, double done) mutable {
    const auto now = Clock::now();
    if (now < next) return;
    next = now + kHeartbeat;
    say(done < 0 ? fmt::format("romcast: {}\n", phase)
                 : fmt::format("romcast: {}, {:.0f} %\n", phase, 100 * std::min(done, 1.0)));
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
