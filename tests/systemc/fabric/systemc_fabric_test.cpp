// SPDX-License-Identifier: Apache-2.0
// A fabric as a module of a user's SystemC simulation. A child process runs each simulation, since
// SystemC has one kernel per process.
#include <fmt/format.h>

#include <catch2/catch.hpp>
#include <functional>
#include <vector>

#include "romcast/core/error.hpp"
#include "romcast/networks/networks.hpp"
#include "romcast/run/worker_pool.hpp"
#include "systemc/romcast/systemc.hpp"

using namespace romcast;
using Catch::Contains;

namespace {

std::string in_fabric_child(const std::function<std::string()>& work) {
  std::string text;
  run_in_children(
      1, [&](std::size_t) { return work(); },
      [&](std::size_t, const Answer& answer) { text = answer.value(); });
  return text;
}

Problem ring_of_flows() {
  const auto ring = networks::family("ring", {{"processors", "3"}, {"tiles", "on"}});
  return {
      ring, Collective::of_flows(3, {{"there", 0, {1}, 2, 0}, {"all", 2, {0, 1}, 1, 0}}), {}, {}};
}

struct End : StreamEndpoint {
  std::vector<StreamWord> words{}, got{};
  std::vector<std::uint64_t> clocks{};
  std::uint64_t busy_until = 0;
  std::function<void()> when_got{};
  std::optional<StreamWord> send(std::uint64_t) override {
    if (words.empty()) return std::nullopt;
    const StreamWord word = words.front();
    words.erase(words.begin());
    return word;
  }
  bool ready(std::uint64_t clock) override { return clock >= busy_until; }
  void receive(const StreamWord& word, std::uint64_t clock) override {
    got.push_back(word);
    clocks.push_back(clock);
    if (when_got) when_got();
  }
};

}  // namespace

TEST_CASE("words of one's own endpoints arrive in order, with their flow and packet", "[systemc]") {
  const std::string told = in_fabric_child([] {
    SystemcFabric fabric("fabric", ring_of_flows(), {.payload = 64});
    std::vector<End> ends(3);
    for (NodeId p = 0; p < 3; ++p) fabric.attach(p, ends[p]);
    const std::uint32_t there = fabric.flow(0, 1);
    const auto all = static_cast<std::uint32_t>(std::ranges::find(fabric.flows(), "all") -
                                                fabric.flows().begin());
    for (std::uint64_t k = 0; k < 40; ++k) {
      ends[0].words.push_back({there, 0xfedcba9876543210ULL + k, k % 2 == 1});
    }
    ends[2].words = {{all, 7, false}, {all, 8, true}};
    ends[1].when_got = [&] {
      if (ends[1].got.size() == 42) fabric.stop();
    };
    sc_core::sc_start();
    if (!fabric.ended()) return std::string("not ended");
    const FabricReport report = fabric.report();
    if (!report.pass()) return report.failures.front();
    std::uint64_t next = 0, multicast = 7;
    for (const StreamWord& word : ends[1].got) {
      if (word.flow == all && word.data == multicast && word.last == (multicast == 8)) {
        ++multicast;
      } else if (word.flow == there && word.data == 0xfedcba9876543210ULL + next &&
                 word.last == (next % 2 == 1)) {
        ++next;
      } else {
        return std::string("another word");
      }
    }
    if (next != 40 || multicast != 9 || ends[0].got.size() != 2) return std::string("words lost");
    return fabric.flows().back();
  });
  CHECK(told == "there.credit");
}

TEST_CASE("a sink that is busy stops its senders, and no word is lost", "[systemc]") {
  const std::string told = in_fabric_child([] {
    const auto torus = networks::family("torus", {{"dims", "2x2"}, {"tiles", "on"}});
    SystemcFabric fabric("fabric", make_problem(torus, CollectiveKind::alltoall), {.payload = 8});
    std::vector<End> ends(4);
    for (NodeId p = 0; p < 4; ++p) fabric.attach(p, ends[p]);
    for (const NodeId p : {1, 2, 3}) {
      for (std::uint64_t k = 0; k < 200; ++k) ends[p].words.push_back({fabric.flow(p, 0), k, true});
    }
    ends[0].busy_until = 5000;
    ends[0].when_got = [&] {
      if (ends[0].got.size() == 600) fabric.stop();
    };
    sc_core::sc_start();
    const FabricReport report = fabric.report();
    if (!report.pass()) return report.failures.front();
    if (ends[0].clocks.front() < 5000) return std::string("a word came to a busy sink");
    if (report.ends[0].rx.high > report.ends[0].rx.built) return std::string("overfull");
    return std::to_string(ends[0].got.size()) + (report.ends[1].stalled > 0 ? " stalled" : "");
  });
  CHECK(told == "600 stalled");
}

TEST_CASE("on demand a frame takes a word of each flow, and no frame begins with less",
          "[systemc]") {
  const std::string told = in_fabric_child([] {
    SystemcFabric fabric("fabric", ring_of_flows(), {.payload = 16, .on_demand = true});
    std::vector<End> ends(3);
    for (NodeId p = 0; p < 3; ++p) fabric.attach(p, ends[p]);
    // A frame has two words of flow "there" and one of flow "all".
    for (std::uint64_t k = 0; k < 10; ++k) ends[0].words.push_back({0, k, true});
    for (std::uint64_t k = 0; k < 4; ++k) ends[2].words.push_back({1, 100 + k, true});
    ends[1].when_got = [&] {
      if (ends[1].got.size() == 12) fabric.stop();
    };
    sc_core::sc_start();
    const FabricReport report = fabric.report();
    return fmt::format("{} {} {}", fmt::join(fabric.flows(), " "), ends[0].got.size(),
                       report.failures.empty() ? "" : report.failures.front());
  });
  // Four frames; the fifth has no word of "all".
  CHECK(told == "there all 4 words wait for a frame, for which other sources have sent no words");
}

TEST_CASE("a reduction gives its root the combination of one word of each source", "[systemc]") {
  const std::string told = in_fabric_child([] {
    const auto torus = networks::family("torus", {{"dims", "2x2"}, {"tiles", "on"}});
    SystemcFabric fabric("fabric", make_problem(torus, CollectiveKind::reduce),
                         {.payload = 16, .operation = "max"});
    std::vector<End> ends(4);
    for (NodeId p = 0; p < 4; ++p) fabric.attach(p, ends[p]);
    const std::vector<std::vector<std::uint64_t>> sent{
        {5, 9, 1}, {7, 2, 1}, {6, 8, 1}, {3, 4, 65535}};
    for (NodeId p = 0; p < 4; ++p) {
      for (const std::uint64_t word : sent[p]) {
        ends[p].words.push_back({fabric.flow(p, 0), word, true});
      }
    }
    ends[0].when_got = [&] {
      if (ends[0].got.size() == 3) fabric.stop();
    };
    sc_core::sc_start();
    const FabricReport report = fabric.report();
    if (!report.pass()) return report.failures.front();
    return fmt::format("{} {} {}", ends[0].got.at(0).data, ends[0].got.at(1).data,
                       ends[0].got.at(2).data);
  });
  CHECK(told == "7 9 65535");
}

TEST_CASE("what an endpoint of a fabric does wrong ends the simulation", "[systemc]") {
  const std::string told = in_fabric_child([] {
    SystemcFabric fabric("fabric", ring_of_flows());
    End end;
    end.words = {{fabric.flow(0, 1), 1, true}};
    fabric.attach(1, end);  // the flow begins at processor 0
    sc_core::sc_start();
    try {
      (void)fabric.report();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string("no error");
  });
  CHECK_THAT(told, Contains("p1 sends a word of flow 0, which does not begin there"));
}

TEST_CASE("processors and flows that a fabric does not have are refused", "[systemc]") {
  const std::string told = in_fabric_child([] {
    SystemcFabric fabric("fabric", ring_of_flows());
    std::string text;
    const auto add = [&](const std::function<void()>& work) {
      try {
        work();
      } catch (const InputError& error) {
        text += std::string(error.what()) + "\n";
      }
    };
    End end;
    add([&] { fabric.attach(7, end); });
    add([&] { (void)fabric.flow(1, 0); });
    add([&] { (void)fabric.report(); });
    add([&] { const SystemcFabric wide("wide", ring_of_flows(), {.payload = 72}); });
    add([&] {
      const SystemcFabric still("still", ring_of_flows(), {.cycle = sc_core::SC_ZERO_TIME});
    });
    sc_core::sc_start(1, sc_core::SC_NS);
    add([&] { const SystemcFabric late("late", ring_of_flows()); });
    return text;
  });
  CHECK_THAT(told, Contains("`processor` 7: the fabric has no such endpoint") &&
                       Contains("`to` 0: no flow leads from processor 1 to it alone") &&
                       Contains("call stop()") && Contains("at most 64 bits") &&
                       Contains("a cycle of no time") &&
                       Contains("built before the simulation starts"));
}

TEST_CASE("two fabrics of a simulation end by themselves, in any order", "[systemc]") {
  const bool in_order = GENERATE(false, true);
  const std::string told = in_fabric_child([in_order] {
    auto first = std::make_unique<SystemcFabric>("first", ring_of_flows());
    auto second = std::make_unique<SystemcFabric>("second", ring_of_flows());
    sc_core::sc_start(5, sc_core::SC_US);
    first->stop();
    second->stop();
    sc_core::sc_start(5, sc_core::SC_US);
    const bool pass = first->report().pass() && second->report().pass();
    (in_order ? first : second).reset();
    (in_order ? second : first).reset();
    return std::string(pass ? "pass" : "fail");
  });
  CHECK(told == "pass");
}

TEST_CASE("a fabric whose words cannot arrive ends, and says why", "[systemc]") {
  const auto ended = [](bool credits, std::uint64_t busy_until) {
    return in_fabric_child([=] {
      SystemcFabric fabric("fabric", ring_of_flows(), {.credits = credits});
      std::vector<End> ends(3);
      for (NodeId p = 0; p < 3; ++p) fabric.attach(p, ends[p]);
      for (std::uint64_t k = 0; k < 500; ++k) ends[0].words.push_back({0, k, true});
      ends[1].busy_until = busy_until;
      sc_core::sc_start(5, sc_core::SC_US);
      fabric.stop();
      sc_core::sc_start(1, sc_core::SC_MS);
      return fabric.ended() ? fabric.report().failures.front() : std::string("still runs");
    });
  };
  // Without credits the queue of the sink overflows; with credits the queue keeps its words for
  // ever.
  CHECK_THAT(ended(false, 4000), Contains("they were dropped, or a sink is not ready"));
  CHECK_THAT(ended(true, ~std::uint64_t{0}), Contains("a sink is not ready"));
}

TEST_CASE("words that arrive at a processor without endpoint and memory fail the report",
          "[systemc]") {
  const std::string told = in_fabric_child([] {
    SystemcFabric fabric("fabric", ring_of_flows());
    End end;
    end.words = {{0, 1, true}, {0, 2, true}};
    fabric.attach(0, end);
    sc_core::sc_start(5, sc_core::SC_US);
    fabric.stop();
    sc_core::sc_start(1, sc_core::SC_MS);
    return fabric.report().failures.front();
  });
  CHECK(told == "2 words for processor 1, which has neither an endpoint nor a memory");
}
