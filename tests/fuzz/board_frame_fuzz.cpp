// SPDX-License-Identifier: Apache-2.0
// Arbitrary bytes from a board: every frame that is recognised in them is really in them. A frame
// whose sequence number, command and payload are these bytes survives a round trip.
#include <algorithm>
#include <cstdint>
#include <cstdlib>

#include "romcast/board/frame.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace romcast::board;
  const std::span<const std::uint8_t> bytes(data, size);
  FrameReader reader;
  reader.feed(bytes);
  auto from = bytes.begin();
  while (const auto frame = reader.next()) {
    const std::vector<std::uint8_t> whole = encode(*frame);
    const auto at = std::search(from, bytes.end(), whole.begin(), whole.end());
    require(at != bytes.end());
    from = at + static_cast<std::ptrdiff_t>(whole.size());
  }
  if (size < kLeastPayload + 2 || size > kMostPayload + 2) return 0;
  const Frame sent{data[0], data[1], {bytes.begin() + 2, bytes.end()}};
  FrameReader other;
  other.feed(encode(sent));
  require(other.next() == sent && !other.next());
  return 0;
}
