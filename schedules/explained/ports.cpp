// SPDX-License-Identifier: Apache-2.0
#include "schedules/explained/ports.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "romcast/core/wording.hpp"
#include "schedules/complete/chain.hpp"
#include "schedules/complete/postal.hpp"

namespace romcast {
namespace {

// The rounds in which each message first reaches a box, is known to all processors of the box, and
// first leaves the box.
struct Passages {
  std::map<MessageId, Cycle> first, last, left;
};

// The passages of messages through the box of processors `first` .. `end` - 1, which are numbered
// from the source, number 0, on.
Passages passages(const std::vector<Hop>& hops, NodeId source, NodeId n, NodeId first, NodeId end) {
  Passages seen;
  const auto inside = [&](NodeId node) {
    const NodeId number = (node + n - source) % n;
    return number >= first && number < end;
  };
  for (const Hop& hop : hops) {
    if (inside(hop.to)) {
      seen.first.try_emplace(hop.message, hop.cycle);
      seen.last[hop.message] = hop.cycle;
    } else if (inside(static_cast<NodeId>(hop.link))) {
      seen.left.try_emplace(hop.message, hop.cycle);
    }
  }
  return seen;
}

// The rounds from `from` to `to`, over all messages in `to`, as "2 rounds" or "1 to 2 rounds".
std::string rounds_between(const std::map<MessageId, Cycle>& from,
                           const std::map<MessageId, Cycle>& to) {
  std::set<Cycle> all;
  for (const auto& [message, cycle] : to) all.insert(cycle - from.at(message));
  if (all.size() < 2) return counted(all.empty() ? 0 : *all.begin(), "round");
  return fmt::format("{} to {} rounds", *all.begin(), *all.rbegin());
}

}  // namespace

std::vector<Fact> box_facts(const Algorithm& algorithm, const Problem& problem,
                            const std::vector<Hop>& hops) {
  const bool rotation = algorithm.name == "rotation" || algorithm.name == "rotation-best";
  if (!rotation || !problem.topology->crossbar()) return {};
  const auto n = static_cast<NodeId>(problem.topology->processors());
  std::vector<Fact> facts;
  NodeId first = 1;
  for (const complete::BoxShape& box : complete::rotation_chain(algorithm.name, problem)) {
    const NodeId end = first + box.processors;
    const Passages seen = passages(hops, problem.collective.source(), n, first, end);
    std::string text =
        fmt::format("{}, {}; all know a message {} after it comes", complete::describe({box}),
                    counted(box.processors, "processor"), rounds_between(seen.first, seen.last));
    if (!seen.left.empty()) {
      text += fmt::format(", and it is passed on {} after it comes",
                          rounds_between(seen.first, seen.left));
    }
    facts.push_back({"box", text});
    first = end;
  }
  return facts;
}

std::vector<Fact> postal_facts(const Problem& problem) {
  const complete::Size size = complete::size_of(problem);
  const std::vector<std::uint64_t> reached = complete::reached(size);
  std::vector<Fact> facts;
  if (reached.size() <= kMostListed) {
    facts.push_back({"P(t)", fmt::format("{}: processors that can have a message at t = 0, 1, ..",
                                         fmt::join(reached, ", "))});
  }
  facts.push_back({"B(n)", fmt::format("{}", complete::broadcast_time(size))});
  return facts;
}

}  // namespace romcast
