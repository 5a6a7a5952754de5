// SPDX-License-Identifier: Apache-2.0
// The words of ROMs as sequencers and processors run through them, for the eye.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/machines/rom.hpp"

namespace romcast {

struct RomListing {
  struct Word {
    std::uint64_t cycles;  ///< for which it stands
    std::string hex;
  };
  std::vector<std::vector<Word>> programs{};
  std::vector<std::vector<std::size_t>> nodes{};  ///< by node: the programs of its engines
  bool repeats = false;                           ///< a program begins again behind its last word
};

/// Programs of sequencers, each distinct one once. `image_of` has so many engines for each node.
/// Throws InputError if the words are too many for a page, as all of these do.
RomListing sequencer_listing(const std::vector<RomImage>& images,
                             const std::vector<std::uint32_t>& image_of, unsigned engines);
/// Adds the nodes of another listing behind those that are there.
RomListing joined(RomListing listing, const RomListing& more);

/// A row of a processor's program, as it is loaded.
RomListing::Word listed_row(const RomImage& image, std::size_t row, std::uint64_t cycles);
/// A program and node for each processor.
RomListing processor_listing(std::vector<std::vector<RomListing::Word>> programs, bool repeats);

}  // namespace romcast
