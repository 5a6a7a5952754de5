// The fat-tree algorithms, one file each; listed in ../algorithms.cpp.
#pragma once

#include "schedules/algorithm.hpp"

namespace romcast {

Algorithm leaf_broadcast();
Algorithm furthest_first_scatter();
Algorithm reversed_scatter_gather();
Algorithm greedy_gather();
Algorithm upward_first_allgather();
Algorithm flooding_allgather();
Algorithm turn_nearest_first_allgather();
Algorithm turn_phased_allgather();
Algorithm turn_simple_allgather();
Algorithm upward_first_alltoall();
Algorithm upward_first_credit_alltoall();
Algorithm greedy_alltoall();
Algorithm pipelined_alltoall();
Algorithm phased_alltoall();

/// The switches of a port model: a queue per branch, or one upwards and one downwards.
inline QueueKind queues_of(Ports ports) {
  return ports.single() ? QueueKind::up_down : QueueKind::per_output;
}

}  // namespace romcast
