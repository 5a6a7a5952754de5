// SPDX-License-Identifier: Apache-2.0
// The network as a module of a user's SystemC simulation. A child process runs each simulation,
// since SystemC has one kernel per process.
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <catch2/catch.hpp>
#include <functional>
#include <memory>

#include "romcast/core/error.hpp"
#include "romcast/networks/networks.hpp"
#include "romcast/report/report.hpp"
#include "romcast/run/worker_pool.hpp"
#include "systemc/romcast/systemc.hpp"

using namespace romcast;
using sc_core::SC_NS;
using sc_core::sc_time;

namespace {

std::string in_child(const std::function<std::string()>& work) {
  std::string text;
  run_in_children(
      1, [&](std::size_t) { return work(); },
      [&](std::size_t, const Answer& answer) { text = answer.value(); });
  return text;
}

networks::Network pair() {
  Graph two = Graph::numbered(2);
  two.join(0, 1);
  return networks::graph(two);
}

// Two processors exchange messages in cycle 1: processor 0 sends message 1, processor 1 message 2.
Job swap(unsigned word_bits = 32) {
  return make_job(make_problem(pair(), CollectiveKind::alltoall, {.word_bits = word_bits}));
}

struct Core : sc_core::sc_module {
  tlm_utils::simple_initiator_socket<Core> out{"out"};
  tlm_utils::simple_target_socket<Core> in{"in"};
  std::function<void(Core&)> program;
  std::vector<std::uint32_t> words;
  std::vector<std::uint64_t> addresses;
  std::vector<sc_time> times;
  tlm::tlm_response_status answer = tlm::TLM_OK_RESPONSE;

  Core(const sc_core::sc_module_name& name, std::function<void(Core&)> runs)
      : sc_module(name), program(std::move(runs)) {
    SC_HAS_PROCESS(Core);
    in.register_b_transport(this, &Core::store);
    SC_THREAD(work);
  }
  void work() { program(*this); }
  void store(tlm::tlm_generic_payload& transaction, sc_time&) {
    addresses.push_back(transaction.get_address());
    words.push_back(*reinterpret_cast<std::uint32_t*>(transaction.get_data_ptr()));
    times.push_back(sc_core::sc_time_stamp());
    transaction.set_response_status(answer);
  }
  // Writes `data`, in a transaction that `change` may modify; returns the text of the response.
  std::string write(std::uint64_t address, std::vector<std::uint32_t> data,
                    const std::function<void(tlm::tlm_generic_payload&)>& change = {},
                    sc_time delay = sc_core::SC_ZERO_TIME) {
    tlm::tlm_generic_payload transaction;
    const auto bytes = static_cast<unsigned>(4 * data.size());
    transaction.set_command(tlm::TLM_WRITE_COMMAND);
    transaction.set_address(address);
    transaction.set_data_ptr(reinterpret_cast<unsigned char*>(data.data()));
    transaction.set_data_length(bytes);
    transaction.set_streaming_width(bytes);
    if (change) change(transaction);
    out->b_transport(transaction, delay);
    return transaction.get_response_string();
  }
};

// Two cores on the network of a job.
struct Bench {
  Run run;
  SystemcNetwork network;
  Core a, b;
  Bench(Job job, SystemcSettings settings, std::function<void(Core&)> of_a,
        std::function<void(Core&)> of_b)
      : run(std::move(job)),
        network("network", run, std::move(settings)),
        a("a", std::move(of_a)),
        b("b", std::move(of_b)) {
    a.out.bind(network.target(0));
    network.initiator(0).bind(a.in);
    b.out.bind(network.target(1));
    network.initiator(1).bind(b.in);
  }
};

std::string refusal(const std::function<void()>& work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

void writes_at_once(Core& core) { core.write(core.basename() == std::string("a") ? 4 : 8, {7}); }

}  // namespace

TEST_CASE(
    "A written word leaves in its cycle and is written at its message's address at the end of the "
    "next",
    "[systemc]") {
  const std::string text = in_child([]() -> std::string {
    Bench bench(
        swap(), {.cycle = sc_time(10, SC_NS)}, [](Core& core) { core.write(4, {0xdeadbeef}); },
        [](Core& core) { core.write(8, {0xffffffff}); });
    sc_core::sc_start();
    const Report report = bench.network.report();
    return fmt::format("{} {} {} {} {}", report.pass(), bench.b.addresses.at(0),
                       bench.b.words.at(0), bench.b.times.at(0).to_string(), bench.a.words.at(0));
  });
  // Cycle 1 begins at 10 ns; a node delivers in cycle 2, which ends at 30 ns.
  CHECK(text == fmt::format("true 4 {} 30 ns {}", 0xdeadbeefU, 0xffffffffU));
}

TEST_CASE("A word must be written before its cycle begins", "[systemc]") {
  const auto missed_at = [](const sc_time& wait, const sc_time& delay) {
    return in_child([&]() -> std::string {
      Bench bench(
          swap(), {.cycle = sc_time(10, SC_NS)},
          [&](Core& core) {
            sc_core::wait(wait);
            core.write(4, {1}, {}, delay);
          },
          writes_at_once);
      sc_core::sc_start();
      const Report report = bench.network.report();
      return fmt::format("{} {} {}", report.hardware->missed, report.pass(), bench.b.words.size());
    });
  };
  CHECK(missed_at(sc_time(9, SC_NS), sc_core::SC_ZERO_TIME) == "0 true 1");
  CHECK(missed_at(sc_time(10, SC_NS), sc_core::SC_ZERO_TIME) == "1 false 0");
  CHECK(missed_at(sc_time(5, SC_NS), sc_time(4, SC_NS)) == "0 true 1");
  CHECK(missed_at(sc_time(5, SC_NS), sc_time(5, SC_NS)) == "1 false 0");
}

TEST_CASE("The write that takes effect last counts, whatever the order of calls", "[systemc]") {
  const auto arrived = [](double first, double second) {
    return in_child([=]() -> std::string {
      Bench bench(
          swap(), {.cycle = sc_time(10, SC_NS)},
          [=](Core& core) {
            core.write(4, {1}, {}, sc_time(first, SC_NS));
            core.write(4, {2}, {}, sc_time(second, SC_NS));
          },
          writes_at_once);
      sc_core::sc_start();
      return fmt::format("{}", fmt::join(bench.b.words, " "));
    });
  };
  CHECK(arrived(0, 25) == "1");  // the second write comes too late for cycle 1
  CHECK(arrived(5, 1) == "1");
  CHECK(arrived(1, 5) == "2");
  CHECK(arrived(5, 5) == "2");
}

TEST_CASE("A network that waits begins when it is started", "[systemc]") {
  const std::string text = in_child([]() -> std::string {
    SystemcNetwork* network = nullptr;
    Bench bench(
        swap(), {.cycle = sc_time(10, SC_NS), .waits = true},
        [&](Core& core) {
          sc_core::wait(1000, SC_NS);
          core.write(4, {1});
          network->start();
          sc_core::wait(network->done());
        },
        writes_at_once);
    network = &bench.network;
    sc_core::sc_start();
    return fmt::format("{} {}", bench.network.report().pass(), bench.b.times.at(0).to_string());
  });
  CHECK(text == "true 1030 ns");
}

TEST_CASE("Writes that name no word of the processor are answered with an error", "[systemc]") {
  const std::string text = in_child([]() -> std::string {
    std::string answers;
    Bench bench(
        swap(24), {},
        [&](Core& core) {
          const auto add = [&](const std::string& answer) { answers += answer + "\n"; };
          add(core.write(8, {1}));          // a message of the other processor
          add(core.write(400, {1}));        // no message
          add(core.write(6, {1}));          // between two words
          add(core.write(4, {0x1000000}));  // 25 bits
          add(core.write(4, {1}, [](auto& t) { t.set_read(); }));
          add(core.write(4, {1}, [](auto& t) { t.set_streaming_width(2); }));
          unsigned char enable = 0xff;
          add(core.write(4, {1}, [&](auto& t) { t.set_byte_enable_ptr(&enable); }));
          add(core.write(0, {0, 5}));  // 0 is the word of processor 0 to itself, which is not sent
          sc_core::wait(20, SC_NS);
          add(core.write(4, {1}));  // the message has left
        },
        writes_at_once);
    sc_core::sc_start();
    return answers + fmt::format("{} {}", bench.network.report().pass(), bench.b.words.at(0));
  });
  CHECK(text ==
        "TLM_ADDRESS_ERROR_RESPONSE\nTLM_ADDRESS_ERROR_RESPONSE\nTLM_ADDRESS_ERROR_RESPONSE\n"
        "TLM_GENERIC_ERROR_RESPONSE\nTLM_COMMAND_ERROR_RESPONSE\nTLM_BURST_ERROR_RESPONSE\n"
        "TLM_BYTE_ENABLE_ERROR_RESPONSE\nTLM_OK_RESPONSE\nTLM_GENERIC_ERROR_RESPONSE\ntrue 5");
}

TEST_CASE("A memory that refuses a word fails the run", "[systemc]") {
  const std::string text = in_child([]() -> std::string {
    Bench bench(swap(), {}, writes_at_once, writes_at_once);
    bench.b.answer = tlm::TLM_ADDRESS_ERROR_RESPONSE;
    sc_core::sc_start();
    return bench.network.report().hardware->complaints.at(0);
  });
  CHECK(text ==
        "the memory of processor 1 refuses 1 word; the first: message 1 at address 0x4 with "
        "TLM_ADDRESS_ERROR_RESPONSE");
}

TEST_CASE("Simulating in steps gives the same, and a report too soon is refused", "[systemc]") {
  const std::string text = in_child([]() -> std::string {
    Bench bench(swap(), {.cycle = sc_time(10, SC_NS)}, writes_at_once, writes_at_once);
    sc_core::sc_start(25, SC_NS);
    const std::string soon = refusal([&] { bench.network.report(); });
    while (!bench.network.ended()) sc_core::sc_start(1, SC_NS);
    sc_core::sc_start(100, SC_NS);
    return soon + fmt::format("\n{} {}", bench.network.report().pass(),
                              bench.network.report().hardware->cycles);
  });
  CHECK(text ==
        "the network is in cycle 2, the plan has 1 and some cycles of drain; simulate until done() "
        "before the report\ntrue 1");
}

TEST_CASE("A report too soon names the cycle of the present time", "[systemc]") {
  const auto soon = [](double stop, bool waits) {
    return in_child([&] {
      Bench bench(swap(), {.waits = waits}, writes_at_once, writes_at_once);
      sc_core::sc_start(stop, SC_NS);
      return refusal([&] { bench.network.report(); });
    });
  };
  // Cycle t begins at t0 + t ns.
  CHECK(soon(0.5, false).starts_with("the network is in cycle 0,"));
  CHECK(soon(1.5, false).starts_with("the network is in cycle 1,"));
  CHECK(soon(4.5, false).starts_with("the network is in cycle 4,"));
  CHECK(soon(4.5, true).starts_with("the network is in cycle 0,"));  // it has not begun
}

TEST_CASE("Processors that do not exist or have two endpoints or none are refused", "[systemc]") {
  struct Idle final : Endpoint {
    std::optional<std::uint64_t> send(const Outgoing&) override { return 0; }
    void receive(const Incoming&) override {}
  };
  const auto told = [](const std::function<void(SystemcNetwork&, Endpoint&)>& use) {
    return in_child([&] {
      return refusal([&] {
        Run run(swap());
        SystemcNetwork network("network", run);
        Idle idle;
        use(network, idle);
        sc_core::sc_start();
      });
    });
  };
  CHECK(told([](SystemcNetwork& network, Endpoint&) { network.target(2); }) ==
        "`processor` 2: the network has 2, numbered from 0");
  CHECK(told([](SystemcNetwork& network, Endpoint&) { (void)network.address(4); }) ==
        "`message` 4: numbers are 0 to 3");
  CHECK(told([](SystemcNetwork& network, Endpoint& idle) {
          network.attach(0, idle);
          network.attach(0, idle);
        }) == "`processor` 0: it has an endpoint already");
  CHECK(told([](SystemcNetwork& network, Endpoint& idle) {
          network.attach(0, idle);
          network.target(0);
        }) == "`processor` 0: it has an endpoint, and no sockets");
  CHECK(told([](SystemcNetwork& network, Endpoint& idle) { network.attach(0, idle); }) ==
        "`processor` 1: it sends messages; attach an endpoint, or bind an initiator socket to "
        "target(1)");
}

TEST_CASE("A network after the simulation's start, or of a job without words, is refused",
          "[systemc]") {
  CHECK(in_child([] {
          return refusal([] {
            Run run(make_job(make_problem(pair(), CollectiveKind::alltoall)));
            SystemcNetwork network("network", run);
          });
        }) ==
        "`word_bits` 0: the messages of this job carry no words; set Asked::word_bits, or take "
        "Collective::carrying");
  CHECK(in_child([] {
          return refusal([] {
            Bench bench(swap(), {}, writes_at_once, writes_at_once);
            sc_core::sc_start();
            Run again(swap());
            SystemcNetwork network("again", again);
          });
        }) ==
        "a SystemcNetwork is built before the simulation starts, and SystemC has one simulation "
        "per process");
}
