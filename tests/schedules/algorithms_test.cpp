// SPDX-License-Identifier: Apache-2.0
// find_algorithm() finds an algorithm by its name or by a paper's name for it; for an empty name,
// the best algorithm that fits the problem; for the name `paper`, the first algorithm that fits and
// has Algorithm::paper.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "romcast/core/error.hpp"
#include "romcast/core/topologies.hpp"
#include "schedules/fat_tree/solved.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;
using Catch::Contains;

namespace {

constexpr auto kMulti = Ports::Kind::multi;

std::string found(CollectiveKind collective, Ports::Kind ports, const std::string& name,
                  std::uint32_t messages = 1) {
  return find_algorithm(
             name, problem_of({.collective = collective, .ports = ports, .messages = messages}))
      .name;
}

std::string refusal(CollectiveKind collective, Ports::Kind ports, const std::string& name,
                    std::uint32_t messages = 1) {
  try {
    return "found " + found(collective, ports, name, messages);
  } catch (const InputError& error) {
    return error.what();
  }
}

constexpr auto kSingle = Ports::Kind::single;

}  // namespace

// The command line has the options of networks and of algorithms side by side, so their names must
// differ. Only `chunk` is an option of both: of networks whose links have bandwidths, and of an
// algorithm for star graphs, whose links have none.
TEST_CASE("no option of a network is one of an algorithm, or a count in results") {
  std::set<std::string> names{"nodes", "switches", "ports", "messages", "source"};
  for (const Algorithm& algorithm : all_algorithms()) {
    for (const AlgorithmOption& option : algorithm.options) names.insert(option.name);
  }
  for (const TopologyEntry& network : all_topologies()) {
    for (const NetworkOption& option : network.options) {
      CAPTURE(network.name, option.name);
      if (option.name != "chunk") CHECK(!names.contains(option.name));
    }
  }
}

TEST_CASE("without a name the best that fits is taken") {
  CHECK(found(broadcast, kSingle, "") == "leaf-broadcast");
  CHECK(found(scatter, kMulti, "") == "furthest-first");
  CHECK(found(gather, kSingle, "") == "reversed-scatter");
  CHECK(found(allgather, kSingle, "") == "upward-first");
  CHECK(found(allgather, kMulti, "") == "turn-nearest-first");
  CHECK(found(alltoall, kSingle, "") == "upward-first");
  CHECK(found(alltoall, kMulti, "") == "greedy");
}

TEST_CASE("the best steps back where it does not fit") {
  CHECK(found(allgather, kMulti, "", 2) == "flooding");
}

TEST_CASE("paper means the paper's own") {
  CHECK(found(gather, kMulti, "paper") == "reversed-scatter");
  CHECK(found(allgather, kMulti, "paper") == "flooding");
  CHECK(found(alltoall, kMulti, "paper") == "pipelined");
  CHECK(found(alltoall, kSingle, "paper") == "upward-first");
}

TEST_CASE("algorithms answer to the paper's figures and equations") {
  CHECK(found(broadcast, kSingle, "figure-2b") == "leaf-broadcast");
  CHECK(found(allgather, kSingle, "figure-4a") == "upward-first");
  CHECK(found(alltoall, kSingle, "figure-5") == "upward-first");
  CHECK(found(alltoall, kMulti, "figure-6") == "phased");
  CHECK(found(alltoall, kMulti, "equation-4") == "pipelined");
}

TEST_CASE("every collective and port model has a best and a paper's own algorithm") {
  for (const CollectiveKind kind : moving_collectives()) {
    for (const Ports::Kind ports : {kSingle, kMulti}) {
      CAPTURE(name(kind), Ports{ports}.name());
      CHECK_NOTHROW(found(kind, ports, ""));
      CHECK_NOTHROW(found(kind, ports, "paper"));
    }
  }
}

// On fully connected networks an algorithm for rounds and one for LogP machines may share a name.
TEST_CASE("names and aliases tell the algorithms of a collective and port model apart") {
  for (const CollectiveKind kind : moving_collectives()) {
    for (const Ports::Kind ports : {kSingle, kMulti}) {
      std::map<std::pair<std::string, bool>, std::set<std::string>> of_network;
      for (const Algorithm& a : all_algorithms()) {
        if (a.collective != kind || std::ranges::count(a.ports, ports) == 0) continue;
        CAPTURE(a.name);
        auto& names =
            of_network.try_emplace(std::pair(a.network, a.logp), std::set<std::string>{"paper", ""})
                .first->second;
        CHECK(names.insert(a.name).second);
        for (const std::string& alias : a.aliases) CHECK(names.insert(alias).second);
      }
    }
  }
}

TEST_CASE("an algorithm that does not fit says why") {
  CHECK_THAT(
      refusal(allgather, kMulti, "turn-nearest-first", 2),
      Contains("`algorithm` turn-nearest-first: does not fit here") && Contains("`messages` 1"));
  CHECK_THAT(refusal(alltoall, kSingle, "phased"),
             Contains("`algorithm` phased: not made for alltoall") && Contains("`ports` single") &&
                 Contains("upward-first"));
  CHECK_THAT(refusal(broadcast, kSingle, "flooding"), Contains("not made for broadcast"));
}

TEST_CASE("an algorithm that nobody knows is refused with those that there are") {
  CHECK_THAT(refusal(alltoall, kMulti, "best"),
             Contains("`algorithm` best: unknown") && Contains("greedy, pipelined, phased"));
}

TEST_CASE("an option that is not given has its first value") {
  const Problem problem = problem_of({.collective = alltoall, .ports = kMulti});
  const Algorithm& greedy = find_algorithm("greedy", problem);
  CHECK(option_value(greedy, {}, "order") == "digit-wise");
  CHECK(option_value(greedy, {{"order", "ascending"}}, "order") == "ascending");
  CHECK(option_value(greedy, {}, "speed").empty());
}

TEST_CASE("every algorithm has a source, a summary and defaults that are allowed") {
  for (const Algorithm& a : all_algorithms()) {
    CAPTURE(a.name);
    CHECK_FALSE(a.source.empty());
    CHECK_FALSE(a.summary.empty());
    CHECK_FALSE(a.ports.empty());
    for (const AlgorithmOption& option : a.options) CHECK_FALSE(option.values.empty());
  }
}
