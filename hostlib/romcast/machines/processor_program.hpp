// SPDX-License-Identifier: Apache-2.0
// What a processor beside the switches sends, for those who build one of their own.
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
  /// In order, one a cycle: as soon as it may.
  struct Send {
    Flit flit;
    Cycle not_before = 1;     ///< on the link
    MessageId after = kNone;  ///< not before this message has come; kNone: whenever
  };

  const RomImage* image = nullptr;  ///< led by a ROM: see rtl/processor/send_by_rom.v
  std::vector<Flit> slots{};        ///< of the image
  std::vector<Send> list{};         ///< without an image
  unsigned credits = 0;             ///< places of the port that it sends to; 0: always accepts
};

}  // namespace romcast
