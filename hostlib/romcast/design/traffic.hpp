// SPDX-License-Identifier: Apache-2.0
// The sends and receptions of a Verilog design's processors in a plan, flit by flit.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "romcast/core/crossings.hpp"
#include "romcast/design/design.hpp"
#include "romcast/design/values.hpp"

namespace romcast {

struct RtlArrival {
  std::uint64_t flit = 0;
  MessageId message = kNone;
  bool wanted = false;  ///< it counts as a delivery
};

/// For each processor, the flits that it sends, in order, and for each lane (a link by which the
/// processor receives messages) the arrivals, in order.
class RtlTraffic {
 public:
  /// The objects passed by reference must outlive this object.
  RtlTraffic(Run& run, const NodeDescription& nodes, const Design& design,
             const std::vector<ProcessorProgram>& programs);

  /// Number of links by which a processor receives messages.
  [[nodiscard]] unsigned lanes(NodeId processor) const {
    return static_cast<unsigned>(first_lane_[processor + 1] - first_lane_[processor]);
  }
  [[nodiscard]] std::size_t first_lane(NodeId processor) const { return first_lane_[processor]; }
  /// Number of processors; where switches combine messages, each switch counts as a processor.
  [[nodiscard]] std::size_t processors() const { return sent_.size(); }
  /// nullptr if messages are not combined.
  [[nodiscard]] RtlValues* values() const { return values_.get(); }
  [[nodiscard]] const std::vector<RtlArrival>& at(NodeId processor, unsigned lane) const {
    return arrivals_[first_lane_[processor] + lane];
  }
  /// Cycle of the last delivery by the lane; 0 if there is none.
  [[nodiscard]] Cycle last(NodeId processor, unsigned lane) const {
    return last_[first_lane_[processor] + lane];
  }
  /// The sends of a processor, in order; empty in direct networks other than crossbars.
  [[nodiscard]] const std::vector<std::uint64_t>& sent(NodeId processor) const {
    return sent_[processor];
  }

 private:
  void step(const std::vector<Hop>& hops);
  [[nodiscard]] std::uint64_t flit(MessageId message) const;
  [[nodiscard]] bool takes(const Hop& hop) const;
  void send(const Hop& hop, std::uint64_t flit);
  void arrive(const Hop& hop, std::uint64_t flit);
  void land(Cycle last);
  [[nodiscard]] bool delivers(const Hop& hop, NodeId at) const;
  [[nodiscard]] unsigned lane(const Hop& hop, NodeId to) const;

  const Problem& problem_;
  const NodeDescription& nodes_;
  const Design& design_;
  InFlight<std::pair<Hop, std::uint64_t>> in_flight_;  // on links that take several cycles
  std::vector<std::size_t> first_lane_{0};
  std::unique_ptr<RtlValues> values_;
  std::vector<std::vector<RtlArrival>> arrivals_;
  std::vector<Cycle> last_;
  std::vector<std::vector<std::uint64_t>> sent_;  // by processor
  std::vector<std::vector<bool>> has_;            // by processor and wanted message: has arrived
  std::unordered_map<MessageId, std::uint64_t> sent_as_;  // flits in the processors' programs
};

}  // namespace romcast
