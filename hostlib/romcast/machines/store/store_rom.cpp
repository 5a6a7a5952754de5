// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/store/store_rom.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "romcast/core/bits.hpp"
#include "romcast/core/crossings.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/paged.hpp"
#include "romcast/core/stored_network.hpp"

namespace romcast {
namespace {

constexpr std::uint32_t kLongestRun = 65536;  // most cycles of a ROM word

unsigned select_bits(const Topology& network, unsigned engines) {
  const unsigned ports = store_ports(network);
  return field_bits(engines == 1 ? ports : ports + 1);
}

// A send of a node, with the node's own numbers of slots and ports.
struct Send {
  Cycle cycle = 0;  // last cycle of the send
  std::uint32_t place = 0;
  // The lowest select_bits() bits: port (single-port) or bank (multi-port); the bits above these:
  // label of a new copy, else 0.
  std::uint64_t selected : 63 = 0;
  bool starts : 1 = false;  // with a start-up before it
  bool operator==(const Send&) const = default;
};

// A trie of the send programs of engines (sequencers): engines share common prefixes; once an
// engine is alone on its path, the rest of its program, its tail, is a plain vector.
class Programs {
 public:
  explicit Programs(std::size_t engines) : at_(engines, kRoot), alone_(engines) {
    steps_.push_back({.engines = static_cast<std::uint32_t>(engines)});
  }

  // Requires that the sends of all engines are added in order of their cycles.
  void add(std::size_t engine, const Send& send) {
    const std::uint32_t step = at_[engine];
    if (!alone_[engine].empty() || left_alone(steps_[step], send.cycle)) {
      alone_[engine].push_back(send);
      return;
    }
    --steps_[step].engines;
    steps_[step].left = send.cycle;
    at_[engine] = after(step, send);
    ++steps_[at_[engine]].engines;
  }
  // Last step in the trie: equal for engines with equal programs, and only for those.
  [[nodiscard]] std::uint32_t last_step(std::size_t engine) const { return at_[engine]; }
  [[nodiscard]] std::vector<Send> program(std::size_t engine) const {
    std::vector<Send> sends;
    for (std::uint32_t step = at_[engine]; step != kRoot; step = steps_[step].parent) {
      sends.push_back(steps_[step].send);
    }
    std::ranges::reverse(sends);
    sends.insert(sends.end(), alone_[engine].begin(), alone_[engine].end());
    return sends;
  }

 private:
  static constexpr std::uint32_t kRoot = 0;
  struct Step {
    Send send{};
    std::uint32_t parent = 0, first = 0, sibling = 0;
    std::uint32_t engines = 0;  // engines whose last step is this one
    Cycle left = 0;             // last cycle in which an engine moved on from this step
  };
  // True if the one engine at `step`, whose next send is in `cycle`, will share no later step: no
  // other engine can still reach `step`, and none has moved on from `step` in `cycle`, perhaps with
  // the same send.
  static bool left_alone(const Step& step, Cycle cycle) {
    return step.engines == 1 && step.send.cycle < cycle && step.left < cycle;
  }
  std::uint32_t after(std::uint32_t step, const Send& send) {
    for (std::uint32_t s = steps_[step].first; s != 0; s = steps_[s].sibling) {
      if (steps_[s].send == send) return s;
    }
    const auto added = static_cast<std::uint32_t>(steps_.size());
    steps_.push_back({.send = send, .parent = step, .sibling = steps_[step].first});
    steps_[step].first = added;
    return added;
  }

  std::vector<Step> steps_;
  std::vector<std::uint32_t> at_;         // by engine: its last step in the trie
  std::vector<std::vector<Send>> alone_;  // by engine: its tail after the trie
};

// Compiles a schedule hop by hop: tracks the slot of each message in each node, as the Verilog
// assigns slots, and records the sends of each engine.
class Compiler {
 public:
  Compiler(const Topology& network, const Collective& collective, Ports ports,
           const StoreBuild& build)
      : network_(network),
        collective_(collective),
        crossings_(network),
        timing_(build.timing),
        ring_(build.ring),
        illegal_(build.illegal),
        ports_(store_ports(network)),
        engines_(one_port(network, ports) ? 1 : ports_),
        unicast_(!keeping_of(collective).multicast),
        copies_(keeping_of(collective).copies),
        place_of_(unicast_ ? 1 : network.nodes()),
        own_(network.nodes()),
        free_(network.nodes() * engines_, 0),
        taken_(keeping_of(collective).swaps && engines_ > 1 && ring_ == 0
                   ? network.nodes() * engines_
                   : 0),
        programs_(network.nodes() * engines_),
        started_(network.links(), 0),
        sent_(network.nodes() * engines_) {
    for (auto& places : place_of_) {
      places = std::make_unique<Paged<Place>>(collective.message_numbers(), Place{});
    }
    for (NodeId u = 0; u < network.nodes(); ++u) {
      const auto own = static_cast<std::uint32_t>(collective.own_messages(u));
      if (engines_ == 1) free_[u] = own;
      places_ = std::max(places_, own);
    }
  }

  void cycle(const std::vector<Hop>& hops) {
    for (const Hop& hop : hops) {
      if (unicast_ && hop.message < collective_.message_numbers()) place_of_[0]->fetch(hop.message);
    }
    crossings_.step(hops, [this](auto sends, auto arrivals) { see(sends, arrivals); });
  }

  StoreRoms finish(std::uint32_t places) {
    crossings_.finish([this](auto sends, auto arrivals) { see(sends, arrivals); });
    StoreRoms roms{
        .store = {engines_, places == 0 ? store_places(places_) : places, copies_, ring_},
        .needed = places_};
    std::map<std::uint32_t, std::uint32_t> known;  // image, by last step
    for (std::size_t engine = 0; engine < sent_.size(); ++engine) {
      const auto [image, fresh] = known.emplace(programs_.last_step(engine),
                                                static_cast<std::uint32_t>(roms.images.size()));
      if (fresh) roms.images.push_back(image_of(programs_.program(engine), roms.store));
      roms.image_of.push_back(image->second);
    }
    std::map<std::vector<std::uint32_t>, std::uint32_t> orders;
    for (NodeId u = 0; u < network_.nodes(); ++u) {
      std::vector<std::uint32_t>& own = own_[u];
      add_unsent(u, own);
      const auto [order, fresh] =
          orders.emplace(std::move(own), static_cast<std::uint32_t>(roms.orders.size()));
      if (fresh) roms.orders.push_back(order->first);
      roms.order_of.push_back(order->second);
    }
    return roms;
  }

 private:
  static constexpr std::uint32_t kEmpty = ~0U;  // a slot that was never filled
  static constexpr NodeId kAtHome = (1U << 25) - 1, kGone = kAtHome - 1;
  struct Place {
    std::uint32_t number = 0;
    NodeId node : 25 = kAtHome;  // holder; kAtHome: still at the origin, unsent; kGone: no holder
    std::uint32_t bank : 7 = 0;  // multi-port: port of the arrival; `ports_`: own message
  };
  struct Sent {
    Cycle cycle = 0;
    std::uint32_t place = 0;
  };

  void see(std::span<const Hop> sends, std::span<const Hop> arrivals) {
    for (const Hop& hop : sends) {
      if (hop.starts()) {
        started_[hop.link] = hop.cycle;
      } else if (exists(hop)) {
        send(hop);
      }
    }
    for (const Hop& hop : arrivals) {
      if (!hop.starts() && exists(hop)) receive(hop);
    }
  }

  Place& place(NodeId node, MessageId message) {
    return place_of_[unicast_ ? 0 : node]->at(message);
  }

  // Own messages are stored in the order of their first sends.
  void place_own(NodeId node, MessageId message, Place& place) {
    place = {static_cast<std::uint32_t>(own_[node].size()), node, ports_};
    if (collective_.traits().listed) {
      own_[node].push_back(collective_.own_place(message));
      return;
    }
    const std::uint32_t each = collective_.messages();
    std::uint32_t relative = message % each;
    if (collective_.traits().pairs) {
      const NodeId q = network_.displacement(node, collective_.destination(message));
      relative += q * each;
    }
    own_[node].push_back(relative);
  }

  // Own messages that are never sent follow the others.
  void add_unsent(NodeId node, std::vector<std::uint32_t>& own) const {
    const std::uint64_t all = collective_.own_messages(node);
    if (own.size() == all) return;
    const bool pairs = collective_.traits().pairs;
    const std::uint32_t first = pairs ? collective_.messages() : 0;  // none for the node itself
    std::vector<bool> sent(first + all, false);
    for (const std::uint32_t relative : own) sent[relative] = true;
    for (std::uint32_t i = first; i < sent.size(); ++i) {
      if (!sent[i]) own.push_back(i);
    }
  }

  void send(const Hop& hop) {
    const Channel& channel = network_.channel_at(hop.link);
    const unsigned port = network_.out_port(hop.link);
    std::uint64_t label = 0;
    const std::uint64_t opened =
        std::uint64_t{started_[hop.link]} + timing_.startup + timing_.per_message - 1;
    const bool starts = timing_.startup > 0 && started_[hop.link] != 0 && opened == hop.cycle;
    const std::size_t engine = engine_of(channel.from, port);
    if (!free_port(hop, starts, sent_[engine])) return;
    const Place at = take_from(hop, channel.from, label);
    const Send one{.cycle = hop.cycle,
                   .place = at.number,
                   .selected = label << select_bits() | (engines_ == 1 ? port : at.bank),
                   .starts = starts};
    sent_[engine] = {hop.cycle, at.number};
    programs_.add(engine, one);
    if (!taken_.empty() && at.bank != ports_) {
      taken_[engine_of(channel.from, at.bank)][at.number] = false;
    }
  }

  [[nodiscard]] bool exists(const Hop& hop) const {
    if (hop.message < collective_.message_numbers()) return true;
    if (illegal_ == Illegal::run) return false;
    throw InputError(fmt::format("cycle {}: there is no message {}; no ROM can run this schedule",
                                 hop.cycle, hop.message));
  }

  // Returns the slot of a message that a node sends; a unicast message leaves the slot. Sets
  // `label` to the destination's address if the message is a new copy. If the node does not hold
  // the message, throws InputError or returns the slot kEmpty, as `Illegal` describes.
  Place take_from(const Hop& hop, NodeId from, std::uint64_t& label) {
    Place& at = place(from, hop.message);
    if (at.node != from) {
      if (copies_ && at.node == kAtHome) {
        at.node = kGone;
        label = network_.address(collective_.destination(hop.message));
        return original(hop, from);
      }
      if (at.node != kAtHome || collective_.origin(hop.message) != from ||
          collective_.destination(hop.message) == from) {
        if (illegal_ == Illegal::run) return {.number = kEmpty, .node = from, .bank = ports_};
        refuse(hop, from);
      }
      place_own(from, hop.message, at);
    }
    const Place found = at;
    if (unicast_) at.node = kGone;
    return found;
  }

  // Returns the slot of the message from which the node makes the copy that `hop` sends; this
  // message stays in the slot. Throws InputError if the node does not hold this message.
  const Place& original(const Hop& hop, NodeId node) {
    const MessageId message = collective_.copy_for(node, hop.message);
    Place& own = place(node, message);
    if (own.node != node) {
      if (own.node != kAtHome || collective_.source() != node) refuse(hop, node);
      place_own(node, message, own);
    }
    return own;
  }

  [[noreturn]] void refuse(const Hop& hop, NodeId from) const {
    throw InputError(
        fmt::format("cycle {}: {} sends message {} but does not hold it; no ROM "
                    "can run this schedule",
                    hop.cycle, network_.node_name(from), hop.message));
  }

  [[nodiscard]] unsigned select_bits() const { return romcast::select_bits(network_, engines_); }

  [[nodiscard]] std::size_t engine_of(NodeId node, unsigned port) const {
    return std::size_t{node} * engines_ + (engines_ == 1 ? 0 : port);
  }

  // Returns true if the hop, with its start-up if `starts`, begins after the last cycle of the
  // engine's last send, `before` (cycle 0: the engine has not sent yet). If the hop begins earlier,
  // returns false with Illegal::run, and throws InputError with Illegal::refuse.
  bool free_port(const Hop& hop, bool starts, const Sent& before) const {
    const std::uint64_t held = std::uint64_t{timing_.per_message} + (starts ? timing_.startup : 0);
    if (hop.cycle >= before.cycle + held) return true;
    if (illegal_ == Illegal::run) return false;
    throw InputError(fmt::format(
        "cycle {}: {} sends {}; no ROM can run this schedule", hop.cycle,
        network_.node_name(network_.channel_at(hop.link).from),
        before.cycle == 0 ? "a message that begins before cycle 1" : "two messages by one port"));
  }

  // Assigns the next slot to an arriving message, even to a multicast message that the node has
  // already. There are two exceptions, both in unicast without copies. A message at its destination
  // gets no slot. Unless banks are rings, an arrival whose port (in a single-port node: any port)
  // sends a message in the same cycle takes the slot number of the message sent.
  void receive(const Hop& hop) {
    const NodeId to = network_.channel_at(hop.link).to;
    const unsigned port = network_.in_port(hop.link);
    if (unicast_ && !copies_ && collective_.destination(hop.message) == to) return;
    const std::size_t engine = engine_of(to, port);
    const Sent& sent = sent_[engine];
    const bool exchange =
        unicast_ && !copies_ && ring_ == 0 && sent.cycle == hop.cycle && sent.place != kEmpty;
    std::uint32_t number = exchange ? sent.place : free_[engine]++;
    if (ring_ > 0) number %= ring_;
    places_ = std::max(places_, number + 1);
    if (!taken_.empty()) take(hop, taken_[engine], number);
    Place& at = place(to, hop.message);
    if (unicast_ || (at.node != to && collective_.origin(hop.message) != to)) {
      at = {number, to, port};
    }
  }

  // Occupies a slot of a bank; throws InputError if the slot is occupied already. This happens
  // if an arrival gets the slot number of a message that the arrival's port sends from another bank
  // and this number is occupied in the arrival's bank.
  void take(const Hop& hop, std::vector<bool>& bank, std::uint32_t number) const {
    if (bank.size() <= number) bank.resize(number + std::size_t{1}, false);
    if (bank[number]) {
      throw InputError(fmt::format(
          "cycle {}: {} receives message {} into slot {}, which holds another one; no "
          "ROM can run this schedule",
          hop.cycle, network_.node_name(network_.channel_at(hop.link).to), hop.message, number));
    }
    bank[number] = true;
  }

  [[nodiscard]] RomImage image_of(const std::vector<Send>& sends, StoreShape store) const {
    RomImage image = program_image(store_control_bits(network_, store));
    const unsigned bits = control_bits(image);
    const unsigned place_bits = field_bits(store.places);
    // A message in a higher slot has overflowed the store.
    const std::uint32_t last_place = (1U << place_bits) - 1;
    const unsigned selected_bits = bits - place_bits - 2;
    Cycle now = 1;
    const auto append = [&](std::uint64_t cycles, std::uint64_t control) {
      const std::array<std::uint32_t, 2> pieces{static_cast<std::uint32_t>(control),
                                                static_cast<std::uint32_t>(control >> 32)};
      append_instruction(image, SequencerOp::run, static_cast<std::uint32_t>(cycles - 1),
                         std::span(pieces).first((bits + 31) / 32));
      now += static_cast<Cycle>(cycles);
    };
    for (std::size_t i = 0; i < sends.size();) {
      const Send& first = sends[i];
      const Cycle held = timing_.per_message + (first.starts ? timing_.startup : 0);
      const Cycle begin = first.cycle + 1 - held;
      while (now < begin) append(std::min<std::uint64_t>(begin - now, kLongestRun), 0);
      const auto control = [&](bool starts) {
        const std::uint64_t flags = (starts ? 1U : 0U) | 2U;
        return (first.place & last_place) | first.selected << place_bits |
               flags << (place_bits + selected_bits);
      };
      const bool apart = first.starts && held > kLongestRun;  // too long for one word
      if (apart) append(timing_.startup, control(true));
      std::uint64_t cycles = apart ? timing_.per_message : held;
      std::size_t count = 1;
      for (; i + count < sends.size(); ++count) {
        const Send& next = sends[i + count];
        if (next.starts || next.selected != first.selected || next.place != first.place + count ||
            next.cycle != first.cycle + count * timing_.per_message ||
            cycles + timing_.per_message > kLongestRun) {
          break;
        }
        cycles += timing_.per_message;
      }
      append(cycles, control(first.starts && !apart));
      i += count;
    }
    append_instruction(image, SequencerOp::halt, 0, {});
    return image;
  }

  const Topology& network_;
  const Collective collective_;
  Crossings crossings_;
  const Timing timing_;
  const std::uint32_t ring_;
  const Illegal illegal_;
  const unsigned ports_, engines_;
  const bool unicast_, copies_;
  // Tables indexed by message: a single one, or for multicasts one per node.
  std::vector<std::unique_ptr<Paged<Place>>> place_of_;
  // For each node: relative numbers of its own messages (own_message()), in slot order.
  std::vector<std::vector<std::uint32_t>> own_;
  std::vector<std::uint32_t> free_;       // next free slot of each store or bank
  std::vector<std::vector<bool>> taken_;  // by bank: occupied slots; empty if take() is not needed
  Programs programs_;
  std::vector<Cycle> started_;  // by link: cycle of its latest start-up
  std::vector<Sent> sent_;      // by engine: its last send
  std::uint32_t places_ = 1;
};

}  // namespace

std::uint32_t store_places(std::uint32_t needed) {
  constexpr std::uint32_t least = 32;
  return std::bit_ceil(std::max(needed, least));
}

unsigned store_ports(const Topology& network) { return std::max(2U, network.most_ports()); }

unsigned rom_select(unsigned ports) { return ports > 16 ? 26 : 28; }

unsigned store_control_bits(const Topology& network, StoreShape store) {
  const unsigned label = store.copies ? network.address_bits() : 0;
  return field_bits(store.places) + select_bits(network, store.engines) + label + 2;
}

StoreKeeping keeping_of(const Collective& collective) {
  return {.multicast = collective.multicast(),
          .copies = collective.copies(),
          .swaps = collective.frees_slots()};
}

MessageId own_message(const Topology& network, const Collective& collective, NodeId node,
                      std::uint32_t relative) {
  if (collective.traits().listed) {
    if (relative < collective.own_messages(node)) return collective.own(node)[relative];
    throw InputError(fmt::format("{} has no own message {}", network.node_name(node), relative));
  }
  if (!collective.traits().pairs) return collective.number(node, node, relative);
  const std::uint32_t each = collective.messages();
  return collective.number(node, network.displaced(node, relative / each), relative % each);
}

StoreRoms compile_store_roms(const Topology& network, const Collective& collective, Ports ports,
                             const OpenSchedule& schedule, const StoreBuild& build) {
  Compiler compiler(network, collective, ports, build);
  const auto pass = schedule();
  for (std::vector<Hop> hops; pass->next(hops);) compiler.cycle(hops);
  return compiler.finish(build.places);
}

}  // namespace romcast
