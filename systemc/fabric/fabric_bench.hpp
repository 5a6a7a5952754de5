// SPDX-License-Identifier: Apache-2.0
// A fabric as a SystemC module: the Verilated model, a clock, a host on its bus, and endpoints at
// its streams.
#pragma once

#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <systemc>
#include <vector>

#include "romcast/run/cosimulation.hpp"
#include "systemc/fabric/fabric_monitor.hpp"
#include "systemc/fabric_model.hpp"

namespace romcast {

class FabricBench final : public sc_core::sc_module {
 public:
  /// The host's program; it uses the functions below, which wait for clocks.
  using Program = std::function<void(FabricBench&)>;

  /// `endpoints`: by tile; nullptr for a tile without one. Design, model and endpoints must outlive
  /// the bench.
  FabricBench(const sc_core::sc_module_name& name, const FabricDesign& design,
              const FabricModel& model, std::vector<StreamEndpoint*> endpoints, Program program);

  /// Call set_cycle() and attach() before the simulation. The default clock period is 1 ns.
  void set_cycle(sc_core::sc_time cycle) { cycle_ = cycle; }
  void attach(std::size_t tile, StreamEndpoint& endpoint) { endpoints_[tile] = &endpoint; }
  [[nodiscard]] const StreamEndpoint* attached(std::size_t tile) const { return endpoints_[tile]; }

  // The following functions are for the host's program.
  void wait_clocks(std::uint64_t clocks);
  void write(std::uint32_t address, std::uint32_t data) { (void)access(true, address, data); }
  std::uint32_t read(std::uint32_t address) { return access(false, address, 0); }
  /// Reads a register of a tile; `word`: a FabricTileWord.
  std::uint32_t status(std::size_t tile, unsigned word) {
    return read(design_.address(tile, 0, word));
  }
  void reset();
  /// Starts or stops calling the endpoints.
  void call_endpoints(bool called) { called_ = called; }
  /// Stops asking sources for words.
  void end_sources() { sources_end_ = true; }
  /// The clock of the first call of endpoints since call_endpoints(true).
  [[nodiscard]] std::uint64_t first_call() const { return first_call_; }
  /// Forgets the words in flight between endpoints.
  void forget();

  [[nodiscard]] const FabricDesign& design() const { return design_; }
  [[nodiscard]] FabricMonitor& monitor() { return monitor_; }
  /// Clocks outside of resets.
  [[nodiscard]] std::uint64_t clock() const { return monitor_.now(); }
  /// Words of a flow that the fabric took from its source.
  [[nodiscard]] std::uint64_t sent(std::size_t flow) const { return sent_[flow]; }
  /// Correct words of a flow that its sinks took, summed over the sinks.
  [[nodiscard]] std::uint64_t received(std::size_t flow) const { return received_[flow]; }
  /// Correct words that sinks took; the result of a reduction counts as one word.
  [[nodiscard]] std::uint64_t words() const { return words_; }
  /// Clocks in which the endpoint offered a word that the fabric did not take.
  [[nodiscard]] std::uint64_t waited(std::size_t tile) const { return waited_[tile]; }
  /// True if no word is in flight from its source to its sinks.
  [[nodiscard]] bool quiet() const;

  void complain(const std::string& text);
  [[nodiscard]] const std::vector<std::string>& complaints() const { return complaints_; }
  [[nodiscard]] std::uint64_t more_complaints() const { return more_; }
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] const sc_core::sc_event& done() const { return done_; }
  /// Rethrows the exception of an endpoint or of the program.
  void rethrow() const;

 private:
  void clocks();
  void host();
  void drive(std::size_t tile);
  void take(std::size_t tile);
  [[nodiscard]] std::vector<std::size_t> operands(std::size_t flow) const;
  std::optional<StreamWord> expected(const std::vector<std::size_t>& flows, std::size_t receiver);
  std::uint32_t access(bool write, std::uint32_t address, std::uint32_t data);
  void fail();

  const FabricDesign& design_;
  std::unique_ptr<FabricPins> pins_;
  std::vector<StreamEndpoint*> endpoints_;
  const Program program_;
  sc_core::sc_time cycle_{1, sc_core::SC_NS};
  FabricMonitor monitor_;
  sc_core::sc_event tick_, done_;
  bool called_ = false, sources_end_ = false, ended_ = false;
  // An access has timed out; later ones are not driven, as its late answer would pass for theirs.
  bool unanswered_ = false;
  std::uint64_t first_call_ = 0;
  std::map<std::pair<std::size_t, std::uint32_t>, std::size_t> by_dest_;
  std::map<std::pair<std::size_t, std::uint32_t>, std::pair<std::size_t, std::size_t>> by_id_;
  std::vector<std::vector<std::deque<StreamWord>>> between_;  // by flow and receiver
  std::vector<std::uint64_t> sent_, received_, waited_;
  std::vector<std::string> complaints_;
  std::uint64_t words_ = 0, more_ = 0;
  std::exception_ptr caught_{};
};

/// Loads the tables of a mode into the idle bank or, if `tables` is not nullptr, loads `tables`
/// instead. If the fabric has statistics, complains about each table whose signature, as the fabric
/// reports it, is not that of the mode's table.
void load_tables(FabricBench& bench, std::size_t mode,
                 const std::vector<FabricWrite>* tables = nullptr);
/// Writes COMMIT and waits until the fabric has handled it; complains if COMMIT or a write to a
/// table was dropped. Returns the clocks after the write until the other bank is in use (40 frames
/// at most), or 0 if the fabric is not on demand and no frames run.
std::uint64_t commit_tables(FabricBench& bench);
/// Resets the fabric, complains if ID, FINGERPRINT or SHAPE is wrong, loads and commits the tables
/// of mode 0 (or, unless nullptr, `tables`), and starts frames.
void start_frames(FabricBench& bench, const std::vector<FabricWrite>* tables = nullptr);
/// Ends frames; returns the number of frames begun.
std::uint32_t stop_frames(FabricBench& bench);

}  // namespace romcast
