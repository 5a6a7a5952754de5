// SPDX-License-Identifier: Apache-2.0
#include <catch2/catch.hpp>

#include "romcast/core/error.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/networks/networks.hpp"

namespace romcast {
namespace {

// Yields these steps unchanged, even if their cycles do not ascend.
class Steps final : public Schedule {
 public:
  explicit Steps(std::vector<std::vector<Hop>> steps) : steps_(std::move(steps)) {}
  bool next(std::vector<Hop>& hops) override {
    if (at_ == steps_.size()) return false;
    hops = steps_[at_++];
    return true;
  }

 private:
  std::vector<std::vector<Hop>> steps_;
  std::size_t at_ = 0;
};

Verdict judged(const Topology& network, const std::vector<std::vector<Hop>>& steps) {
  const Collective broadcast(CollectiveKind::broadcast, network.processors(), 0, 1);
  return judge(network, broadcast, {Ports::Kind::single},
               [&] { return std::make_unique<Steps>(steps); });
}

TEST_CASE("Hops on links outside the network are refused", "[schedule]") {
  const auto ring = networks::ring(4);  // 8 links
  CHECK_NOTHROW(judged(*ring, {{{.cycle = 1, .link = 7}}}));
  for (const LinkId link : {8U, 999U, kNone}) {
    CHECK_THROWS_AS(judged(*ring, {{{.cycle = 1, .link = link}}}), InputError);
  }
}

TEST_CASE("Hops of a crossbar without a receiver are refused", "[schedule]") {
  const auto complete = networks::complete(4);
  CHECK_NOTHROW(judged(*complete, {{{.cycle = 1, .link = 0, .to = 3}}}));
  CHECK_THROWS_AS(judged(*complete, {{{.cycle = 1, .link = 0, .to = 4}}}), InputError);
  CHECK_THROWS_AS(judged(*complete, {{{.cycle = 1, .link = 0}}}), InputError);
  CHECK_THROWS_AS(judged(*complete, {{{.cycle = 1, .link = 4, .to = 1}}}), InputError);
}

TEST_CASE("Cycles that do not ascend are refused", "[schedule]") {
  const auto ring = networks::ring(4);
  CHECK_THROWS_AS(judged(*ring, {{{.cycle = 0}}}), InputError);
  CHECK_THROWS_AS(judged(*ring, {{{.cycle = 2}}, {{.cycle = 2}}}), InputError);
  CHECK_THROWS_AS(judged(*ring, {{{.cycle = 2}, {.cycle = 3}}}), InputError);
  CHECK_THROWS_AS(judged(*ring, {{}}), InputError);
}

TEST_CASE("A schedule that cannot be opened is refused", "[schedule]") {
  const auto ring = networks::ring(4);
  CHECK_THROWS_AS(checked_schedule(*ring, {}), InputError);
  CHECK_THROWS_AS(checked_schedule(*ring, [] { return nullptr; })(), InputError);
}

TEST_CASE("Messages of an exchange are between processors", "[collective]") {
  CHECK_NOTHROW(Collective::of_demands(4, {{0, {1, 3}}}));
  for (const Demand& wrong :
       std::vector<Demand>{{4, {1}}, {0, {4}}, {1, {1}}, {0, {2, 1}}, {0, {2, 2}}}) {
    CHECK_THROWS_AS(Collective::of_demands(4, {wrong}), InputError);
  }
}

}  // namespace
}  // namespace romcast
