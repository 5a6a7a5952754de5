// SPDX-License-Identifier: Apache-2.0
// NodeBanks over Verilated classes of fully connected networks: the interfaces of the processors
// and the crossbar between them. Compiled together with a class, at run time, by the model store.
#pragma once

#include <algorithm>
#include <cstring>
#include <memory>
#include <stdexcept>
#include <string>
#include <type_traits>
#include <vector>

#include "systemc/node_bank.hpp"

namespace romcast {

/// What both banks share: instances with `clk`, `rst`, `run` and a ROM of rows.
template <class Model, class Recorder>
class RowBank : public NodeBank {
 public:
  [[nodiscard]] std::uint32_t size() const override {
    return static_cast<std::uint32_t>(nodes_.size());
  }

  void load(std::uint32_t local, std::uint32_t address, const std::uint32_t* row) override {
    if constexpr (requires(Model & m) { m.load_row; }) {
      Model& m = *nodes_[local].model;
      m.load_valid = 1;
      m.load_address = address;
      std::memcpy(&m.load_row, row, sizeof(m.load_row));
      toggle(m);
      m.load_valid = 0;
    } else {
      throw std::logic_error("this model has no ROM");
    }
  }

  /// One edge with `run` before cycle 0: it fetches what is needed for cycle 1.
  void start() override {
    for (Node& node : nodes_) {
      if constexpr (requires { node.model->run; }) node.model->run = 1;
      toggle(*node.model);
    }
  }

  bool audit(const Fabric&, std::uint32_t) override {
    throw std::logic_error("interfaces and crossbars never sleep");
  }

  void record(std::uint32_t local, void* recorder) override {
    if constexpr (std::is_void_v<Recorder>) {
      throw std::logic_error("model built without tracing");
    } else {
      nodes_[local].model->trace(static_cast<Recorder*>(recorder), 99);
    }
  }

 protected:
  struct Node {
    std::unique_ptr<std::string> name;
    std::unique_ptr<Model> model;
    NodeWiring wiring;
  };

  explicit RowBank(VerilatedContext& context) : context_(context) {
    if constexpr (!std::is_void_v<Recorder>) context_.traceEverOn(true);
  }

  static void toggle(Model& m) {
    m.clk = 1;
    m.eval();
    m.clk = 0;
    m.eval();
  }

  Model& create(const NodeWiring& wiring) {
    auto name = std::make_unique<std::string>(wiring.name);
    auto model = std::make_unique<Model>(&context_, name->c_str());
    nodes_.push_back({std::move(name), std::move(model), wiring});
    Model& m = *nodes_.back().model;
    m.clk = 0;
    m.rst = 0;
    if constexpr (requires { m.run; }) m.run = 0;
    if constexpr (requires { m.load_valid; }) m.load_valid = 0;
    if constexpr (requires { m.period; }) m.period = wiring.period;
    return m;
  }
  static void reset(Model& m) {
    m.eval();  // the first evaluation only settles: it sees no clock edge
    m.rst = 1;
    toggle(m);
    m.rst = 0;
    toggle(m);
  }

  VerilatedContext& context_;
  std::vector<Node> nodes_;
};

/// A field of a Verilated pin of any width, which is a little-endian array of bytes.
template <class Pin>
char* bytes(Pin& pin) {
  return reinterpret_cast<char*>(&pin);
}
template <class Pin>
const char* bytes(const Pin& pin) {
  return reinterpret_cast<const char*>(&pin);
}

/// Calls visit(i) for every bit that is set.
template <class Pin, class Visit>
void for_each_bit(const Pin& pin, Visit visit) {
  for (std::size_t from = 0; from < sizeof(pin); from += sizeof(std::uint64_t)) {
    std::uint64_t bits = 0;
    std::memcpy(&bits, bytes(pin) + from, std::min(sizeof(pin) - from, sizeof(bits)));
    for (; bits != 0; bits &= bits - 1) {
      visit(static_cast<unsigned>(from * 8) + static_cast<unsigned>(__builtin_ctzll(bits)));
    }
  }
}

/// Writes the number of a line into a packed array of them, which is wide enough for 4 more bytes.
inline void put_line(std::vector<char>& pin, std::uint32_t at_line, std::uint32_t value,
                     unsigned lines) {
  unsigned bits = 0;
  while ((1U << bits) < lines) ++bits;
  const std::size_t at = std::size_t{at_line} * bits;
  std::uint32_t word = 0;
  std::memcpy(&word, &pin[at / 8], sizeof(word));
  word |= (value & ((1U << bits) - 1)) << (at % 8);
  std::memcpy(&pin[at / 8], &word, sizeof(word));
}

struct PortPins {
  unsigned ports;
  unsigned flit_bytes;  // 4 or 8
};

/// rtl/complete/complete_port.v with LINE_BITS = 16.
template <class Model, PortPins pins, class Recorder>
class PortBank final : public RowBank<Model, Recorder> {
  using Base = RowBank<Model, Recorder>;
  using Base::nodes_;
  using Base::toggle;
  using typename Base::Node;

 public:
  explicit PortBank(VerilatedContext& context) : Base(context) {}

  void add(const NodeWiring& wiring) override {
    Model& m = Base::create(wiring);
    m.messages = wiring.messages;
    m.rate = wiring.rate;
    m.slow = wiring.slow;
    m.last_round = wiring.last_round;
    m.clip = wiring.clip;
    m.digits = wiring.digits;
    m.own_line = wiring.own_line;
    m.lines = wiring.lines;
    m.local_valid = 0;
    m.cycle = 0;
    std::memset(bytes(m.in_valid), 0, sizeof(m.in_valid));
    Base::reset(m);
  }

  void inject(std::uint32_t local, std::uint64_t flit) override {
    Model& m = *nodes_[local].model;
    m.local_valid = 1;
    std::memcpy(&m.local_data, &flit, sizeof(m.local_data));
    toggle(m);
    m.local_valid = 0;
  }

  void step(Fabric& fabric, const std::uint32_t* locals, std::uint32_t count) override {
    for (std::uint32_t i = 0; i < count; ++i) {
      Node& node = nodes_[locals[i]];
      read(fabric, node);
      toggle(*node.model);
      write(fabric, node);
    }
  }

  [[nodiscard]] NodeCounters counters(std::uint32_t local) const override {
    const Model& m = *nodes_[local].model;
    NodeCounters c;
    c.hops = m.hops;
    c.last_hop = m.last_hop;
    c.deliveries = m.deliveries;
    c.last_delivery = m.last_delivery;
    c.duplicate = m.duplicate;
    c.overflow = m.overflow;
    c.underflow = m.underflow;
    return c;
  }

 private:
  static void read(const Fabric& fabric, Node& node) {
    Model& m = *node.model;
    m.cycle = fabric.cycle;
    unsigned char valid[sizeof(m.in_valid)] = {};
    for (unsigned lane = 0; lane < pins.ports; ++lane) {
      const std::uint32_t link = node.wiring.in_links[lane];
      if (!fabric.valid(link)) continue;
      valid[lane / 8] |= static_cast<unsigned char>(1U << (lane % 8));
      const std::uint64_t flit = fabric.flit(link);
      std::memcpy(bytes(m.in_data) + std::size_t{lane} * pins.flit_bytes, &flit, pins.flit_bytes);
    }
    std::memcpy(bytes(m.in_valid), valid, sizeof(valid));
  }

  static std::uint64_t flit_at(const char* data, unsigned lane) {
    std::uint64_t flit = 0;
    std::memcpy(&flit, data + std::size_t{lane} * pins.flit_bytes, pins.flit_bytes);
    return flit;
  }

  static void write(Fabric& fabric, Node& node) {
    const Model& m = *node.model;
    for_each_bit(m.out_valid, [&](unsigned lane) {
      std::uint16_t line = 0;
      std::memcpy(&line, bytes(m.out_line) + lane * sizeof(line), sizeof(line));
      fabric.send(node.wiring.out_links[lane], flit_at(bytes(m.out_data), lane), line);
    });
    for_each_bit(m.deliver_valid, [&](unsigned lane) {
      fabric.deliver(node.wiring.local_links[lane], flit_at(bytes(m.deliver_data), lane));
    });
  }
};

struct CrossbarPins {
  unsigned lines;
  unsigned flit_bytes;  // 4 or 8
};

/// rtl/complete/crossbar.v or benes.v. To be stepped after the interfaces.
template <class Model, CrossbarPins pins, class Recorder>
class CrossbarBank final : public RowBank<Model, Recorder> {
  using Base = RowBank<Model, Recorder>;
  using Base::nodes_;
  using typename Base::Node;

 public:
  explicit CrossbarBank(VerilatedContext& context)
      : Base(context), claim_(pins.lines), claimed_for_(pins.lines, 0xffffffffU) {}

  void add(const NodeWiring& wiring) override {
    Model& m = Base::create(wiring);
    std::memset(bytes(m.in_valid), 0, sizeof(m.in_valid));
    Base::reset(m);
  }

  void inject(std::uint32_t, std::uint64_t) override {
    throw std::logic_error("a crossbar stores nothing");
  }

  /// The edge ends cycle t, whose flits are still on the pins; then those of cycle t+1 pass.
  void step(Fabric& fabric, const std::uint32_t*, std::uint32_t) override {
    Node& node = nodes_.front();
    node.model->clk = 1;
    node.model->eval();
    read(fabric, node);
    node.model->clk = 0;
    node.model->eval();
    write(fabric, node);
  }

  /// `hops`: flits that passed.
  [[nodiscard]] NodeCounters counters(std::uint32_t) const override {
    const Model& m = *nodes_.front().model;
    NodeCounters c;
    c.hops = m.flits;
    if constexpr (requires { m.contention; }) c.contention = m.contention;
    return c;
  }

 private:
  void read(const Fabric& fabric, Node& node) {
    Model& m = *node.model;
    std::memset(bytes(m.in_valid), 0, sizeof(m.in_valid));
    if constexpr (requires { m.in_line; }) destinations_.assign(sizeof(m.in_line) + 8, 0);
    for (std::uint32_t line = 0; line < node.wiring.lines; ++line) {
      const std::uint32_t link = node.wiring.in_links[line];
      if (!fabric.coming(link)) continue;
      bytes(m.in_valid)[line / 8] |= static_cast<char>(1U << (line % 8));
      std::memcpy(bytes(m.in_data) + std::size_t{line} * pins.flit_bytes,
                  &fabric.coming().flit[link], pins.flit_bytes);
      name_destination(fabric, line, fabric.coming().line[link]);
    }
    if constexpr (requires { m.in_line; }) {
      std::memcpy(bytes(m.in_line), destinations_.data(), sizeof(m.in_line));
    }
  }

  void name_destination(const Fabric& fabric, std::uint32_t line, std::uint32_t destination) {
    if (destination < pins.lines && claimed_for_[destination] != fabric.cycle + 1) {
      claimed_for_[destination] = fabric.cycle + 1;
      claim_[destination] = line;
    }
    if (destinations_.empty()) return;  // the settings of a Benes network lead there
    put_line(destinations_, line, destination, pins.lines);
  }

  // A flit came from the line that named the one on which it comes out; a flit that nobody sent
  // there is a hop along a link that does not exist.
  void write(Fabric& fabric, const Node& node) const {
    const Model& m = *node.model;
    const std::uint32_t ports = node.wiring.ports;
    const std::uint32_t no_link = node.wiring.lines / ports;
    for_each_bit(m.out_valid, [&](unsigned line) {
      std::uint64_t flit = 0;
      std::memcpy(&flit, bytes(m.out_data) + std::size_t{line} * pins.flit_bytes, pins.flit_bytes);
      std::uint32_t sender = no_link;
      if (line < node.wiring.lines && claimed_for_[line] == fabric.cycle + 1 &&
          fabric.coming().flit[node.wiring.in_links[claim_[line]]] == flit) {
        sender = claim_[line] / ports;
      }
      // Lines beyond those in use lead to a link beside the others.
      fabric.pass(node.wiring.out_links[std::min<std::uint32_t>(line, node.wiring.lines)], flit,
                  sender, line / ports);
    });
  }

  std::vector<std::uint32_t> claim_, claimed_for_;  // by line out: the line in, and when
  std::vector<char> destinations_;                  // as on the pin `in_line`
};

}  // namespace romcast
