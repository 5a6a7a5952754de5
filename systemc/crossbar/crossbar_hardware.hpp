// SPDX-License-Identifier: Apache-2.0
// Hardware of fully connected networks: each interface has a processor.
#pragma once

#include <memory>

#include "romcast/machines/crossbar/crossbar_description.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

class CrossbarHardware final : public NodeHardware {
 public:
  /// Throws InputError if a PeriodicSend::offset does not fit the offset's field in a row of the
  /// ROMs.
  explicit CrossbarHardware(const CrossbarNodes& nodes);

  [[nodiscard]] const CrossbarDescription& description() const override { return description_; }
  void add_processors(Network& network) override;
  void collect(Network& network, Readings& result) const override;

 private:
  std::shared_ptr<const Complete> complete_;
  Collective collective_;
  unsigned ports_;
  CrossbarDescription description_;
};

}  // namespace romcast
