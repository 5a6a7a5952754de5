// SPDX-License-Identifier: Apache-2.0
// Endpoints with romcast's own words, at the streams of a fabric.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "romcast/design/fabric/fabric_design.hpp"
#include "romcast/run/cosimulation.hpp"

namespace romcast {

/// When sources and sinks pause: never, in every fourth clock, or in a quarter of all clocks at
/// random.
enum class Pauses { none, steady, random };

/// An endpoint that numbers the words of each flow and sends them in the order of the slots.
/// Without pauses every slot has a word until the allowed frames are sent. Every fifth word of a
/// flow is the last one of a packet; the flow's number determines which words these are.
class NumberedEndpoint final : public StreamEndpoint {
 public:
  /// `orders`: for each phase, the flows of the words that the endpoint sends again and again, in
  /// the order of the slots. `may_stall`: the endpoint pauses as a sink, too.
  NumberedEndpoint(std::vector<std::vector<std::uint32_t>> orders, bool may_stall,
                   std::uint32_t seed)
      : orders_(std::move(orders)), may_stall_(may_stall), random_(seed * 2654435761U + 1) {}

  /// Begins a phase. In a phase beyond the last one nothing is sent.
  void phase(std::size_t phase) {
    phase_ = phase;
    turn_ = 0;
  }
  /// From now on sends only the words of this number of frames.
  void allow(std::uint64_t frames) { frames_left_ = frames; }
  /// True if the endpoint has sent the words of all allowed frames, or has no words for this phase.
  [[nodiscard]] bool done() const {
    return phase_ >= orders_.size() || orders_[phase_].empty() || frames_left_ == 0;
  }
  void pauses(Pauses pauses) { pauses_ = pauses; }

  std::optional<StreamWord> send(std::uint64_t clock) override;
  bool ready(std::uint64_t clock) override;
  void receive(const StreamWord& /*word*/, std::uint64_t /*clock*/) override {}

 private:
  bool pause(std::uint64_t clock);

  const std::vector<std::vector<std::uint32_t>> orders_;
  const bool may_stall_;
  std::uint32_t random_;
  std::size_t phase_ = ~std::size_t{0}, turn_ = 0;
  std::uint64_t frames_left_ = ~std::uint64_t{0};
  Pauses pauses_ = Pauses::none;
  std::vector<std::uint32_t> numbers_{};  // by flow: words sent
};

/// Sends given words, each not before its clock; stall() stalls its sink.
class ScriptedEndpoint final : public StreamEndpoint {
 public:
  struct Entry {
    std::uint64_t clock = 0;  ///< clock of the bench from which on the word may be sent
    std::uint32_t flow = 0;
  };
  /// `begin`: the clock of the bench in which the endpoint's own clock is 0.
  void begin(std::uint64_t begin) { begin_ = begin; }
  void add(const Entry& entry) { entries_.push_back(entry); }
  void clear() { entries_.clear(); }
  void stall(bool stalls) { stalls_ = stalls; }

  std::optional<StreamWord> send(std::uint64_t clock) override;
  bool ready(std::uint64_t /*clock*/) override { return !stalls_; }
  void receive(const StreamWord& /*word*/, std::uint64_t /*clock*/) override {}

 private:
  std::deque<Entry> entries_;
  std::uint64_t begin_ = 0, number_ = 0;
  bool stalls_ = false;
};

}  // namespace romcast
