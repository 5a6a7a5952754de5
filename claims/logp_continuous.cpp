// SPDX-License-Identifier: Apache-2.0
// Karp, Sahay, Santos & Schauser 1993, sections 3.2 and 3.3: continuous broadcast, words.
#include <algorithm>
#include <set>

#include "claims/logp.hpp"
#include "schedules/logp/base_case.hpp"
#include "schedules/logp/on_time.hpp"

namespace romcast::claims {
namespace {

double delay_bound(const Row& row) { return L_of(row) + others_time(row); }
// Theorem 3.1 for k > k*.
double theorem_3_1_of_many(const Row& row) {
  return delay_bound(row) + items_of(row) - 1 - k_star(row);
}

// For each L: machines with P-1 = f_t for `how_many` consecutive t from `first(L)` on.
Grid full_trees(unsigned least_latency, unsigned most_latency,
                const std::function<unsigned(unsigned)>& first, unsigned how_many,
                unsigned items = 9) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (unsigned latency = least_latency; latency <= most_latency; ++latency) {
      for (unsigned i = 0; i < (full ? how_many : std::min(how_many, 2U)); ++i) {
        const unsigned t = first(latency) + i;
        if (f_of(latency, t) > (full ? 150 : 31)) continue;
        Point point =
            logp_point({unsigned(f_of(latency, t)) + 1, latency, 0, 1, items}, {kEndless});
        point.at.emplace_back("t", t);
        all.push_back(point);
      }
    }
    return all;
  });
}

unsigned t_of_L(unsigned latency) { return latency % 2 == 1 ? latency : 2 * latency + 1; }

// Broadcasts of many items on machines with L = 2 for which `tail` has patterns; the last machine
// has P-1 = f_7, as in Theorem 3.4.
std::vector<Point> long_broadcasts() {
  std::vector<Point> all;
  for (const unsigned p : {9, 13, 14, 15, 17, 22})
    all.push_back(logp_point({p, 2, 0, 1, 24}, {kTail}));
  return all;
}

// Machines with L = 2 and k > k*.
Grid latency_two() {
  return points_of([](bool full) {
    std::vector<Point> all = long_broadcasts();
    for (unsigned p = 3; p <= (full ? 14U : 9U); ++p) {
      for (unsigned k = 3; k <= (full ? 5U : 4U); ++k) {
        all.push_back(logp_point({p, 2, 0, 1, k}, {kMulti}));
      }
    }
    return all;
  });
}

// Points for a solver: L = 2, P-1 = f_7 and f_8.
std::vector<Point> solved_delays() {
  std::vector<Point> all;
  for (const unsigned t : {7U, 8U}) {
    Point point{.at = sizes_of({unsigned(f_of(2, t)) + 1, 2, 0, 1, 12}), .solved = true};
    point.at.emplace_back("t", t);
    all.push_back(point);
  }
  return all;
}

// The delay of an item in a run. At points without a run: delay_bound() if a solver finds a
// schedule in which k consecutive items have at most this delay, delay_bound() + 1 if the solver
// proves that no such schedule exists, nothing if the solver does not decide.
std::optional<double> delay_or_least(const Row& row) {
  if (row.runs() > 0) return item_delay(row);
  switch (logp::all_on_time({.latency = unsigned(L_of(row)),
                             .horizon = unsigned(row["t"]),
                             .items = unsigned(items_of(row))},
                            [] { return true; })) {
    case any::Answer::satisfiable:
      return delay_bound(row);
    case any::Answer::refuted:
      return delay_bound(row) + 1;
    default:
      return std::nullopt;
  }
}

std::optional<double> consecutive_base_cases(const Row& row) {
  const auto latency = unsigned(L_of(row));
  double most = 0, now = 0;
  for (unsigned t = latency; t <= 4 * latency + 2; ++t) {
    now = logp::base_case(latency, t) ? now + 1 : 0;
    most = std::max(most, now);
  }
  return most;
}

Grid conjectured() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (const unsigned latency :
         full ? std::vector<unsigned>{1, 3, 4, 5, 6, 7, 8} : std::vector<unsigned>{1, 3, 4}) {
      for (unsigned p = 20; p <= (full ? 60U : 30U); p += full ? 4 : 5) {
        all.push_back(logp_point({p, latency, 0, 1, 9}, {kEndless}));
      }
    }
    return all;
  });
}

Grid figure_2() { return points({logp_point({10, 3, 0, 1, 8}, {kMulti})}); }

}  // namespace

std::vector<Claim> logp_continuous() {
  const auto endless_2 = [](unsigned first, unsigned how_many) {
    return full_trees(
        2, 2, [first](unsigned) { return first; }, how_many);
  };
  const auto delay_plus = [](double more) {
    return of([more](const Row& r) { return delay_bound(r) + more; });
  };
  return {
      {.id = "logp-sec3.2-assign",
       .place = "section 3.2",
       .statement = "acab to H5, a to E2, empty to D1, b to the receive-only processor is a "
                    "correct schedule of delay 10",
       .tried = "delay of an item in the trace of the block-cyclic schedule",
       .grid = points({logp_point({10, 3, 0, 1, 20}, {kEndless})}),
       .measured = item_delay,
       .printed = constant(10),
       .printed_text = "10"},
      {.id = "logp-sec3.3-base",
       .place = "section 3.3",
       .statement = "Base cases were found for all L <= 10",
       .tried = "L consecutive t or fewer, from t(L) on: delay of an item in the trace",
       .grid = full_trees(3, 10, t_of_L, 10),
       .measured = item_delay,
       .printed = delay_plus(0),
       .printed_text = "L + B(P-1)"},
      {.id = "logp-sec3.3-outline",
       .place = "section 3.3",
       .statement =
           "The outlined algorithm (the highest letter first, its word of Lemma 3.1 on the "
           "smallest unused block, at last two words for a, b, c) solves base cases for "
           "all L <= 10, that is L consecutive t",
       .tried = "the outline as printed, t from L to 4L+2: most consecutive t that it solves",
       .grid = points_of([](bool full) {
         std::vector<Point> all;
         for (unsigned latency = 3; latency <= (full ? 10U : 7U); ++latency) {
           all.push_back({{{"L", latency}}, {}});
         }
         return all;
       }),
       .measured = consecutive_base_cases,
       .relation = Relation::at_least,
       .printed = of(L_of),
       .printed_text = "L",
       .corrected = of([](const Row& r) { return L_of(r) == 3 ? 3 : 1; }),
       .corrected_text = "L for L = 3, else 1: t = 3L-3",
       .why = "The word for the smallest unused block often takes more of a letter than is there, "
              "so that a search must choose other blocks."},
      {.id = "logp-thm3.3",
       .place = "Theorem 3.3",
       .statement = "3 <= L <= 10: for P-1 = P(t), t >= t(L), delay L + B(P-1) is achieved",
       .tried = "delay of an item in the trace",
       .grid = full_trees(3, 10, t_of_L, 10),
       .measured = item_delay,
       .printed = delay_plus(0),
       .printed_text = "L + B(P-1)"},
      {.id = "logp-cor3.1",
       .place = "Corollary 3.1",
       .statement = "3 <= L <= 10, P-1 = P(t), t >= t(L): k items in L + B(P-1) + k - 1",
       .grid = full_trees(3, 10, t_of_L, 10),
       .printed = of([](const Row& r) { return delay_bound(r) + items_of(r) - 1; }),
       .printed_text = "L + B(P-1) + k - 1"},
      {.id = "logp-sec3.3-tL",
       .place = "section 3.3",
       .statement = "The values t(L) are small",
       .tried = "2L + 1 taken for small: delay of an item there",
       .grid = full_trees(
           3, 10, [](unsigned latency) { return 2 * latency + 1; }, 1),
       .measured = item_delay,
       .printed = delay_plus(0),
       .printed_text = "L + B(P-1)"},
      {.id = "logp-fig2",
       .place = "Figure 2",
       .statement = "P = 10, L = 3, k = 8: the complete schedule",
       .tried = "the fewest steps that a solver finds, against the bound of Theorem 3.1",
       .grid = figure_2(),
       .printed =
           of([](const Row& r) { return others_time(r) + L_of(r) + items_of(r) - 1 - k_star(r); }),
       .printed_text = "B(P-1) + L + (k-1) - k* = 15"},
      {.id = "logp-fig2-endgame",
       .place = "section 3.3",
       .statement = "For k = 8 every processor must have k* = 2 items by step 9, and from step 10 "
                    "on all receive in every step, to meet the bound",
       .tried = "receptions after step 9 of a schedule that meets it: 9 in each of 6 steps",
       .grid = figure_2(),
       .measured = [](const Row& r) -> std::optional<double> {
         double late = 0;
         const PlanView plan = view_plan(r, {.network = "complete",
                                             .collective = "broadcast",
                                             .algorithm = "multi-sending",
                                             .options = {{"processors", "10"}},
                                             .algorithm_options = {{"seconds", "600"}},
                                             .messages = 8,
                                             .timing = {.latency = 3}});
         for (const Sent& hop : plan.hops) late += hop.cycle - 1 + L_of(r) > 9 ? 1 : 0;
         return late;
       },
       .printed = constant(54),
       .printed_text = "9 processors in steps 10..15"},
      {.id = "logp-thm3.4",
       .place = "Theorem 3.4",
       .statement = "L = 2: for infinitely many P the delay is at least L + B(P-1) + 1",
       .tried =
           "P-1 = P(t), t >= 7: delay of an item in the best schedule that there is; the least "
           "delay of 12 items in a row, by a solver",
       .grid = with(endless_2(7, 4), solved_delays()),
       .measured = delay_or_least,
       .relation = Relation::at_least,
       .printed = delay_plus(1),
       .printed_text = "L + B(P-1) + 1",
       .sense = Sense::bound},
      {.id = "logp-cor3.2",
       .place = "Corollary 3.2",
       .statement = "L = 2: for some P, k the time exceeds the bound of Theorem 3.1",
       .tried =
           "fewest cycles by a solver for few items, k > k*, and cycles of a pattern that a solver "
           "found for 24 items; the pattern's steady state may be as long as one likes",
       .grid = latency_two(),
       .relation = Relation::more,
       .printed = of(theorem_3_1_of_many),
       .printed_text = "B(P-1) + L + (k-1) - k*",
       .sense = Sense::exists},
      {.id = "logp-cor3.2-proof",
       .place = "Corollary 3.2, proof",
       .statement = "L = 2, P-1 = P(t), t >= 7: as no item of the continuous phase has the delay "
                    "L + B(P-1) (Theorem 3.4), many items take longer than the bound of "
                    "Theorem 3.1",
       .tried = "P = 22: cycles of 24, 57 and 400 items",
       .grid = points_of([](bool full) {
         std::vector<Point> all;
         for (const unsigned k :
              full ? std::vector<unsigned>{24, 57, 400} : std::vector<unsigned>{24, 57}) {
           all.push_back(logp_point({22, 2, 0, 1, k}, {kTail}));
         }
         return all;
       }),
       .relation = Relation::more,
       .printed = of(theorem_3_1_of_many),
       .printed_text = "B(P-1) + L + (k-1) - k*",
       .corrected = of(theorem_3_1_of_many),
       .corrected_text = "the same, which a pattern meets for every k",
       .corrected_relation = Relation::equals,
       .why = "The bound leaves f_(B-1) - 1 receptions over. An item of the steady state that is "
              "late uses them up once, not once per item."},
      {.id = "logp-thm3.5",
       .place = "Theorem 3.5",
       .statement = "L = 2, P-1 = P(t): delay L + B(P-1) + 1 is achieved",
       .tried = "delay of an item in the trace",
       .grid = endless_2(3, 8),
       .measured = item_delay,
       .relation = Relation::at_most,
       .printed = delay_plus(1),
       .printed_text = "L + B(P-1) + 1",
       .slack = 1},
      {.id = "logp-conj",
       .place = "sections 1 and 6",
       .statement = "Conjecture: for every L other than 2 and large P the bound L + B(P-1) is met",
       .tried = "P >= 20, not only P-1 = P(t): delay of an item in the trace",
       .grid = conjectured(),
       .measured = item_delay,
       .printed = delay_plus(0),
       .printed_text = "L + B(P-1)",
       .sense = Sense::bound},
  };
}

}  // namespace romcast::claims
