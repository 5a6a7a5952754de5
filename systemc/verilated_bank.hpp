// SPDX-License-Identifier: Apache-2.0
// NodeBank over a Verilated switch class. Compiled together with the class, at run time, by the
// model store; the class decides by its pins what is there (credits, straps, counters).
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <new>
#include <stdexcept>
#include <string>
#include <vector>

#include "systemc/node_bank.hpp"

namespace romcast {

struct Pins {
  unsigned lanes;       // links in (= out)
  unsigned ports;       // branches; credits are per port
  unsigned flit_bytes;  // 4 or 8
  bool shared_data;     // one out_data for all ports (single-port switches)
};

/// `Recorder`: a waveform writer, or void for models without tracing.
template <class Model, class Root, Pins pins, class Recorder>
class VerilatedBank final : public NodeBank {
 public:
  /// The context must outlive the bank. One waveform can only show models of one context.
  explicit VerilatedBank(VerilatedContext& context) : context_(context) {
    if constexpr (!std::is_void_v<Recorder>) context_.traceEverOn(true);
  }

  void add(const NodeWiring& wiring) override {
    names_.push_back(std::make_unique<std::string>(wiring.name));
    nodes_.push_back({std::make_unique<Model>(&context_, names_.back()->c_str()), wiring});
    Model& m = *nodes_.back().model;
    if constexpr (requires { m.is_root; }) m.is_root = wiring.is_root;
    if constexpr (requires { m.above_leaves; }) m.above_leaves = wiring.above_leaves;
    if constexpr (requires { m.route_kind; }) m.route_kind = wiring.route_kind;
    if constexpr (requires { m.places; }) m.places = wiring.places;
    if constexpr (requires { m.shift; }) m.shift = wiring.shift;
    if constexpr (requires { m.here; }) m.here = wiring.here;
    if constexpr (kPackets) {
      m.multicast = wiring.multicast;
      m.swap = wiring.swap;
      m.startup = wiring.startup;
      m.per_message = wiring.per_message;
      m.packet_cap = wiring.packet_cap;
      m.local_valid = 0;
    }
    m.run = 0;
    m.load_valid = 0;
    clear(m);
    m.cycle = 0;
    m.clk = 0;
    m.eval();  // the first evaluation only settles: it sees no clock edge
    m.rst = 1;
    toggle(m);
    m.rst = 0;
    toggle(m);
  }

  [[nodiscard]] std::uint32_t size() const override {
    return static_cast<std::uint32_t>(nodes_.size());
  }

  void load(std::uint32_t local, std::uint32_t address, const std::uint32_t* word) override {
    Model& m = *nodes_[local].model;
    m.load_valid = 1;
    m.load_address = address;
    std::memcpy(&m.load_word, word, sizeof(m.load_word));
    toggle(m);
    m.load_valid = 0;
    toggle(m);  // the word register follows word 0
  }

  void inject(std::uint32_t local, std::uint64_t flit) override {
    if constexpr (kPackets) {
      Model& m = *nodes_[local].model;
      m.local_valid = 1;
      std::memcpy(&m.local_data, &flit, sizeof(m.local_data));
      toggle(m);
      m.local_valid = 0;
    } else {
      throw std::logic_error("a switch has no processor of its own");
    }
  }

  void start() override {
    for (Node& node : nodes_) {
      node.model->run = 1;
      if constexpr (kPackets) toggle(*node.model);
    }
  }

  void step(Fabric& fabric, const std::uint32_t* locals, std::uint32_t count) override {
    for (std::uint32_t i = 0; i < count; ++i) {
      Node& node = nodes_[locals[i]];
      read(fabric, node);
      toggle(*node.model);
      write(fabric, node);
    }
  }

  bool audit(const Fabric& fabric, std::uint32_t local) override {
    Model& m = *nodes_[local].model;
    clear(m);
    m.cycle = fabric.cycle;
    before_.resize(sizeof(Root));
    std::memcpy(before_.data(), static_cast<const void*>(m.rootp), sizeof(Root));
    toggle(m);
    return std::memcmp(before_.data(), static_cast<const void*>(m.rootp), sizeof(Root)) != 0;
  }

  [[nodiscard]] NodeCounters counters(std::uint32_t local) const override {
    Model& m = *nodes_[local].model;
    NodeCounters c;
    c.queue_high = m.queue_high;
    c.waiting_high = m.waiting_high;
    if constexpr (requires { m.up_high; }) c.up_high = m.up_high;
    if constexpr (requires { m.down_high; }) c.down_high = m.down_high;
    if constexpr (requires { m.places_high; }) c.places_high = m.places_high;
    c.hops = m.hops;
    c.last_hop = m.last_hop;
    c.overflow = m.overflow;
    c.underflow = m.underflow;
    c.contention = m.contention;
    if constexpr (kPackets) {
      c.busy = m.busy;
      c.deliveries = m.deliveries;
      c.last_delivery = m.last_delivery;
    }
    return c;
  }

  void record(std::uint32_t local, void* recorder) override {
    if constexpr (std::is_void_v<Recorder>) {
      throw std::logic_error("model built without tracing");
    } else {
      nodes_[local].model->trace(static_cast<Recorder*>(recorder), 99);
    }
  }

 private:
  struct Node {
    std::unique_ptr<Model> model;
    NodeWiring wiring;
  };

  // Nodes of direct networks know packets with start-ups and have a processor of their own.
  static constexpr bool kPackets = requires(Model & m) { m.in_start; };

  static void toggle(Model& m) {
    m.clk = 1;
    m.eval();
    m.clk = 0;
    m.eval();
  }

  // A pin of any width is a little-endian array of bytes.
  template <class Pin>
  static void set_bits(Pin& pin, const std::uint64_t* words) {
    std::memcpy(&pin, words, std::min(sizeof(pin), sizeof(std::uint64_t) * kWords));
  }
  static constexpr unsigned kWords = (pins.lanes + 63) / 64;

  static void clear(Model& m) {
    const std::uint64_t none[kWords] = {};
    set_bits(m.in_valid, none);
    if constexpr (requires { m.in_credit; }) m.in_credit = 0;
    if constexpr (kPackets) m.in_start = 0;
  }

  static void read(const Fabric& fabric, Node& node) {
    Model& m = *node.model;
    std::uint64_t valid[kWords] = {};
    char* data = reinterpret_cast<char*>(&m.in_data);
    for (unsigned lane = 0; lane < pins.lanes; ++lane) {
      const std::uint32_t link = node.wiring.in_links[lane];
      if (!fabric.valid(link)) continue;
      valid[lane / 64] |= std::uint64_t{1} << (lane % 64);
      const std::uint64_t flit = fabric.flit(link);
      std::memcpy(data + std::size_t{lane} * pins.flit_bytes, &flit, pins.flit_bytes);
    }
    set_bits(m.in_valid, valid);
    if constexpr (requires { m.in_credit; }) {
      std::uint32_t credits = 0;
      for (unsigned port = 0; port < pins.ports; ++port) {
        credits |= std::uint32_t{fabric.credit(node.wiring.out_channels[port])} << port;
      }
      m.in_credit = static_cast<std::remove_reference_t<decltype(m.in_credit)>>(credits);
    }
    if constexpr (kPackets) {
      std::uint32_t starts = 0;
      for (unsigned lane = 0; lane < pins.lanes; ++lane) {
        starts |= std::uint32_t{fabric.starts(node.wiring.in_links[lane])} << lane;
      }
      m.in_start = static_cast<std::remove_reference_t<decltype(m.in_start)>>(starts);
    }
    m.cycle = fabric.cycle;
  }

  static void deliver(Fabric& fabric, Node& node) {
    Model& m = *node.model;
    const char* data = reinterpret_cast<const char*>(&m.deliver_data);
    for (std::uint32_t rest = m.deliver_valid; rest != 0; rest &= rest - 1) {
      const unsigned lane = static_cast<unsigned>(__builtin_ctz(rest));
      std::uint64_t flit = 0;
      std::memcpy(&flit, data + std::size_t{lane} * pins.flit_bytes, pins.flit_bytes);
      fabric.deliver(node.wiring.local_links[lane], flit);
    }
  }

  static void write(Fabric& fabric, Node& node) {
    Model& m = *node.model;
    std::uint64_t valid[kWords] = {};
    std::memcpy(valid, &m.out_valid, std::min(sizeof(m.out_valid), sizeof(valid)));
    const char* data = reinterpret_cast<const char*>(&m.out_data);
    bool any = false;
    for (unsigned word = 0; word < kWords; ++word) {
      for (std::uint64_t rest = valid[word]; rest != 0; rest &= rest - 1) {
        const unsigned lane = word * 64 + static_cast<unsigned>(__builtin_ctzll(rest));
        const unsigned at = pins.shared_data ? 0 : lane;
        std::uint64_t flit = 0;
        std::memcpy(&flit, data + std::size_t{at} * pins.flit_bytes, pins.flit_bytes);
        fabric.drive(node.wiring.out_links[lane], flit);
        any = true;
      }
    }
    if constexpr (requires { m.out_credit; }) {
      for (std::uint32_t rest = m.out_credit; rest != 0; rest &= rest - 1) {
        fabric.return_credit(node.wiring.in_channels[__builtin_ctz(rest)]);
      }
    }
    if constexpr (kPackets) {
      for (std::uint32_t rest = m.out_start; rest != 0; rest &= rest - 1) {
        fabric.start_packet(node.wiring.out_links[__builtin_ctz(rest)]);
      }
      deliver(fabric, node);
    }
    // A switch that is blocked after an arrival counts it as waiting at the next edge.
    if constexpr (requires { m.in_credit; }) any = any || m.in_valid != 0;
    if (any) fabric.wake_node(node.wiring.node);
  }

  VerilatedContext& context_;
  std::vector<std::unique_ptr<std::string>> names_;
  std::vector<Node> nodes_;
  std::vector<char> before_;
};

/// TimeBase over the Verilated time_base.
template <class Model>
class VerilatedTimeBase final : public TimeBase {
 public:
  VerilatedTimeBase() : model_(any_state(context_)) {
    model_.clk = 0;
    model_.eval();
    model_.rst = 1;
    model_.run = 0;
    toggle();
    model_.rst = 0;
    model_.run = 1;
  }
  void tick() override { toggle(); }
  [[nodiscard]] std::uint32_t cycle() const override { return model_.cycle; }

 private:
  void toggle() {
    model_.clk = 1;
    model_.eval();
    model_.clk = 0;
    model_.eval();
  }
  // Registers begin with any value, the same in every run.
  static VerilatedContext* any_state(VerilatedContext& context) {
    context.randReset(2);
    context.randSeed(1);
    return &context;
  }

  VerilatedContext context_;
  Model model_;
};

}  // namespace romcast
