// SPDX-License-Identifier: Apache-2.0
// Embedding in a star graph. A packet carries one copy over one link, so all packets take the same
// time, and the network runs in time slots of this length. A node has a queue per link for the
// copies that pass through the node. Among the first copies of the queues and the node's next own
// send, the one that has waited longest leaves first: a copy waits from the slot after its arrival,
// an own send from the slot of the previous own send or from the slot after the arrival of the own
// send's message, whichever is later.
// Ties: copies that pass through go first on their link; single-port nodes also prefer the link
// with the lower number. If the receiver of the oldest send of a single-port node is busy, the node
// tries its next oldest send.
#include "schedules/star/star.hpp"

#include <algorithm>
#include <tuple>

#include "romcast/core/star_routing.hpp"
#include "schedules/fat_tree/fifo.hpp"
#include "schedules/laid_out/laid_out.hpp"

namespace romcast::laid_out {
namespace {

struct Copy {
  MessageId message = 0;
  std::uint64_t since = 0;  // first slot in which the node can send the copy on
};

class StarMachine final : public Schedule {
 public:
  StarMachine(const Problem& problem, std::shared_ptr<const LogicalSends> sends)
      : star_(star::graph(problem)),
        collective_(problem.collective),
        single_(problem.ports.single()),
        timing_(problem.timing),
        sends_(std::move(sends)),
        queues_(star_->links()),
        own_(star_->nodes()),
        load_(star_->nodes(), 0),
        is_active_(star_->nodes()),
        received_(collective_.message_numbers()),
        busy_(star_->nodes()) {
    look(collective_.source(), 0);
  }

  bool next(std::vector<Hop>& hops) override {
    hops.clear();
    if (!begun_ && !simulate()) return false;
    const std::uint64_t length = std::uint64_t{timing_.startup} + timing_.per_message;
    const bool startups = timing_.startup > 0 && !begun_;
    const std::uint64_t cycle = startups ? (slot_ - 1) * length + 1 : slot_ * length;
    if (slot_ * length >= kNone) {
      star::refuse_endless();
    }
    for (const Crossing& c : crossings_) {
      const auto now = static_cast<Cycle>(cycle);
      hops.push_back(startups ? Hop::startup(now, c.link) : Hop{now, c.link, c.message});
    }
    begun_ = startups;
    return true;
  }

 private:
  struct Own {
    std::size_t next = 0;
    bool ready = false;
    std::uint64_t since = 0;
  };
  struct Crossing {
    LinkId link;
    MessageId message;
  };
  struct Candidate {
    std::uint64_t since;
    LinkId link;
    bool own;
    auto operator<=>(const Candidate&) const = default;
  };
  struct Busy {  // the slots after the node's last send and last reception
    std::uint64_t sent = 0, received = 0;
  };

  // Fills the crossings of the next slot; false if there are none.
  bool simulate() {
    crossings_.clear();
    single_ ? match() : send_all();
    std::erase_if(active_, [this](NodeId v) {
      is_active_[v] = load_[v] > 0;
      return load_[v] == 0;
    });
    // Copies arrive in the order of the links, and can be sent on in the next slot.
    std::ranges::sort(crossings_, {}, &Crossing::link);
    for (const Crossing& c : crossings_) arrive(c);
    ++slot_;
    return !crossings_.empty();
  }

  void send_all() {
    for (const NodeId v : active_) {
      std::uint32_t taken = 0;  // dimensions in use
      for (std::uint32_t i = 0; i < sends_->ports() && own_[v].ready; ++i) {
        const LinkId link = own_link(v);
        Fifo<Copy>& queue = queues_[link];
        const std::uint32_t bit = 1U << star_->dimension(link);
        const bool passes_first = !queue.empty() && queue.front().since <= own_[v].since;
        if (passes_first || (taken & bit) != 0) break;
        taken |= bit;
        send_own(v, link);
      }
      for (unsigned d = 2; d <= star_->symbols(); ++d) {
        const LinkId link = star_->link(v, d);
        if ((taken >> d & 1) == 0 && !queues_[link].empty()) send_queued(v, link);
      }
    }
  }

  void match() {
    candidates_.clear();
    for (const NodeId v : active_) {
      for (unsigned d = 2; d <= star_->symbols(); ++d) {
        const LinkId link = star_->link(v, d);
        if (!queues_[link].empty()) {
          candidates_.push_back({queues_[link].front().since, link, false});
        }
      }
      if (own_[v].ready) candidates_.push_back({own_[v].since, own_link(v), true});
    }
    std::ranges::sort(candidates_);
    for (const Candidate& c : candidates_) {
      const Channel& channel = star_->channel_at(c.link);
      if (busy_[channel.from].sent > slot_ || busy_[channel.to].received > slot_) continue;
      busy_[channel.from].sent = busy_[channel.to].received = slot_ + 1;
      c.own ? send_own(channel.from, c.link) : send_queued(channel.from, c.link);
    }
  }

  [[nodiscard]] LinkId link_towards(NodeId at, NodeId to) const {
    return star_->link(at, step_towards(star_->label(at), star_->label(to), star_->symbols()));
  }
  [[nodiscard]] LinkId own_link(NodeId v) const {
    return link_towards(v, sends_->of(v)[own_[v].next].to);
  }

  void send_own(NodeId v, LinkId link) {
    const auto [to, message] = sends_->of(v)[own_[v].next++];
    crossings_.push_back({link, collective_.copy_for(to, message)});
    own_[v].ready = false;
    --load_[v];
    look(v, slot_);
  }

  void send_queued(NodeId v, LinkId link) {
    crossings_.push_back({link, queues_[link].front().message});
    queues_[link].pop();
    --load_[v];
  }

  void arrive(const Crossing& c) {
    const NodeId at = star_->channel_at(c.link).to;
    const NodeId to = collective_.destination(c.message);
    if (at == to) {
      received_[c.message] = true;
      if (!own_[at].ready) look(at, slot_ + 1);
      return;
    }
    queues_[link_towards(at, to)].push({c.message, slot_ + 1});
    add_load(at);
  }

  // Marks the next own send of v as ready from slot `since` on, if v has the message of this send.
  void look(NodeId v, std::uint64_t since) {
    const auto all = sends_->of(v);
    Own& own = own_[v];
    if (own.next == all.size()) return;
    const MessageId held = collective_.copy_for(v, all[own.next].message);
    if (v != collective_.source() && !received_[held]) return;
    own.ready = true;
    own.since = since;
    add_load(v);
  }

  void add_load(NodeId v) {
    ++load_[v];
    if (!is_active_[v]) active_.push_back(v);
    is_active_[v] = true;
  }

  std::shared_ptr<const StarGraph> star_;
  Collective collective_;
  bool single_;
  Timing timing_;
  std::shared_ptr<const LogicalSends> sends_;
  std::vector<Fifo<Copy>> queues_;  // by link
  std::vector<Own> own_;
  std::vector<std::uint32_t> load_;  // by node: queued copies, plus 1 if an own send is ready
  std::vector<NodeId> active_;       // nodes with a load
  std::vector<bool> is_active_;
  std::vector<bool> received_;  // by copy
  std::vector<Busy> busy_;
  std::vector<Candidate> candidates_;
  std::vector<Crossing> crossings_;  // crossings of the latest slot
  std::uint64_t slot_ = 0;           // the next slot to simulate, from 0
  bool begun_ = false;  // the latest slot has emitted its start-ups, not yet its messages
};

}  // namespace

Plan star_plan(const Problem& problem, const std::shared_ptr<const LogicalSends>& sends) {
  return {.open = [problem, sends] { return std::make_unique<StarMachine>(problem, sends); }};
}

}  // namespace romcast::laid_out
