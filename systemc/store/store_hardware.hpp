// SPDX-License-Identifier: Apache-2.0
// Hardware of direct networks: each node has a processor at its local port.
#pragma once

#include <memory>

#include "romcast/machines/store/store_description.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

class StoreHardware final : public NodeHardware {
 public:
  explicit StoreHardware(const StoreNodes& nodes);

  [[nodiscard]] const StoreDescription& description() const override { return description_; }
  void add_processors(Network& network) override;
  void collect(Network& network, Readings& result) const override;

 private:
  std::shared_ptr<const Topology> network_;
  Collective collective_;
  StoreDescription description_;
};

}  // namespace romcast
