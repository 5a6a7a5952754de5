// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/tree/tree_rom.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <deque>
#include <map>
#include <stdexcept>
#include <unordered_map>

#include "romcast/core/bits.hpp"
#include "romcast/core/error.hpp"

namespace romcast {
namespace {

// Positions of the fields in a switch's control word.
struct ControlLayout {
  QueueKind queues;
  unsigned ports, down_links, up_links, down_bits;

  ControlLayout(const FatTree& tree, unsigned level, QueueKind kind)
      : queues(kind),
        ports(tree.arity() + 1),
        down_links(kind == QueueKind::per_output ? tree.capacity(level) : 1),
        up_links(kind != QueueKind::per_output ? 1
                 : level < tree.height()       ? tree.capacity(level + 1)
                                               : down_links),
        down_bits(static_cast<unsigned>(std::bit_width(down_links))) {}

  [[nodiscard]] unsigned links() const { return (ports - 1) * down_links + up_links; }
  [[nodiscard]] unsigned port_of(unsigned lane) const {
    return std::min(lane / down_links, ports - 1);
  }
  [[nodiscard]] unsigned sends_at() const {
    return queues == QueueKind::per_input ? ports : links() * ports;
  }
  [[nodiscard]] unsigned bits() const {
    switch (queues) {
      case QueueKind::per_output:
        return sends_at() + (ports - 1) * down_bits +
               static_cast<unsigned>(std::bit_width(up_links));
      case QueueKind::up_down:
        return sends_at() + 2;
      default:
        return 2 * ports;
    }
  }
  // The bit that makes an arrival on link `lane` leave by port `out`.
  [[nodiscard]] unsigned arrival_bit(unsigned lane, unsigned out) const {
    return lane * ports + out;
  }
};

// Adds `value` to the field that begins at bit `from`; the field may span two elements of `word`.
void add_bits(ControlWord& word, unsigned from, std::uint32_t value) {
  std::uint64_t sum = std::uint64_t{value} << (from % 32);
  for (std::size_t piece = from / 32; sum != 0; ++piece, sum >>= 32) {
    sum += word[piece];
    word[piece] = static_cast<std::uint32_t>(sum);
  }
}

void set_bit(ControlWord& word, unsigned bit) { word[bit / 32] |= 1U << (bit % 32); }
bool has_bit(const ControlWord& word, unsigned bit) {
  return (word[bit / 32] >> bit % 32 & 1) != 0;
}

// The field of `width` bits, at most 32, that begins at bit `from`.
std::uint32_t bits_of(const ControlWord& word, unsigned from, unsigned width) {
  std::uint64_t pieces = word[from / 32];
  if (from % 32 + width > 32) pieces |= std::uint64_t{word[from / 32 + 1]} << 32;
  return static_cast<std::uint32_t>(pieces >> from % 32 & ((std::uint64_t{1} << width) - 1));
}

// Control words of a node in order of time, without idle cycles.
struct Timeline {
  std::vector<Cycle> cycles;
  std::vector<ControlWord> words;

  std::size_t at(Cycle cycle, unsigned bits) {
    if (cycles.empty() || cycles.back() != cycle) {
      cycles.push_back(cycle);
      words.emplace_back((bits + 31) / 32, 0);
    }
    return cycles.size() - 1;
  }

  [[nodiscard]] std::vector<ControlRun> runs(unsigned bits) const {
    std::vector<ControlRun> result;
    const auto add = [&](const ControlWord& word, std::uint64_t count) {
      if (count == 0) return;
      if (!result.empty() && result.back().control == word) {
        result.back().cycles += count;
      } else {
        result.push_back({word, count});
      }
    };
    const ControlWord idle((bits + 31) / 32, 0);
    Cycle done = 0;
    for (std::size_t i = 0; i < cycles.size(); ++i) {
      add(idle, cycles[i] - done - 1);
      add(words[i], 1);
      done = cycles[i];
    }
    return result;
  }
};

// The latest arrival of a message at a switch.
struct Visit {
  std::size_t at = 0;       // index in the switch's timeline
  unsigned lane = 0;        // incoming link
  std::uint64_t order = 0;  // number of the arrival at this switch
  bool went_down = false;
};

// An arrival at a multi-port switch.
struct Arrival {
  std::size_t at = 0;   // index in the switch's timeline
  unsigned lane = 0;    // incoming link
  unsigned copies = 0;  // that wait in queues
};

// The messages in a multi-port switch that executes its control words, and those that its
// statistics count (rtl/fat_tree/fat_tree_statistics.v).
class Residents {
 public:
  explicit Residents(const ControlLayout& layout)
      : layout_(layout), queues_(layout.ports), waiting_(layout.ports * layout.ports, 0) {}

  /// Sends the messages of a cycle's control word.
  void send(const ControlWord& word) {
    for (unsigned port = 0; port < layout_.ports; ++port) {
      const bool up = port + 1 == layout_.ports;
      const auto width =
          up ? static_cast<unsigned>(std::bit_width(layout_.up_links)) : layout_.down_bits;
      std::uint32_t sends = bits_of(word, layout_.sends_at() + port * layout_.down_bits, width);
      for (; sends > 0; --sends) {
        Arrival& first = *queues_[port].front();
        queues_[port].pop_front();
        --waiting(first, port);
        if (--first.copies == 0) --held_;
      }
    }
  }
  /// Receives a message in a cycle with this control word.
  void receive(const ControlWord& word, Arrival& arrival) {
    for (unsigned port = 0; port < layout_.ports; ++port) {
      if (!has_bit(word, layout_.arrival_bit(arrival.lane, port))) continue;
      queues_[port].push_back(&arrival);
      ++waiting(arrival, port);
      ++arrival.copies;
    }
    if (arrival.copies > 0) ++held_;
  }
  [[nodiscard]] std::uint32_t held() const { return held_; }
  /// The sum, over the branches by which messages came, of the most that wait in one queue.
  [[nodiscard]] std::uint32_t counted() const {
    std::uint32_t sum = 0;
    for (auto row = waiting_.begin(); row != waiting_.end(); row += layout_.ports) {
      sum += *std::max_element(row, row + layout_.ports);
    }
    return sum;
  }

 private:
  std::uint32_t& waiting(const Arrival& arrival, unsigned port) {
    return waiting_[layout_.port_of(arrival.lane) * layout_.ports + port];
  }

  const ControlLayout& layout_;
  std::vector<std::deque<Arrival*>> queues_;
  std::vector<std::uint32_t> waiting_;  // messages by incoming branch and queue
  std::uint32_t held_ = 0;
};

class Compiler {
 public:
  Compiler(const FatTree& tree, QueueKind queues, bool multicast)
      : tree_(tree),
        queues_(queues),
        multicast_(multicast),
        counted_(multicast && queues == QueueKind::per_output),
        nodes_(tree.nodes()),
        slot_of_(tree.processors()) {
    roms_.slots.resize(tree.processors());
    for (unsigned l = 1; l <= tree.height(); ++l) layouts_.emplace_back(tree, l, queues);
  }

  void step(const std::vector<Hop>& hops) {
    // The order of the link numbers is the order in which a switch serves its ports and queues its
    // arrivals: children first, then the parent.
    hops_.assign(hops.begin(), hops.end());
    std::ranges::sort(hops_, {}, &Hop::link);
    for (const Hop& hop : hops_) send(hop);
    for (const Hop& hop : hops_) arrive(hop);
  }

  TreeRoms finish() {
    std::map<std::vector<std::uint32_t>, std::uint32_t> known;
    for (NodeId v = 0; v < tree_.nodes(); ++v) {
      const bool processor = tree_.is_processor(v);
      const unsigned bits = processor ? processor_bits(v) : layout(v).bits();
      if (counted_ && !processor && !counts_messages(v)) roms_.counts_messages = false;
      const RomImage image = compile_program(bits, nodes_[v].timeline.runs(bits));
      nodes_[v].timeline = {};
      auto& images = processor ? roms_.processor_images : roms_.switch_images;
      auto& image_of = processor ? roms_.image_of_processor : roms_.image_of_switch;
      std::vector<std::uint32_t> key{processor, bits};
      for (std::size_t i = 0; i < image.words(); ++i) {
        key.insert(key.end(), image.word(i).begin(), image.word(i).end());
      }
      const auto [entry, fresh] =
          known.emplace(std::move(key), static_cast<std::uint32_t>(images.size()));
      if (fresh) images.push_back(image);
      image_of.push_back(entry->second);
    }
    return std::move(roms_);
  }

 private:
  struct Node {
    Timeline timeline;
    std::unordered_map<MessageId, Visit> visits;
    std::vector<Arrival> came;  // only if `counted_`
    std::uint64_t arrivals = 0;
    std::vector<std::uint64_t> served;  // by queue: Visit::order of the message sent last
    unsigned last_child = 0;            // last child that received a message
  };

  const ControlLayout& layout(NodeId v) const { return layouts_[tree_.level(v) - 1]; }

  // Width of the control word {slot, send}, at most 32; slot numbers differ in width by processor.
  unsigned processor_bits(NodeId p) const { return 1 + index_bits(roms_.slots[p].size()); }

  void send(const Hop& hop) {
    const Channel& channel = tree_.channel_at(hop.link);
    if (tree_.is_processor(channel.from)) return inject(channel.from, hop);
    const NodeId v = channel.from;
    Node& node = nodes_[v];
    const auto visit = node.visits.find(hop.message);
    if (visit == node.visits.end()) {
      throw InputError(fmt::format("cycle {}: {} sends message {} before it has it", hop.cycle,
                                   tree_.node_name(v), hop.message));
    }
    const unsigned port = channel.up ? tree_.arity() : child_of(channel.to);
    control_send(hop, v, port, visit->second);
    control_arrival(hop, v, port, visit->second);
    if (!multicast_) node.visits.erase(visit);
  }

  void inject(NodeId p, const Hop& hop) {
    auto [slot, fresh] =
        slot_of_[p].emplace(hop.message, static_cast<std::uint32_t>(roms_.slots[p].size()));
    if (fresh) roms_.slots[p].push_back(hop.message);
    Timeline& timeline = nodes_[p].timeline;
    add_bits(timeline.words[timeline.at(hop.cycle, 32)], 0, slot->second << 1 | 1);
  }

  void control_send(const Hop& hop, NodeId v, unsigned port, Visit& visit) {
    const ControlLayout& fields = layout(v);
    Node& node = nodes_[v];
    const std::size_t now = node.timeline.at(hop.cycle, fields.bits());
    const bool up = port + 1 == fields.ports;
    std::size_t queue = port;
    switch (queues_) {
      case QueueKind::per_output:
        add_bits(node.timeline.words[now], fields.sends_at() + port * fields.down_bits, 1);
        break;
      case QueueKind::up_down:
        queue = up ? 0 : 1;
        set_bit(node.timeline.words[now], fields.sends_at() + (up ? 0 : 1));
        break;
      case QueueKind::per_input:
        queue = visit.lane;
        set_bit(node.timeline.words[now], visit.lane);
        set_bit(node.timeline.words[now], fields.sends_at() + port);
        break;
      case QueueKind::store:
        throw std::logic_error("a fat tree has queues, no stores");
    }
    node.served.resize(fields.ports);
    const bool again = visit.order == node.served[queue];
    if (visit.order < node.served[queue]) {
      throw InputError(fmt::format(
          "cycle {}: message {} has been overtaken in {}; its queues are first-in first-out, so no "
          "ROM can run this schedule",
          hop.cycle, hop.message, tree_.node_name(v)));
    }
    if (queues_ == QueueKind::up_down && again && port < node.last_child) {
      throw InputError(fmt::format(
          "cycle {}: {} sends message {} to an earlier child after a later one; it serves them in "
          "ascending order, so no ROM can run this schedule",
          hop.cycle, tree_.node_name(v), hop.message));
    }
    // A single-port switch considers a message gone with its last downward copy.
    if (queues_ == QueueKind::up_down && up && visit.went_down) {
      throw InputError(
          fmt::format("cycle {}: {} sends message {} up after it has sent it down; it sends up "
                      "first, so no ROM can run this schedule",
                      hop.cycle, tree_.node_name(v), hop.message));
    }
    if (queues_ == QueueKind::up_down && up && visit.lane == port) {
      throw InputError(fmt::format(
          "cycle {}: {} sends message {} back to its parent, which it came from; no ROM "
          "can run this schedule",
          hop.cycle, tree_.node_name(v), hop.message));
    }
    node.served[queue] = visit.order;
    visit.went_down = visit.went_down || !up;
    if (!up) node.last_child = port;
  }

  // Sets, in the control word for the message's arrival, the bit of output `port`; throws
  // InputError if the bit is set already. With queues per input, control words have no such bits.
  void control_arrival(const Hop& hop, NodeId v, unsigned port, const Visit& visit) {
    if (queues_ == QueueKind::per_input) return;
    ControlWord& word = nodes_[v].timeline.words[visit.at];
    const unsigned bit = layout(v).arrival_bit(visit.lane, port);
    if (has_bit(word, bit)) {
      throw InputError(fmt::format(
          "cycle {}: {} sends message {} to {} once more; its queues hold it once, so no "
          "ROM can run this schedule",
          hop.cycle, tree_.node_name(v), hop.message,
          tree_.node_name(tree_.end_of(hop.link, hop.to))));
    }
    set_bit(word, bit);
  }

  void arrive(const Hop& hop) {
    const Channel& channel = tree_.channel_at(hop.link);
    const NodeId v = channel.to;
    if (tree_.is_processor(v)) return;
    const ControlLayout& fields = layout(v);
    Node& node = nodes_[v];
    const unsigned port = channel.up ? child_of(channel.from) : tree_.arity();
    const unsigned lane = port * fields.down_links + (hop.link - channel.first_link);
    if (counted_) node.came.push_back({node.timeline.at(hop.cycle, fields.bits()), lane});
    node.visits[hop.message] = {node.timeline.at(hop.cycle, fields.bits()), lane, ++node.arrivals};
  }

  // True if the statistics of a switch find as many messages as the switch holds at most.
  bool counts_messages(NodeId v) {
    Node& node = nodes_[v];
    Residents residents(layout(v));
    std::uint32_t most = 0, most_counted = 0;
    auto next = node.came.begin();
    for (std::size_t at = 0; at < node.timeline.words.size(); ++at) {
      const ControlWord& word = node.timeline.words[at];
      residents.send(word);
      for (; next != node.came.end() && next->at == at; ++next) residents.receive(word, *next);
      most = std::max(most, residents.held());
      most_counted = std::max(most_counted, residents.counted());
    }
    return most_counted == most;
  }

  unsigned child_of(NodeId v) const {
    return static_cast<unsigned>(tree_.index(v) % tree_.arity());
  }

  const FatTree& tree_;
  QueueKind queues_;
  bool multicast_;
  bool counted_;  // the statistics of switches may count fewer messages than there are
  std::vector<ControlLayout> layouts_;
  std::vector<Node> nodes_;
  std::vector<std::unordered_map<MessageId, std::uint32_t>> slot_of_;
  std::vector<Hop> hops_;  // hops of this cycle, by link
  TreeRoms roms_;
};

}  // namespace

unsigned control_bits(const FatTree& tree, unsigned level, QueueKind queues) {
  return ControlLayout(tree, level, queues).bits();
}

TreeRoms compile_tree_roms(const FatTree& tree, QueueKind queues, const OpenSchedule& schedule,
                           bool multicast) {
  Compiler compiler(tree, queues, multicast);
  const auto hops = schedule();
  for (std::vector<Hop> step; hops->next(step);) compiler.step(step);
  return compiler.finish();
}

}  // namespace romcast
