// SPDX-License-Identifier: Apache-2.0
#include "apps/times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/networks/link_times.hpp"
#include "romcast/networks/network_expression.hpp"

namespace romcast {
namespace {

constexpr double kNegligible = 1e-6;  // in cycles
constexpr const char* kPerByte = "gap-per-byte";

// The duration of a cycle; `text` is empty if the user gave no duration.
struct CycleTime {
  std::string text;
  double seconds = 0;

  [[nodiscard]] double count(const std::string& option, const std::string& time) const {
    if (text.empty()) {
      throw InputError(
          fmt::format("--{} {}: a time with a unit; say how long a cycle is, e.g. "
                      "--cycle 0.1us",
                      option, time));
    }
    return parse_time(option, time) / seconds;
  }
};

bool has_unit(const std::string& text) {
  return !text.empty() && (std::isalpha(static_cast<unsigned char>(text.back())) != 0);
}

CycleTime cycle_of(const Options& times) {
  const auto given = times.find("cycle");
  if (given == times.end()) return {};
  const CycleTime cycle{given->second, parse_time("cycle", given->second)};
  const auto counted = [](const auto& time) {
    return time.first != "cycle" && (time.first != kPerByte || has_unit(time.second));
  };
  if (cycle.seconds <= 0) {
    throw InputError(fmt::format("--cycle {}: give a time above 0", cycle.text));
  }
  if (std::ranges::none_of(times, counted)) {
    throw InputError(fmt::format("--cycle {}: no other time has a unit; leave it out", cycle.text));
  }
  return cycle;
}

// Stores the time `text` in `timing` as whole cycles. Returns a remark if the time was rounded,
// else "". Throws InputError if the time is malformed or too long, or if `cycle` has no duration.
std::string settle(const LogpTime& kind, const std::string& text, const CycleTime& cycle,
                   Timing& timing) {
  const double exact = cycle.count(kind.name, text);
  const double rounded = std::max<double>(kind.least, nearest_whole(exact));
  if (rounded > kMostTime) {
    throw InputError(fmt::format("--{} {}: {:.0f} cycles of {}; at most {} count", kind.name, text,
                                 rounded, cycle.text, kMostTime));
  }
  timing.*kind.member = static_cast<std::uint32_t>(rounded);
  if (std::abs(exact - rounded) <= kNegligible) return "";
  return fmt::format("romcast: note: --{} {} is {:.4g} cycles of {}, taken as {}\n", kind.name,
                     text, exact, cycle.text, rounded);
}

// Cycles per byte; `text` is this number itself, or a time per byte with a unit.
double per_byte(const std::string& text, const CycleTime& cycle) {
  if (has_unit(text)) return cycle.count(kPerByte, text);
  double number = 0;
  const char* const last = text.data() + text.size();
  const auto end = std::from_chars(text.data(), last, number, std::chars_format::fixed);
  if (end.ec == std::errc{} && end.ptr == last && number >= 0) return number;
  throw InputError(
      fmt::format("--{} {}: give cycles per byte, e.g. 0.5, or a time with --cycle, e.g. 0.4ns",
                  kPerByte, text));
}

// Adds the cost of a message's bytes to latency and gap; returns a remark on this cost, or ""
// without --bytes. Throws InputError if a byte costs nothing.
std::string settle_size(Scenario& scenario) {
  if (!scenario.bytes) return "";
  if (scenario.gap_per_byte == 0) {
    throw InputError(
        fmt::format("--bytes {}: say what a byte costs, e.g. --gap-per-byte 0.5, or leave it out",
                    *scenario.bytes));
  }
  const MessageSize size{*scenario.bytes, scenario.gap_per_byte};
  scenario.timing = size.stretched(scenario.timing);
  scenario.size = size;
  return fmt::format("romcast: note: messages of {} take {} longer: latency {}, gap {}\n",
                     counted(size.bytes, "byte"),
                     counted(static_cast<std::uint32_t>(size.held()), "cycle"),
                     scenario.timing.latency, scenario.timing.gap);
}

}  // namespace

bool reads_as_time(std::string_view text) {
  return text.find_first_of("numps.") != std::string_view::npos || text.ends_with("cycle");
}

double parse_time(std::string_view option, std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, double>, 4> units{
      {{"ns", 1e-9}, {"us", 1e-6}, {"ms", 1e-3}, {"s", 1}}};
  double number = 0;
  const auto end =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  const std::string_view unit(end.ptr,
                              static_cast<std::size_t>(text.data() + text.size() - end.ptr));
  const bool counts = std::isfinite(number) && number >= 0;
  for (const auto& [name, seconds] : units) {
    if (end.ec == std::errc{} && unit == name && counts) return number * seconds;
  }
  throw InputError(
      fmt::format("--{} {}: give a number with ns, us, ms or s, e.g. 2.5us", option, text));
}

std::string settle_times(Scenario& scenario) {
  if (has_link_times(scenario.network)) {
    for (const char* name : {kLatency, kCycle}) {
      if (auto time = scenario.times.extract(name)) {
        scenario.network_options[name] = std::move(time.mapped());
      }
    }
    if (auto chunk = scenario.algorithm_options.extract(kChunk)) {
      scenario.network_options[kChunk] = std::move(chunk.mapped());
    }
  }
  const CycleTime cycle = cycle_of(scenario.times);
  std::string notes;
  for (const LogpTime& kind : kLogpTimes) {
    const auto text = scenario.times.find(kind.name);
    if (text != scenario.times.end()) notes += settle(kind, text->second, cycle, scenario.timing);
  }
  const auto given = scenario.times.find(kPerByte);
  if (given != scenario.times.end()) scenario.gap_per_byte = per_byte(given->second, cycle);
  scenario.times.clear();
  return notes + settle_size(scenario);
}

}  // namespace romcast
