// SPDX-License-Identifier: Apache-2.0
// Karp, Sahay, Santos & Schauser 1993, sections 3, 3.1, 3.4 and 3.5: k items.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "claims/logp.hpp"
#include "schedules/logp/endgame.hpp"
#include "schedules/logp/multi_sending.hpp"

namespace romcast::claims {
namespace {

const std::string kBlocks = "-c broadcast -a block-cyclic";
const std::string kSingle = "-c broadcast -a single-sending";
const std::string kBuffered = "-c broadcast -a buffered";

double theorem_3_1(const Row& row) {
  return others_time(row) + L_of(row) + items_of(row) - 1 - k_star(row);
}
// A lower bound of the cycles: at time s at most min(f_s, P-1) sends begin, where f_s = f_of(L, s),
// and all k(P-1) sends must have begun L cycles before the end.
double counted_bound(const Row& row) {
  const double others = P_of(row) - 1;
  double sent = 0;
  for (unsigned s = 0;; ++s) {
    sent += std::min(f_of(unsigned(L_of(row)), s), others);
    if (sent >= items_of(row) * others) return s + L_of(row);
  }
}
double single_bound(const Row& row) { return others_time(row) + L_of(row) + items_of(row) - 1; }
double theorem_3_7(const Row& row) { return single_bound(row) + L_of(row) - 1; }

Grid small_machines(unsigned least_items) {
  return points_of([=](bool full) {
    std::vector<LogpSize> sizes{{3, 2, 0, 1, 2}, {3, 3, 0, 1, 2}, {5, 2, 0, 1, 3},
                                {3, 5, 0, 1, 2}, {4, 3, 0, 1, 3}, {6, 5, 0, 1, 2}};
    if (full) {
      sizes.insert(sizes.end(), {{5, 3, 0, 1, 4},
                                 {6, 2, 0, 1, 4},
                                 {7, 2, 0, 1, 4},
                                 {8, 2, 0, 1, 3},
                                 {7, 3, 0, 1, 4},
                                 {8, 5, 0, 1, 2},
                                 {10, 3, 0, 1, 4},
                                 {10, 4, 0, 1, 2}});
    }
    std::vector<Point> all;
    for (const LogpSize& size : sizes) {
      if (size.items >= least_items) all.push_back(logp_point(size, {kMulti}));
    }
    return all;
  });
}

// Points with at most `most_items` items; a solver finds the fewest steps of any schedule in which
// the source sends each item once.
std::vector<Point> solved_single_sending(unsigned most_items) {
  std::vector<Point> all;
  for (const LogpSize& size : std::vector<LogpSize>{
           {3, 2, 0, 1, 1}, {3, 2, 0, 1, 2}, {4, 3, 0, 1, 1}, {4, 3, 0, 1, 2}, {5, 2, 0, 1, 3}}) {
    if (size.items <= most_items) all.push_back(logp_point(size, {kMulti + " --once on"}));
  }
  return all;
}

PlanView multi_plan(const Row& row) {
  return view_plan(row, {.network = "complete",
                         .collective = "broadcast",
                         .algorithm = "multi-sending",
                         .options = {{"processors", fmt::format("{}", P_of(row))}},
                         .algorithm_options = {{"seconds", "600"}},
                         .messages = unsigned(items_of(row)),
                         .timing = {.latency = unsigned(L_of(row))}});
}

// True if Theorem 3.2 applies: the run takes theorem_3_1() cycles, and there are at least k* items.
bool meets_bound(const Row& row) {
  return row.run().cycles == theorem_3_1(row) && items_of(row) >= k_star(row);
}
Formula where_bound_is_met(const Formula& formula) {
  return [formula](const Row& row) { return meets_bound(row) ? formula(row) : std::nullopt; };
}

// 1 if a solver finds a schedule of theorem_3_1() steps in which the source is idle or repeats an
// item in one of the first k - k* steps; 0 if the solver proves that there is no such schedule.
std::optional<double> early_repetitions(const Row& row) {
  const auto found =
      logp::repeats_early({.processors = unsigned(P_of(row)),
                           .latency = unsigned(L_of(row)),
                           .items = unsigned(items_of(row)),
                           .steps = unsigned(theorem_3_1(row)),
                           .first = unsigned(std::max(0.0, items_of(row) - k_star(row)))},
                          [] { return true; });
  return found ? std::optional<double>(*found ? 1 : 0) : std::nullopt;
}

// Steps from the last send of the continuous phase, the source's (k - k*)-th, to the last send of
// the plan. Nothing if the plan's source idles or repeats an item in that phase, or if
// early_repetitions() is not 0.
std::optional<double> endgame_steps(const Row& row) {
  if (early_repetitions(row) != 0) return std::nullopt;
  const double phase = items_of(row) - k_star(row);
  std::set<unsigned> items;
  double last = 0;
  for (const Sent& hop : multi_plan(row).hops) {
    if (hop.from == 0 && hop.cycle <= phase) items.insert(hop.message);
    last = hop.cycle;
  }
  if (double(items.size()) != phase) return std::nullopt;
  return last - phase;
}

// Single-sending broadcasts with odd L and P-1 = f_t, for which the sketch of Theorem 3.7 holds.
Grid sketched(unsigned most_k) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (const unsigned latency : full ? std::vector<unsigned>{3, 5} : std::vector<unsigned>{3}) {
      for (unsigned t = 3 * latency - 1; f_of(latency, t) < (full ? 130 : 45); ++t) {
        for (const unsigned k : {1U, 4U, most_k}) {
          Point point = logp_point({unsigned(f_of(latency, t)) + 1, latency, 0, 1, k}, {kSingle});
          point.at.emplace_back("t", t);
          all.push_back(point);
        }
      }
    }
    return all;
  });
}

Grid every_size(const std::vector<std::string>& rest) { return postal_grid(rest, {1, 2, 5, 14}); }

// Pairs of r and L of case 2: L + 1 < r < 2L.
Grid case_2() {
  return points_of([](bool) {
    std::vector<Point> all;
    for (unsigned latency = 3; latency <= 9; latency += 2) {
      for (unsigned r = latency + 2; r < 2 * latency; ++r) {
        all.push_back({{{"L", latency}, {"r", r}}, {}});
      }
    }
    return all;
  });
}

// Steps from time t + i to the reception of an item i = 0 mod r by one processor of a block
// p_1 .. p_r: by p_floor(r/2) for odd r, by p_(r-1) for even r.
std::optional<double> reception_in_case_2(const Row& row) {
  const auto r = unsigned(row["r"]);
  const auto order = logp::reception_orders(r).back();
  const unsigned who = r % 2 == 1 ? r / 2 : r - 1;
  return double(std::ranges::find(order, who) - order.begin());
}

std::optional<double> queue_of(const Row& row) { return row.run()["max_queue"].value_or(0); }

}  // namespace

std::vector<Claim> logp_items() {
  const std::vector<unsigned> k_values{1, 2, 5, 14};
  return {
      {.id = "logp-sec1-within",
       .place = "sections 1, 3.4 and 6",
       .statement = "A single-sending schedule within L-1 steps of the single-sending bound, "
                    "hence within 2L-1 steps of the general bound",
       .tried = "cycles above the general bound of Theorem 3.1, counted right",
       .grid = every_size({kBlocks}),
       .measured = [](const Row& r) -> std::optional<double> {
         return r.run().cycles.value_or(0) - counted_bound(r);
       },
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return 2 * L_of(r) - 1; }),
       .printed_text = "2L - 1",
       .slack = 1},
      {.id = "logp-sec1-bk",
       .place = "sections 1 and 3 (cited)",
       .statement = "Bar-Noy and Kipnis: k items in 2B(P) + k + O(L), sub-optimal except L = 1",
       .untestable = "the algorithm is only cited, not described"},
      {.id = "logp-sec3-n",
       .place = "section 3",
       .statement = "f_n < P-1 <= f_(n+1) implies B(P-1) = n + 1",
       .tried = "broadcasts to P-1 processors",
       .grid = points_of([](bool full) {
         std::vector<Point> all;
         for (unsigned latency = 1; latency <= (full ? 6U : 3U); ++latency) {
           for (unsigned p = 3; p <= (full ? 60U : 20U); p += full ? 3 : 6) {
             all.push_back({sizes_of(LogpSize{p, latency, 0, 1, 1}),
                            {on_logp({p - 1, latency, 0, 1, 1}, "-c broadcast -a optimal-tree")}});
           }
         }
         return all;
       }),
       .printed = of([](const Row& r) {
         unsigned n = 0;
         while (f_of(unsigned(L_of(r)), n + 1) < P_of(r) - 1) ++n;
         return n + 1;
       }),
       .printed_text = "n + 1"},
      {.id = "logp-thm3.1",
       .place = "Theorem 3.1",
       .statement = "k items (k > 1) need at least B(P-1) + L + (k-1) - k* steps, k* = floor(sum "
                    "f_i/(P-1))",
       .tried = "the fewest steps that a solver finds, the source sending as often as it likes",
       .grid = small_machines(2),
       .relation = Relation::at_least,
       .printed = of(theorem_3_1),
       .printed_text = "B(P-1) + L + (k-1) - k*",
       .corrected = of(counted_bound),
       .corrected_text = "the least T with sum of min(f_j, P-1) over j <= T-L at least k(P-1); the "
                         "printed one is right for k > k*",
       .sense = Sense::bound,
       .why = "The proof takes f_j for min(f_j, P-1) in the last step, which is right for k > k* "
              "only."},
      {.id = "logp-thm3.2",
       .place = "Theorem 3.2",
       .statement = "A schedule of k >= k* items that meets the bound sends distinct items in the "
                    "first k - k* steps",
       .tried = "schedules that meet the bound and do not, which a solver looks for and refutes",
       .grid = small_machines(2),
       .measured = early_repetitions,
       .printed = where_bound_is_met(constant(0)),
       .printed_text = "0"},
      {.id = "logp-sec3-phases",
       .place = "section 3",
       .statement = "A schedule that meets the bound has a continuous phase, in which the source "
                    "sends one copy of an item in each step, and an endgame of B(P-1) steps",
       .tried = "steps after the first k - k* items of the source; that no schedule that meets the "
                "bound "
                "is idle or repeats an item before, by a solver",
       .grid = small_machines(2),
       .measured = endgame_steps,
       .printed = where_bound_is_met(of(others_time)),
       .printed_text = "B(P-1)"},
      {.id = "logp-sec3.1-lb",
       .place = "section 3.1",
       .statement = "Continuous broadcast: no delay below L + B(P-1)",
       .tried =
           "delay of an item in the trace; of one item that the source sends once, the least by "
           "a solver",
       .grid = with(every_size({kEndless}), solved_single_sending(1)),
       .measured = item_delay,
       .relation = Relation::at_least,
       .printed = of([](const Row& r) { return L_of(r) + others_time(r); }),
       .printed_text = "L + B(P-1)",
       .sense = Sense::bound},
      {.id = "logp-sec3.1-kitem",
       .place = "section 3.1",
       .statement = "A continuous schedule of that delay gives k items in L + B(P-1) + k - 1",
       .tried = "L >= 3",
       .grid = postal_grid({kEndless}, k_values, [](const LogpSize& s) { return s.latency > 2; }),
       .printed =
           of([](const Row& r) { return r.run()["item_delay"].value_or(0) + items_of(r) - 1; }),
       .printed_text = "delay + k - 1"},
      {.id = "logp-sec3.1-kstar",
       .place = "section 3.1",
       .statement = "k* <= L; so this is within L steps of the bound",
       .tried = "k*, computed",
       .grid = points_of([](bool full) {
         std::vector<Point> all;
         for (unsigned latency = 1; latency <= 12; ++latency) {
           for (unsigned p = 3; p <= (full ? 400U : 100U); p += full ? 1 : 7) {
             all.push_back({sizes_of(LogpSize{p, latency, 0, 1, 1}), {}});
           }
         }
         return all;
       }),
       .measured = of(k_star),
       .relation = Relation::at_most,
       .printed = of(L_of),
       .printed_text = "L"},
      {.id = "logp-sec3.4-ss",
       .place = "section 3.4",
       .statement = "No single-sending schedule is below B(P-1) + L + k - 1",
       .tried = "the fastest of two; the fewest steps by a solver",
       .grid = with(every_size({kBlocks, kBuffered}), solved_single_sending(3)),
       .measured = fewest,
       .relation = Relation::at_least,
       .printed = of(single_bound),
       .printed_text = "B(P-1) + L + k - 1",
       .sense = Sense::bound},
      {.id = "logp-thm3.6",
       .place = "Theorem 3.6",
       .statement = "Every k, L, P: k items in B(P-1) + 2L + k - 2",
       .grid = every_size({kBlocks}),
       .relation = Relation::at_most,
       .printed = of(theorem_3_7),
       .printed_text = "B(P-1) + 2L + k - 2",
       .slack = 1},
      {.id = "logp-thm3.7",
       .place = "Theorem 3.7",
       .statement = "Every k, L, P: a single-sending schedule of B(P-1) + 2L + k - 2",
       .tried = "block-cyclic, which is single-sending",
       .grid = every_size({kBlocks}),
       .relation = Relation::at_most,
       .printed = of(theorem_3_7),
       .printed_text = "B(P-1) + 2L + k - 2",
       .slack = 1},
      {.id = "logp-thm3.7-case1",
       .place = "Theorem 3.7, case 1",
       .statement = "r >= 2L: the block is served with at most L-1 more steps",
       .tried = "the sketch itself; the block of the root has r = t-L+1 >= 2L",
       .grid = sketched(16),
       .relation = Relation::at_most,
       .printed = of(theorem_3_7),
       .printed_text = "B(P-1) + L + k - 1, + L - 1"},
      {.id = "logp-thm3.7-case2",
       .place = "Theorem 3.7, case 2",
       .statement = "L+1 < r < 2L: reception rules (a)-(d) without collision; (d): at t+i+L",
       .tried = "when p_floor(r/2) (r odd) or p_(r-1) (r even) gets an item i = 0 mod r, in steps "
                "after t+i, in the only order that collides with nothing",
       .grid = case_2(),
       .measured = reception_in_case_2,
       .printed = of(L_of),
       .printed_text = "L",
       .corrected =
           of([](const Row& r) { return std::fmod(r["r"], 2) == 1 ? r["r"] - 2 : r["r"] - 3; }),
       .corrected_text = "r - 2 for odd r, r - 3 for even r",
       .repair = Repair::misprint,
       .why = "Only another order of the rules (d) collides with nothing: L has to be r - 2 or r - "
              "3."},
      {.id = "logp-thm3.7-case3",
       .place = "Theorem 3.7, cases 3-7",
       .statement = "Blocks r <= L+1, r = 1, 2, 3 and the receive-only processor",
       .tried = "the sketch itself, all of whose blocks are served",
       .grid = sketched(9),
       .relation = Relation::at_most,
       .printed = of(theorem_3_7),
       .printed_text = "B(P-1) + 2L + k - 2"},
      {.id = "logp-thm3.8",
       .place = "Theorem 3.8",
       .statement = "With input buffers every k, L, P has a single-sending schedule of B(P-1) + L "
                    "+ k - 1",
       .grid = every_size({kBuffered}),
       .printed = of(single_bound),
       .printed_text = "B(P-1) + L + k - 1"},
      {.id = "logp-fn1",
       .place = "footnote 1",
       .statement = "A buffer of size 2 suffices",
       .tried = "most items in a processor's queue, by its own mark",
       .grid = every_size({kBuffered}),
       .measured = queue_of,
       .relation = Relation::at_most,
       .printed = constant(2),
       .printed_text = "2"},
  };
}

}  // namespace romcast::claims
