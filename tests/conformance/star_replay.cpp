// SPDX-License-Identifier: Apache-2.0
#include "star_replay.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <string>
#include <tuple>

namespace romcast::test {
namespace {

// A send by a ROM word: the message in this slot of this bank leaves over this link.
struct Order {
  Cycle cycle;
  LinkId link;
  std::uint32_t bank, place;
  std::uint64_t label;  // label of the copy to be made; 0: none
  bool starts;          // only a start-up begins; no message is sent
};

unsigned bits_for(std::uint32_t values) {
  return std::max(1U, static_cast<unsigned>(std::bit_width(values - 1)));
}

std::uint64_t as_number(const ControlWord& word) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < word.size() && i < 2; ++i) value |= std::uint64_t{word[i]} << 32 * i;
  return value;
}

class Machine {
 public:
  Machine(const StarGraph& star, const Collective& collective, Timing timing, const StoreRoms& roms)
      : star_(star),
        collective_(collective),
        timing_(timing),
        roms_(roms),
        ports_(star.symbols() - 1),
        single_(roms.store.engines == 1),
        unicast_(!collective.multicast()),
        copies_(collective.copies()),
        stores_(star.nodes() * (ports_ + 1)),
        filled_(star.nodes() * (ports_ + 1), 0) {
    for (NodeId node = 0; node < star.nodes(); ++node) fill(node);
  }

  std::vector<Hop> run() {
    std::vector<Order> orders;
    for (NodeId node = 0; node < star_.nodes(); ++node) {
      for (unsigned engine = 0; engine < roms_.store.engines; ++engine) {
        read(node, engine, orders);
      }
    }
    std::ranges::sort(orders, {}, &Order::cycle);
    std::vector<Hop> hops;
    for (auto order = orders.begin(); order != orders.end();) {
      const auto end =
          std::ranges::upper_bound(order, orders.end(), order->cycle, {}, &Order::cycle);
      carry_out({order, end}, hops);
      order = end;
    }
    return hops;
  }

 private:
  using Store = std::map<std::uint32_t, MessageId>;

  // Index in `stores_` of a bank of a node. A single-port node has one store, whatever the bank;
  // the store's index is that of the bank of own messages.
  [[nodiscard]] std::size_t store(NodeId node, std::uint32_t bank) const {
    return node * std::size_t{ports_ + 1} + (single_ ? ports_ : bank);
  }

  void fill(NodeId node) {
    const std::size_t own = store(node, ports_);
    for (const std::uint32_t relative : roms_.orders[roms_.order_of[node]]) {
      stores_[own][filled_[own]++] = own_message(star_, collective_, node, relative);
    }
  }

  void read(NodeId node, unsigned engine, std::vector<Order>& orders) const {
    const unsigned place_bits = bits_for(roms_.store.places);
    const unsigned select_bits = bits_for(single_ ? ports_ : ports_ + 1);
    RomReader reader(roms_.images[roms_.image_of[node * roms_.store.engines + engine]]);
    Cycle now = 1;
    while (const auto run = reader.next()) {
      const std::uint64_t word = as_number(run->control);
      const auto place = static_cast<std::uint32_t>(word & ((1U << place_bits) - 1));
      const auto select =
          static_cast<std::uint32_t>(word >> place_bits & ((1U << select_bits) - 1));
      const unsigned label_bits = copies_ ? star_.symbols() * bits_for(star_.symbols()) : 0;
      const std::uint64_t rest = word >> (place_bits + select_bits);
      const std::uint64_t label = rest & ((std::uint64_t{1} << label_bits) - 1);
      const bool start = (rest >> label_bits & 1) != 0;
      const bool send = (rest >> label_bits >> 1 & 1) != 0;
      const LinkId link = star_.link(node, (single_ ? select : engine) + 2);
      const auto end = static_cast<Cycle>(now + run->cycles);
      if (send && start && timing_.startup > 0) orders.push_back({now, link, 0, 0, 0, true});
      Cycle at = now + (start ? timing_.startup : 0) + timing_.per_message - 1;
      for (std::uint32_t i = 0; send && at < end; ++i, at += timing_.per_message) {
        orders.push_back({at, link, select, place + i, label, false});
      }
      now = end;
    }
  }

  // Appends the hops of `orders`, all orders of one cycle, to `hops`, and only then stores the
  // messages that arrive: they can be sent from the next cycle on.
  void carry_out(std::span<const Order> orders, std::vector<Hop>& hops) {
    const std::size_t first = hops.size();
    // The slot of the message sent, by sender and dimension of the link (0 with a single port).
    std::map<std::pair<NodeId, unsigned>, std::uint32_t> leaves;
    for (const Order& order : orders) {
      const NodeId from = star_.channel_at(order.link).from;
      if (order.starts) {
        hops.push_back({order.cycle, order.link, kStartup});
        continue;
      }
      const Store& places = stores_[store(from, order.bank)];
      const auto found = places.find(order.place);
      hops.push_back({order.cycle, order.link,
                      found == places.end() ? kNone : addressed(found->second, order.label)});
      leaves[{from, single_ ? 0 : star_.dimension(order.link)}] = order.place;
    }
    std::ranges::sort(hops.begin() + static_cast<long>(first), hops.end(), {},
                      [](const Hop& hop) { return std::tuple(hop.link, hop.message); });
    for (std::size_t i = first; i < hops.size(); ++i) {
      if (hops[i].message < kStartup) arrive(hops[i], leaves);
    }
  }

  // The stored message if `label` is 0, else its copy for the node with this label.
  [[nodiscard]] MessageId addressed(MessageId stored, std::uint64_t label) const {
    if (label == 0) return stored;
    std::string name;
    const unsigned bits = bits_for(star_.symbols());
    for (unsigned i = 0; i < star_.symbols(); ++i) {
      name += static_cast<char>('1' + (label >> bits * i & ((1U << bits) - 1)));
    }
    return star_.find_node(name) * collective_.messages() + stored % collective_.messages();
  }

  void arrive(const Hop& hop, const std::map<std::pair<NodeId, unsigned>, std::uint32_t>& leaves) {
    const NodeId to = star_.channel_at(hop.link).to;
    const unsigned dimension = star_.dimension(hop.link);
    if (unicast_ && !copies_ && collective_.destination(hop.message) == to) return;
    const std::size_t into = store(to, dimension - 2);
    const auto left = leaves.find({to, single_ ? 0 : dimension});
    const bool exchange = unicast_ && !copies_ && left != leaves.end();
    stores_[into][exchange ? left->second : filled_[into]++] = hop.message;
  }

  const StarGraph& star_;
  const Collective collective_;
  const Timing timing_;
  const StoreRoms& roms_;
  const unsigned ports_;
  const bool single_, unicast_, copies_;
  std::vector<Store> stores_;
  std::vector<std::uint32_t> filled_;  // by store: the next slot in order
};

}  // namespace

std::vector<Hop> replay(const StarGraph& star, const Collective& collective, Timing timing,
                        const StoreRoms& roms) {
  return Machine(star, collective, timing, roms).run();
}

std::vector<Hop> sorted_hops(const OpenSchedule& schedule) {
  std::vector<Hop> all, step;
  for (const auto pass = schedule(); pass->next(step);) {
    std::ranges::sort(step, {}, [](const Hop& hop) { return std::tuple(hop.link, hop.message); });
    all.insert(all.end(), step.begin(), step.end());
  }
  return all;
}

}  // namespace romcast::test
