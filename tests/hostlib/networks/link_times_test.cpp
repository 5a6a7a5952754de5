// SPDX-License-Identifier: Apache-2.0
// Converts bandwidths and latencies, in the units of data sheets, to link times in cycles.
#include "romcast/networks/link_times.hpp"

#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <map>

#include "romcast/core/schedule_file.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/networks/graph_file.hpp"
#include "romcast/networks/graph_writer.hpp"
#include "romcast/networks/network_expression.hpp"

using namespace romcast;

namespace {

using GivenTimes = std::map<std::string, std::string, std::less<>>;

std::shared_ptr<const Topology> timed_family(const std::string& name, const GivenTimes& options) {
  return make_topology(name, [&](std::string_view asked) -> std::optional<std::string> {
    const auto found = options.find(asked);
    return found == options.end() ? std::nullopt : std::optional(found->second);
  });
}

LinkTime link_time(const Topology& network, const std::string& from, const std::string& to) {
  return network.channels()[network.find_channel(network.find_node(from), network.find_node(to))]
      .time;
}

GraphFile timed_dot(const std::string& edges) { return read_dot("graph {" + edges + "}", "x.dot"); }

// The times of the links of a DOT text. Sets `cycle`, unless it is null, to the seconds of a cycle.
std::vector<LinkTime> times_of(const std::string& edges, const GivenTimes& options,
                               double* cycle = nullptr) {
  GraphFile file = timed_dot(edges);
  const LinkTimesSet set = set_link_times(
      file.graph, file.speeds, [&](std::string_view asked) -> std::optional<std::string> {
        const auto found = options.find(asked);
        return found == options.end() ? std::nullopt : std::optional(found->second);
      });
  if (cycle != nullptr) *cycle = set.cycle_seconds;
  std::vector<LinkTime> all;
  for (const Graph::Edge& edge : file.graph.edges) all.push_back(edge.time);
  return all;
}

std::string time_refusal(const std::string& edges, const GivenTimes& options) {
  try {
    times_of(edges, options);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE("a cycle is the longest time of which all times are multiples") {
  // 1 MiB takes 19.53125 us at 50 GiB/s and 13.02083 us at 75 GiB/s. The longest time of which
  // these times and the latency of 0.5 us are multiples is 1/96 us.
  const auto mesh = timed_family(
      "mesh",
      {{"dims", "3x2"}, {"bandwidth", "50GiB/s,75GiB/s"}, {"latency", "0.5us"}, {"chunk", "1MiB"}});
  CHECK(mesh->cycle_seconds() == Approx(1e-6 / 96));
  CHECK(mesh->timed());
  CHECK(!mesh->intact());
  std::map<std::uint32_t, unsigned> counted;
  for (const Channel& channel : mesh->channels()) {
    CHECK(channel.time.latency == 48);
    ++counted[channel.time.cycles];
  }
  CHECK(counted == std::map<std::uint32_t, unsigned>{{1875, 8}, {1250, 6}});
}

TEST_CASE("the first value is that of the first dimension") {
  const auto mesh = timed_family("mesh", {{"dims", "3x2"}, {"bandwidth", "1/5,1/7"}});
  const auto torus = timed_family("torus", {{"dims", "3x4"}, {"bandwidth", "1/5,1/7"}});
  for (const auto& network : {mesh, torus}) {
    std::map<std::uint32_t, unsigned> counted;
    for (const Channel& channel : network->channels()) ++counted[channel.time.cycles];
    // In the first dimension the mesh has 2 lines of 3 nodes, and the torus has 4 rings of 3 nodes.
    CHECK(counted[5] == (network == mesh ? 8U : 24U));
    CHECK(counted[7] == (network == mesh ? 6U : 24U));
  }
  const auto cube = timed_family("hypercube", {{"dimensions", "3"}, {"bandwidth", "1/2,1/3,1/4"}});
  CHECK(link_time(*cube, "p0", "p1").cycles == 2);
  CHECK(link_time(*cube, "p5", "p7").cycles == 3);
  CHECK(link_time(*cube, "p6", "p2").cycles == 4);
}

TEST_CASE("bits are eighths of bytes, and decimal prefixes are powers of ten") {
  double cycle = 0;
  CHECK(times_of("a--b [bandwidth=\"400Gbit/s\"]; b--c [bandwidth=\"25GB/s\"];", {{"chunk", "1MB"}},
                 &cycle) == std::vector<LinkTime>{{1, 0}, {1, 0}, {2, 0}, {2, 0}});
  CHECK(cycle == Approx(2e-5));  // 1 MB at 50 GB/s
  CHECK(times_of("a--b [bandwidth=\"10Gbps\"]; b--c [bandwidth=\"2.5 Gb/s\"];",
                 {{"chunk", "1kB"}}) == std::vector<LinkTime>{{1, 0}, {1, 0}, {4, 0}, {4, 0}});
}

TEST_CASE("the overheads of both ends are added to the latency of a link, of a switch once") {
  const std::string nodes =
      "a [overhead=\"3cycles\"]; s [role=switch, overhead=\"5 cycles\"]; b [overhead=\"1cycles\"];";
  // The links are a -> s, s -> a, s -> b, b -> s.
  CHECK(times_of(nodes + "a--s [latency=\"10cycles\"]; s--b;", {}) ==
        std::vector<LinkTime>{{1, 18}, {1, 13}, {1, 1}, {1, 6}});
  CHECK(times_of("a [overhead=\"0.5us\"]; a--b [bandwidth=\"1GB/s\"]; b--c;",
                 {{"chunk", "1kB"}, {"bandwidth", "2GB/s"}, {"latency", "1us"}}) ==
        std::vector<LinkTime>{{2, 3}, {2, 3}, {1, 2}, {1, 2}});
}

TEST_CASE("an overhead without a unit is ignored, with a note, if no node has one with a unit") {
  const GraphFile file = read_dot("graph { a [overhead=3]; a--b [overhead=2]; }", "x.dot");
  REQUIRE(file.notes.size() == 1);
  CHECK(file.notes[0] ==
        "x.dot: ignored attributes: overhead ('3' has no unit), overhead (edges have none)");
  CHECK_THROWS_WITH(read_dot("graph { a [overhead=3]; b [overhead=\"1us\"]; a--b; }", "x.dot"),
                    "x.dot:1: overhead '3': give a time with its unit, e.g. 0.7us");
  CHECK(time_refusal("a [overhead=\"3cycles\"]; a--b [latency=\"1us\"];", {{"cycle", "1us"}})
            .find("some times are in seconds and others in cycles") != std::string::npos);
}

TEST_CASE("what was meant as a bandwidth or a time and is none is refused, in files, too") {
  for (const char* latency : {"-1us", "1e400s", "1e-30s", "1us,2us", "0.7 uS", "1e9cycles"}) {
    CHECK(time_refusal(fmt::format("a--b [latency=\"{}\"]; b--c;", latency), {})
              .find(fmt::format("latency '{}': give a time with its unit", latency)) !=
          std::string::npos);
  }
  for (const char* bandwidth : {"-1GB/s", "25GBs", "25GB", "1/0", "0GB/s"}) {
    CHECK(time_refusal(fmt::format("a--b [bandwidth=\"{}\"];", bandwidth), {})
              .find(fmt::format("bandwidth '{}': give a bandwidth above 0", bandwidth)) !=
          std::string::npos);
  }
  // Programs write `nan` where a value is missing.
  const GraphFile file = timed_dot("a--b [latency=nan];");
  REQUIRE(file.notes.size() == 1);
  CHECK(file.notes[0] == "x.dot: ignored attributes: latency ('nan' is no time)");
}

TEST_CASE("a misspelt attribute is refused if its value has a unit") {
  CHECK(time_refusal("a--b [latencey=\"1us\"];", {}) ==
        "x.dot:1: latencey '1us': did you mean latency?");
  CHECK(time_refusal("a--b [Bandwidth=\"1GB/s\"];", {}) ==
        "x.dot:1: Bandwidth '1GB/s': did you mean bandwidth?");
  const GraphFile file = timed_dot("a--b [Latency=3];");
  REQUIRE(file.notes.size() == 1);
  CHECK(file.notes[0] == "x.dot: ignored attributes: Latency");
}

TEST_CASE("a latency of zero alone is a link that takes a cycle") {
  CHECK(times_of("a--b [latency=\"0s\"];", {}) == std::vector<LinkTime>{{1, 0}, {1, 0}});
  CHECK(times_of("a--b [bandwidth=\"1/4\", latency=\"0s\"];", {}) ==
        std::vector<LinkTime>{{4, 0}, {4, 0}});
}

TEST_CASE("times that would be too many cycles are rounded up") {
  // 1 MiB takes 41.94304 us. The greatest common divisor of 41.94304 us and 0.7 us is 0.16 ns; with
  // a cycle of 0.16 ns, 1 MiB would take 262144 cycles.
  double cycle = 0;
  const auto all =
      times_of("a--b [bandwidth=\"25GB/s\", latency=\"0.7us\"];", {{"chunk", "1MiB"}}, &cycle);
  CHECK(cycle == Approx(10.24e-9));
  CHECK(all == std::vector<LinkTime>{{4096, 69}, {4096, 69}});
}

TEST_CASE("a given cycle is kept") {
  CHECK(times_of("a--b [bandwidth=\"1GB/s\", latency=\"25ns\"];",
                 {{"chunk", "100B"}, {"cycle", "10ns"}}) ==
        std::vector<LinkTime>{{10, 3}, {10, 3}});
}

TEST_CASE("options hold for the links of a file that have no attributes") {
  CHECK(times_of("a--b [latency=\"3cycles\"]; b--c;",
                 {{"bandwidth", "1/4"}, {"latency", "1cycles"}}) ==
        std::vector<LinkTime>{{4, 3}, {4, 3}, {4, 1}, {4, 1}});
  CHECK(times_of("a--b; b--c;", {}) == std::vector<LinkTime>(4));
}

TEST_CASE(
    "a bandwidth without a unit is still a number of lanes, and a latency without one nothing") {
  const GraphFile lanes = timed_dot("a--b [bandwidth=4]; b--c [bandwidth=2];");
  CHECK(lanes.graph.edges.front().lanes == 4);
  CHECK(lanes.graph.edges.front().speed == 0);
  const GraphFile ignored = timed_dot("a--b [latency=4]; b--c;");
  REQUIRE(ignored.notes.size() == 1);
  CHECK(ignored.notes.front().find("latency") != std::string::npos);
  CHECK_THROWS_AS(timed_dot("a--b [bandwidth=\"4GB/s\"]; b--c [bandwidth=4];"), InputError);
}

TEST_CASE("what is wrong with a bandwidth or a latency is said in a line") {
  const std::string link = "a--b [bandwidth=\"25GB/s\", latency=\"1us\"];";
  CHECK(time_refusal(link, {}).find("`chunk`") != std::string::npos);
  CHECK(time_refusal("a--b;", {{"bandwidth", "0GB/s"}, {"chunk", "1kB"}}).find("bandwidth") == 1);
  CHECK(time_refusal("a--b;", {{"bandwidth", "25GB"}, {"chunk", "1kB"}}).find("bandwidth") == 1);
  CHECK(time_refusal("a--b;", {{"bandwidth", "2/3"}}).find("1/N") != std::string::npos);
  CHECK(time_refusal("a--b;", {{"bandwidth", "1/70000"}}).find("65535") != std::string::npos);
  CHECK(time_refusal("a--b;", {{"latency", "1 parsec"}}).find("latency") == 1);
  CHECK(time_refusal("a--b;", {{"latency", "1us"}}).find("cycle") != std::string::npos);
  CHECK(time_refusal(link, {{"chunk", "1MB"}, {"cycle", "1ps"}}).find("65535") !=
        std::string::npos);
  CHECK(time_refusal(link, {{"chunk", "1"}}).find("chunk") == 1);
  CHECK(time_refusal(link, {{"chunk", "1kB"}, {"cycle", "0ns"}}).find("cycle") == 1);
  CHECK(time_refusal("a--b;", {{"chunk", "1kB"}}).find("leave it out") != std::string::npos);
  CHECK(time_refusal("a--b;", {{"bandwidth", "1/2,1/3"}}).find("give one") != std::string::npos);
  CHECK_THROWS_AS(timed_family("mesh", {{"dims", "2x2"}, {"bandwidth", "1/2,1/3,1/4"}}),
                  InputError);
}

TEST_CASE("networks with times are written and read again") {
  const auto mesh =
      timed_family("mesh", {{"dims", "3x2"}, {"bandwidth", "1/5,1/7"}, {"latency", "2cycles"}});
  for (const bool xml : {false, true}) {
    GraphFile file =
        xml ? read_graphml(graphml_text(*mesh), "x.graphml") : read_dot(dot_text(*mesh), "x.dot");
    set_link_times(file.graph, file.speeds, [](std::string_view) { return std::nullopt; });
    const GraphNetwork again("graph", {}, file.graph);
    REQUIRE(again.channels().size() == mesh->channels().size());
    for (std::size_t c = 0; c < again.channels().size(); ++c) {
      CHECK(again.channels()[c].time == mesh->channels()[c].time);
    }
  }
}

TEST_CASE("broken links leave the times of the others") {
  const auto left =
      timed_family("mesh", {{"dims", "3x2"}, {"bandwidth", "1/5,1/7"}, {"without", "p0-p1"}});
  CHECK(left->timed());
  CHECK(left->channels().size() == 12);
}

TEST_CASE("values with blanks are written as words") {
  const auto mesh =
      timed_family("mesh", {{"dims", "3x2"}, {"bandwidth", "1/2"}, {"latency", "2 cycles"}});
  CHECK(mesh->options() ==
        NetworkOptions{{"dims", "3x2"}, {"bandwidth", "1/2"}, {"latency", "2cycles"}});
  CHECK(link_time(*mesh, "p0", "p1") == LinkTime{2, 2});
}

TEST_CASE("parallel links may give the same time in different units") {
  CHECK(times_of("a--b [latency=\"1us\"]; a--b [latency=\"1000 ns\"];", {{"cycle", "1us"}}) ==
        std::vector<LinkTime>{{1, 1}, {1, 1}});
  CHECK(times_of("a--b [bandwidth=\"1GB/s\"]; a--b [bandwidth=\"8Gbit/s\"];", {{"chunk", "1kB"}}) ==
        std::vector<LinkTime>{{1, 0}, {1, 0}});
  CHECK_THAT(time_refusal("a--b [latency=\"1us\"]; a--b [latency=\"1ns\"];", {}),
             Catch::Contains("different times"));
}

TEST_CASE("an expression has bandwidths as a whole", "[networks]") {
  const auto network = make_network("ring 4 x ring 3", [](std::string_view asked) {
    return asked == "bandwidth" ? std::optional<std::string>("1/3") : std::nullopt;
  });
  for (const Channel& channel : network->channels()) CHECK(channel.time == LinkTime{3, 0});
  CHECK_THROWS_AS(
      make_network("ring 4 bandwidth=1/3 x ring 3", [](std::string_view) { return std::nullopt; }),
      InputError);
}

TEST_CASE("real machines have their published bandwidths if a message has a size", "[networks]") {
  // 1 MB takes 40 us at 25 GB/s.
  const auto machine = timed_family("dgx1", {{"chunk", "1MB"}});
  CHECK(machine->cycle_seconds() == Approx(40e-6));
  for (const Channel& channel : machine->channels()) CHECK(channel.time == LinkTime{});
}

TEST_CASE("the links of a cluster's cards have a bandwidth of their own", "[networks]") {
  const auto cluster = timed_family(
      "cluster",
      {{"machines", "2"}, {"gpus", "2"}, {"bandwidth", "1/2,1/9"}, {"latency", "0cycles,4cycles"}});
  for (const Channel& channel : cluster->channels()) {
    const bool card = cluster->node_name(channel.from).starts_with("nic") ||
                      cluster->node_name(channel.to).starts_with("nic");
    CHECK(channel.time == (card ? LinkTime{9, 4} : LinkTime{2, 0}));
  }
}
