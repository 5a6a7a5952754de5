// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/fat_tree.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"

namespace romcast {
namespace {

constexpr unsigned kMostLevels = 20;
constexpr std::uint64_t kMostNodes = 4'000'000;
constexpr std::uint64_t kMostLinks = 40'000'000;

std::uint32_t parse_capacity(std::string_view text, std::string_view list) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || value == 0) {
    throw InputError({"capacity", list}, fmt::format("'{}' is no capacity", text),
                     "give constant, exponential or positive integers c_1,...,c_H");
  }
  return value;
}

std::vector<std::uint32_t> capacities(unsigned arity, unsigned height, const std::string& text) {
  std::vector<std::uint32_t> result;
  if (text == "constant") {
    result.assign(height, 1);
    return result;
  }
  if (text == "exponential") {
    std::uint64_t c = 1;
    for (unsigned i = 0; i < height; ++i, c *= arity) {
      result.push_back(static_cast<std::uint32_t>(std::min<std::uint64_t>(c, kMostLinks)));
    }
    return result;
  }
  for (std::string_view rest = text;;) {
    const auto comma = rest.find(',');
    result.push_back(parse_capacity(rest.substr(0, comma), text));
    if (comma == std::string_view::npos) break;
    rest.remove_prefix(comma + 1);
  }
  if (result.size() != height) {
    throw InputError(
        {"capacity", text},
        fmt::format("{} for `height` {}", counted(result.size(), "capacity", "capacities"), height),
        "give one per level");
  }
  if (result.front() != 1) {
    throw InputError({"capacity", text}, fmt::format("c_1 = {}", result.front()),
                     "a processor has one link, so c_1 must be 1");
  }
  if (!std::ranges::is_sorted(result)) {
    throw InputError({"capacity", text}, "capacities decrease",
                     "they must not shrink towards the root");
  }
  return result;
}

}  // namespace

FatTree::FatTree(unsigned arity, unsigned height, const std::string& capacity)
    : arity_(arity), height_(height) {
  if (arity < 2 || arity > 16) {
    throw InputError({"arity", arity}, "a fat tree needs an arity of 2..16");
  }
  if (height < 1 || height > kMostLevels) {
    throw InputError({"height", height},
                     fmt::format("a fat tree needs a height of 1..{}", kMostLevels));
  }
  capacity_ = romcast::capacities(arity, height, capacity);
  power_.push_back(1);
  for (unsigned l = 1; l <= height; ++l) {
    power_.push_back(power_.back() * arity);
    if (power_.back() > kMostNodes) {
      throw InputError(Given("arity", arity).with({"height", height}),
                       fmt::format("more than {} leaves do not fit memory", kMostNodes),
                       "use a smaller tree");
    }
  }
  level_begin_.push_back(0);
  std::uint64_t links = 0;
  for (unsigned l = 0; l <= height; ++l) {
    level_begin_.push_back(level_begin_.back() + power_[height - l]);
    if (l > 0) links += 2 * power_[height - l + 1] * capacity_[l - 1];
  }
  if (links > kMostLinks) {
    throw InputError({"capacity", capacity}, fmt::format("{} links do not fit memory", links),
                     fmt::format("use fewer than {}", kMostLinks));
  }
  const auto nodes = level_begin_.back();
  std::vector<Channel> channels(2 * (nodes - 1));
  for (NodeId v = 0; v + 1 < nodes; ++v) {
    const unsigned l = level(v);
    const NodeId parent = node(l + 1, index(v) / arity_);
    channels[v] = {.from = v, .to = parent, .capacity = capacity_[l], .up = true};
    channels[nodes - 1 + v] = {.from = parent, .to = v, .capacity = capacity_[l], .up = false};
  }
  set_channels(power_[height], nodes, std::move(channels));
}

NetworkOptions FatTree::options() const {
  return {{"arity", std::to_string(arity_)},
          {"height", std::to_string(height_)},
          {"capacity", fmt::format("{}", fmt::join(capacity_, ","))}};
}

std::string FatTree::node_name(NodeId node) const {
  return is_processor(node) ? fmt::format("p{}", node)
                            : fmt::format("s{}.{}", level(node), index(node));
}

NodeId FatTree::find_node(std::string_view name) const {
  const auto number = [](std::string_view text) -> std::uint64_t {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc{} && end == text.data() + text.size() ? value : kNone;
  };
  if (name.size() < 2) return kNone;
  const std::string_view rest = name.substr(1);
  if (name[0] == 'p') {
    const auto leaf = number(rest);
    return leaf < processors() ? static_cast<NodeId>(leaf) : kNone;
  }
  const auto dot = rest.find('.');
  if (name[0] != 's' || dot == std::string_view::npos) return kNone;
  const auto l = number(rest.substr(0, dot));
  const auto x = number(rest.substr(dot + 1));
  if (l < 1 || l > height_ || x >= power_[height_ - l]) return kNone;
  return node(static_cast<unsigned>(l), x);
}

unsigned FatTree::level(NodeId node) const {
  unsigned l = 0;
  while (node >= level_begin_[l + 1]) ++l;
  return l;
}

ChannelId FatTree::route(NodeId at, NodeId destination) const {
  const unsigned l = level(at);
  if (l == 0 || destination / power_[l] != index(at)) return up_channel(at);
  return down_channel(node(l - 1, destination / power_[l - 1]));
}

bool FatTree::constant_capacity() const { return capacity_.back() == 1; }

bool FatTree::exponential_capacity() const {
  for (unsigned l = 1; l <= height_; ++l) {
    if (capacity(l) != power_[l - 1]) return false;
  }
  return true;
}

unsigned FatTree::turn_level(NodeId leaf, NodeId other) const {
  unsigned l = 0;
  for (std::uint64_t a = leaf, b = other; a != b; a /= arity_, b /= arity_) ++l;
  return l;
}

}  // namespace romcast
