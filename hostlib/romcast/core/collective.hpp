// SPDX-License-Identifier: Apache-2.0
// What a collective must achieve: where each message starts and who must receive it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/units.hpp"

namespace romcast {

enum class CollectiveKind {
  broadcast,
  scatter,
  gather,
  allgather,
  alltoall,
  reduce,
  allreduce,
  reduce_scatter,
  summation,
  exchange  ///< any set of messages, each with its own source and destinations
};

/// MPI's name, e.g. "alltoall".
std::string_view name(CollectiveKind kind);
/// Accepts MPI's names and the papers' (multinode-broadcast = allgather,
/// total-exchange = alltoall).
std::optional<CollectiveKind> find_collective(std::string_view name);
const std::vector<CollectiveKind>& all_collectives();
/// Those whose messages stay what they are and follow from the kind (so: no exchange).
const std::vector<CollectiveKind>& moving_collectives();
/// Messages are combined on the way: every one stands for all that its sender has combined so far.
bool combines(CollectiveKind kind);

/// A message of an exchange that has one destination.
struct Relation {
  NodeId origin = 0;
  NodeId destination = 0;
  bool operator==(const Relation&) const = default;
};
/// A message of an exchange: destinations ascend, and the origin is none of them.
struct Demand {
  NodeId origin = 0;
  std::vector<NodeId> destinations{};
  bool operator==(const Demand&) const = default;
};

/// Pre- and postcondition. n processors; M messages per (source, destination) relation.
/// Message numbers:  broadcast m (copied: destination*M + m);  scatter destination*M + m;  gather,
/// allgather source*M + m; alltoall (source*n + destination)*M + m;  with 0 <= m < M.
/// Collectives that combine: every processor has V values (M; in a reduce-scatter n*M, of which
/// destination*M + m are combined for one processor), each combined on its own. Number v < V is all
/// that the sender has combined so far of the v-th ones, V + v the same without its own value. Who
/// gets what is combined of all processors has it as it comes; all else is added to what it has.
/// Where the nodes combine (combined_by_nodes) there are only the numbers v < V. In a summation M
/// operands are dealt out at will, and the numbers are 0 and 1.
/// Exchange: the numbers of the table's entries; M is how many there are. If all messages have one
/// destination they move from node to node, else they are copied.
class Collective {
 public:
  /// Throws InputError if the source is out of range or there are too many messages to number.
  /// Without numbers nothing may be asked of single messages.
  enum class Numbers { needed, waived };
  Collective(CollectiveKind kind, std::size_t processors, NodeId source, std::uint32_t messages,
             Numbers numbers = Numbers::needed);
  /// An exchange. Throws InputError unless origins and destinations are processors, destinations
  /// ascend, and none is its message's origin.
  Collective(std::size_t processors, const std::vector<Relation>& relations);
  static Collective of_demands(std::size_t processors, const std::vector<Demand>& demands);
  /// A reduce, allreduce or reduce-scatter that every node of a network combines on its way.
  static Collective combined_by_nodes(std::size_t processors, NodeId sink, std::uint32_t messages,
                                      CollectiveKind kind = CollectiveKind::reduce);
  /// Throws InputError if there are too many messages to number.
  void need_numbers() const;
  /// The same broadcast where every processor's copy of a message is a message of its own, with one
  /// destination: number destination*M + m. Who has its own copy makes those of others from it.
  /// Throws InputError if there are too many copies to number.
  [[nodiscard]] Collective copied() const;

  /// The same, each of whose messages carries a word of so many bits through the network. Throws
  /// InputError where messages are combined, or for no bits or more than kMostWordBits.
  static constexpr unsigned kMostWordBits = 60;
  [[nodiscard]] Collective carrying(unsigned word_bits) const;
  /// 0: messages carry nothing but romcast's own test data.
  [[nodiscard]] unsigned word_bits() const { return word_bits_; }

  [[nodiscard]] CollectiveKind kind() const { return kind_; }
  [[nodiscard]] std::size_t processors() const { return processors_; }
  /// Source (broadcast, scatter) or sink (gather, reduce, summation); unused otherwise.
  [[nodiscard]] NodeId source() const { return source_; }
  [[nodiscard]] bool has_source() const;
  /// Messages of a relation; operands of a summation.
  [[nodiscard]] std::uint32_t messages() const { return messages_; }
  [[nodiscard]] bool combines() const { return romcast::combines(kind_); }
  /// All nodes combine, switches included, not only the two ends of a message (combined_by_nodes).
  [[nodiscard]] bool by_nodes() const { return by_nodes_; }

  /// V, of a processor (collectives that combine), and which of them a message is about.
  [[nodiscard]] std::uint64_t values() const;
  [[nodiscard]] MessageId value_of(MessageId message) const {
    return static_cast<MessageId>(message % values());
  }

  /// Processors also compute: hops may be computations (schedule.hpp).
  [[nodiscard]] bool computes() const {
    return kind_ == CollectiveKind::summation || kind_ == CollectiveKind::exchange;
  }

  /// One past the largest message number.
  [[nodiscard]] std::uint64_t message_numbers() const;
  /// The processor that holds a message before the run; kNone where messages are combined.
  [[nodiscard]] NodeId origin(MessageId message) const;
  /// How many messages a processor holds before the run that others want (values, where they are
  /// combined; none in a summation). Nodes that are no processors hold none.
  [[nodiscard]] std::uint64_t own_messages(NodeId processor) const;
  /// The one destination, or kNone if there are several, or every other processor wants it.
  [[nodiscard]] NodeId destination(MessageId message) const;
  /// Messages are copies, made on the way (see copied).
  [[nodiscard]] bool copies() const { return copies_; }
  /// The copy for this processor of what `message` is a copy of, too.
  [[nodiscard]] MessageId copy_for(NodeId processor, MessageId message) const {
    return processor * messages_ + message % messages_;
  }
  /// Exchange: who wants the message, ascending.
  [[nodiscard]] std::span<const NodeId> group(MessageId message) const;
  /// Exchange: the messages that start at a processor, ascending; and which of them a message is.
  [[nodiscard]] std::span<const MessageId> own(NodeId processor) const;
  [[nodiscard]] std::uint32_t own_place(MessageId message) const {
    return exchanged_->own_place[message];
  }
  /// Messages are copied on their way: several processors want some message.
  [[nodiscard]] bool multicast() const;
  /// A processor may get a message that it does not want, to pass it on.
  [[nodiscard]] bool passes() const { return kind_ == CollectiveKind::exchange && multicast(); }
  /// Does this processor need the message (and not hold it from the start)?
  [[nodiscard]] bool wants(MessageId message, NodeId processor) const;
  /// How many (message, processor) pairs are needed; (value, processor) where they are combined,
  /// own values excluded; operands of a summation.
  [[nodiscard]] std::uint64_t expected_deliveries() const;
  /// A message for the eye, e.g. "3>5" for alltoall, "3" for allgather, "3.1" with several each.
  [[nodiscard]] std::string message_name(MessageId message) const;

 private:
  // Lists by message, and by processor: entries begins[i] .. begins[i+1]-1.
  struct Exchanged {
    std::vector<NodeId> origins;
    std::vector<std::size_t> begins;
    std::vector<NodeId> destinations;
    std::vector<std::size_t> own_begins;
    std::vector<MessageId> own;
    std::vector<std::uint32_t> own_place;
    bool multicast = false;
  };
  CollectiveKind kind_;
  std::size_t processors_;
  NodeId source_;
  std::uint32_t messages_;
  bool copies_ = false;
  bool by_nodes_ = false;
  unsigned word_bits_ = 0;
  std::shared_ptr<const Exchanged> exchanged_{};  // exchange only
};

}  // namespace romcast
