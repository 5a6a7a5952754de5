// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/flit.hpp"

#include <catch2/catch.hpp>

#include "romcast/core/star_graph.hpp"

using namespace romcast;
using enum CollectiveKind;

namespace {

const FatTree kTernary(3, 2, "constant");  // 9 leaves, 2 bits per digit

// Checks that each message is read back from its flit, and that the flit has no bits above the
// width. Checks all messages, or 2500 to 5000 messages of a collective that has 5000 or more.
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
    for (const CollectiveKind kind : moving_collectives()) {
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

TEST_CASE("a roomy route field takes bits that the flit has, not more") {
  const Collective small(alltoall, 9, 0, 1);
  const TreeFlitCodec roomy(kTernary, small, TreeRoute::unicast, 12);
  CHECK(roomy.width() == 32);
  CHECK(roomy.route_bits() == 12);
  CHECK(roomy.least_route_bits() == 2 * 2);
  const std::uint64_t flit = roomy.encode(3 * 9 + 5);
  CHECK((flit & 0xfff) == (1U << 2 | 2U));  // destination 5 = 12 in base 3
  CHECK(roomy.decode(flit) == 3 * 9 + 5);
  CHECK(roomy.intact(flit, 3 * 9 + 5));
  CHECK(roomy.decode(flit | 1U << 5) == kNone);  // no leaf has digits above the second
  // 4 bits of route, 4 of tag and 4 of payload leave 20 of 32: the route field may have 4 + 20.
  CHECK(TreeFlitCodec(kTernary, small, TreeRoute::unicast, 24).route_bits() == 24);
  CHECK(TreeFlitCodec(kTernary, small, TreeRoute::unicast, 25).route_bits() == 4);
}

TEST_CASE("a digit that the arity does not have and a tag that nobody has are no message") {
  const TreeFlitCodec unicast(kTernary, Collective(alltoall, 9, 0, 1), TreeRoute::unicast);
  CHECK(unicast.decode(unicast.encode(5, 0) | 3) == kNone);
  const TreeFlitCodec flood(kTernary, Collective(allgather, 9, 0, 1), TreeRoute::flood);
  CHECK(flood.decode(flood.encode(0, 0) | 15U << 4) == kNone);  // tag 15, beyond the 9 tags
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

namespace {

// Checks that each message is read back from its flit, and that the flit has no bits above the
// width. Checks all messages, or 10,000 to 20,000 messages of a collective that has 20,000 or more.
void check_all(const StarGraph& star, const Collective& collective) {
  const DirectFlitCodec codec(star, collective);
  const std::uint64_t count = collective.message_numbers(), stride = 1 + count / 20000;
  std::uint64_t wrong = 0;
  for (std::uint64_t i = 0; i < count; i += stride) {
    const auto message = static_cast<MessageId>(i);
    const std::uint64_t flit = codec.encode(message);
    wrong += codec.decode(flit) != message || !codec.intact(flit, message) ? 1 : 0;
    wrong += codec.width() < 64 && flit >> codec.width() != 0 ? 1 : 0;
  }
  CHECK(wrong == 0);
}

unsigned star_width(unsigned symbols, CollectiveKind kind, std::uint32_t messages = 1) {
  const StarGraph star(symbols);
  return DirectFlitCodec(star, Collective(kind, star.nodes(), 0, messages)).width();
}

}  // namespace

TEST_CASE("every message of every collective on star graphs is read back from its flit",
          "[exhaustive]") {
  for (const unsigned symbols : {3U, 4U, 5U}) {
    const StarGraph star(symbols);
    for (const CollectiveKind kind : moving_collectives()) {
      for (const std::uint32_t messages : {1U, 3U, 70'000U}) {
        CAPTURE(symbols, name(kind), messages);
        check_all(star, Collective(kind, star.nodes(), 2, messages));
      }
    }
  }
  check_all(StarGraph(6), Collective(alltoall, 720, 0, 1));
  check_all(StarGraph(7), Collective(alltoall, 5040, 0, 1));
  check_all(StarGraph(9), Collective(allgather, 362'880, 0, 1));
  check_all(StarGraph(9), Collective(scatter, 362'880, 0, 1));
}

TEST_CASE("alltoall has flits of 32 bits up to S_6 and of 64 bits from S_7 on") {
  CHECK(star_width(6, alltoall) == 32);            // bits: 6*3 of label, 10 of source, 4 of payload
  CHECK(star_width(6, alltoall, 2) == 64);         // 11 bits of source and number
  CHECK(star_width(5, alltoall, 34) == 32);        // 15 + 12 + 4; 120*34 = 4080
  CHECK(star_width(7, alltoall) == 64);            // 21 + 13 + 4
  CHECK(star_width(4, alltoall, 1U << 15) == 32);  // 8 + 20 + 4, as 24*2^15 < 2^20
  CHECK(star_width(4, alltoall, 1U << 16) == 64);
}

TEST_CASE("where all want a message its flit has no label", "[exhaustive]") {
  const StarGraph star(4);
  CHECK(DirectFlitCodec(star, Collective(allgather, 24, 0, 1)).route_bits() == 0);
  CHECK(DirectFlitCodec(star, Collective(broadcast, 24, 0, 1)).route_bits() == 0);
  CHECK(DirectFlitCodec(star, Collective(scatter, 24, 0, 1)).route_bits() == 8);
  CHECK(DirectFlitCodec(star, Collective(gather, 24, 0, 1)).route_bits() == 8);
  CHECK(star_width(9, allgather) == 32);  // 19 bits of source, 4 of payload
}

TEST_CASE("a label has the first symbol lowest and symbols from 0", "[exhaustive]") {
  const auto label = [](unsigned symbols, const char* node) {
    const StarGraph star(symbols);
    return star.address(star.find_node(node));
  };
  CHECK(label(3, "123") == (0U | 1U << 2 | 2U << 4));
  CHECK(label(3, "312") == (2U | 0U << 2 | 1U << 4));
  CHECK(label(4, "3241") == (2U | 1U << 2 | 3U << 4 | 0U << 6));  // 2 bits for each of 4 symbols
  CHECK(label(5, "53124") == (4U | 2U << 3 | 0U << 6 | 1U << 9 | 3U << 12));
  CHECK(label(8, "87654321") == 0'01234567);  // octal digits
  const StarGraph nine(9);                    // 4 bits from nine symbols on
  CHECK(nine.address(nine.find_node("987654321")) == 0x012345678);
  CHECK(nine.address(0) == 0x876543210);
}

TEST_CASE("the route field of a star graph is the destination's label") {
  const StarGraph star(4);
  const NodeId from = star.find_node("3241"), to = star.find_node("1423");
  const std::uint64_t label = star.address(to);
  const auto route = [&](CollectiveKind kind, NodeId source, MessageId message) {
    return DirectFlitCodec(star, Collective(kind, 24, source, 1)).encode(message) & 0xff;
  };
  CHECK(route(alltoall, 0, from * 24 + to) == label);
  CHECK(route(scatter, from, to) == label);
  CHECK(route(gather, to, from) == label);
}

TEST_CASE("a flit of a star graph with any bit turned over is not intact") {
  const StarGraph star(4);
  for (const CollectiveKind kind : moving_collectives()) {
    for (const std::uint32_t messages : {1U, 1U << 16}) {
      const Collective collective(kind, 24, 5, messages);
      const DirectFlitCodec codec(star, collective);
      const auto message = static_cast<MessageId>(collective.message_numbers() / 3);
      const std::uint64_t flit = codec.encode(message);
      for (unsigned bit = 0; bit < codec.width(); ++bit) {
        CAPTURE(name(kind), messages, bit);
        CHECK_FALSE(codec.intact(flit ^ std::uint64_t{1} << bit, message));
      }
    }
  }
}

TEST_CASE("labels that no node has and tags that no message has are no message") {
  const StarGraph star(3);
  const DirectFlitCodec unicast(star, Collective(alltoall, 6, 0, 1));
  const std::uint64_t rest = unicast.encode(1) & ~std::uint64_t{63};
  std::size_t nodes = 0;
  for (std::uint64_t label = 0; label < 64; ++label) {
    nodes += unicast.decode(rest | label) != kNone ? 1 : 0;
  }
  CHECK(nodes == 6);
  const DirectFlitCodec multicast(star, Collective(allgather, 6, 0, 1));
  CHECK(multicast.decode(multicast.encode(0) | 6) == kNone);  // tags are 0 to 5
  CHECK(multicast.decode(multicast.encode(0) | 7) == kNone);
}

TEST_CASE("A word comes out of its flit as it went in, and all other bits stay") {
  const Collective collective = Collective(alltoall, kTernary.processors(), 0, 1).carrying(16);
  const TreeFlitCodec codec(kTernary, collective, TreeRoute::unicast);
  const MessageId message = 5 * 9 + 7;
  const std::uint64_t plain = codec.encode(message);
  for (const std::uint64_t word : {0x0000U, 0xffffU, 0x8001U}) {
    const std::uint64_t flit = codec.with_word(plain, word);
    CHECK(codec.word(flit) == word);
    CHECK(codec.decode(flit) == message);
    CHECK(codec.intact_beside_word(flit, message));
    CHECK_FALSE(codec.intact_beside_word(flit ^ std::uint64_t{1} << codec.route_bits(), message));
  }
  CHECK_FALSE(codec.word(codec.with_word(plain, std::nullopt)));
}

TEST_CASE("Flits get 64 bits where a word does not fit 32, and are refused where it fits neither") {
  // Nine leaves: 4 bits of route, 4 of tag, and a word-present bit.
  const Collective moved(alltoall, kTernary.processors(), 0, 1);
  const auto width = [&](unsigned bits) {
    return TreeFlitCodec(kTernary, moved.carrying(bits), TreeRoute::unicast).width();
  };
  CHECK(width(23) == 32);
  CHECK(width(24) == 64);
  CHECK(width(55) == 64);
  CHECK_THROWS_WITH(
      width(56),
      "words of 56 bits: alltoall with 1 message each has room for 55 bits in flits of 64");
}
