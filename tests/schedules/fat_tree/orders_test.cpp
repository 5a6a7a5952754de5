// SPDX-License-Identifier: Apache-2.0
#include "schedules/fat_tree/orders.hpp"

#include <catch2/catch.hpp>
#include <set>

using namespace romcast;

namespace {

constexpr std::initializer_list<LeafOrder> kAll{LeafOrder::digit_wise, LeafOrder::ascending,
                                                LeafOrder::descending, LeafOrder::nearest_first};

std::vector<NodeId> partners(const FatTree& tree, LeafOrder order, NodeId x) {
  std::vector<NodeId> result;
  for (std::uint64_t i = 0; i + 1 < tree.processors(); ++i) {
    result.push_back(partner(tree, order, x, i));
  }
  return result;
}

}  // namespace

TEST_CASE("digits are added without carry and subtracted without borrow") {
  const FatTree tree(3, 3, "constant");
  CHECK(add_digits(tree, 5, 8) == 1);  // in base 3: 012 + 022 = 001
  CHECK(subtract_digits(tree, 1, 8) == 5);
  CHECK(add_digits(FatTree(2, 3, "constant"), 5, 3) == (5 ^ 3));
  for (NodeId x = 0; x < 27; ++x) {
    for (NodeId o = 0; o < 27; ++o) CHECK(subtract_digits(tree, add_digits(tree, x, o), x) == o);
  }
}

TEST_CASE("digits are reversed as many as asked for") {
  const FatTree tree(3, 3, "constant");
  CHECK(reverse_digits(tree, 5, 2) == 7);   // in base 3: 12 -> 21
  CHECK(reverse_digits(tree, 5, 3) == 21);  // 012 -> 210
  CHECK(reverse_digits(tree, 0, 0) == 0);
}

TEST_CASE("orders on four leaves, by hand") {
  const FatTree tree(2, 2, "constant");
  using List = std::vector<NodeId>;
  CHECK(partners(tree, LeafOrder::digit_wise, 1) == List{2, 3, 0});
  CHECK(partners(tree, LeafOrder::ascending, 1) == List{2, 3, 0});
  CHECK(partners(tree, LeafOrder::descending, 1) == List{3, 2, 0});
  CHECK(partners(tree, LeafOrder::nearest_first, 1) == List{0, 3, 2});
}

TEST_CASE("orders on nine leaves, by hand") {
  const FatTree tree(3, 2, "constant");
  using List = std::vector<NodeId>;
  // Digit-wise from 4 = 11 in base 3: offsets 22, 21, 20, 12, 11, 10, then 02, 01.
  CHECK(partners(tree, LeafOrder::digit_wise, 4) == List{0, 2, 1, 6, 8, 7, 3, 5});
  CHECK(partners(tree, LeafOrder::ascending, 4) == List{0, 1, 2, 6, 7, 8, 3, 5});
  CHECK(partners(tree, LeafOrder::descending, 4) == List{8, 7, 6, 2, 1, 0, 5, 3});
  CHECK(partners(tree, LeafOrder::nearest_first, 4) == List{5, 3, 7, 8, 6, 1, 2, 0});
}

TEST_CASE("every order serves everybody else once, class by class") {
  for (const unsigned arity : {2U, 3U, 5U}) {
    const FatTree tree(arity, 3, "constant");
    for (const LeafOrder order : kAll) {
      for (NodeId x = 0; x < tree.processors(); ++x) {
        const std::vector<NodeId> list = partners(tree, order, x);
        const std::set<NodeId> distinct(list.begin(), list.end());
        REQUIRE(distinct.size() == tree.processors() - 1);
        REQUIRE_FALSE(distinct.contains(x));
        REQUIRE(*distinct.rbegin() < tree.processors());
        std::vector<unsigned> classes;
        for (const NodeId y : list) classes.push_back(tree.turn_level(x, y));
        if (order != LeafOrder::nearest_first) std::ranges::reverse(classes);
        REQUIRE(std::ranges::is_sorted(classes));
      }
    }
  }
}

TEST_CASE("for one digit-wise offset everybody serves somebody else") {
  const FatTree tree(3, 3, "constant");
  for (std::uint64_t index = 0; index < 26; ++index) {
    std::set<NodeId> served;
    for (NodeId x = 0; x < 27; ++x) {
      served.insert(partner(tree, LeafOrder::digit_wise, x, index));
    }
    CHECK(served.size() == 27);
  }
}
