// SPDX-License-Identifier: Apache-2.0
#include "systemc/pieced_trace.hpp"

#include <algorithm>
#include <span>
#include <string>

#include "romcast/run/node_part.hpp"

namespace romcast {
namespace {

class PiecedTrace final : public Schedule {
 public:
  PiecedTrace(const Topology& topology, const OpenSchedule& plan, const Cut& cut,
              const std::vector<TracePiece>& pieces)
      : topology_(topology), plan_(plan()), cut_(cut), pieces_(pieces) {
    for (const TracePiece& piece : pieces) rest_.emplace_back(piece.rest);
    read_plan();
  }

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    std::uint64_t cycle = planned_.empty() ? kEnd : planned_.front().cycle;
    for (const auto& rest : rest_) {
      if (!rest.empty()) cycle = std::min<std::uint64_t>(cycle, rest.front().cycle);
    }
    if (cycle == kEnd) return false;
    if (!planned_.empty() && planned_.front().cycle == cycle) {
      hops = planned_;
      read_plan();
    }
    for (auto& rest : rest_) {
      const auto end =
          std::ranges::find_if(rest, [&](const Hop& hop) { return hop.cycle != cycle; });
      hops.insert(hops.end(), rest.begin(), end);
      rest = {end, rest.end()};
    }
    return true;
  }

 private:
  static constexpr std::uint64_t kEnd = std::uint64_t{1} << 32;  // later than all cycles

  // Reads the planned hops of the next cycle, without those of ranks that no longer agreed with the
  // plan; skips cycles without remaining hops.
  void read_plan() {
    do {
      if (!plan_->next(planned_)) return planned_.clear();
      std::erase_if(planned_, [&](const Hop& hop) {
        return pieces_[cut_.part_of[topology_.channel_at(hop.link).from]].agreed < hop.cycle;
      });
    } while (planned_.empty());
  }

  const Topology& topology_;
  std::unique_ptr<Schedule> plan_;
  const Cut& cut_;
  const std::vector<TracePiece>& pieces_;
  std::vector<std::span<const Hop>> rest_;  // remaining hops, by rank
  std::vector<Hop> planned_;                // planned hops of the next cycle
};

}  // namespace

std::vector<TracePiece> gather_pieces(Ranks& ranks, TracePiece mine) {
  const std::string agreed = std::to_string(mine.agreed) + " " + std::to_string(mine.rest.size());
  std::vector<TracePiece> pieces;
  std::size_t longest = 0;
  for (const std::string& said : ranks.all(agreed)) {
    pieces.push_back({.agreed = static_cast<Cycle>(std::stoul(said))});
    longest = std::max<std::size_t>(longest, std::stoul(said.substr(said.find(' '))));
  }
  const std::span<const Hop> all = mine.rest;
  for (std::size_t begin = 0; begin < longest; begin += kHopsInText) {
    const std::size_t from = std::min(begin, all.size());
    const std::vector<std::string> texts =
        ranks.gather(text_of(all.subspan(from, std::min(kHopsInText, all.size() - from))));
    for (std::size_t rank = 0; rank < texts.size(); ++rank)
      append_hops(texts[rank], pieces[rank].rest);
  }
  return pieces;
}

std::unique_ptr<Schedule> pieced_trace(const Topology& topology, const OpenSchedule& plan,
                                       const Cut& cut, const std::vector<TracePiece>& pieces) {
  return std::make_unique<PiecedTrace>(topology, plan, cut, pieces);
}

}  // namespace romcast
