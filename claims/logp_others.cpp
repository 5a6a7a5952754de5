// SPDX-License-Identifier: Apache-2.0
// Karp, Sahay, Santos & Schauser 1993, sections 4 and 5: all to all, combining, summation.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "claims/logp.hpp"
#include "romcast/core/schedule.hpp"

namespace romcast::claims {
Grid combining_trees() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (unsigned latency = 1; latency <= (full ? 6U : 4U); ++latency) {
      for (unsigned t = latency; f_of(latency, t) <= (full ? 70 : 16); ++t) {
        const LogpSize size{unsigned(f_of(latency, t)), latency, 0, 1, 1};
        if (size.processors < 2) continue;
        Point point = logp_point(size, {kCombine});
        point.at.emplace_back("T", t);
        all.push_back(point);
      }
    }
    return all;
  });
}

Grid summations(bool narrow, bool short_times) {
  return points_of([=](bool full) {
    std::vector<LogpSize> sizes{{3, 2, 0, 1, 1}, {8, 5, 2, 4, 1}, {4, 3, 1, 2, 1}};
    if (full) sizes.insert(sizes.end(), {{16, 4, 1, 3, 1}, {32, 6, 2, 5, 1}, {8, 1, 0, 2, 1}});
    if (narrow) sizes.insert(sizes.end(), {{3, 1, 1, 1, 1}, {8, 3, 2, 2, 1}});
    std::vector<Point> all;
    for (const LogpSize& size : sizes) {
      const LogpSize slower{size.processors, size.latency + 1, size.overhead,
                            std::max(size.gap, size.overhead + 1), 1};
      const auto span = unsigned(tree_time(slower, slower.gap));
      std::vector<unsigned> times{span + size.overhead + 2, span + 20};
      if (short_times) times.insert(times.begin(), {span / 3 + 1, span / 2 + 1, span});
      for (const unsigned time : times) {
        Point point{
            .at = sizes_of(size),
            .runs = {on_logp(size, fmt::format("-c summation -a summation-tree --time {}", time))}};
        point.at.emplace_back("t", time);
        all.push_back(point);
      }
    }
    return all;
  });
}

namespace {

const std::string kPairs = "-c alltoall -a cyclic --partners xor";

Grid machines(const std::vector<std::string>& rest, const std::vector<unsigned>& items,
              bool equal_times = false) {
  return points_of([=](bool full) {
    std::vector<LogpSize> sizes{{4, 1, 0, 1, 1}, {4, 3, 0, 1, 1}, {8, 6, 0, 4, 1}, {3, 6, 2, 4, 1},
                                {4, 6, 2, 4, 1}, {8, 5, 2, 9, 1}, {4, 3, 3, 1, 1}};
    if (full) {
      sizes.insert(sizes.end(), {{16, 2, 1, 2, 1},
                                 {16, 6, 2, 4, 1},
                                 {32, 7, 0, 2, 1},
                                 {12, 4, 1, 8, 1},
                                 {8, 10, 3, 2, 1},
                                 {24, 9, 2, 13, 1}});
    }
    std::vector<Point> all;
    for (LogpSize size : sizes) {
      for (const unsigned k : items) {
        size.items = k;
        if (!equal_times || size.overhead == 0) all.push_back(logp_point(size, rest));
      }
    }
    return all;
  });
}

// Points at which a solver finds the fewest rounds of a gossip on a complete graph, i.e. on a
// machine with L = 1.
std::vector<Point> solved_gossips() {
  const std::string rest = "-c allgather -p single -a exact --seconds 60";
  return {{sizes_of(LogpSize{3}), {"-n circulant --processors 3 --strides 1 " + rest}},
          {sizes_of(LogpSize{5}), {"-n circulant --processors 5 --strides 1,2 " + rest}}};
}

// Machines with o = 0, both postal ones and others.
Grid combining_machines() {
  return [](Effort effort) {
    std::vector<Point> all = points({logp_point({6, 3, 0, 1, 1}, {kCombine, kReduce}),
                                     logp_point({6, 3, 0, 2, 1}, {kCombine, kReduce})})(effort);
    const std::vector<Point> more = machines({kCombine, kReduce}, {1}, true)(effort);
    all.insert(all.end(), more.begin(), more.end());
    return all;
  };
}

// The points of a grid at which the number of processors is a power of two.
Grid pairable(const Grid& grid) {
  return [grid](Effort effort) {
    std::vector<Point> all = grid(effort);
    std::erase_if(all, [](const Point& point) {
      return !std::has_single_bit(unsigned(point.at.front().second));
    });
    return all;
  };
}

double all_to_all(const Row& row, double spacing) {
  return L_of(row) + 2 * o_of(row) + (items_of(row) * (P_of(row) - 1) - 1) * spacing;
}
double printed_all_to_all(const Row& row) { return all_to_all(row, g_of(row)); }
// Cycles of an all to all in which each processor begins a send every max(g, o) cycles. Nothing if
// overheads collide, i.e. if L < d * max(g, o) < L + 2o for some d in 1 .. k(P-1) - 1.
std::optional<double> corrected_all_to_all(const Row& row) {
  const double spacing = std::max(g_of(row), o_of(row));
  for (double d = 1; d < items_of(row) * (P_of(row) - 1); ++d) {
    if (L_of(row) < d * spacing && d * spacing < L_of(row) + 2 * o_of(row)) return std::nullopt;
  }
  return all_to_all(row, spacing);
}
const char* const kAllToAll = "L + 2o + (k(P-1)-1) g";
const char* const kCollisions =
    "the same with max(g, o), where no multiple of it lies between L "
    "and L + 2o; there overheads collide, and it takes longer";

// The sum of the sending times S_i of some processors, and the number of these processors.
struct SendingTimes {
  double sum = 0, processors = 0;
};
// Takes all processors if `all`, else the root and the processors with S_i > o, which can add an
// operand before they send. S_i = t - d_i, where d_i are the labels of the tree of latency L+1.
SendingTimes sending_times(const Row& row, bool all) {
  const LogpSize size = size_of(row);
  const LogpSize slower{size.processors, size.latency + 1, size.overhead, size.gap, 1};
  SendingTimes times;
  for (const double label : tree_labels(slower, std::max(size.gap, size.overhead + 1))) {
    const double s = row["t"] - label;
    if (!all && s <= size.overhead && label > 0) continue;
    times.sum += s;
    ++times.processors;
  }
  return times;
}
double lemma_5_1(const Row& row) {
  const SendingTimes times = sending_times(row, false);
  return times.sum - o_of(row) * times.processors + 1;
}
double lemma_5_1_right(const Row& row) { return lemma_5_1(row) + o_of(row); }
double all_processors(const Row& row) {
  const SendingTimes times = sending_times(row, true);
  return times.sum - o_of(row) * (times.processors - 1) + 1;
}
std::optional<double> operands(const Row& row) { return row.run()["delivered"]; }

// Most operands that a processor of the plan adds between two receptions: the longest addition that
// does not begin in cycle 1.
std::optional<double> longest_between(const Row& row) {
  const PlanView plan = view_plan(row, {.network = "complete",
                                        .collective = "summation",
                                        .algorithm = "summation-tree",
                                        .options = {{"processors", fmt::format("{}", P_of(row))}},
                                        .messages = unsigned(row.predicted().operands.value_or(1)),
                                        .timing = {.latency = unsigned(L_of(row)),
                                                   .overhead = unsigned(o_of(row)),
                                                   .gap = unsigned(g_of(row))}});
  double longest = 0;
  for (const Sent& hop : plan.hops) {
    if (hop.message == kAdd && hop.cycle > 1) longest = std::max<double>(longest, hop.to);
  }
  return longest;
}

}  // namespace

std::vector<Claim> logp_others() {
  return {
      {.id = "logp-sec4.1-lb",
       .place = "section 4.1",
       .statement = "All-to-all broadcast needs at least L + 2o + (P-2)g; k items each: L + 2o + "
                    "(k(P-1)-1)g",
       .tried = "the paper's schedule; P = 3 and 5, L = 1, o = 0, g = 1 by a solver, too",
       .grid = with(machines({kGossip}, {1, 3}), solved_gossips()),
       .relation = Relation::at_least,
       .printed = of(printed_all_to_all),
       .printed_text = kAllToAll,
       .sense = Sense::bound},
      {.id = "logp-sec4.1-alg",
       .place = "section 4.1",
       .statement = "Sending to i+1, .., i+P-1 at 0, g, .. reaches that bound: a simple optimal "
                    "algorithm",
       .grid = machines({kGossip}, {1}),
       .printed = of(printed_all_to_all),
       .printed_text = kAllToAll,
       .corrected = corrected_all_to_all,
       .corrected_text = kCollisions,
       .repair = Repair::partly,
       .why = "Where a multiple of the gap lies between L and L + 2o, a processor has to send and "
              "to receive at a time, each for o cycles."},
      {.id = "logp-sec4.1-broadcasts",
       .place = "section 4.1",
       .statement =
           "All-to-all broadcast can be solved by P one-to-all broadcasts, but the schedule "
           "to i+1, .., i+P-1 is more efficient",
       .tried = "P > 2: cycles of P broadcasts, as close together as they can begin, less those of "
                "that schedule",
       .grid = machines({"-c allgather -a broadcasts", kGossip}, {1}),
       .measured = difference,
       .relation = Relation::more,
       .printed = constant(0),
       .printed_text = "0"},
      {.id = "logp-sec4.1-personal",
       .place = "section 4.1",
       .statement = "The same schedule is optimal for personalised all-to-all",
       .grid = machines({kExchange}, {1}),
       .printed = of(printed_all_to_all),
       .printed_text = kAllToAll,
       .corrected = corrected_all_to_all,
       .corrected_text = kCollisions,
       .repair = Repair::partly,
       .why = "Where a multiple of the gap lies between L and L + 2o, a processor has to send and "
              "to receive at a time, each for o cycles."},
      {.id = "logp-sec4.1-k",
       .place = "section 4.1",
       .statement = "k repetitions match the bound for k items each",
       .grid = machines({kGossip}, {1, 2, 5}),
       .printed = of(printed_all_to_all),
       .printed_text = kAllToAll,
       .corrected = corrected_all_to_all,
       .corrected_text = kCollisions,
       .repair = Repair::partly,
       .why = "Where a multiple of the gap lies between L and L + 2o, a processor has to send and "
              "to receive at a time, each for o cycles."},
      {.id = "logp-sec4.1-perm",
       .place = "section 4.1",
       .statement = "Any permutations without two messages to one processor at a time are optimal "
                    "too",
       .tried = "personalised, P a power of two: partners p xor 1, p xor 2, .. in turn",
       .grid = pairable(machines({kPairs}, {1})),
       .printed = of(printed_all_to_all),
       .printed_text = kAllToAll,
       .corrected = corrected_all_to_all,
       .corrected_text = kCollisions,
       .repair = Repair::partly,
       .why = "Where a multiple of the gap lies between L and L + 2o, a processor has to send and "
              "to receive at a time, each for o cycles."},
      {.id = "logp-sec4.2-reduce",
       .place = "section 4.2",
       .statement = "Reduction is solved optimally by the broadcast tree with directions reversed",
       .tried = "reduction less broadcast",
       .grid = machines({kReduce, kTree}, {1}),
       .measured = difference,
       .printed = constant(0),
       .printed_text = "0"},
      {.id = "logp-sec4.2-factor2",
       .place = "section 4.2",
       .statement = "Reduction followed by broadcast is optimal within a factor of 2",
       .tried = "the sum of both against the lower bound of an allreduce",
       .grid = machines({kReduce, kTree, kCombine}, {1}, true),
       .measured = [](const Row& r) -> std::optional<double> {
         return r.run(0).cycles.value_or(0) + r.run(1).cycles.value_or(0);
       },
       .relation = Relation::at_most,
       .printed = [](const Row& r) -> std::optional<double> {
         return 2 * r.predicted(2).bound.value_or(0);
       },
       .printed_text = "twice the lower bound"},
      {.id = "logp-thm4.1",
       .place = "Theorem 4.1",
       .statement = "P = P(T): the combining broadcast leaves x[0:P-1] everywhere at time T",
       .grid = combining_trees(),
       .printed = of([](const Row& r) { return r["T"]; }),
       .printed_text = "T"},
      {.id = "logp-sec4.2-nolonger",
       .place = "section 4.2",
       .statement = "All-to-all with combining takes no longer than all-to-one reduction",
       .tried = "allreduce less reduction; o = 0",
       .grid = combining_machines(),
       .measured = difference,
       .relation = Relation::at_most,
       .printed = constant(0),
       .printed_text = "0"},
      {.id = "logp-sec5-reversal",
       .place = "section 5",
       .statement = "Lazy summation corresponds to broadcast with latency L+1, time reversed; R_j "
                    "= S - (o+1) - (k-j)g",
       .tried = "the summation of as many operands as that gives: its time",
       .grid = summations(false, false),
       .printed = of([](const Row& r) { return r["t"]; }),
       .printed_text = "t"},
      {.id = "logp-lem5.1",
       .place = "Lemma 5.1",
       .statement = "n = sum S_i - oP + 1",
       .tried = "operands that the hardware added in the time t",
       .grid = summations(false, false),
       .measured = operands,
       .printed = of(lemma_5_1),
       .printed_text = "sum S_i - oP + 1",
       .corrected = of(lemma_5_1_right),
       .corrected_text = "sum S_i - o(P-1) + 1",
       .repair = Repair::misprint,
       .why = "Of P processors only P-1 send: the one that has the sum spends no overhead on it."},
      {.id = "logp-sec5-opt",
       .place = "section 5",
       .statement = "Optimal summation is the reversal of the optimal broadcast tree on all P "
                    "processors",
       .tried = "short times, too: operands added, against sum S_i - o(P-1) + 1 of all P",
       .grid = summations(false, true),
       .measured = operands,
       .printed = of(all_processors),
       .printed_text = "sum over all P processors",
       .corrected = of(lemma_5_1_right),
       .corrected_text = "sum over those with S_i > o, which alone can add something",
       .why = "A processor that would have to send before it can add an operand takes no part."},
      {.id = "logp-sec5-inputs",
       .place = "section 5",
       .statement = "Between receptions a processor adds g-o-1 inputs",
       .tried = "the longest such chain in the plan that ran; g < o+1, too",
       .grid = summations(true, false),
       .measured = longest_between,
       .printed = of([](const Row& r) { return g_of(r) - o_of(r) - 1; }),
       .printed_text = "g - o - 1",
       .corrected = of([](const Row& r) { return std::max(0.0, g_of(r) - o_of(r) - 1); }),
       .corrected_text = "max(0, g - o - 1), with receptions max(g, o+1) apart",
       .why = "With g < o + 1 there is no time to add an operand between two receptions."},
      {.id = "logp-fn2",
       .place = "footnote 2 and abstract",
       .statement = "Renumbering makes the algorithm work for non-commutative operators",
       .tried = "1 if all values formed in the trace are products of operands in a row",
       .grid = summations(false, false),
       .measured = [](const Row& r) -> std::optional<double> {
         return r.run()["ordered"].value_or(0);
       },
       .printed = constant(1),
       .printed_text = "1"},
  };
}

}  // namespace romcast::claims
