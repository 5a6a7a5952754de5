// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/rom.hpp"

#include <algorithm>

namespace romcast {

std::uint32_t RomImage::bits(std::size_t index, unsigned from, unsigned count) const {
  const auto pieces = word(index);
  std::uint64_t value = pieces[from / 32];
  if (from / 32 + 1 < stride_) value |= std::uint64_t{pieces[from / 32 + 1]} << 32;
  return static_cast<std::uint32_t>(value >> (from % 32) & ((std::uint64_t{1} << count) - 1));
}

void RomImage::append(std::span<const std::uint32_t> pieces) {
  const std::size_t begin = data_.size();
  data_.resize(begin + stride_, 0);
  std::copy_n(pieces.begin(), std::min(pieces.size(), stride_),
              data_.begin() + static_cast<long>(begin));
}

RomSize size_of(const std::vector<RomImage>& images) {
  RomSize size{.images = images.size()};
  for (const RomImage& image : images) {
    size.words_max = std::max(size.words_max, image.words());
    size.word_bits = std::max(size.word_bits, image.word_bits());
    size.bits_total += image.words() * image.word_bits();
  }
  return size;
}

}  // namespace romcast
