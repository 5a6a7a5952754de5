// SPDX-License-Identifier: Apache-2.0
// Words of endpoints cross every kind of machine that moves messages. A child process runs each
// simulation, since SystemC has one kernel per process.
#include <catch2/catch.hpp>
#include <functional>
#include <map>
#include <memory>
#include <sstream>

#include "romcast/core/error.hpp"
#include "romcast/networks/networks.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/cosimulation.hpp"
#include "romcast/run/worker_pool.hpp"

using namespace romcast;

namespace {

std::string in_child(const std::function<std::string()>& work) {
  std::string text;
  run_in_children(
      1, [&](std::size_t) { return work(); },
      [&](std::size_t, const Answer& answer) { text = answer.value(); });
  return text;
}

std::uint64_t word_of(MessageId message) { return (message * 2654435761U + 12345U) & 0xffff; }

// Sends word_of() with each message but `without`, and checks the words that arrive.
class Checker final : public Endpoint {
 public:
  MessageId without = kNone;
  std::uint64_t sent = 0, received = 0, empty = 0, wrong = 0;

  std::optional<std::uint64_t> send(const Outgoing& outgoing) override {
    ++sent;
    if (outgoing.message == without) return std::nullopt;
    return word_of(outgoing.message);
  }
  void receive(const Incoming& incoming) override {
    ++received;
    if (!incoming.word) {
      ++empty;
    } else if (*incoming.word != word_of(incoming.message)) {
      ++wrong;
    }
  }
};

struct Seen {
  Report report;
  std::uint64_t sent = 0, received = 0, empty = 0, wrong = 0;
};

Seen run_with_checkers(Run& run, MessageId without = kNone) {
  std::vector<std::unique_ptr<Checker>> checkers;
  Cosimulation cosimulation;
  for (std::size_t p = 0; p < run.network().processors(); ++p) {
    checkers.push_back(std::make_unique<Checker>());
    checkers.back()->without = without;
    cosimulation.endpoints.push_back(checkers.back().get());
  }
  Seen seen{.report = run.report(cosimulation)};
  for (const auto& checker : checkers) {
    seen.sent += checker->sent;
    seen.received += checker->received;
    seen.empty += checker->empty;
    seen.wrong += checker->wrong;
  }
  return seen;
}

std::string summary(const Seen& seen) {
  std::ostringstream text;
  text << (seen.report.pass() ? "pass" : "fail") << ", " << seen.sent << " sent, " << seen.received
       << " received, " << seen.empty << " empty, " << seen.wrong << " wrong, "
       << seen.report.hardware->missed << " missed";
  for (const std::string& failure : seen.report.failures()) text << "\n" << failure;
  return text.str();
}

std::string words_cross(const std::function<Job()>& job) {
  return in_child([&] {
    Run run(job());
    return summary(run_with_checkers(run));
  });
}

Job job_of(const networks::Network& network, CollectiveKind kind, Asked asked = {},
           const std::string& algorithm = {}, std::optional<Control> control = {}) {
  asked.word_bits = 16;
  return make_job(make_problem(network, kind, asked),
                  {.algorithm = algorithm, .hardware = {.control = control}});
}

// The summary() of a run without errors that sends `messages` messages and makes `deliveries`
// deliveries.
std::string all(std::uint64_t messages, std::uint64_t deliveries) {
  return "pass, " + std::to_string(messages) + " sent, " + std::to_string(deliveries) +
         " received, 0 empty, 0 wrong, 0 missed";
}

constexpr Ports kMulti{.kind = Ports::Kind::multi}, kSingle{.kind = Ports::Kind::single};

}  // namespace

TEST_CASE("Words cross nodes with stores led by ROMs", "[endpoints]") {
  CHECK(words_cross([] {
          return job_of(networks::torus({4, 4}), CollectiveKind::alltoall);
        }) == all(16 * 15, 16 * 15));
  CHECK(words_cross([] {
          return job_of(networks::mesh({3, 3}), CollectiveKind::allgather, {.messages = 2});
        }) == all(18, 18 * 8));
  CHECK(words_cross([] { return job_of(networks::hypercube(3), CollectiveKind::broadcast); }) ==
        all(1, 7));
}

TEST_CASE("Words cross star graphs that follow local rules", "[endpoints]") {
  CHECK(words_cross([] {
          return job_of(networks::star_graph(4), CollectiveKind::alltoall, {}, "cyclic");
        }) == all(24 * 23, 24 * 23));
}

TEST_CASE("Words cross the switches of trees, by rule and by ROM", "[endpoints]") {
  CHECK(words_cross([] {
          return job_of(networks::fat_tree(2, 3), CollectiveKind::alltoall, {.ports = kSingle},
                        "upward-first-credit");
        }) == all(8 * 7, 8 * 7));
  CHECK(words_cross([] {
          return job_of(networks::fat_tree(2, 3), CollectiveKind::allgather, {.ports = kMulti});
        }) == all(8, 8 * 7));
  CHECK(words_cross([] {
          return job_of(networks::fat_tree(2, 3), CollectiveKind::alltoall, {.ports = kSingle},
                        "upward-first", Control::rom);
        }) == all(8 * 7, 8 * 7));
}

TEST_CASE("Words cross the crossbar of a fully connected network", "[endpoints]") {
  CHECK(words_cross([] {
          return job_of(networks::complete(7), CollectiveKind::broadcast,
                        {.ports = kSingle, .messages = 5});
        }) == all(5, 5 * 6));
}

TEST_CASE("Words cross LogP machines, also where processors pass messages on", "[endpoints]") {
  Asked asked;
  asked.ports = kSingle;
  asked.timing = {.latency = 5, .overhead = 2, .gap = 3};
  CHECK(words_cross([&] {
          return job_of(networks::complete(8), CollectiveKind::broadcast, asked);
        }) == all(1, 7));
  CHECK(words_cross([&] {
          return job_of(networks::complete(8), CollectiveKind::alltoall, asked);
        }) == all(8 * 7, 8 * 7));
}

TEST_CASE("Words of an exchange reach those who want them", "[endpoints]") {
  CHECK(words_cross([] {
          const auto torus = networks::torus({3, 3});
          const Collective exchange =
              Collective::of_demands(9, {{0, {1, 4, 8}}, {5, {0}}, {5, {2, 3}}});
          return make_job(Problem{torus, exchange.carrying(16), {}, {}});
        }) == all(3, 6));
}

TEST_CASE("A message without a word is missed, and its receiver gets none", "[endpoints]") {
  const std::string text = in_child([] {
    Run run(job_of(networks::torus({4, 4}), CollectiveKind::alltoall));
    const Seen seen = run_with_checkers(run, 3 * 16 + 5);
    return summary(seen) + (seen.report.hardware->trace_equals_plan ? "\nas planned" : "");
  });
  CHECK(text.starts_with("fail, 240 sent, 240 received, 1 empty, 0 wrong, 1 missed\n"));
  CHECK(text.find("1 message left without a word of the endpoint; the first: message 3>5 of "
                  "processor 3 in cycle ") != std::string::npos);
  CHECK(text.ends_with("\nas planned"));
}

TEST_CASE("A run with words has the cycles, hops and depths of the run without", "[endpoints]") {
  const std::string text = in_child([] {
    Run run(job_of(networks::torus({4, 4}), CollectiveKind::alltoall));
    const Seen seen = run_with_checkers(run);
    Run other(make_job(make_problem(networks::torus({4, 4}), CollectiveKind::alltoall)));
    const Verdict& plan = other.verdict();
    const Measured& measured = *seen.report.hardware;
    return std::to_string(measured.cycles == plan.cycles) +
           std::to_string(measured.hops == plan.hops && measured.hops == 512) +
           std::to_string(measured.depths.front().needed == other.depths().front().needed);
  });
  CHECK(text == "111");
}

TEST_CASE("Endpoints that do not fit are refused in a line", "[endpoints]") {
  const auto refusal = [](const std::function<void()>& work) {
    try {
      work();
    } catch (const InputError& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  const auto ring = networks::ring(4);
  CHECK(refusal([&] { job_of(ring, CollectiveKind::allreduce); }) ==
        "`word_bits` 16 `collective` allreduce: it combines values; only messages that are moved "
        "carry words");
  CHECK(refusal([&] { make_problem(ring, CollectiveKind::alltoall, {.word_bits = 61}); }) ==
        "`word_bits` 61: a message carries 1 to 60 bits");
  const auto told = [&](unsigned bits, std::size_t count, const std::function<void()>& also) {
    return in_child([&, bits, count] {
      return refusal([&] {
        std::vector<Checker> checkers(4);
        Cosimulation cosimulation;
        for (std::size_t p = 0; p < count; ++p) cosimulation.endpoints.push_back(&checkers[p]);
        Run run(make_job(
            make_problem(networks::ring(4), CollectiveKind::alltoall, {.word_bits = bits})));
        if (also) also();
        run.measure(cosimulation);
      });
    });
  };
  CHECK(told(0, 4, {}) ==
        "`endpoints`: the messages of this job carry no words; set Asked::word_bits, or take "
        "Collective::carrying");
  CHECK(told(16, 3, {}) == "`endpoints` 3: there are 4 processors; give one for each");
  // Two bits of address, two of tag, and a word-present bit.
  CHECK(told(60, 4, {}) ==
        "words of 60 bits: alltoall with 1 message each has room for 59 bits in flits of 64");
  CHECK(told(8, 4, {}).find("; words have 8 bits") != std::string::npos);
}

TEST_CASE("What an endpoint throws comes out of the run", "[endpoints]") {
  class Thrower final : public Endpoint {
   public:
    std::optional<std::uint64_t> send(const Outgoing&) override { return 1; }
    void receive(const Incoming&) override { throw std::runtime_error("no memory"); }
  };
  const std::string text = in_child([]() -> std::string {
    Run run(job_of(networks::ring(4), CollectiveKind::alltoall));
    std::vector<std::unique_ptr<Thrower>> throwers;
    Cosimulation cosimulation;
    for (int p = 0; p < 4; ++p) {
      throwers.push_back(std::make_unique<Thrower>());
      cosimulation.endpoints.push_back(throwers.back().get());
    }
    try {
      run.measure(cosimulation);
    } catch (const std::runtime_error& error) {
      return error.what();
    }
    return "";
  });
  CHECK(text == "no memory");
}
