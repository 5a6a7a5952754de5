// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/relative_program.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace romcast {
namespace {

/// by(q) returns a table whose entry u is the product u*q, valid for the nodes u in `asked`. All
/// tables are kept for up to kSmall symbols; for more symbols, only the table of the last call.
class Products {
 public:
  Products(const StarGraph& star, std::vector<NodeId> asked)
      : star_(star), asked_(std::move(asked)), keep_(star.symbols() <= kSmall) {}

  const std::vector<NodeId>& by(NodeId q) {
    std::vector<NodeId>& column = columns_[keep_ ? q : 0];
    if (column.empty() || (!keep_ && q != held_)) {
      column.resize(star_.nodes());
      for (const NodeId u : asked_) column[u] = star_.times(u, q);
      held_ = q;
    }
    return column;
  }

 private:
  static constexpr unsigned kSmall = 7;
  const StarGraph& star_;
  const std::vector<NodeId> asked_;
  bool keep_;
  NodeId held_ = kNone;
  std::map<NodeId, std::vector<NodeId>> columns_;
};

// Owned nodes, and nodes with an owned neighbour along a dimension from `lowest` to `highest`; all
// nodes if `here` is empty.
std::vector<NodeId> senders(const StarGraph& star, const std::vector<char>& here, unsigned lowest,
                            unsigned highest) {
  std::vector<NodeId> some;
  for (NodeId u = 0; u < star.nodes(); ++u) {
    bool any = here.empty() || here[u] != 0;
    for (unsigned d = lowest; d <= highest && !any; ++d) any = here[star.neighbour(u, d)] != 0;
    if (any) some.push_back(u);
  }
  return some;
}

class Expansion final : public Schedule {
 public:
  Expansion(std::shared_ptr<const StarGraph> star, const Collective& collective, Timing timing,
            std::shared_ptr<const RelativeProgram> program, const std::vector<char>& here)
      : star_(std::move(star)),
        collective_(collective),
        timing_(timing),
        program_(std::move(program)),
        sources_(*star_, senders(*star_, here, 2, star_->symbols())),
        destinations_(*star_, senders(*star_, {}, 2, star_->symbols())) {
    for (unsigned d = 2; d <= star_->symbols(); ++d) {
      senders_.push_back(senders(*star_, here, d, d));
    }
  }

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    skip_nothing();
    const std::uint64_t cycle = next_cycle();
    if (cycle == kNever) return false;
    const auto& packets = program_->packets;
    while (next_ < packets.size() && packets[next_].start <= cycle) {
      active_.push_back({&packets[next_++], 0, timing_.startup == 0});
      skip_nothing();
    }
    for (Active& packet : active_) {
      if (due(packet) == cycle) advance(packet, static_cast<Cycle>(cycle), hops);
    }
    std::erase_if(active_,
                  [](const Active& a) { return a.started && a.sent == a.packet->messages.size(); });
    return true;
  }

 private:
  static constexpr std::uint64_t kNever = ~std::uint64_t{0};
  struct Active {
    const RelativePacket* packet;
    std::size_t sent;
    bool started;
  };

  // If there is no start-up, skips packets without messages, because they have no hops.
  void skip_nothing() {
    const auto& packets = program_->packets;
    while (timing_.startup == 0 && next_ < packets.size() && packets[next_].messages.empty()) {
      ++next_;
    }
  }

  // Cycle of a packet's next event: the first of its start-up, or the last of its next message.
  [[nodiscard]] std::uint64_t due(const Active& packet) const {
    if (!packet.started) return packet.packet->start;
    return packet.packet->start + timing_.startup +
           (packet.sent + 1) * std::uint64_t{timing_.per_message} - 1;
  }
  [[nodiscard]] std::uint64_t next_cycle() const {
    std::uint64_t cycle = kNever;
    for (const Active& packet : active_) cycle = std::min(cycle, due(packet));
    if (next_ == program_->packets.size()) return cycle;
    return std::min(cycle, due({&program_->packets[next_], 0, timing_.startup == 0}));
  }

  void advance(Active& active, Cycle cycle, std::vector<Hop>& hops) {
    const unsigned d = active.packet->dimension;
    const auto n = static_cast<NodeId>(star_->nodes());
    const std::vector<NodeId>& some = senders_[d - 2];
    if (!active.started) {
      active.started = true;
      for (const NodeId u : some) hops.push_back(Hop::startup(cycle, star_->link(u, d)));
      return;
    }
    const RelativeMessage& message = active.packet->messages[active.sent++];
    const std::vector<NodeId>& source = sources_.by(message.source);
    const std::vector<NodeId>* destination =
        message.destination == kNone ? nullptr : &destinations_.by(message.destination);
    const std::uint32_t each = collective_.messages();
    for (const NodeId u : some) {
      const NodeId s = source[u];
      const MessageId pair = destination == nullptr ? s : s * n + (*destination)[s];
      hops.push_back({cycle, star_->link(u, d), pair * each + message.index});
    }
  }

  std::shared_ptr<const StarGraph> star_;
  Collective collective_;
  Timing timing_;
  std::shared_ptr<const RelativeProgram> program_;
  Products sources_, destinations_;
  std::vector<std::vector<NodeId>> senders_;  // by dimension - 2
  std::size_t next_ = 0;
  std::vector<Active> active_;
};

}  // namespace

OpenSchedule open_program(std::shared_ptr<const StarGraph> star, const Collective& collective,
                          Timing timing, std::shared_ptr<const RelativeProgram> program) {
  return [part = open_part_of_program(std::move(star), collective, timing, std::move(program))] {
    return part({});
  };
}

OpenPart open_part_of_program(std::shared_ptr<const StarGraph> star, const Collective& collective,
                              Timing timing, std::shared_ptr<const RelativeProgram> program) {
  return [star = std::move(star), collective, timing,
          program = std::move(program)](const std::vector<char>& here) {
    return std::make_unique<Expansion>(star, collective, timing, program, here);
  };
}

}  // namespace romcast
