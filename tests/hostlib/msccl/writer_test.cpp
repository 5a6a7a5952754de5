// SPDX-License-Identifier: Apache-2.0
// Programs that are written from schedules can be read, and do the same as the schedules.
#include "romcast/msccl/writer.hpp"

#include <unistd.h>

#include <catch2/catch.hpp>
#include <filesystem>
#include <fstream>

#include "hostlib/msccl/msccl_text.hpp"
#include "hostlib/test_hops.hpp"
#include "romcast/core/algorithm.hpp"
#include "romcast/core/schedule_file.hpp"
#include "romcast/core/topologies.hpp"
#include "romcast/judge/judge.hpp"

using namespace romcast;
using namespace romcast::test;

namespace {

template <typename Write>
std::string written(Write write) {
  const auto path =
      std::filesystem::temp_directory_path() / fmt::format("romcast-{}.xml", getpid());
  write(path.string());
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  std::filesystem::remove(path);
  CHECK(msccl::unannounced_waits(read_msccl_text(text.str())) == "");
  return text.str();
}

std::string written(const Problem& problem) {
  const Algorithm& algorithm = find_algorithm("", problem);
  return written([&](const std::string& path) {
    msccl::write_program(path, *problem.topology, problem.collective, problem.timing,
                         algorithm.name, algorithm.build(problem).open);
  });
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
  // With 5 processors, some processors send a sum that does not include their own value, and MSCCL
  // has no step for such a send.
  CHECK_THROWS_AS(sums("5", CollectiveKind::allreduce), InputError);
  const Problem nodes =
      problem_on("hypercube", {{"dimensions", "3"}}, CollectiveKind::reduce, 1, kSingle);
  Problem by_nodes = nodes;
  by_nodes.collective = Collective::combined_by_nodes(8, 3, 4);
  CHECK(msccl_trouble(written(by_nodes)) == "");
}

TEST_CASE("a switch between GPUs forwards sums, and one that adds is refused") {
  const auto allreduce = [](const std::string& links, const std::string& hops) {
    std::istringstream text(
        "romcast-schedule 1\nnetwork graph file x\nnode a\nnode b\nnode c\n"
        "node s switch\n" +
        links + "ports multi\ncollective allreduce messages 1\nhops\n" + hops + "end\n");
    const ScheduleFile file = read_schedule(text, "x");
    const ScheduleHeader& header = file.header;
    const OpenSchedule schedule = stored_schedule(file.hops);
    REQUIRE(judge(*header.topology, *header.collective, header.ports, schedule, std::nullopt, {})
                .violation_count == 0);
    return written([&](const std::string& path) {
      msccl::write_program(path, *header.topology, *header.collective, {}, "", schedule);
    });
  };
  // Partial sums take the path a -> s -> b -> c, and the whole sum takes c -> a -> s -> b.
  const std::string circle = "edge a s 1\nedge s b 1\nedge b c 1\nedge c a 1\n";
  const std::string by_s =
      allreduce(circle, "1 a s 0\n2 s b 0\n3 b c 0\n4 c a 0\n5 a s 0\n6 s b 0\n");
  CHECK(msccl_trouble(by_s) == "");
  CHECK(read_msccl_text(by_s).gpus[0].blocks.at(1).send_to == 1);
  const std::string star = "edge a s 1\nedge b s 1\nedge c s 1\n";
  CHECK_THROWS_WITH(allreduce(star, "1 a s 0\n1 b s 0\n1 c s 0\n2 s a 0\n2 s b 0\n2 s c 0\n"),
                    Catch::Contains("switch s of `network` graph adds"));
  // GPU `a` adds the value from c in cycle 1, before s forwards GPU `a`'s first value in cycle 2.
  CHECK_THROWS_WITH(allreduce(circle, "1 a s 0\n1 c a 0\n2 s b 0\n3 b c 0\n4 c a 0\n4 c b 0\n"),
                    Catch::Contains("waits in a switch"));
}

TEST_CASE("a summation is refused") {
  Problem problem =
      problem_on("complete", {{"processors", "4"}}, CollectiveKind::summation, 9, kSingle);
  CHECK_THROWS_AS(written(problem), InputError);
}
