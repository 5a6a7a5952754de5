// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/seam_judge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "romcast/core/error.hpp"
#include "romcast/judge/judge_findings.hpp"
#include "romcast/judge/port_book.hpp"

namespace romcast {
namespace {

constexpr std::uint64_t kMostHops = 16'000'000;

// The origin of a word, its destinations, and its hops (cycle, link) in ascending order.
struct WordHops {
  NodeId origin = 0;
  std::vector<NodeId> destinations;
  std::vector<std::pair<Cycle, LinkId>> hops;
  auto operator<=>(const WordHops&) const = default;
};

std::vector<WordHops> words_of(const Topology& topology, const SeamTable& table) {
  std::map<MessageId, WordHops> words;
  for (const Hop& hop : all_hops(table.schedule)) {
    words[hop.message].hops.emplace_back(hop.cycle, hop.link);
  }
  std::vector<WordHops> all;
  for (auto& [message, word] : words) {
    word.origin = table.collective.origin(message);
    for (NodeId p = 0; p < topology.processors(); ++p) {
      if (table.collective.wants(message, p)) word.destinations.push_back(p);
    }
    std::ranges::sort(word.hops);
    all.push_back(std::move(word));
  }
  std::ranges::sort(all);
  return all;
}

class SeamJudge {
 public:
  SeamJudge(const Topology& topology, Ports ports, const SeamTable& before, const SeamTable& after)
      : topology_(topology), ports_(ports), before_(before.period), after_(after.period) {
    old_ = words_of(topology, before);
    new_ = words_of(topology, after);
    if (before_.cycles == after_.cycles) {
      std::ranges::set_intersection(old_, new_, std::back_inserter(kept_));
    }
  }

  SeamVerdict judge() {
    verdict_.kept = static_cast<std::uint32_t>(kept_.size());
    verdict_.drained = static_cast<std::uint32_t>(old_.size() - kept_.size());
    verdict_.begun = static_cast<std::uint32_t>(new_.size() - kept_.size());
    std::vector<WordHops> ending;
    std::ranges::set_difference(old_, kept_, std::back_inserter(ending));
    for (const WordHops& word : ending) {
      verdict_.frames = std::max(verdict_.frames, frames_beyond(word));
    }
    for (const WordHops& word : old_) longest_ = std::max(longest_, word.hops.back().first);
    check_size();
    run_old(ending);
    run_new();
    Verdict found = findings_.take();
    verdict_.violation_count = found.violation_count;
    verdict_.violations = std::move(found.violations);
    return std::move(verdict_);
  }

 private:
  void check_size() const {
    const auto hops = [](const std::vector<WordHops>& words) {
      std::uint64_t all = 0;
      for (const WordHops& word : words) all += word.hops.size();
      return all;
    };
    const std::uint64_t all =
        hops(old_) * (longest_ / before_.cycles + 2) + hops(new_) * (longest_ / after_.cycles + 2);
    if (all <= kMostHops) return;
    throw InputError(fmt::format(
        "{} hops of the frames near the change; at most {} are judged: a word of the first table "
        "is on its way for {} cycles",
        all, kMostHops, longest_));
  }

  // Number of old frames whose copy of this word would still be in transit at the boundary.
  [[nodiscard]] std::uint32_t frames_beyond(const WordHops& word) const {
    return (word.hops.back().first - 1) / before_.cycles;
  }

  // Runs the old frames that may have hops near the boundary; frame 1 is the last before the
  // boundary.
  void run_old(const std::vector<WordHops>& ending) {
    const std::uint32_t frames = longest_ / before_.cycles + 2;
    for (std::uint32_t frame = 1; frame <= frames; ++frame) {
      for (const WordHops& word : kept_) run(word, -std::int64_t{frame} * before_.cycles, true);
      for (const WordHops& word : ending) {
        if (frame <= frames_beyond(word)) continue;
        run(word, -std::int64_t{frame} * before_.cycles, false);
      }
    }
  }
  void run_new() {
    const std::uint32_t frames = longest_ / after_.cycles + 2;
    for (std::uint32_t frame = 0; frame < frames; ++frame) {
      for (const WordHops& word : new_) run(word, std::int64_t{frame} * after_.cycles, true);
    }
  }

  // Runs the hops of a word whose frame begins after cycle `begin` (< 0: a frame of the old table).
  // `in_new`: the new table moves the word, so that hops may come after the boundary.
  void run(const WordHops& word, std::int64_t begin, bool in_new) {
    for (const auto& [cycle, link] : word.hops) {
      const std::int64_t at = begin + cycle;
      const Channel& channel = topology_.channel_at(link);
      if (at > 0 && begin < 0 && !in_new) {
        findings_.report(static_cast<Cycle>(at), ViolationKind::message_lost, [&] {
          return fmt::format("a word of {} is lost in {}: the new table does not send it on",
                             topology_.node_name(word.origin), topology_.node_name(channel.from));
        });
        return;
      }
      const LinkId one = ports_.half ? std::min(link, opposite_link(topology_, link)) : link;
      if (used_.insert({one, at}).second) continue;
      findings_.report(static_cast<Cycle>(std::max<std::int64_t>(at, 0)),
                       ViolationKind::link_over_capacity, [&] {
                         return fmt::format("link {} -> {} carries two words at the change",
                                            topology_.node_name(channel.from),
                                            topology_.node_name(channel.to));
                       });
    }
  }

  const Topology& topology_;
  const Ports ports_;
  const Period before_, after_;
  std::vector<WordHops> old_, new_, kept_;
  Cycle longest_ = 0;
  std::set<std::pair<LinkId, std::int64_t>> used_;
  SeamVerdict verdict_;
  Findings findings_;
};

}  // namespace

SeamVerdict judge_seam(const Topology& topology, Ports ports, const SeamTable& before,
                       const SeamTable& after) {
  if (before.collective.reduces() || after.collective.reduces()) {
    throw InputError("the judge of changes does not follow words that are combined");
  }
  return SeamJudge(topology, ports, before, after).judge();
}

}  // namespace romcast
