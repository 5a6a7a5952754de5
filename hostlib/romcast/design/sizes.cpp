// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/sizes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "romcast/core/bits.hpp"
#include "romcast/core/error.hpp"
#include "romcast/design/ports.hpp"

namespace romcast {
namespace {

using Kind = ModelSpec::Kind;

constexpr unsigned kLeastWidth = 16, kLeastPayload = 4;
constexpr std::uint64_t kLeastInRam = 3;  // slots; fewer are cheaper in registers
constexpr unsigned kMostUsedBits = 30;    // widest mask that is a plain number in Verilog

std::vector<const DesignNode*> nodes_of(const Design& design, std::size_t module) {
  std::vector<const DesignNode*> nodes;
  for (const DesignNode& node : design.nodes) {
    if (node.module == module) nodes.push_back(&node);
  }
  if (design.crossbar && design.crossbar->module == module) nodes.push_back(&*design.crossbar);
  return nodes;
}

// Width of the tags of messages, in bits. If messages carry combined values, or the modules have no
// parameter TAG_BITS, it is the co-simulation's width. Otherwise it is the width that the message
// numbers need (in LogP interfaces, at least TAG_BITS), but at most the co-simulation's width.
unsigned least_tag_bits(const Collective& collective, const FlitCodec& codec,
                        const Design& design) {
  const DesignModule& module = design.modules.front();
  const auto tags = module.values.find("TAG_BITS");
  if (!codec.hashes() || tags == module.values.end()) return codec.tag_bits();
  const auto numbers = index_bits(collective.message_numbers());
  const bool rows = module.spec.kind == Kind::logp_interface;
  const unsigned least = rows ? static_cast<unsigned>(tags->second) : 1;
  return std::min(codec.tag_bits(), std::max(least, numbers));
}

unsigned least_width(const FlitCodec& codec, unsigned fields) {
  if (!codec.hashes()) return codec.width();
  return std::min(codec.width(), std::max(kLeastWidth, fields + kLeastPayload));
}

const std::uint64_t* strap(const DesignNode& node, std::string_view name) {
  const auto found =
      std::ranges::find(node.straps, name, &std::pair<std::string, std::uint64_t>::first);
  return found == node.straps.end() ? nullptr : &found->second;
}

bool has_queues(const DesignModule& module) { return module.has_queues(); }
bool has_deep_queues(const DesignModule& module) {
  return module.traits().queues == ModuleTraits::Queues::strapped;
}

// Bits that are 1 in any word, lowest piece first.
std::vector<std::uint32_t> used_bits(const std::vector<const DesignNode*>& nodes) {
  std::vector<std::uint32_t> used(2, 0);
  for (const DesignNode* node : nodes) {
    for (const DesignWord& word : node->words) {
      used.resize(std::max(used.size(), word.pieces.size()));
      for (std::size_t i = 0; i < word.pieces.size(); ++i) used[i] |= word.pieces[i];
    }
  }
  return used;
}

}  // namespace

RtlSizes::RtlSizes(Run& run, const FlitCodec& codec, Cycle end, RtlRoom room, Design& design)
    : messages_(run.job().problem.collective.message_numbers()),
      room_(room),
      codec_route_bits_(codec.route_bits()),
      codec_tag_bits_(codec.tag_bits()),
      route_bits_(codec.least_route_bits()),
      tag_bits_(least_tag_bits(run.job().problem.collective, codec, design)),
      width_(least_width(codec, route_bits_ + tag_bits_)) {
  trim_ports(design);
  if (room.any()) make_room(run, design);
  fits_ = !run.job().hardware.queue_depth && !room.any();
  for (const QueueDepth& depth : run.depths()) needed_ = std::max(needed_, depth.needed);
  // Trims nothing for ROM images from a folder: these may use other slots than romcast's images.
  if (fits_ && run.job().hardware.rom_folder.empty()) {
    trim_stores(design, run.depths());
    trim_reads(design);
  }
  if (!run.job().hardware.queue_depth) set_places(run.network(), run.depths(), design);
  if (!room.any()) split_by_depth(design);
  time_bits_ = bits_of_time(run, end, design);
  for (DesignNode& node : design.nodes) {
    for (std::uint64_t& flit : node.own) flit = narrow(flit);
  }
  for (std::size_t m = 0; m < design.modules.size(); ++m) {
    apply(design.modules[m], nodes_of(design, m));
  }
}

std::uint64_t RtlSizes::narrow(std::uint64_t flit) const {
  const auto low = [](std::uint64_t value, unsigned bits) {
    return bits >= 64 ? value : value & ((std::uint64_t{1} << bits) - 1);
  };
  const std::uint64_t tag = flit >> codec_route_bits_, payload = tag >> codec_tag_bits_;
  const std::uint64_t tagged = payload << tag_bits_ | low(tag, tag_bits_);
  return low(tagged << route_bits_ | low(flit, route_bits_), width_);
}

std::size_t RtlSizes::words(std::size_t needed) const {
  if (!room_.any() || needed <= room_.words)
    return std::max<std::size_t>(1, std::max<std::size_t>(needed, room_.words));
  throw InputError(fmt::format(
      "`room` {}: ROMs and tables have too few words, this schedule needs {}; build the board with "
      "`room` {} or more",
      room_.words, needed, needed));
}

// Makes messages wide enough for as many message numbers as there are pairs of processors, so that
// other collectives fit, and chooses one depth for all queues. Throws InputError if this schedule
// needs deeper queues than RtlRoom::places, if given, or than RtlRoom::kMost.
void RtlSizes::make_room(Run& run, const Design& design) {
  const Topology& topology = run.network();
  const std::size_t n = topology.processors();
  const auto pairs = index_bits(n * n);
  width_ = std::max(width_, std::min(64U, topology.address_bits() + pairs + kLeastPayload));
  if (std::ranges::none_of(design.modules, has_deep_queues)) return;
  std::uint64_t places = run.job().hardware.queue_depth.value_or(1);
  for (const QueueDepth& depth : run.depths())
    places = std::max<std::uint64_t>(places, depth.needed);
  if (places > (room_.places != 0 ? room_.places : RtlRoom::kMost)) {
    throw InputError(fmt::format(
        "queues have room for {} messages, this schedule needs {}; build the board with "
        "`queue_depth` {} or more",
        room_.places != 0 ? room_.places : RtlRoom::kMost, places, places));
  }
  room_.places = std::max(static_cast<std::uint32_t>(places), room_.places);
}

// Makes all queues of a level of a tree as deep as the deepest queue of that level must be.
void RtlSizes::set_places(const Topology& topology, const std::vector<QueueDepth>& depths,
                          Design& design) const {
  std::map<unsigned, std::uint64_t> needed;
  for (const QueueDepth& depth : depths) {
    std::uint64_t& most = needed[depth.level];
    most = std::max<std::uint64_t>({1, most, depth.needed});
  }
  for (DesignNode& node : design.nodes) {
    if (!has_queues(design.modules[node.module])) continue;
    for (auto& [name, value] : node.straps) {
      if (name == "places") value = needed.at(topology.level(node.node));
    }
  }
}

void RtlSizes::split_by_depth(Design& design) const {
  std::map<std::pair<std::size_t, std::uint64_t>, std::size_t> found;
  std::vector<bool> taken(design.modules.size(), false);
  for (DesignNode& node : design.nodes) {
    const std::uint64_t* places = strap(node, "places");
    if (places == nullptr || !has_queues(design.modules[node.module])) continue;
    const auto [one, added] = found.try_emplace({node.module, *places}, node.module);
    if (added && taken[node.module]) {
      one->second = design.modules.size();
      const DesignModule copy = design.modules[node.module];
      design.modules.push_back(copy);
    }
    if (added) taken[node.module] = true;
    node.module = one->second;
  }
}

// Width, in bits, of the counters in nodes and of the network time, which must reach `end` + 1.
unsigned RtlSizes::bits_of_time(Run& run, Cycle end, const Design& design) const {
  std::uint64_t most = std::uint64_t{end} + 1, least = 8;
  for (std::size_t m = 0; m < design.modules.size(); ++m) {
    const DesignModule& module = design.modules[m];
    if (const auto span = module.values.find("SPAN_BITS"); span != module.values.end()) {
      least = std::max<std::uint64_t>(least, static_cast<std::uint64_t>(span->second) + 1);
    }
    for (const DesignNode* node : nodes_of(design, m)) {
      for (const auto& [name, value] :
           run.expected().figures.registers(node->node, module.described, run.depths())) {
        if (value > 0) most = std::max(most, static_cast<std::uint64_t>(value) + 1);
        // Beside `hops`, forwarding and combining nodes have the counter `busy`: the cycles in
        // which a link is held, also by a start-up or a pause, summed over all links.
        const Kind kind = module.spec.kind;
        if (name == "hops" && (kind == Kind::store_node || kind == Kind::combining_node)) {
          most = std::max(most, std::uint64_t{end} * node->pins.out_links.size());
        }
      }
    }
  }
  if (room_.any()) least = std::max<std::uint64_t>(least, RtlRoom::kTimeBits);
  const auto bits = std::max<std::uint64_t>(least, std::bit_width(most));
  return static_cast<unsigned>(std::min<std::uint64_t>(32, (bits + 1) / 2 * 2));
}

void RtlSizes::apply(DesignModule& module, const std::vector<const DesignNode*>& nodes) const {
  std::uint64_t words = 1, places = std::max(1U, room_.places), latency = 1;
  for (const DesignNode* node : nodes) {
    for (const DesignWord& word : node->words) {
      words = std::max<std::uint64_t>(words, (word.address & 0x3ffffff) + 1);
    }
    if (const std::uint64_t* taken = strap(*node, "places")) places = std::max(places, *taken);
    if (const std::uint64_t* cycles = strap(*node, "latency")) latency = std::max(latency, *cycles);
  }
  for (auto& [name, value] : module.parameters) {
    if (name == "LATENCY" && !room_.any()) value = latency;
    if (name == "ROM_DEPTH" && value > 0) value = this->words(words);
    if (name == "DEPTH" && has_queues(module)) value = places;
    if (name == "WIDTH") value = width_;
    if (name == "ROUTE_BITS" && value == codec_route_bits_) value = route_bits_;
    if (name == "TAG_BITS" && value == codec_tag_bits_) value = tag_bits_;
    if (name == "MESSAGES") value = std::min(value, fits_ ? messages_ : std::bit_ceil(messages_));
    if (name == "QUEUE_DEPTH" && fits_) value = std::max(1U, needed_);
  }
  const auto set = [&](const char* name, std::uint64_t value) {
    if (module.values.contains(name)) module.parameters.emplace_back(name, value);
  };
  set("TIME_BITS", time_bits_);
  set("SHARED", 0);
  if (module.values.contains("ROM_DEPTH") && module.values.at("ROM_DEPTH") == 0) {
    set("SLOTS_IN_RAM", places >= kLeastInRam ? 1 : 0);
  }
  if (module.values.contains("ARGUMENT_BITS") && words > 0 && !nodes.empty()) {
    const unsigned control = module.width(*module.load_port()) - 18;
    const std::vector<std::uint32_t> used = used_bits(nodes);
    unsigned argument = room_.any() ? 16 : 1;
    for (unsigned i = argument; i < 16; ++i) {
      const unsigned at = control + i;
      if (at / 32 < used.size() && (used[at / 32] >> at % 32 & 1) != 0) argument = i + 1;
    }
    set("ARGUMENT_BITS", argument);
    if (control <= kMostUsedBits) {
      set("ROM_USED", (room_.any() ? ~0U : used[0]) & ((1U << control) - 1));
    }
  }
  for (const auto& [name, value] : module.parameters) {
    module.values[name] = static_cast<std::int64_t>(value);
  }
}

}  // namespace romcast
