// SPDX-License-Identifier: Apache-2.0
#include "romcast/goal/goal_writer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>
#include <unordered_map>
#include <vector>

#include "romcast/core/error.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/goal/goal_ports.hpp"

namespace romcast {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16;

struct Op {
  enum class Kind : std::uint8_t { receive, send, calc };
  NodeId rank = 0;
  Cycle time = 0;  // when it begins
  Kind kind{};
  std::uint8_t port = 0;
  NodeId peer = 0;            // calc: cycles
  MessageId message = kNone;  // calc: none
};

// At equal times receptions come first, since without overhead a received message can be forwarded
// immediately.
bool earlier(const Op& a, const Op& b) {
  return std::tie(a.rank, a.time, a.kind, a.port) < std::tie(b.rank, b.time, b.kind, b.port);
}

// Writes the operations of one rank.
class Rank {
 public:
  Rank(std::uint32_t ports, Timing timing, std::string& text)
      : several_(ports > 1), timing_(timing), lines_(ports), text_(text) {}

  void begin() {
    std::ranges::fill(lines_, Line{});
    labels_ = 0;
    came_.clear();
  }

  void write(const Op& op) {
    Line& line = lines_[op.port];
    const bool waits = op.kind != Op::Kind::receive || (timing_.buffered && op.port > 0);
    // The time at which LogGOPSim would begin the operation.
    const Cycle earliest =
        op.kind == Op::Kind::send ? std::max(line.free, line.next_send) : line.free;
    if (waits && earliest < op.time) {
      const std::uint32_t label = chain(line, fmt::format("calc {}", op.time - line.free), op.port);
      line.last = label;
    }
    const std::uint32_t label = chain(line, operation(op), op.port);
    line.last = label;
    line.free = op.time + length(op);
    if (op.kind == Op::Kind::send) {
      line.next_send = op.time + timing_.spacing();
      require_reception(op, label);
    } else if (op.kind == Op::Kind::receive && several_) {
      came_[op.message] = {label, op.port};
    }
  }

 private:
  struct Line {
    Cycle free = 0, next_send = 0;
    std::uint32_t last = kNone;  // label of the last operation
  };
  struct Came {
    std::uint32_t label;
    std::uint8_t port;
  };

  // Writes an operation that requires the port's previous one, `line.last`; returns the new label.
  std::uint32_t chain(const Line& line, const std::string& operation, std::uint8_t port) {
    const std::uint32_t label = labels_++;
    text_ += fmt::format("l{}: {}", label, operation);
    if (port > 0) {
      text_ += fmt::format(" cpu {}", port);
      if (!operation.starts_with("calc")) text_ += fmt::format(" nic {}", port);
    }
    text_ += '\n';
    if (line.last != kNone) text_ += fmt::format("l{} requires l{}\n", label, line.last);
    return label;
  }

  [[nodiscard]] static std::string operation(const Op& op) {
    if (op.kind == Op::Kind::calc) return fmt::format("calc {}", op.peer);
    const bool sends = op.kind == Op::Kind::send;
    return fmt::format("{} 1b {} {} tag {}", sends ? "send" : "recv", sends ? "to" : "from",
                       op.peer, op.message);
  }

  [[nodiscard]] Cycle length(const Op& op) const {
    return op.kind == Op::Kind::calc ? op.peer : timing_.overhead;
  }

  // Lets a send require the reception of its message. Writes nothing if the send and the reception
  // use the same port, as each operation of a port requires the previous one.
  void require_reception(const Op& op, std::uint32_t label) {
    if (!several_) return;
    const auto came = came_.find(op.message);
    if (came == came_.end() || came->second.port == op.port) return;
    text_ += fmt::format("l{} requires l{}\n", label, came->second.label);
  }

  const bool several_;
  const Timing timing_;
  std::vector<Line> lines_;  // by port
  std::uint32_t labels_ = 0;
  std::unordered_map<MessageId, Came> came_;  // used with several ports
  std::string& text_;
};

}  // namespace

class GoalWriter::State {
 public:
  State(const Topology& topology, const Collective& collective, Ports ports, Timing timing)
      : ranks_(static_cast<NodeId>(topology.processors())),
        ports_(ports.single() ? 1 : ports.count),
        timing_(timing),
        adds_(collective.traits().addition > 0),
        computes_(collective.computes()),
        assigned_(ports_ > 1 ? ranks_ : 0, ports_) {}

  void step(std::span<const Hop> hops) {
    const std::vector<std::uint32_t>* ports = ports_ > 1 ? &assigned_.assign(hops) : nullptr;
    for (std::size_t i = 0; i < hops.size(); ++i) {
      add(hops[i], static_cast<std::uint8_t>(ports == nullptr ? 0 : (*ports)[i]));
    }
    if (ops_.size() > kMostOps) {
      throw InputError({"format", "goal"}, fmt::format("more than {} operations", kMostOps),
                       "take fewer messages or processors");
    }
  }

  void write(const std::string& path) {
    std::ranges::sort(ops_, earlier);
    OutputFile file(path);
    std::string text = fmt::format("num_ranks {}\n", ranks_);
    Rank rank(timing_.buffered ? 2 : ports_, timing_, text);
    auto op = ops_.begin();
    for (NodeId r = 0; r < ranks_; ++r) {
      text += fmt::format("\nrank {} {{\n", r);
      for (rank.begin(); op != ops_.end() && op->rank == r; ++op) {
        rank.write(*op);
        if (text.size() < kBuffer) continue;
        file.write(text);
        text.clear();
      }
      text += "}\n";
    }
    file.write(text);
    file.commit();
  }

 private:
  void add(const Hop& hop, std::uint8_t port) {
    if (computes_ && hop.computes()) {
      ops_.push_back({hop.link, hop.cycle - 1, Op::Kind::calc, port, hop.to});
    } else if (timing_.buffered && hop.to == hop.link) {
      take(hop);
    } else {
      send(hop, port);
    }
  }

  void send(const Hop& hop, std::uint8_t port) {
    const Cycle time = hop.cycle - 1;
    ops_.push_back({hop.link, time, Op::Kind::send, port, hop.to, hop.message});
    if (timing_.buffered) {
      coming_[key(hop.to, hop.message)] = ops_.size() - 1;
      return;
    }
    const Cycle arrival = time + timing_.overhead + timing_.latency;
    ops_.push_back({hop.to, arrival, Op::Kind::receive, port, hop.link, hop.message});
    if (adds_) ops_.push_back({hop.to, arrival + timing_.overhead, Op::Kind::calc, port, 1});
  }

  // Adds the reception of a message that a processor takes from its queue. LogGOPSim takes the
  // messages of a port in the order of arrival, so a message that waits in the queue, where other
  // messages may pass, arrives by port 1. One such port suffices for plans of the algorithm
  // `buffered`, in which at most one message waits at a processor at a time.
  void take(const Hop& hop) {
    const auto found = coming_.find(key(hop.to, hop.message));
    if (found == coming_.end()) return;
    Op& sent = ops_[found->second];
    coming_.erase(found);
    sent.port = sent.time + timing_.latency < hop.cycle ? 1 : 0;
    const Op taken{hop.to, hop.cycle, Op::Kind::receive, sent.port, sent.rank, hop.message};
    ops_.push_back(taken);
  }

  static std::uint64_t key(NodeId to, MessageId message) {
    return std::uint64_t{to} << 32 | message;
  }

  NodeId ranks_;
  std::uint32_t ports_;
  Timing timing_;
  bool adds_;      // each received value is added in the cycle after its reception
  bool computes_;  // processors compute
  GoalPorts assigned_;
  std::vector<Op> ops_;
  std::unordered_map<std::uint64_t, std::size_t> coming_;  // buffered: indices of sends in flight
};

GoalWriter::GoalWriter(const Topology& topology, const Collective& collective, Ports ports,
                       Timing timing) {
  if (!topology.crossbar()) {
    throw InputError(
        {"format", "goal"},
        fmt::format("the processors of `network` {} cannot send to any other one directly",
                    topology.network()),
        "`network` complete can");
  }
  if (!ports.single() && ports.count > kMostPorts) {
    throw InputError({"format", "goal"}, fmt::format("`ports` {}: at most {} have numbers in GOAL",
                                                     ports.count, kMostPorts));
  }
  state_ = std::make_unique<State>(topology, collective, ports, timing);
}

GoalWriter::~GoalWriter() = default;
void GoalWriter::step(std::span<const Hop> hops) { state_->step(hops); }
void GoalWriter::write(const std::string& path) { state_->write(path); }

void write_goal(const std::string& path, const Topology& topology, const Collective& collective,
                Ports ports, Timing timing, const OpenSchedule& schedule) {
  GoalWriter writer(topology, collective, ports, timing);
  const auto stream = schedule();
  for (std::vector<Hop> hops; stream->next(hops);) writer.step(hops);
  writer.write(path);
}

}  // namespace romcast
