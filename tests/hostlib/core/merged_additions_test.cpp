// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/merged_additions.hpp"

#include <catch2/catch.hpp>

#include "romcast/core/unit_additions.hpp"

using namespace romcast;
using Hops = std::vector<Hop>;

namespace {

// The merged hops of a schedule that is read a cycle at a time.
Hops merged(Schedule& schedule) {
  MergedAdditions additions;
  Hops step, ready, all;
  while (schedule.next(step)) {
    additions.take(step, ready);
    all.insert(all.end(), ready.begin(), ready.end());
  }
  additions.finish(ready);
  all.insert(all.end(), ready.begin(), ready.end());
  return all;
}

Hops merged(const Hops& hops) { return merged(*stored_schedule(hops)()); }

Hop add(Cycle cycle, LinkId link, NodeId count) { return {cycle, link, kAdd, count}; }

}  // namespace

TEST_CASE("additions that follow each other become one, where the first stands") {
  CHECK(merged({add(1, 0, 1), add(2, 0, 1), add(3, 0, 4), add(7, 0, 1)}) == Hops{add(1, 0, 7)});
  CHECK(merged({add(1, 0, 1), {1, 1, 0, 2}, {2, 2, 0, 3}, add(2, 0, 1)}) ==
        Hops{add(1, 0, 2), {1, 1, 0, 2}, {2, 2, 0, 3}});
}

TEST_CASE("additions with a pause between them, or of two processors, stay two") {
  const Hops pause{add(1, 0, 1), add(3, 0, 1)}, two{add(1, 0, 1), add(2, 1, 1)},
      long_pause{add(1, 0, 2), add(4, 0, 2), {9, 1, 0, 2}, add(9, 0, 1)};
  CHECK(merged(pause) == pause);
  CHECK(merged(two) == two);
  CHECK(merged(long_pause) == long_pause);
}

TEST_CASE("merging takes back what writing additions one by one did") {
  const Hops hops{add(1, 0, 5), add(1, 1, 2), {4, 1, 0, 0}, add(4, 2, 3),
                  add(5, 1, 1), {8, 2, 0, 0}, add(9, 0, 2)};
  CHECK(merged(*unit_additions(stored_schedule(hops))()) == hops);
}

TEST_CASE("an addition that ends after the last cycle that can be counted is kept") {
  const Hops late{add(4294967290U, 0, 100), {4294967295U, 1, 0, 2}};
  CHECK(merged(late) == late);
}
