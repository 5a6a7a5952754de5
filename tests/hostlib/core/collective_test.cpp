// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/collective.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <utility>
#include <vector>

#include "romcast/core/error.hpp"
#include "romcast/core/schedule.hpp"

using namespace romcast;
using enum CollectiveKind;

TEST_CASE("collectives are found by MPI's names and by the papers'") {
  for (const CollectiveKind kind : all_collectives()) CHECK(find_collective(name(kind)) == kind);
  CHECK(find_collective("multinode-broadcast") == allgather);
  CHECK(find_collective("total-exchange") == alltoall);
  CHECK(find_collective("scan") == std::nullopt);
}

TEST_CASE("message numbers follow the documented formulas") {
  // 5 processors, source or root 1, 3 messages in all (broadcast), per processor (scatter, gather,
  // allgather) or per pair (alltoall). Message 2 of processor 4, or from 4 to 3, is checked.
  const auto make = [](CollectiveKind kind) { return Collective(kind, 5, 1, 3); };
  CHECK(make(broadcast).origin(2) == 1);
  CHECK(make(broadcast).destination(2) == kNone);
  CHECK(make(scatter).origin(4 * 3 + 2) == 1);
  CHECK(make(scatter).destination(4 * 3 + 2) == 4);
  CHECK(make(gather).origin(4 * 3 + 2) == 4);
  CHECK(make(gather).destination(4 * 3 + 2) == 1);
  CHECK(make(allgather).origin(4 * 3 + 2) == 4);
  CHECK(make(allgather).destination(4 * 3 + 2) == kNone);
  CHECK(make(alltoall).origin((4 * 5 + 3) * 3 + 2) == 4);
  CHECK(make(alltoall).destination((4 * 5 + 3) * 3 + 2) == 3);
}

TEST_CASE("a number follows from origin, destination and index") {
  for (const CollectiveKind kind : moving_collectives()) {
    const Collective collective(kind, 5, 1, 3);
    for (MessageId m = 0; m < collective.message_numbers(); ++m) {
      const NodeId to = collective.destination(m) == kNone ? 0 : collective.destination(m);
      CHECK(collective.number(collective.origin(m), to, m % 3) == m);
    }
  }
  CHECK(Collective(broadcast, 5, 1, 3).copied().number(1, 4, 2) == 4 * 3 + 2);
}

TEST_CASE("destination and tag give the number of a message that has a tag") {
  for (const std::uint32_t messages : {1U, 3U}) {
    const Collective all(alltoall, 5, 0, messages);
    const Collective copies = Collective(broadcast, 5, 1, messages).copied();
    for (const Collective& collective : {all, copies}) {
      REQUIRE(collective.has_tags());
      std::set<std::pair<NodeId, MessageId>> seen;
      for (MessageId m = 0; m < collective.message_numbers(); ++m) {
        const NodeId to = collective.destination(m);
        CHECK(collective.tagged(collective.tag(m), to) == m);
        CHECK(seen.emplace(to, collective.tag(m)).second);
      }
    }
    // There are only as many tags as messages that one processor can receive.
    CHECK(all.tag(static_cast<MessageId>(all.message_numbers() - 1)) == 5 * messages - 1);
    CHECK(copies.tag(static_cast<MessageId>(copies.message_numbers() - 1)) == messages - 1);
  }
  CHECK_FALSE(Collective(scatter, 5, 0, 3).has_tags());
}

TEST_CASE("copies are those of the messages of the plain broadcast") {
  const Collective plain(broadcast, 5, 1, 3), copies = plain.copied();
  CHECK(copies.uncopied().message_numbers() == plain.message_numbers());
  CHECK(copies.original(4 * 3 + 2) == 2);
  CHECK(plain.original(2) == 2);
}

TEST_CASE("traits follow from the definitions of the collectives") {
  const auto with = [](auto has) {
    std::vector<CollectiveKind> kinds;
    for (const CollectiveKind kind : all_collectives()) {
      if (has(traits(kind))) kinds.push_back(kind);
    }
    return kinds;
  };
  using Kinds = std::vector<CollectiveKind>;
  using Root = Traits::Root;
  CHECK(with([](const Traits& t) { return t.root == Root::source; }) == Kinds{broadcast, scatter});
  CHECK(with([](const Traits& t) { return t.root == Root::sink; }) ==
        Kinds{gather, reduce, summation});
  CHECK(with([](const Traits& t) { return t.to_all; }) == Kinds{broadcast, allgather, allreduce});
  CHECK(with([](const Traits& t) { return t.pairs; }) == Kinds{scatter, alltoall, reduce_scatter});
  CHECK(with([](const Traits& t) { return t.in_nodes; }) ==
        Kinds{reduce, allreduce, reduce_scatter});
  CHECK(with([](const Traits& t) { return t.addition > 0; }) == Kinds{summation});
  CHECK(with([](const Traits& t) { return t.counted == "operands"; }) == Kinds{summation});
  CHECK(with([](const Traits& t) { return t.listed; }) == Kinds{exchange});
}

TEST_CASE("one past the largest message number") {
  CHECK(Collective(broadcast, 5, 0, 3).message_numbers() == 3);
  CHECK(Collective(scatter, 5, 0, 3).message_numbers() == 15);
  CHECK(Collective(gather, 5, 0, 3).message_numbers() == 15);
  CHECK(Collective(allgather, 5, 0, 3).message_numbers() == 15);
  CHECK(Collective(alltoall, 5, 0, 3).message_numbers() == 75);
}

TEST_CASE("collectives that combine send all they have or all but their own") {
  for (const CollectiveKind kind : all_collectives()) {
    const bool moves = kind == exchange || std::ranges::count(moving_collectives(), kind) > 0;
    CHECK(combines(kind) != moves);
    if (combines(kind) && kind != reduce_scatter) {
      CHECK(Collective(kind, 5, 2, 1).message_numbers() == 2);
    }
  }
}

TEST_CASE("a reduce-scatter combines M values for each processor") {
  const Collective collective(reduce_scatter, 5, 2, 3);
  CHECK(collective.values() == 15);
  CHECK(collective.message_numbers() == 30);
  CHECK(collective.destination(4 * 3 + 2) == 4);
  CHECK(collective.destination(15 + 4 * 3 + 2) == 4);
  CHECK(Collective::combined_by_nodes(5, 2, 3, reduce_scatter).message_numbers() == 15);
  CHECK_THROWS_AS(Collective(reduce_scatter, 1U << 20, 0, 1U << 12), InputError);
}

TEST_CASE("expected deliveries of combining collectives count the values that others need") {
  CHECK(Collective(reduce, 5, 2, 1).expected_deliveries() == 4);
  CHECK(Collective(allreduce, 5, 2, 1).expected_deliveries() == 20);
  CHECK(Collective(summation, 8, 0, 79).expected_deliveries() == 79);
  CHECK(Collective(reduce, 5, 2, 3).expected_deliveries() == 3 * 4);
  CHECK(Collective(allreduce, 5, 2, 3).expected_deliveries() == 3 * 20);
  CHECK(Collective(reduce_scatter, 5, 2, 3).expected_deliveries() == 15 * 4);
}

TEST_CASE("expected deliveries count the wanted pairs") {
  for (const CollectiveKind kind : moving_collectives()) {
    const Collective collective(kind, 5, 2, 3);
    std::uint64_t wanted = 0;
    for (MessageId m = 0; m < collective.message_numbers(); ++m) {
      for (NodeId p = 0; p < 5; ++p) wanted += collective.wants(m, p) ? 1 : 0;
    }
    CAPTURE(name(kind));
    CHECK(collective.expected_deliveries() == wanted);
  }
}

TEST_CASE("nobody wants what it holds from the start") {
  for (const CollectiveKind kind : moving_collectives()) {
    const Collective collective(kind, 4, 1, 2);
    for (MessageId m = 0; m < collective.message_numbers(); ++m) {
      CHECK_FALSE(collective.wants(m, collective.origin(m)));
    }
  }
}

TEST_CASE("a single processor has nothing to do") {
  for (const CollectiveKind kind : moving_collectives()) {
    CHECK(Collective(kind, 1, 0, 1).expected_deliveries() == 0);
  }
}

TEST_CASE("messages have names for the eye that differ within a collective") {
  CHECK(Collective(alltoall, 8, 0, 1).message_name(3 * 8 + 5) == "3>5");
  CHECK(Collective(allgather, 8, 0, 1).message_name(3) == "3");
  CHECK(Collective(allgather, 8, 0, 2).message_name(7) == "3.1");
  for (const CollectiveKind kind : moving_collectives()) {
    const Collective collective(kind, 4, 0, 3);
    std::set<std::string> names;
    for (MessageId m = 0; m < collective.message_numbers(); ++m) {
      CHECK(names.insert(collective.message_name(m)).second);
    }
  }
}

TEST_CASE("an exchange whose message has no destination is refused") {
  CHECK_NOTHROW(Collective::of_demands(4, {{0, {1}}, {1, {2, 3}}}));
  CHECK_THROWS_AS(Collective::of_demands(4, {{0, {1}}, {1, {}}}), InputError);
}

TEST_CASE("an exchange without its messages is refused, with what makes one") {
  const std::string text = "`collective` exchange: make it of its messages, Collective::of_demands";
  CHECK_THROWS_WITH(Collective(exchange, 4, 0, 1), text);
  CHECK_NOTHROW(Collective::of_demands(4, {}));
}

TEST_CASE("collectives of no processors are refused") {
  CHECK_THROWS_WITH(Collective(alltoall, 0, 0, 1), "`processors` 0: give at least one processor");
  CHECK_THROWS_AS(Collective::of_demands(0, {}), InputError);
}

TEST_CASE("a source outside the network and uncountable messages are refused") {
  CHECK_NOTHROW(Collective(broadcast, 4, 3, 1));
  CHECK_THROWS_AS(Collective(broadcast, 4, 4, 1), InputError);
  CHECK_THROWS_AS(Collective(broadcast, 4, 0, 0), InputError);
  // 65536^2 messages are too many for 32 bits.
  CHECK_THROWS_AS(Collective(alltoall, 65536, 0, 1), InputError);
  CHECK_NOTHROW(Collective(broadcast, 4, 0, kMostMessages));
  CHECK_THROWS_AS(Collective(broadcast, 4, 0, kMostMessages + 1), InputError);
}
