// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/packing.hpp"

#include <algorithm>
#include <bit>
#include <random>

namespace romcast::any {
namespace {

// An item is a pair (group element x, message number i); at node u it stands for message i of node
// u*x. If node u sends this message along generator g, the message becomes item (g^-1 * x, i) at
// node u*g, since u*x = (u*g) * (g^-1 * x). A machine is one link of every node, for the same
// generator (lockstep.hpp).
class Packing {
 public:
  Packing(const Cayley& cayley, std::uint32_t messages, std::size_t ports, unsigned seed)
      : cayley_(cayley),
        messages_(messages),
        ports_(ports),
        seed_(seed),
        random_(seed + 1),
        known_(cayley.order() * messages, false),
        ways_(cayley.order() * messages, 0) {
    for (std::uint32_t i = 0; i < messages; ++i) learn(i);
  }

  Lockstep run() {
    for (Cycle cycle = 1; !frontier_.empty(); ++cycle) {
      choose();
      for (std::uint32_t m = 0; m < chosen_.size(); ++m) {
        if (chosen_[m] == kNone) continue;
        send(cycle, m, chosen_[m]);
      }
      for (const std::uint32_t item : chosen_) {
        if (item != kNone) learn(item);
      }
      std::erase_if(frontier_, [&](std::uint32_t item) { return bool{known_[item]}; });
    }
    return std::move(sends_);
  }

 private:
  [[nodiscard]] NodeId element(std::uint32_t item) const { return item / messages_; }
  // The item that the neighbour gets if a node sends `item`.
  [[nodiscard]] std::uint32_t led_to(std::uint32_t item, std::uint32_t machine) const {
    const Group& group = cayley_.group();
    const NodeId inverse = group.inverse(cayley_.machines()[machine].generator);
    return group.multiply(inverse, element(item)) * messages_ + item % messages_;
  }
  [[nodiscard]] std::uint32_t come_from(std::uint32_t item, std::uint32_t machine) const {
    const NodeId generator = cayley_.machines()[machine].generator;
    return cayley_.group().multiply(generator, element(item)) * messages_ + item % messages_;
  }

  void learn(std::uint32_t item) {
    known_[item] = true;
    for (std::uint32_t m = 0; m < cayley_.machines().size(); ++m) {
      const std::uint32_t next = led_to(item, m);
      if (known_[next]) continue;
      if (ways_[next] == 0) frontier_.push_back(next);
      ways_[next] |= std::uint64_t{1} << m;
    }
  }

  // The rank of an item; small ranks are matched first. A rank is small if few machines can bring
  // the item so far, and if the item makes many other items available. With even seeds the machines
  // count first, with odd seeds the other items; ties are random.
  [[nodiscard]] std::uint64_t rank(std::uint32_t item) {
    std::uint64_t onward = 0;
    for (std::uint32_t m = 0; m < cayley_.machines().size(); ++m) {
      const std::uint32_t next = led_to(item, m);
      onward += !known_[next] && ways_[next] == 0 ? 2 : known_[next] ? 0 : 1;
    }
    const auto few = static_cast<std::uint64_t>(std::popcount(ways_[item]));
    const std::uint64_t tie = random_() & 0xffff;
    return seed_ % 2 == 0 ? few << 32 | (255 - onward) << 16 | tie
                          : (255 - onward) << 32 | few << 16 | tie;
  }

  // Fills chosen_ with a maximum matching of machines with items, limited to ports_ pairs;
  // the items are matched in ascending order of rank.
  void choose() {
    const std::size_t machines = cayley_.machines().size();
    std::vector<std::pair<std::uint64_t, std::uint32_t>> ranked;
    ranked.reserve(frontier_.size());
    for (const std::uint32_t item : frontier_) ranked.emplace_back(rank(item), item);
    std::ranges::sort(ranked);
    chosen_.assign(machines, kNone);
    std::size_t matched = 0;
    for (const auto& [key, item] : ranked) {
      if (matched == std::min(machines, ports_)) break;
      std::uint64_t seen = 0;
      if (augment(item, seen)) ++matched;
    }
  }
  bool augment(std::uint32_t item, std::uint64_t& seen) {
    for (std::uint64_t rest = ways_[item] & ~seen; rest != 0; rest = ways_[item] & ~seen) {
      const auto m = static_cast<std::uint32_t>(std::countr_zero(rest));
      seen |= std::uint64_t{1} << m;
      if (chosen_[m] == kNone || augment(chosen_[m], seen)) {
        chosen_[m] = item;
        return true;
      }
    }
    return false;
  }

  // Adds the sends that bring `item`. At the sender u the message has element `a`, so its origin is
  // node s = u * `a`. In a LockstepSend, u = s * `at`, so `at` is the inverse of `a`.
  void send(Cycle cycle, std::uint32_t machine, std::uint32_t item) {
    const NodeId a = element(come_from(item, machine));
    sends_.push_back({.cycle = cycle,
                      .machine = machine,
                      .at = cayley_.group().inverse(a),
                      .index = item % messages_});
  }

  const Cayley& cayley_;
  std::uint32_t messages_;
  std::size_t ports_;
  unsigned seed_;
  std::minstd_rand random_;
  std::vector<bool> known_;
  std::vector<std::uint64_t> ways_;      // by item: bits of the machines that can bring it
  std::vector<std::uint32_t> frontier_;  // items that some machine can bring
  std::vector<std::uint32_t> chosen_;    // by machine
  Lockstep sends_;
};

}  // namespace

Lockstep pack_trees(const Cayley& cayley, std::uint32_t messages, std::size_t ports,
                    unsigned seed) {
  return Packing(cayley, messages, ports, seed).run();
}

}  // namespace romcast::any
