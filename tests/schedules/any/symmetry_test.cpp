// SPDX-License-Identifier: Apache-2.0
// Symmetries preserve the network, and symmetric schedules are legal.
#include "schedules/any/symmetry.hpp"

#include <catch2/catch.hpp>

#include "romcast/core/topologies.hpp"
#include "schedules/any/encoding.hpp"
#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

// The order (number of elements) of each symmetry group that any::symmetries() finds.
std::vector<std::size_t> orders(const Topology& network, CollectiveKind kind = allgather) {
  const Collective collective(kind, network.processors(), 0, 1);
  std::vector<std::size_t> orders;
  for (const any::Symmetry& symmetry : any::symmetries({network, collective, kMulti})) {
    orders.push_back(symmetry.order());
  }
  return orders;
}

}  // namespace

TEST_CASE("rotations are found where no node stays", "[any][symmetry]") {
  CHECK(orders(*ring(7)) == std::vector<std::size_t>{7});
  CHECK(orders(*ring(6)).front() == 6);
  CHECK(orders(*petersen()).front() == 5);
  CHECK(orders(*path(4)) == std::vector<std::size_t>{2});  // the reversal of the path
  CHECK(orders(*path(5)).empty());  // the reversal leaves the middle node where it is
  CHECK(orders(*star_of(4)).empty());
  CHECK(orders(*ring(7), broadcast).empty());  // a symmetry would move the source
}

TEST_CASE("Cayley graphs have all their translations, and cyclic ones", "[any][symmetry]") {
  const auto torus = make_topology("torus", [](std::string_view asked) {
    return asked == "dims" ? std::optional<std::string>("3x4") : std::nullopt;
  });
  CHECK(orders(*torus) == std::vector<std::size_t>{12, 6, 4});  // the group of order 12 is cyclic
}

TEST_CASE("what moves keeps links, lanes and who wants what", "[any][symmetry]") {
  for (const Network& network : {ring(6), petersen(), dgx1(), grid({3, 3}, true)}) {
    for (const CollectiveKind kind : {allgather, alltoall}) {
      const Collective collective(kind, network->processors(), 0, 2);
      const any::Task task{*network, collective, kMulti};
      for (const any::Symmetry& symmetry : any::symmetries(task)) {
        for (std::size_t g = 0; g < symmetry.order(); ++g) {
          std::vector<bool> seen(network->channels().size(), false);
          for (ChannelId c = 0; c < seen.size(); ++c) {
            const ChannelId moved = symmetry.moved_channel(g, c);
            REQUIRE(moved != kNone);
            CHECK_FALSE(seen[moved]);
            seen[moved] = true;
            CHECK(network->channels()[moved].capacity == network->channels()[c].capacity);
            CHECK(symmetry.first_channel(moved) == symmetry.first_channel(c));
          }
          for (MessageId m = 0; m < collective.message_numbers(); ++m) {
            const MessageId moved = symmetry.moved_message(g, m);
            CHECK(moved % 2 == m % 2);
            CHECK((g == 0) == (collective.origin(moved) == collective.origin(m)));
          }
        }
      }
    }
  }
}

TEST_CASE("a symmetric schedule is one", "[any][symmetry]") {
  // On a ring of 7, the Boolean formula with variables for the messages of only one node has a
  // solution with 6 cycles, the bound.
  const Network network = ring(7);
  const Collective collective(alltoall, 7, 0, 1);
  const any::Task task{*network, collective, kMulti};
  const std::vector<any::Symmetry> found = any::symmetries(task);
  REQUIRE(found.size() == 1);
  const any::Encoding all(task, 6, any::Symmetry::none(task)), one(task, 6, found.front());
  CHECK(one.formula().variables() * 6 < all.formula().variables());
  const any::Solution solution = solve(one.formula(), [] { return true; });
  REQUIRE(solution.answer == any::Answer::satisfiable);
  const any::Hops hops = one.hops(solution.values);
  const Verdict verdict = judge(*network, collective, kMulti, stored_schedule(hops));
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.delivered == 42);
  CHECK(verdict.cycles == 6);  // 7 * (1 + 1 + 2 + 2 + 3 + 3) hops over 14 links
}
