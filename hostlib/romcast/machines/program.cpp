// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/program.hpp"

#include <algorithm>
#include <utility>

#include "romcast/machines/bit_row.hpp"

namespace romcast {
namespace {

constexpr std::uint64_t kLongestRun = 1 << 16;  // argument[15:0] + 1
constexpr std::size_t kLongestLoop = 64;        // argument[5:0] + 1 words
constexpr std::uint64_t kMostPasses = 1 << 10;  // argument[15:6] + 1

// Number of consecutive occurrences of runs[at, at+period), the first one included.
std::uint64_t repeats(const std::vector<ControlRun>& runs, std::size_t at, std::size_t period) {
  std::size_t i = at + period;
  while (i < runs.size() && runs[i] == runs[i - period]) ++i;
  return (i - at) / period;
}

struct Loop {
  std::size_t period = 0;  // length of the period, in runs
  std::uint64_t passes = 0;
};

// Number of words of a loop body. Its last word drives only one cycle, so a longer last run is
// split.
std::size_t body_words(const std::vector<ControlRun>& runs, std::size_t at, std::size_t period) {
  return period + (runs[at + period - 1].cycles > 1 ? 1 : 0);
}

// The loop starting at `at` that saves most words; period 0 if no loop saves a word.
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

// Splits runs so that each fits one word.
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
  append_instruction(image, SequencerOp::run, static_cast<std::uint32_t>(cycles - 1), run.control);
}

void append_loop(RomImage& image, const std::vector<ControlRun>& runs, std::size_t at, Loop loop) {
  const ControlRun& last = runs[at + loop.period - 1];
  for (std::size_t i = at; i + 1 < at + loop.period; ++i)
    append_run(image, runs[i], runs[i].cycles);
  if (last.cycles > 1) append_run(image, last, last.cycles - 1);
  const std::size_t back = body_words(runs, at, loop.period) - 1;
  append_instruction(image, SequencerOp::loop,
                     static_cast<std::uint32_t>((loop.passes - 1) << 6 | back), last.control);
}

}  // namespace

void append_instruction(RomImage& program, SequencerOp op, std::uint32_t argument,
                        std::span<const std::uint32_t> control) {
  const unsigned bits = control_bits(program);
  ControlWord word((program.word_bits() + 31) / 32, 0);
  std::copy_n(control.begin(), std::min(control.size(), word.size()), word.begin());
  std::size_t at = bits;
  put_bits(word, at, 16, argument & 0xffffU);
  put_bits(word, at, 2, static_cast<std::uint32_t>(op));
  program.append(word);
}

Instruction instruction(const RomImage& program, std::size_t index) {
  const unsigned bits = control_bits(program);
  const auto pieces = program.word(index);
  Instruction result{.op = program.bits(index, bits + 16, 2),
                     .argument = program.bits(index, bits, 16),
                     .control = {pieces.begin(), pieces.begin() + (bits + 31) / 32}};
  if (bits % 32 != 0) result.control.back() &= (1U << bits % 32) - 1;
  return result;
}

RomImage compile_program(unsigned control_bits, const std::vector<ControlRun>& runs) {
  RomImage image = program_image(control_bits);
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
  append_instruction(image, SequencerOp::halt, 0, {});
  return image;
}

std::optional<ControlRun> RomReader::next() {
  if (address_ >= program_.words()) return std::nullopt;
  const std::size_t here = address_;
  Instruction word = instruction(program_, here);
  if (word.is(SequencerOp::run)) {
    ++address_;
    return ControlRun{std::move(word.control), word.argument + std::uint64_t{1}};
  }
  if (!word.is(SequencerOp::loop)) return std::nullopt;
  const std::size_t back = word.argument & 63;
  const bool again = passes_ != word.argument >> 6;
  passes_ = again ? passes_ + 1 : 0;
  address_ = !again ? here + 1 : back <= here ? here - back : program_.words();
  return ControlRun{std::move(word.control), 1};
}

}  // namespace romcast
