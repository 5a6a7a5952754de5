// SPDX-License-Identifier: Apache-2.0
// Reduce-scatter on any network whose nodes combine: a reversed allgather (turned.hpp).
#include "schedules/any/turned.hpp"

namespace romcast {

Algorithm portfolio_allgather();
Algorithm matching_allgather();
Algorithm exact_allgather();
Algorithm forest_allgather();
Algorithm both_ways_allgather();
Algorithm ring_by_ring_allgather();
Algorithm recursive_doubling_allgather();

namespace {

Algorithm turned_allgather(Algorithm allgather, std::string summary) {
  return any::turned_algorithm(std::move(allgather), CollectiveKind::reduce_scatter,
                               std::move(summary));
}

}  // namespace

Algorithm portfolio_reduce_scatter() {
  return turned_allgather(portfolio_allgather(),
                          "the best allgather that the time allows, reversed");
}
Algorithm matching_reduce_scatter() {
  return turned_allgather(matching_allgather(), "a greedy allgather, reversed");
}
Algorithm exact_reduce_scatter() {
  return turned_allgather(exact_allgather(), "fewest cycles, by SAT: an allgather, reversed");
}
Algorithm forest_reduce_scatter() {
  return turned_allgather(forest_allgather(),
                          "an allgather at the rate of the worst cut, reversed");
}
Algorithm both_ways_reduce_scatter() {
  return turned_allgather(both_ways_allgather(), "on rings: what comes, with the own, both ways");
}
Algorithm ring_by_ring_reduce_scatter() {
  return turned_allgather(ring_by_ring_allgather(),
                          "on tori: round the rings of one dimension after the other");
}
Algorithm recursive_halving_any_reduce_scatter() {
  Algorithm algorithm = turned_allgather(
      recursive_doubling_allgather(),
      "on hypercubes: exchange half of what is left in one dimension after the other");
  algorithm.name = "recursive-halving";
  return algorithm;
}

}  // namespace romcast
