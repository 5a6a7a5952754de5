// SPDX-License-Identifier: Apache-2.0
// A fabric as a Verilated model.
#pragma once

#include <memory>

#include "romcast/design/fabric/fabric_design.hpp"
#include "romcast/run/run.hpp"
#include "systemc/fabric/fabric_pins.hpp"

class VerilatedContext;  // verilated.h

namespace romcast {

/// The model of a design, built unless it is cached. It makes any number of fabrics, and must
/// outlive them. Throws InputError if the payload is too wide for a co-simulation, MissingError if
/// a tool is missing or fails.
class FabricModel {
 public:
  explicit FabricModel(const FabricDesign& design, const ModelSettings& settings = {});
  ~FabricModel();
  FabricModel(const FabricModel&) = delete;
  FabricModel& operator=(const FabricModel&) = delete;
  [[nodiscard]] std::unique_ptr<FabricPins> fabric() const;

 private:
  const FabricWidths widths_;
  std::shared_ptr<VerilatedContext> context_;
  void* maker_;
};

}  // namespace romcast
