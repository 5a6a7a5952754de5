// SPDX-License-Identifier: Apache-2.0
#include "romcast/board/frame.hpp"

#include <algorithm>
#include <stdexcept>

namespace romcast::board {
namespace {

constexpr std::uint8_t kSync = 0xa5;
// kHead: bytes before the payload (sync, length, sequence number, command or code); kAround: these
// and the two bytes of the CRC.
constexpr std::size_t kHead = 4, kAround = 6;

}  // namespace

std::uint32_t Frame::value() const {
  std::uint32_t value = 0;
  for (const std::uint8_t byte : payload) value = value << 8 | byte;
  return value;
}

std::uint16_t crc16(std::span<const std::uint8_t> bytes, std::uint16_t crc) {
  for (const std::uint8_t byte : bytes) {
    crc = static_cast<std::uint16_t>(crc ^ byte << 8);
    for (int bit = 0; bit < 8; ++bit) {
      crc = static_cast<std::uint16_t>(crc << 1 ^ ((crc & 0x8000) != 0 ? 0x1021 : 0));
    }
  }
  return crc;
}

std::vector<std::uint8_t> encode(const Frame& frame) {
  const std::size_t length = frame.payload.size();
  if (length < kLeastPayload || length > kMostPayload) {
    throw std::logic_error("a frame has a payload of 4 to 255 bytes");
  }
  std::vector<std::uint8_t> bytes(kHead + length);
  bytes[0] = kSync;
  bytes[1] = static_cast<std::uint8_t>(length);
  bytes[2] = frame.sequence;
  bytes[3] = frame.what;
  std::ranges::copy(frame.payload, bytes.begin() + kHead);
  const std::uint16_t crc = crc16(std::span(bytes).subspan(1));
  bytes.push_back(static_cast<std::uint8_t>(crc >> 8));
  bytes.push_back(static_cast<std::uint8_t>(crc));
  return bytes;
}

std::optional<Frame> FrameReader::next() {
  std::size_t at = 0;
  std::optional<Frame> found;
  for (;; ++at) {
    at = static_cast<std::size_t>(
        std::find(bytes_.begin() + static_cast<std::ptrdiff_t>(at), bytes_.end(), kSync) -
        bytes_.begin());
    const std::span<const std::uint8_t> rest = std::span(bytes_).subspan(at);
    if (rest.size() < 2) break;
    const std::size_t length = rest[1];
    if (length < kLeastPayload || length > most_) continue;
    if (rest.size() < length + kAround) break;
    if (crc16(rest.subspan(1, length + kAround - 1)) != 0) continue;
    const auto payload = rest.subspan(kHead, length);
    found = Frame{rest[2], rest[3], {payload.begin(), payload.end()}};
    at += length + kAround;
    break;
  }
  bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(at));
  return found;
}

}  // namespace romcast::board
