// SPDX-License-Identifier: Apache-2.0
// Exchanges step by step. In a step each processor sends up to a given number of messages; the next
// step begins when all messages can be used, and at least max(g, o) after the last send. On a LogP
// machine the sends of a step follow each other as closely as possible (send_times.hpp).
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "schedules/logp/machine.hpp"

namespace romcast::logp {

/// A send of a processor; no send if it goes to kNone.
struct StepSend {
  NodeId to = 0;
  MessageId message = 0;
};

struct Steps {
  std::vector<std::uint64_t> sends{};  ///< by step: largest number of sends of a processor
  /// Send k = 0, 1, .. of processor `from` in a step.
  std::function<StepSend(std::size_t step, std::uint64_t k, NodeId from)> send{};
};

/// An allgather, alltoall, reduce-scatter or allreduce of fully connected processors. `steps_of`
/// may assume that the algorithm's `refusal` returned no text. `formula`, a text for the report,
/// gives the number of messages that each processor sends: P is the number of processors, M the
/// collective's messages().
Algorithm stepwise(const char* name, CollectiveKind collective,
                   std::function<Steps(const Problem&)> steps_of, const std::string& formula);

/// Steps of algorithms that double something: ceil(log2 P).
unsigned doublings(std::uint64_t processors);
/// The reason for refusing a number of processors that is no power of two; empty for powers of two.
std::string refuse_other_than_powers_of_two(const Problem& problem);

}  // namespace romcast::logp
