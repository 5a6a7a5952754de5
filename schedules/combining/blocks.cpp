// SPDX-License-Identifier: Apache-2.0
#include "schedules/combining/blocks.hpp"

#include <bit>
#include <memory>

namespace romcast::combining {
namespace {

using logp::StepSend;

// The values of all blocks, grouped by the number of their block modulo `modulus`.
std::vector<std::vector<MessageId>> residues(const Blocks& blocks, NodeId modulus) {
  std::vector<std::vector<MessageId>> all(modulus);
  for (NodeId block = 0; block < blocks.count(); ++block) {
    for (MessageId v = blocks.begin(block); v < blocks.begin(block + 1); ++v) {
      all[block % modulus].push_back(v);
    }
  }
  return all;
}

// `bit` is a power of two; member i and member i ^ bit are partners. Each member sends to its
// partner the blocks whose numbers are congruent, modulo 2 * bit, to the partner's number if
// `partners`, else to the sender's number.
Step exchange(const Members& members, const Blocks& blocks, NodeId bit, bool partners) {
  Step step;
  auto values = residues(blocks, 2 * bit);
  for (const auto& some : values) step.sends = std::max<std::uint64_t>(step.sends, some.size());
  step.send = [members, bit, partners, values = std::move(values)](std::uint64_t k, NodeId from) {
    const NodeId member = members.member(from);
    if (member == kNone) return kNoSend;
    const NodeId other = member ^ bit;
    const auto& some = values[(partners ? other : member) % (2 * bit)];
    if (k >= some.size()) return kNoSend;
    return StepSend{members.processor(other), some[k]};
  };
  return step;
}

}  // namespace

Members::Members(std::size_t processors)
    : count_(static_cast<NodeId>(std::bit_floor(processors))),
      pairs_(static_cast<NodeId>(processors) - count_),
      doublings_(static_cast<unsigned>(std::bit_width(count_) - 1)) {}

NodeId Members::member(NodeId processor) const {
  if (processor >= 2 * pairs_) return processor - pairs_;
  return processor % 2 == 0 ? processor / 2 : kNone;
}

logp::Steps in_steps(std::vector<Step> steps) {
  logp::Steps result;
  for (const Step& step : steps) result.sends.push_back(step.sends);
  result.send = [all = std::move(steps)](std::size_t step, std::uint64_t k, NodeId from) {
    return all[step].send(k, from);
  };
  return result;
}

Step fold(const Members& members, std::uint64_t values) {
  return {values, [members](std::uint64_t k, NodeId from) {
            if (members.member(from) != kNone) return kNoSend;
            return StepSend{from - 1, static_cast<MessageId>(k)};
          }};
}

Step unfold(const Members& members, std::uint64_t values) {
  return {values, [pairs = members.pairs()](std::uint64_t k, NodeId from) {
            if (from >= 2 * pairs || from % 2 == 1) return kNoSend;
            return StepSend{from + 1, static_cast<MessageId>(k)};
          }};
}

std::vector<Step> halving(const Members& members, const Blocks& blocks) {
  std::vector<Step> steps;
  for (NodeId bit = 1; bit < members.count(); bit *= 2) {
    steps.push_back(exchange(members, blocks, bit, true));
  }
  return steps;
}

std::vector<Step> doubling(const Members& members, const Blocks& blocks) {
  std::vector<Step> steps;
  for (NodeId bit = members.count() / 2; bit > 0; bit /= 2) {
    steps.push_back(exchange(members, blocks, bit, false));
  }
  return steps;
}

Algorithm stepwise(const char* name, CollectiveKind collective,
                   std::function<logp::Steps(const Problem&)> steps_of,
                   const std::string& formula) {
  Algorithm algorithm = logp::stepwise(name, collective, std::move(steps_of), formula);
  algorithm.source = "textbooks; Thakur, Rabenseifner & Gropp 2005";
  return algorithm;
}

}  // namespace romcast::combining
