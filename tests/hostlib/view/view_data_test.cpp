// SPDX-License-Identifier: Apache-2.0
// The data of the page of `romcast view`, compared with the judge's results and with values that
// were found by hand.
#include "romcast/view/view_data.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "romcast/core/complete.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/machines/crossbar/crossbar_rom.hpp"
#include "romcast/machines/logp/logp_rom.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/run.hpp"
#include "romcast/view/curves.hpp"

using namespace romcast;
using Json = nlohmann::ordered_json;

namespace {

struct Planned {
  romcast::Run run;
  Report report;
  const Job& job;
  explicit Planned(Problem problem, const std::string& algorithm = "")
      : run(make_job(std::move(problem), {.algorithm = algorithm})),
        report(run.report()),
        job(run.job()) {}
  [[nodiscard]] TimedHops hops() {
    const Problem& problem = job.problem;
    return timed_hops(*problem.topology, problem.collective, problem.timing, run.plan().open,
                      1'000'000);
  }
  [[nodiscard]] Json view(const ViewLimits& limits = {}) {
    return view_json(run, report.json(), limits);
  }
};

Problem tree(std::uint32_t arity, unsigned height, CollectiveKind kind, Ports::Kind ports) {
  return make_problem(std::make_shared<FatTree>(arity, height, "constant"), kind,
                      {.ports = {ports}});
}

std::uint32_t most(const std::vector<std::vector<DepthChange>>& depths) {
  std::uint32_t most = 0;
  for (const auto& node : depths) {
    for (const DepthChange& change : node) most = std::max(most, change.depth);
  }
  return most;
}

Problem machine(std::uint32_t processors, Timing timing, std::uint32_t messages = 1,
                Ports ports = {Ports::Kind::single}) {
  return make_problem(std::make_shared<Complete>(processors), CollectiveKind::broadcast,
                      {.ports = ports, .messages = messages, .timing = timing});
}

// The control word that drives a processor in a cycle, where cycles count from 1. `word`: the
// control word, lowest 32 bits first; empty after the end of the program. `since`: the cycle in
// which the program entry that contains the control word begins.
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
  for (const auto kind :
       {CollectiveKind::broadcast, CollectiveKind::scatter, CollectiveKind::gather,
        CollectiveKind::allgather, CollectiveKind::alltoall}) {
    for (const auto ports : {Ports::Kind::single, Ports::Kind::multi}) {
      CAPTURE(name(kind), Ports{ports}.name());
      Planned run(tree(2, 3, kind, ports));
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
  Planned run(machine(8, {.latency = 6, .overhead = 2, .gap = 4}));
  // Figure 1 of Karp, Sahay, Santos & Schauser 1993.
  std::vector<std::uint64_t> times;
  for (const TimedHop& hop : run.hops().hops) times.push_back(hop.end);
  std::ranges::sort(times);
  CHECK(times == std::vector<std::uint64_t>{10, 14, 18, 20, 22, 24, 24});
  CHECK(run.hops().last == 24);
}

TEST_CASE("curves count every hop and every delivery once", "[view]") {
  Planned run(tree(3, 2, CollectiveKind::alltoall, Ports::Kind::multi));
  const Json curves = run.view({.shown = 20, .bins = 7})["curves"];
  CHECK(sum(curves["delivered"]) == 9 * 8);
  std::uint64_t held = 0;
  for (const Json& use : curves["uses"]) held += sum(use["held"]);
  CHECK(held == run.report.plan->hops);
}

TEST_CASE("a long run is sampled by whole messages and says so", "[view]") {
  Planned run(tree(2, 4, CollectiveKind::alltoall, Ports::Kind::multi));
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
  Planned run(tree(2, 4, CollectiveKind::alltoall, Ports::Kind::multi));
  const Json json = run.view({.read = 100});
  CHECK_THAT(json["sampled"].get<std::string>(), Catch::Contains("only the first"));
  CHECK(json["last"].get<std::uint64_t>() < run.report.plan->cycles);
}

TEST_CASE("a network too large to be drawn has curves but no links and no ROM words", "[view]") {
  Planned run(tree(2, 3, CollectiveKind::gather, Ports::Kind::single));
  const Json json = run.view({.nodes = 10});
  CHECK(json["network"]["drawn"] == false);
  CHECK(json["network"]["channels"].empty());
  CHECK(json["rom"].contains("none"));
  CHECK(sum(json["curves"]["delivered"]) == 7);
}

TEST_CASE("ROM programs begin with the first cycle and send as often as the plan", "[view]") {
  // Processor 0 scatters: it sends in every cycle until all of its 7 messages have left.
  Planned run(tree(2, 3, CollectiveKind::scatter, Ports::Kind::single));
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
      CHECK(sends.contains(cycle) == ((word & 1U) == 1));  // the word is {slot, send}
    }
  }
}

TEST_CASE("the timed row of a LogP processor in a cycle is the one that sends", "[view]") {
  Planned run(machine(8, {.latency = 6, .overhead = 2, .gap = 4}));
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
  Planned run(machine(10, {.latency = 3, .overhead = 0, .gap = 1}, 8), "block-cyclic");
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
  Planned run(machine(12, {}, 7, {Ports::Kind::several, 3}), "rotation");
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
