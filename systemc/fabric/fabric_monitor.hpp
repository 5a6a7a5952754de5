// SPDX-License-Identifier: Apache-2.0
// Watches the words between the endpoints and the routers of a fabric: measures in which clocks
// each word leaves and arrives, and compares these clocks with the schedule.
#pragma once

#include <deque>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "romcast/design/fabric/fabric_design.hpp"
#include "systemc/fabric/fabric_pins.hpp"

namespace romcast {

/// The clocks of a flow's words, as measured.
struct FlowClocks {
  /// The largest latency of the flow's words; empty if no latency was measured. A word's latency
  /// ends with its arrival. It begins in the flow's slot before the word's own slot (the word may
  /// just have missed that earlier slot) or, on demand, in slot 0 of the word's frame.
  std::optional<Cycle> latency{};
  /// The largest difference between the transit times of words that leave in the same slot of a
  /// table for the same receiver.
  Cycle jitter = 0;
  std::uint64_t words = 0;  ///< words that left their endpoint
};

class FabricMonitor {
 public:
  /// The design must outlive it.
  explicit FabricMonitor(const FabricDesign& design);

  /// Records the mode whose tables a bank holds.
  void holds(bool bank, std::size_t mode) { modes_[bank ? 1 : 0] = mode; }
  /// Call it in every clock, after settle().
  void clock(const FabricPins& pins);

  [[nodiscard]] const FlowClocks& flow(std::size_t flow) const { return flows_[flow]; }
  /// The largest latency that the schedule allows, in any mode; 0 if the flow has no word.
  [[nodiscard]] Cycle known(std::size_t flow) const { return known_[flow]; }
  /// Words that left a tile's endpoint.
  [[nodiscard]] std::uint64_t left(std::size_t tile) const { return left_[tile]; }
  /// Words that arrived at a tile's endpoint.
  [[nodiscard]] std::uint64_t came(std::size_t tile) const { return came_[tile]; }
  /// Words that were lost, that no endpoint sent, or that were seen in another clock or slot than
  /// scheduled.
  [[nodiscard]] std::uint64_t wrong() const { return wrong_; }
  [[nodiscard]] const std::string& first_wrong() const { return first_wrong_; }
  /// True if no word is in the network.
  [[nodiscard]] bool idle() const;
  [[nodiscard]] std::uint64_t now() const { return now_; }
  /// The slot of the endpoints' tables in the last clock.
  [[nodiscard]] std::uint32_t slot() const { return slots_[0]; }
  /// The bank of tables that is used in the last clock.
  [[nodiscard]] bool bank() const { return banks_[0]; }

 private:
  struct Way {  // a word of a mode's schedule; `after`: FabricWord::after
    std::size_t flow = 0;
    std::vector<Cycle> after{};
  };
  struct Sent {
    std::size_t flow = 0;
    std::uint64_t begin = 0;
    // The clock from which the latency counts: that of the flow's previous slot, which the word may
    // just have missed (empty: no such slot is known); on demand, that of slot 0 of the frame.
    std::optional<std::uint64_t> chance{};
    std::uint32_t slot = 0;
  };
  // A word in flight to a receiver, or the result of a reduction, combined from all words of the
  // reduction that are due in the same clock.
  struct Flying {
    std::size_t reduction = kNoTile, receiver = 0;
    std::uint64_t due = 0;
    std::size_t mode = 0;
    FabricLine word{};
    std::vector<Sent> sent{};
  };
  struct Span {
    Cycle least = ~Cycle{0}, most = 0;
  };

  void leaves(std::size_t tile, const FabricLine& line);
  void flies(std::size_t tile, Flying word);
  void arrives(const Flying& word, std::size_t tile);
  void comes(std::size_t tile, const FabricLine& line);
  void tell(const std::string& text);

  const FabricDesign& design_;
  std::map<std::tuple<std::size_t, std::size_t, std::uint32_t>, Way> ways_;  // by mode, tile, slot
  std::vector<std::vector<Flying>> flying_;                                  // by receiving tile
  std::vector<FlowClocks> flows_;
  std::vector<std::optional<std::uint64_t>> last_slot_;  // by flow: clock of its last slot
  std::vector<Cycle> known_;
  std::map<std::tuple<std::size_t, std::size_t, std::size_t, std::uint32_t>, Span> spans_;
  std::vector<std::uint64_t> left_, came_;
  std::size_t modes_[2] = {0, 0};
  std::vector<std::uint32_t> slots_;   // slots of the last clocks, latest first
  std::vector<std::uint64_t> begins_;  // for each of slots_: clock in which its frame began
  std::vector<bool> banks_;
  std::uint64_t now_ = 0, wrong_ = 0;
  std::string first_wrong_;
};

}  // namespace romcast
