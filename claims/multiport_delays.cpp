// SPDX-License-Identifier: Apache-2.0
// Bar-Noy & Ho 1999, sections 4.1 and 4.2, tried in plans: the delays of boxes, and the sizes of
// the sets of a box, where a set is the processors that send the messages of one age.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "claims/multiport.hpp"
#include "schedules/complete/chain.hpp"

namespace romcast::claims {
namespace {

using complete::BoxShape;
using complete::ChainShape;

PlanAsked asked_of(const Row& row) {
  return {.network = "complete",
          .collective = "broadcast",
          .ports = fmt::format("{}", k_of(row)),
          .algorithm = "rotation",
          .options = {{"processors", fmt::format("{}", n_of(row))}},
          .messages = unsigned(m_of(row))};
}

// False if a processor sends a message that it does not have, or sends or receives more than k
// messages in a round.
bool legal(const Row& row, const PlanView& plan) {
  std::map<std::pair<unsigned, unsigned>, unsigned> has;        // by processor and message: round
  std::map<std::pair<unsigned, unsigned>, double> sent, taken;  // by round and processor
  for (const Sent& hop : plan.hops) {
    const auto known = has.find({hop.from, hop.message});
    if (hop.from != 0 && (known == has.end() || known->second >= hop.cycle)) return false;
    has.try_emplace({hop.to, hop.message}, hop.cycle);
    if (++sent[{hop.cycle, hop.from}] > k_of(row)) return false;
    if (++taken[{hop.cycle, hop.to}] > k_of(row)) return false;
  }
  return true;
}

// Delay of the first box, processors 1 .. `size`: rounds from the one in which the box gets a
// message to the one in which it passes the message on. Nothing if messages differ in their delay,
// or if the box does not get and pass on every message.
std::optional<double> delay_of_first_box(const Row& row, const PlanView& plan, unsigned size) {
  std::map<unsigned, unsigned> got, passed;  // by message: round
  for (const Sent& hop : plan.hops) {
    const bool from_box = hop.from >= 1 && hop.from <= size, to_box = hop.to >= 1 && hop.to <= size;
    if (to_box && !from_box) got.try_emplace(hop.message, hop.cycle);
    if (from_box && !to_box) passed.try_emplace(hop.message, hop.cycle);
  }
  std::set<unsigned> delays;
  for (const auto& [message, round] : got) {
    if (!passed.contains(message)) return std::nullopt;
    delays.insert(passed.at(message) - round);
  }
  if (delays.size() != 1 || double(got.size()) != m_of(row)) return std::nullopt;
  return *delays.begin();
}

std::optional<double> delay_of_special(const Row& row) {
  const ChainShape chain =
      complete::literal_chain(std::uint32_t(n_of(row)), std::uint32_t(k_of(row)));
  return delay_of_first_box(row, view_plan(row, asked_of(row)), chain.front().processors);
}

// Delay of a nice box, from the plan for two nice boxes, as no chain of Proposition 8 has two nice
// boxes. Nothing if the plan is not legal(), or if delay_of_first_box() finds no delay.
std::optional<double> delay_of_nice(const Row& row) {
  const auto size = std::uint32_t((n_of(row) - 1) / 2);
  PlanAsked asked = asked_of(row);
  asked.build = [&](const Problem& problem) {
    const BoxShape nice{BoxShape::Kind::nice, size, unsigned(row["d"]), 0};
    return complete::chain_plan(problem, {nice, nice});
  };
  const PlanView plan = view_plan(row, asked);
  return legal(row, plan) ? delay_of_first_box(row, plan, size) : std::nullopt;
}

// Number of processors, without the broadcaster, that send messages `age` rounds after the round in
// which the broadcaster sent these messages. Nothing if this number differs from one round of the
// broadcaster to another.
std::optional<double> senders_at_age(const Row& row) {
  std::map<unsigned, std::set<unsigned>> senders;  // by the round in which the broadcaster sends
  std::map<unsigned, unsigned> left;               // by message: that round
  for (const Sent& hop : view_plan(row, asked_of(row)).hops) {
    if (hop.from == 0) {
      left.try_emplace(hop.message, hop.cycle);
      senders.try_emplace(hop.cycle);
    } else if (hop.cycle == left.at(hop.message) + row["age"]) {
      senders[left.at(hop.message)].insert(hop.from);
    }
  }
  std::optional<double> all;
  for (const auto& [round, set] : senders) {
    if (all && double(set.size()) != *all) return std::nullopt;
    all = double(set.size());
  }
  return all;
}

struct BoxSize {
  unsigned k, d, a;  // a = 0: a nice box
  [[nodiscard]] unsigned processors() const {
    const auto nice = unsigned(power(k + 1, d)) - 1;
    return a == 0 ? nice : a * nice + k;
  }
  /// Number of rounds in which the box sends a given message.
  [[nodiscard]] unsigned ages() const { return a == 0 ? d : d + 1; }
};

std::vector<BoxSize> boxes(bool special, bool full) {
  std::vector<BoxSize> all;
  for (unsigned k = 2; k <= (full ? 6U : 3U); ++k) {
    for (unsigned d = 1; d <= 3; ++d) {
      for (unsigned a = special ? 1 : 0; a <= (special ? k : 0); ++a) {
        if (const BoxSize box{k, d, a}; box.processors() < (full ? 250U : 60U)) all.push_back(box);
      }
    }
  }
  return all;
}

// For each size of a box and each age of a message: a broadcast of 4k messages to one box.
Grid sets(bool special) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (const BoxSize& box : boxes(special, full)) {
      for (unsigned age = 1; age <= box.ages(); ++age) {
        Point& point =
            all.emplace_back(on_ports({box.processors() + 1, 4 * box.k, box.k}, {"rotation"}));
        point.at.insert(point.at.end(), {{"d", box.d}, {"a", box.a}, {"age", age}});
      }
    }
    return all;
  });
}

Grid two_nice_boxes() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (const BoxSize& box : boxes(false, full)) {
      all.push_back(
          {{{"n", 2 * box.processors() + 1}, {"m", 4 * box.k}, {"k", box.k}, {"d", box.d}}, {}});
    }
    return all;
  });
}

// Broadcasts through the chains of Proposition 8 with several boxes, of which the first is special.
Grid special_box_first() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (unsigned k = 2; k <= (full ? 6U : 3U); ++k) {
      for (unsigned n = 2; n <= (full ? 150U : 40U); n += full ? 1 : 3) {
        const ChainShape chain = complete::literal_chain(n, k);
        if (chain.size() < 2 || chain.front().kind != BoxShape::Kind::special) continue;
        all.push_back(on_ports({n, 4 * k, k}, {"rotation"}));
      }
    }
    return all;
  });
}

}  // namespace

std::vector<Claim> multiport_delays() {
  return {
      {.id = "multiport-nice-delay",
       .place = "section 4.1",
       .statement = "A nice box passes every message on d rounds after it has received it",
       .tried = "the plan of a chain of two nice boxes, in which no processor sends what it does "
                "not have or uses a port twice: the first one's delay, the same for all messages",
       .grid = two_nice_boxes(),
       .measured = delay_of_nice,
       .printed = of([](const Row& r) { return r["d"]; }),
       .printed_text = "d"},
      {.id = "multiport-special-delay",
       .place = "section 4.2",
       .statement = "A special box passes every message on a round after it has received it",
       .tried = "chains of Proposition 8: the delay of the first box, the same for all messages, "
                "in the plan that ran",
       .grid = special_box_first(),
       .measured = delay_of_special,
       .printed = constant(1),
       .printed_text = "1"},
      {.id = "multiport-nice-sets",
       .place = "section 4.1",
       .statement = "The nice box has d sets, the i-th of k (k+1)^(i-1) processors, which hold the "
                    "messages of one age",
       .tried = "processors that send the messages of one round at an age, in the plan that ran",
       .grid = sets(false),
       .measured = senders_at_age,
       .printed = of([](const Row& r) { return k_of(r) * power(k_of(r) + 1, r["age"] - 1); }),
       .printed_text = "k (k+1)^(i-1)",
       .reconstructed = true},
      {.id = "multiport-special-sets",
       .place = "section 4.2",
       .statement = "The special box has set 0 of k processors and d sets, the i-th of a k "
                    "(k+1)^(i-1)",
       .tried = "processors that send the messages of one round at an age, in the plan that ran",
       .grid = sets(true),
       .measured = senders_at_age,
       .printed = of([](const Row& r) {
         return r["age"] == 1 ? k_of(r) : r["a"] * k_of(r) * power(k_of(r) + 1, r["age"] - 2);
       }),
       .printed_text = "k; a k (k+1)^(i-1)",
       .reconstructed = true},
  };
}

}  // namespace romcast::claims
