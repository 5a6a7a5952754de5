// SPDX-License-Identifier: Apache-2.0
// Schedules that violate a rule of LogP machines, injected into the hardware without the command
// line: both the judge and the hardware must reject each.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <fstream>
#include <set>
#include <stdexcept>

#include "romcast/judge/judge.hpp"
#include "runs.hpp"
#include "systemc/cosimulation.hpp"
#include "systemc/logp/logp_hardware.hpp"

namespace {

using namespace romcast;
using Json = nlohmann::ordered_json;

constexpr std::uint32_t kProcessors = 8;
constexpr Timing kTiming{.latency = 6, .overhead = 2, .gap = 4};  // Karp, Figure 1; L + 2o = 10

struct Case {
  CollectiveKind kind;
  std::vector<Hop> hops;
  std::uint32_t messages = 1;
  bool ordered = false;
  std::vector<std::vector<std::uint32_t>> operands{};  // for a summation
};

// The names of the kinds of violations that the judge finds, except lost messages, since these
// short schedules need not deliver all messages.
std::set<std::string> judged(const Case& c) {
  const Complete network(kProcessors);
  const Verdict verdict =
      judge(network, Collective(c.kind, kProcessors, 0, c.messages), Ports{Ports::Kind::single},
            stored_schedule(c.hops), std::nullopt, kTiming);
  std::set<std::string> kinds;
  for (const Violation& violation : verdict.violations) {
    if (violation.kind != ViolationKind::message_lost) kinds.emplace(name(violation.kind));
  }
  return kinds;
}

Json simulated(const Case& c) {
  const auto network = std::make_shared<Complete>(kProcessors);
  const Collective collective(c.kind, kProcessors, 0, c.messages);
  auto roms = std::make_shared<LogpRoms>();
  roms->timed = compile_timed_roms(*network, collective, kTiming, stored_schedule(c.hops));
  Cycle last = 0;
  for (const Hop& hop : c.hops) last = std::max(last, hop.cycle);
  const auto hardware =
      std::make_shared<LogpHardware>(LogpNodes{.complete = network,
                                               .collective = collective,
                                               .timing = kTiming,
                                               .roms = roms,
                                               .operands = c.operands,
                                               .maps = c.ordered ? Maps::in_order : Maps::commuting,
                                               .last_hop = last,
                                               .cycles = last + kTiming.delay() + 20});
  std::uint64_t traced = 0;
  const CosimulationRequest request{
      .topology = network,
      .hardware = hardware,
      .last_hop = last,
      .trace = [&traced](std::span<const LinkFlit> flits) { traced += flits.size(); }};
  const ModelStore store;
  std::vector<ModelSpec> specs = models_for(request);
  specs.push_back(ModelStore::time_base_spec());
  store.prepare(specs);
  const Readings result = cosimulate(request, store);
  Json report{{"complaints", result.complaints}, {"traced", traced}};
  std::int64_t underflows = 0;
  for (const NodeRegisters& one : result.switches) {
    underflows += one.registers.at("underflow");
  }
  report["underflows"] = underflows;
  report["contention"] = result.crossbar->at("contention");
  return report;
}

// Runs in a child: SystemC elaborates once per process.
Json run(const Case& c) {
  const romcast::test::TemporaryFolder folder;
  const std::string file = folder.file("result");
  const pid_t child = fork();
  if (child < 0) throw std::runtime_error("cannot start a child process");
  if (child == 0) {
    Json report;
    try {
      report = simulated(c);
    } catch (const std::exception& error) {
      report = {{"error", error.what()}};
    }
    std::ofstream(file) << report.dump();
    _exit(0);
  }
  waitpid(child, nullptr, 0);
  std::ifstream in(file);
  if (!in) throw std::runtime_error("a child process died");
  Json report = Json::parse(in);
  if (report.contains("error")) throw std::runtime_error(report["error"].get<std::string>());
  return report;
}

void check_legal(const Case& c) {
  CHECK(judged(c).empty());
  const Json report = run(c);
  INFO(report.dump());
  CHECK(report["complaints"].empty());
  CHECK(report["underflows"] == 0);
  CHECK(report["contention"] == 0);
}

using Kinds = std::set<std::string>;

// Expects exactly these violations from the judge, and these words from a processor.
void check_illegal(const Case& c, const Kinds& kinds, const std::string& complaint) {
  CHECK(judged(c) == kinds);
  CHECK_THAT(run(c)["complaints"].dump(), Catch::Contains(complaint));
}

// p0 has four messages.
Case spreading(std::vector<Hop> hops) { return {CollectiveKind::broadcast, std::move(hops), 4}; }
// p1, p2 and p3 receive a message each, and send it to p4 in these cycles.
Case meeting(const std::vector<Cycle>& sent) {
  Case c = spreading({{1, 0, 0, 1}, {5, 0, 1, 2}, {9, 0, 2, 3}});
  for (std::size_t i = 0; i < sent.size(); ++i) {
    c.hops.push_back({sent[i], static_cast<LinkId>(i + 1), static_cast<MessageId>(i), 4});
  }
  return c;
}
// p1 receives a second message during [28, 30), that is in cycles 29 and 30; p1 forwards its first
// message in cycle `sent`.
Case crossing(Cycle sent) { return spreading({{1, 0, 0, 1}, {21, 0, 1, 1}, {sent, 1, 0, 2}}); }
// p1 sends the sum of its two operands to p0, which has three operands.
Case summing(Cycle sent, Cycle added) {
  return {CollectiveKind::summation,
          {{1, 1, kAdd, 1}, {1, 0, kAdd, 1}, {sent, 1, 0, 0}, {added, 0, kAdd, 1}},
          5,
          true,
          {{0, 1, 4}, {2, 3}, {}, {}, {}, {}, {}, {}}};
}

}  // namespace

TEST_CASE("Sends closer than the gap are refused by judge and hardware") {
  check_legal(spreading({{1, 0, 0, 1}, {5, 0, 0, 2}}));
  check_illegal(spreading({{1, 0, 0, 1}, {4, 0, 0, 2}}), {"gap-too-short"},
                "p0 reports sends or receptions closer than the gap");
}

TEST_CASE("Receptions closer than the gap are refused by judge and hardware") {
  check_legal(meeting({21, 25}));
  check_illegal(meeting({21, 24}), {"gap-too-short"},
                "p4 reports sends or receptions closer than the gap");
}

TEST_CASE("Colliding overheads are refused by judge and hardware") {
  check_legal(crossing(27));
  check_legal(crossing(31));
  for (const Cycle sent : {28, 29, 30}) {
    check_illegal(crossing(sent), {"overheads-overlap"}, "p1 reports two things to do at once");
  }
}

TEST_CASE("More in transit from a processor than the capacity is refused") {
  // The capacity is ceil(L/g) = ceil(6/4) = 2.
  check_legal(spreading({{1, 0, 0, 1}, {5, 0, 0, 2}, {9, 0, 0, 3}}));
  check_illegal(spreading({{1, 0, 0, 1}, {3, 0, 0, 2}, {5, 0, 0, 3}}),
                {"gap-too-short", "capacity-exceeded"},
                "p0 reports more messages in transit from it than the capacity");
}

TEST_CASE("More in transit to a processor than the capacity is refused") {
  check_legal(meeting({21, 25, 29}));
  check_illegal(meeting({21, 23, 25}), {"gap-too-short", "capacity-exceeded"},
                "1 processors have more messages in transit to them than the capacity");
}

TEST_CASE("A send before its message can be used is refused by judge and hardware") {
  check_legal(spreading({{1, 0, 0, 1}, {11, 1, 0, 2}}));
  const Case early = spreading({{1, 0, 0, 1}, {7, 1, 0, 2}});
  CHECK(judged(early) == Kinds{"sent-before-arrival"});
  CHECK(run(early)["underflows"] == 1);
  const Case never = spreading({{1, 0, 0, 1}, {11, 1, 1, 2}});
  CHECK(judged(never) == Kinds{"sent-before-arrival"});
  CHECK(run(never)["underflows"] == 1);
}

TEST_CASE("A message that comes twice is refused by judge and hardware") {
  check_legal(spreading({{1, 0, 0, 1}, {5, 0, 1, 1}}));
  check_illegal(spreading({{1, 0, 0, 1}, {5, 0, 0, 1}}), {"delivered-twice"},
                "p1 reports a message that came twice");
}

TEST_CASE("Two messages to one processor at once are refused by judge and hardware") {
  const Case c = meeting({21, 21});
  const Kinds kinds = judged(c);
  CHECK(kinds.contains("gap-too-short"));
  CHECK(run(c)["contention"] == 1);
}

TEST_CASE("An addition while a processor is busy is refused by judge and hardware") {
  // p1 sends at time 1. p0 receives during [9, 11), adds the value during [11, 12), and then adds
  // an operand of its own.
  check_legal(summing(2, 13));
  for (const Cycle added : {10, 11, 12}) {
    CAPTURE(added);
    const Case c = summing(2, added);
    CHECK(judged(c).contains("processor-busy"));
    CHECK_THAT(run(c)["complaints"].dump(), Catch::Contains("p0 reports two things to do at once"));
  }
}

TEST_CASE("Operands that are added in another order are noticed") {
  Case c = summing(2, 13);
  std::swap(c.operands[0][2], c.operands[1][0]);
  CHECK_THAT(run(c)["complaints"].dump(),
             Catch::Contains("p0 gets all values, but not in their order"));
  c.ordered = false;
  CHECK(run(c)["complaints"].empty());
}

TEST_CASE("Operands that are missing or counted twice are noticed") {
  Case twice = summing(2, 13);
  twice.operands[1][1] = 4;
  CHECK_THAT(run(twice)["complaints"].dump(), Catch::Contains("p0 gets 5 values with sum"));
  Case less = summing(2, 13);
  less.operands[0].pop_back();
  const std::string complaints = run(less)["complaints"].dump();
  CHECK_THAT(complaints, Catch::Contains("is to add an operand but has none left"));
  CHECK_THAT(complaints, Catch::Contains("p0 gets 4 values with sum"));
}
