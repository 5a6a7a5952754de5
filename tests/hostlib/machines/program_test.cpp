// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/program.hpp"

#include <catch2/catch.hpp>
#include <random>

using namespace romcast;

namespace {

// Joins neighbouring runs with equal control words, since a program may cut a run anywhere.
std::vector<ControlRun> joined(const std::vector<ControlRun>& runs) {
  std::vector<ControlRun> result;
  for (const ControlRun& run : runs) {
    if (run.cycles == 0) continue;
    if (!result.empty() && result.back().control == run.control) {
      result.back().cycles += run.cycles;
    } else {
      result.push_back(run);
    }
  }
  return result;
}

std::vector<ControlRun> executed(const RomImage& image) {
  std::vector<ControlRun> runs;
  RomReader reader(image);
  while (const auto run = reader.next()) runs.push_back(*run);
  return joined(runs);
}

// Compiles `runs`, checks that the program drives `runs`, and returns the program's size in words.
std::size_t words(const std::vector<ControlRun>& runs, unsigned bits = 8) {
  const RomImage image = compile_program(bits, runs);
  CHECK(executed(image) == joined(runs));
  return image.words();
}

// Control words 1, 2, .. count, each for one cycle.
std::vector<ControlRun> counting(std::uint32_t count) {
  std::vector<ControlRun> runs;
  for (std::uint32_t i = 1; i <= count; ++i) runs.push_back({{i}, 1});
  return runs;
}

std::vector<ControlRun> repeated(const std::vector<ControlRun>& body, unsigned times) {
  std::vector<ControlRun> runs;
  for (unsigned i = 0; i < times; ++i) runs.insert(runs.end(), body.begin(), body.end());
  return runs;
}

ControlWord random_word(unsigned bits, std::mt19937& random) {
  ControlWord word((bits + 31) / 32);
  for (std::uint32_t& piece : word) piece = static_cast<std::uint32_t>(random());
  if (bits % 32 != 0) word.back() &= (1U << bits % 32) - 1;
  return word;
}

}  // namespace

TEST_CASE("an empty program is HALT") { CHECK(words({}) == 1); }

TEST_CASE("a run takes a word, however long it is up to 65536 cycles") {
  CHECK(words({{{5}, 1}}) == 2);
  CHECK(words({{{5}, 65536}}) == 2);
  CHECK(words({{{5}, 65537}}) == 3);
  CHECK(words({{{0}, 65536}, {{5}, 1}, {{0}, 65536}, {{6}, 1}}) == 5);
}

TEST_CASE("longer runs become a loop around one run") {
  // RUN 65535 cycles, LOOP, HALT; the rest of the last example needs another RUN.
  CHECK(words({{{0}, 3 * 65536}}) == 3);
  CHECK(words({{{0}, 1024 * 65536}}) == 3);
  CHECK(words({{{0}, 1000 * 65536 + 7}}) == 4);
}

TEST_CASE("a period takes its words once") {
  CHECK(words(repeated(counting(2), 10)) == 3);
  CHECK(words(repeated(counting(3), 2)) == 4);
  CHECK(words(repeated({{{1}, 1}, {{0}, 40}}, 2)) == 4);  // RUN 1, RUN 0 (39 cycles), LOOP 0, HALT
}

TEST_CASE("words around a period stay as they are") {
  std::vector<ControlRun> runs = counting(5);
  const auto loop = repeated({{{7}, 1}, {{8}, 2}, {{9}, 1}}, 20);
  runs.insert(runs.end(), loop.begin(), loop.end());
  runs.push_back({{1}, 3});
  CHECK(words(runs) == 5 + 3 + 1 + 1);
}

TEST_CASE("a loop whose last run is long cuts it, since LOOP drives one cycle") {
  // RUN 1, RUN 2 (4 cycles), LOOP 2, HALT.
  CHECK(words(repeated({{{1}, 1}, {{2}, 5}}, 10)) == 4);
  CHECK(words(repeated({{{1}, 1}, {{2}, 65536}}, 10)) == 4);
  CHECK(words(repeated({{{1}, 1}, {{2}, 65537}}, 10)) == 4);
}

TEST_CASE("two periods beside each other become two loops") {
  std::vector<ControlRun> runs = repeated(counting(2), 50);
  const auto second = repeated({{{3}, 1}, {{4}, 1}, {{5}, 1}}, 50);
  runs.insert(runs.end(), second.begin(), second.end());
  CHECK(words(runs) == 2 + 3 + 1);
}

TEST_CASE("loops hold 64 words and not one more") {
  CHECK(words(repeated(counting(63), 3)) == 63 + 1);
  CHECK(words(repeated(counting(64), 3)) == 64 + 1);
  CHECK(words(repeated(counting(65), 3)) == 3 * 65 + 1);
}

TEST_CASE("a loop of 64 runs whose last one is long does not fit and is still right") {
  auto body = counting(64);
  body.back().cycles = 2;
  CHECK(words(repeated(body, 3)) <= 3 * 64 + 1);
}

TEST_CASE("loops pass 1024 times and not once more") {
  CHECK(words(repeated(counting(2), 1024)) == 2 + 1);
  CHECK(words(repeated(counting(2), 1025)) == 2 + 2 + 1);
  CHECK(words(repeated(counting(63), 1025)) == 63 + 63 + 1);
}

TEST_CASE("periods longer than 1024 short ones are looped in larger pieces") {
  // A loop over two periods, 1000 times: 4 words and HALT.
  CHECK(words(repeated(counting(2), 2000)) <= 5);
}

TEST_CASE("random programs drive what they were compiled from") {
  std::mt19937 random(1);
  for (int i = 0; i < 300; ++i) {
    const unsigned bits = 1 + static_cast<unsigned>(random() % 100);
    std::vector<ControlWord> alphabet;
    for (unsigned j = 0; j < 1 + random() % 4; ++j) alphabet.push_back(random_word(bits, random));
    std::vector<ControlRun> runs;
    while (runs.size() < 200) {
      std::vector<ControlRun> body;
      for (unsigned j = 0; j < 1 + random() % 70; ++j) {
        const std::uint64_t cycles = random() % 3 == 0 ? random() % 200'000 : 1 + random() % 2;
        body.push_back({alphabet[random() % alphabet.size()], cycles});
      }
      const auto loop = repeated(body, static_cast<unsigned>(1 + random() % 4));
      runs.insert(runs.end(), loop.begin(), loop.end());
    }
    const RomImage image = compile_program(bits, runs);
    CAPTURE(i, bits);
    CHECK(executed(image) == joined(runs));
    CHECK(instruction(image, image.words() - 1).is(SequencerOp::halt));
  }
}

TEST_CASE("operation and argument lie above a control word of any width") {
  std::mt19937 random(2);
  for (unsigned bits = 1; bits <= 130; ++bits) {
    CAPTURE(bits);
    const ControlWord control = random_word(bits, random);
    RomImage image = program_image(bits);
    append_instruction(image, SequencerOp::run, 0xffff, control);
    append_instruction(image, SequencerOp::loop, 0x8001, control);
    CHECK(image.word_bits() == bits + 18);
    CHECK(instruction(image, 0).is(SequencerOp::run));
    CHECK(instruction(image, 0).argument == 0xffff);
    CHECK(instruction(image, 0).control == control);
    CHECK(instruction(image, 1).is(SequencerOp::loop));
    CHECK(instruction(image, 1).argument == 0x8001);
    CHECK(instruction(image, 1).control == control);
  }
}

TEST_CASE("a reader stops at HALT even if words follow, and at the end without one") {
  RomImage image = program_image(4);
  append_instruction(image, SequencerOp::run, 1, ControlWord{3});
  CHECK(executed(image) == std::vector<ControlRun>{{{3}, 2}});
  append_instruction(image, SequencerOp::halt, 0, {});
  append_instruction(image, SequencerOp::run, 0, ControlWord{9});
  CHECK(executed(image) == std::vector<ControlRun>{{{3}, 2}});
}
