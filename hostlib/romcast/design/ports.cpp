// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/ports.hpp"

#include <algorithm>
#include <compare>
#include <map>

#include "romcast/core/bits.hpp"
#include "romcast/machines/store/store_rom.hpp"

namespace romcast {
namespace {

unsigned value_of(const DesignModule& module, const std::string& parameter) {
  const auto found = module.values.find(parameter);
  return found == module.values.end() ? 0 : static_cast<unsigned>(found->second);
}

bool has_port_fields(const DesignModule& module) {
  const bool forwards = module.spec.kind == ModelSpec::Kind::store_node;
  const bool combines = module.spec.kind == ModelSpec::Kind::combining_node;
  return (forwards || combines) && value_of(module, "RULE") == 0;
}

std::size_t links_in_use(const std::vector<LinkId>& links, LinkId none) {
  std::size_t count = links.size();
  while (count > 0 && links[count - 1] == none) --count;
  return count;
}

void set(DesignModule& module, const std::string& parameter, std::uint64_t value) {
  for (auto& [name, current] : module.parameters) {
    if (name == parameter) current = value;
  }
  if (module.values.contains(parameter)) {
    module.values[parameter] = static_cast<std::int64_t>(value);
  }
}

// Sets a parameter explicitly, also if the module's instances used the parameter's default so far.
void give(DesignModule& module, const std::string& parameter, std::uint64_t value) {
  set(module, parameter, value);
  const bool there =
      std::ranges::find(module.parameters, parameter,
                        &std::pair<std::string, std::uint64_t>::first) != module.parameters.end();
  if (!there) module.parameters.emplace_back(parameter, value);
}

DesignModule with_ports(DesignModule module, unsigned ports) {
  if (value_of(module, "SENDERS") > 1) set(module, "SENDERS", ports);
  set(module, "PORTS", ports);
  return module;
}

// Converts ROM words of module `from` for module `to`. The lowest bits of a control word are the
// slot (in combining nodes: the number of a value), the next bits are the target. In nodes with one
// ROM, the target is a port. In combining nodes with a ROM per port, the target is one unused bit;
// in other nodes with a ROM per port, it is the bank to send from: that of a port or of own
// messages.
class Words {
 public:
  Words(const DesignModule& from, const DesignModule& to)
      : combines_(from.spec.kind == ModelSpec::Kind::combining_node),
        ports_(value_of(from, "PORTS")),
        new_ports_(value_of(to, "PORTS")),
        several_(!from.spec.shared_data),
        low_bits_(low_bits(from)),
        new_low_bits_(low_bits(to)),
        word_bits_(from.width(*from.load_port())) {}

  [[nodiscard]] std::vector<DesignWord> of(const std::vector<DesignWord>& words) const {
    std::vector<DesignWord> result;
    for (const DesignWord& word : words) {
      const std::uint32_t rom = several_ ? word.address >> rom_select(ports_) : 0;
      if (rom >= new_ports_) continue;  // a port without a link
      const std::uint32_t at = word.address & ((1U << rom_select(ports_)) - 1);
      result.push_back({rom << rom_select(new_ports_) | at, pieces(word.pieces)});
    }
    return result;
  }

 private:
  [[nodiscard]] static unsigned low_bits(const DesignModule& module) {
    const bool combines = module.spec.kind == ModelSpec::Kind::combining_node;
    return combines ? value_of(module, "VALUE_BITS") : field_bits(value_of(module, "DEPTH"));
  }

  [[nodiscard]] unsigned target_bits(unsigned ports) const {
    if (several_) return combines_ ? 1 : index_bits(ports + 1);
    return field_bits(ports);
  }

  [[nodiscard]] std::vector<std::uint32_t> pieces(const std::vector<std::uint32_t>& word) const {
    const unsigned bits = target_bits(ports_), new_bits = target_bits(new_ports_);
    const unsigned rest = low_bits_ + bits, new_rest = new_low_bits_ + new_bits;
    std::vector<std::uint32_t> result((word_bits_ - rest + new_rest + 31) / 32);
    const auto put = [&](unsigned at, bool bit) {
      if (bit) result[at / 32] |= 1U << at % 32;
    };
    const auto bit = [&](unsigned at) {
      return at / 32 < word.size() && (word[at / 32] >> at % 32 & 1) != 0;
    };
    unsigned target = 0;
    for (unsigned i = 0; i < bits; ++i) target |= bit(low_bits_ + i) ? 1U << i : 0;
    if (several_ && !combines_ && target == ports_) target = new_ports_;  // bank of own messages
    for (unsigned i = 0; i < std::min(low_bits_, new_low_bits_); ++i) put(i, bit(i));
    for (unsigned i = 0; i < new_bits; ++i) put(new_low_bits_ + i, (target >> i & 1) != 0);
    for (unsigned i = rest; i < word_bits_; ++i) put(i - rest + new_rest, bit(i));
    return result;
  }

  bool combines_;
  unsigned ports_, new_ports_;
  bool several_;  // a ROM per port
  unsigned low_bits_, new_low_bits_, word_bits_;
};

// Mask of the memory arrays (one per bank and port) that a node's ROM words read: bit
// bank * ports + port is set if some word sends from the bank by the port.
std::uint64_t pairs_read(const DesignModule& module, const std::vector<DesignWord>& words) {
  const unsigned ports = value_of(module, "PORTS"), low = field_bits(value_of(module, "DEPTH"));
  const unsigned send = module.width(*module.load_port()) - 19, bits = index_bits(ports + 1);
  std::uint64_t pairs = 0;
  for (const DesignWord& word : words) {
    const auto bit = [&](unsigned at) {
      return at / 32 < word.pieces.size() && (word.pieces[at / 32] >> at % 32 & 1) != 0;
    };
    if (!bit(send)) continue;
    unsigned bank = 0;
    for (unsigned i = 0; i < bits; ++i) bank |= bit(low + i) ? 1U << i : 0;
    pairs |= std::uint64_t{1} << (bank * ports + (word.address >> rom_select(ports)));
  }
  return pairs;
}

// Numbers of slots in a node. `store`: in its store or, with the cyclic rule, in each memory of a
// port; `link`: in the bank of each link; `own`: in the bank of own messages.
struct Slots {
  unsigned store = 0, link = 0, own = 0;
  auto operator<=>(const Slots&) const = default;
};

Slots slots_of(const DesignNode& node, bool ring, const std::vector<QueueDepth>& depths) {
  Slots slots;
  for (const QueueDepth& depth : depths) {
    if (node.node < depth.begin || node.node >= depth.end) continue;
    unsigned& memory = depth.queue == "bank"  ? slots.link
                       : depth.queue == "own" ? slots.own
                                              : slots.store;
    memory = std::max(memory, depth.needed);
  }
  for (const auto& [strap, value] : node.straps) {
    if (ring && strap == "places") slots.link = static_cast<unsigned>(value);
  }
  return slots;
}

DesignModule with_slots(DesignModule module, const Slots& slots) {
  if (!module.spec.shared_data) {
    set(module, "DEPTH", std::max({1U, slots.link, slots.own}));
    give(module, "LINK_DEPTH", slots.link);
    give(module, "OWN_DEPTH", slots.own);
  } else {
    const unsigned store = std::max(1U, slots.store);
    set(module, "DEPTH", store);
    if (value_of(module, "RULE") != 2) give(module, "STORE_DEPTH", store);  // else it is DEPTH
  }
  return module;
}

}  // namespace

void trim_stores(Design& design, const std::vector<QueueDepth>& depths) {
  std::map<std::pair<std::size_t, Slots>, std::size_t> modules;
  for (DesignNode& node : design.nodes) {
    const std::size_t before = node.module;
    if (design.modules[before].spec.kind != ModelSpec::Kind::store_node) continue;
    const Slots slots = slots_of(node, value_of(design.modules[before], "RING") != 0, depths);
    const auto [found, added] = modules.try_emplace({before, slots}, design.modules.size());
    if (added) design.modules.push_back(with_slots(design.modules[before], slots));
    node.module = found->second;
    if (node.words.empty()) continue;
    node.words = Words(design.modules[before], design.modules[node.module]).of(node.words);
  }
}

void trim_reads(Design& design) {
  constexpr unsigned kMostPairs = 63;  // bits of parameter UNREAD
  std::map<std::size_t, std::uint64_t> read;
  for (const DesignNode& node : design.nodes) {
    const DesignModule& module = design.modules[node.module];
    const unsigned ports = value_of(module, "PORTS");
    const bool pairs = module.values.contains("UNREAD") && value_of(module, "RULE") == 0;
    if (!pairs || ports * (ports + 1) > kMostPairs) continue;
    read[node.module] |= pairs_read(module, node.words);
  }
  for (const auto& [number, pairs] : read) {
    DesignModule& module = design.modules[number];
    const unsigned ports = value_of(module, "PORTS");
    const std::uint64_t all = (std::uint64_t{1} << ports * (ports + 1)) - 1;
    if ((all & ~pairs) != 0) give(module, "UNREAD", all & ~pairs);
  }
}

void trim_ports(Design& design) {
  std::map<std::pair<std::size_t, unsigned>, std::size_t> modules;
  for (DesignNode& node : design.nodes) {
    const std::size_t before = node.module;
    if (!has_port_fields(design.modules[before])) continue;
    const std::size_t links = std::max(links_in_use(node.pins.in_links, design.no_link),
                                       links_in_use(node.pins.out_links, design.no_link));
    const auto ports = std::max(1U, static_cast<unsigned>(links));
    if (ports == value_of(design.modules[before], "PORTS")) continue;
    const auto [found, added] = modules.try_emplace({before, ports}, design.modules.size());
    if (added) design.modules.push_back(with_ports(design.modules[before], ports));
    node.module = found->second;
    node.words = Words(design.modules[before], design.modules[node.module]).of(node.words);
    node.pins.in_links.resize(ports);
    node.pins.out_links.resize(ports);
  }
}

}  // namespace romcast
