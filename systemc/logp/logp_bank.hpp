// SPDX-License-Identifier: Apache-2.0
// NodeBanks over Verilated classes of LogP machines (rtl/complete/logp_port.v, logp_fabric.v). The
// model store compiles a bank together with its class, at run time.
#pragma once

#include <deque>
#include <stdexcept>

#include "systemc/crossbar/crossbar_bank.hpp"

namespace romcast {

struct LogpPins {
  unsigned lanes;       // lines from the crossbar to a processor
  unsigned flit_bytes;  // 4 or 8
};

/// The interfaces of processors: logp_port.v with LINE_BITS = 16.
template <class Model, class Description, class Recorder>
class LogpPortBank final : public DescribedBank<Model, Description, Recorder> {
  using Base = DescribedBank<Model, Description, Recorder>;
  static constexpr auto pins = Description::pins;
  using Base::nodes_;
  using Base::toggle;
  using typename Base::Node;

 public:
  explicit LogpPortBank(VerilatedContext& context) : Base(context) {}

  void add(const NodeLinks& links, const std::uint64_t* straps) override {
    Base::add(links, straps);
    additions_.emplace_back();
  }

  void start() override {
    constexpr unsigned patience = 1U << 24;  // cycles
    for (Node& node : nodes_) {
      unsigned cycles = 0;
      for (Model& m = Base::model(node); !m.ready && cycles < patience; ++cycles) toggle(m);
      if (cycles == patience) throw std::runtime_error("a LogP processor never gets ready");
    }
    Base::start();
  }

  void announce(Wires& fabric) override {
    for (std::size_t i = 0; i < nodes_.size(); ++i) write(fabric, nodes_[i], additions_[i]);
  }

  void step(Wires& fabric, const std::uint32_t* locals, std::uint32_t count) override {
    for (std::uint32_t i = 0; i < count; ++i) {
      Node& node = nodes_[locals[i]];
      read(fabric, node);
      toggle(Base::model(node));
      write(fabric, node, additions_[locals[i]]);
    }
  }

 private:
  using Additions = std::deque<std::uint32_t>;  // cycles of additions not yet traced

  static void read(const Wires& fabric, Node& node) {
    Model& m = Base::model(node);
    m.cycle = fabric.cycle;
    unsigned valid = 0;
    for (unsigned lane = 0; lane < pins.lanes; ++lane) {
      const std::uint64_t* const flit = fabric.on(node.links.in_links[lane]);
      if (flit == nullptr) continue;
      valid |= 1U << lane;
      put_flit<pins.flit_bytes>(m.in_data, lane, *flit);
    }
    m.in_valid = valid;
    if (m.issue) {
      std::memcpy(&m.local_data, &fabric.request[node.links.node].supplied, sizeof(m.local_data));
    }
  }

  static void write(Wires& fabric, Node& node, Additions& additions) {
    const Model& m = Base::model(node);
    const std::uint32_t next = fabric.cycle + 1, self = node.links.node;
    if (m.deliver_valid) {
      const auto flit = flit_on<pins.flit_bytes>(m.deliver_data, 0);
      // Interfaces with two lanes have input queues; the trace shows when a message leaves a queue.
      if (pins.lanes > 1) fabric.note({fabric.cycle, self, flit, self});
      fabric.deliver(node.links.local_links[0], flit);
    }
    if (m.out_valid) {
      fabric.send(node.links.out_links[0], flit_on<pins.flit_bytes>(m.out_data, 0), m.out_line);
    }
    ProcessorRequest& request = fabric.request[self];
    if (m.issue) {
      request.issue_in = next;
      request.message = m.issue_message;
      request.line = m.issue_line;
    }
    if (m.add) {
      request.add_in = next;
      additions.push_back(next + 1);  // the trace shows time t as cycle t + 1
    }
    if (m.issue || m.add) fabric.wake_at_once(fabric.end_of_link[node.links.local_links[0]].node);
    // Sends are traced only when their overhead ends. Additions are traced with the same delay, so
    // that the trace stays in order of time.
    if (!additions.empty() && additions.front() + m.overhead <= next) {
      fabric.note({additions.front(), self | kAddition, 0, 1});
      additions.pop_front();
    }
  }

  std::vector<Additions> additions_;  // by node
};

/// The crossbar: logp_fabric.v. It must be stepped after the interfaces.
template <class Model, class Description, class Recorder>
class LogpFabricBank final : public DescribedBank<Model, Description, Recorder> {
  using Base = DescribedBank<Model, Description, Recorder>;
  static constexpr auto pins = Description::pins;
  using Base::nodes_;
  using typename Base::Node;

 public:
  explicit LogpFabricBank(VerilatedContext& context) : Base(context) {}

  /// The clock edge ends cycle fabric.cycle, whose flits the pins still hold; then the flits of the
  /// next cycle cross.
  void step(Wires& fabric, const std::uint32_t*, std::uint32_t) override {
    Node& node = nodes_.front();
    Model& m = Base::model(node);
    m.clk = 1;
    m.eval();
    read(fabric, node);
    m.clk = 0;
    m.eval();
    for_each_bit(m.out_valid, [&](unsigned line) {
      if (line >= node.links.lines) return;
      fabric.arrive(node.links.out_links[line], flit_on<pins.flit_bytes>(m.out_data, line));
    });
  }

 private:
  void read(Wires& fabric, Node& node) {
    Model& m = Base::model(node);
    const NodeLinks& links = node.links;
    std::memset(bytes(m.in_valid), 0, sizeof(m.in_valid));
    destinations_.assign(sizeof(m.in_line) + 8, 0);
    const std::uint32_t inputs = links.lines / links.ports * links.senders;
    for (std::uint32_t input = 0; input < inputs; ++input) {
      const std::uint32_t link = links.in_links[input];
      const std::uint64_t* const comes = fabric.coming(link);
      if (comes == nullptr) continue;
      const std::uint32_t from = input / links.senders;
      const std::uint32_t line = from * links.ports + input % links.senders;
      const std::uint64_t flit = *comes;
      const std::uint32_t destination = fabric.coming_line(link);
      bytes(m.in_valid)[line / 8] |= static_cast<char>(1U << (line % 8));
      put_flit<pins.flit_bytes>(m.in_data, line, flit);
      put_line(destinations_, line, destination, pins.lines);
      // A send is traced as a hop of the cycle in which its overhead begins.
      fabric.note({fabric.cycle + 1 - links.lead, from, flit, destination / links.ports});
    }
    std::memcpy(bytes(m.in_line), destinations_.data(), sizeof(m.in_line));
  }

  std::vector<char> destinations_;  // same layout as the pin `in_line`
};

}  // namespace romcast
