// SPDX-License-Identifier: Apache-2.0
#include "apps/terminal.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <charconv>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <string_view>

#include "romcast/core/standard_streams.hpp"
#include "romcast/support/text_columns.hpp"

namespace romcast {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kQuiet{2000}, kBetween{200}, kHeartbeat{15'000};
constexpr std::size_t kWidth = 76;

std::optional<std::size_t> columns_asked_for() {
  const char* given = std::getenv("COLUMNS");
  if (given == nullptr) return std::nullopt;
  std::size_t columns = 0;
  const char* end = given + std::strlen(given);
  const auto [rest, error] = std::from_chars(given, end, columns);
  if (error != std::errc{} || rest != end || columns == 0) return std::nullopt;
  return columns;
}

// True if stderr is a terminal that supports carriage return, the only control character of the
// progress line.
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

// A bar with the finished share `done`, 0..1, and the phase; only the phase if `done` is below 0,
// which means unknown.
std::string with_bar(const std::string& phase, double done) {
  if (done < 0) return phase;
  constexpr std::size_t width = 12;
  const auto full = static_cast<std::size_t>(std::min(done, 1.0) * width);
  return fmt::format("[{:<{}}] {:3.0f} %  {}", std::string(full, '='), width,
                     100 * std::min(done, 1.0), phase);
}

}  // namespace

std::optional<std::size_t> terminal_columns() {
  if (const auto asked = columns_asked_for()) return std::max(*asked, kNarrowest);
  winsize terminal{};
  const bool known = ioctl(STDOUT_FILENO, TIOCGWINSZ, &terminal) == 0 && terminal.ws_col > 0;
  if (!known) return std::nullopt;
  return std::max<std::size_t>(terminal.ws_col, kNarrowest);
}

bool coloured_output() {
  const char* none = std::getenv("NO_COLOR");
  return isatty(STDOUT_FILENO) != 0 && (none == nullptr || *none == 0);
}

std::size_t output_columns() { return terminal_columns().value_or(150); }

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

void tell_note(const std::string& text) { tell_notice("note: " + text); }

}  // namespace romcast
