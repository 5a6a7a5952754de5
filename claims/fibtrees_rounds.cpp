// SPDX-License-Identifier: Apache-2.0
// Bruck, Cypher & Ho 1992: the claims about rounds.
#include <fmt/format.h>

#include "claims/fibtrees.hpp"
#include "schedules/complete/fibonacci_trees.hpp"

namespace romcast::claims {
namespace {

double n_of(const Row& row) { return row["n"]; }
double m_of(const Row& row) { return row["m"]; }
double d_of(const Row& row) { return row["d"]; }
double rounds_up(const Row& row) { return std::ceil(std::log2(n_of(row)) - 1e-9); }
double lower_bound(const Row& row) { return m_of(row) + rounds_up(row) - 1; }
// f_d((n-1)/d); if d does not divide n-1 the trees have the next larger size.
double index(const Row& row) {
  return fibonacci_index(unsigned(d_of(row)), std::ceil((n_of(row) - 1) / d_of(row)));
}
double log_log(const Row& row) { return std::log2(std::log2(n_of(row))); }

Grid one_port_grid(const std::string& algorithm, unsigned least_n = 2) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (const unsigned n : {2U, 3U, 4U, 5U, 7U, 8U, 13U, 16U, 22U, 31U, 64U, 100U, 128U, 256U}) {
      if (n < least_n || (!full && n > 31)) continue;
      for (const unsigned m : {1U, 2U, 5U, 16U}) {
        if (full || m != 2) all.push_back(one_port({n, m}, algorithm));
      }
    }
    return all;
  });
}

// Points at which a solver finds the fewest rounds: the cycles of a LogP machine with L = 1 are
// rounds.
std::vector<Point> solved_sizes() {
  std::vector<Point> all;
  for (const unsigned n : {3U, 5U, 6U, 7U}) {
    for (const unsigned m : {1U, 2U, 3U}) {
      all.push_back(one_port({n, m}, "multi-sending --seconds 60"));
    }
  }
  return all;
}

Grid powers_of_two(const std::string& algorithm) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (unsigned n = 2; n <= (full ? 256U : 32U); n *= 2) {
      for (const unsigned m : {1U, 2U, 5U, 16U}) all.push_back(one_port({n, m}, algorithm));
    }
    return all;
  });
}

Grid single_message(const std::vector<unsigned>& sizes) {
  return points_of([=](bool) {
    std::vector<Point> all;
    for (const unsigned n : sizes) all.push_back(one_port({n, 1}, "binomial"));
    return all;
  });
}

// Which n >= d^2+d+1 a grid takes. `exact`: n mod d^2 = d+1; `one`: n mod d = 1; `any`: every n.
enum class Which { exact, one, any };
Grid fibonacci_grid(Which which, const std::vector<unsigned>& messages = {1, 2, 5, 7}) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (const unsigned d : {3U, 5U, 7U}) {
      unsigned taken = 0;
      for (unsigned n = d * d + d + 1; n <= (full ? 160U : 64U); ++n) {
        const bool in = which == Which::exact ? n % (d * d) == d + 1
                        : which == Which::one ? n % d == 1
                                              : true;
        if (!in || taken >= (full ? 30U : 7U)) continue;
        ++taken;
        for (const unsigned m : messages) {
          if (full || m == 1 || m == 7) {
            all.push_back(one_port({n, m, d}, "fibonacci"));
          }
        }
      }
    }
    return all;
  });
}

// Points with two runs: the first with n processors, the second with fewer. If `inserted`, all
// points have alpha = 0, and the second run omits the beta*d inserted processors; else all points
// have alpha > 0, and the second run omits the alpha chained processors.
Grid with_and_without(bool inserted) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (const unsigned d : {3U, 5U}) {
      for (unsigned n = d * d + d + 1; n <= (full ? 110U : 45U); ++n) {
        const complete::FibonacciSplit split(n, d);
        const unsigned more = inserted ? (split.alpha == 0 ? split.beta * d : 0) : split.alpha;
        if (more == 0) continue;
        Point point = one_port({n, 7, d}, "fibonacci");
        point.runs.push_back(one_port({n - more, 7, d}, "fibonacci").runs.front());
        all.push_back(point);
      }
    }
    return all;
  });
}

Grid theorem_4_9_grid() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (unsigned n = 32; n <= (full ? 512U : 64U); n += n / 2) {
      unsigned d = 3;
      while (d < std::log2(3 + std::log2(n))) d += 2;
      if (!complete::fibonacci_covers(n, d)) continue;
      for (const unsigned m : {1U, 8U}) all.push_back(one_port({n, m, d}, "fibonacci"));
    }
    return all;
  });
}

Grid degree_7() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (unsigned n = 57; n <= (full ? 400U : 70U); n += full ? 29 : 6) {
      all.push_back(one_port({n, 5, 7}, "fibonacci"));
    }
    return all;
  });
}

// Ratio of 2 log n to the rounds in which one message goes down Fibonacci trees of degree 3, 5 or
// 7, whichever is fastest.
std::optional<double> speed_up(const Row& row) {
  double best = 1e9;
  for (const unsigned d : {3U, 5U, 7U}) {
    best = std::min(best, 1 + fibonacci_index(d, n_of(row) / d) + d);
  }
  return 2 * std::log2(n_of(row)) / best;
}

Grid large_sizes() {
  return points_of([](bool) {
    std::vector<Point> all;
    for (const double e : {20.0, 30.0, 40.0, 50.0, 60.0})
      all.push_back({{{"n", std::exp2(e)}}, {}});
    return all;
  });
}

}  // namespace

std::string on_one_port(const Broadcast& size, const std::string& algorithm) {
  return fmt::format("-n complete --processors {} -c broadcast --messages {} -a {}{}", size.n,
                     size.m, algorithm, size.d > 0 ? fmt::format(" --degree {}", size.d) : "");
}

Point one_port(const Broadcast& size, const std::string& algorithm) {
  Point point{.at = {{"n", size.n}, {"m", size.m}}, .runs = {on_one_port(size, algorithm)}};
  if (size.d > 0) point.at.emplace_back("d", size.d);
  return point;
}

std::vector<Claim> fibtrees_rounds() {
  const auto lemma_4_6 = [](const Row& r) { return m_of(r) + index(r) + d_of(r) - 1; };
  const auto plus_one = [lemma_4_6](const Row& r) { return lemma_4_6(r) + 1; };
  const auto twice_log = [](const Row& r) { return m_of(r) + 2 * std::log2(n_of(r)); };
  const auto abstract_time = [](const Row& r) {
    return m_of(r) + std::log2(n_of(r)) + 3 * log_log(r) + 15;
  };
  return {
      {.id = "fibtrees-abs-time",
       .place = "abstract",
       .statement = "Broadcast of m packets in m + log n + 3 log log n + 15 rounds, arbitrary n",
       .grid = one_port_grid("fibonacci", 13),
       .relation = Relation::at_most,
       .printed = of(abstract_time),
       .printed_text = "m + log n + 3 log log n + 15",
       .slack = 19},
      {.id = "fibtrees-abs-lb",
       .place = "abstract",
       .statement = "A simple lower bound of m + ceil(log n) - 1 rounds",
       .tried = "the fastest schedule of romcast; for n = 3, 5, 6, 7 that of a solver, too",
       .grid = with(one_port_grid("circulant"), solved_sizes()),
       .relation = Relation::at_least,
       .printed = of(lower_bound),
       .printed_text = "m + ceil(log n) - 1",
       .sense = Sense::bound},
      {.id = "fibtrees-sec1-alon1",
       .place = "section 1 (cited)",
       .statement = "n a power of 2, or a prime with 2 a generator: one message takes exactly "
                    "ceil(log n) rounds",
       .tried = "binomial tree",
       .grid = single_message({2, 3, 4, 5, 8, 11, 13, 16, 19, 29, 32}),
       .printed = of(rounds_up),
       .printed_text = "ceil(log n)"},
      {.id = "fibtrees-sec1-alon2",
       .place = "section 1 (cited)",
       .statement = "One message for arbitrary n in 2 ceil(log n) rounds",
       .tried = "binomial tree",
       .grid = single_message({2, 3, 4, 5, 6, 7, 9, 12, 15, 17, 23, 33}),
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return 2 * rounds_up(r); }),
       .printed_text = "2 ceil(log n)",
       .slack = 1},
      {.id = "fibtrees-sec1-bnk",
       .place = "sections 1 and 2.3 (cited)",
       .statement = "Bar-Noy and Kipnis: m + 2 log n - O(1) rounds for arbitrary n, by d d-ary "
                    "trees",
       .tried = "d = 2; 0 taken for O(1)",
       .grid = one_port_grid("d-ary-trees", 4),
       .relation = Relation::at_most,
       .printed = of(twice_log),
       .printed_text = "m + 2 log n",
       .slack = 1.5},
      {.id = "fibtrees-sec1-twice",
       .place = "section 1",
       .statement = "When n is large compared to m, almost twice as fast as the fastest known "
                    "algorithm",
       .tried = "one message, 2 log n / (f_d(n/d) + d + 1) for the best d of 3, 5, 7; computed. "
                "1.5 taken for almost twice",
       .grid = large_sizes(),
       .measured = speed_up,
       .relation = Relation::at_least,
       .printed = constant(1.5),
       .printed_text = "1.5 times as fast",
       .slack = 0.04},
      {.id = "fibtrees-sec1-loglog",
       .place = "section 1",
       .statement = "Within an additive O(log log n) of optimal",
       .tried = "rounds above the lower bound; 2 log log n + 3 taken for O(log log n)",
       .grid = one_port_grid("fibonacci", 13),
       .measured = [](const Row& r) -> std::optional<double> {
         return r.run().cycles.value_or(0) - lower_bound(r);
       },
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return 2 * log_log(r) + 3; }),
       .printed_text = "2 log log n + 3",
       .slack = 4},
      {.id = "fibtrees-sec1-ho",
       .place = "sections 1 and 2.3",
       .statement = "n a power of 2: m + log n - 1 rounds (Ho), matching the bound",
       .grid = powers_of_two("hypercube"),
       .printed = of(lower_bound),
       .printed_text = "m + log n - 1"},
      {.id = "fibtrees-sec1-notech",
       .place = "sections 1 and 2.3",
       .statement = "No efficient technique is known to extend this to arbitrary n",
       .untestable = "it tells what was known in 1992; the schedule circulant, of 2022, does it "
                     "for every n (fibtrees-lem2.1)"},
      {.id = "fibtrees-lem2.1",
       .place = "Lemma 2.1",
       .statement = "m packets among n processors need at least m + ceil(log n) - 1 rounds",
       .tried = "the fastest schedule of romcast; for n = 3, 5, 6, 7 that of a solver, too",
       .grid = with(one_port_grid("circulant"), solved_sizes()),
       .relation = Relation::at_least,
       .printed = of(lower_bound),
       .printed_text = "m + ceil(log n) - 1",
       .sense = Sense::bound},
      {.id = "fibtrees-binomial",
       .place = "section 2.2",
       .statement = "One binomial tree: m ceil(log n) rounds; optimal for m = 1",
       .grid = one_port_grid("binomial"),
       .printed = of([](const Row& r) { return m_of(r) * rounds_up(r); }),
       .printed_text = "m ceil(log n)"},
      {.id = "fibtrees-path",
       .place = "section 2.2",
       .statement = "Hamiltonian path: m + n - 2 rounds",
       .grid = one_port_grid("path"),
       .printed = of([](const Row& r) { return m_of(r) + n_of(r) - 2; }),
       .printed_text = "m + n - 2"},
      {.id = "fibtrees-binary",
       .place = "section 2.2",
       .statement = "One almost complete binary tree: 2m + 2 log n - O(1), about twice the lower "
                    "bound",
       .tried = "0 taken for O(1)",
       .grid = one_port_grid("binary-tree"),
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return 2 * m_of(r) + 2 * std::log2(n_of(r)); }),
       .printed_text = "2m + 2 log n",
       .slack = 3},
      {.id = "fibtrees-dodd",
       .place = "section 4.1",
       .statement = "d is assumed to be odd",
       .untestable = "an assumption; romcast run ... -a fibonacci --degree 4 runs without it"},
      {.id = "fibtrees-lem4.6",
       .place = "Lemma 4.6",
       .statement = "n mod d^2 = d+1, d >= 3 odd: m + f_d((n-1)/d) + d - 1 rounds",
       .grid = fibonacci_grid(Which::exact),
       .relation = Relation::at_most,
       .printed = of(lemma_4_6),
       .printed_text = "m + f_d((n-1)/d) + d - 1",
       .corrected = of(plus_one),
       .corrected_text = "m + f_d((n-1)/d) + d: labels begin with 0, and the largest is f + 2d - 1",
       .why = "Labels begin with 0, so that the largest one, f_d + 2d - 1, is the number of a "
              "round less one."},
      {.id = "fibtrees-lem4.6-packet",
       .place = "Lemma 4.6, proof",
       .statement = "At most f_d((n-1)/d) + d rounds pass a packet from the broadcaster to all",
       .tried = "longest time from a message's first send to its last reception, in the trace",
       .grid = fibonacci_grid(Which::exact),
       .measured = item_delay,
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return index(r) + d_of(r); }),
       .printed_text = "f_d((n-1)/d) + d",
       .corrected = of([](const Row& r) { return index(r) + d_of(r) + 1; }),
       .corrected_text = "f_d((n-1)/d) + d + 1",
       .why = "Labels begin with 0, so that the largest one, f_d + 2d - 1, is the number of a "
              "round less one."},
      {.id = "fibtrees-sec4.3-beta",
       .place = "section 4.3",
       .statement = "n = n' + beta d with 0 <= beta < d-1",
       .tried = "beta of every n with n mod d = 1",
       .grid = fibonacci_grid(Which::one, {1}),
       .measured = [](const Row& r) -> std::optional<double> {
         return complete::FibonacciSplit(unsigned(n_of(r)), unsigned(d_of(r))).beta;
       },
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return d_of(r) - 2; }),
       .printed_text = "d - 2",
       .corrected = of([](const Row& r) { return d_of(r) - 1; }),
       .corrected_text = "d - 1, as in the paper's own Figure 5",
       .repair = Repair::misprint,
       .why =
           "The remainder of a division by d lies between 0 and d - 1; Figure 5 has beta = d - 1."},
      {.id = "fibtrees-lem4.7",
       .place = "Lemma 4.7",
       .statement = "n >= d^2+d+1, n mod d = 1, d odd: m + f_d((n-1)/d) + d rounds",
       .grid = fibonacci_grid(Which::one),
       .relation = Relation::at_most,
       .printed = of(plus_one),
       .printed_text = "m + f_d((n-1)/d) + d"},
      {.id = "fibtrees-sec4.3-one",
       .place = "section 4.3",
       .statement = "The inserted processors cost at most one more round",
       .tried = "with the beta*d inserted processors less without them",
       .grid = with_and_without(true),
       .measured = difference,
       .relation = Relation::at_most,
       .printed = constant(1),
       .printed_text = "1 round"},
      {.id = "fibtrees-lem4.8",
       .place = "Lemma 4.8",
       .statement = "n >= d^2+d+1, d odd: m + f_d((n-1)/d) + 2d - 2 rounds",
       .grid = fibonacci_grid(Which::any),
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return m_of(r) + index(r) + 2 * d_of(r) - 2; }),
       .printed_text = "m + f_d((n-1)/d) + 2d - 2",
       .slack = 2},
      {.id = "fibtrees-sec4.4-array",
       .place = "section 4.4",
       .statement = "The linear array of alpha processors adds at most d-2 rounds",
       .tried = "with the alpha processors less without them",
       .grid = with_and_without(false),
       .measured = difference,
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return d_of(r) - 2; }),
       .printed_text = "d - 2 rounds"},
      {.id = "fibtrees-thm4.9",
       .place = "Theorem 4.9",
       .statement = "For all sufficiently large n: m + log n + 3 log log n + 15 rounds",
       .tried = "d the smallest odd number >= log(3 + log n)",
       .grid = theorem_4_9_grid(),
       .relation = Relation::at_most,
       .printed = of(abstract_time),
       .printed_text = "m + log n + 3 log log n + 15",
       .slack = 18.1},
      {.id = "fibtrees-d7",
       .place = "section 4.4, end",
       .statement = "d = 7: f_7(n) <= 1.024 log n + 12 and at most m + 1.024 log n + 24 rounds",
       .grid = degree_7(),
       .relation = Relation::at_most,
       .printed = of([](const Row& r) {
         const double most = 1.024 * std::log2(n_of(r));
         return fibonacci_index(7, n_of(r)) <= most + 12 ? m_of(r) + most + 24 : 0;
       }),
       .printed_text = "m + 1.024 log n + 24",
       .slack = 16.2},
  };
}

}  // namespace romcast::claims
