// SPDX-License-Identifier: Apache-2.0
// What the processors of a Verilog design receive by a plan, flit by flit.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "apps/rtl_values.hpp"
#include "systemc/design.hpp"

namespace romcast {

struct RtlArrival {
  std::uint64_t flit = 0;
  MessageId message = kNone;
  bool wanted = false;  ///< it counts as a delivery
};

/// By processor and lane: what comes, in order.
class RtlTraffic {
 public:
  /// References must outlive it.
  RtlTraffic(Run& run, const Design& design, const std::vector<ProcessorProgram>& programs);

  /// Links by which a processor gets messages.
  [[nodiscard]] unsigned lanes() const { return lanes_; }
  /// Processors, and where switches combine, their processors, too.
  [[nodiscard]] std::size_t processors() const { return sent_.size(); }
  /// Null where messages are moved only.
  [[nodiscard]] RtlValues* values() const { return values_.get(); }
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
  void step(const std::vector<Hop>& hops);
  [[nodiscard]] std::uint64_t flit(MessageId message) const;
  [[nodiscard]] bool takes(const Hop& hop) const;
  void send(const Hop& hop, std::uint64_t flit);
  void arrive(const Hop& hop, std::uint64_t flit);
  [[nodiscard]] bool delivers(const Hop& hop, NodeId at) const;
  [[nodiscard]] unsigned lane(const Hop& hop, NodeId to) const;

  const Problem& problem_;
  const NodeHardware& hardware_;
  const Design& design_;
  unsigned lanes_;
  std::unique_ptr<RtlValues> values_;
  std::vector<std::vector<RtlArrival>> arrivals_;
  std::vector<Cycle> last_;
  std::vector<std::vector<std::uint64_t>> sent_;          // by processor
  std::vector<std::vector<bool>> has_;                    // by processor and message, as wanted
  std::unordered_map<MessageId, std::uint64_t> sent_as_;  // where a processor chose the flit
};

}  // namespace romcast
