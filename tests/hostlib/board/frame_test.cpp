// SPDX-License-Identifier: Apache-2.0
// Frames of boards: their bytes, and the frames found in a damaged stream.
#include "romcast/board/frame.hpp"

#include <catch2/catch.hpp>
#include <string_view>

using namespace romcast::board;

namespace {

using Bytes = std::vector<std::uint8_t>;

const Frame kFirst{.sequence = 7, .what = 4, .payload = {0, 1, 2, 3}};
const Frame kSecond{.sequence = 8, .what = 1, .payload = {0xa5, 4, 9, 9, 0xa5, 0xff, 0xa5}};

Bytes both() {
  Bytes bytes = encode(kFirst);
  const Bytes second = encode(kSecond);
  bytes.insert(bytes.end(), second.begin(), second.end());
  return bytes;
}

std::vector<Frame> found(const Bytes& bytes) {
  FrameReader reader;
  reader.feed(bytes);
  std::vector<Frame> frames;
  while (auto frame = reader.next()) frames.push_back(*frame);
  return frames;
}

}  // namespace

TEST_CASE("the CRC is that of the published check value", "[board]") {
  const std::string_view text = "123456789";
  CHECK(crc16(Bytes(text.begin(), text.end())) == 0x29b1);
}

TEST_CASE("a frame has a sync byte, length, number, command, payload and CRC", "[board]") {
  const Bytes bytes = encode(kFirst);
  CHECK(Bytes(bytes.begin(), bytes.end() - 2) == Bytes{0xa5, 4, 7, 4, 0, 1, 2, 3});
  const std::uint16_t crc = crc16(Bytes{4, 7, 4, 0, 1, 2, 3});
  CHECK(bytes[8] == crc >> 8);
  CHECK(bytes[9] == (crc & 255));
  CHECK(kFirst.value() == 0x00010203);
}

TEST_CASE("payloads that no frame can have are refused", "[board]") {
  CHECK_THROWS_AS(encode({.payload = Bytes(3)}), std::logic_error);
  CHECK_THROWS_AS(encode({.payload = Bytes(256)}), std::logic_error);
  CHECK(encode({.payload = Bytes(255)}).size() == 261);
}

TEST_CASE("frames are found among other bytes, however they come in", "[board]") {
  Bytes bytes{0, 0xa5, 0xa5, 3};
  const Bytes two = both();
  bytes.insert(bytes.end(), two.begin(), two.end());
  bytes.resize(bytes.size() + 300);  // enough bytes to end a frame with a wrong length
  CHECK(found(bytes) == std::vector{kFirst, kSecond});
  FrameReader reader;
  std::vector<Frame> frames;
  for (const std::uint8_t byte : bytes) {
    reader.feed(Bytes{byte});
    while (auto frame = reader.next()) frames.push_back(*frame);
  }
  CHECK(frames == std::vector{kFirst, kSecond});
}

TEST_CASE("no damaged frame is taken for one, whichever bit is flipped", "[board]") {
  const std::size_t first = encode(kFirst).size();
  for (std::size_t bit = 0; bit < 8 * first; ++bit) {
    Bytes bytes = both();
    bytes[bit / 8] ^= static_cast<std::uint8_t>(1U << bit % 8);
    bytes.resize(bytes.size() + 300);  // enough bytes to end a frame with a wrong length
    CHECK(found(bytes) == std::vector{kSecond});
  }
}

TEST_CASE("after a lost byte the next frame is found", "[board]") {
  for (std::size_t lost = 0; lost < encode(kFirst).size(); ++lost) {
    Bytes bytes = both();
    bytes.erase(bytes.begin() + static_cast<std::ptrdiff_t>(lost));
    bytes.resize(bytes.size() + 300);
    CHECK(found(bytes) == std::vector{kSecond});
  }
}
