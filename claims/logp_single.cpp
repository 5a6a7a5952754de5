// SPDX-License-Identifier: Apache-2.0
// Karp, Sahay, Santos & Schauser 1993, sections 1 and 2: the model, and one item.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <tuple>

#include "claims/logp.hpp"
#include "romcast/core/schedule.hpp"

namespace romcast::claims {
namespace {

// Machines with various times; with `gap_below_overhead`, some have g < o.
Grid mixed_machines(const std::vector<std::string>& rest, bool gap_below_overhead) {
  return points_of([=](bool full) {
    std::vector<LogpSize> sizes{{2, 1, 0, 1, 1}, {3, 3, 0, 1, 1},  {8, 6, 2, 4, 1},
                                {8, 3, 1, 2, 1}, {14, 3, 0, 1, 1}, {14, 5, 1, 1, 1},
                                {12, 2, 0, 3, 1}};
    if (full) {
      sizes.insert(sizes.end(), {{33, 2, 0, 3, 1},
                                 {64, 6, 2, 4, 1},
                                 {64, 1, 0, 1, 1},
                                 {100, 10, 3, 5, 1},
                                 {41, 4, 2, 2, 1},
                                 {128, 7, 0, 2, 1},
                                 {17, 12, 1, 6, 1}});
    }
    if (gap_below_overhead) {
      sizes.insert(sizes.end(), {{3, 3, 3, 1, 1}, {8, 3, 3, 1, 1}, {16, 6, 4, 2, 1}});
    }
    std::vector<Point> all;
    for (const LogpSize& size : sizes) all.push_back(logp_point(size, rest));
    return all;
  });
}

struct OfThePaper {
  std::string collective, algorithm, options = "";
  unsigned items = 1;
  bool postal = false, queues = false;
};
const std::vector<OfThePaper>& of_the_paper() {
  static const std::vector<OfThePaper> all{
      {"broadcast", "optimal-tree"},
      {"reduce", "reversed-tree"},
      {"allreduce", "combining"},
      {"allgather", "cyclic"},
      {"alltoall", "cyclic"},
      {"summation", "summation-tree", " --time 60"},
      {"allgather", "cyclic", "", 3},
      {"alltoall", "cyclic", "", 3},
      {"broadcast", "block-cyclic", "", 2, true},
      {"broadcast", "block-cyclic", "", 9, true},
      {"broadcast", "block-cyclic", "", 30, true},
      {"broadcast", "single-sending", "", 2, true},
      {"broadcast", "single-sending", "", 9, true},
      {"broadcast", "multi-sending", " --seconds 600", 2, true},
      {"broadcast", "multi-sending", " --seconds 600", 3, true},
      {"broadcast", "buffered", "", 2, true, true},
      {"broadcast", "buffered", "", 9, true, true},
      {"broadcast", "buffered", "", 30, true, true},
  };
  return all;
}

// True if the algorithm is tried on the machine. Postal algorithms need o = 0, g = 1 and L >= 2.
// `single-sending`, the sketch of section 3.4, needs odd L and P-1 = f_t: of the machines tried,
// those with L = 3 and P = 14 or 20 have both. `multi-sending` searches, so P is at most 10.
// Algorithms with queues need L >= 3: with L = 2, queues add no messages in transit.
bool fits(const OfThePaper& one, const LogpSize& size) {
  const bool postal = size.overhead == 0 && size.gap == 1 && size.latency > 1;
  if (one.algorithm == "single-sending" && size.processors != 14 && size.processors != 20) {
    return false;
  }
  if (one.queues && size.latency < 3) return false;
  return (!one.postal || postal) && (one.algorithm != "multi-sending" || size.processors <= 10);
}

// The paper's algorithms that are tried on a machine of this size, in the order of a point's runs:
// only algorithms with queues if `queues`, else only those without queues.
std::vector<OfThePaper> algorithms_of(const LogpSize& size, bool queues) {
  std::vector<OfThePaper> some;
  for (const OfThePaper& one : of_the_paper()) {
    if (one.queues == queues && fits(one, size)) some.push_back(one);
  }
  return some;
}

// For each machine with more processors than ceil(L/g): a point with runs of the paper's algorithms
// without queues, and a point with runs of those with queues, if any fits.
Grid algorithms_of_the_paper() {
  return [](Effort effort) {
    std::vector<LogpSize> machines{{5, 2}, {10, 3}, {20, 3}};
    for (const Point& point : mixed_machines({}, false)(effort)) {
      machines.push_back(size_of(Row(point)));
    }
    std::vector<Point> all;
    for (const LogpSize& machine : machines) {
      for (const bool queues : {false, true}) {
        Point point{.at = sizes_of(machine)};
        point.at.emplace_back("queues", queues);
        for (const OfThePaper& one : algorithms_of(machine, queues)) {
          LogpSize size = machine;
          size.items = one.items;
          point.runs.push_back(on_logp(
              size, fmt::format("-c {} -a {}{}", one.collective, one.algorithm, one.options)));
        }
        const bool many = machine.processors > (machine.latency + machine.gap - 1) / machine.gap;
        if (many && !point.runs.empty()) all.push_back(point);
      }
    }
    return all;
  };
}

double capacity(const Row& row) { return std::ceil(L_of(row) / g_of(row)); }

double most_in_transit(const Row& row, const OfThePaper& one, const Figures& run) {
  const bool sums = one.collective == "summation";
  PlanAsked asked{.network = "complete",
                  .collective = one.collective,
                  .algorithm = one.algorithm,
                  .options = {{"processors", fmt::format("{}", P_of(row))}},
                  .messages = sums ? unsigned(run.operands.value_or(1)) : one.items,
                  .timing = {.latency = unsigned(L_of(row)),
                             .overhead = unsigned(o_of(row)),
                             .gap = unsigned(g_of(row)),
                             .buffered = one.queues}};
  if (one.algorithm == "multi-sending") asked.algorithm_options = {{"seconds", "600"}};
  // Number of messages in transit, by processor, direction and time.
  std::map<std::tuple<unsigned, bool, unsigned>, double> under_way;
  double most = 0;
  for (const Sent& hop : view_plan(row, asked).hops) {
    if (hop.message == kAdd || hop.from == hop.to) continue;
    for (unsigned time = 0; time < unsigned(L_of(row)); ++time) {
      const unsigned at = hop.cycle + time;
      most = std::max({most, ++under_way[{hop.from, false, at}], ++under_way[{hop.to, true, at}]});
    }
  }
  return most;
}

std::optional<double> most_of_all(const Row& row) {
  const auto some = algorithms_of(size_of(row), row["queues"] == 1);
  double most = 0;
  for (std::size_t i = 0; i < some.size(); ++i) {
    most = std::max(most, most_in_transit(row, some[i], row.predicted(i)));
  }
  return most;
}

double with_gap(const Row& row) { return tree_time(size_of(row), unsigned(g_of(row))); }
double with_spacing(const Row& row) {
  return tree_time(size_of(row), unsigned(std::max(g_of(row), o_of(row))));
}

// Fraction of the runs that attain their lower bound.
std::optional<double> share_at_bound(const Row& row) {
  double attained = 0;
  for (std::size_t i = 0; i < row.runs(); ++i) {
    if (row.run(i).cycles == row.predicted(i).bound) ++attained;
  }
  return attained / double(row.runs());
}

// The paper's algorithms on machines with o = 0 and g = 1, on the machine of Figure 1 (P = 8), and
// on a machine that differs from that of Figure 1 only in P = 4.
Grid postal_and_other_machines() {
  return points_of([](bool full) {
    std::vector<LogpSize> machines{{2, 1}, {3, 3}, {8, 6}, {14, 3}, {4, 6, 2, 4}, {8, 6, 2, 4}};
    if (full) machines.insert(machines.end(), {{42, 3}, {30, 5}, {65, 1}});
    std::vector<Point> all;
    for (const LogpSize& machine : machines) {
      Point& point =
          all.emplace_back(logp_point(machine, {kTree, kReduce, kCombine, kGossip, kExchange}));
      LogpSize several = machine;
      several.items = 5;
      point.runs.push_back(on_logp(several, "-c broadcast -a block-cyclic"));
    }
    return all;
  });
}

// Pairs of runs: one with overhead o and latency L, one without overhead and with latency L + 2o.
Grid absorbed() {
  return points_of([](bool full) {
    std::vector<LogpSize> machines{{4, 6, 2, 4, 1}, {8, 6, 2, 4, 1}, {8, 3, 1, 2, 1}};
    if (full) machines.insert(machines.end(), {{32, 6, 2, 4, 1}, {16, 9, 2, 2, 1}});
    std::vector<Point> all;
    for (const LogpSize& machine : machines) {
      LogpSize postal = machine;
      postal.latency += 2 * machine.overhead;
      postal.overhead = 0;
      for (const bool both_ways : {false, true}) {
        const std::string run = both_ways ? kExchange : kTree;
        Point point{.at = sizes_of(machine), .runs = {on_logp(machine, run), on_logp(postal, run)}};
        point.at.emplace_back("all to all", both_ways ? 1 : 0);
        all.push_back(point);
      }
    }
    return all;
  });
}

// A point for each L and t, with a run for P = f_t and one for P = f_t + 1.
Grid around_f() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (unsigned latency = 1; latency <= (full ? 8U : 4U); ++latency) {
      for (unsigned t = latency; f_of(latency, t) <= (full ? 120 : 30); ++t) {
        const auto most = unsigned(f_of(latency, t));
        Point point{.at = {{"L", latency}, {"t", t}}};
        for (const unsigned processors : {most, most + 1}) {
          if (processors > 1) {
            point.runs.push_back(on_logp({processors, latency, 0, 1, 1}, kTree));
          }
        }
        all.push_back(point);
      }
    }
    return all;
  });
}

// Largest P of the runs whose processors are all reached within t.
std::optional<double> reached_in_t(const Row& row) {
  const double most = f_of(unsigned(row["L"]), unsigned(row["t"]));
  double reached = 1;
  for (std::size_t i = 0; i < row.runs(); ++i) {
    if (row.run(i).cycles <= row["t"]) reached = most + double(i);
  }
  return reached;
}

Grid latencies_and_times() {
  return points_of([](bool) {
    std::vector<Point> all;
    for (unsigned latency = 1; latency <= 12; ++latency) {
      for (unsigned t = 0; t <= 40; ++t) all.push_back({{{"L", latency}, {"t", t}}, {}});
    }
    return all;
  });
}

std::optional<double> fact_2_1(const Row& row) {
  double sum = 1;
  for (unsigned i = 0; i <= unsigned(row["t"]); ++i) sum += f_of(unsigned(row["L"]), i);
  return sum;
}

}  // namespace

std::vector<Claim> logp_single() {
  return {
      {.id = "logp-abs-best",
       .place = "abstract",
       .statement = "Most of the algorithms are absolutely best possible, not even constants can "
                    "be improved",
       .tried =
           "share of broadcast, reduction, combining broadcast, two all-to-alls and 5 items that "
           "end at their lower bound, on postal machines, for which the paper states all of them, "
           "and with L = 6, o = 2, g = 4",
       .grid = postal_and_other_machines(),
       .measured = share_at_bound,
       .relation = Relation::at_least,
       .printed = constant(5.0 / 6),
       .printed_text = "all but the broadcast of several items",
       .corrected = [](const Row& r) -> std::optional<double> {
         if (o_of(r) > 0) return std::nullopt;
         return 5.0 / 6;
       },
       .corrected_text = "the same with o = 0",
       .repair = Repair::partly,
       .why = "With o > 0 a send and a reception of a processor can collide: with P = 8, L = 6, "
              "o = 2, g = 4 the two all-to-alls take 40 cycles, and their printed bound is 34."},
      {.id = "logp-sec1-capacity",
       .place = "section 1",
       .statement = "All algorithms of the paper satisfy the capacity constraint: at most "
                    "ceil(L/g) messages in transit from or to a processor",
       .tried =
           "most messages in transit from or to a processor in the plans that ran, from the end of "
           "the sender's overhead on for L cycles: the most of nine algorithms, those of several "
           "items with 2 or 3, 9 and 30, and that of Theorem 3.8, which has queues; P > ceil(L/g)",
       .grid = algorithms_of_the_paper(),
       .measured = most_of_all,
       .printed = of(capacity),
       .printed_text = "ceil(L/g), which the nine reach",
       .corrected = of([](const Row& r) { return capacity(r) + r["queues"]; }),
       .corrected_text = "ceil(L/g), and one more to a processor with a queue (L = 3)",
       .why = "In the schedules of Theorem 3.8 an item that a processor sends on and one that it "
              "only keeps may arrive at a time, so that with those of the other L - 1 steps L + 1 "
              "are under way."},
      {.id = "logp-sec1-overhead",
       .place = "section 1",
       .statement = "If only message events matter o can be put into the latency, giving the "
                    "postal model",
       .tried = "cycles with (L, o) less those with (L + 2o, 0); broadcast, and all to all",
       .grid = absorbed(),
       .measured = difference,
       .printed = constant(0),
       .printed_text = "0",
       .corrected = [](const Row& r) -> std::optional<double> {
         if (r["all to all"] == 1) return std::nullopt;
         return 0;
       },
       .corrected_text = "0 for trees; where processors send and receive at a time overheads can "
                         "collide",
       .repair = Repair::partly,
       .why = "A processor that sends spends o on each message, and so does one that receives; "
              "where both fall together one has to wait."},
      {.id = "logp-def2.3",
       .place = "Definition 2.3",
       .statement = "In the optimal tree a node with label t has children t + i g + L + 2o",
       .tried = "B(P) of that tree, machines with g < o, too",
       .grid = mixed_machines({kTree}, true),
       .printed = of(with_gap),
       .printed_text = "largest of the P smallest labels",
       .corrected = of(with_spacing),
       .corrected_text = "the same with t + i max(g, o) + L + 2o",
       .why = "A processor that spends o on each send cannot begin the next one after g < o."},
      {.id = "logp-thm2.1",
       .place = "Theorem 2.1",
       .statement = "The tree of the P smallest labels is optimal for one item: B(P)",
       .tried = "g >= o",
       .grid = mixed_machines({kTree}, false),
       .printed = of(with_gap),
       .printed_text = "B(P)"},
      {.id = "logp-fact2.1",
       .place = "Fact 2.1",
       .statement = "1 + sum of f_i, i = 0..t, is f_(t+L)",
       .tried = "computed",
       .grid = latencies_and_times(),
       .measured = fact_2_1,
       .printed =
           of([](const Row& r) { return f_of(unsigned(r["L"]), unsigned(r["t"] + r["L"])); }),
       .printed_text = "f_(t+L)"},
      {.id = "logp-thm2.2",
       .place = "Theorem 2.2",
       .statement = "P(t; L,0,1) = f_t",
       .tried = "broadcasts to f_t and f_t + 1 processors: the most that are reached in t",
       .grid = around_f(),
       .measured = reached_in_t,
       .printed = of([](const Row& r) { return f_of(unsigned(r["L"]), unsigned(r["t"])); }),
       .printed_text = "f_t"},
  };
}

}  // namespace romcast::claims
