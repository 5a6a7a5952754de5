// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/tree/tree_description.hpp"

#include <algorithm>
#include <catch2/catch.hpp>

namespace romcast {
namespace {

// The switches of a binary tree; those of level i have queues of `depths[i - 1]` slots.
TreeDescription switches(QueueKind queues, const std::vector<std::uint32_t>& depths) {
  const auto tree = std::make_shared<FatTree>(2, static_cast<unsigned>(depths.size()), "constant");
  const Collective alltoall(CollectiveKind::alltoall, tree->processors(), 0, 1);
  return TreeDescription({.tree = tree,
                          .collective = alltoall,
                          .rules = std::make_shared<TreeRules>(TreeRules{.queues = queues}),
                          .depths = depths});
}

std::vector<std::uint64_t> built_depths(const TreeDescription& nodes) {
  std::vector<std::uint64_t> built;
  for (const ModelSpec& model : nodes.models()) {
    const auto depth =
        std::ranges::find(model.parameters, "DEPTH", &std::pair<std::string, std::uint64_t>::first);
    if (depth != model.parameters.end()) built.push_back(depth->second);
  }
  return built;
}

TEST_CASE("each level of a tree has queues of its own depth, however deep others are") {
  const auto queues = GENERATE(QueueKind::per_output, QueueKind::up_down);
  REQUIRE(built_depths(switches(queues, {1024, 16384, 262144, 4194304})) ==
          std::vector<std::uint64_t>{1024, 16384, 262144, 4194304});
}

TEST_CASE("a queue is built with less than 16 times the slots that it uses, or with 64") {
  const auto queues = GENERATE(QueueKind::per_output, QueueKind::up_down);
  for (const std::uint32_t depth : {1, 4, 64, 65, 1000, 1025, 20000, 100000, 5000000}) {
    const std::vector<std::uint64_t> built = built_depths(switches(queues, {depth}));
    REQUIRE(built.size() == 1);
    CAPTURE(depth, built[0]);
    CHECK(built[0] >= depth);
    CHECK((built[0] == 64 || built[0] < 16 * std::uint64_t{depth}));
  }
}

TEST_CASE("levels with shallow queues share a model") {
  const auto queues = GENERATE(QueueKind::per_output, QueueKind::up_down);
  REQUIRE(built_depths(switches(queues, {1, 4, 7, 64})) == std::vector<std::uint64_t>{64});
}

TEST_CASE("switches whose statistics miss messages have no mark of the messages") {
  const auto tree = std::make_shared<FatTree>(2, 2, "constant");
  const auto left_out = [&](bool counts_messages) {
    const TreeDescription nodes({.tree = tree,
                                 .collective = {CollectiveKind::broadcast, 4, 0, 1},
                                 .rules = std::make_shared<TreeRules>(),
                                 .depths = {4, 4},
                                 .counts_messages = counts_messages});
    return nodes.models().front().without;
  };
  CHECK(left_out(true).empty());
  CHECK(left_out(false) == std::vector<std::string>{"queue_high"});
}

}  // namespace
}  // namespace romcast
