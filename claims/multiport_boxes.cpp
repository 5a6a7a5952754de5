// SPDX-License-Identifier: Apache-2.0
// Bar-Noy & Ho 1999, section 4 and summary: Rotation.
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

const std::vector<std::string> kRotations{"rotation", "rotation-best"};

double rotation_time(const Row& row) { return groups(row) + levels(row); }

ChainShape chain_of(const Row& row) {
  return complete::literal_chain(std::uint32_t(n_of(row)), std::uint32_t(k_of(row)));
}

// The rounds by Theorem 7, from the shapes of the boxes; the time of a small box, which is the last
// of its chain, is box_time().
double theorem_7(const Row& row) {
  double time = 0, delay = 0;
  for (const BoxShape& box : chain_of(row)) {
    const double own = box.kind == BoxShape::Kind::nice      ? box.d
                       : box.kind == BoxShape::Kind::special ? box.d + 1
                                                             : box_time(box, unsigned(k_of(row)));
    time = std::max(time, delay + own);
    delay += box.kind == BoxShape::Kind::nice ? box.d : 1;
  }
  return groups(row) + time;
}

// The largest box_time() in the row's chain; 1e9 if the boxes' processors do not add up to n - 1,
// or if d does not decrease from one special box to the next.
std::optional<double> longest_box(const Row& row) {
  double sum = 1, longest = 0, last = 1e9;
  for (const BoxShape& box : chain_of(row)) {
    sum += box.processors;
    longest = std::max<double>(longest, box_time(box, unsigned(k_of(row))));
    const bool special = box.kind == BoxShape::Kind::special;
    if (special && box.d >= last) return 1e9;
    if (special) last = box.d;
  }
  return sum == n_of(row) ? longest : 1e9;
}

// The rounds that pass after the round of a message's first send until all processors have the
// message: the minimum over the runs with an item delay; nothing if there is no such run.
std::optional<double> quickest_item(const Row& row) {
  std::optional<double> least;
  for (std::size_t i = 0; i < row.runs(); ++i) {
    const auto delay = row.run(i)["item_delay"];
    if (delay && (!least || *delay - 1 < *least)) least = *delay - 1;
  }
  return least;
}

// Number of processors, without the broadcaster, that have a message `age` rounds after the round
// in which the broadcaster sends it. Nothing if messages differ in this number, or if a processor
// other than the broadcaster sends two different messages in a round.
std::optional<double> knowing_at_age(const Row& row) {
  const PlanView plan = view_plan(row, {.network = "complete",
                                        .collective = "broadcast",
                                        .ports = fmt::format("{}", k_of(row)),
                                        .algorithm = "rotation",
                                        .options = {{"processors", fmt::format("{}", n_of(row))}},
                                        .messages = unsigned(m_of(row))});
  std::map<std::pair<unsigned, unsigned>, unsigned> sent;   // by round and processor
  std::map<unsigned, std::map<unsigned, double>> received;  // by message and round
  for (const Sent& hop : plan.hops) {
    ++received[hop.message][hop.cycle];
    if (hop.from == 0) continue;
    const auto [first, added] = sent.try_emplace({hop.cycle, hop.from}, hop.message);
    if (first->second != hop.message) return std::nullopt;
  }
  std::optional<double> all;
  for (const auto& [message, rounds] : received) {
    double knowing = 0;
    for (const auto& [round, processors] : rounds) {
      if (round <= rounds.begin()->first + row["age"]) knowing += processors;
    }
    if (all && knowing != *all) return std::nullopt;
    all = knowing;
  }
  return all;
}

// Each point of a grid of boxes once for every age of a message, from 0 to time(point).
Grid at_each_age(const Grid& grid, const std::function<double(const Row&)>& time) {
  return [grid, time](Effort effort) {
    std::vector<Point> all;
    for (const Point& point : grid(effort)) {
      for (double age = 0; age <= time(Row(point)); ++age) {
        all.push_back(point);
        all.back().at.emplace_back("age", age);
      }
    }
    return all;
  };
}

// Broadcasts to one nice box: n = (k+1)^d.
Grid nice_boxes(const std::vector<unsigned>& messages) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (unsigned k = 2; k <= (full ? 8U : 4U); ++k) {
      for (unsigned d = 1; power(k + 1, d) <= (full ? 250 : 27); ++d) {
        for (const unsigned m : messages) {
          Point& point =
              all.emplace_back(on_ports({unsigned(power(k + 1, d)), m, k}, {"rotation"}));
          point.at.emplace_back("d", d);
        }
      }
    }
    return all;
  });
}

// Broadcasts to one special box: n = 1 + a((k+1)^d - 1) + k.
Grid special_boxes(const std::vector<unsigned>& messages) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (unsigned k = 2; k <= (full ? 6U : 3U); ++k) {
      for (unsigned d = 1; d <= 3; ++d) {
        for (unsigned a = 1; a <= k; ++a) {
          const auto n = unsigned(1 + a * (power(k + 1, d) - 1) + k);
          if (n > (full ? 250U : 30U)) continue;
          for (const unsigned m : messages) {
            Point& point = all.emplace_back(on_ports({n, m, k}, {"rotation"}));
            point.at.emplace_back("d", d);
            point.at.emplace_back("a", a);
          }
        }
      }
    }
    return all;
  });
}

bool at_most_4_ports(const Ported& size) { return size.k <= 4; }

Grid theorem_10_grid() {
  const std::vector<std::string> schedules{"rotation", "rotation-best", "k-tree", "rarest-first"};
  return points_of([=](bool full) {
    std::vector<Point> all = port_grid(schedules)(full ? Effort::full : Effort::quick);
    for (Point& point : all) {
      if (point.at[0].second > point.at[2].second + 1 || point.at[0].second < 3) continue;
      point.runs.push_back(on_ports({unsigned(point.at[0].second), unsigned(point.at[1].second),
                                     unsigned(point.at[2].second)},
                                    {"late-relay"})
                               .runs.front());
    }
    all.push_back(on_ports({11, 13, 13}, schedules));
    return all;
  });
}

}  // namespace

std::vector<Claim> multiport_boxes() {
  const auto d_plus = [](double more) {
    return of([more](const Row& r) { return r["d"] + more; });
  };
  const auto rounds_of_d = [](double more) {
    return of([more](const Row& r) { return groups(r) + r["d"] + more; });
  };
  const auto one_more = of([](const Row& r) { return rotation_time(r) + (k_of(r) >= 5 ? 1 : 0); });
  const std::string one_more_text = "one round more for some n where k >= 5, with these chains";
  return {
      {.id = "multiport-intro-rotation",
       .place = "abstract and introduction",
       .statement = "Rotation is optimal to an additive one: ceil(m/k) + ceil(log_(k+1) n)",
       .tried = "the faster of two chains of boxes; for k >= 5 another schedule may be faster",
       .grid = port_grid(kRotations),
       .measured = fewest,
       .relation = Relation::at_most,
       .printed = of(rotation_time),
       .printed_text = "ceil(m/k) + L",
       .corrected = one_more,
       .corrected_text = one_more_text,
       .repair = Repair::partly,
       .reconstructed = true,
       .why = "Theorem 10 is false, and where it holds the chain of boxes can need a round more: a "
              "small box takes 2 rounds even if ceil(log_(k+1) n) is 1."},
      {.id = "multiport-thm7",
       .place = "Theorem 7",
       .statement = "Chained black boxes: n = 1 + sum n_i, time max_i(tau_i + sum_{j<i} delta_j)",
       .tried = "the chains of Proposition 8",
       .grid = port_grid({"rotation"}),
       .relation = Relation::at_most,
       .printed = of(theorem_7),
       .printed_text = "ceil(m/k) + max_i(tau_i + sum_{j<i} delta_j)",
       .reconstructed = true},
      {.id = "multiport-prop8",
       .place = "Proposition 8",
       .statement = "Every n-1 is a sum of special boxes with falling d and one nice or small box; "
                    "each time at most ceil(log_(k+1) n)",
       .tried = "longest time of a box; the runs of these chains",
       .grid = port_grid({"rotation"}, [](const Ported& s) { return s.m == 5; }),
       .measured = longest_box,
       .relation = Relation::at_most,
       .printed = of(levels),
       .printed_text = "ceil(log_(k+1) n)",
       .corrected = of([](const Row& r) { return std::max(2.0, levels(r)); }),
       .corrected_text = "max(2, ceil(log_(k+1) n)): a small box of n <= k processors takes 2",
       .reconstructed = true,
       .why = "A small box of n <= k processors takes 2 rounds though ceil(log_(k+1) n) is 1."},
      {.id = "multiport-cor9",
       .place = "Corollary 9",
       .statement = "The chain algorithm makes every message known ceil(log_(k+1) n) rounds after "
                    "it leaves the broadcaster",
       .tried = "the better of two chains; rounds after which all know a message, in the trace",
       .grid = port_grid(kRotations, [](const Ported& s) { return s.m >= 2 * s.k || s.m == 7; }),
       .measured = quickest_item,
       .relation = Relation::at_most,
       .printed = of(levels),
       .printed_text = "L",
       .corrected = of([](const Row& r) { return levels(r) + (k_of(r) >= 5 ? 1 : 0); }),
       .corrected_text = "L, and L + 1 for some n where k >= 5",
       .repair = Repair::partly,
       .why = "A small box takes 2 rounds though ceil(log_(k+1) n) may be 1."},
      {.id = "multiport-thm10",
       .place = "Theorem 10",
       .statement = "Broadcast of m messages in ceil(m/k) + ceil(log_(k+1) n) rounds for all n, m, "
                    "k >= 2",
       .tried = "the fastest of five schedules; n = 11, m = k = 13, where no schedule does: of 130 "
                "receptions round 1 has at most 13 and round 2 at most 115",
       .grid = theorem_10_grid(),
       .measured = fewest,
       .relation = Relation::at_most,
       .printed = of(rotation_time),
       .printed_text = "ceil(m/k) + L",
       .reconstructed = true,
       .why = "At n = 11, m = k = 13 round 1 brings out 13 messages; 117 receptions remain for "
              "round 2, in which the source sends 13 and the others at most 102 that are new to "
              "their receivers."},
      {.id = "multiport-thm10-bound",
       .place = "section 4, after Theorem 10",
       .statement = "The time is one above the simple bound and equals the second bound for many "
                    "m, k, n",
       .tried = "k <= 4: rounds less the simple bound",
       .grid = port_grid(kRotations, at_most_4_ports),
       .measured = [](const Row& r) -> std::optional<double> {
         return fewest(r).value_or(0) - (groups(r) - 1 + levels(r));
       },
       .relation = Relation::at_most,
       .printed = constant(1),
       .printed_text = "1"},
      {.id = "multiport-nice-size",
       .place = "section 4.1",
       .statement = "The nice box has (k+1)^d - 1 processors, time d, delay d",
       .grid = nice_boxes({1, 5}),
       .relation = Relation::at_most,
       .printed = rounds_of_d(0),
       .printed_text = "ceil(m/k) + d"},
      {.id = "multiport-lem11",
       .place = "Lemma 11",
       .statement = "Invariants of the nice box: sets hold the messages of one age, and (k+1)^i "
                    "processors know a message after i rounds",
       .tried =
           "processors that know a message at an age in the plan that ran, none of which sends "
           "two different ones in a round",
       .grid = at_each_age(nice_boxes({20}), [](const Row& r) { return r["d"]; }),
       .measured = knowing_at_age,
       .printed = of([](const Row& r) {
         return power(k_of(r) + 1, r["age"]) - (r["age"] == r["d"] ? 1 : 0);
       }),
       .printed_text = "(k+1)^i; all (k+1)^d - 1 at the end",
       .reconstructed = true},
      {.id = "multiport-thm12",
       .place = "Theorem 12",
       .statement = "BBB((k+1)^d - 1, d, d): every message known after d rounds",
       .tried = "rounds after which all know a message, in the trace",
       .grid = nice_boxes({20}),
       .measured = quickest_item,
       .relation = Relation::at_most,
       .printed = d_plus(0),
       .printed_text = "d"},
      {.id = "multiport-special-size",
       .place = "section 4.2",
       .statement = "The special box has a((k+1)^d - 1) + k processors, 1 <= a <= k, time d+1, "
                    "delay 1",
       .grid = special_boxes({1, 5}),
       .relation = Relation::at_most,
       .printed = rounds_of_d(1),
       .printed_text = "ceil(m/k) + d + 1"},
      {.id = "multiport-lem13",
       .place = "Lemma 13",
       .statement =
           "Invariants of the special box: a (k+1)^(i-1) processors know a message after i "
           "rounds, and k - a further ones in set 0",
       .tried =
           "processors that know a message at an age in the plan that ran, none of which sends "
           "two different ones in a round",
       .grid = at_each_age(special_boxes({20}), [](const Row& r) { return r["d"] + 1; }),
       .measured = knowing_at_age,
       .printed = of([](const Row& r) {
         const double sets = r["a"] * power(k_of(r) + 1, r["age"] - 1) + k_of(r) - r["a"];
         if (r["age"] == 0) return 1.0;
         return r["age"] <= r["d"] ? sets : n_of(r) - 1;
       }),
       .printed_text = "1, a (k+1)^(i-1) + k - a; all a ((k+1)^d - 1) + k at the end",
       .reconstructed = true},
      {.id = "multiport-thm14",
       .place = "Theorem 14",
       .statement = "BBB(a((k+1)^d - 1) + k, d+1, 1)",
       .tried = "rounds after which all know a message, in the trace",
       .grid = special_boxes({20}),
       .measured = quickest_item,
       .relation = Relation::at_most,
       .printed = d_plus(1),
       .printed_text = "d + 1"},
      {.id = "multiport-small",
       .place = "section 4.3",
       .statement = "BBB(x, 2, 1), 0 <= x <= 2k, by k-Tree on x+1 nodes (height <= 3)",
       .grid = points_of([](bool full) {
         std::vector<Point> all;
         for (unsigned k = 2; k <= (full ? 8U : 5U); ++k) {
           for (unsigned x = 1; x <= 2 * k; ++x) {
             all.push_back(on_ports({x + 1, 2 * k + 1, k}, {"k-tree"}));
           }
         }
         return all;
       }),
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return groups(r) + 2; }),
       .printed_text = "ceil(m/k) + 2"},
      {.id = "multiport-broadcaster-helps",
       .place = "summary",
       .statement = "For certain n the broadcaster can help and the algorithm becomes optimal",
       .tried = "n = (k+1)^d, m mod k = 1: clipped-cube against the simple bound",
       .grid = points_of([](bool full) {
         std::vector<Point> all;
         for (unsigned k = 2; k <= (full ? 6U : 4U); ++k) {
           for (unsigned d = 1; power(k + 1, d) <= (full ? 250 : 27); ++d) {
             for (unsigned m = 1; m <= 2 * k + 1; m += k) {
               all.push_back(on_ports({unsigned(power(k + 1, d)), m, k}, {"clipped-cube"}));
             }
           }
         }
         return all;
       }),
       .printed = of([](const Row& r) { return groups(r) - 1 + levels(r); }),
       .printed_text = "the lower bound ceil(m/k) - 1 + L"},
      {.id = "multiport-open",
       .place = "summary",
       .statement =
           "The exact optimum for all n, m, k is open; the postal optimum is not known for "
           "all values",
       .untestable = "an open question"},
  };
}

}  // namespace romcast::claims
