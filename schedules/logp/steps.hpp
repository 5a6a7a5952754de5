// SPDX-License-Identifier: Apache-2.0
// Exchanges step by step: in a step every processor sends as many messages as every other one, or
// fewer, and the next step begins when all of them can be used, and max(g, o) after the last send.
// On a LogP machine the sends of a step are as close together as they can be (send_times.hpp).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "schedules/logp/machine.hpp"

namespace romcast::logp {

/// A send of a processor; to kNone: nothing.
struct StepSend {
  NodeId to = 0;
  MessageId message = 0;
};

struct Steps {
  std::vector<std::uint64_t> sends{};  ///< of the processor that sends most, by step
  /// Send k of a step.
  std::function<StepSend(std::size_t step, std::uint64_t k, NodeId from)> send{};
};

/// An allgather, alltoall, reduce-scatter or allreduce of fully connected processors. `steps_of`
/// may expect that `refusal` has none. `formula`: how many messages each processor sends, in the
/// letters P and M.
Algorithm stepwise(const char* name, CollectiveKind collective,
                   std::function<Steps(const Problem&)> steps_of, const std::string& formula);

/// Steps of algorithms that double something: ceil(log2 P).
unsigned doublings(std::uint64_t processors);
/// For algorithms that need a power of two.
std::string refuse_other_than_powers_of_two(const Problem& problem);

}  // namespace romcast::logp
