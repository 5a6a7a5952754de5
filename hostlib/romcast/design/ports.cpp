// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/ports.hpp"

#include <algorithm>
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

void set(DesignModule& module, const std::string& parameter, unsigned value) {
  for (auto& [name, current] : module.parameters) {
    if (name == parameter) current = value;
  }
  if (module.values.contains(parameter)) module.values[parameter] = value;
}

DesignModule with_ports(DesignModule module, unsigned ports) {
  if (value_of(module, "SENDERS") > 1) set(module, "SENDERS", ports);
  set(module, "PORTS", ports);
  return module;
}

// A control word of these modules has the slot or number lowest, then the target: a port, the bank
// of a port or that of own messages, or nothing (nodes that combine, with a ROM per port).
class Words {
 public:
  Words(const DesignModule& from, const DesignModule& to)
      : combines_(from.spec.kind == ModelSpec::Kind::combining_node),
        ports_(value_of(from, "PORTS")),
        new_ports_(value_of(to, "PORTS")),
        several_(!from.spec.shared_data),
        low_bits_(combines_ ? value_of(from, "VALUE_BITS") : field_bits(value_of(from, "DEPTH"))),
        word_bits_(from.width(*from.load_port())) {}

  [[nodiscard]] std::vector<DesignWord> of(const std::vector<DesignWord>& words) const {
    std::vector<DesignWord> result;
    for (const DesignWord& word : words) {
      const std::uint32_t rom = several_ ? word.address >> rom_select(ports_) : 0;
      if (rom >= new_ports_) continue;  // without a link
      const std::uint32_t at = word.address & ((1U << rom_select(ports_)) - 1);
      result.push_back({rom << rom_select(new_ports_) | at, pieces(word.pieces)});
    }
    return result;
  }

 private:
  [[nodiscard]] unsigned target_bits(unsigned ports) const {
    if (several_) return combines_ ? 1 : index_bits(ports + 1);
    return field_bits(ports);
  }

  [[nodiscard]] std::vector<std::uint32_t> pieces(const std::vector<std::uint32_t>& word) const {
    const unsigned bits = target_bits(ports_), new_bits = target_bits(new_ports_);
    std::vector<std::uint32_t> result((word_bits_ - bits + new_bits + 31) / 32);
    const auto put = [&](unsigned at, bool bit) {
      if (bit) result[at / 32] |= 1U << at % 32;
    };
    const auto bit = [&](unsigned at) {
      return at / 32 < word.size() && (word[at / 32] >> at % 32 & 1) != 0;
    };
    unsigned target = 0;
    for (unsigned i = 0; i < bits; ++i) target |= bit(low_bits_ + i) ? 1U << i : 0;
    if (several_ && !combines_ && target == ports_) target = new_ports_;  // own messages
    for (unsigned i = 0; i < low_bits_; ++i) put(i, bit(i));
    for (unsigned i = 0; i < new_bits; ++i) put(low_bits_ + i, (target >> i & 1) != 0);
    for (unsigned i = low_bits_ + bits; i < word_bits_; ++i) put(i - bits + new_bits, bit(i));
    return result;
  }

  bool combines_;
  unsigned ports_, new_ports_;
  bool several_;  // a ROM per port
  unsigned low_bits_, word_bits_;
};

}  // namespace

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
