// SPDX-License-Identifier: Apache-2.0
// The fastest network of a designer's catalog for each amount of data.
#pragma once

#include <string>
#include <vector>

#include "schedules/designer/designer.hpp"

namespace romcast {

/// The range of amounts, and the machine: a step takes `step` seconds for any amount, and a link
/// carries `bandwidth` bytes per second.
struct MessageSizes {
  double least = 0, most = 0;  ///< bytes of a processor's buffer
  double step = 10e-6, bandwidth = 12.5e9;
};

/// The amounts in a text such as "1KiB..1GiB" or "64MiB", with the default `step` and `bandwidth`.
/// For any other text, throws an InputError that names the option.
MessageSizes parse_sizes(const std::string& option, const std::string& text);
/// The bytes per second of a text such as "25GB/s". Throws InputError.
double parse_bandwidth(const std::string& option, const std::string& text);
/// A text such as "64 KiB" or "1.5 MiB".
std::string size_text(double bytes);

struct FastestNetwork {
  double from = 0, to = 0;  ///< bytes
  std::size_t design = 0;   ///< index in Catalog::designs
  double seconds_from = 0, seconds_to = 0;
};

/// Seconds for a buffer: steps * step + cycles * message / bandwidth, where a message is bytes /
/// processors or, in an allreduce, all bytes. If the cycles are optimal, no schedule is faster than
/// the larger of the two terms.
double seconds(const designer::Catalog& catalog, const designer::CollectiveFigures& figures,
               CollectiveKind kind, double bytes, const MessageSizes& sizes);
/// The fastest networks for catalog.collectives[collective], each with the amounts for which it is
/// the fastest, in ascending order of the amounts.
std::vector<FastestNetwork> fastest_networks(const designer::Catalog& catalog,
                                             std::size_t collective, const MessageSizes& sizes);

}  // namespace romcast
