// SPDX-License-Identifier: Apache-2.0
// Reduce on any network whose nodes combine: a reversed broadcast (turned.hpp).
#include "schedules/any/turned.hpp"

namespace romcast {

Algorithm portfolio_broadcast();
Algorithm matching_broadcast();
Algorithm exact_broadcast();
Algorithm forest_broadcast();

Algorithm portfolio_reduce() {
  return any::turned_algorithm(portfolio_broadcast(), CollectiveKind::reduce,
                               "the best broadcast that the time allows, reversed");
}
Algorithm matching_reduce() {
  return any::turned_algorithm(matching_broadcast(), CollectiveKind::reduce,
                               "a greedy broadcast, reversed");
}
Algorithm exact_reduce() {
  return any::turned_algorithm(exact_broadcast(), CollectiveKind::reduce,
                               "fewest cycles, by SAT: a broadcast, reversed");
}
Algorithm forest_reduce() {
  return any::turned_algorithm(forest_broadcast(), CollectiveKind::reduce,
                               "a broadcast at the rate of the worst cut, reversed");
}

}  // namespace romcast
