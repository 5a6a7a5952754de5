// SPDX-License-Identifier: Apache-2.0
#include "schedules/designer/report/message_sizes.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>

#include "romcast/core/error.hpp"

namespace romcast {
namespace {

using designer::Catalog;
using designer::CollectiveFigures;

constexpr std::array<std::pair<std::string_view, double>, 10> kUnits{{{"B", 1},
                                                                      {"KiB", 0x1p10},
                                                                      {"MiB", 0x1p20},
                                                                      {"GiB", 0x1p30},
                                                                      {"TiB", 0x1p40},
                                                                      {"kB", 1e3},
                                                                      {"KB", 1e3},
                                                                      {"MB", 1e6},
                                                                      {"GB", 1e9},
                                                                      {"TB", 1e12}}};

std::optional<double> bytes_of(std::string_view text) {
  double number = 0;
  const auto end =
      std::from_chars(text.data(), text.data() + text.size(), number, std::chars_format::fixed);
  const std::string_view unit = text.substr(static_cast<std::size_t>(end.ptr - text.data()));
  if (end.ec != std::errc{} || number <= 0) return std::nullopt;
  for (const auto& [name, bytes] : kUnits) {
    const double size = number * bytes;
    if (unit == name && size <= 1e18) return size;
  }
  return std::nullopt;
}

// Seconds per byte of a buffer.
double slope(const Catalog& catalog, const CollectiveFigures& figures, CollectiveKind kind,
             const MessageSizes& sizes) {
  const double messages = kind == CollectiveKind::allreduce ? 1 : catalog.processors;
  return figures.cycles / messages / sizes.bandwidth;
}

}  // namespace

MessageSizes parse_sizes(const std::string& option, const std::string& text) {
  const std::size_t dots = text.find("..");
  const std::string first = text.substr(0, dots);
  const std::string last = dots == std::string::npos ? first : text.substr(dots + 2);
  const auto least = bytes_of(first), most = bytes_of(last);
  if (!least || !most || *least > *most) {
    throw InputError({option, text}, "give a size or two, e.g. 64MiB or 1KiB..1GiB");
  }
  return {.least = *least, .most = *most};
}

double parse_bandwidth(const std::string& option, const std::string& text) {
  const auto bytes = text.ends_with("/s")
                         ? bytes_of(std::string_view(text).substr(0, text.size() - 2))
                         : std::nullopt;
  if (bytes) return *bytes;
  throw InputError({option, text}, "give bytes per second, e.g. 25GB/s");
}

std::string size_text(double bytes) {
  std::size_t unit = 0;
  while (unit < 4 && bytes >= 1024) {
    bytes /= 1024;
    ++unit;
  }
  return fmt::format("{:.3g} {}", bytes, kUnits[unit].first);
}

double seconds(const Catalog& catalog, const CollectiveFigures& figures, CollectiveKind kind,
               double bytes, const MessageSizes& sizes) {
  return figures.steps * sizes.step + slope(catalog, figures, kind, sizes) * bytes;
}

std::vector<FastestNetwork> fastest_networks(const Catalog& catalog, std::size_t collective,
                                             const MessageSizes& sizes) {
  const CollectiveKind kind = catalog.collectives[collective];
  const auto figures = [&](std::size_t i) -> const CollectiveFigures& {
    return catalog.designs[i].figures[collective];
  };
  const auto time = [&](std::size_t i, double bytes) {
    return seconds(catalog, figures(i), kind, bytes, sizes);
  };
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < catalog.designs.size(); ++i) {
    if (!figures(i).frontier) continue;
    if (!best || time(i, sizes.least) < time(*best, sizes.least)) best = i;
  }
  std::vector<FastestNetwork> fastest;
  double from = sizes.least;
  while (best) {
    // As the amount grows, the first network whose time falls below that of `best` is the next.
    std::optional<std::size_t> next;
    double to = sizes.most;
    for (std::size_t i = 0; i < catalog.designs.size(); ++i) {
      const double gain =
          slope(catalog, figures(*best), kind, sizes) - slope(catalog, figures(i), kind, sizes);
      if (!figures(i).frontier || gain <= 0) continue;
      const double meets =
          (double(figures(i).steps) - double(figures(*best).steps)) * sizes.step / gain;
      if (meets <= from || meets >= to) continue;
      to = meets;
      next = i;
    }
    fastest.push_back({from, to, *best, time(*best, from), time(*best, to)});
    from = to;
    best = next;
  }
  return fastest;
}

}  // namespace romcast
