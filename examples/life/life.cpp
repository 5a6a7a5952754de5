// SPDX-License-Identifier: Apache-2.0
// Four accelerators compute Conway's Game of Life over the Verilog of a fabric. Each has 16 rows of
// 256 cells, and sends the first row to the accelerator above and the last row to the accelerator
// below, by TLM-2.0, each row as a packet of four words.
#include <tlm_utils/simple_initiator_socket.h>
#include <tlm_utils/simple_target_socket.h>

#include <array>
#include <iostream>
#include <map>
#include <memory>
#include <romcast/romcast.hpp>
#include <romcast/systemc.hpp>
#include <systemc>
#include <vector>

using namespace romcast;

namespace {

constexpr NodeId kProcessors = 4;
constexpr std::size_t kRows = 16, kWords = 4, kCells = 64 * kWords;
constexpr unsigned kGenerations = 50;

using Row = std::array<std::uint64_t, kWords>;

bool alive(const Row& row, std::size_t cell) { return (row[cell / 64] >> cell % 64 & 1) != 0; }

Row successor(const Row& above, const Row& row, const Row& below) {
  Row next{};
  for (std::size_t cell = 0; cell < kCells; ++cell) {
    unsigned count = 0;
    for (const std::size_t c : {(cell + kCells - 1) % kCells, cell, (cell + 1) % kCells}) {
      count += alive(above, c) + alive(below, c) + (c != cell && alive(row, c));
    }
    const bool lives = count == 3 || (count == 2 && alive(row, cell));
    next[cell / 64] |= std::uint64_t{lives} << cell % 64;
  }
  return next;
}

std::vector<Row> first_generation() {
  std::vector<Row> rows(kProcessors * kRows);
  std::uint64_t random = 1;
  for (Row& row : rows) {
    for (std::uint64_t& word : row) {
      random = random * 6364136223846793005ULL + 1442695040888963407ULL;
      word = random >> 32 ^ random << 31;
    }
  }
  return rows;
}

// The expected result, computed without a network.
std::vector<Row> last_generation() {
  std::vector<Row> rows = first_generation();
  for (unsigned g = 0; g < kGenerations; ++g) {
    const std::vector<Row> before = rows;
    for (std::size_t r = 0; r < rows.size(); ++r) {
      rows[r] = successor(before[(r + rows.size() - 1) % rows.size()], before[r],
                          before[(r + 1) % rows.size()]);
    }
  }
  return rows;
}

class Accelerator : public sc_core::sc_module {
 public:
  tlm_utils::simple_initiator_socket<Accelerator> out{"out"};
  tlm_utils::simple_target_socket<Accelerator> in{"in"};
  sc_core::sc_event finished{};
  std::vector<Row> rows;

  Accelerator(const sc_core::sc_module_name& name, const SystemcFabric& fabric, NodeId number)
      : sc_module(name), fabric_(fabric), number_(number) {
    const std::vector<Row> all = first_generation();
    rows.assign(all.begin() + number * kRows, all.begin() + (number + 1) * kRows);
    SC_HAS_PROCESS(Accelerator);
    in.register_b_transport(this, &Accelerator::store);
    SC_THREAD(work);
  }

 private:
  void work() {
    const NodeId up = (number_ + kProcessors - 1) % kProcessors, down = (number_ + 1) % kProcessors;
    for (unsigned g = 0; g < kGenerations; ++g) {
      send(up, rows.front());
      send(down, rows.back());
      const std::vector<Row> before = rows;
      const Row above = packet(up), below = packet(down);
      for (std::size_t r = 0; r < kRows; ++r) {
        rows[r] = successor(r == 0 ? above : before[r - 1], before[r],
                            r + 1 == kRows ? below : before[r + 1]);
      }
      wait(kRows * (3 + number_), sc_core::SC_NS);  // the time to compute
    }
    finished.notify(sc_core::SC_ZERO_TIME);
  }

  // Returns once the fabric has taken all words.
  void send(NodeId to, Row row) {
    tlm::tlm_generic_payload transaction;
    sc_core::sc_time delay;
    transaction.set_command(tlm::TLM_WRITE_COMMAND);
    transaction.set_address(fabric_.address(fabric_.flow(number_, to)));
    transaction.set_data_ptr(reinterpret_cast<unsigned char*>(row.data()));
    transaction.set_data_length(sizeof(Row));
    transaction.set_streaming_width(sizeof(Row));
    out->b_transport(transaction, delay);
    if (!transaction.is_response_ok()) SC_REPORT_FATAL(name(), "a packet is refused");
  }

  // Keeps a word that the fabric writes, by the word's address. The address depends on the word's
  // flow and on whether the word ends a packet.
  void store(tlm::tlm_generic_payload& transaction, sc_core::sc_time& delay) {
    words_[transaction.get_address()].push_back(
        *reinterpret_cast<const std::uint64_t*>(transaction.get_data_ptr()));
    delay += sc_core::sc_time(2, sc_core::SC_NS);  // the memory is busy
    transaction.set_response_status(tlm::TLM_OK_RESPONSE);
    came_.notify(sc_core::SC_ZERO_TIME);
  }

  Row packet(NodeId from) {
    const std::uint32_t flow = fabric_.flow(from, number_);
    std::vector<std::uint64_t>& going = words_[fabric_.address(flow, false)];
    std::vector<std::uint64_t>& ends = words_[fabric_.address(flow, true)];
    while (ends.empty()) wait(came_);
    Row row{};
    std::copy_n(going.begin(), kWords - 1, row.begin());
    row.back() = ends.front();
    going.erase(going.begin(), going.begin() + kWords - 1);
    ends.erase(ends.begin());
    return row;
  }

  const SystemcFabric& fabric_;
  const NodeId number_;
  std::map<std::uint64_t, std::vector<std::uint64_t>> words_;  // by address
  sc_core::sc_event came_;
};

class Controller : public sc_core::sc_module {
 public:
  sc_core::sc_time begin, end;

  Controller(const sc_core::sc_module_name& name, SystemcFabric& fabric,
             const std::vector<std::unique_ptr<Accelerator>>& accelerators)
      : sc_module(name), fabric_(fabric) {
    SC_HAS_PROCESS(Controller);
    for (const auto& accelerator : accelerators) finished_ &= accelerator->finished;
    SC_THREAD(work);
    SC_THREAD(watch);
  }

 private:
  void work() {
    wait(finished_);
    end = sc_core::sc_time_stamp();
    fabric_.stop();
  }
  void watch() {
    wait(fabric_.started());
    begin = sc_core::sc_time_stamp();
  }
  SystemcFabric& fabric_;
  sc_core::sc_event_and_list finished_;
};

}  // namespace

int sc_main(int, char**) {
  try {
    std::vector<Flow> flows;  // four words a frame to each neighbour
    for (NodeId p = 0; p < kProcessors; ++p) {
      for (const NodeId to : {(p + kProcessors - 1) % kProcessors, (p + 1) % kProcessors}) {
        flows.push_back({"row" + std::to_string(p) + "to" + std::to_string(to), p, {to}, kWords});
      }
    }
    const auto ring = networks::family("ring", {{"processors", "4"}, {"tiles", "on"}});
    SystemcFabric fabric("fabric", {ring, Collective::of_flows(kProcessors, flows), {}, {}},
                         {.payload = 64, .cycle = {1, sc_core::SC_NS}});
    std::vector<std::unique_ptr<Accelerator>> accelerators;
    for (NodeId p = 0; p < kProcessors; ++p) {
      accelerators.push_back(
          std::make_unique<Accelerator>(("accelerator" + std::to_string(p)).c_str(), fabric, p));
      accelerators[p]->out.bind(fabric.target(p));
      fabric.initiator(p).bind(accelerators[p]->in);
    }
    const Controller controller("controller", fabric, accelerators);
    sc_core::sc_start();

    const FabricReport report = fabric.report();
    std::vector<Row> rows;
    for (const auto& accelerator : accelerators) {
      rows.insert(rows.end(), accelerator->rows.begin(), accelerator->rows.end());
    }
    const bool right = rows == last_generation();
    std::cout << report.table() << "life " << (right ? "right" : "wrong") << ", " << kGenerations
              << " generations in " << controller.end - controller.begin << "\n";
    return right && report.pass() ? 0 : 1;
  } catch (const std::exception& error) {
    std::cerr << "life: " << error.what() << "\n";
    return 2;
  }
}
