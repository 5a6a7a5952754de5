// SPDX-License-Identifier: Apache-2.0
// Compares built-in exchanges with their definitions in books.
#include "romcast/core/patterns.hpp"

#include <catch2/catch.hpp>
#include <set>

#include "romcast/core/error.hpp"
#include "romcast/networks/networks.hpp"

using namespace romcast;
using Catch::Contains;

namespace {

using Pair = std::pair<NodeId, NodeId>;
using Pairs = std::set<Pair>;

Pairs pairs(const std::string& pattern, const networks::Network& network) {
  const Collective exchange = pattern_exchange(pattern, *network, 1);
  Pairs all;
  for (MessageId m = 0; m < exchange.message_numbers(); ++m) {
    for (const NodeId to : exchange.group(m)) all.emplace(exchange.origin(m), to);
  }
  return all;
}

std::string refusal(const std::string& pattern, const networks::Network& network) {
  try {
    pattern_exchange(pattern, *network, 1);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a transpose exchanges rows and columns") {
  CHECK(pairs("transpose", networks::mesh({3, 3})) ==
        Pairs{{1, 3}, {3, 1}, {2, 6}, {6, 2}, {5, 7}, {7, 5}});
}

TEST_CASE("a bit reversal reads the number from behind") {
  CHECK(pairs("bit-reversal", networks::hypercube(3)) == Pairs{{1, 4}, {4, 1}, {3, 6}, {6, 3}});
}

TEST_CASE("a shuffle doubles the number modulo n - 1") {
  CHECK(pairs("shuffle", networks::hypercube(3)) ==
        Pairs{{1, 2}, {2, 4}, {3, 6}, {4, 1}, {5, 3}, {6, 5}});
}

TEST_CASE("a shift goes S further, around the end") {
  CHECK(pairs("shift", networks::ring(4)) == Pairs{{0, 1}, {1, 2}, {2, 3}, {3, 0}});
  CHECK(pairs("shift:3", networks::ring(4)) == Pairs{{0, 3}, {1, 0}, {2, 1}, {3, 2}});
}

TEST_CASE("a tornado goes just under half of each dimension further") {
  CHECK(pairs("tornado", networks::ring(5)) == Pairs{{0, 2}, {1, 3}, {2, 4}, {3, 0}, {4, 1}});
  // Dally & Towles, section 3.2: in a dimension of k nodes, coordinate x of the source becomes
  // x + ceil(k/2) - 1 modulo k.
  const Pairs torus = pairs("tornado", networks::torus({4, 4}));
  CHECK(torus.size() == 16);
  CHECK(torus.contains({0, 5}));
  CHECK(torus.contains({15, 0}));
}

TEST_CASE("a random permutation has each destination once, and its seed decides") {
  const networks::Network ring = networks::ring(64);
  const Pairs all = pairs("random:7", ring);
  std::set<NodeId> from, to;
  for (const auto& [source, destination] : all) {
    CHECK(source != destination);
    from.insert(source);
    to.insert(destination);
  }
  CHECK(from.size() == all.size());
  CHECK(to == from);  // fixed points neither send nor receive
  CHECK(pairs("random:7", ring) == all);
  CHECK(pairs("random:8", ring) != all);
}

TEST_CASE("uniform traffic has a message of each processor to another one") {
  const Pairs all = pairs("uniform:3", networks::ring(32));
  CHECK(all.size() == 32);
  for (const auto& [source, destination] : all) CHECK(source != destination);
}

TEST_CASE("in all-to-one each other processor sends to one, by number or name") {
  const Pairs expected{{0, 2}, {1, 2}, {3, 2}};
  CHECK(pairs("all-to-one:2", networks::ring(4)) == expected);
  CHECK(pairs("all-to-one:p2", networks::ring(4)) == expected);
}

TEST_CASE("a hotspot receives from all, besides uniform traffic") {
  const networks::Network ring = networks::ring(16);
  Pairs expected = pairs("uniform:1", ring);
  for (const Pair& pair : pairs("all-to-one:5", ring)) expected.insert(pair);
  CHECK(pairs("hotspot:5", ring) == expected);
}

TEST_CASE("each message of a pattern is sent as often as asked") {
  CHECK(pattern_exchange("shift", *networks::ring(4), 3).message_numbers() == 12);
}

TEST_CASE("a pattern of more messages than memory can hold is refused at once") {
  // Five pairs of 40,000,001 messages are five messages more than 200 million.
  CHECK_THROWS_WITH(
      pattern_exchange("shift", *networks::ring(5), 40'000'001),
      "`messages` 40000001: 200000005 deliveries are too many to keep; at most 200000000");
}

TEST_CASE("a pattern that does not fit the network is refused with the reason") {
  const networks::Network ring = networks::ring(6);
  CHECK_THAT(refusal("transpose", ring), Contains("square"));
  CHECK_THAT(refusal("shuffle", ring), Contains("power of two"));
  CHECK_THAT(refusal("shift:6", ring), Contains("no processor sends"));
  CHECK_THAT(refusal("tornda", ring), Contains("did you mean tornado?"));
  CHECK_THAT(refusal("transpose:3", ring), Contains("no parameter"));
  CHECK_THAT(refusal("all-to-one:9", ring), Contains("no processor 9"));
}
