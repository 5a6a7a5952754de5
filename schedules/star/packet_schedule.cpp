// SPDX-License-Identifier: Apache-2.0
// The hops of the packets of a scatter or gather, computed as they are read.
#include <algorithm>
#include <queue>

#include "schedules/star/scatter_packets.hpp"

namespace romcast::star {
namespace {

struct Script {
  std::shared_ptr<const StarGraph> graph;
  std::shared_ptr<const ScatterPackets> scatter;
  Timing timing;
  NodeId source = 0;
  std::uint32_t each = 1;
  bool backwards = false;
  std::vector<std::uint32_t> sequence{};  // when backwards: indices of packets by start

  [[nodiscard]] std::uint64_t packet_cycles(const ScatterPacket& packet) const {
    return timing.startup + packet.count * std::uint64_t{timing.per_message};
  }
  [[nodiscard]] const ScatterPacket& packet(std::size_t i) const {
    return scatter->packets[backwards ? sequence[i] : i];
  }
  [[nodiscard]] std::uint64_t start(const ScatterPacket& packet) const {
    if (!backwards) return packet.start;
    return scatter->cycles + 2 - packet.start - packet_cycles(packet);
  }
  [[nodiscard]] LinkId link(NodeId child) const {
    const unsigned d = scatter->up[child];
    const NodeId node = graph->times(source, child);
    return graph->link(backwards ? node : graph->neighbour(node, d), d);
  }
  [[nodiscard]] MessageId message(std::uint32_t place) const {
    return graph->times(source, scatter->order[place / each]) * each + place % each;
  }
};

class PacketSchedule final : public Schedule {
 public:
  explicit PacketSchedule(std::shared_ptr<const Script> script) : script_(std::move(script)) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    if (active_.empty() && !begin_next()) return false;
    std::uint64_t cycle = active_.top().due;
    // The first hop of a packet that starts in `cycle` or before may precede the next hops of all
    // packets under way.
    while (next_ < script_->scatter->packets.size() &&
           script_->start(script_->packet(next_)) <= cycle) {
      begin_next();
      cycle = active_.top().due;
    }
    while (!active_.empty() && active_.top().due == cycle) {
      Active active = active_.top();
      active_.pop();
      advance(active, hops);
      if (active.place < active.end) active_.push(active);
    }
    return true;
  }

 private:
  struct Active {
    std::uint64_t due;
    LinkId link;
    std::uint32_t place, end;
    bool started;
    bool operator>(const Active& other) const { return due > other.due; }
  };

  bool begin_next() {
    if (next_ == script_->scatter->packets.size()) return false;
    const ScatterPacket& packet = script_->packet(next_++);
    const bool started = script_->timing.startup == 0;
    const std::uint64_t start = script_->start(packet);
    active_.push({.due = started ? start + script_->timing.per_message - 1 : start,
                  .link = script_->link(packet.child),
                  .place = packet.first,
                  .end = packet.first + packet.count,
                  .started = started});
    return true;
  }
  void advance(Active& active, std::vector<Hop>& hops) const {
    const auto cycle = static_cast<Cycle>(active.due);
    if (active.started) {
      hops.push_back({cycle, active.link, script_->message(active.place++)});
      active.due += script_->timing.per_message;
    } else {
      hops.push_back(Hop::startup(cycle, active.link));
      active.started = true;
      active.due += std::uint64_t{script_->timing.startup} + script_->timing.per_message - 1;
    }
  }

  std::shared_ptr<const Script> script_;
  std::size_t next_ = 0;
  std::priority_queue<Active, std::vector<Active>, std::greater<>> active_;
};

}  // namespace

OpenSchedule open_packets(const Problem& problem, std::shared_ptr<const ScatterPackets> packets) {
  auto script = std::make_shared<Script>(
      Script{.graph = graph(problem),
             .scatter = std::move(packets),
             .timing = problem.timing,
             .source = problem.collective.source(),
             .each = problem.collective.messages(),
             .backwards = problem.collective.kind() == CollectiveKind::gather});
  if (script->backwards) {
    for (std::uint32_t i = 0; i < script->scatter->packets.size(); ++i) {
      script->sequence.push_back(i);
    }
    std::ranges::stable_sort(script->sequence, {}, [&](std::uint32_t i) {
      return script->start(script->scatter->packets[i]);
    });
  }
  return
      [script]() -> std::unique_ptr<Schedule> { return std::make_unique<PacketSchedule>(script); };
}

}  // namespace romcast::star
