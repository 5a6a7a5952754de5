// SPDX-License-Identifier: Apache-2.0
// The NodeBank whose nodes are objects of a class that Verilator made of
// rtl/direct/combining_node.v. The model store compiles this header with the class, at run time.
#pragma once

#include "systemc/described_bank.hpp"

namespace romcast {

struct CombiningPins {
  unsigned ports;
  unsigned senders;     // 1, or one per port
  unsigned value_bits;  // width of the number of a value, 1..16
};
/// Bytes of a flit of combined values.
inline constexpr unsigned kPartialBytes = 8;

template <class Model, class Description, class Recorder>
class CombiningBank final : public DescribedBank<Model, Description, Recorder> {
  using Base = DescribedBank<Model, Description, Recorder>;
  static constexpr auto pins = Description::pins;
  using Base::nodes_;
  using Base::toggle;
  using typename Base::Node;

 public:
  explicit CombiningBank(VerilatedContext& context) : Base(context) {}

  void announce(Wires& fabric) override {
    for (Node& node : nodes_) ask(fabric, node);
  }

  void step(Wires& fabric, const std::uint32_t* locals, std::uint32_t count) override {
    for (std::uint32_t i = 0; i < count; ++i) {
      Node& node = nodes_[locals[i]];
      read(fabric, node);
      toggle(Base::model(node));
      write(fabric, node);
      ask(fabric, node);
    }
  }

 private:
  static void read(const Wires& fabric, Node& node) {
    Model& m = Base::model(node);
    m.cycle = fabric.cycle;
    std::uint64_t valid = 0;
    for (unsigned port = 0; port < pins.ports; ++port) {
      const std::uint32_t link = node.links.in_links[port];
      const std::uint64_t* const flit = fabric.leads_on(link) ? fabric.on(link) : nullptr;
      if (flit == nullptr) continue;
      valid |= std::uint64_t{1} << port;
      put_flit<kPartialBytes>(m.in_data, port, *flit);
    }
    m.in_valid = static_cast<std::remove_reference_t<decltype(m.in_valid)>>(valid);
    for_each_bit(m.issue, [&](unsigned sender) {
      put_flit<kPartialBytes>(m.local_data, sender,
                              fabric.request[request_of(node, sender)].supplied);
    });
  }

  static void write(Wires& fabric, Node& node) {
    const Model& m = Base::model(node);
    for_each_bit(m.out_valid, [&](unsigned port) {
      fabric.drive(node.links.out_links[port],
                   flit_on<kPartialBytes>(m.out_data, pins.senders == 1 ? 0 : port));
    });
    for_each_bit(m.deliver_valid, [&](unsigned port) {
      fabric.deliver(node.links.local_links[port], flit_on<kPartialBytes>(m.deliver_data, port));
    });
  }

  // Requests from the processor the values that the node's senders send at the next clock edge.
  static void ask(Wires& fabric, Node& node) {
    const Model& m = Base::model(node);
    bool any = false;
    for_each_bit(m.issue, [&](unsigned sender) {
      ProcessorRequest& request = fabric.request[request_of(node, sender)];
      request.issue_in = fabric.cycle + 1;
      request.message = value(m, sender);
      any = true;
    });
    if (any) fabric.wake_at_once(fabric.end_of_link[node.links.local_links[0]].node);
  }

  static std::uint32_t value(const Model& m, unsigned sender) {
    char packed[sizeof(m.issue_value) + sizeof(std::uint32_t)] = {};
    std::memcpy(packed, &m.issue_value, sizeof(m.issue_value));
    const unsigned at = sender * pins.value_bits;
    std::uint32_t word = 0;
    std::memcpy(&word, packed + at / 8, sizeof(word));
    return word >> at % 8 & ((1U << pins.value_bits) - 1);
  }
  static std::size_t request_of(const Node& node, unsigned sender) {
    return std::size_t{node.links.node} * pins.ports + sender;
  }
};

}  // namespace romcast
