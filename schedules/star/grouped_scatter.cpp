// SPDX-License-Identifier: Apache-2.0
// One-to-all personalised broadcast of Tseng, Chang & Sheu 1998, section III.1 (the alltoall
// `grouped` runs n! copies of it): for each k-substar in turn the source sends the k! messages for
// the substar's nodes as one packet to one of these nodes, which distributes the messages in the
// substar, by the same method with smaller substars. "Steps (1) and (2) are repeated sequentially",
// so one packet is on its way at a time, and the time is that of the alltoall:
//   T = n! sum_i l_{k_{i-1},k_i} (t_s / k_i! + t_m), k_0 = n,
// where l_{K,k} is the average distance from a node to the k-substars of a K-star.
//
// Smallest case, S_3 with the substar sizes 2, 1, source 123, without start-up: the messages for
// 231 and 321 along g_3 in cycles 1 and 2, one of these two along g_2 in cycle 3; the messages for
// 132 and 312 along g_2 and g_3 in cycles 4 to 7, one of these two along g_2 in cycle 8; the
// message for 213 along g_2 in cycle 9.
#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/error.hpp"
#include "schedules/star/star.hpp"
#include "schedules/star/substars.hpp"

namespace romcast {
namespace {

using namespace star;

struct Packet {
  LinkId link = 0;
  std::uint32_t first = 0, count = 0;  // range of the script's messages
};

struct Script {
  Timing timing;
  std::vector<MessageId> messages;  // those of a packet are consecutive
  std::vector<Packet> packets;      // sent one after the other
};

class ScriptWriter {
 public:
  explicit ScriptWriter(const Problem& problem, const Chain& chain)
      : graph_(graph(problem)),
        steps_(paths_of(problem, chain)),
        cap_(packet_cap(problem)),
        script_(std::make_shared<Script>()) {
    const Collective& collective = problem.collective;
    script_->timing = problem.timing;
    for (const NodeId slot : slot_order(*graph_, steps_)) {
      const NodeId to = graph_->times(collective.source(), slot);
      for (std::uint32_t m = 0; m < collective.messages(); ++m) {
        script_->messages.push_back(to * collective.messages() + m);
      }
    }
    spread(collective.source(), 0, static_cast<std::uint32_t>(script_->messages.size()), 0);
  }
  [[nodiscard]] std::shared_ptr<const Script> finish() const { return script_; }

 private:
  // Distributes the messages first .. first + count - 1, which are at `node`.
  void spread(NodeId node, std::uint32_t first, std::uint32_t count, std::size_t step) {
    if (step == steps_.size()) return;
    const auto size = static_cast<std::uint32_t>(count / steps_[step].size());
    for (const std::vector<unsigned>& path : steps_[step]) {
      NodeId at = node;
      for (const unsigned d : path) {
        send(graph_->link(at, d), first, size);
        at = graph_->neighbour(at, d);
      }
      spread(at, first, size, step + 1);
      first += size;
    }
  }
  void send(LinkId link, std::uint32_t first, std::uint32_t count) {
    const std::uint32_t most = cap_ == 0 ? count : cap_;
    for (std::uint32_t sent = 0; sent < count; sent += most) {
      script_->packets.push_back({link, first + sent, std::min(most, count - sent)});
    }
  }

  std::shared_ptr<const StarGraph> graph_;
  std::vector<Paths> steps_;
  std::uint32_t cap_;
  std::shared_ptr<Script> script_;
};

// Schedule of packets that are sent one after another.
class ScriptSchedule final : public Schedule {
 public:
  explicit ScriptSchedule(std::shared_ptr<const Script> script) : script_(std::move(script)) {}

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    if (packet_ == script_->packets.size()) return false;
    const Packet& packet = script_->packets[packet_];
    const Timing& timing = script_->timing;
    if (!started_ && timing.startup > 0) {
      hops.push_back(Hop::startup(static_cast<Cycle>(clock_), packet.link));
      clock_ += timing.startup;
      started_ = true;
      return true;
    }
    started_ = true;
    clock_ += timing.per_message;
    hops.push_back(
        {static_cast<Cycle>(clock_ - 1), packet.link, script_->messages[packet.first + sent_++]});
    if (sent_ == packet.count) {
      ++packet_;
      sent_ = 0;
      started_ = false;
    }
    return true;
  }

 private:
  std::shared_ptr<const Script> script_;
  std::size_t packet_ = 0;
  std::uint32_t sent_ = 0;
  bool started_ = false;
  std::uint64_t clock_ = 1;
};

Plan grouped_scatter_plan(const Problem& problem) {
  const Chain chain = chain_of(problem, Spreading::at_once);
  if (chain_cost(problem, chain, Spreading::at_once).cycles > kNone) refuse_endless();
  const std::shared_ptr<const Script> script = ScriptWriter(problem, chain).finish();
  return {.open = [script]() -> std::unique_ptr<Schedule> {
    return std::make_unique<ScriptSchedule>(script);
  }};
}

Theory grouped_scatter_theory(const Problem& problem) {
  return grouped_theory(problem, chain_of(problem, Spreading::at_once));
}

}  // namespace

Algorithm grouped_scatter() {
  return {.name = "grouped",
          .aliases = {"personalized-broadcast"},
          .network = "star",
          .collective = CollectiveKind::scatter,
          .ports = {Ports::Kind::single},
          .summary = "substar by substar, the messages for each as one packet; nested",
          .source = fmt::format("{}, section III", kPaper),
          .paper = true,
          .default_control = Control::rom,
          .options = {substars_option(), packet_cap_option(), substar_order_option()},
          .build = grouped_scatter_plan,
          .predict = grouped_scatter_theory};
}

}  // namespace romcast
