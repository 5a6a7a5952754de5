// SPDX-License-Identifier: Apache-2.0
// Tseng, Chang & Sheu 1998, sections III.1 and III.2: the cost of the personalised broadcast.
#include <algorithm>

#include "claims/star.hpp"

namespace romcast::claims {
namespace {

struct Times {
  unsigned startup, per_message;
};

Grid runs(const std::vector<Times>& times, unsigned most_n, unsigned least_k,
          const std::function<std::vector<std::string>(const StarSize&)>& commands) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (unsigned n = 3; n <= (full ? most_n : std::min(most_n, 4U)); ++n) {
      for (unsigned k = least_k; k < n; ++k) {
        for (const Times& time : times) {
          const StarSize size{n, time.startup, time.per_message, k};
          all.push_back({sizes_of(size), commands(size)});
        }
      }
    }
    return all;
  });
}

StarSize with(StarSize size, unsigned k) {
  size.k = k;
  return size;
}

Grid by_substars(unsigned least_k) {
  return runs({{3, 2}, {10, 1}, {1, 10}}, 6, least_k,
              [](const StarSize& size) { return std::vector<std::string>{grouped(size)}; });
}

// Pairs of runs with k = 1 and k = 2, with start-ups and without.
Grid pairs() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (unsigned n = 3; n <= (full ? 6U : 4U); ++n) {
      for (const Times& time : {Times{0, 1}, Times{1, 10}, Times{1, 1}, Times{100, 1}}) {
        const StarSize size{n, time.startup, time.per_message, 2};
        all.push_back({sizes_of(size), {grouped(with(size, 1)), grouped(size)}});
      }
    }
    return all;
  });
}

// Pairs of runs: in the first run, each start-up (if `startup`) or each message (if not) takes one
// cycle more than in the second run.
Grid one_more(bool startup) {
  return runs({{10, 2}}, 6, startup ? 1 : 2, [startup](const StarSize& size) {
    StarSize more = size;
    ++(startup ? more.startup : more.per_message);
    return std::vector<std::string>{grouped(more), grouped(size)};
  });
}

double outer(const Row& row) { return mean_distance(n_of(row), k_of(row)); }
double inner(const Row& row) { return mean_distance(k_of(row), 1); }

Grid substars_alone() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (unsigned k = 2; k <= (full ? 8U : 7U); ++k) all.push_back({{{"n", k + 2}, {"k", k}}, {}});
    return all;
  });
}

// Mean distance from a node to all nodes of S_k, including the node itself.
std::optional<double> searched(const Row& row) { return searched_distance(k_of(row), 1); }

double footnote(const Row& row, bool factorials) {
  const double k = k_of(row);
  double h = 0;
  for (double i = 1; i <= k; ++i) h += 1 / (factorials ? factorial(i) : i);
  return k + 2 / k + h - 4;
}

Grid sizes_up_to(unsigned least, unsigned most) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (unsigned n = least; n <= (full ? most : most - 1); ++n) all.push_back({{{"n", n}}, {}});
    return all;
  });
}

// Pairs of runs, with k = 1 and with k >= 3, at ratios t_s/t_m on both sides of the ratio of
// equation (2): at six ratios, but on S_6, whose runs are long, at four.
Grid around_the_least_ratio() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (unsigned n = 4; n <= (full ? 6U : 4U); ++n) {
      for (unsigned k = 3; k < n; ++k) {
        for (const unsigned startup : {1U, 2U, 4U, 5U, 8U, 12U}) {
          if (n == 6 && (startup == 1 || startup == 12)) continue;
          const StarSize size{n, startup, 20, k};
          all.push_back({sizes_of(size), {grouped(with(size, 1)), grouped(size)}});
        }
      }
    }
    return all;
  });
}

// Cycles that k = 2 saves against k = 1.
double saved_by_two(const Row& row) {
  return factorial(n_of(row)) * startup_of(row) * mean_distance(n_of(row), 2) / 2;
}

std::optional<double> is_faster(const Row& row) { return difference(row).value_or(0) > 0 ? 1 : 0; }

// The claim that sending messages two at a time is faster than one by one.
Claim saves_with_two(const std::string& id, const std::string& place,
                     const std::string& statement) {
  return {.id = id,
          .place = place,
          .statement = statement,
          .tried = "message by message less k = 2, t_s = 0, too",
          .grid = pairs(),
          .measured = difference,
          .relation = Relation::more,
          .printed = constant(0),
          .printed_text = "T(n,1) - T(n,2) > 0",
          .corrected = of(saved_by_two),
          .corrected_text = "n! t_s l_{n,2}/2, which is 0 for t_s = 0",
          .corrected_relation = Relation::equals,
          .repair = Repair::misprint,
          .why =
              "Without a start-up time grouping saves nothing, as the messages travel as far as "
              "before; the proof takes t_s > 0."};
}

}  // namespace

std::vector<Claim> star_personalised() {
  return {
      saves_with_two("star-abs-personalised", "abstract and section III.2",
                     "The grouped personalised broadcast is more efficient than the existing "
                     "algorithms (always better with k = 2)"),
      {.id = "star-sec1-existing",
       .place = "section I",
       .statement = "The existing algorithms are optimal only when the start-up time is negligible",
       .tried = "message by message: 1 if it ends at the lower bound",
       .grid = points_of([](bool full) {
         std::vector<Point> all;
         for (unsigned n = 3; n <= (full ? 6U : 4U); ++n) {
           for (const unsigned startup : {0U, 5U, 100U}) {
             const StarSize size{n, startup, 1, 1};
             all.push_back({sizes_of(size), {grouped(size)}});
           }
         }
         return all;
       }),
       .measured = [](const Row& r) -> std::optional<double> {
         return r.run().cycles == r.run().bound ? 1 : 0;
       },
       .printed = of([](const Row& r) { return startup_of(r) == 0 ? 1 : 0; }),
       .printed_text = "1 where t_s = 0, else 0"},
      {.id = "star-sec3-k1",
       .place = "section III.1",
       .statement = "With k = 1 the algorithm equals those of Fragopoulou-Akl and "
                    "Misic-Jovanovic, in time",
       .tried = "substars of one node less message by message",
       .grid = points_of([](bool full) {
         std::vector<Point> all;
         for (unsigned n = 3; n <= (full ? 6U : 4U); ++n) {
           const StarSize size{n, 3, 2, 1};
           all.push_back({sizes_of(size),
                          {on_star(size, "-c alltoall -a grouped --substars 1"), grouped(size)}});
         }
         return all;
       }),
       .measured = difference,
       .printed = constant(0),
       .printed_text = "0"},
      {.id = "star-sec3.2-costs",
       .place = "section III.2",
       .statement = "Step (2iii) costs N l_{n,k}(t_s + k! t_m), step (2iv) n! l_{k,1}(t_s + t_m)",
       .tried = "the cycles of both together",
       .grid = by_substars(2),
       .printed = of([](const Row& r) {
         const double k = factorial(k_of(r)), n = factorial(n_of(r));
         return n / k * outer(r) * (startup_of(r) + k * message_of(r)) +
                n * inner(r) * (startup_of(r) + message_of(r));
       }),
       .printed_text = "N l_{n,k}(t_s + k! t_m) + n! l_{k,1}(t_s + t_m)"},
      {.id = "star-sec3.2-lsentence",
       .place = "section III.2",
       .statement = "l_{n,1} is the average distance from 12..k to every node (including itself) "
                    "in S_k",
       .tried = "average by a search",
       .grid = substars_alone(),
       .measured = searched,
       .printed = of([](const Row& r) { return mean_distance(n_of(r), 1); }),
       .printed_text = "l_{n,1}",
       .corrected = of(inner),
       .corrected_text = "l_{k,1}",
       .repair = Repair::misprint,
       .why = "The sentence averages over S_k and so means l_{k,1}, which equation (2) uses."},
      {.id = "star-fn1-factor",
       .place = "footnote 1",
       .statement = "l_{k,1} = (k + 2/k + H_k - 4)(k!-1)/k!",
       .tried = "average distance in S_k by a search, the node itself included, as T needs it; "
                "H_k = sum of 1/i",
       .grid = substars_alone(),
       .measured = searched,
       .printed = of([](const Row& r) {
         return footnote(r, false) * (factorial(k_of(r)) - 1) / factorial(k_of(r));
       }),
       .printed_text = "(k + 2/k + H_k - 4)(k!-1)/k!",
       .corrected = of([](const Row& r) { return footnote(r, false); }),
       .corrected_text = "k + 2/k + H_k - 4",
       .repair = Repair::misprint,
       .why = "The mean includes the node itself, so the factor (k!-1)/k! has to go."},
      {.id = "star-fn1-H",
       .place = "footnote 1",
       .statement = "H_k = sum of 1/i!",
       .tried = "average distance in S_k by a search, without the factor",
       .grid = substars_alone(),
       .measured = searched,
       .printed = of([](const Row& r) { return footnote(r, true); }),
       .printed_text = "k + 2/k + sum of 1/i! - 4",
       .corrected = of([](const Row& r) { return footnote(r, false); }),
       .corrected_text = "k + 2/k + sum of 1/i - 4",
       .repair = Repair::misprint,
       .why = "H_k is the harmonic number: the sum of 1/i, not of 1/i!."},
      {.id = "star-eq1-ts",
       .place = "equation (1), t_s part",
       .statement = "T(n,k) has (N l_{n,k} + n! l_{k,1}) start-ups",
       .tried = "cycles with t_s + 1 less those with t_s",
       .grid = one_more(true),
       .measured = difference,
       .printed = of([](const Row& r) { return startups(n_of(r), k_of(r)); }),
       .printed_text = "N l_{n,k} + n! l_{k,1}"},
      {.id = "star-eq1-tm",
       .place = "equation (1), t_m part",
       .statement = "T(n,k) has (n! l_{n,k} + n! l_{n,1}) t_m",
       .tried = "cycles with t_m + 1 less those with t_m",
       .grid = one_more(false),
       .measured = difference,
       .printed = of([](const Row& r) {
         return factorial(n_of(r)) * (outer(r) + mean_distance(n_of(r), 1));
       }),
       .printed_text = "n! l_{n,k} + n! l_{n,1}",
       .corrected = of([](const Row& r) { return messages(n_of(r), k_of(r)); }),
       .corrected_text = "n! l_{n,k} + n! l_{k,1}, as in equation (2)",
       .repair = Repair::misprint,
       .why =
           "Within a substar of k symbols the messages travel l_{k,1}; equation (2) has it right."},
      {.id = "star-eq1-k1",
       .place = "section III.2",
       .statement = "k = 1: T(n,1) = n! l_{n,1}(t_s + t_m)",
       .grid = runs(
           {{3, 2}, {10, 1}, {1, 10}}, 6, 1,
           [](const StarSize& size) { return std::vector<std::string>{grouped(with(size, 1))}; }),
       .printed = of([](const Row& r) {
         return factorial(n_of(r)) * mean_distance(n_of(r), 1) * (startup_of(r) + message_of(r));
       }),
       .printed_text = "n! l_{n,1}(t_s + t_m)"},
      {.id = "star-eq2",
       .place = "equation (2)",
       .statement = "T(n,1) > T(n,k) iff t_s/t_m > (l_{n,k}+l_{k,1}-l_{n,1})/(l_{n,1}-l_{n,k}/k!"
                    "-l_{k,1})",
       .tried = "1 where grouping is faster; ratios 0.05 to 0.6, on both sides",
       .grid = around_the_least_ratio(),
       .measured = is_faster,
       .printed = of([](const Row& r) {
         return startup_of(r) / message_of(r) > least_ratio(n_of(r), k_of(r)) ? 1 : 0;
       }),
       .printed_text = "1 above the ratio, 0 below"},
      {.id = "star-lem1",
       .place = "Lemma 1",
       .statement = "l_{n,1} - l_{n,2} = 0.5 for n >= 2",
       .tried = "average distances by a search",
       .grid = sizes_up_to(2, 8),
       .measured = [](const Row& r) -> std::optional<double> {
         return searched_distance(n_of(r), 1) - searched_distance(n_of(r), 2);
       },
       .printed = constant(0.5),
       .printed_text = "0.5"},
      saves_with_two("star-thm1", "Theorem 1", "T(n,1) > T(n,2) for any n >= 3"),
      {.id = "star-thm1-n2",
       .place = "Theorem 1, proof",
       .statement = "The inequality does not hold for n = 2 (divisor 0)",
       .tried = "the divisor of (2) for n = k = 2, distances by a search",
       .grid = points({{{{"n", 2}, {"k", 2}}, {}}}),
       .measured = [](const Row&) -> std::optional<double> {
         return searched_distance(2, 1) - searched_distance(2, 2) / 2 - searched_distance(2, 1);
       },
       .printed = constant(0),
       .printed_text = "0"},
  };
}

}  // namespace romcast::claims
