#include "romcast/flit.hpp"

#include <catch2/catch.hpp>

using namespace romcast;
using enum CollectiveKind;

namespace {

const FatTree kTernary(3, 2, "constant");  // 9 leaves, 2 bits per digit

// Every message is read back from its flit; steps over most of large collectives.
void check_all(const FatTree& tree, const Collective& collective, TreeRoute route) {
  const TreeFlitCodec codec(tree, collective, route);
  const std::uint64_t count = collective.message_numbers(), stride = 1 + count / 5000;
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < count; i += stride) {
    const auto message = static_cast<MessageId>(i);
    const std::uint64_t flit = codec.encode(message, 1);
    wrong += codec.decode(flit) != message || !codec.intact(flit, message) ? 1 : 0;
    wrong += codec.width() < 64 && flit >> codec.width() != 0 ? 1 : 0;
  }
  CHECK(wrong == 0);
}

}  // namespace

TEST_CASE("every message of every collective is read back from its flit") {
  for (const unsigned arity : {2U, 3U, 16U}) {
    const FatTree tree(arity, 2, "constant");
    for (const CollectiveKind kind : all_collectives()) {
      for (const std::uint32_t messages : {1U, 3U}) {
        CAPTURE(arity, name(kind), messages);
        const Collective collective(kind, tree.processors(), 1, messages);
        check_all(tree, collective, collective.multicast() ? TreeRoute::flood : TreeRoute::unicast);
      }
    }
  }
}

TEST_CASE("flits have 32 bits as long as route field, tag and 4 bits of payload fit, then 64") {
  const FatTree tree(2, 12, "constant");  // 12 route bits, tags of 12 bits for the sources
  const auto width = [&](std::uint32_t messages) {
    return TreeFlitCodec(tree, Collective(alltoall, 4096, 0, messages), TreeRoute::unicast).width();
  };
  CHECK(width(1) == 32);
  CHECK(width(16) == 32);  // 12 + 16 + 4
  CHECK(width(17) == 64);
  check_all(tree, Collective(alltoall, 4096, 0, 16), TreeRoute::unicast);
  check_all(tree, Collective(alltoall, 4096, 0, 17), TreeRoute::unicast);
}

TEST_CASE("positions are digits of enough bits for the arity") {
  const auto digits = [](const FatTree& tree, std::uint64_t position) {
    return TreeFlitCodec(tree, Collective(broadcast, tree.processors(), 0, 1), TreeRoute::flood)
        .digits(position);
  };
  CHECK(digits(FatTree(2, 3, "constant"), 5) == 5);
  CHECK(digits(FatTree(4, 2, "constant"), 14) == 14);
  CHECK(digits(kTernary, 5) == (1U << 2 | 2U));  // 5 = 12 in base 3
  CHECK(digits(kTernary, 8) == (2U << 2 | 2U));
  CHECK(digits(FatTree(5, 2, "constant"), 23) == (4U << 3 | 3U));
  CHECK(digits(FatTree(16, 2, "constant"), 0xa7) == 0xa7);
}

TEST_CASE("the route field holds the destination's digits, or the turn that the sender gives") {
  const TreeFlitCodec unicast(kTernary, Collective(alltoall, 9, 0, 1), TreeRoute::unicast);
  CHECK(unicast.route_bits() == 4);
  CHECK((unicast.encode(3 * 9 + 5, 0) & 15) == (1U << 2 | 2U));
  const TreeFlitCodec turn(kTernary, Collective(allgather, 9, 0, 1), TreeRoute::turn);
  CHECK((turn.encode(3, 9) & 15) == 9);
  CHECK((turn.encode(3, 9) ^ turn.encode(3, 2)) == (9 ^ 2));
}

TEST_CASE("a digit that the arity does not have and a tag that nobody has are no message") {
  const TreeFlitCodec unicast(kTernary, Collective(alltoall, 9, 0, 1), TreeRoute::unicast);
  CHECK(unicast.decode(unicast.encode(5, 0) | 3) == kNone);
  const TreeFlitCodec flood(kTernary, Collective(allgather, 9, 0, 1), TreeRoute::flood);
  CHECK(flood.decode(flood.encode(0, 0) | 15U << 4) == kNone);  // tag 15 of 9
}

TEST_CASE("a flit with any bit turned over is not intact") {
  for (const std::uint32_t messages : {1U, 1U << 22}) {  // 32 and 64 bits
    const Collective collective(alltoall, 9, 0, messages);
    const TreeFlitCodec codec(kTernary, collective, TreeRoute::unicast);
    const MessageId message = (2 * 9 + 7) * messages;
    const std::uint64_t flit = codec.encode(message, 0);
    CHECK(codec.width() == (messages == 1 ? 32 : 64));
    for (unsigned bit = 0; bit < codec.width(); ++bit) {
      CAPTURE(bit);
      CHECK_FALSE(codec.intact(flit ^ std::uint64_t{1} << bit, message));
    }
  }
}

TEST_CASE("switches may look at and leave the turn digits, which are no part of the message") {
  const TreeFlitCodec codec(kTernary, Collective(allgather, 9, 0, 1), TreeRoute::turn);
  CHECK(codec.intact(codec.encode(3, 9) ^ 5, 3));
}

TEST_CASE("payloads of two messages that are exchanged show") {
  const TreeFlitCodec codec(kTernary, Collective(allgather, 9, 0, 1), TreeRoute::flood);
  const std::uint64_t tag = 15U << 4;
  for (MessageId a = 0; a < 9; ++a) {
    for (MessageId b = 0; b < 9; ++b) {
      const std::uint64_t mixed = (codec.encode(a, 0) & ~tag) | (codec.encode(b, 0) & tag);
      CHECK(codec.decode(mixed) == b);
      CHECK(codec.intact(mixed, b) == (a == b));
    }
  }
}
