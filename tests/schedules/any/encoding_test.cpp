// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/encoding.hpp"

#include "schedules/any/judged.hpp"

using namespace romcast;
using namespace romcast::test;

TEST_CASE("a formula is not written to its end once its time is over", "[any][exact]") {
  const Network network = hypercube(4);
  const Collective collective(CollectiveKind::alltoall, 16, 0, 1);
  const any::Task task{*network, collective, kMulti};
  const any::Symmetry none = any::Symmetry::none(task);
  const any::Encoding whole(task, 8, none), cut(task, 8, none, [] { return false; });
  CHECK(whole.complete());
  CHECK_FALSE(cut.complete());
  CHECK(cut.formula().literals().size() < whole.formula().literals().size());
}
