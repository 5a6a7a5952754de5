// SPDX-License-Identifier: Apache-2.0
#include "systemc/hardware_of.hpp"

#include "systemc/combining/combining_hardware.hpp"
#include "systemc/crossbar/crossbar_hardware.hpp"
#include "systemc/logp/logp_hardware.hpp"
#include "systemc/store/store_hardware.hpp"
#include "systemc/tree/tree_hardware.hpp"

namespace romcast {
namespace {

struct Make {
  using Made = std::shared_ptr<NodeHardware>;
  Made operator()(const TreeNodes& nodes) { return std::make_shared<TreeHardware>(nodes); }
  Made operator()(const StoreNodes& nodes) { return std::make_shared<DirectHardware>(nodes); }
  Made operator()(const CombiningNodes& nodes) { return std::make_shared<ReduceHardware>(nodes); }
  Made operator()(const CrossbarNodes& nodes) { return std::make_shared<CompleteHardware>(nodes); }
  Made operator()(const LogpNodes& nodes) { return std::make_shared<LogpHardware>(nodes); }
};

}  // namespace

std::shared_ptr<NodeHardware> hardware_of(const ControlledNodes& nodes) {
  return std::visit(Make{}, nodes.machine);
}

}  // namespace romcast
