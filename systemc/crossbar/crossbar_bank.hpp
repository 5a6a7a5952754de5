// SPDX-License-Identifier: Apache-2.0
// The two NodeBanks of fully connected networks: one for the interfaces of the processors, one for
// the crossbar between the interfaces. The model store compiles this header together with the
// class that Verilator made of an interface or a crossbar, at run time.
#pragma once

#include <algorithm>
#include <cstring>
#include <vector>

#include "systemc/described_bank.hpp"

namespace romcast {

/// Writes the line number `value` into element `at_line` of `pin`, a packed array of elements with
/// ceil(log2(lines)) bits each. The element must be 0 before, and `pin` must have at least 4 spare
/// bytes after its last element.
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

/// The bank of the interfaces, rtl/complete/complete_port.v with LINE_BITS = 16.
template <class Model, class Description, class Recorder>
class PortBank final : public DescribedBank<Model, Description, Recorder> {
  using Base = DescribedBank<Model, Description, Recorder>;
  static constexpr auto pins = Description::pins;
  using Base::nodes_;
  using Base::toggle;
  using typename Base::Node;

 public:
  explicit PortBank(VerilatedContext& context) : Base(context) {}

  void step(Wires& fabric, const std::uint32_t* locals, std::uint32_t count) override {
    for (std::uint32_t i = 0; i < count; ++i) {
      Node& node = nodes_[locals[i]];
      read(fabric, node);
      toggle(Base::model(node));
      write(fabric, node);
    }
  }

 private:
  static void read(const Wires& fabric, Node& node) {
    Model& m = Base::model(node);
    m.cycle = fabric.cycle;
    unsigned char valid[sizeof(m.in_valid)] = {};
    for (unsigned lane = 0; lane < pins.ports; ++lane) {
      const std::uint64_t* const flit = fabric.on(node.links.in_links[lane]);
      if (flit == nullptr) continue;
      valid[lane / 8] |= static_cast<unsigned char>(1U << (lane % 8));
      put_flit<pins.flit_bytes>(m.in_data, lane, *flit);
    }
    std::memcpy(bytes(m.in_valid), valid, sizeof(valid));
  }

  static void write(Wires& fabric, Node& node) {
    const Model& m = Base::model(node);
    for_each_bit(m.out_valid, [&](unsigned lane) {
      std::uint16_t line = 0;
      std::memcpy(&line, bytes(m.out_line) + lane * sizeof(line), sizeof(line));
      fabric.send(node.links.out_links[lane], flit_on<pins.flit_bytes>(m.out_data, lane), line);
    });
    for_each_bit(m.deliver_valid, [&](unsigned lane) {
      fabric.deliver(node.links.local_links[lane], flit_on<pins.flit_bytes>(m.deliver_data, lane));
    });
  }
};

struct CrossbarPins {
  unsigned lines;
  unsigned flit_bytes;  // 4 or 8
};

/// The bank of the crossbar, rtl/complete/crossbar.v or benes.v. It must be stepped after the
/// interfaces.
template <class Model, class Description, class Recorder>
class CrossbarBank final : public DescribedBank<Model, Description, Recorder> {
  using Base = DescribedBank<Model, Description, Recorder>;
  static constexpr auto pins = Description::pins;
  using Base::nodes_;
  using typename Base::Node;

 public:
  explicit CrossbarBank(VerilatedContext& context)
      : Base(context), claim_(pins.lines), claimed_for_(pins.lines, 0xffffffffU) {}

  /// Evaluates the clock edge that ends cycle t = fabric.cycle, with the flits of cycle t still on
  /// the pins; then passes the flits of cycle t + 1 from the inputs to the outputs.
  void step(Wires& fabric, const std::uint32_t*, std::uint32_t) override {
    Node& node = nodes_.front();
    Model& m = Base::model(node);
    m.clk = 1;
    m.eval();
    read(fabric, node);
    m.clk = 0;
    m.eval();
    write(fabric, node);
  }

 private:
  void read(const Wires& fabric, Node& node) {
    Model& m = Base::model(node);
    std::memset(bytes(m.in_valid), 0, sizeof(m.in_valid));
    if constexpr (kByInput) destinations_.assign(sizeof(m.in_line) + 8, 0);
    for (std::uint32_t line = 0; line < node.links.lines; ++line) {
      const std::uint32_t link = node.links.in_links[line];
      const std::uint64_t* const flit = fabric.coming(link);
      if (flit == nullptr) continue;
      bytes(m.in_valid)[line / 8] |= static_cast<char>(1U << (line % 8));
      put_flit<pins.flit_bytes>(m.in_data, line, *flit);
      name_destination(fabric, line, fabric.coming_line(link));
    }
    if constexpr (kByInput) {
      std::memcpy(bytes(m.in_line), destinations_.data(), sizeof(m.in_line));
    }
  }

  void name_destination(const Wires& fabric, std::uint32_t line, std::uint32_t destination) {
    if (destination < pins.lines && claimed_for_[destination] != fabric.cycle + 1) {
      claimed_for_[destination] = fabric.cycle + 1;
      claim_[destination] = line;
    }
    if (destinations_.empty()) return;  // the settings of a Benes network determine the path
    put_line(destinations_, line, destination, pins.lines);
  }

  // The sender of a flit is the processor whose input line is in claim_ for the flit's output line,
  // if that input carries the same flit. Otherwise the flit is traced as a hop along a link that
  // does not exist.
  void write(Wires& fabric, const Node& node) const {
    const Model& m = Base::model(node);
    const std::uint32_t ports = node.links.ports;
    const std::uint32_t no_link = node.links.lines / ports;
    for_each_bit(m.out_valid, [&](unsigned line) {
      const auto flit = flit_on<pins.flit_bytes>(m.out_data, line);
      std::uint32_t sender = no_link;
      if (line < node.links.lines && claimed_for_[line] == fabric.cycle + 1 &&
          *fabric.coming(node.links.in_links[claim_[line]]) == flit) {
        sender = claim_[line] / ports;
      }
      // Lines that the network does not use end at an extra link.
      fabric.pass(node.links.out_links[std::min<std::uint32_t>(line, node.links.lines)], flit,
                  sender, line / ports);
    });
  }

  static constexpr bool kByInput = Base::has_input("in_line");

  // For each output line: the last cycle with flits that named the line (claimed_for_), and the
  // first input with such a flit in that cycle (claim_).
  std::vector<std::uint32_t> claim_, claimed_for_;
  std::vector<char> destinations_;  // same layout as the pin `in_line`
};

}  // namespace romcast
