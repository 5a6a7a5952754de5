// SPDX-License-Identifier: Apache-2.0
// NodeBank over a Verilated class of rtl/direct/link_line.v. The model store compiles this file
// together with the class, at run time.
#pragma once

#include "systemc/described_bank.hpp"

namespace romcast {

struct LinePins {
  unsigned flit_bytes;  // 4 or 8
};

template <class Model, class Description, class Recorder>
class LineBank final : public DescribedBank<Model, Description, Recorder> {
  using Base = DescribedBank<Model, Description, Recorder>;
  static constexpr auto pins = Description::pins;
  using Base::nodes_;
  using Base::toggle;
  using typename Base::Node;

 public:
  explicit LineBank(VerilatedContext& context) : Base(context) {}

  void start() override {}

  void step(Wires& fabric, const std::uint32_t* locals, std::uint32_t count) override {
    for (std::uint32_t i = 0; i < count; ++i) {
      Node& node = nodes_[locals[i]];
      Model& m = Base::model(node);
      const std::uint64_t* const flit = fabric.on(node.links.in_links[0]);
      m.in_valid = flit != nullptr;
      if (flit != nullptr) put_flit<pins.flit_bytes>(m.in_data, 0, *flit);
      toggle(m);
      if (m.out_valid != 0) {
        fabric.deliver(node.links.out_links[0], flit_on<pins.flit_bytes>(m.out_data, 0));
      }
    }
  }
};

}  // namespace romcast
