// SPDX-License-Identifier: Apache-2.0
// The sends of a processor that is separate from its switch, for users who bring processors.
#pragma once

#include <cstdint>
#include <vector>

#include "romcast/core/units.hpp"
#include "romcast/machines/rom.hpp"

namespace romcast {

struct ProcessorProgram {
  struct Flit {
    MessageId message = kNone;
    std::uint64_t flit = 0;
  };
  /// A send of `list`. The processor sends in the order of the list, at most one flit per cycle,
  /// each as early as its conditions allow.
  struct Send {
    Flit flit;
    Cycle not_before = 1;     ///< earliest cycle on the link
    MessageId after = kNone;  ///< wait for the arrival of this message; kNone: unconditional
  };

  const RomImage* image = nullptr;  ///< ROM program, if any: see rtl/processor/send_by_rom.v
  std::vector<Flit> slots{};        ///< flits that the image refers to
  std::vector<Send> list{};         ///< used without an image
  unsigned credits = 0;             ///< slots of the switch's port; 0: the port always accepts
};

}  // namespace romcast
