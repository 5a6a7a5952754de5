#include "apps/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <memory>

#include "romcast/standard_streams.hpp"

namespace romcast {
namespace {

constexpr std::chrono::milliseconds kQuiet{2000}, kBetween{200};

}  // namespace

Progress terminal_progress() {
  if (isatty(STDERR_FILENO) == 0) return {};
  using Clock = std::chrono::steady_clock;
  return [next = Clock::now() + kQuiet](const std::string& phase, double done) mutable {
    const auto now = Clock::now();
    if (now < next) return;
    next = now + kBetween;
    const std::string share = done < 0 ? "" : fmt::format(" {:3.0f} %", 100 * std::min(done, 1.0));
    say(fmt::format("\r\033[K{}{}", phase, share));
  };
}

void clear_progress() {
  if (isatty(STDERR_FILENO) != 0) say("\r\033[K");
}

}  // namespace romcast
