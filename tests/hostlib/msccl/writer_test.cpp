// SPDX-License-Identifier: Apache-2.0
// What is written is read again, and does what the schedule did.
#include "romcast/msccl/writer.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "hostlib/msccl/msccl_text.hpp"
#include "romcast/core/topologies.hpp"
#include "schedules/algorithm.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

std::string written(const Problem& problem) {
  const Algorithm& algorithm = find_algorithm("", problem);
  const auto path =
      std::filesystem::temp_directory_path() / fmt::format("romcast-{}.xml", getpid());
  msccl::write_program(path, *problem.topology, problem.collective, problem.timing, algorithm.name,
                       algorithm.build(problem).open);
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  std::filesystem::remove(path);
  CHECK(msccl::unannounced_waits(read_msccl_text(text.str())) == "");
  return text.str();
}

Problem problem_on(const std::string& network, std::map<std::string, std::string> options,
                   CollectiveKind kind, std::uint32_t messages, Ports ports, NodeId source = 0) {
  auto topology =
      make_topology(network, [&](std::string_view option) -> std::optional<std::string> {
        const auto found = options.find(std::string(option));
        if (found == options.end()) return std::nullopt;
        return found->second;
      });
  const std::size_t n = topology->processors();
  return {std::move(topology), Collective(kind, n, source, messages), ports, {}, {}};
}

constexpr Ports kSingle{Ports::Kind::single}, kMulti{Ports::Kind::multi};

}  // namespace

TEST_CASE("schedules of all collectives that move become programs that do the same") {
  for (const CollectiveKind kind : moving_collectives()) {
    for (const Ports ports : {kSingle, kMulti}) {
      const std::string tree =
          written(problem_on("fat-tree", {{"arity", "2"}, {"height", "3"}}, kind, 1, ports));
      INFO(name(kind) << " " << ports.name());
      CHECK(msccl_trouble(tree) == "");
      const std::string cube =
          written(problem_on("hypercube", {{"dimensions", "3"}}, kind, 2, ports,
                             kind == CollectiveKind::broadcast || kind == CollectiveKind::scatter ||
                                     kind == CollectiveKind::gather
                                 ? 5
                                 : 0));
      CHECK(msccl_trouble(cube) == "");
      const msccl::Program program = read_msccl_text(cube);
      CHECK(program.gpus.size() == 8);
      CHECK(program.chunks_each() == 2);
      CHECK(msccl::name(program.claim) == name(kind));
    }
  }
}

TEST_CASE("copies of a broadcast are one chunk") {
  const Problem problem =
      problem_on("complete", {{"processors", "9"}}, CollectiveKind::broadcast, 4, kSingle, 2);
  CHECK(msccl_trouble(written(problem)) == "");
}

TEST_CASE("sums become programs that add every value once") {
  const auto sums = [](const char* n, CollectiveKind kind) {
    return written(problem_on("complete", {{"processors", n}}, kind, 1, kSingle));
  };
  for (const char* n : {"2", "5", "8"}) CHECK(msccl_trouble(sums(n, CollectiveKind::reduce)) == "");
  for (const char* n : {"2", "8"}) CHECK(msccl_trouble(sums(n, CollectiveKind::allreduce)) == "");
  // Where all but the own value is sent, there is no such sum in any buffer.
  CHECK_THROWS_AS(sums("5", CollectiveKind::allreduce), InputError);
  const Problem nodes =
      problem_on("hypercube", {{"dimensions", "3"}}, CollectiveKind::reduce, 1, kSingle);
  Problem by_nodes = nodes;
  by_nodes.collective = Collective::combined_by_nodes(8, 3, 4);
  CHECK(msccl_trouble(written(by_nodes)) == "");
}

TEST_CASE("a summation is refused") {
  Problem problem =
      problem_on("complete", {{"processors", "4"}}, CollectiveKind::summation, 9, kSingle);
  CHECK_THROWS_AS(written(problem), InputError);
}
