// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/patterns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <charconv>
#include <functional>
#include <numeric>
#include <optional>
#include <random>
#include <span>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"

namespace romcast {
namespace {

constexpr std::uint64_t kMostDeliveries = 200'000'000;  // so that a plan fits into memory

using Size = std::uint32_t;
using Pairs = std::vector<std::pair<NodeId, NodeId>>;  // source and destination

struct Setting {
  const Topology& network;
  Size processors;
  std::uint32_t parameter;
};
using Pattern = std::function<Pairs(const Setting&)>;

struct Row {
  PatternEntry entry;
  std::uint32_t usual = 0;  ///< the parameter if none is given
  bool names_node = false;  ///< the parameter is a processor
  Pattern pairs;
};

struct Unfit {
  std::string reason;
};

Size bits_of(Size processors) {
  if (!std::has_single_bit(processors)) throw Unfit{"needs a power of two of processors"};
  return static_cast<Size>(std::countr_zero(processors));
}

template <class Partner>
Pairs each(Size processors, Partner partner) {
  Pairs pairs;
  for (Size p = 0; p < processors; ++p) pairs.emplace_back(p, partner(p));
  return pairs;
}

Pairs transpose(const Setting& at) {
  Size side = 1;
  while (side * side < at.processors) ++side;
  if (side * side != at.processors) throw Unfit{"needs a square number of processors"};
  return each(at.processors, [&](Size p) { return p % side * side + p / side; });
}

Pairs bit_reversal(const Setting& at) {
  const Size bits = bits_of(at.processors);
  return each(at.processors, [&](Size p) {
    Size turned = 0;
    for (Size bit = 0; bit < bits; ++bit) turned |= (p >> bit & 1) << (bits - 1 - bit);
    return turned;
  });
}

Pairs shuffle(const Setting& at) {
  const Size bits = bits_of(at.processors);
  if (bits == 0) return {};
  return each(at.processors,
              [&](Size p) { return (p << 1 | p >> (bits - 1)) & (at.processors - 1); });
}

Pairs shift(const Setting& at) {
  return each(at.processors, [&](Size p) {
    return static_cast<Size>((std::uint64_t{p} + at.parameter) % at.processors);
  });
}

// Sizes of a grid's dimensions, beginning with the dimension whose coordinate changes most slowly
// as node numbers increase. Other networks, and grids that lack processors, count as one ring.
std::vector<Size> dimensions(const Setting& at) {
  std::vector<Size> sizes;
  for (const auto& [name, text] : at.network.options()) {
    if (name != "dims") continue;
    Size size = 0;
    for (const char c : text + "x") {
      if (c == 'x') {
        sizes.push_back(std::exchange(size, 0));
      } else {
        size = 10 * size + static_cast<Size>(c - '0');
      }
    }
  }
  const auto all = std::accumulate(sizes.begin(), sizes.end(), Size{1}, std::multiplies<>());
  return sizes.empty() || all != at.processors ? std::vector{at.processors} : sizes;
}

// Each processor sends ceil(k/2) - 1 positions further in each dimension of k processors (Dally &
// Towles, section 3.2).
Pairs tornado(const Setting& at) {
  const std::vector<Size> sizes = dimensions(at);
  return each(at.processors, [&](Size p) {
    Size partner = 0, weight = 1;
    for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
      partner += (p / weight % *size + (*size + 1) / 2 - 1) % *size * weight;
      weight *= *size;
    }
    return partner;
  });
}

// Draws the same numbers on every machine, unlike std::uniform_int_distribution.
Size draw(std::mt19937_64& random, Size below) { return static_cast<Size>(random() % below); }

Pairs permutation(const Setting& at) {
  std::mt19937_64 random(at.parameter);
  std::vector<Size> partner(at.processors);
  std::iota(partner.begin(), partner.end(), 0);
  for (Size left = at.processors; left > 1; --left) {
    std::swap(partner[left - 1], partner[draw(random, left)]);
  }
  return each(at.processors, [&](Size p) { return partner[p]; });
}

Pairs uniform(Size processors, std::uint32_t seed) {
  std::mt19937_64 random(seed);
  if (processors < 2) return {};
  return each(processors,
              [&](Size p) { return (p + 1 + draw(random, processors - 1)) % processors; });
}

Pairs all_to_one(const Setting& at) {
  return each(at.processors, [&](Size) { return at.parameter; });
}

// Two pairs for each source: one with processor `parameter`, one with a random other processor.
Pairs hotspot(const Setting& at) {
  Pairs pairs = all_to_one(at);
  const Pairs others = uniform(at.processors, 1);
  pairs.insert(pairs.end(), others.begin(), others.end());
  return pairs;
}

std::span<const Row> rows() {
  static const std::vector<Row> all{
      {{"transpose", "", "row r, column c of a square to row c, column r"}, 0, false, transpose},
      {{"bit-reversal", "", "to the number with its bits reversed"}, 0, false, bit_reversal},
      {{"shuffle", "", "to the number with its bits rotated by one"}, 0, false, shuffle},
      {{"shift", "S", "S processors further (1)"}, 1, false, shift},
      {{"tornado", "", "just under half of each dimension further"}, 0, false, tornado},
      {{"random", "SEED", "a random permutation (1)"}, 1, false, permutation},
      {{"uniform", "SEED", "each to a random other processor (1)"},
       1,
       false,
       [](const Setting& at) { return uniform(at.processors, at.parameter); }},
      {{"hotspot", "NODE", "each to NODE, and to a random other processor (0)"}, 0, true, hotspot},
      {{"all-to-one", "NODE", "each to NODE (0)"}, 0, true, all_to_one}};
  return all;
}

std::string allowed() {
  std::vector<std::string> names;
  for (const Row& row : rows()) {
    names.push_back(*row.entry.parameter == 0
                        ? row.entry.name
                        : fmt::format("{}[:{}]", row.entry.name, row.entry.parameter));
  }
  return "give one of: " + fmt::format("{}", fmt::join(names, ", "));
}

std::optional<std::uint32_t> number_in(std::string_view text) {
  std::uint32_t number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  return number;
}

// The demands of all pairs, `messages` for each, except pairs of a processor with itself.
std::vector<Demand> demands_of(Pairs pairs, std::uint32_t messages) {
  std::erase_if(pairs, [](const auto& pair) { return pair.first == pair.second; });
  const std::uint64_t deliveries = std::uint64_t{messages} * pairs.size();
  if (deliveries > kMostDeliveries) {
    throw InputError({"messages", messages},
                     fmt::format("{} deliveries are too many to keep", deliveries),
                     fmt::format("at most {}", kMostDeliveries));
  }
  std::vector<Demand> demands;
  demands.reserve(deliveries);
  for (const auto& [from, to] : pairs) {
    for (std::uint32_t m = 0; m < messages; ++m) demands.push_back({from, {to}});
  }
  return demands;
}

std::uint32_t parameter_of(const Row& row, const std::string& pattern, const std::string& text,
                           const Topology& network) {
  if (*row.entry.parameter == 0) {
    throw InputError({"pattern", pattern}, fmt::format("{} has no parameter", row.entry.name));
  }
  const auto number = number_in(text);
  if (!row.names_node) {
    if (number) return *number;
    throw InputError({"pattern", pattern}, fmt::format("give a number, e.g. {}:3", row.entry.name));
  }
  const NodeId named = network.find_node(text);
  const NodeId node = named != kNone ? named : number.value_or(kNone);
  if (node < network.processors() && network.is_processor(node)) return node;
  throw InputError({"pattern", pattern},
                   fmt::format("no processor {}; give a number from 0 to {}, or a name like {}",
                               text, network.processors() - 1, network.node_name(0)));
}

}  // namespace

std::vector<PatternEntry> all_patterns() {
  std::vector<PatternEntry> entries;
  for (const Row& row : rows()) entries.push_back(row.entry);
  return entries;
}

Collective pattern_exchange(const std::string& pattern, const Topology& network,
                            std::uint32_t messages) {
  const std::size_t colon = std::min(pattern.find(':'), pattern.size());
  const std::string name = pattern.substr(0, colon);
  const auto row = std::ranges::find_if(rows(), [&](const Row& r) { return name == r.entry.name; });
  if (row == rows().end()) {
    std::vector<std::string> names;
    for (const Row& known : rows()) names.emplace_back(known.entry.name);
    throw InputError({"pattern", pattern},
                     "unknown" + did_you_mean(name, names) + "; " + allowed());
  }
  const auto processors = static_cast<Size>(network.processors());
  const std::uint32_t parameter =
      colon == pattern.size() ? row->usual
                              : parameter_of(*row, pattern, pattern.substr(colon + 1), network);
  std::vector<Demand> demands;
  try {
    demands = demands_of(row->pairs({network, processors, parameter}), messages);
  } catch (const Unfit& unfit) {
    throw InputError({"pattern", pattern},
                     fmt::format("{}, the network has {}", unfit.reason, processors));
  }
  if (demands.empty()) {
    throw InputError({"pattern", pattern}, "no processor sends to another one");
  }
  return Collective::of_demands(processors, demands);
}

}  // namespace romcast
