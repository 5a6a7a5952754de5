// SPDX-License-Identifier: Apache-2.0
// What the processors of a Verilog design receive by a plan, flit by flit.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "apps/scenario.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

struct RtlArrival {
  std::uint64_t flit = 0;
  MessageId message = kNone;
  bool wanted = false;  ///< it counts as a delivery
};

/// By processor and lane: what comes, in order.
class RtlTraffic {
 public:
  RtlTraffic(const Resolved& resolved, const Plan& plan, const NodeHardware& hardware,
             const std::vector<ProcessorProgram>& programs, unsigned lanes);

  [[nodiscard]] unsigned lanes() const { return lanes_; }
  [[nodiscard]] const std::vector<RtlArrival>& at(NodeId processor, unsigned lane) const {
    return arrivals_[processor * lanes_ + lane];
  }
  /// Cycle of the last delivery.
  [[nodiscard]] Cycle last(NodeId processor, unsigned lane) const {
    return last_[processor * lanes_ + lane];
  }
  /// What a processor sent, in order; of nodes that forward, nothing.
  [[nodiscard]] const std::vector<std::uint64_t>& sent(NodeId processor) const {
    return sent_[processor];
  }

 private:
  [[nodiscard]] std::uint64_t flit(MessageId message, const NodeHardware& hardware) const;
  [[nodiscard]] bool takes(const Hop& hop) const;
  void send(const Hop& hop, const NodeHardware& hardware);
  void arrive(const Hop& hop, const NodeHardware& hardware);
  [[nodiscard]] bool delivers(const Hop& hop, NodeId at) const;

  const Problem& problem_;
  unsigned lanes_;
  std::vector<std::vector<RtlArrival>> arrivals_;
  std::vector<Cycle> last_;
  std::vector<std::vector<std::uint64_t>> sent_;          // by processor
  std::vector<std::vector<bool>> has_;                    // by processor and message, as wanted
  std::unordered_map<MessageId, std::uint64_t> sent_as_;  // where a processor chose the flit
};

}  // namespace romcast
