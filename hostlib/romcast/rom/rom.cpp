// SPDX-License-Identifier: Apache-2.0
#include "romcast/rom/rom.hpp"

#include <algorithm>

namespace romcast {
namespace {

constexpr std::uint64_t kLongestRun = 1 << 16;  // argument[15:0] + 1
constexpr std::size_t kLongestLoop = 64;        // argument[5:0] + 1 words
constexpr std::uint64_t kMostPasses = 1 << 10;  // argument[15:6] + 1

// How often runs[at, at+period) stands there in a row.
std::uint64_t repeats(const std::vector<ControlRun>& runs, std::size_t at, std::size_t period) {
  std::size_t i = at + period;
  while (i < runs.size() && runs[i] == runs[i - period]) ++i;
  return (i - at) / period;
}

struct Loop {
  std::size_t period = 0;  // runs
  std::uint64_t passes = 0;
};

// Words of a loop body: its last word drives one cycle only, so a longer last run is split.
std::size_t body_words(const std::vector<ControlRun>& runs, std::size_t at, std::size_t period) {
  return period + (runs[at + period - 1].cycles > 1 ? 1 : 0);
}

// The loop from `at` on that saves most words; period 0 if none does.
Loop best_loop(const std::vector<ControlRun>& runs, std::size_t at) {
  Loop best;
  std::uint64_t most = 0;
  for (std::size_t period = 1; period <= kLongestLoop && at + 2 * period <= runs.size(); ++period) {
    const std::uint64_t passes = std::min(repeats(runs, at, period), kMostPasses);
    const std::size_t body = body_words(runs, at, period);
    if (passes < 2 || body > kLongestLoop || passes * period <= body) continue;
    if (const std::uint64_t saved = passes * period - body; saved > most) {
      most = saved;
      best = {period, passes};
    }
  }
  return best;
}

// A run as long as a word can hold it.
std::vector<ControlRun> split_long_runs(const std::vector<ControlRun>& runs) {
  std::vector<ControlRun> result;
  for (const ControlRun& run : runs) {
    for (std::uint64_t left = run.cycles; left > 0;) {
      const std::uint64_t cycles = std::min(left, kLongestRun);
      result.push_back({run.control, cycles});
      left -= cycles;
    }
  }
  return result;
}

void append_run(RomImage& image, const ControlRun& run, std::uint64_t cycles) {
  image.append(RomImage::Op::run, static_cast<std::uint32_t>(cycles - 1), run.control);
}

void append_loop(RomImage& image, const std::vector<ControlRun>& runs, std::size_t at, Loop loop) {
  const ControlRun& last = runs[at + loop.period - 1];
  for (std::size_t i = at; i + 1 < at + loop.period; ++i)
    append_run(image, runs[i], runs[i].cycles);
  if (last.cycles > 1) append_run(image, last, last.cycles - 1);
  const std::size_t back = body_words(runs, at, loop.period) - 1;
  image.append(RomImage::Op::loop, static_cast<std::uint32_t>((loop.passes - 1) << 6 | back),
               last.control);
}

}  // namespace

RomImage::RomImage(unsigned control_bits)
    : control_bits_(control_bits), stride_((control_bits + kRomOverheadBits + 31) / 32) {}

void RomImage::append(Op op, std::uint32_t argument, std::span<const std::uint32_t> control) {
  const std::size_t begin = data_.size();
  data_.resize(begin + stride_, 0);
  std::copy_n(control.begin(), std::min<std::size_t>(control.size(), stride_),
              data_.begin() + static_cast<long>(begin));
  const std::uint64_t head = static_cast<std::uint64_t>(op) << 16 | (argument & 0xffffU);
  const std::size_t piece = control_bits_ / 32;
  const std::uint64_t shifted = head << (control_bits_ % 32);
  data_[begin + piece] |= static_cast<std::uint32_t>(shifted);
  if (piece + 1 < stride_) data_[begin + piece + 1] |= static_cast<std::uint32_t>(shifted >> 32);
}

void RomImage::append_raw(std::span<const std::uint32_t> pieces) {
  data_.insert(data_.end(), pieces.begin(), pieces.begin() + static_cast<long>(stride_));
}

std::uint32_t RomImage::bits(std::size_t index, unsigned from, unsigned count) const {
  const auto pieces = word(index);
  std::uint64_t value = pieces[from / 32];
  if (from / 32 + 1 < stride_) value |= std::uint64_t{pieces[from / 32 + 1]} << 32;
  return static_cast<std::uint32_t>(value >> (from % 32) & ((std::uint64_t{1} << count) - 1));
}

RomImage::Op RomImage::op(std::size_t index) const {
  return static_cast<Op>(std::min(op_bits(index), 2U));
}

std::uint32_t RomImage::argument(std::size_t index) const { return bits(index, control_bits_, 16); }

ControlWord RomImage::control(std::size_t index) const {
  const auto pieces = word(index);
  ControlWord control(pieces.begin(), pieces.begin() + (control_bits_ + 31) / 32);
  if (control_bits_ % 32 != 0) control.back() &= (1U << control_bits_ % 32) - 1;
  return control;
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

RomImage compile_program(unsigned control_bits, const std::vector<ControlRun>& runs) {
  RomImage image(control_bits);
  const std::vector<ControlRun> pieces = split_long_runs(runs);
  for (std::size_t at = 0; at < pieces.size();) {
    const Loop loop = best_loop(pieces, at);
    if (loop.period == 0) {
      append_run(image, pieces[at], pieces[at].cycles);
      ++at;
    } else {
      append_loop(image, pieces, at, loop);
      at += loop.period * loop.passes;
    }
  }
  image.append(RomImage::Op::halt, 0, {});
  return image;
}

std::optional<ControlRun> RomReader::next() {
  if (address_ >= image_.words()) return std::nullopt;
  const std::size_t here = address_;
  const std::uint32_t argument = image_.argument(here);
  switch (image_.op(here)) {
    case RomImage::Op::run:
      ++address_;
      return ControlRun{image_.control(here), argument + std::uint64_t{1}};
    case RomImage::Op::loop: {
      const std::size_t back = argument & 63;
      const bool again = passes_ != argument >> 6;
      passes_ = again ? passes_ + 1 : 0;
      address_ = !again ? here + 1 : back <= here ? here - back : image_.words();
      return ControlRun{image_.control(here), 1};
    }
    default:
      return std::nullopt;
  }
}

}  // namespace romcast
