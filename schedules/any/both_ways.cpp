// SPDX-License-Identifier: Apache-2.0
// The textbook allgather on rings and tori: every node forwards what it has received, in both
// directions simultaneously if nodes are multi-port (each message crosses half of the ring in each
// direction), in one direction if they are single-port. On a torus the dimensions follow each
// other, the last one first: the messages that a ring has gathered form one block in the rings of
// the next dimension ("bucket").
// With M messages of each node:
//   ring    of n nodes
//           multi   T = ceil(M (n-1) / 2), the bound: two messages reach a node in a cycle
//           single  T = M (n-1), the bound
//   torus   the sum of the T of a ring of each dimension, with blocks instead of messages: M is
//           multiplied by the sizes of the dimensions gathered before. A ring of 2 nodes always
//           takes the single-port T, because one link leads each way.
//           single  T = M (n-1) for n nodes, too
// In a multi-port ring of even size, the node opposite to the origin of a block gets every second
// message of the block from one side, the remaining messages from the other side.
#include "romcast/networks/sizes.hpp"
#include "schedules/any/any.hpp"

namespace romcast {
namespace {

using namespace any;

std::vector<std::uint32_t> dims_of(const Topology& topology) {
  for (const auto& [option, value] : topology.options()) {
    if (option == "dims") return parse_list(option, value, 'x', 2);
  }
  return {static_cast<std::uint32_t>(topology.processors())};
}

// The rings of one dimension. The numbers of successive nodes of a ring are `block` apart, and each
// node has already gathered its own block: the messages of `block` nodes.
class Rings {
 public:
  Rings(const Problem& problem, NodeId size, NodeId block, Cycle begin, Hops& hops)
      : topology_(*problem.topology),
        size_(size),
        block_(block),
        messages_(block * problem.collective.messages()),
        begin_(begin),
        hops_(hops) {}

  Cycle gather(bool both) {
    both = both && size_ > 2;
    const NodeId whole =
        both ? (size_ - 1) / 2 : size_ - 1;  // nodes to which a block goes whole, per direction
    for (NodeId back = 0; back < whole; ++back) {
      pass(true, back, 0, 1);
      if (both) pass(false, back, 0, 1);
    }
    if (!both || size_ % 2 == 1) return begin_ + whole * messages_;
    pass(true, whole, 0, 2);
    pass(false, whole, 1, 2);
    return begin_ + whole * messages_ + (messages_ + 1) / 2;
  }

 private:
  // Every node v sends to its next node, upwards or downwards, every `step`-th message, from number
  // `first` on, of the block of the node that is `back` nodes before v in that direction.
  void pass(bool up, NodeId back, std::uint32_t first, std::uint32_t step) {
    for (NodeId v = 0; v < topology_.nodes(); ++v) {
      const NodeId source = moved(v, up ? size_ - back : back);
      const ChannelId c = topology_.find_channel(v, moved(v, up ? 1 : size_ - 1));
      Cycle cycle = begin_ + back * messages_;
      for (std::uint32_t m = first; m < messages_; m += step) {
        hops_.push_back({.cycle = ++cycle,
                         .link = topology_.channels()[c].first_link,
                         .message = source / block_ * messages_ + m});
      }
    }
  }
  [[nodiscard]] NodeId moved(NodeId v, NodeId by) const {
    const NodeId place = v / block_ % size_;
    return v - place * block_ + (place + by) % size_ * block_;
  }

  const Topology& topology_;
  NodeId size_, block_;
  std::uint32_t messages_;  // messages of a block
  Cycle begin_;
  Hops& hops_;
};

Plan both_ways_plan(const Problem& problem) {
  Hops hops;
  Cycle cycles = 0;
  NodeId block = 1;
  const std::vector<std::uint32_t> dims = dims_of(*problem.topology);
  for (std::size_t i = dims.size(); i-- > 0;) {
    cycles = Rings(problem, dims[i], block, cycles, hops).gather(!problem.ports.single());
    block *= dims[i];
  }
  return {.open = stored_schedule(std::move(hops))};
}

Theory predict_rings(const Problem& problem) {
  Theory theory = any::predict(problem);
  std::uint64_t cycles = 0, block = problem.collective.messages();
  const std::vector<std::uint32_t> dims = dims_of(*problem.topology);
  for (std::size_t i = dims.size(); i-- > 0;) {
    const std::uint64_t all = block * (dims[i] - 1);
    cycles += problem.ports.single() || dims[i] == 2 ? all : (all + 1) / 2;
    block *= dims[i];
  }
  theory.formula_cycles = cycles;
  theory.formula_source = problem.ports.single() ? "every node gets one message a cycle"
                                                 : "every node gets two messages a cycle";
  return theory;
}

std::string both_ways_refusal(const Problem& problem) {
  if (problem.topology->network() == "ring" && problem.topology->processors() < 3) {
    return "it needs a whole ring of 3 nodes or more";
  }
  return refusal(problem);
}

Algorithm rings(const char* name, const char* network, const char* summary) {
  return {.name = name,
          .network = network,
          .collective = CollectiveKind::allgather,
          .ports = {Ports::Kind::single, Ports::Kind::multi},
          .summary = summary,
          .source = "textbooks, e.g. Bertsekas & Tsitsiklis 1989, section 1.3",
          .default_control = Control::rom,
          .refusal = both_ways_refusal,
          .build = both_ways_plan,
          .predict = predict_rings};
}

}  // namespace

Algorithm both_ways_allgather() {
  return rings("both-ways", "ring",
               "every node passes on what it received; multi-port in both directions at once");
}
Algorithm ring_by_ring_allgather() {
  Algorithm algorithm =
      rings("ring-by-ring", "torus",
            "dimension by dimension, round its rings, multi-port in both directions");
  algorithm.aliases = {"bucket"};
  return algorithm;
}

}  // namespace romcast
