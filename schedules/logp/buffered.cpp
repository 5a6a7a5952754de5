// SPDX-License-Identifier: Apache-2.0
// Broadcast of many items that may wait in a queue after they arrive (KSSS, Theorem 3.8 with the
// buffer of two items in its footnote). Trees and blocks are those of a block-cyclic schedule, but
// any leaf may go to any block. For a block at a node with the label d, let w be (t-d plus the sum
// of the block's letters) modulo the block's size, with the horizon t. The block has a legal word
// if w is 0 (period.hpp). Else the block's leaf with the least label takes its item w steps after
// the item arrives, which makes the word legal. So at most one item waits from one step to the
// next, and the queue, with the arrival of the step, holds at most two. If a processor must send an
// arriving item, it takes this item at once, else the oldest item in its queue.
#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "schedules/logp/expand.hpp"
#include "schedules/logp/machine.hpp"

namespace romcast {
namespace {

using namespace logp;

/// The labels of the leaves, and label and number of children of each inner node.
struct OptimalTree {
  OptimalTree(std::uint32_t latency, std::uint64_t receivers, std::uint32_t horizon) {
    const auto f = fibonacci(latency, horizon);
    // The last inner nodes lack their last child.
    const std::uint64_t missing = f[horizon] - receivers;
    for (std::uint32_t label = 0; label <= horizon; ++label) {
      const std::uint64_t nodes = label == 0 ? 1 : f[label] - f[label - 1];
      for (std::uint64_t i = 0; i < nodes; ++i) {
        if (label + latency <= horizon) {
          inner.push_back({label, horizon - label - latency + 1});
        } else if (label < horizon || i + missing < nodes) {
          leaves.push_back(label);
        }
      }
    }
    for (std::uint64_t i = 0; i < missing; ++i) --inner[inner.size() - 1 - i].children;
    while (!inner.empty() && inner.back().children == 0) {
      leaves.push_back(inner.back().label);
      inner.pop_back();
    }
  }
  struct Inner {
    std::uint32_t label, children;
  };
  std::vector<Inner> inner;
  std::vector<std::uint32_t> leaves;
};

LogpProgram program_of(const Machine& machine, std::uint32_t horizon) {
  const auto latency = machine.timing.latency;
  const OptimalTree tree(latency, machine.processors - 1, horizon);
  ProgramBuilder builder(latency, horizon);
  std::size_t leaf = tree.leaves.size();
  for (const auto& [label, children] : tree.inner) {
    std::vector<std::uint32_t> labels{label};
    std::uint64_t sum = label;
    while (labels.size() < children) sum += labels.emplace_back(tree.leaves[--leaf]);
    // The last leaf of a block takes its item late: this must be the leaf that is reached first.
    if (children > 1)
      std::iter_swap(std::ranges::min_element(labels.begin() + 1, labels.end()), labels.end() - 1);
    const auto wait = static_cast<std::uint32_t>((children - sum % children) % children);
    builder.add({.labels = std::move(labels), .wait = wait});
  }
  return builder.finish(tree.leaves.empty() ? 0 : tree.leaves.front());
}

// The sends of a program, and the items that every processor takes from its queue.
class QueueSchedule final : public Schedule {
 public:
  QueueSchedule(const std::shared_ptr<const LogpProgram>& program, NodeId source, NodeId processors,
                std::uint32_t latency)
      : latency_(latency),
        sends_(open_program(program, source, processors)()),
        on_way_(latency),
        places_(processors),
        queues_(processors) {
    for (const LogpProgram::Block& block : program->blocks) {
      for (NodeId q = 0; q < block.size; ++q) {
        places_[(block.base + q + source) % processors] = {block.size, q};
      }
    }
    more_ = sends_->next(sent_);
  }

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    while (hops.empty() && (more_ || flying_ > 0 || !waiting_.empty())) step(hops);
    return !hops.empty();
  }

 private:
  struct Place {
    std::uint32_t size = 0;  // of the block; 0: only receives
    std::uint32_t number = 0;
  };
  struct Queue {
    std::array<MessageId, 2> items{};
    std::uint8_t count = 0;
    Cycle taken = 0;  // cycle of the last item taken
  };

  void step(std::vector<Hop>& hops) {
    ++now_;
    std::vector<Hop>& leaving = on_way_[now_ % latency_];
    // Sends of cycle `now_` begin at time now_-1; those that began at time now_-latency_ arrive at
    // time now_.
    if (latency_ > 1) arrive(on_way_[(now_ + 1) % latency_], hops);
    leaving.clear();
    if (more_ && sent_.front().cycle == now_) {
      leaving = sent_;
      hops.insert(hops.end(), sent_.begin(), sent_.end());
      flying_ += sent_.size();
      more_ = sends_->next(sent_);
    }
    if (latency_ == 1) arrive(leaving, hops);
    take_oldest(hops);
  }
  void arrive(std::vector<Hop>& arriving, std::vector<Hop>& hops) {
    flying_ -= arriving.size();
    for (const Hop& hop : arriving) {
      const Place& place = places_[hop.to];
      Queue& queue = queues_[hop.to];
      if (place.size > 0 && hop.message % place.size == place.number) {
        take(hop.to, hop.message, hops);
        continue;
      }
      if (queue.count == 0) waiting_.push_back(hop.to);
      if (queue.count == queue.items.size()) throw std::logic_error("buffered: queue of 3");
      queue.items[queue.count++] = hop.message;
    }
    arriving.clear();
  }
  void take_oldest(std::vector<Hop>& hops) {
    std::size_t kept = 0;
    for (const NodeId v : waiting_) {
      Queue& queue = queues_[v];
      if (queue.taken != now_) {
        take(v, queue.items[0], hops);
        queue.items[0] = queue.items[1];
        --queue.count;
      }
      if (queue.count > 0) waiting_[kept++] = v;
    }
    waiting_.resize(kept);
  }
  void take(NodeId v, MessageId item, std::vector<Hop>& hops) {
    hops.push_back({now_, v, item, v});
    queues_[v].taken = now_;
  }

  std::uint32_t latency_;
  std::unique_ptr<Schedule> sends_;
  std::vector<Hop> sent_;  // sends that begin next
  bool more_ = false;
  std::vector<std::vector<Hop>> on_way_;  // by cycle of the send, modulo the latency
  std::uint64_t flying_ = 0;
  std::vector<Place> places_;
  std::vector<Queue> queues_;
  std::vector<NodeId> waiting_;  // processors with items in their queues
  Cycle now_ = 0;
};

std::string buffered_refusal(const Problem& problem) {
  if (machine_of(problem).postal()) return "";
  return "Theorem 3.8 is for overhead 0 and gap 1; use `algorithm` block-cyclic";
}

std::uint32_t horizon_of(const Machine& machine) {
  Machine receivers = machine;
  --receivers.processors;
  return static_cast<std::uint32_t>(broadcast_time(receivers));
}

std::uint64_t cycles_of(const Problem& problem) {
  const Machine machine = machine_of(problem);
  return machine.latency() + horizon_of(machine) + problem.collective.messages() - 1;
}

Plan buffered_plan(const Problem& problem) {
  check_cycles(cycles_of(problem), problem);
  const Machine machine = machine_of(problem);
  LogpProgram program = program_of(machine, horizon_of(machine));
  program.items = problem.collective.messages();
  const auto shared = std::make_shared<const LogpProgram>(std::move(program));
  return {.open =
              [shared, source = problem.collective.source(), machine] {
                return std::make_unique<QueueSchedule>(shared, source,
                                                       static_cast<NodeId>(machine.processors),
                                                       machine.timing.latency);
              },
          .hints = hint(shared)};
}

Theory buffered_theory(const Problem& problem) {
  Theory theory;
  add_broadcast_bound(problem, theory);
  theory.formula_cycles = cycles_of(problem);
  theory.formula_source = fmt::format("{}, Theorem 3.8: B(P-1) + L + k - 1", kPaper);
  if (!theory.erratum.empty()) theory.erratum += "; ";
  theory.erratum +=
      "the schedule sketched for Theorem 3.8 can have L+1 messages in transit to one processor; "
      "this one needs a queue of 2 (footnote 1)";
  return theory;
}

}  // namespace

Algorithm buffered_broadcast() {
  Algorithm algorithm = logp_algorithm("buffered", CollectiveKind::broadcast);
  algorithm.summary =
      "blocks that get their leaves in any order, with a queue of 2 for what comes "
      "too early; B(P-1) + L + k - 1";
  algorithm.source = "Karp, Sahay, Santos & Schauser 1993, Theorem 3.8; the deal: romcast";
  algorithm.buffered = true;
  algorithm.refusal = buffered_refusal;
  algorithm.build = buffered_plan;
  algorithm.predict = buffered_theory;
  return algorithm;
}

}  // namespace romcast
