// SPDX-License-Identifier: Apache-2.0
// The container of ROM contents: words of any width, whatever their fields.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "romcast/core/memories.hpp"

namespace romcast {

/// A word, or a part of a word, in as few 32-bit pieces as possible, lowest first.
using ControlWord = std::vector<std::uint32_t>;

/// Contents of one ROM: words of `word_bits` bits, each packed in 32-bit pieces, lowest first.
class RomImage {
 public:
  explicit RomImage(unsigned word_bits)
      : word_bits_(word_bits), stride_((std::size_t{word_bits} + 31) / 32) {}
  RomImage(unsigned word_bits, const std::vector<ControlWord>& words) : RomImage(word_bits) {
    for (const ControlWord& word : words) append(word);
  }

  [[nodiscard]] unsigned word_bits() const { return word_bits_; }
  [[nodiscard]] std::size_t words() const { return stride_ == 0 ? 0 : data_.size() / stride_; }
  [[nodiscard]] std::span<const std::uint32_t> word(std::size_t index) const {
    return std::span(data_).subspan(index * stride_, stride_);
  }
  /// The `count` bits (1..32) from bit `from` of a word on.
  [[nodiscard]] std::uint32_t bits(std::size_t index, unsigned from, unsigned count) const;
  bool operator==(const RomImage&) const = default;

  /// Appends a word; missing pieces are 0; bits above word_bits() must be 0.
  void append(std::span<const std::uint32_t> pieces);

 private:
  unsigned word_bits_;
  std::size_t stride_;
  std::vector<std::uint32_t> data_;
};

RomSize size_of(const std::vector<RomImage>& images);

}  // namespace romcast
