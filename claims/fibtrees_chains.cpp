// SPDX-License-Identifier: Apache-2.0
// Bruck, Cypher & Ho 1992: section 1's Benes network, and the chains of inequalities in appendices
// A and B; a link of a chain is one inequality, tried by itself.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "claims/fibtrees.hpp"
#include "romcast/machines/crossbar/benes.hpp"

namespace romcast::claims {
namespace {

// The line at which the packet of an input line leaves a Benes network with the settings `row`.
std::uint32_t way_through(const ControlWord& row, unsigned line_bits, std::uint32_t line) {
  for (unsigned stage = 0; stage < benes_stages(line_bits); ++stage) {
    const unsigned bit = benes_bit(line_bits, stage);
    const std::uint32_t low = line & ((1U << bit) - 1);
    const std::uint32_t number = (line >> (bit + 1) << bit) + low;
    const std::uint32_t setting = (stage << (line_bits - 1)) + number;
    if ((row[setting / 32] >> setting % 32 & 1U) != 0) line ^= 1U << bit;
  }
  return line;
}

// Share of the permutations of n lines for which every packet leaves at the line that the
// permutation assigns to its input line.
std::optional<double> permutations_passed(const Row& row) {
  const auto lines = std::uint32_t(row["n"]);
  const auto line_bits = ceil_log(2, lines);
  std::vector<std::uint32_t> outputs(lines);
  std::iota(outputs.begin(), outputs.end(), 0U);
  double all = 0, passed = 0;
  do {
    const ControlWord set = benes_row(outputs);
    bool right = true;
    for (std::uint32_t line = 0; line < lines; ++line) {
      right = right && way_through(set, line_bits, line) == outputs[line];
    }
    ++all;
    passed += right ? 1 : 0;
  } while (std::ranges::next_permutation(outputs).found);
  return passed / all;
}

// Points with two runs of a broadcast: through a Benes network and through a crossbar. A broadcast
// takes as many rounds as its lower bound, so in most rounds every processor sends and receives.
Grid on_benes() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (const unsigned n :
         full ? std::vector{2U, 4U, 5U, 8U, 13U, 16U, 32U} : std::vector{2U, 4U, 5U, 8U}) {
      for (const unsigned m : {1U, 9U}) {
        all.push_back(one_port({n, m}, "circulant"));
        all.back().runs = {all.back().runs.front() + " --fabric benes", all.back().runs.front()};
      }
    }
    return all;
  });
}

double b_of(double d) { return 2 - std::exp2(1 - d); }
// The factor that is at least 1/11 according to appendix A. Its divisor is as printed there if
// `printed`, else as in Theorem A.2.
double factor(double d, bool printed) {
  const double x = 2 - std::exp2(-d);
  return (1 - std::exp2(1 - d)) / ((d + 1) * (printed ? std::pow(x, d) : x) - 2 * d);
}

Grid chain_a() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (unsigned link = 1; link <= 3; ++link) {
      for (unsigned d = 2; d <= (full ? 16U : 9U); ++d) {
        for (unsigned t = 5; t <= (full ? 40U : 24U); ++t) {
          all.push_back({{{"link", link}, {"d", d}, {"t", t}}, {}});
        }
      }
    }
    return all;
  });
}

// Logarithm of term number `term`, counted from 0, of the chain G_d(t) >= .. >= (2-2^(1-d))^(t-7).
// The printed chain and the corrected one differ in term 1.
double term_of_a(const Row& row, unsigned term, bool printed) {
  const double d = degree_of(row), t = row["t"];
  const double growth = (t - 1) * std::log2(b_of(d));
  if (term == 0) return std::log2(numbers_of_order(degree_of(row), unsigned(t)));
  if (term == 1)
    return std::log2(std::exp2(std::log2(factor(d, printed)) + growth) + (printed ? 0.5 : -0.5));
  if (term == 2) return growth - std::log2(11);
  return growth - 6 * std::log2(b_of(d));
}

// A link holds if side_of_a >= other_side_of_a. Link 2, term 1 >= term 2, is written as -term 2 >=
// -term 1, because only other_side_of_a has both the printed and the corrected term 1.
double side_of_a(const Row& row) {
  if (row["link"] == 1) return term_of_a(row, 0, true);
  return row["link"] == 2 ? -term_of_a(row, 2, true) : term_of_a(row, 2, true);
}
double other_side_of_a(const Row& row, bool printed) {
  if (row["link"] == 3) return term_of_a(row, 3, printed);
  return row["link"] == 2 ? -term_of_a(row, 1, printed) : term_of_a(row, 1, printed);
}

Grid chain_b() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (unsigned link = 1; link <= 8; ++link) {
      for (unsigned d = 2; d <= (full ? 12U : 7U); ++d) {
        for (double n = 2; n < 1e12; n = std::floor(n * (full ? 1.7 : 7)) + 1) {
          all.push_back({{{"link", link}, {"d", d}, {"n", n}}, {}});
        }
      }
    }
    return all;
  });
}

// Left side minus right side of a link of appendix B's chain. Link 2 is an equation: 0 if its sides
// are equal, else -1. Link 8 is F_d(y) >= b^(y-d-4) >= n with b = 2-2^(1-d): the smaller of the two
// differences of binary logarithms.
std::optional<double> link_of_b(const Row& row) {
  const double d = degree_of(row), log_n = std::log2(row["n"]), log_e = std::log2(std::exp(1.0));
  const double two_d = std::exp2(d), log_b = std::log2(b_of(d));
  const double y = std::floor(log_n + 3 * log_n / (two_d - 3) + d + 5);
  const double second = log_n + 3 * log_n / (two_d - 3) + d + 4;
  const double third = two_d * log_n / (two_d - 3) + d + 4;
  const double fourth = two_d * log_n / (two_d - log_e - 1) + d + 4;
  const double rounding = 1e-9;  // the second link is an equation
  switch (unsigned(row["link"])) {
    case 1:
      return y - second;
    case 2:
      return std::abs(second - third) < rounding ? 0 : -1;
    case 3:
      return third - fourth;
    case 4:
      return log_b - (1 - log_e / (two_d - 1));
    case 5:
      return (two_d - 1) / (two_d - log_e - 1) - 1 / log_b;
    case 6:
      return two_d / (two_d - log_e - 1) - (two_d - 1) / (two_d - log_e - 1);
    case 7:
      return y - (log_n / log_b + d + 4);
    default:
      break;
  }
  const double reached = (y - d - 4) * log_b;  // log of (2 - 2^(1-d))^(y-d-4)
  return std::min(reached - log_n,
                  std::log2(fibonacci_nodes(degree_of(row), unsigned(y))) - reached);
}

}  // namespace

std::vector<Claim> fibtrees_chains() {
  return {
      {.id = "fibtrees-sec1-gf11",
       .place = "section 1",
       .statement = "GF-11's Benes network can support the simultaneous transmission of any n "
                    "packets from n processors to n processors, one to and from each",
       .tried = "settings for all n! permutations: the share of which every packet, followed "
                "switch by switch, leaves at its own line",
       .grid = points({{{{"n", 2}}, {}}, {{{"n", 4}}, {}}}, {{{{"n", 8}}, {}}}),
       .measured = permutations_passed,
       .printed = constant(1),
       .printed_text = "1"},
      {.id = "fibtrees-sec1-gf11-time",
       .place = "section 1",
       .statement = "In GF-11 the time to send a packet is independent of which pair of processors "
                    "communicate",
       .tried = "a broadcast through the Benes network less the same through a crossbar",
       .grid = on_benes(),
       .measured = difference,
       .printed = constant(0),
       .printed_text = "0"},
      {.id = "fibtrees-A-chain",
       .place = "appendix A, proof of Theorem 3.7",
       .statement = "G_d(t) >= c b^(t-1) + 0.5 >= b^(t-1)/11 >= b^(t-7) for d >= 2, t >= 5, with b "
                    "= 2 - 2^(1-d), c the fraction of fibtrees-A-11",
       .tried = "computed, link by link: log2 of the sides, in link 2 with a minus",
       .grid = chain_a(),
       .measured = of(side_of_a),
       .relation = Relation::at_least,
       .printed = of([](const Row& r) { return other_side_of_a(r, true); }),
       .printed_text = "log2 of the other side",
       .corrected = of([](const Row& r) { return other_side_of_a(r, false); }),
       .corrected_text = "c b^(t-1) - 0.5 with (d+1)x instead of (d+1)x^d in c",
       .repair = Repair::misprint,
       .slack = 0.1,
       .why = "As in Theorem A.2 the divisor has (d+1)x; with x^d link 2 fails from d = 3 on. A "
              "number rounded to the nearest one is at least the value - 0.5."},
      {.id = "fibtrees-B-chain",
       .place = "appendix B, proof of Theorem 3.9",
       .statement =
           "y >= log n + 3 log n/(2^d-3) + d + 4 >= .. >= log n/log(2-2^(1-d)) + d + 4, so n "
           "<= (2-2^(1-d))^(y-d-4) <= F_d(y)",
       .tried = "computed, link by link: by how much it holds; the second one is an equation",
       .grid = chain_b(),
       .measured = link_of_b,
       .relation = Relation::at_least,
       .printed = constant(0),
       .printed_text = "0"},
  };
}

}  // namespace romcast::claims
