// SPDX-License-Identifier: Apache-2.0
// The data of a page, against the judge and by hand.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "apps/scenario.hpp"
#include "apps/view/curves.hpp"
#include "apps/view/view_data.hpp"
#include "romcast/core/error.hpp"
#include "romcast/machines/crossbar/crossbar_rom.hpp"
#include "romcast/machines/logp/logp_rom.hpp"
#include "romcast/run/run.hpp"

using namespace romcast;
using Json = nlohmann::ordered_json;

namespace {

struct Planned {
  romcast::Run run;
  Report report;
  const Job& job;
  explicit Planned(const Scenario& scenario)
      : run(resolve(scenario)), report(run.report()), job(run.job()) {}
  [[nodiscard]] TimedHops hops() {
    const Problem& problem = job.problem;
    return timed_hops(*problem.topology, problem.collective, problem.timing, run.plan().open,
                      1'000'000);
  }
  [[nodiscard]] Json view(const ViewLimits& limits = {}) {
    return view_json(run, report.json(), limits);
  }
};

Scenario tree(const char* arity, const char* height, const char* collective, const char* ports) {
  return {.network = "fat-tree",
          .network_options = {{"arity", arity}, {"height", height}},
          .ports = ports,
          .collective = collective};
}

std::uint32_t most(const std::vector<std::vector<DepthChange>>& depths) {
  std::uint32_t most = 0;
  for (const auto& node : depths) {
    for (const DepthChange& change : node) most = std::max(most, change.depth);
  }
  return most;
}

Scenario machine(const char* processors, Timing timing) {
  return {.network = "complete",
          .network_options = {{"processors", processors}},
          .collective = "broadcast",
          .timing = timing};
}

// The word that drives a processor in a cycle, from 1, lowest 32 bits first; and its first cycle.
struct Driven {
  ControlWord word;
  std::uint64_t since = 0;
};
Driven driven(const Json& rom, std::size_t node, std::uint64_t cycle) {
  const Json& program = rom["programs"][rom["nodes"][node][0].get<std::size_t>()];
  std::uint64_t first = 1;
  do {
    for (const Json& part : program) {
      const auto cycles = part[0].get<std::uint64_t>();
      if (cycle >= first + cycles) {
        first += cycles;
        continue;
      }
      Driven found{.since = first};
      for (std::string text = part[1]; !text.empty();) {
        const std::size_t begin = text.size() < 8 ? 0 : text.size() - 8;
        found.word.push_back(std::uint32_t(std::stoull(text.substr(begin), nullptr, 16)));
        text.resize(begin);
      }
      return found;
    }
  } while (rom["repeats"] == true && !program.empty());
  return {};
}

std::uint64_t sum(const Json& numbers) {
  std::uint64_t sum = 0;
  for (const Json& number : numbers) sum += number.get<std::uint64_t>();
  return sum;
}

}  // namespace

TEST_CASE("the fullest node holds as many messages as the judge says, level by level", "[view]") {
  for (const char* collective : {"broadcast", "scatter", "gather", "allgather", "alltoall"}) {
    for (const char* ports : {"single", "multi"}) {
      CAPTURE(collective, ports);
      Planned run(tree("2", "3", collective, ports));
      const auto depths = queue_depths(*run.job.problem.topology, run.hops());
      CHECK(most(depths) == run.report.plan->max_queue);
      for (const DepthCurve& curve :
           depth_curves(*run.job.problem.topology, depths, Bins(run.hops().last, 10))) {
        CHECK(*std::ranges::max_element(curve.most) ==
              run.report.plan->levels[curve.level - 1].max_queue);
      }
      for (const auto& node : depths) CHECK((node.empty() || node.back().depth == 0));
    }
  }
}

TEST_CASE("hops of a LogP machine take L + 2o", "[view]") {
  Planned run({.network = "complete",
               .network_options = {{"processors", "8"}},
               .collective = "broadcast",
               .timing = {.latency = 6, .overhead = 2, .gap = 4}});
  // Figure 1 of Karp, Sahay, Santos & Schauser 1993.
  std::vector<std::uint64_t> times;
  for (const TimedHop& hop : run.hops().hops) times.push_back(hop.end);
  std::ranges::sort(times);
  CHECK(times == std::vector<std::uint64_t>{10, 14, 18, 20, 22, 24, 24});
  CHECK(run.hops().last == 24);
}

TEST_CASE("curves count every hop and every delivery once", "[view]") {
  Planned run(tree("3", "2", "alltoall", "multi"));
  const Json curves = run.view({.shown = 20, .bins = 7})["curves"];
  CHECK(sum(curves["delivered"]) == 9 * 8);
  std::uint64_t held = 0;
  for (const Json& use : curves["uses"]) held += sum(use["held"]);
  CHECK(held == run.report.plan->hops);
}

TEST_CASE("a long run is sampled by whole messages and says so", "[view]") {
  Planned run(tree("2", "4", "alltoall", "multi"));
  const Json all = run.view(), some = run.view({.shown = 200});
  CHECK(all["sampled"].is_null());
  CHECK(all["hops"]["end"].size() == run.report.plan->hops);
  CHECK_THAT(some["sampled"].get<std::string>(), Catch::Contains("of 240 messages"));
  CHECK(some["hops"]["end"].size() <= 200);
  std::map<std::uint32_t, std::size_t> shown, there;
  for (const Json& m : some["hops"]["message"]) ++shown[m.get<std::uint32_t>()];
  for (const Json& m : all["hops"]["message"]) ++there[m.get<std::uint32_t>()];
  for (const auto& [message, hops] : shown) CHECK(hops == there[message]);
}

TEST_CASE("a run too long to be looked at stops after whole cycles and says so", "[view]") {
  Planned run(tree("2", "4", "alltoall", "multi"));
  const Json json = run.view({.read = 100});
  CHECK_THAT(json["sampled"].get<std::string>(), Catch::Contains("only the first"));
  CHECK(json["last"].get<std::uint64_t>() < run.report.plan->cycles);
}

TEST_CASE("a network too large to be drawn has curves but no links and no ROM words", "[view]") {
  Planned run(tree("2", "3", "gather", "single"));
  const Json json = run.view({.nodes = 10});
  CHECK(json["network"]["drawn"] == false);
  CHECK(json["network"]["channels"].empty());
  CHECK(json["rom"].contains("none"));
  CHECK(sum(json["curves"]["delivered"]) == 7);
}

TEST_CASE("ROM programs begin with the first cycle and send as often as the plan", "[view]") {
  // Processor 0 scatters: it sends in every cycle until its 7 messages are gone.
  Planned run(tree("2", "3", "scatter", "single"));
  const Json rom = run.view()["rom"];
  REQUIRE(rom["nodes"].size() == 8 + 7);
  const Json& program = rom["programs"][rom["nodes"][0][0].get<std::size_t>()];
  std::set<std::uint64_t> sends;
  for (const TimedHop& hop : run.hops().hops) {
    if (hop.from == 0) sends.insert(hop.end);
  }
  std::uint64_t cycle = 1;
  for (const Json& part : program) {
    const auto word = std::stoull(part[1].get<std::string>(), nullptr, 16);
    for (auto i = part[0].get<std::uint64_t>(); i > 0 && cycle <= run.hops().last; --i, ++cycle) {
      CAPTURE(cycle, word);
      CHECK(sends.contains(cycle) == ((word & 1U) == 1));  // {slot, send}
    }
  }
}

TEST_CASE("the timed row of a LogP processor in a cycle is the one that sends", "[view]") {
  Planned run(machine("8", {.latency = 6, .overhead = 2, .gap = 4}));
  const Json rom = run.view()["rom"];
  const LogpFields fields = logp_fields(run.job.problem.collective, run.job.problem.timing);
  for (const TimedHop& hop : run.hops().hops) {
    CAPTURE(hop.from, hop.to, hop.begin);
    const Driven now = driven(rom, hop.from, hop.begin + 1);
    REQUIRE_FALSE(now.word.empty());
    const TimedRow row = timed_row(fields, now.word);
    const std::uint64_t waited = hop.begin + 1 - now.since, each = row.wait + 1;
    CHECK(waited % each == row.wait);
    const auto times = static_cast<NodeId>(waited / each);
    CHECK((hop.from + row.to + (row.next_node ? times : 0)) % 8 == hop.to);
  }
}

TEST_CASE("the row of a block-cyclic processor in a cycle is the one that sends", "[view]") {
  // Figure 2 of Karp, Sahay, Santos & Schauser 1993.
  Scenario scenario = machine("10", {.latency = 3, .overhead = 0, .gap = 1});
  scenario.messages = 8;
  scenario.algorithm = "block-cyclic";
  Planned run(scenario);
  const Json rom = run.view()["rom"];
  const LogpFields fields = logp_fields(run.job.problem.collective, run.job.problem.timing);
  for (const TimedHop& hop : run.hops().hops) {
    CAPTURE(hop.from, hop.to, hop.begin, hop.message);
    const Driven now = driven(rom, hop.from, hop.begin + 1);
    REQUIRE_FALSE(now.word.empty());
    const CyclicRow row = cyclic_row(fields, now.word);
    CHECK(row.base + (hop.message + row.offset) % row.size == hop.to);
  }
}

TEST_CASE("the periodic row of a processor in a round has the sends of that round", "[view]") {
  Scenario scenario = machine("12", {});
  scenario.ports = "3";
  scenario.messages = 7;
  scenario.algorithm = "rotation";
  Planned run(scenario);
  const Json rom = run.view()["rom"];
  const CompleteRoms roms =
      compile_complete_roms(dynamic_cast<const Complete&>(*run.job.problem.topology),
                            run.job.problem.collective, 3, run.run.plan().open);
  for (const TimedHop& hop : run.hops().hops) {
    CAPTURE(hop.from, hop.to, hop.begin, hop.message);
    const Driven now = driven(rom, hop.from, hop.begin + 1);
    REQUIRE_FALSE(now.word.empty());
    const auto base = static_cast<std::int64_t>(hop.begin / roms.step * roms.rate);
    CHECK(std::ranges::any_of(unpacked_row(row_format(roms), now.word), [&](const auto& send) {
      const std::int64_t number = base - send.offset;
      const std::int64_t last = roms.messages - 1;
      return send.send && send.line / 3 == hop.to &&
             (number == hop.message || (send.clip && number > last && hop.message == last));
    }));
  }
}
