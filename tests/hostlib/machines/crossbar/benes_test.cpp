// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/crossbar/benes.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <numeric>
#include <random>
#include <set>

#include "romcast/core/error.hpp"
#include "romcast/core/units.hpp"

using namespace romcast;

namespace {

using Lines = std::vector<std::uint32_t>;

// Evaluates a Benes network by the recursive definition instead of stages: a column of switches,
// one inner network for the even lines and one for the odd lines, a column of switches.
// `carried[i]` is the number of the input that line i of the whole or an inner network carries.
class Network {
 public:
  Network(std::size_t lines, const ControlWord& row) : half_(lines / 2), row_(row) {
    while ((1U << bits_) < lines) ++bits_;
  }

  // For each output line the input line.
  [[nodiscard]] Lines sources() const {
    Lines all(2 * half_);
    std::iota(all.begin(), all.end(), 0);
    return pass(all, 0, 0);
  }

 private:
  [[nodiscard]] bool set(unsigned stage, std::size_t number) const {
    const std::size_t bit = stage * half_ + number;
    return (row_.at(bit / 32) >> bit % 32 & 1) != 0;
  }
  [[nodiscard]] Lines pass(Lines carried, unsigned depth, std::size_t offset) const {
    column(carried, depth, depth, offset);
    if (carried.size() == 2) return carried;
    Lines even, odd;
    for (std::size_t i = 0; i < carried.size(); ++i)
      (i % 2 == 0 ? even : odd).push_back(carried[i]);
    even = pass(even, depth + 1, offset);
    odd = pass(odd, depth + 1, offset + (std::size_t{1} << depth));
    for (std::size_t i = 0; i < carried.size(); ++i) carried[i] = (i % 2 == 0 ? even : odd)[i / 2];
    column(carried, 2 * bits_ - 2 - depth, depth, offset);
    return carried;
  }
  // Passes `carried` through a column of switches. If bit `depth` of x is 0, a switch joins lines x
  // and x + 2^depth of the whole network; the switch's number in its stage is x with bit `depth`
  // removed.
  void column(Lines& carried, unsigned stage, unsigned depth, std::size_t offset) const {
    for (std::size_t i = 0; i < carried.size(); i += 2) {
      const std::size_t line = (i << depth) + offset, step = std::size_t{1} << depth;
      if (set(stage, line / (2 * step) * step + line % step)) std::swap(carried[i], carried[i + 1]);
    }
  }

  std::size_t half_;
  unsigned bits_ = 0;
  const ControlWord& row_;
};

// True if each input x with outputs[x] != kNone reaches output outputs[x], and if no two outputs
// carry the same input.
bool routes(const Lines& outputs, const ControlWord& row) {
  const Lines sources = Network(outputs.size(), row).sources();
  for (std::uint32_t x = 0; x < outputs.size(); ++x) {
    if (outputs[x] != kNone && sources[outputs[x]] != x) return false;
  }
  return std::set(sources.begin(), sources.end()).size() == outputs.size();
}

Lines identity(std::size_t lines) {
  Lines outputs(lines);
  std::iota(outputs.begin(), outputs.end(), 0);
  return outputs;
}

}  // namespace

TEST_CASE("a Benes network passes every permutation of 2, 4 and 8 lines", "[exhaustive]") {
  for (const std::size_t lines : {2U, 4U, 8U}) {
    Lines outputs = identity(lines);
    do REQUIRE(routes(outputs, benes_row(outputs)));
    while (std::ranges::next_permutation(outputs).found);
  }
}

TEST_CASE("a Benes network passes every partial permutation of 4 lines") {
  std::size_t tried = 0;
  for (std::uint32_t code = 0; code < 5 * 5 * 5 * 5; ++code) {
    const Lines digits{code % 5, code / 5 % 5, code / 25 % 5, code / 125};
    Lines outputs, used;
    for (const std::uint32_t digit : digits) {
      outputs.push_back(digit == 4 ? kNone : digit);
      if (digit != 4) used.push_back(digit);
    }
    if (std::set(used.begin(), used.end()).size() != used.size()) continue;
    REQUIRE(routes(outputs, benes_row(outputs)));
    ++tried;
  }
  CHECK(tried == 209);  // sum of C(4,i)^2 i!
}

TEST_CASE("a Benes network passes random partial permutations of 16 to 1024 lines") {
  std::mt19937 random(1);
  for (std::size_t lines = 16; lines <= 1024; lines *= 2) {
    for (unsigned idle = 0; idle < 20; ++idle) {
      Lines outputs = identity(lines);
      std::ranges::shuffle(outputs, random);
      for (std::uint32_t& output : outputs) {
        if (random() % 20 < idle) output = kNone;
      }
      REQUIRE(routes(outputs, benes_row(outputs)));
    }
  }
}

TEST_CASE("a row of a Benes network of 2^s lines has 2s-1 bits for each pair of lines") {
  for (unsigned bits = 1; bits <= 10; ++bits) {
    const std::size_t lines = std::size_t{1} << bits;
    CHECK(benes_row(Lines(lines, kNone)).size() == ((2 * bits - 1) * lines / 2 + 31) / 32);
  }
}

TEST_CASE("the stages of a Benes network exchange the bits of a line upwards and downwards") {
  Lines bits;
  for (unsigned stage = 0; stage < benes_stages(4); ++stage) bits.push_back(benes_bit(4, stage));
  CHECK(bits == Lines{0, 1, 2, 3, 2, 1, 0});
}

TEST_CASE("what is no partial permutation of a power of two of lines is refused") {
  using Catch::Contains;
  for (const std::size_t lines : {0U, 1U, 3U, 6U, 131072U}) {
    CHECK_THROWS_AS(benes_row(Lines(lines, kNone)), InputError);
  }
  CHECK_THROWS_WITH(benes_row(Lines(3, kNone)), Contains("3 lines") && Contains("power of two"));
  CHECK_THROWS_WITH(benes_row(Lines{0, 4, 1, 2}), Contains("input line 1") && Contains("0 to 3"));
  CHECK_THROWS_WITH(benes_row(Lines{0, 1, 3, 1}), Contains("input line 3") && Contains("line 1"));
}
