// SPDX-License-Identifier: Apache-2.0
// The star-graph oracle's formulas against the printed figures of Tseng, Chang & Sheu (1998) and
// against sums over all nodes.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>

#include "star_oracle_theory.hpp"

namespace {

using oracle::star::average_distance;
using oracle::star::Chain;
using oracle::star::decimals;
using oracle::star::Graph;
using oracle::star::Label;
using oracle::star::Rational;
using Dims = std::vector<unsigned>;

std::map<Label, unsigned> substar_distances(const Graph& graph, unsigned k) {
  std::map<Label, unsigned> nearest;
  for (unsigned node = 0; node < graph.nodes(); ++node) {
    const auto entry = nearest.emplace(graph.label[node].substr(k), graph.distance[node]).first;
    entry->second = std::min(entry->second, graph.distance[node]);
  }
  return nearest;
}

// Number of k-substars to which the rules R3 and R4 take more steps than necessary.
unsigned detours(const Graph& graph, unsigned k, bool largest) {
  unsigned count = 0;
  for (const auto& [suffix, distance] : substar_distances(graph, k))
    if (oracle::star::substar_path(graph.n, suffix, largest).size() > distance) ++count;
  return count;
}

// Printed with three digits, truncated: k = 3 .. 11, columns n = k + 1 .. 12.
const std::map<unsigned, std::vector<std::string>> kTable2{
    {3, {"0.190", "0.150", "0.124", "0.106", "0.092", "0.082", "0.074", "0.067", "0.062"}},
    {4, {"0.288", "0.239", "0.205", "0.179", "0.160", "0.144", "0.131", "0.120"}},
    {5, {"0.367", "0.315", "0.276", "0.246", "0.222", "0.202", "0.186"}},
    {6, {"0.435", "0.382", "0.340", "0.307", "0.280", "0.257"}},
    {7, {"0.491", "0.438", "0.395", "0.360", "0.331"}},
    {8, {"0.538", "0.485", "0.442", "0.406"}},
    {9, {"0.577", "0.526", "0.483"}},
    {10, {"0.610", "0.560"}},
    {11, {"0.638"}}};

}  // namespace

TEST_CASE("star graph: average distances by formula and by search agree", "[oracle]") {
  for (unsigned n = 2; n <= 8; ++n) {
    const Graph graph(n);
    CHECK(*std::max_element(graph.distance.begin(), graph.distance.end()) ==
          oracle::star::diameter(n));
    for (unsigned k = 1; k <= n; ++k) CHECK(average_distance(graph, k) == average_distance(n, k));
  }
}

TEST_CASE("star graph: closed forms of average distances", "[oracle]") {
  Rational h = 1;
  for (unsigned n = 2; n <= 12; ++n) {
    h += Rational(1) / n;
    CHECK(average_distance(n, 1) == Rational(n) - 4 + Rational(2) / n + h);
    CHECK(average_distance(n, n - 1) == Rational(2 * n - 3) / n);
    CHECK(average_distance(n, 1) - average_distance(n, 2) == Rational(1) / 2);  // lemma 1
  }
}

TEST_CASE("star graph: the footnote's average distance is misprinted", "[oracle]") {
  CHECK(average_distance(2, 1) == Rational(1) / 2);
  CHECK(average_distance(3, 1) == Rational(3) / 2);
  for (unsigned k = 2; k <= 9; ++k)
    CHECK(oracle::star::footnote_distance(k) != average_distance(k, 1));
}

TEST_CASE("star graph: rules R3 and R4 are minimal with the smallest i", "[oracle]") {
  for (unsigned n = 2; n <= 8; ++n) {
    const Graph graph(n);
    for (unsigned k = 1; k < n; ++k) {
      CHECK(detours(graph, k, false) == 0);
      CHECK((detours(graph, k, true) > 0) == (k >= 2 && k + 2 <= n));
    }
  }
}

TEST_CASE("star graph: rule R3 with the largest i takes detours", "[oracle]") {
  // The path from x = 1342 to **34 is, relative to x, one to **23.
  CHECK(oracle::star::substar_path(4, "23").size() <
        oracle::star::substar_path(4, "23", true).size());
  const Graph graph(9);
  const Rational share =
      Rational(detours(graph, 3, true)) * 6 / oracle::star::factorial(9);  // of the 9!/3! substars
  CHECK(decimals(share, 2, true) == "0.71");
}

TEST_CASE("star graph: equation 1 as printed is too large except for k = 1", "[oracle]") {
  for (unsigned n = 3; n <= 12; ++n)
    for (unsigned k = 1; k < n; ++k) {
      const auto printed = oracle::star::grouped_cost_printed(n, k);
      const auto cost = oracle::star::grouped_cost(n, k);
      CHECK(printed.startups == cost.startups);
      if (k > 1) CHECK(printed.units > cost.units);
      CHECK(cost == oracle::star::chain_cost(n, k > 1 ? Chain{k, 1} : Chain{1}));
    }
}

TEST_CASE("star graph: theorem 1 needs a start-up time", "[oracle]") {
  for (unsigned n = 3; n <= 12; ++n) {
    const auto direct = oracle::star::grouped_cost(n, 1), pairs = oracle::star::grouped_cost(n, 2);
    CHECK(direct.units == pairs.units);
    CHECK(direct.startups - pairs.startups ==
          oracle::star::factorial(n) * average_distance(n, 2) / 2);
  }
}

TEST_CASE("star graph: table 1", "[oracle]") {
  const std::vector<std::tuple<Label, Dims, Label, Label>> printed{
      {"**12", {3, 2, 4}, "1432", "**32"}, {"**13", {3, 4}, "1234", "**34"},
      {"**14", {3}, "4231", "**31"},       {"**21", {4, 2, 3}, "4123", "**23"},
      {"**23", {2, 3, 4}, "1324", "**24"}, {"**24", {2, 3}, "4321", "**21"},
      {"**31", {4}, "1243", "**43"},       {"**32", {2, 4}, "1342", "**42"},
      {"**34", {}, "3241", "**41"},        {"**41", {4, 3}, "4213", "**13"},
      {"**42", {2, 4, 3}, "4312", "**12"}, {"**43", {3, 4, 3}, "3214", "**14"}};
  const auto rows = oracle::star::table1("3241", 2);
  REQUIRE(rows.size() == printed.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto& [x, dims, y, substar] = printed[i];
    CHECK(rows[i].x == x);
    CHECK(rows[i].dimensions == dims);
    CHECK(rows[i].y == y);
    CHECK(rows[i].substar == substar);
  }
}

TEST_CASE("star graph: table 2 is cut off and not rounded", "[oracle]") {
  unsigned entries = 0, misrounded = 0;
  for (const auto& [k, row] : kTable2)
    for (unsigned n = k + 1; n <= 12; ++n) {
      const Rational threshold = oracle::star::grouped_threshold(n, k);
      const std::string& printed = row.at(n - k - 1);
      INFO("n=" << n << " k=" << k);
      CHECK(decimals(threshold, 3, false) == printed);
      ++entries;
      if (decimals(threshold, 3, true) != printed) ++misrounded;
    }
  CHECK(entries == 45);
  CHECK(misrounded == 21);
}

TEST_CASE("star graph: table 3 is cut off and not rounded", "[oracle]") {
  const std::map<unsigned, std::pair<unsigned, std::string>> printed{
      {5, {2, "0.27"}},  // digits after the point, two of which are significant
      {6, {3, "0.043"}},
      {7, {4, "0.0070"}},
      {8, {5, "0.00099"}},
      {9, {5, "0.00012"}},
      {10, {6, "0.000013"}},
      {12, {8, "0.00000012"}},
      {14, {11, "0.00000000080"}},
      {16, {13, "0.0000000000038"}},
      {18, {15, "0.000000000000014"}},
      {20, {18, "0.000000000000000041"}}};
  std::vector<unsigned> misrounded;
  for (const auto& [n, entry] : printed) {
    const Rational threshold = oracle::star::mesh_threshold(n);
    CHECK(threshold == Rational(5) / (oracle::star::factorial(n - 1) - 6));
    CHECK(decimals(threshold, entry.first, false) == entry.second);
    if (decimals(threshold, entry.first, true) != entry.second) misrounded.push_back(n);
  }
  CHECK(misrounded == std::vector<unsigned>{5, 6, 10, 12});
  // In S_4 mesh and ring have equal start-ups, and the mesh takes 15 message times more.
  const auto mesh = oracle::star::mesh_cost(4), ring = oracle::star::hamiltonian_cost(4);
  CHECK(mesh.startups == ring.startups);
  CHECK(mesh.units == ring.units + 15);
}

TEST_CASE("star graph: figures 2 to 4 improve less than the text says", "[oracle]") {
  for (const auto& [ratio, low, high] : {std::tuple{Rational(100), "0.330", "0.727"},
                                         {Rational(1), "0.167", "0.335"},
                                         {Rational(1) / 10, "0.030", "0.043"}}) {
    Rational least = 1, most = 0;
    for (unsigned n = 3; n <= 12; ++n) {
      Rational best = 0;
      for (unsigned k = 2; k < n; ++k)
        best = std::max(best, oracle::star::grouped_improvement(n, k, ratio));
      least = std::min(least, best);
      most = std::max(most, best);
    }
    CHECK(decimals(least, 3, true) == low);
    CHECK(decimals(most, 3, true) == high);
  }
}

TEST_CASE("star graph: the best k of figures 2 to 4 is 2 to 4", "[oracle]") {
  for (const Rational& ratio : {Rational(100), Rational(1), Rational(1) / 10})
    for (unsigned n = 3; n <= 12; ++n) {
      unsigned best = 2;
      for (unsigned k = 2; k < n; ++k) {
        const Rational gain = oracle::star::grouped_improvement(n, k, ratio);
        if (gain > oracle::star::grouped_improvement(n, best, ratio)) best = k;
        if (ratio < 1) CHECK((gain > 0) == (k == 2 || (k == 3 && n >= 8)));
      }
      CHECK(best <= 4);
      if (ratio < 1) CHECK(best == 2);
      if (ratio > 1) CHECK((best == 4) == (n >= 11));
    }
}

TEST_CASE("star graph: the mesh improves as figure 6 shows", "[oracle]") {
  for (const auto& [ratio, about] :
       {std::pair{Rational(100), 0.8}, {Rational(1), 0.4}, {Rational(1) / 10, 0.1}}) {
    const auto gain = static_cast<double>(oracle::star::mesh_improvement(8, ratio));
    CHECK(gain == Approx(about).margin(0.1));
    for (unsigned n = 3; n <= 4; ++n) CHECK(oracle::star::mesh_improvement(n, ratio) < 0);
    for (unsigned n = 6; n <= 12; ++n) CHECK(oracle::star::mesh_improvement(n, ratio) > 0);
  }
}

TEST_CASE("star graph: best chains end with 2 and 1", "[oracle]") {
  for (unsigned n = 4; n <= 12; ++n) {
    CHECK(oracle::star::best_chain(n, Rational(1) / 10) == Chain{2, 1});
    CHECK(oracle::star::best_chain(n, 1) == (n <= 7 ? Chain{3, 2, 1} : Chain{4, 3, 2, 1}));
    if (n >= 6) CHECK(oracle::star::best_chain(n, 10) == Chain{5, 4, 3, 2, 1});
    const Chain best = oracle::star::best_chain(n, 100);
    CHECK(best[best.size() - 2] == 2);
    if (n <= 7) CHECK(best.size() == n - 1);
    if (n > 7) CHECK((best.front() == 6 || best.front() == 7));
    CHECK(best.size() == best.front());
  }
}

TEST_CASE("star graph: lower bounds of the notes", "[oracle]") {
  const std::vector<unsigned> broadcast{3, 5, 8, 10, 13};
  const std::vector<unsigned> exchange{5, 21, 111, 689, 4938, 40135};
  for (unsigned n = 3; n <= 8; ++n) {
    if (n <= 7) CHECK(oracle::star::spreading_rounds(n, "single") == broadcast[n - 3]);
    CHECK(oracle::star::bandwidth_units(n, "alltoall", "multi") == exchange[n - 3]);
    CHECK(oracle::star::bandwidth_units(n, "allgather", "multi") ==
          n * oracle::star::factorial(n - 2));
  }
  CHECK(oracle::star::bandwidth_units(5, "alltoall", "single") == 442);
  CHECK(oracle::star::bandwidth_units(6, "alltoall", "single") == 3444);
}
