// SPDX-License-Identifier: Apache-2.0
// The paper's tables as printed, typed in, against the results of schedules/star/tables.hpp; and
// the errors of the paper.
#include "schedules/star/tables.hpp"

#include <catch2/catch.hpp>

#include "schedules/star/bounds.hpp"

using namespace romcast::star::paper;
using romcast::star::factorial;
using Strings = std::vector<std::string>;
using Chain = std::vector<unsigned>;

namespace {

const Rational kLarge(100), kMedium(1), kSmall(1, 10);

// Table 2: k = 3..11, n = k+1..12.
const std::vector<Strings> kTable2{
    {"0.190", "0.150", "0.124", "0.106", "0.092", "0.082", "0.074", "0.067", "0.062"},
    {"0.288", "0.239", "0.205", "0.179", "0.160", "0.144", "0.131", "0.120"},
    {"0.367", "0.315", "0.276", "0.246", "0.222", "0.202", "0.186"},
    {"0.435", "0.382", "0.340", "0.307", "0.280", "0.257"},
    {"0.491", "0.438", "0.395", "0.360", "0.331"},
    {"0.538", "0.485", "0.442", "0.406"},
    {"0.577", "0.526", "0.483"},
    {"0.610", "0.560"},
    {"0.638"}};

struct Printed {
  unsigned n;
  const char* threshold;
};
const std::vector<Printed> kTable3{{5, "2.7e-1"},   {6, "4.3e-2"},   {7, "7.0e-3"},
                                   {8, "9.9e-4"},   {9, "1.2e-4"},   {10, "1.3e-5"},
                                   {12, "1.2e-7"},  {14, "8.0e-10"}, {16, "3.8e-12"},
                                   {18, "1.4e-14"}, {20, "4.1e-17"}};

}  // namespace

TEST_CASE("fractions are written with as many digits as are asked for") {
  CHECK(decimal(Rational(2, 3), 3, Rounding::truncated) == "0.666");
  CHECK(decimal(Rational(2, 3), 3, Rounding::nearest) == "0.667");
  CHECK(decimal(Rational(1, 200), 2, Rounding::nearest) == "0.01");
  CHECK(decimal(Rational(1, 201), 2, Rounding::nearest) == "0.00");
  CHECK(decimal(Rational(25, 2), 0, Rounding::truncated) == "12");
  CHECK(scientific(Rational(5, 18), Rounding::truncated) == "2.7e-1");
  CHECK(scientific(Rational(996, 1000), Rounding::nearest) == "1.0e0");
  CHECK(scientific(Rational(1250), Rounding::nearest) == "1.3e3");
}

TEST_CASE("Table 1: the twelve steps of node 3241 in groups of two") {
  CHECK(table1("3241", 2) == std::vector<Table1Row>{{"**12", {3, 2, 4}, "1432", "**32"},
                                                    {"**13", {3, 4}, "1234", "**34"},
                                                    {"**14", {3}, "4231", "**31"},
                                                    {"**21", {4, 2, 3}, "4123", "**23"},
                                                    {"**23", {2, 3, 4}, "1324", "**24"},
                                                    {"**24", {2, 3}, "4321", "**21"},
                                                    {"**31", {4}, "1243", "**43"},
                                                    {"**32", {2, 4}, "1342", "**42"},
                                                    {"**34", {}, "3241", "**41"},
                                                    {"**41", {4, 3}, "4213", "**13"},
                                                    {"**42", {2, 4, 3}, "4312", "**12"},
                                                    {"**43", {3, 4, 3}, "3214", "**14"}});
}

TEST_CASE("a table of steps has a row for each substar and none twice") {
  for (unsigned k = 1; k <= 5; ++k) {
    const std::vector<Table1Row> rows = table1("52413", k);
    CHECK(rows.size() == 120 / factorial(k));
    Strings x, y;
    for (const Table1Row& row : rows) {
      x.push_back(row.x);
      y.push_back(row.y_substar);
    }
    CHECK(std::ranges::is_sorted(x));
    std::ranges::sort(y);
    CHECK(y == x);  // every substar is served once
  }
}

TEST_CASE("Table 2: the least ratios are truncated to three digits") {
  std::size_t entries = 0, differ = 0;
  for (unsigned k = 3; k <= 11; ++k) {
    for (unsigned n = k + 1; n <= 12; ++n) {
      CAPTURE(n, k);
      const std::string& printed = kTable2[k - 3][n - k - 1];
      CHECK(decimal(group_threshold(n, k), 3, Rounding::truncated) == printed);
      differ += decimal(group_threshold(n, k), 3, Rounding::nearest) != printed ? 1 : 0;
      ++entries;
    }
  }
  CHECK(entries == 45);
  CHECK(differ == 21);  // entries that would differ if they were rounded to nearest
}

TEST_CASE("Table 2: T of one and T of k are equal at the least ratio and nowhere else") {
  for (unsigned n = 4; n <= 12; ++n) {
    for (unsigned k = 3; k < n; ++k) {
      const Rational ratio = group_threshold(n, k), more(1, 1000000);
      CHECK(personalized(n, 1).at(ratio) == personalized(n, k).at(ratio));
      CHECK(personalized(n, 1).at(ratio + more) > personalized(n, k).at(ratio + more));
      CHECK(personalized(n, 1).at(ratio - more) < personalized(n, k).at(ratio - more));
    }
  }
}

TEST_CASE("Table 3: the least ratios are truncated to two digits") {
  std::vector<unsigned> differ;
  for (const auto& [n, printed] : kTable3) {
    CAPTURE(n);
    const std::optional<Rational> ratio = mesh_threshold(n);
    REQUIRE(ratio);
    CHECK(*ratio == Rational(5) / (factorial(n - 1) - 6));  // equation (5)
    CHECK(scientific(*ratio, Rounding::truncated) == printed);
    if (scientific(*ratio, Rounding::nearest) != printed) differ.push_back(n);
  }
  CHECK(differ == std::vector<unsigned>{5, 6, 10, 12});
}

TEST_CASE("with three or four symbols the mesh is never faster than the ring") {
  CHECK_FALSE(mesh_threshold(3));
  CHECK_FALSE(mesh_threshold(4));
  CHECK(mesh(4).startups == ring(4).startups);
  CHECK(mesh(4).messages == ring(4).messages + 15);
  CHECK(mesh(3).startups > ring(3).startups);
}

TEST_CASE("Lemma 1: groups of two are half a hop nearer") {
  for (unsigned n = 2; n <= 12; ++n) {
    CHECK(average_distance(n, 1) - average_distance(n, 2) == Rational(1, 2));
  }
}

TEST_CASE("the average distance of a node is n - 4 + 2/n + the harmonic number") {
  for (unsigned k = 2; k <= 12; ++k) {
    CHECK(average_distance(k, 1) == footnote_distance(k, {.factor = false, .harmonic = false}));
    CHECK(average_distance(k, k - 1) == Rational(2 * k - 3, k));
  }
  CHECK(average_distance(2, 1) == Rational(1, 2));
  CHECK(average_distance(3, 1) == Rational(3, 2));
}

TEST_CASE("the factor of footnote 1 is wrong for an average over all nodes") {
  CHECK(footnote_distance(2, {.factor = true, .harmonic = false}) == Rational(1, 4));
  CHECK(footnote_distance(3, {.factor = true, .harmonic = false}) == Rational(5, 4));
  // An average over the k! - 1 other nodes would have the inverse factor, k! / (k! - 1).
  for (unsigned k = 2; k <= 12; ++k) {
    CHECK(footnote_distance(k, {}) < average_distance(k, 1));
  }
}

TEST_CASE("the harmonic number of footnote 1 is no sum of inverse factorials") {
  // For k = 2 the misprint gives the correct distance by chance.
  CHECK(footnote_distance(2, {.factor = false, .harmonic = true}) == Rational(1, 2));
  CHECK(footnote_distance(3, {.factor = false, .harmonic = true}) == Rational(4, 3));
  CHECK(footnote_distance(3, {}) == Rational(10, 9));  // both misprints
}

TEST_CASE("equation (1) as printed is wrong for every group of two or more") {
  for (unsigned n = 3; n <= 12; ++n) {
    CHECK(personalized_as_printed(n, 1).messages ==
          2 * personalized(n, 1).messages);  // for k = 1 both printed terms are n! l_{n,1}
    for (unsigned k = 2; k < n; ++k) {
      CHECK(personalized_as_printed(n, k).startups == personalized(n, k).startups);
      CHECK(personalized_as_printed(n, k).messages > personalized(n, k).messages);
    }
  }
}

TEST_CASE("one message at a time costs the same start-ups as messages") {
  for (unsigned n = 3; n <= 12; ++n) {
    const Rational hops = Rational(factorial(n)) * average_distance(n, 1);
    CHECK(personalized(n, 1) == Cost{hops, hops});
  }
}

TEST_CASE("the start-ups of one and two levels are those counted hop by hop") {
  // Start-ups that were counted hop by hop for n = 6, on the paths to the groups and inside the
  // groups.
  CHECK(personalized(6, 1).startups == 3444);
  CHECK(personalized(6, 2).startups == 1902);
  CHECK(personalized(6, 3).startups == 1514);
  CHECK(personalized(6, 4).startups == 1941);
  CHECK(nested(6, {3, 2, 1}).startups == 1154);
  CHECK(nested(6, {5, 4, 3, 2, 1}).startups == 921);
}

TEST_CASE("a chain that does not descend to one is an error of the caller") {
  for (const Chain& chain :
       {Chain{}, Chain{2}, Chain{6, 1}, Chain{3, 3, 1}, Chain{2, 3, 1}, Chain{1, 0}}) {
    CHECK_THROWS_AS(nested(6, chain), std::logic_error);
  }
}

TEST_CASE("Theorem 1: groups of two save half of the start-ups on the way and no message") {
  for (unsigned n = 3; n <= 12; ++n) {
    const Cost one = personalized(n, 1), two = personalized(n, 2);
    CHECK(one.messages == two.messages);  // so without start-ups nothing is saved
    CHECK(one.startups - two.startups == Rational(factorial(n)) * average_distance(n, 2) / 2);
    CHECK(one.startups > two.startups);
    CHECK(group_threshold(n, 2) == 0);
  }
}

TEST_CASE("the best chain is cheaper than all others") {
  for (const Rational& ratio : {kSmall, kMedium, Rational(10), kLarge}) {
    for (unsigned n = 3; n <= 7; ++n) {
      const Rational least = nested(n, best_chain(n, ratio)).at(ratio);
      for (unsigned set = 0; set < 1U << (n - 2); ++set) {  // the members of 2..n-1 in the chain
        Chain chain;
        for (unsigned k = n - 1; k >= 2; --k) {
          if ((set >> (k - 2) & 1U) != 0) chain.push_back(k);
        }
        chain.push_back(1);
        REQUIRE(nested(n, chain).at(ratio) >= least);
      }
    }
  }
}

TEST_CASE("every best chain ends with groups of two if start-ups cost anything") {
  for (const Rational& ratio : {Rational(1, 1000), kSmall, kMedium, kLarge}) {
    for (unsigned n = 3; n <= 12; ++n) {
      const Chain chain = best_chain(n, ratio);
      REQUIRE(chain.size() >= 2);
      CHECK(chain[chain.size() - 2] == 2);
    }
  }
}

TEST_CASE("best chains get longer with the ratio") {
  for (unsigned n = 3; n <= 12; ++n) {
    CAPTURE(n);
    CHECK(best_chain(n, kSmall) == Chain{2, 1});
    if (n >= 4) CHECK(best_chain(n, kMedium) == (n <= 7 ? Chain{3, 2, 1} : Chain{4, 3, 2, 1}));
    if (n >= 6) CHECK(best_chain(n, Rational(10)) == Chain{5, 4, 3, 2, 1});
  }
  CHECK(best_chain(7, kLarge) == Chain{6, 5, 4, 3, 2, 1});
}

TEST_CASE("Figures 2 to 4: the best groups are of two to four dimensions") {
  for (const Rational& ratio : {kLarge, kMedium, kSmall}) {
    for (unsigned n = 3; n <= 12; ++n) {
      CHECK(best_group(n, ratio) >= 2);
      CHECK(best_group(n, ratio) <= 4);
    }
  }
}

TEST_CASE("Figure 2: with eleven and twelve symbols the best packets have 24 messages") {
  for (unsigned n = 3; n <= 12; ++n) CHECK((best_group(n, kLarge) == 4) == (n >= 11));
}

TEST_CASE("Figure 4: at a ratio of one tenth groups of two are the best") {
  for (unsigned n = 3; n <= 12; ++n) {
    CHECK(best_group(n, kSmall) == 2);
    if (n >= 4) CHECK((group_improvement(n, 3, kSmall) > 0) == (n >= 8));
    for (unsigned k = 4; k < n; ++k) CHECK(group_improvement(n, k, kSmall) < 0);
  }
}

TEST_CASE("Figures 2 to 4: the improvement is not 0.2 to 0.8 but depends on the ratio") {
  const auto range = [](const Rational& ratio) {
    const Range found = best_improvements(ratio);
    return Strings{decimal(found.least, 3, Rounding::nearest),
                   decimal(found.most, 3, Rounding::nearest)};
  };
  CHECK(range(kLarge) == Strings{"0.330", "0.727"});
  CHECK(range(kMedium) == Strings{"0.167", "0.335"});
  CHECK(range(kSmall) == Strings{"0.030", "0.043"});
}

TEST_CASE("Figures 2 to 4 have a curve for each k and a point for each larger n") {
  const std::vector<Curve> curves = group_curves(kMedium);
  REQUIRE(curves.size() == 10);
  for (const Curve& curve : curves) {
    REQUIRE(curve.improvements.size() == 12 - curve.k);
    CHECK(curve.improvements.front() == group_improvement(curve.k + 1, curve.k, kMedium));
    CHECK(curve.improvements.back() == group_improvement(12, curve.k, kMedium));
  }
  CHECK(curves.front().improvements.front() == Rational(1, 6));  // n = 3, k = 2: 18 and 15 t_m
}

TEST_CASE("Figure 6: the mesh loses with few symbols and tends to its share of start-ups") {
  for (const Rational& ratio : {kLarge, kMedium, kSmall}) {
    CHECK(mesh_improvement(3, ratio) < 0);
    CHECK(mesh_improvement(4, ratio) < 0);
    CHECK(mesh_improvement(5, ratio).sign() == (ratio > *mesh_threshold(5) ? 1 : -1));
    for (unsigned n = 6; n <= 12; ++n) {
      CHECK(mesh_improvement(n, ratio) > 0);
      // At best, one start-up replaces those of n hops, and no message is saved.
      CHECK(mesh_improvement(n, ratio) < (1 - Rational(1, n)) * ratio / (ratio + 1));
    }
  }
}
