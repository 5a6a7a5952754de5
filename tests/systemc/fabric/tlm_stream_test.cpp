// SPDX-License-Identifier: Apache-2.0
// Endpoints of a fabric with TLM-2.0 sockets. A child process runs each simulation, since SystemC
// has one kernel per process.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <functional>
#include <vector>

#include "romcast/core/error.hpp"
#include "romcast/networks/networks.hpp"
#include "romcast/run/worker_pool.hpp"
#include "systemc/romcast/systemc.hpp"

using namespace romcast;
using Catch::Contains;
using Catch::StartsWith;
using sc_core::SC_NS;
using sc_core::sc_time;

namespace {

constexpr double kCycle = 10;  // ns

std::string run_in_child(const std::function<std::string()>& work) {
  std::string text;
  run_in_children(
      1, [&](std::size_t) { return work(); },
      [&](std::size_t, const Answer& answer) { text = answer.value(); });
  return text;
}

std::string refusal_of(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

// Three tiles in a ring. Processors 0 and 1 each send one word and receive one word per frame, so
// that the shortest period is one clock: every clock is a slot of both flows.
Problem neighbours() {
  const auto ring = networks::family("ring", {{"processors", "3"}, {"tiles", "on"}});
  return {ring,
          Collective::of_flows(3, {{"there", 0, {1}, 1, 0}, {"back", 1, {0}, 1, 0}}),
          {},
          {{"period", "1"}}};
}

// Waits until the frames run and the first credits have arrived.
void begin(SystemcFabric& fabric) {
  sc_core::wait(fabric.started());
  sc_core::wait(100 * kCycle, SC_NS);
}

double now() { return sc_core::sc_time_stamp() / sc_time(1, SC_NS); }

struct Model : sc_core::sc_module {
  struct Got {
    std::uint64_t address = 0, word = 0;
    double at = 0;
  };
  tlm_utils::simple_initiator_socket<Model> out{"out"};
  tlm_utils::simple_target_socket<Model> in{"in"};
  std::function<void(Model&)> program;
  std::function<void(Model&, sc_time&)> busy{};
  std::vector<Got> got;
  sc_core::sc_event came{};
  tlm::tlm_response_status answer = tlm::TLM_OK_RESPONSE;

  Model(const sc_core::sc_module_name& name, std::function<void(Model&)> runs)
      : sc_module(name), program(std::move(runs)) {
    SC_HAS_PROCESS(Model);
    in.register_b_transport(this, &Model::store);
    SC_THREAD(work);
  }
  void work() { program(*this); }
  void store(tlm::tlm_generic_payload& transaction, sc_time& delay) {
    std::uint64_t word = 0;
    std::copy_n(transaction.get_data_ptr(), transaction.get_data_length(),
                reinterpret_cast<unsigned char*>(&word));
    got.push_back({transaction.get_address(), word, now()});
    transaction.set_response_status(answer);
    came.notify(sc_core::SC_ZERO_TIME);
    if (busy) busy(*this, delay);
  }
  void wait_for(std::size_t words) {
    while (got.size() < words) sc_core::wait(came);
  }
  // Writes `data`, in a transaction that `change` may modify; returns the text of the response, or
  // "a delay is left" if b_transport returned with a delay.
  std::string write(std::uint64_t address, std::vector<unsigned char> data,
                    const std::function<void(tlm::tlm_generic_payload&)>& change = {},
                    sc_time delay = sc_core::SC_ZERO_TIME) {
    tlm::tlm_generic_payload transaction;
    const auto bytes = static_cast<unsigned>(data.size());
    transaction.set_command(tlm::TLM_WRITE_COMMAND);
    transaction.set_address(address);
    transaction.set_data_ptr(data.data());
    transaction.set_data_length(bytes);
    transaction.set_streaming_width(bytes);
    if (change) change(transaction);
    out->b_transport(transaction, delay);
    if (delay != sc_core::SC_ZERO_TIME) return "a delay is left";
    return transaction.get_response_string();
  }
};

// Models at processors 0 and 1 of a fabric; the end of the first model's program stops the fabric.
struct Bench {
  SystemcFabric fabric;
  Model a, b;
  Bench(Problem problem, SystemcFabricSettings settings, std::function<void(Bench&)> of_a,
        std::function<void(Bench&)> of_b = {})
      : fabric("fabric", std::move(problem), settings),
        a("a",
          [this, of_a](Model&) {
            begin(fabric);
            of_a(*this);
            fabric.stop();
          }),
        b("b", [this, of_b](Model&) {
          if (of_b) of_b(*this);
        }) {
    a.out.bind(fabric.target(0));
    fabric.initiator(0).bind(a.in);
    b.out.bind(fabric.target(1));
    fabric.initiator(1).bind(b.in);
  }
  [[nodiscard]] std::uint64_t there(bool ends = true) const {
    return fabric.address(fabric.flow(0, 1), ends);
  }
};

SystemcFabricSettings bytes_of(unsigned bytes) {
  return {.payload = 8 * bytes, .cycle = sc_time(kCycle, SC_NS)};
}

std::string verdict(SystemcFabric& fabric) {
  const FabricReport report = fabric.report();
  return report.pass() ? "pass" : report.failures.front();
}

}  // namespace

// The sender's queue shows a word two clocks after the write; one clock later the word is on the
// sender's link to its router. With h links between the routers, the word is on the receiver's link
// h + 1 clocks after that, and the receiver's queue shows the word two clocks later
// (docs/fabric-rtl.md): 6 + h clocks in all, here with h = 1.
TEST_CASE("a write of a word returns in the clock that takes it, and it arrives 7 clocks later",
          "[systemc]") {
  const std::string text = run_in_child([]() -> std::string {
    std::string times;
    Bench bench(neighbours(), bytes_of(4), [&](Bench& all) {
      for (const double gap : {0.0, 3.0, 8.0, 500.0}) {
        sc_core::wait(gap, SC_NS);
        const double begin = now();
        const std::string answer = all.a.write(all.there(), {1, 2, 3, 4});
        const double taken = now();
        all.b.wait_for(all.b.got.size() + 1);
        times += fmt::format("{} {} {}, ", answer, taken > begin && taken <= begin + kCycle,
                             (all.b.got.back().at - taken) / kCycle);
      }
      times += fmt::format("{:x} {}", all.b.got[0].word, all.b.got[0].address == all.there());
    });
    sc_core::sc_start();
    return times + " " + verdict(bench.fabric);
  });
  const std::string each = "TLM_OK_RESPONSE true 7, ";
  CHECK(text == each + each + each + each + "4030201 true pass");
}

TEST_CASE("the delay of a write to a fabric comes before its words", "[systemc]") {
  const std::string text = run_in_child([]() -> std::string {
    double begin = 0, taken = 0;
    Bench bench(neighbours(), bytes_of(1), [&](Bench& all) {
      begin = now();
      (void)all.a.write(all.there(), {9}, {}, sc_time(12345, SC_NS));
      taken = now();
      all.b.wait_for(1);
    });
    sc_core::sc_start();
    const double arrived = bench.b.got.at(0).at;
    return fmt::format("{} {}", taken > begin + 12345 && taken <= begin + 12345 + kCycle,
                       (arrived - taken) / kCycle);
  });
  CHECK(text == "true 7");
}

TEST_CASE("a write is a packet unless its address lets the packet go on", "[systemc]") {
  const std::string text = run_in_child([]() -> std::string {
    std::string words;
    Bench bench(neighbours(), bytes_of(3), [&](Bench& all) {
      // A burst; a burst whose streaming width is one word, so that all words have one address, as
      // for a FIFO; and a burst that does not end its packet.
      words += all.a.write(all.there(), {1, 0, 0, 2, 0, 0}) + "\n";
      words +=
          all.a.write(all.there(), {3, 0, 0, 4, 0, 0}, [](auto& t) { t.set_streaming_width(3); });
      words += "\n" + all.a.write(all.there(false), {5, 0, 0, 6, 0, 0xff}) + "\n";
      all.b.wait_for(6);
    });
    sc_core::sc_start();
    for (const Model::Got& got : bench.b.got) {
      const bool ends = got.address == bench.there(true);
      if (!ends && got.address != bench.there(false)) return "another address";
      words += fmt::format("{:x}{} ", got.word, ends ? "." : "");
    }
    return words + verdict(bench.fabric);
  });
  CHECK(text == "TLM_OK_RESPONSE\nTLM_OK_RESPONSE\nTLM_OK_RESPONSE\n1 2. 3 4. 5 ff0006 pass");
}

TEST_CASE("a write of several words takes a clock for each where every clock is a slot",
          "[systemc]") {
  const std::string text = run_in_child([]() -> std::string {
    double first = 0, last = 0;
    Bench bench(neighbours(), bytes_of(1), [&](Bench& all) {
      (void)all.a.write(all.there(), {0});
      first = now();
      (void)all.a.write(all.there(), std::vector<unsigned char>(50, 7));
      last = now();
      all.b.wait_for(51);
    });
    sc_core::sc_start();
    const auto& got = bench.b.got;
    return fmt::format("{} {}", (last - first) / kCycle, (got.back().at - got.front().at) / kCycle);
  });
  CHECK(text == "50 50");
}

TEST_CASE("a memory that takes long stops the writers of a fabric, and no word is lost",
          "[systemc]") {
  constexpr double kBusy = 100000;
  const auto with = [&](bool waits) {
    return run_in_child([&]() -> std::string {
      double returned = 0;
      std::uint64_t taken = 0;
      Bench bench(neighbours(), bytes_of(2), [&](Bench& all) {
        all.b.busy = [&](Model& model, sc_time& delay) {
          if (model.got.size() > 1) return;
          if (waits) sc_core::wait(kBusy, SC_NS);
          if (!waits) delay = sc_time(kBusy, SC_NS);
        };
        for (unsigned k = 0; k < 200; ++k) {
          const auto low = static_cast<unsigned char>(k);
          (void)all.a.write(all.there(), {low, 1});
          if (all.b.got.size() <= 1) ++taken;
        }
        returned = now();
        all.b.wait_for(200);
      });
      sc_core::sc_start();
      const auto& got = bench.b.got;
      for (std::size_t k = 0; k < got.size(); ++k) {
        if (got[k].word != 256 + k) return "another word";
      }
      const double released = got.at(0).at + kBusy;
      const FabricReport report = bench.fabric.report();
      // At most as many words are taken as both queues have slots, and the one in the memory. Words
      // on the path add nothing, since credits reserve slots for them in the receiver's queue.
      const std::uint64_t most = report.ends[0].tx.built + report.ends[1].rx.built + 1;
      return fmt::format("{} {} {} {} {}", got.size(), got[1].at >= released, returned > released,
                         taken > 2 && taken <= most, verdict(bench.fabric));
    });
  };
  CHECK(with(true) == "200 true true true pass");
  CHECK(with(false) == "200 true true true pass");
}

TEST_CASE("a memory with a delay of a cycle takes a word in each clock", "[systemc]") {
  const std::string text = run_in_child([]() -> std::string {
    Bench bench(neighbours(), bytes_of(1), [&](Bench& all) {
      all.b.busy = [](Model&, sc_time& delay) { delay = sc_time(kCycle, SC_NS); };
      (void)all.a.write(all.there(), std::vector<unsigned char>(40, 7));
      all.b.wait_for(40);
    });
    sc_core::sc_start();
    return fmt::format("{}", (bench.b.got.back().at - bench.b.got.front().at) / kCycle);
  });
  CHECK(text == "39");
}

TEST_CASE(
    "writes that name no flow of the processor, or no whole words, are answered with an error",
    "[systemc]") {
  const std::string text = run_in_child([]() -> std::string {
    std::string answers;
    const auto ring = networks::family("ring", {{"processors", "3"}, {"tiles", "on"}});
    // The fabric adds a reverse flow, which carries credits and no words.
    Bench bench(
        {ring, Collective::of_flows(3, {{"there", 0, {1}, 1, 0}}), {}, {}}, bytes_of(4),
        [&](Bench& all) {
          const std::uint64_t there = all.there();
          const auto add = [&](const std::string& answer) { answers += answer + "\n"; };
          add(all.b.write(there, {1, 2, 3, 4}));
          add(all.b.write(all.fabric.address(1), {1, 2, 3, 4}));  // there.credit
          add(all.a.write(16 * 2, {1, 2, 3, 4}));
          add(all.a.write(~std::uint64_t{0}, {1, 2, 3, 4}));
          add(all.a.write(there + 4, {1, 2, 3, 4}));
          add(all.a.write(there, {1, 2, 3}));
          add(all.a.write(there, {}));
          add(all.a.write(there, {1, 2, 3, 4, 5, 6, 7, 8},
                          [](auto& t) { t.set_streaming_width(2); }));
          add(all.a.write(there, {1, 2, 3, 4}, [](auto& t) { t.set_read(); }));
          unsigned char enable = 0xff;
          add(all.a.write(there, {1, 2, 3, 4}, [&](auto& t) { t.set_byte_enable_ptr(&enable); }));
          add(all.a.write(there, {1, 2, 3, 4}, [](auto& t) { t.set_data_ptr(nullptr); }));
        });
    sc_core::sc_start();
    return answers + fmt::format("{} {}", bench.b.got.size(), verdict(bench.fabric));
  });
  CHECK(text ==
        "TLM_ADDRESS_ERROR_RESPONSE\nTLM_ADDRESS_ERROR_RESPONSE\nTLM_ADDRESS_ERROR_RESPONSE\n"
        "TLM_ADDRESS_ERROR_RESPONSE\nTLM_ADDRESS_ERROR_RESPONSE\nTLM_BURST_ERROR_RESPONSE\n"
        "TLM_BURST_ERROR_RESPONSE\nTLM_BURST_ERROR_RESPONSE\nTLM_COMMAND_ERROR_RESPONSE\n"
        "TLM_BYTE_ENABLE_ERROR_RESPONSE\nTLM_GENERIC_ERROR_RESPONSE\n0 pass");
}

TEST_CASE("stop() answers writes that wait with an error, and those after it", "[systemc]") {
  const std::string text = run_in_child([]() -> std::string {
    std::string answers;
    Bench bench(
        neighbours(), bytes_of(1), [](Bench& all) { sc_core::wait(all.a.came); },
        [&](Bench& all) {
          sc_core::wait(all.fabric.started());
          const std::uint64_t back = all.fabric.address(all.fabric.flow(1, 0));
          answers += all.b.write(back, std::vector<unsigned char>(1000, 1)) + "\n";
          answers += all.b.write(back, {1}) + "\n";
        });
    sc_core::sc_start();
    const bool some = !bench.a.got.empty() && bench.a.got.size() < 1000;
    return answers + fmt::format("{} {}", some, verdict(bench.fabric));
  });
  CHECK(text == "TLM_GENERIC_ERROR_RESPONSE\nTLM_GENERIC_ERROR_RESPONSE\ntrue pass");
}

TEST_CASE("a fabric ends although a memory never returns, and answers writes that wait",
          "[systemc]") {
  const std::string text = run_in_child([]() -> std::string {
    std::string answer;
    sc_core::sc_event never;
    Bench bench(
        neighbours(), bytes_of(1),
        [&](Bench& all) {
          all.a.busy = [&](Model&, sc_time&) { sc_core::wait(never); };
          sc_core::wait(1000 * kCycle, SC_NS);
        },
        [&](Bench& all) {
          sc_core::wait(all.fabric.started());
          answer = all.b.write(all.fabric.address(all.fabric.flow(1, 0)),
                               std::vector<unsigned char>(1000, 1));
        });
    sc_core::sc_start();
    return fmt::format("{} {}", answer, fmt::join(bench.fabric.report().failures, "; "));
  });
  CHECK_THAT(text,
             StartsWith("TLM_GENERIC_ERROR_RESPONSE") && Contains("a memory has not returned"));
}

TEST_CASE("a fabric ends once the memory has returned its last word", "[systemc]") {
  const std::string text = run_in_child([]() -> std::string {
    double ended = 0, returned = 0;
    Bench bench(
        neighbours(), bytes_of(1),
        [&](Bench& all) {
          all.b.busy = [&](Model&, sc_time&) {
            sc_core::wait(70000, SC_NS);
            returned = now();
          };
          (void)all.a.write(all.there(), {1});
        },
        [&](Bench& all) {
          sc_core::wait(all.fabric.done());
          ended = now();
        });
    sc_core::sc_start();
    return fmt::format("{} {} {}", returned > 70000, ended > returned, verdict(bench.fabric));
  });
  CHECK(text == "true true pass");
}

TEST_CASE("a memory that refuses a word fails the report of a fabric", "[systemc]") {
  const std::string text = run_in_child([]() -> std::string {
    Bench bench(neighbours(), bytes_of(1), [](Bench& all) {
      all.b.answer = tlm::TLM_ADDRESS_ERROR_RESPONSE;
      (void)all.a.write(all.there(), {1});
      all.b.wait_for(1);
    });
    sc_core::sc_start();
    return verdict(bench.fabric);
  });
  CHECK(text ==
        "the memory of processor 1 refuses 1 word; the first: a word of flow there at address 0x0 "
        "with TLM_ADDRESS_ERROR_RESPONSE");
}

namespace {

// An approximately timed model: sends requests by nb_transport_fw and receives responses on the
// backward path.
struct Timed : sc_core::sc_module, tlm::tlm_mm_interface {
  tlm_utils::simple_initiator_socket<Timed> out{"out"};
  sc_core::sc_event responded{};

  explicit Timed(const sc_core::sc_module_name& name) : sc_module(name) {
    out.register_nb_transport_bw(this, &Timed::backwards);
  }
  void free(tlm::tlm_generic_payload* /*transaction*/) override {}
  tlm::tlm_sync_enum backwards(tlm::tlm_generic_payload& /*transaction*/, tlm::tlm_phase& phase,
                               sc_time& /*delay*/) {
    if (phase == tlm::BEGIN_RESP) responded.notify(sc_core::SC_ZERO_TIME);
    return tlm::TLM_COMPLETED;
  }
  std::string write(std::uint64_t address, std::vector<unsigned char> data) {
    tlm::tlm_generic_payload transaction(this);
    transaction.acquire();
    transaction.set_command(tlm::TLM_WRITE_COMMAND);
    transaction.set_address(address);
    transaction.set_data_ptr(data.data());
    transaction.set_data_length(static_cast<unsigned>(data.size()));
    transaction.set_streaming_width(static_cast<unsigned>(data.size()));
    tlm::tlm_phase phase = tlm::BEGIN_REQ;
    sc_time delay;
    if (out->nb_transport_fw(transaction, phase, delay) != tlm::TLM_COMPLETED) {
      sc_core::wait(responded);
    }
    transaction.release();
    return transaction.get_response_string();
  }
};

}  // namespace

TEST_CASE("an approximately timed model writes to a fabric by phases", "[systemc]") {
  const std::string text = run_in_child([]() -> std::string {
    SystemcFabric fabric("fabric", neighbours(), bytes_of(1));
    Timed timed("timed");
    std::string answers;
    double taken = 0;
    Model writer("writer", [&](Model& self) {
      begin(fabric);
      answers = timed.write(fabric.address(fabric.flow(0, 1)), {42});
      taken = now();
      self.wait_for(1);
      fabric.stop();
    });
    timed.out.bind(fabric.target(0));
    fabric.initiator(1).bind(writer.in);
    writer.out.bind(fabric.target(2));
    sc_core::sc_start();
    return fmt::format("{} {} {} {}", answers, writer.got.at(0).word,
                       (writer.got.at(0).at - taken) / kCycle, verdict(fabric));
  });
  CHECK(text == "TLM_OK_RESPONSE 42 7 pass");
}

TEST_CASE("a processor of a fabric has sockets or an endpoint, and flows have numbers",
          "[systemc]") {
  struct Idle final : StreamEndpoint {
    std::optional<StreamWord> send(std::uint64_t) override { return std::nullopt; }
    void receive(const StreamWord&, std::uint64_t) override {}
  };
  const std::string text = run_in_child([]() -> std::string {
    SystemcFabric fabric("fabric", neighbours(), bytes_of(5));
    Idle idle;
    fabric.attach(0, idle);
    (void)fabric.target(1);
    return fmt::format(
        "{}\n{}\n{}\n{}\n{}\n{}", fabric.word_bytes(), refusal_of([&] { (void)fabric.target(0); }),
        refusal_of([&] { fabric.attach(0, idle); }), refusal_of([&] { fabric.attach(1, idle); }),
        refusal_of([&] { (void)fabric.initiator(3); }),
        refusal_of([&] { (void)fabric.address(2); }));
  });
  CHECK(text ==
        "5\n`processor` 0: it has an endpoint, and no sockets\n"
        "`processor` 0: it has an endpoint already\n`processor` 1: it has sockets already\n"
        "`processor` 3: the fabric has no such endpoint\n"
        "`flow` 2: the fabric has 2 flows, numbered from 0");
}
