// SPDX-License-Identifier: Apache-2.0
// Networks whose links follow from congruences, finite fields or seeds.
#include <catch2/catch.hpp>
#include <cmath>
#include <numeric>
#include <set>

#include "hostlib/graph_oracle.hpp"
#include "romcast/networks/finite_field.hpp"

using namespace romcast;

namespace {

using Text = std::string;

std::shared_ptr<const Topology> congruence(const char* name, unsigned processors, unsigned degree) {
  return network(
      name, {{"processors", std::to_string(processors)}, {"out-degree", std::to_string(degree)}});
}

std::set<std::pair<NodeId, NodeId>> pairs_of(const Topology& network) {
  std::set<std::pair<NodeId, NodeId>> links;
  for (const Channel& channel : network.channels()) links.emplace(channel.from, channel.to);
  return links;
}

unsigned logarithm_up(unsigned base, unsigned value) {
  unsigned exponent = 0;
  for (unsigned power = 1; power < value; power *= base) ++exponent;
  return exponent;
}

void check_regular(const Topology& network, std::size_t degree) {
  for (NodeId v = 0; v < network.nodes(); ++v) {
    CHECK(network.outputs(v).size() == degree);
    CHECK(network.inputs(v).size() == degree);
  }
  for (const Channel& channel : network.channels()) {
    CHECK(network.find_channel(channel.to, channel.from) != kNone);
  }
}

}  // namespace

TEST_CASE("generalized Kautz and de Bruijn graphs have a diameter of log_D N at most",
          "[exhaustive]") {
  for (const unsigned degree : {2, 3, 4}) {
    for (unsigned n = degree + 1; n < 70; ++n) {
      CAPTURE(degree, n);
      for (const char* name : {"generalized-kautz", "generalized-de-bruijn"}) {
        CHECK(diameter(*congruence(name, n, degree)) <= logarithm_up(degree, n));
      }
    }
  }
}

TEST_CASE("generalized graphs leave out as many links as their congruences have solutions") {
  for (const unsigned d : {2, 3, 4, 5}) {
    for (unsigned n = d + 1; n < 40; ++n) {
      CAPTURE(d, n);
      const unsigned kautz = std::gcd(d + 1, n), bruijn = std::gcd(d - 1, n);
      CHECK(congruence("generalized-kautz", n, d)->links() == n * d - d / kautz * kautz);
      CHECK(congruence("generalized-de-bruijn", n, d)->links() ==
            n * d - ((d - 1) / bruijn + 1) * bruijn);
    }
  }
}

// Imase & Itoh 1983: a generalized Kautz graph of D^k + D^(k-1) nodes has diameter k.
TEST_CASE("a generalized Kautz graph of D^k + D^(k-1) nodes has the distances of a Kautz graph") {
  const auto general = congruence("generalized-kautz", 36, 3);
  const auto words = network("kautz", {{"alphabet", "4"}, {"length", "3"}});
  const auto counts = [](const Topology& topology) {
    std::multiset<std::vector<unsigned>> all;
    const BoostGraph graph = boost_graph(topology);
    for (NodeId v = 0; v < topology.nodes(); ++v) {
      std::vector<unsigned> distances = boost_distances(graph, v);
      std::sort(distances.begin(), distances.end());
      all.insert(distances);
    }
    return all;
  };
  CHECK(counts(*general) == counts(*words));
  CHECK(diameter(*general) == 3);
}

TEST_CASE("a generalized de Bruijn graph of D^k nodes is the de Bruijn graph") {
  CHECK(pairs_of(*congruence("generalized-de-bruijn", 27, 3)) ==
        pairs_of(*network("de-bruijn", {{"alphabet", "3"}, {"length", "3"}})));
}

TEST_CASE("Slim Fly graphs are regular and linked both ways") {
  for (const auto& [q, degree] :
       std::vector<std::pair<unsigned, std::size_t>>{{3, 5}, {4, 6}, {5, 7}, {7, 11}, {9, 13}}) {
    check_regular(*network("slim-fly", {{"q", std::to_string(q)}}), degree);
  }
}

// The graph has 1 + 7 + 7*6 = 50 nodes: Moore's bound for degree 7 and diameter 2.
TEST_CASE("Slim Fly of 5 is the Hoffman-Singleton graph: one path of two hops to each node") {
  const auto graph = network("slim-fly", {{"q", "5"}});
  const auto links = pairs_of(*graph);
  for (NodeId a = 0; a < 50; ++a) {
    for (NodeId b = 0; b < 50; ++b) {
      unsigned between = 0;
      for (NodeId v = 0; v < 50; ++v) {
        between += links.contains({a, v}) && links.contains({v, b}) ? 1 : 0;
      }
      REQUIRE(between == (a == b ? 7U : links.contains({a, b}) ? 0U : 1U));
    }
  }
}

TEST_CASE("finite fields add and multiply as fields do") {
  for (const std::uint32_t q : {2U, 3U, 4U, 5U, 8U, 9U, 16U, 25U, 27U}) {
    const auto made = FiniteField::of(q);
    REQUIRE(made);
    const FiniteField& field = *made;
    CAPTURE(q);
    for (std::uint32_t a = 0; a < q; ++a) {
      CHECK(field.add(a, 0) == a);
      CHECK(field.multiply(a, 1) == a);
      std::set<std::uint32_t> sums, products;
      for (std::uint32_t b = 0; b < q; ++b) {
        sums.insert(field.add(a, b));
        products.insert(field.multiply(a, b));
        REQUIRE(field.multiply(a, b) == field.multiply(b, a));
        for (std::uint32_t c = 0; c < q; ++c) {
          REQUIRE(field.multiply(a, field.add(b, c)) ==
                  field.add(field.multiply(a, b), field.multiply(a, c)));
          REQUIRE(field.add(a, field.add(b, c)) == field.add(field.add(a, b), c));
        }
      }
      CHECK(sums.size() == q);
      CHECK(products.size() == (a == 0 ? 1 : q));
    }
  }
  for (const std::uint32_t q : {0U, 1U, 6U, 12U, 100U}) CHECK(!FiniteField::of(q));
}

TEST_CASE("random networks are regular, linked both ways, and determined by their seed") {
  const auto regular = [](const char* seed) {
    return network("random-regular",
                   {{"processors", "31"}, {"out-degree", "4"}, {"random-seed", seed}});
  };
  const auto expander = [](const char* seed) {
    return network("xpander", {{"out-degree", "5"}, {"lift", "7"}, {"random-seed", seed}});
  };
  check_regular(*regular("1"), 4);
  check_regular(*expander("1"), 5);
  CHECK(expander("1")->nodes() == 42);
  CHECK(pairs_of(*regular("1")) == pairs_of(*regular("1")));
  CHECK(pairs_of(*regular("1")) != pairs_of(*regular("2")));
  CHECK(pairs_of(*expander("1")) != pairs_of(*expander("2")));
}

TEST_CASE("each processor of an Xpander has one link to each other group") {
  const auto made = network("xpander", {{"out-degree", "3"}, {"lift", "6"}, {"random-seed", "5"}});
  for (NodeId v = 0; v < made->nodes(); ++v) {
    std::set<NodeId> groups{v / 6};
    for (const ChannelId c : made->outputs(v)) groups.insert(made->channels()[c].to / 6);
    CHECK(groups.size() == 4);
  }
}

TEST_CASE("impossible sizes of new families are refused by name with what is allowed") {
  using Catch::Contains;
  CHECK_THAT(error_of("generalized-kautz", {{"processors", "4"}, {"out-degree", "4"}}),
             Contains("`out-degree` 4: 4 processors; give a number from 2 to 3"));
  CHECK_THAT(error_of("slim-fly", {{"q", "6"}}), Contains("`q` 6: no prime power"));
  CHECK_THAT(error_of("slim-fly", {{"q", "2"}}), Contains("`q` 2: give a number from 3"));
  CHECK_THAT(error_of("random-regular", {{"processors", "5"}, {"out-degree", "3"}}),
             Contains("give an even number"));
  CHECK_THAT(error_of("cluster", {{"machines", "2"}, {"gpus", "8"}, {"nics", "3"}}),
             Contains("`nics` 3: 8 processors of a machine; give a divisor"));
  CHECK_THAT(error_of("hyperx", {{"dims", "3x3"}, {"lanes", "2"}}),
             Contains("`lanes` 2: 1 dimension of 2"));
  CHECK_THAT(error_of("hyperx", {{"dims", "3"}, {"lanes", "65"}}), Contains("at most 64"));
  CHECK_THAT(error_of("ndv2", {{"machines", "65"}}),
             Contains("`machines` 65: give a number from 1"));
}
