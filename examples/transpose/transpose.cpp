// SPDX-License-Identifier: Apache-2.0
// 16 accelerators transpose a 32x32 matrix over the Verilog of a 4x4 torus. Each computes two rows,
// sends a block of 2x2 words to every other accelerator by TLM-2.0, and checks the columns that it
// receives.
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <iostream>
#include <memory>
#include <romcast/romcast.hpp>
#include <romcast/systemc.hpp>
#include <systemc>
#include <vector>

using namespace romcast;

namespace {

constexpr std::uint32_t kProcessors = 16, kRows = 2, kSize = kProcessors * kRows;
constexpr std::uint32_t kBlock = kRows * kRows;  // words from one processor to another
using Word = std::uint32_t;

Word element(std::uint32_t row, std::uint32_t column) { return row * 1000003U + column * 7919U; }

// The number of the alltoall's message that carries word `k` of the block from `from` to `to`.
MessageId message(NodeId from, NodeId to, std::uint32_t k) {
  return (from * kProcessors + to) * kBlock + k;
}

class Accelerator : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Accelerator> out{"out"};
  tlm_utils::simple_target_socket<Accelerator> in{"in"};
  sc_core::sc_event ready{};
  bool right = false;
  sc_core::sc_time finished;

  Accelerator(const sc_core::sc_module_name& name, NodeId number)
      : sc_module(name), number_(number), columns_(kRows * kSize) {
    SC_HAS_PROCESS(Accelerator);
    in.register_b_transport(this, &Accelerator::store);
    SC_THREAD(work);
  }

 private:
  void work() {
    wait(number_ * 3, sc_core::SC_NS);  // stands for the computation of the rows
    for (NodeId to = 0; to < kProcessors; ++to) {
      std::vector<Word> block(kBlock);
      for (std::uint32_t k = 0; k < kBlock; ++k) {
        block[k] = element(number_ * kRows + k / kRows, to * kRows + k % kRows);
      }
      if (to == number_) {
        for (std::uint32_t k = 0; k < kBlock; ++k) keep(number_, k, block[k]);
      } else {
        send(message(number_, to, 0), block);
      }
    }
    ready.notify(sc_core::SC_ZERO_TIME);
    while (kept_ < columns_.size()) wait(kept_all_);
    finished = sc_core::sc_time_stamp();
    right = true;
    for (std::uint32_t row = 0; row < kRows; ++row) {
      for (std::uint32_t column = 0; column < kSize; ++column) {
        right = right && columns_[row * kSize + column] == element(column, number_ * kRows + row);
      }
    }
  }

  // A block is one burst, since its messages have consecutive numbers.
  void send(MessageId first, std::vector<Word>& block) {
    tlm::tlm_generic_payload transaction;
    sc_core::sc_time delay;
    const auto bytes = static_cast<unsigned>(block.size() * sizeof(Word));
    transaction.set_command(tlm::TLM_WRITE_COMMAND);
    transaction.set_address(first * sizeof(Word));
    transaction.set_data_ptr(reinterpret_cast<unsigned char*>(block.data()));
    transaction.set_data_length(bytes);
    transaction.set_streaming_width(bytes);
    out->b_transport(transaction, delay);
    if (!transaction.is_response_ok()) SC_REPORT_FATAL(name(), "a block is refused");
  }

  // The network writes a word at the address of the word's message.
  void store(tlm::tlm_generic_payload& transaction, sc_core::sc_time&) {
    const auto number = static_cast<MessageId>(transaction.get_address() / sizeof(Word));
    const NodeId from = number / (kProcessors * kBlock);
    keep(from, number % kBlock, *reinterpret_cast<const Word*>(transaction.get_data_ptr()));
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
  }

  // Transposes: word `k` of the block that processor `from` sent is word from * kRows + k / kRows
  // of column k % kRows of this accelerator.
  void keep(NodeId from, std::uint32_t k, Word word) {
    columns_[(k % kRows) * kSize + from * kRows + k / kRows] = word;
    if (++kept_ == columns_.size()) kept_all_.notify();
  }

  const NodeId number_;
  std::vector<Word> columns_;
  std::size_t kept_ = 0;
  sc_core::sc_event kept_all_;
};

// Starts the network once all accelerators have written their blocks.
class Controller : public sc_core::sc_module {
 public:
  Controller(const sc_core::sc_module_name& name, SystemcNetwork& network,
             std::vector<std::unique_ptr<Accelerator>>& accelerators)
      : sc_module(name), network_(network) {
    SC_HAS_PROCESS(Controller);
    for (const auto& accelerator : accelerators) ready_ &= accelerator->ready;
    SC_THREAD(work);
  }

 private:
  void work() {
    wait(ready_);
    network_.start();
  }
  SystemcNetwork& network_;
  sc_core::sc_event_and_list ready_;
};

}  // namespace

int sc_main(int, char**) {
  try {
    const Problem problem = make_problem(networks::torus({4, 4}), CollectiveKind::alltoall,
                                         {.messages = kBlock, .word_bits = 8 * sizeof(Word)});
    Run run(make_job(problem));
    const sc_core::sc_time cycle(10, sc_core::SC_NS);
    SystemcNetwork network("network", run, {.cycle = cycle, .waits = true});

    std::vector<std::unique_ptr<Accelerator>> accelerators;
    for (NodeId p = 0; p < kProcessors; ++p) {
      accelerators.push_back(
          std::make_unique<Accelerator>(("accelerator" + std::to_string(p)).c_str(), p));
      accelerators[p]->out.bind(network.target(p));
      network.initiator(p).bind(accelerators[p]->in);
    }
    const Controller controller("controller", network, accelerators);
    sc_core::sc_start();

    const Report report = network.report();
    bool right = true;
    sc_core::sc_time last;
    for (const auto& accelerator : accelerators) {
      right = right && accelerator->right;
      last = std::max(last, accelerator->finished);
    }
    std::cout << "transpose " << (right ? "right" : "wrong") << ", finished at " << last
              << "\nnetwork " << (report.pass() ? "pass" : "fail") << ", "
              << report.hardware->cycles << " cycles, planned " << report.plan->cycles
              << ", missed " << report.hardware->missed << "\n";
    return right && report.pass() ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "transpose: " << error.what() << "\n";
    return 2;
  }
}
