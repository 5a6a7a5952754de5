// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/crossbar/benes.hpp"

#include <fmt/format.h>

#include <bit>
#include <vector>

#include "romcast/core/error.hpp"
#include "romcast/core/units.hpp"

namespace romcast {
namespace {

constexpr std::size_t kMostLines = 65536;

using Lines = std::vector<std::uint32_t>;

// Assigns the unused outputs to the idle inputs, in ascending order.
Lines completed(std::span<const std::uint32_t> outputs) {
  std::vector<bool> taken(outputs.size(), false);
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    if (outputs[i] == kNone) continue;
    if (outputs[i] >= outputs.size()) {
      throw InputError(fmt::format("input line {}: no output line {}; lines are 0 to {}", i,
                                   outputs[i], outputs.size() - 1));
    }
    if (taken[outputs[i]]) {
      throw InputError(fmt::format("input line {}: output line {} is in use; give it to one input",
                                   i, outputs[i]));
    }
    taken[outputs[i]] = true;
  }
  Lines all(outputs.begin(), outputs.end());
  std::uint32_t free = 0;
  for (std::uint32_t& output : all) {
    if (output != kNone) continue;
    while (taken[free]) ++free;
    output = free++;
  }
  return all;
}

class Router {
 public:
  explicit Router(std::size_t lines)
      : bits_(static_cast<unsigned>(std::countr_zero(lines))),
        switches_(lines / 2),
        row_((benes_stages(bits_) * switches_ + 31) / 32, 0) {}

  // Sets the sub-network of depth d = `depth`, which has the lines x * 2^d + offset, so that its
  // input x is connected to its output output[x].
  void route(const Lines& output, unsigned depth, std::uint32_t offset) {
    if (output.size() == 2) {
      if (output[0] == 1) exchange(depth, offset);
      return;
    }
    const Lines input = inverse(output);
    const std::vector<bool> upper = split(output, input);
    Lines inner[2] = {Lines(output.size() / 2), Lines(output.size() / 2)};
    for (std::uint32_t x = 0; x < output.size(); ++x) inner[upper[x]][x / 2] = output[x] / 2;
    for (std::uint32_t j = 0; j < output.size() / 2; ++j) {
      const std::uint32_t at = (j << depth) + offset;
      if (upper[2 * j]) exchange(depth, at);
      if (upper[input[2 * j]]) exchange(benes_stages(bits_) - 1 - depth, at);
    }
    route(inner[0], depth + 1, offset);
    route(inner[1], depth + 1, offset + (1U << depth));
  }
  [[nodiscard]] const ControlWord& row() const { return row_; }

 private:
  static Lines inverse(const Lines& output) {
    Lines input(output.size());
    for (std::uint32_t x = 0; x < output.size(); ++x) input[output[x]] = x;
    return input;
  }
  // Selects the inputs that take the upper inner network. Two inputs that share an input switch, or
  // whose outputs share an output switch, must use different inner networks; the inner loop follows
  // a cycle of such pairs.
  static std::vector<bool> split(const Lines& output, const Lines& input) {
    std::vector<bool> upper(output.size(), false), done(output.size(), false);
    for (std::uint32_t begin = 0; begin < output.size(); ++begin) {
      for (std::uint32_t x = begin; !done[x];) {
        const std::uint32_t partner = input[output[x] ^ 1];
        done[x] = done[partner] = true;
        upper[partner] = true;
        x = partner ^ 1;
      }
    }
    return upper;
  }
  void exchange(unsigned stage, std::uint32_t number) {
    const std::size_t bit = stage * switches_ + number;
    row_[bit / 32] |= 1U << bit % 32;
  }

  unsigned bits_;
  std::size_t switches_;
  ControlWord row_;
};

}  // namespace

ControlWord benes_row(std::span<const std::uint32_t> outputs) {
  const std::size_t lines = outputs.size();
  if (!std::has_single_bit(lines) || lines < 2 || lines > kMostLines) {
    throw InputError(
        fmt::format("{} lines: a Benes network has a power of two, 2 to {}", lines, kMostLines));
  }
  Router router(lines);
  router.route(completed(outputs), 0, 0);
  return router.row();
}

}  // namespace romcast
