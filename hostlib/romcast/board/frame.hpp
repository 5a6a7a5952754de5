// SPDX-License-Identifier: Apache-2.0
// Encodes and decodes the frames between a host and a board: docs/board-protocol.md.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace romcast::board {

enum class Command : std::uint8_t { identify, load, start, status, read, clear };
enum class Code : std::uint8_t { done, out_of_order, unknown, not_now };

inline constexpr std::size_t kLeastPayload = 4, kMostPayload = 255;

/// `what`: the command of a request, the code of a reply.
struct Frame {
  std::uint8_t sequence = 0, what = 0;
  std::vector<std::uint8_t> payload;
  bool operator==(const Frame&) const = default;

  /// The number in the last 4 bytes of the payload, highest byte first.
  [[nodiscard]] std::uint32_t value() const;
};

/// CRC-16 of `bytes`; `crc` is the CRC of the bytes before them.
std::uint16_t crc16(std::span<const std::uint8_t> bytes, std::uint16_t crc = 0xffff);

/// The frame's bytes on the line. Throws std::logic_error if the payload is too short or too long.
std::vector<std::uint8_t> encode(const Frame& frame);

/// Extracts whole frames from a stream of bytes; skips other bytes.
class FrameReader {
 public:
  /// `most`: limit on the bytes of a payload; frames with longer payloads are skipped as noise.
  explicit FrameReader(std::size_t most = kMostPayload) : most_(most) {}

  void feed(std::span<const std::uint8_t> bytes) {
    bytes_.insert(bytes_.end(), bytes.begin(), bytes.end());
  }
  [[nodiscard]] std::optional<Frame> next();
  /// Drops the buffered bytes.
  void clear() { bytes_.clear(); }

 private:
  std::size_t most_;
  std::vector<std::uint8_t> bytes_;
};

}  // namespace romcast::board
