// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/node_part.hpp"

#include <cstring>
#include <utility>

#include "romcast/core/packed.hpp"
#include "romcast/judge/judge_state.hpp"

namespace romcast {
namespace {

class PartOfSchedule final : public Schedule {
 public:
  PartOfSchedule(std::unique_ptr<Schedule> plan, std::shared_ptr<const NodePart> part)
      : plan_(std::move(plan)), part_(std::move(part)) {}
  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    while (hops.empty() && plan_->next(all_)) part_->choose(all_, hops);
    return !hops.empty();
  }

 private:
  std::unique_ptr<Schedule> plan_;
  std::shared_ptr<const NodePart> part_;
  std::vector<Hop> all_;
};

}  // namespace

NodePart::NodePart(const Topology& topology, Cut cut, unsigned rank)
    : cut_(std::move(cut)), rank_(rank) {
  for (const unsigned part : cut_.part_of) here_.push_back(part == rank ? 1 : 0);
  for (LinkId link = 0; link < topology.links(); ++link) {
    const Channel& channel = topology.channel_at(link);
    ends_.push_back(static_cast<unsigned char>((here_[channel.from] != 0 ? kFrom : 0) |
                                               (here_[channel.to] != 0 ? kTo : 0)));
  }
}

void NodePart::choose(std::span<const Hop> hops, std::vector<Hop>& some) const {
  some.clear();
  for (const Hop& hop : hops) {
    if (ends_[hop.link] != 0) some.push_back(hop);
  }
}

std::shared_ptr<const NodePart> part_of(const Problem& problem, const Ranks& ranks) {
  const Topology& topology = *problem.topology;
  if (!judges_parts(topology, problem.collective)) return nullptr;
  Cut cut =
      cut_network(topology, {.parts = ranks.count(), .processors_follow = !topology.direct()});
  return std::make_shared<NodePart>(topology, std::move(cut), ranks.rank());
}

OpenSchedule schedule_of(const Plan& plan, std::shared_ptr<const NodePart> part) {
  return [open = plan.open, open_part = part->any() ? plan.open_part : OpenPart(),
          part = std::move(part)]() -> std::unique_ptr<Schedule> {
    if (open_part) return open_part(part->here());
    return std::make_unique<PartOfSchedule>(open(), part);
  };
}

std::string verdict_text(const Verdict& verdict) {
  Packed packed;
  for (const std::uint64_t number :
       {std::uint64_t{verdict.cycles}, verdict.hops, verdict.delivered, verdict.violation_count,
        std::uint64_t{verdict.max_queue}, std::uint64_t{verdict.max_waiting}}) {
    packed.put(number);
  }
  for (const LevelQueues& level : verdict.levels) {
    for (const auto figure : kQueueFigures) packed.put(level.*figure);
  }
  return packed.take();
}

void add_verdict_text(std::string text, Verdict& verdict) {
  Packed packed(std::move(text));
  Verdict part;
  part.cycles = static_cast<Cycle>(packed.number());
  part.hops = packed.number();
  part.delivered = packed.number();
  part.violation_count = packed.number();
  part.max_queue = static_cast<std::uint32_t>(packed.number());
  part.max_waiting = static_cast<std::uint32_t>(packed.number());
  part.levels.resize(verdict.levels.size());
  for (LevelQueues& level : part.levels) {
    for (const auto figure : kQueueFigures)
      level.*figure = static_cast<std::uint32_t>(packed.number());
  }
  add_part(part, verdict);
}

std::string text_of(std::span<const std::uint64_t> words) {
  return {reinterpret_cast<const char*>(words.data()), words.size_bytes()};
}

std::vector<std::uint64_t> words_of(const std::string& text) {
  std::vector<std::uint64_t> words(text.size() / sizeof(std::uint64_t));
  std::memcpy(words.data(), text.data(), words.size() * sizeof(std::uint64_t));
  return words;
}

std::string text_of(std::span<const Hop> hops) {
  return {reinterpret_cast<const char*>(hops.data()), hops.size_bytes()};
}

void append_hops(const std::string& text, std::vector<Hop>& hops) {
  const std::size_t before = hops.size();
  hops.resize(before + text.size() / sizeof(Hop));
  std::memcpy(hops.data() + before, text.data(), text.size());
}

}  // namespace romcast
