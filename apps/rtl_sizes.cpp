// SPDX-License-Identifier: Apache-2.0
#include "apps/rtl_sizes.hpp"

#include <algorithm>
#include <bit>

#include "romcast/core/fat_tree.hpp"
#include "romcast/core/tree_rules.hpp"

namespace romcast {
namespace {

constexpr unsigned kLeastWidth = 16, kLeastPayload = 4;
constexpr unsigned kShortTime = 16, kLongTime = 32;
constexpr std::uint64_t kShortRun = 60000;  // cycles and hops that kShortTime has room for

// The field may be roomier than the network needs.
unsigned route_bits(const Topology& topology, const FlitCodec& codec) {
  const auto* tree = dynamic_cast<const FatTree*>(&topology);
  if (tree == nullptr) return codec.route_bits();
  return std::min(codec.route_bits(), digit_bits(tree->arity()) * tree->height());
}

unsigned least_width(const Collective& collective, const FlitCodec& codec, unsigned route_bits) {
  if (collective.combines()) return codec.width();
  return std::min(codec.width(),
                  std::max(kLeastWidth, route_bits + codec.tag_bits() + kLeastPayload));
}

}  // namespace

RtlSizes::RtlSizes(const Resolved& resolved, const NodeHardware& hardware,
                   const PlannedRun& planned)
    : messages_(resolved.problem.collective.messages()),
      codec_route_bits_(hardware.codec().route_bits()),
      route_bits_(route_bits(*resolved.problem.topology, hardware.codec())),
      width_(least_width(resolved.problem.collective, hardware.codec(), route_bits_)),
      time_bits_(std::max<std::uint64_t>(planned.verdict.hops, planned.verdict.cycles) < kShortRun
                     ? kShortTime
                     : kLongTime) {}

std::uint64_t RtlSizes::narrow(std::uint64_t flit) const {
  const auto low = [](std::uint64_t value, unsigned bits) {
    return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
  };
  return low(flit >> codec_route_bits_ << route_bits_ | low(flit, route_bits_), width_);
}

void RtlSizes::apply(Design& design) const {
  for (DesignNode& node : design.nodes) {
    for (std::uint64_t& flit : node.own) flit = narrow(flit);
  }
  for (std::size_t m = 0; m < design.modules.size(); ++m) {
    std::vector<const DesignNode*> nodes;
    for (const DesignNode& node : design.nodes) {
      if (node.module == m) nodes.push_back(&node);
    }
    if (design.crossbar && design.crossbar->module == m) nodes.push_back(&*design.crossbar);
    apply(design.modules[m], nodes);
  }
}

void RtlSizes::apply(DesignModule& module, const std::vector<const DesignNode*>& nodes) const {
  std::uint64_t words = 1, places = 1;
  for (const DesignNode* node : nodes) {
    for (const DesignWord& word : node->words) {
      words = std::max<std::uint64_t>(words, (word.address & 0xfffffff) + 1);
    }
    for (const auto& [strap, value] : node->straps) {
      if (strap == "places") places = std::max(places, value);
    }
  }
  const bool queues = module.find("in_start") == nullptr;
  std::uint64_t time_bits = time_bits_;
  for (auto& [name, value] : module.parameters) {
    if (name == "ROM_DEPTH" && value > 0) value = words;
    if (name == "DEPTH" && queues) value = places;
    if (name == "BY_INPUT") value = 0;  // what is synthesised
    if (name == "WIDTH") value = width_;
    if (name == "ROUTE_BITS" && value == codec_route_bits_) value = route_bits_;
    if (name == "MESSAGES") value = std::min(value, std::bit_ceil(messages_));
    if (name == "SPAN_BITS") time_bits = std::max(time_bits, value + 1);
    module.values[name] = value;
  }
  if (module.values.contains("TIME_BITS")) {
    module.parameters.emplace_back("TIME_BITS", time_bits);
    module.values["TIME_BITS"] = static_cast<std::int64_t>(time_bits);
  }
}

}  // namespace romcast
