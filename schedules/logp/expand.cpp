// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/expand.hpp"

#include <algorithm>
#include <utility>

#include "schedules/logp/words.hpp"

namespace romcast::logp {
namespace {

using Target = LogpProgram::Target;

// All sends of a program, one pace after another.
class ProgramSchedule final : public Schedule {
 public:
  ProgramSchedule(std::shared_ptr<const LogpProgram> program, NodeId source, NodeId processors)
      : program_(std::move(program)), source_(source), processors_(processors) {
    const auto& blocks = program_->blocks;
    for (const auto& block : blocks) {
      for (std::uint32_t j = 0; j < block.size; ++j) ++at(sends_from_, block.start + j);
      largest_ = std::max(largest_, block.size);
    }
    std::uint32_t sum = 0;
    for (std::uint32_t& first : sends_from_) sum += std::exchange(first, sum);
    sends_from_.push_back(sum);
    sends_.resize(sum);
    std::vector<std::uint32_t> next = sends_from_;
    for (const auto& block : blocks) {
      for (std::uint32_t j = 0; j < block.size; ++j) {
        sends_[next[block.start + j]++] = {block.base, block.size,
                                           program_->targets[block.first_target + j]};
      }
    }
    modulo_.resize(largest_ + 1);
  }

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    const std::uint64_t end = std::uint64_t{program_->paces} + program_->items - 1;
    while (hops.empty() && pace_ < end) {
      const auto lags = static_cast<std::uint32_t>(sends_from_.size() - 1);
      if (pace_ < program_->items) send_root(hops);
      const std::uint64_t first = pace_ < program_->items ? 0 : pace_ - program_->items + 1;
      for (std::uint64_t lag = first; lag < lags && lag <= pace_; ++lag) {
        send(static_cast<std::uint32_t>(lag), hops);
      }
      ++pace_;
    }
    return !hops.empty();
  }

 private:
  struct Send {
    NodeId base;
    std::uint32_t size;
    Target target;
  };
  static std::uint32_t& at(std::vector<std::uint32_t>& counts, std::uint32_t index) {
    if (counts.size() <= index) counts.resize(index + 1, 0);
    return counts[index];
  }
  [[nodiscard]] NodeId actual(NodeId processor) const {
    const NodeId sum = processor + source_;
    return sum < processors_ ? sum : sum - processors_;
  }
  [[nodiscard]] Cycle cycle() const { return static_cast<Cycle>(pace_ * program_->pace + 1); }

  void send_root(std::vector<Hop>& hops) const {
    const auto item = static_cast<std::uint32_t>(pace_);
    const Target& root = program_->root;
    hops.push_back({cycle(), source_, item, actual(root.base + (item + root.offset) % root.size)});
  }
  void send(std::uint32_t lag, std::vector<Hop>& hops) {
    if (sends_from_[lag] == sends_from_[lag + 1]) return;
    const auto item = static_cast<std::uint32_t>(pace_ - lag);
    for (std::uint32_t size = 1; size <= largest_; ++size) modulo_[size] = item % size;
    for (std::uint32_t i = sends_from_[lag]; i < sends_from_[lag + 1]; ++i) {
      const Send& send = sends_[i];
      std::uint32_t place = modulo_[send.target.size] + send.target.offset;
      if (place >= send.target.size) place -= send.target.size;
      hops.push_back({cycle(), actual(send.base + modulo_[send.size]), item,
                      actual(send.target.base + place)});
    }
  }

  std::shared_ptr<const LogpProgram> program_;
  NodeId source_, processors_;
  // For each lag (number of paces since the source sent the item): index in sends_ of the first
  // send with this lag.
  std::vector<std::uint32_t> sends_from_;
  std::vector<Send> sends_;
  std::uint32_t largest_ = 1;
  std::vector<std::uint32_t> modulo_;  // by size: the item modulo this size
  std::uint64_t pace_ = 0;
};

}  // namespace

void ProgramBuilder::add(const Block& block, std::uint64_t count) {
  const auto size = static_cast<std::uint32_t>(block.labels.size());
  std::vector<std::uint32_t> planned = block.labels;
  planned.back() += block.wait;
  const std::vector<std::uint32_t> word = legal_word(planned);
  const std::uint32_t own = block.labels.front();
  for (std::uint64_t i = 0; i < count; ++i) {
    program_.blocks.push_back({base_, size, own + latency_ + block.delay, base_ - 1});
    for (std::uint32_t place = 0; place < size; ++place) {
      // The target for the label block.labels[word[place]]: item x goes to processor
      // base_ + ((x + offset) mod size).
      const std::uint32_t offset = (planned[word[place]] - own + size - place) % size;
      takers_[block.labels[word[place]]].push_back({base_, size, offset});
    }
    base_ += size;
  }
}

Target ProgramBuilder::take(std::uint32_t label) {
  const Target target = takers_[label].back();
  takers_[label].pop_back();
  return target;
}

LogpProgram ProgramBuilder::finish(std::uint32_t spare_label) {
  takers_[spare_label].push_back({base_, 1, 0});
  program_.root = take(0);
  program_.paces = 1;
  for (const LogpProgram::Block& block : program_.blocks) {
    // A block's first child has the label `start`.
    for (std::uint32_t j = 0; j < block.size; ++j) {
      program_.targets.push_back(take(block.start + j));
    }
    program_.paces = std::max(program_.paces, block.start + block.size);
  }
  return std::move(program_);
}

LogpProgram expand(const BlockCyclic& schedule) {
  ProgramBuilder builder(schedule.latency, schedule.horizon + schedule.late);
  const auto label = [&](std::int32_t letter) {
    return static_cast<std::uint32_t>(static_cast<std::int32_t>(schedule.horizon) - letter);
  };
  const auto add = [&](const BlockKind& kind, std::uint64_t count) {
    std::vector<std::uint32_t> labels{schedule.horizon - kind.above(schedule.latency)};
    for (const std::int32_t letter : kind.letters) labels.push_back(label(letter));
    builder.add({.labels = std::move(labels), .delay = kind.delay}, count);
  };
  if (schedule.period.root) add(*schedule.period.root, 1);
  for (const auto& [kind, count] : schedule.period.blocks) add(kind, count);
  return builder.finish(label(schedule.period.spare));
}

OpenSchedule open_program(std::shared_ptr<const LogpProgram> program, NodeId source,
                          NodeId processors) {
  return [program = std::move(program), source, processors] {
    return std::make_unique<ProgramSchedule>(program, source, processors);
  };
}

}  // namespace romcast::logp
