// SPDX-License-Identifier: Apache-2.0
// Lists the words of ROMs in the order in which sequencers and processors execute them.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "romcast/machines/rom.hpp"

namespace romcast {

struct RomListing {
  struct Word {
    std::uint64_t cycles;  ///< cycles that the word lasts
    std::string hex;
  };
  std::vector<std::vector<Word>> programs{};
  std::vector<std::vector<std::size_t>> nodes{};  ///< by node: the programs of its sequencers
  bool repeats = false;                           ///< a program restarts after its last word
};

/// Lists each of `images` once, as a program of sequencers. `image_of`: for each sequencer the
/// index of its image; each node has `engines` consecutive sequencers. All functions that return a
/// RomListing throw InputError if the listing has too many words for an HTML page.
RomListing sequencer_listing(const std::vector<RomImage>& images,
                             const std::vector<std::uint32_t>& image_of, unsigned engines);
/// The listing with the programs and nodes of `more` appended.
RomListing joined(RomListing listing, const RomListing& more);

/// Returns a row of a processor's image with all bits of the row in hexadecimal, and with `cycles`.
RomListing::Word listed_row(const RomImage& image, std::size_t row, std::uint64_t cycles);
/// Lists the programs of processors: node i of the listing has program i only.
RomListing processor_listing(std::vector<std::vector<RomListing::Word>> programs, bool repeats);

}  // namespace romcast
