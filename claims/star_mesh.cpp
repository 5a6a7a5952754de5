// SPDX-License-Identifier: Apache-2.0
// Tseng, Chang & Sheu 1998, section IV: the cost of the non-personalised broadcast on a mesh.
#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "claims/star.hpp"

namespace romcast::claims {
namespace {

const std::string kRing = "-c allgather -a hamiltonian-ring";

// Start-up time t_s and time per message t_m, in cycles, of each curve of Figure 6.
constexpr std::array<std::pair<unsigned, unsigned>, 3> kRatiosOfFigure6{
    {{100, 1}, {1, 1}, {1, 10}}};

double mesh_startups(double n) { return factorial(n - 1) + 6 * n - 7; }
double mesh_messages(double n) { return factorial(n) + 5 * n - 6; }
double mesh_time(const Row& row) {
  return mesh_startups(n_of(row)) * startup_of(row) + mesh_messages(n_of(row)) * message_of(row);
}
double ring_time(const Row& row) {
  return (factorial(n_of(row)) - 1) * (startup_of(row) + message_of(row));
}
double mesh_ratio(double n) { return 5 / (factorial(n - 1) - 6); }
double mesh_wins(const Row& row) {
  return startup_of(row) / message_of(row) > mesh_ratio(n_of(row)) ? 1 : 0;
}
// Fraction of the ring's time that the mesh saves; `ratio` is t_s/t_m.
double saved_by_mesh(double n, double ratio) {
  const double ring = (factorial(n) - 1) * (ratio + 1);
  return (ring - mesh_startups(n) * ratio - mesh_messages(n)) / ring;
}

Grid allgathers(const std::vector<std::string>& runs, unsigned most_n = 6) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (unsigned n = 3; n <= (full ? most_n : 4U); ++n) {
      for (const auto& [startup, per_message] :
           std::vector<std::pair<unsigned, unsigned>>{{0, 1}, {3, 2}, {10, 1}, {1, 10}}) {
        const StarSize size{n, startup, per_message};
        Point& point = all.emplace_back(Point{.at = sizes_of(size)});
        for (const std::string& run : runs) point.runs.push_back(on_star(size, run));
      }
    }
    return all;
  });
}

// Pairs of runs, by the ring and by the mesh, on S_3, S_4 and S_5 with the times t_s and t_m in
// `of_5`; with full effort also on S_6, at ratios t_s/t_m on both sides of that of equation (5).
Grid around_the_ratio(const std::vector<std::pair<unsigned, unsigned>>& of_5) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    const auto add = [&](unsigned n, unsigned startup, unsigned per_message) {
      const StarSize size{n, startup, per_message};
      all.push_back({sizes_of(size), {on_star(size, kRing), on_star(size, kMesh)}});
    };
    for (const unsigned n : {3U, 4U}) {
      for (const auto& [startup, per_message] : of_5) add(n, startup, per_message);
    }
    for (const auto& [startup, per_message] : of_5) add(5, startup, per_message);
    if (full) {
      for (const unsigned startup : {0U, 4U, 5U, 100U}) add(6, startup, 100);
    }
    return all;
  });
}

// Cycles of steps (1) and (2); those of step (3) are the rest of the run.
double cost_of_columns(const Row& row) {
  return end_of_column_exchange(mesh_plan(
      row, {.startup = unsigned(startup_of(row)), .per_message = unsigned(message_of(row))}));
}

// Table 3: n and the printed ratio t_s/t_m of equation (5), truncated to two digits.
const std::vector<std::pair<unsigned, double>>& table_3() {
  static const std::vector<std::pair<unsigned, double>> entries{
      {5, .27},     {6, .043},     {7, 7.0e-3},   {8, 9.9e-4},   {9, 1.2e-4},  {10, 1.3e-5},
      {12, 1.2e-7}, {14, 8.0e-10}, {16, 3.8e-12}, {18, 1.4e-14}, {20, 4.1e-17}};
  return entries;
}

Grid table_3_grid() {
  std::vector<Point> all;
  for (const auto& [n, printed] : table_3()) {
    all.push_back({{{"n", n}, {"printed x 10^20", std::round(printed * 1e20)}}, {}});
  }
  return points(all);
}

// The least ratio t_s/t_m, among those with two significant digits, at which the mesh beats the
// ring; in units of the second digit.
std::optional<double> two_digits(const Row& row) {
  const double unit = std::pow(10, std::floor(std::log10(mesh_ratio(row["n"]))) - 1);
  double units = std::floor(mesh_ratio(row["n"]) / unit) - 2;
  const double n = row["n"];
  const double startups = factorial(n) - 1 - mesh_startups(n);  // start-ups that the mesh saves
  const double messages = 5 * n - 5;  // mesh_messages(n) - (n! - 1), without loss of digits
  while (units * unit * startups <= messages) ++units;
  return units;
}
double printed_digits(const Row& row) {
  const double printed = row["printed x 10^20"] * 1e-20;
  return std::round(printed / std::pow(10, std::floor(std::log10(printed) + 1e-9) - 1));
}

Grid large_graphs(unsigned least) {
  return points_of([=](bool) {
    std::vector<Point> all;
    for (const double ratio : {100.0, 1.0, 0.1}) {
      for (unsigned n = least; n <= 12; ++n) all.push_back({{{"n", n}, {"ratio", ratio}}, {}});
    }
    return all;
  });
}

}  // namespace

std::vector<Claim> star_mesh() {
  const auto saved_here = [](const Row& r) -> std::optional<double> {
    return saved_by_mesh(r["n"], r["ratio"]);
  };
  const auto faster = [](const Row& r) -> std::optional<double> {
    return difference(r).value_or(0) > 0 ? 1 : 0;
  };
  return {
      {.id = "star-abs-nonpersonalised",
       .place = "abstract and section I",
       .statement = "The mesh broadcast outperforms the ring except when t_s/t_m is very small, "
                    "O(1/(n-1)!)",
       .tried = "S_3 to S_5 (and S_6): 1 where the mesh is faster",
       .grid = around_the_ratio({{1, 2}, {1, 1}, {10, 1}, {100, 1}}),
       .measured = faster,
       .printed = of(mesh_wins),
       .printed_text = "1 unless t_s/t_m <= 5/((n-1)! - 6)",
       .corrected = of([](const Row& r) { return n_of(r) >= 5 ? mesh_wins(r) : 0; }),
       .corrected_text = "that for n >= 5; 0 for n = 3 and 4",
       .why = "For n = 3 and 4 the start-ups of steps (1) and (2) alone are as many as the ring's: "
              "the "
              "divisor (n-1)! - 6 is not positive."},
      {.id = "star-ham",
       .place = "section IV.1",
       .statement = "S_{n-1} has a Hamiltonian ring, so r_1 exists",
       .tried = "the ring of S_n as it ran: it takes a message past every other node",
       .grid = allgathers({kRing}),
       .printed = of(ring_time),
       .printed_text = "(n!-1)(t_s + t_m)"},
      {.id = "star-columncost",
       .place = "section IV.2",
       .statement = "Steps (1) and (2) cost 6(n-1)(t_s+t_m)",
       .tried = "the end of the last message across dimension n in the plan that ran",
       .grid = allgathers({kMesh}, 5),
       .measured = of(cost_of_columns),
       .printed =
           of([](const Row& r) { return 6 * (n_of(r) - 1.0) * (startup_of(r) + message_of(r)); }),
       .printed_text = "6(n-1)(t_s+t_m)"},
      {.id = "star-rowcost",
       .place = "section IV.2",
       .statement = "Step (3) costs ((n-1)!-1)(t_s + n t_m)",
       .tried = "the cycles of the run after the last message across dimension n in its plan",
       .grid = allgathers({kMesh}, 5),
       .measured = [](const Row& r) -> std::optional<double> {
         return r.run().cycles.value_or(0) - cost_of_columns(r);
       },
       .printed = of([](const Row& r) {
         return (factorial(n_of(r) - 1) - 1) * (startup_of(r) + n_of(r) * message_of(r));
       }),
       .printed_text = "((n-1)!-1)(t_s + n t_m)"},
      {.id = "star-T",
       .place = "section IV.2",
       .statement = "T = ((n-1)!+6n-7) t_s + (n!+5n-6) t_m",
       .grid = allgathers({kMesh}),
       .printed = of(mesh_time),
       .printed_text = "((n-1)!+6n-7) t_s + (n!+5n-6) t_m"},
      {.id = "star-Tprime",
       .place = "section IV.2",
       .statement = "T' = (n!-1)(t_s+t_m) for the Hamiltonian cycle",
       .grid = allgathers({kRing}),
       .printed = of(ring_time),
       .printed_text = "(n!-1)(t_s+t_m)"},
      {.id = "star-eq5",
       .place = "equation (5)",
       .statement = "T' > T iff t_s/t_m > 5/((n-1)!-6) = O(1/(n-1)!)",
       .tried = "S_3 to S_5 (and S_6): 1 where the mesh is faster; ratios on both sides",
       .grid = around_the_ratio({{0, 1}, {20, 100}, {27, 100}, {28, 100}, {1, 1}}),
       .measured = faster,
       .printed = of(mesh_wins),
       .printed_text = "1 above the ratio, 0 below",
       .corrected = of([](const Row& r) { return n_of(r) >= 5 ? mesh_wins(r) : 0; }),
       .corrected_text = "that for n >= 5; 0 for n = 3 and 4",
       .why = "For n = 3 and 4 the start-ups of steps (1) and (2) alone are as many as the ring's: "
              "the "
              "divisor (n-1)! - 6 is not positive."},
      {.id = "star-table3",
       .place = "Table 3",
       .statement = "Least t_s/t_m: n=5 .27, 6 .043, 7 7.0e-3, 8 9.9e-4, 9 1.2e-4, 10 1.3e-5, 12 "
                    "1.2e-7, 14 8.0e-10, 16 3.8e-12, 18 1.4e-14, 20 4.1e-17",
       .tried = "the least ratio of two digits at which T' > T, in units of the last one",
       .grid = table_3_grid(),
       .measured = two_digits,
       .printed = of(printed_digits),
       .printed_text = "the entry's digits",
       .corrected = of([](const Row& r) { return printed_digits(r) + 1; }),
       .corrected_text = "the entry's digits + 1",
       .repair = Repair::misprint,
       .why = "The entries are cut off after two digits: at them T' < T."},
      {.id = "star-fig6",
       .place = "Figure 6",
       .statement = "Share of the time that the mesh saves against n at ratios 0.1, 1, 100",
       .tried = "both as they ran, against the curves' formula",
       .grid = points_of([](bool full) {
         std::vector<Point> all;
         for (unsigned n = 3; n <= (full ? 6U : 4U); ++n) {
           for (const auto& [startup, per_message] : kRatiosOfFigure6) {
             const StarSize size{n, startup, per_message};
             all.push_back({sizes_of(size), {on_star(size, kRing), on_star(size, kMesh)}});
           }
         }
         return all;
       }),
       .measured = [](const Row& r) -> std::optional<double> {
         return difference(r).value_or(0) / r.run().cycles.value_or(1);
       },
       .printed =
           of([](const Row& r) { return saved_by_mesh(n_of(r), startup_of(r) / message_of(r)); }),
       .printed_text = "(T' - T)/T'",
       .curve = points_of([](bool) {
         std::vector<Point> all;
         for (const auto& [startup, per_message] : kRatiosOfFigure6) {
           for (unsigned n = 3; n <= 12; ++n) {
             all.push_back({sizes_of(StarSize{n, startup, per_message}), {}});
           }
         }
         return all;
       })},
      {.id = "star-fig6-small",
       .place = "section IV.2",
       .statement = "Only when n is very small is there no improvement",
       .tried = "n >= 6; the formula that star-fig6 confirms in runs",
       .grid = large_graphs(6),
       .measured = saved_here,
       .relation = Relation::more,
       .printed = constant(0),
       .printed_text = "0"},
      {.id = "star-fig6-approx",
       .place = "section IV.2",
       .statement = "In most cases the improvement is about 0.8, 0.4, 0.1 for ratios 100, 1, 0.1",
       .tried = "n >= 6: distance from these; 0.15 taken for about",
       .grid = large_graphs(6),
       .measured = [](const Row& r) -> std::optional<double> {
         const double about = r["ratio"] == 100 ? 0.8 : r["ratio"] == 1 ? 0.4 : 0.1;
         return std::abs(saved_by_mesh(r["n"], r["ratio"]) - about);
       },
       .relation = Relation::at_most,
       .printed = constant(0.15),
       .printed_text = "0.15",
       .slack = 0.05},
  };
}

}  // namespace romcast::claims
