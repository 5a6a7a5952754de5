// SPDX-License-Identifier: Apache-2.0
// Tseng, Chang & Sheu 1998, section III.2: Table 2, Figures 2 to 4 and the text about them.
#include <fmt/format.h>

#include <algorithm>

#include "claims/star.hpp"

namespace romcast::claims {
namespace {

constexpr unsigned kMostSymbols = 12;

// Table 2, the least ratios t_s/t_m: a row for each k = 3..11, in it an entry for n = k+1..12.
const std::vector<std::vector<double>>& table_2() {
  static const std::vector<std::vector<double>> rows{
      {.190, .150, .124, .106, .092, .082, .074, .067, .062},
      {.288, .239, .205, .179, .160, .144, .131, .120},
      {.367, .315, .276, .246, .222, .202, .186},
      {.435, .382, .340, .307, .280, .257},
      {.491, .438, .395, .360, .331},
      {.538, .485, .442, .406},
      {.577, .526, .483},
      {.610, .560},
      {.638}};
  return rows;
}

std::optional<double> ratio(const Row& row) { return least_ratio(n_of(row), k_of(row)); }
// The least multiple of 0.001 that, as the ratio t_s/t_m, makes grouping faster; in thousandths.
std::optional<double> least_thousandth(const Row& row) {
  double thousandths = 0;
  while (saved(n_of(row), k_of(row), thousandths / 1000) <= 1e-12) ++thousandths;
  return thousandths;
}
double entry(const Row& row) {
  return std::round(table_2()[k_of(row) - 3][n_of(row) - k_of(row) - 1] * 1000);
}

Claim table_2_row(unsigned k) {
  std::vector<Point> all;
  for (unsigned n = k + 1; n <= kMostSymbols; ++n) all.push_back({{{"n", n}, {"k", k}}, {}});
  return {
      .id = fmt::format("star-table2-k{}", k),
      .place = fmt::format("Table 2, row k = {}", k),
      .statement = fmt::format("Least t_s/t_m for T(n,1) > T(n,{}), n = {}..12: {:.3f}", k, k + 1,
                               fmt::join(table_2()[k - 3], " ")),
      .tried = "the least ratio of three digits at which T(n,1) > T(n,k), in thousandths",
      .grid = points(all),
      .measured = least_thousandth,
      .printed = of(entry),
      .printed_text = "the entry",
      .corrected = of([](const Row& r) { return entry(r) + 1; }),
      .corrected_text = "the entry + 0.001",
      .repair = Repair::misprint,
      .why = "The entries are cut off after three digits: at them T(n,1) > T(n,k) does not hold."};
}

// A point for each n = 4..12 of Figures 2 to 4 and each of the ratios t_s/t_m.
Grid figures(const std::vector<double>& ratios) {
  return points_of([=](bool) {
    std::vector<Point> all;
    for (const double each : ratios) {
      for (unsigned n = 4; n <= kMostSymbols; ++n) all.push_back({{{"n", n}, {"ratio", each}}, {}});
    }
    return all;
  });
}

unsigned best_k(const Row& row) {
  unsigned best = 2;
  for (unsigned k = 3; k < n_of(row); ++k) {
    if (saved(n_of(row), k, row["ratio"]) > saved(n_of(row), best, row["ratio"])) best = k;
  }
  return best;
}
std::optional<double> most_saved(const Row& row) {
  return saved(n_of(row), best_k(row), row["ratio"]);
}

// The gain of the best packets of fewer than 20 messages, as a share of the largest gain.
std::optional<double> saved_by_few(const Row& row) {
  double most = 0;
  for (unsigned k = 2; k < n_of(row) && factorial(k) < 20; ++k) {
    most = std::max(most, saved(n_of(row), k, row["ratio"]));
  }
  return most / *most_saved(row);
}

// The claim of Figure 2, 3 or 4 on the graphs that can be run: the saving by grouping, for each n
// and k.
Claim figure(unsigned number, unsigned startup, unsigned per_message) {
  const double each = double(startup) / per_message;
  return {.id = fmt::format("star-fig{}", number),
          .place = fmt::format("Figure {}", number),
          .statement = fmt::format("Share of the time that grouping saves at t_s/t_m = {}", each),
          .tried = "T(n,1) and T(n,k) as they ran, against the curves' formula",
          .grid = points_of([=](bool full) {
            std::vector<Point> all;
            for (unsigned n = 3; n <= (full ? 6U : 4U); ++n) {
              for (unsigned k = 2; k < n; ++k) {
                StarSize size{n, startup, per_message, k};
                Point point{sizes_of(size), {}};
                const std::string own = grouped(size);
                size.k = 1;
                point.runs = {grouped(size), own};
                all.push_back(point);
              }
            }
            return all;
          }),
          .measured = [](const Row& r) -> std::optional<double> {
            return difference(r).value_or(0) / r.run().cycles.value_or(1);
          },
          .printed = of([each](const Row& r) { return saved(n_of(r), k_of(r), each); }),
          .printed_text = "(T(n,1) - T(n,k))/T(n,1)",
          .curve = points_of([=](bool) {
            std::vector<Point> all;
            for (unsigned k = 2; k < kMostSymbols; ++k) {
              for (unsigned n = k + 1; n <= kMostSymbols; ++n) {
                all.push_back({sizes_of(StarSize{n, startup, per_message, k}), {}});
              }
            }
            return all;
          })};
}

std::vector<Claim> statements() {
  const std::vector<double> ratios{100, 1, 0.1};
  const auto is_small = [](const Row& r) -> std::optional<double> {
    const unsigned k = best_k(r);
    return k >= 2 && k <= 4 ? 1 : 0;
  };
  return {
      {.id = "star-abs-10-80",
       .place = "abstract and section I",
       .statement = "Simulations show 10% to 80% improvement over existing results",
       .tried = "share saved by the best k; formulas that star-fig2 to star-fig4 confirm in runs",
       .grid = figures(ratios),
       .measured = most_saved,
       .relation = Relation::at_least,
       .printed = constant(0.1),
       .printed_text = "0.1",
       .corrected = constant(0.03),
       .corrected_text = "0.03 (at t_s/t_m = 0.1; 0.16 at 1, 0.33 at 100)",
       .slack = 0.01,
       .why = "For small n and a ratio of 0.1 grouping saves 3 to 9 percent."},
      {.id = "star-sec1-20",
       .place = "section I",
       .statement = "Large gain can be had by grouping only a small (< 20) number of messages",
       .tried =
           "the most that k with k! < 20 saves, as a share of what the best k saves; 0.95 taken "
           "for large. Where no such k is best (n = 11, 12 at t_s/t_m = 100) k = 3 saves 0.695 "
           "and 0.708, the best 0.704 and 0.727",
       .grid = figures(ratios),
       .measured = saved_by_few,
       .relation = Relation::at_least,
       .printed = constant(0.95),
       .printed_text = "0.95 of the largest gain",
       .slack = 0.03},
      {.id = "star-sec3.2-064",
       .place = "section III.2",
       .statement = "All these values are very small (< 0.64)",
       .tried = "the ratio of equation (2)",
       .grid = points_of([](bool) {
         std::vector<Point> all;
         for (unsigned k = 3; k < kMostSymbols; ++k) {
           for (unsigned n = k + 1; n <= kMostSymbols; ++n) {
             all.push_back({{{"n", n}, {"k", k}}, {}});
           }
         }
         return all;
       }),
       .measured = ratio,
       .relation = Relation::less,
       .printed = constant(0.64),
       .printed_text = "0.64"},
      {.id = "star-bestk",
       .place = "section III.2",
       .statement = "The best k lies between 2 and 4 for all n <= 12",
       .tried = "1 if it does",
       .grid = figures(ratios),
       .measured = is_small,
       .printed = constant(1),
       .printed_text = "1"},
      {.id = "star-range",
       .place = "section III.2",
       .statement = "The improvement is between 0.2 and 0.8, depending on t_s/t_m",
       .tried = "share saved by the best k; formulas that star-fig2 to star-fig4 confirm in runs",
       .grid = figures(ratios),
       .measured = most_saved,
       .relation = Relation::at_least,
       .printed = constant(0.2),
       .printed_text = "0.2",
       .corrected = constant(0.03),
       .corrected_text = "0.03; never more than 0.73",
       .slack = 0.01,
       .why = "For small n and a ratio of 0.1 grouping saves 3 to 9 percent."},
      {.id = "star-S12",
       .place = "section III.2",
       .statement = "S_12 has 4.8 x 10^8 nodes",
       .tried = "12!, in units of 10^7, rounded",
       .grid = points({{{{"n", 12}}, {}}}),
       .measured = [](const Row& r) -> std::optional<double> {
         return std::round(factorial(n_of(r)) / 1e7);
       },
       .printed = constant(48),
       .printed_text = "48"},
      {.id = "star-packet",
       .place = "section III.2",
       .statement = "For best performance a packet needs only 2!, 3! or 4! messages",
       .tried = "1 if the best k is 2, 3 or 4",
       .grid = figures(ratios),
       .measured = is_small,
       .printed = constant(1),
       .printed_text = "1"},
  };
}

}  // namespace

std::vector<Claim> star_tables() {
  std::vector<Claim> all = statements();
  for (unsigned k = 3; k < kMostSymbols; ++k) all.push_back(table_2_row(k));
  all.push_back(figure(2, 100, 1));
  all.push_back(figure(3, 1, 1));
  all.push_back(figure(4, 1, 10));
  return all;
}

}  // namespace romcast::claims
