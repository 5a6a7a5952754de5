// SPDX-License-Identifier: Apache-2.0
// A NodeBank whose nodes are objects of a Verilated switch class. The pins of the class determine
// whether the bank supports credits or packets. The model store compiles this file together with
// the class, at run time.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "systemc/described_bank.hpp"

namespace romcast {

struct Pins {
  unsigned lanes;       // links in; as many lead out
  unsigned ports;       // branches; credits are per port
  unsigned flit_bytes;  // 4 or 8
  bool shared_data;     // all ports share one out_data (single-port switches)
};

template <class Model, class Description, class Recorder>
class VerilatedBank final : public DescribedBank<Model, Description, Recorder> {
  using Root = typename Description::Root;
  using Base = DescribedBank<Model, Description, Recorder>;
  static constexpr auto pins = Description::pins;
  using Base::nodes_;
  using Base::toggle;
  using typename Base::Node;

 public:
  explicit VerilatedBank(VerilatedContext& context) : Base(context) {}

  void add(const NodeLinks& links, const std::uint64_t* straps) override {
    Base::add(links, straps);
    Model& m = Base::model(nodes_.back());
    Seat seat{.root = m.rootp, .model = &m, .node = links.node, .inbox = links.inbox};
    std::copy_n(links.out_links, pins.lanes, seat.out_links);
    if constexpr (kCredits) std::copy_n(links.in_channels, pins.ports, seat.in_channels);
    if constexpr (kPackets) std::copy_n(links.local_links, kLocalLanes, seat.local_links);
    seats_.push_back(seat);
  }

  void start() override {
    for (Node& node : nodes_) {
      Base::run(node);
      if constexpr (kPackets) toggle(Base::model(node));
    }
  }

  void step(Wires& shared, const std::uint32_t* locals, std::uint32_t count) override {
    Wires fabric = shared;  // char pins may alias anything: a local copy stays in registers
    const bool scattered = seats_.size() * kRegisters > kNear;
    for (std::uint32_t i = 0; i < count; ++i) {
      if (scattered) fetch(fabric, locals, i, count);
      const Seat& seat = seats_[locals[i]];
      read(fabric, seat);
      Description::edge(*seat.model, *seat.root);
      write(fabric, seat);
    }
    shared.trace_count = fabric.trace_count;
  }

 private:
  static constexpr bool kCredits = Base::has_input("in_credit");
  // True for nodes of direct networks, which support packets with start-ups and contain processors.
  static constexpr bool kPackets = Base::has_input("in_start");
  static_assert(!kCredits || !kPackets, "both are the inbox's signals");
  static constexpr unsigned kLocalLanes = [] {
    if constexpr (kPackets) return sizeof(Root::deliver_data) / pins.flit_bytes;
    return std::size_t{1};
  }();

  // A node's data, in contiguous memory, as far as a clock edge needs them.
  struct Seat {
    Root* root;
    Model* model;
    std::uint32_t node, inbox;
    std::uint32_t out_links[pins.lanes];
    std::uint32_t in_channels[kCredits ? pins.ports : 1];
    std::uint32_t local_links[kLocalLanes];
  };

  // Prefetches the inbox, pins and registers of the node that is evaluated kAhead nodes later. For
  // the node that is evaluated kAhead / 2 nodes later, prefetches memory words to which its
  // registers point.
  void fetch(const Wires& fabric, const std::uint32_t* locals, std::uint32_t now,
             std::uint32_t count) const {
    if (now + kAhead < count) {
      const Seat& seat = seats_[locals[now + kAhead]];
      const char* const begin = bytes(*seat.root);
      for (std::size_t at = 0; at < kRegisters; at += 64) __builtin_prefetch(begin + at, 1);
      fabric.fetch(seat.inbox);
    }
    if (now + kAhead / 2 < count) Description::fetch_words(*seats_[locals[now + kAhead / 2]].root);
    __asm__ volatile("");  // GCC would drop a function without effect
  }
  static constexpr std::uint32_t kAhead = 4;
  static constexpr std::size_t kRegisters = std::min<std::size_t>(Description::register_bytes, 768);
  static constexpr std::size_t kNear = std::size_t{1} << 20;  // bytes of a second-level cache

  // A pin of any width is a little-endian array of bytes.
  template <class Pin>
  static void set_bits(Pin& pin, const std::uint64_t* words) {
    std::memcpy(&pin, words, std::min(sizeof(pin), sizeof(std::uint64_t) * kWords));
  }
  static constexpr unsigned kWords = (pins.lanes + 63) / 64;

  static void read(const Wires& fabric, const Seat& seat) {
    Root& root = *seat.root;
    std::uint64_t valid[kWords] = {}, signals[kWords] = {};
    constexpr unsigned lanes = Inbox::kLanes;
    for (unsigned from = 0; from < pins.lanes; from += lanes) {
      const Inbox* const box = fabric.filled(seat.inbox + from / lanes * kInboxStride);
      if (box == nullptr) continue;
      valid[from / 64] |= std::uint64_t{box->lanes} << (from % 64);
      signals[from / 64] |= std::uint64_t{box->signals} << (from % 64);
      const std::uint64_t* const flits = box->flits();
      for (std::uint32_t rest = box->lanes; rest != 0; rest &= rest - 1) {
        const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
        put_flit<pins.flit_bytes>(root.in_data, from + lane, flits[lane]);
      }
    }
    set_bits(root.in_valid, valid);
    if constexpr (kCredits) set_bits(root.in_credit, signals);
    if constexpr (kPackets) set_bits(root.in_start, signals);
    root.cycle = fabric.cycle;
  }

  static void deliver(Wires& fabric, const Seat& seat) {
    const Root& root = *seat.root;
    for_each_bit(root.deliver_valid, [&](unsigned lane) {
      fabric.deliver(seat.local_links[lane], flit_on<pins.flit_bytes>(root.deliver_data, lane));
    });
  }

  static void write(Wires& fabric, const Seat& seat) {
    const Root& root = *seat.root;
    std::uint64_t valid[kWords] = {};
    std::memcpy(valid, &root.out_valid, std::min(sizeof(root.out_valid), sizeof(valid)));
    bool any = false;
    for (unsigned word = 0; word < kWords; ++word) {
      for (std::uint64_t rest = valid[word]; rest != 0; rest &= rest - 1) {
        const unsigned lane = word * 64 + static_cast<unsigned>(__builtin_ctzll(rest));
        const unsigned at = pins.shared_data ? 0 : lane;
        fabric.drive(seat.out_links[lane], flit_on<pins.flit_bytes>(root.out_data, at));
        any = true;
      }
    }
    if constexpr (kCredits) {
      for (std::uint32_t rest = root.out_credit; rest != 0; rest &= rest - 1) {
        fabric.return_credit(seat.in_channels[__builtin_ctz(rest)]);
      }
    }
    if constexpr (kPackets) {
      for_each_bit(root.out_start,
                   [&](unsigned port) { fabric.start_packet(seat.out_links[port]); });
      deliver(fabric, seat);
    }
    // An arrival wakes a switch with credits even if no message leaves the switch: at the next edge
    // the switch counts this message among the waiting ones.
    if constexpr (kCredits) any = any || root.in_valid != 0;
    if (any) fabric.wake_node(seat.node);
  }

  std::vector<Seat> seats_;
};

}  // namespace romcast
