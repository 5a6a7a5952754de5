// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/rom_listing.hpp"

#include <fmt/format.h>

#include <span>
#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/machines/program.hpp"

namespace romcast {
namespace {

constexpr std::size_t kMostWords = 60'000;

void check_words(std::size_t words) {
  if (words > kMostWords) throw InputError("its words are too many for a page");
}

std::string hex_digits(const ControlWord& word, unsigned bits) {
  std::string text;
  for (std::size_t i = word.size(); i-- > 0;) text += fmt::format("{:08x}", word[i]);
  const std::size_t digits = (bits + 3) / 4;
  return text.size() > digits ? text.substr(text.size() - digits) : text;
}

std::size_t words_of(const std::vector<std::vector<RomListing::Word>>& programs) {
  std::size_t words = 0;
  for (const auto& program : programs) words += program.size();
  return words;
}

}  // namespace

RomListing sequencer_listing(const std::vector<RomImage>& images,
                             const std::vector<std::uint32_t>& image_of, unsigned engines) {
  RomListing listing;
  std::size_t words = 0;
  for (const RomImage& image : images) {
    auto& program = listing.programs.emplace_back();
    RomReader reader(image);
    while (const auto run = reader.next()) {
      program.push_back({run->cycles, hex_digits(run->control, control_bits(image))});
      check_words(++words);
    }
  }
  for (std::size_t first = 0; first < image_of.size(); first += engines) {
    const std::span node(image_of.data() + first, engines);
    listing.nodes.emplace_back(node.begin(), node.end());
  }
  return listing;
}

RomListing joined(RomListing listing, const RomListing& more) {
  const std::size_t before = listing.programs.size();
  listing.programs.insert(listing.programs.end(), more.programs.begin(), more.programs.end());
  for (std::vector<std::size_t> node : more.nodes) {
    for (std::size_t& program : node) program += before;
    listing.nodes.push_back(std::move(node));
  }
  check_words(words_of(listing.programs));
  return listing;
}

RomListing::Word listed_row(const RomImage& image, std::size_t row, std::uint64_t cycles) {
  const std::span<const std::uint32_t> word = image.word(row);
  return {cycles, hex_digits({word.begin(), word.end()}, image.word_bits())};
}

RomListing processor_listing(std::vector<std::vector<RomListing::Word>> programs, bool repeats) {
  check_words(words_of(programs));
  RomListing listing{.programs = std::move(programs), .repeats = repeats};
  for (std::size_t p = 0; p < listing.programs.size(); ++p) listing.nodes.push_back({p});
  return listing;
}

}  // namespace romcast
