// SPDX-License-Identifier: Apache-2.0
#include "systemc/hardware_of.hpp"

#include "systemc/complete_hardware.hpp"
#include "systemc/direct_hardware.hpp"
#include "systemc/logp_hardware.hpp"
#include "systemc/reduce_hardware.hpp"
#include "systemc/tree_hardware.hpp"

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
