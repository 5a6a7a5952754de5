// SPDX-License-Identifier: Apache-2.0
// Makes schedules from MSCCL programs. The judge must accept each schedule, and each schedule must
// take the number of cycles that is known for its algorithm.
#include "romcast/msccl/scheduling.hpp"

#include <catch2/catch.hpp>
#include <random>

#include "hostlib/msccl/msccl_text.hpp"
#include "hostlib/test_hops.hpp"
#include "romcast/core/complete.hpp"
#include "romcast/core/schedule_file.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/networks/graph_network.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

std::shared_ptr<const Topology> network(const std::string& name,
                                        const std::map<std::string, std::string>& options) {
  return make_topology(name, [&](std::string_view option) -> std::optional<std::string> {
    const auto found = options.find(std::string(option));
    if (found == options.end()) return std::nullopt;
    return found->second;
  });
}

// Every GPU sends a chunk directly to each of the others.
std::string direct_alltoall(unsigned n) {
  std::string text =
      fmt::format(R"(<algo name="direct" ngpus="{}" coll="alltoall" inplace="0">)", n);
  for (unsigned g = 0; g < n; ++g) {
    text += fmt::format(R"(<gpu id="{0}" i_chunks="{1}" o_chunks="{1}" s_chunks="0">)", g, n);
    for (unsigned i = 1; i < n; ++i) {
      const unsigned peer = (g + i) % n;
      const std::string own = std::to_string(g), other = std::to_string(peer);
      text += fmt::format(R"(<tb id="{0}" send="{1}" recv="{1}">)", i - 1, peer);
      text += msccl_step(0, "s", "i" + other, "o" + own);
      text += msccl_step(1, "r", "i" + own, "o" + other);
      if (i == 1) text += msccl_step(2, "cpy", "i" + own, "o" + own);
      text += "</tb>";
    }
    text += "</gpu>";
  }
  return text + "</algo>";
}

struct Made {
  msccl::Program program;
  msccl::Execution execution = msccl::checked(program);
  explicit Made(const std::string& text) : program(read_msccl_text(text)) {}

  Verdict judged(const std::shared_ptr<const Topology>& on, Ports ports) const {
    return judge(*on, msccl::collective_of(program, execution, *on), ports,
                 stored_schedule(msccl::schedule(program, execution, *on, ports).hops),
                 std::nullopt, {});
  }
};

}  // namespace

TEST_CASE("a ring allgather takes n - 1 cycles where neighbours are neighbours") {
  for (const std::uint32_t n : {3U, 5U, 8U}) {
    const Made ring(msccl_ring_allgather(n));
    for (const auto& on : {network("complete", {{"processors", std::to_string(n)}}),
                           network("ring", {{"processors", std::to_string(n)}})}) {
      const Verdict verdict = ring.judged(on, kSingle);
      CHECK(verdict.violation_count == 0);
      CHECK(verdict.cycles == n - 1);
      CHECK(verdict.hops == n * (n - 1));
    }
  }
}

TEST_CASE("a program is legal on any network that has as many processors") {
  const Made ring(msccl_ring_allgather(8));
  const Made chain(msccl_chain());
  for (const Ports ports : {kSingle, kMulti}) {
    CHECK(ring.judged(network("hypercube", {{"dimensions", "3"}}), ports).violation_count == 0);
    CHECK(ring.judged(network("torus", {{"dims", "4x2"}}), ports).violation_count == 0);
    CHECK(ring.judged(network("ring", {{"processors", "8"}}), ports).violation_count == 0);
    CHECK(chain.judged(network("mesh", {{"dims", "3"}}), ports).violation_count == 0);
  }
  const auto other = network("hypercube", {{"dimensions", "2"}});
  CHECK_THROWS_AS(ring.judged(other, kSingle), InputError);
}

TEST_CASE("leaves of a collapsed tree send and receive one chunk per cycle with any ports") {
  const auto tree = network("collapsed-tree", {{"arity", "2"}, {"height", "3"}});
  for (const Ports ports : {kSingle, kMulti}) {
    const Verdict verdict = Made(direct_alltoall(8)).judged(tree, ports);
    CHECK(verdict.violation_count == 0);
    CHECK(verdict.delivered == verdict.expected);
    CHECK(verdict.cycles >= 8 - 1);  // each leaf receives a chunk from each of the others
  }
}

TEST_CASE("a ring allreduce takes 2(n - 1) cycles") {
  for (const std::uint32_t n : {2U, 3U, 8U}) {
    const Made ring(msccl_ring_allreduce(n));
    const Complete complete(n);
    const auto scheduled = msccl::schedule(ring.program, ring.execution, complete, kSingle);
    CHECK(scheduled.hops.back().cycle == 2 * (n - 1));
    CHECK(scheduled.hops.size() == 2 * n * (n - 1));
    CHECK(scheduled.unlike == "");
    const Verdict verdict =
        ring.judged(network("ring", {{"processors", std::to_string(n)}}), kSingle);
    CHECK(verdict.violation_count == 0);
    CHECK(verdict.delivered == n * n * (n - 1));
  }
}

TEST_CASE("a custom program is an exchange of what its outputs hold in the end") {
  const Made shift(msccl_shift(5));
  const Complete complete(5);
  const Collective collective = msccl::collective_of(shift.program, shift.execution, complete);
  REQUIRE(collective.kind() == CollectiveKind::exchange);
  REQUIRE(collective.messages() == 4);
  for (MessageId m = 0; m < 4; ++m) {
    CHECK(collective.origin(m) == m);
    CHECK(collective.destination(m) == m + 1);
  }
  const Verdict verdict = shift.judged(network("complete", {{"processors", "5"}}), kSingle);
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.cycles == 1);
  CHECK(verdict.hops == 4);
  const Verdict ring = shift.judged(network("ring", {{"processors", "5"}}), kSingle);
  CHECK(ring.violation_count == 0);
  CHECK(ring.delivered == 4);
}

TEST_CASE("chunks of a custom program may go to several GPUs, and twice to one") {
  // A ring allgather: each GPU sends its chunk to the next GPU, which passes the chunk on.
  std::string text = msccl_with(msccl_ring_allgather(3), "allgather", "custom");
  for (int g = 0; g < 3; ++g) text = msccl_with(text, R"(i_chunks="0")", R"(i_chunks="3")");
  const Made made(text);
  const Verdict verdict = made.judged(network("complete", {{"processors", "3"}}), kSingle);
  CHECK(verdict.violation_count == 0);
  CHECK(verdict.delivered == 6);
  CHECK(verdict.cycles == 2);
}

TEST_CASE("sums of a custom program are timed, but are no schedule") {
  const Made sums(msccl_with(msccl_ring_allreduce(4), "allreduce", "custom"));
  const auto scheduled = msccl::schedule(sums.program, sums.execution, Complete(4), kSingle);
  CHECK(scheduled.hops.back().cycle == 6);
  CHECK(scheduled.unlike == "coll=\"custom\" does not say which sums are needed");
}

TEST_CASE("what nobody needs is left out") {
  // GPU 0 also sends the chunk directly to GPU 2, whose scratch buffer keeps this copy.
  std::string text = msccl_with(msccl_chain(), "</tb>\n</gpu>",
                                R"(</tb><tb id="1" send="2" recv="-1" chan="0">)" +
                                    msccl_step(0, "s", "i0", "s0") + "</tb>\n</gpu>");
  text = msccl_with(
      text, R"(<gpu id="2" i_chunks="1" o_chunks="1" s_chunks="0">)",
      R"(<gpu id="2" i_chunks="1" o_chunks="1" s_chunks="1"><tb id="1" send="-1" recv="0" chan="0">)" +
          msccl_step(0, "r", "i0", "s0") + "</tb>");
  const Made made(text);
  const auto scheduled = msccl::schedule(made.program, made.execution, Complete(3), kSingle);
  CHECK(scheduled.left_out == 1);
  CHECK(scheduled.hops.size() == 2);
}

namespace {

// Returns a network of GPUs on switches: gpus[s] GPUs are linked to switch s, and consecutive
// switches are linked to each other.
std::shared_ptr<const Topology> nodes_of(const std::vector<unsigned>& gpus) {
  std::string text = "romcast-schedule 1\nnetwork graph\n", links;
  unsigned gpu = 0;
  for (std::size_t s = 0; s < gpus.size(); ++s) {
    for (unsigned i = 0; i < gpus[s]; ++i, ++gpu) {
      text += fmt::format("node g{}\n", gpu);
      links += fmt::format("edge g{} s{}\n", gpu, s);
    }
    if (s > 0) links += fmt::format("edge s{} s{}\n", s - 1, s);
  }
  for (std::size_t s = 0; s < gpus.size(); ++s) text += fmt::format("node s{} switch\n", s);
  std::istringstream in(text + links + "ports multi\ncollective allreduce\nhops\nend\n");
  return read_schedule(in, "x").header.topology;
}

}  // namespace

TEST_CASE("switches forward the sums of a ring, each as long as its way") {
  // A chunk takes 2(n - 1) steps, one after the other; a step takes a cycle for each link on the
  // path from its sender to its receiver.
  const Made four(msccl_ring_allreduce(4));
  const auto judged = [&](const std::vector<unsigned>& gpus) {
    const auto on = nodes_of(gpus);
    const auto scheduled = msccl::schedule(four.program, four.execution, *on, kMulti);
    CHECK(scheduled.unlike == "");
    return four.judged(on, kMulti);
  };
  const Verdict hub = judged({4});
  CHECK(hub.violation_count == 0);
  CHECK(hub.cycles == 6 * 2);
  CHECK(hub.hops == 4 * 6 * 2);
  CHECK(hub.delivered == 4 * 4 * 3);
  const Verdict two = judged({2, 2});
  CHECK(two.violation_count == 0);
  CHECK(two.cycles == 3 * (2 + 3));
  const Verdict single = four.judged(nodes_of({2, 2}), kSingle);
  CHECK(single.violation_count == 0);
  CHECK(single.cycles >= two.cycles);
}

TEST_CASE("sums that pass a GPU are still no schedule") {
  const Made four(msccl_ring_allreduce(4));
  const auto line = network("mesh", {{"dims", "4"}});
  CHECK(msccl::schedule(four.program, four.execution, *line, kMulti).unlike ==
        "sums pass GPUs on their way that are no neighbours");
}

TEST_CASE("on links with times each step of a ring takes the delay of a link") {
  const LinkTime time{.cycles = 4, .latency = 7};
  for (const std::uint32_t n : {3U, 5U, 8U}) {
    Graph graph = Graph::numbered(n);
    for (NodeId p = 0; p < n; ++p) graph.join(p, (p + 1) % n, 1, time);
    const auto on = std::make_shared<GraphNetwork>("graph", NetworkOptions{}, graph);
    for (const Ports ports : {kSingle, kMulti}) {
      const Verdict gather = Made(msccl_ring_allgather(n)).judged(on, ports);
      CHECK(gather.violation_count == 0);
      CHECK(gather.delivered == gather.expected);
      CHECK(gather.cycles == (n - 1) * (4 + 7));
      const Verdict reduce = Made(msccl_ring_allreduce(n)).judged(on, ports);
      CHECK(reduce.violation_count == 0);
      CHECK(reduce.delivered == reduce.expected);
      CHECK(reduce.cycles == 2 * (n - 1) * (4 + 7));
    }
  }
}

TEST_CASE("programs are legal on links with any times") {
  std::mt19937 random(7);
  for (unsigned turn = 0; turn < 40; ++turn) {
    const std::uint32_t n = 3 + turn % 4;
    Graph graph = Graph::numbered(n);
    const auto join = [&](NodeId a, NodeId b) {
      const LinkTime time{.cycles = 1 + std::uint32_t(random() % 5),
                          .latency = std::uint32_t(random() % 6)};
      graph.join(a, b, 1 + random() % 2, time);
    };
    for (NodeId p = 0; p < n; ++p) join(p, (p + 1) % n);
    if (n > 3 && turn % 2 == 0) join(0, 2);
    const auto on = std::make_shared<GraphNetwork>("graph", NetworkOptions{}, graph);
    CAPTURE(turn);
    for (const Ports ports : {kSingle, kMulti}) {
      for (const std::string& text : {msccl_ring_allgather(n), msccl_ring_allreduce(n)}) {
        const Verdict verdict = Made(text).judged(on, ports);
        CHECK(verdict.violation_count == 0);
        CHECK(verdict.delivered == verdict.expected);
      }
    }
  }
}
