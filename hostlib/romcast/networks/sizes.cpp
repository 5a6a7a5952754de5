// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/sizes.hpp"

#include <fmt/format.h>

#include "romcast/core/error.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph.hpp"

namespace romcast {

std::vector<std::uint32_t> parse_list(const std::string& option, const std::string& text,
                                      char separator, std::uint32_t least) {
  std::vector<std::uint32_t> numbers;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    try {
      numbers.push_back(parse_number(option, text.substr(begin, end - begin), least, kMostNodes));
    } catch (const InputError&) {
      throw InputError({option, text},
                       fmt::format("give numbers from {} to {} with '{}' between them", least,
                                   kMostNodes, separator));
    }
    begin = end + 1;
  }
  return numbers;
}

void check_size(const std::string& option, const std::string& text, double nodes,
                double channels_each) {
  if (nodes <= kMostNodes && nodes * channels_each <= kMostChannels) return;
  throw InputError({option, text},
                   fmt::format("{:.0f} nodes with {:.0f} links each", nodes, channels_each),
                   fmt::format("at most {} nodes and {} links", kMostNodes, kMostChannels));
}

}  // namespace romcast
