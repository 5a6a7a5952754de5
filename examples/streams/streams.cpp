// SPDX-License-Identifier: Apache-2.0
// Four accelerators on a 2x2 torus send packets of four words to each other, over the Verilog of a
// fabric. Each accelerator is a SystemC module with a thread that computes. The fabric takes a word
// when a slot of the word's flow comes, and stops a receiver's senders while the receiver is busy.
#include <deque>
#include <iostream>
#include <map>
#include <memory>
#include <romcast/romcast.hpp>
#include <romcast/systemc.hpp>
#include <systemc>

using namespace romcast;

namespace {

constexpr NodeId kProcessors = 4;
constexpr std::uint32_t kPackets = 25, kPacketWords = 4;

std::uint64_t word_of(std::uint32_t flow, std::uint32_t number) {
  return (flow << 20) + number * 3 + 1;
}

class Accelerator : public sc_core::sc_module, public StreamEndpoint {
 public:
  sc_core::sc_event finished{};
  std::uint32_t wrong = 0, received = 0;

  Accelerator(const sc_core::sc_module_name& name, SystemcFabric& fabric, NodeId number)
      : sc_module(name), fabric_(fabric), number_(number) {
    SC_HAS_PROCESS(Accelerator);
    SC_THREAD(work);
  }

  // The fabric calls these: send() for the next word once the previous one has been taken, ready()
  // in each clock, and receive() for each word that arrives.
  std::optional<StreamWord> send(std::uint64_t) override {
    if (out_.empty()) return std::nullopt;
    const StreamWord word = out_.front();
    out_.pop_front();
    return word;
  }
  bool ready(std::uint64_t clock) override { return (clock + number_) % 5 != 0; }
  void receive(const StreamWord& word, std::uint64_t) override {
    std::uint32_t& number = numbers_[word.flow];
    const bool last = number % kPacketWords == kPacketWords - 1;
    if (word.data != word_of(word.flow, number) || word.last != last) ++wrong;
    ++number;
    if (++received == (kProcessors - 1) * kPackets * kPacketWords) finished.notify();
  }

 private:
  // Repeatedly computes a packet for each other accelerator.
  void work() {
    for (std::uint32_t packet = 0; packet < kPackets; ++packet) {
      for (NodeId to = 0; to < kProcessors; ++to) {
        if (to == number_) continue;
        const std::uint32_t flow = fabric_.flow(number_, to);
        for (std::uint32_t k = 0; k < kPacketWords; ++k) {
          out_.push_back({flow, word_of(flow, packet * kPacketWords + k), k == kPacketWords - 1});
        }
        wait(7, sc_core::SC_NS);
      }
    }
  }

  SystemcFabric& fabric_;
  const NodeId number_;
  std::deque<StreamWord> out_;
  std::map<std::uint32_t, std::uint32_t> numbers_;  // by flow: words received
};

class Controller : public sc_core::sc_module {
 public:
  Controller(const sc_core::sc_module_name& name, SystemcFabric& fabric,
             const std::vector<std::unique_ptr<Accelerator>>& accelerators)
      : sc_module(name), fabric_(fabric) {
    SC_HAS_PROCESS(Controller);
    for (const auto& accelerator : accelerators) finished_ &= accelerator->finished;
    SC_THREAD(work);
  }

 private:
  void work() {
    wait(finished_);
    fabric_.stop();
  }
  SystemcFabric& fabric_;
  sc_core::sc_event_and_list finished_;
};

}  // namespace

int sc_main(int, char**) {
  try {
    const auto torus = networks::family("torus", {{"dims", "2x2"}, {"tiles", "on"}});
    SystemcFabric fabric("fabric", make_problem(torus, CollectiveKind::alltoall),
                         {.payload = 32, .cycle = {1, sc_core::SC_NS}});
    std::vector<std::unique_ptr<Accelerator>> accelerators;
    for (NodeId p = 0; p < kProcessors; ++p) {
      accelerators.push_back(
          std::make_unique<Accelerator>(("accelerator" + std::to_string(p)).c_str(), fabric, p));
      fabric.attach(p, *accelerators[p]);
    }
    const Controller controller("controller", fabric, accelerators);
    sc_core::sc_start();

    const FabricReport report = fabric.report();
    std::uint32_t wrong = 0, received = 0;
    for (const auto& accelerator : accelerators) {
      wrong += accelerator->wrong;
      received += accelerator->received;
    }
    std::cout << report.table() << "words " << received << " wrong " << wrong << "\n";
    return wrong == 0 && report.pass() ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "streams: " << error.what() << "\n";
    return 2;
  }
}
