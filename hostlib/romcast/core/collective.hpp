// SPDX-License-Identifier: Apache-2.0
// The task of a collective: where each message starts and which processors must receive it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
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
/// Collectives that move messages unchanged and whose message set is implied by the kind (not
/// exchange).
const std::vector<CollectiveKind>& moving_collectives();
/// Properties that follow from the kind of a collective; traits() has a row for each kind.
struct Traits {
  enum class Root : std::uint8_t { none, source, sink };
  Root root = Root::none;  ///< one processor has (source) or wants (sink) all messages
  bool to_all = false;     ///< every processor wants every message or result
  bool pairs = false;      ///< a source has a separate message, or value, for each destination
  bool combined = false;   ///< messages are combined on their path
  bool in_nodes = false;   ///< all nodes on the path can combine messages, not only the endpoints
  bool listed = false;     ///< the messages are the rows of a table, and are numbered by row
  /// Cycles that a processor needs to add a received message, or an operand of its own.
  std::uint32_t addition = 0;
  std::string_view counted = "messages";  ///< what Collective::messages() counts

  /// One processor has all messages, and all others want them.
  [[nodiscard]] bool one_to_all() const { return root == Root::source && to_all; }
};
const Traits& traits(CollectiveKind kind);
/// True if messages are combined on their path, so that a message carries a combination of values.
bool combines(CollectiveKind kind);

/// A message with one destination, in an exchange.
struct Relation {
  NodeId origin = 0;
  NodeId destination = 0;
  bool operator==(const Relation&) const = default;
};
/// A message of an exchange: destinations ascend and exclude the origin.
struct Demand {
  NodeId origin = 0;
  std::vector<NodeId> destinations{};
  bool operator==(const Demand&) const = default;
};

/// Combines two words into one; an enumerator's value is the operation code of `rmc_operator`.
enum class Operation : std::uint8_t { add, minimum, maximum, bit_and, bit_or };
/// "add", "min", "max", "and" or "or".
std::string_view name(Operation operation);
std::optional<Operation> find_operation(std::string_view name);

/// Words that one processor sends to the same destinations in each frame of a periodic schedule. A
/// reduction has several sources: nodes on their paths combine the n-th words of all sources, and
/// each destination receives the result, which contains each source's n-th word once.
struct Flow {
  std::string name{};
  NodeId origin = 0;                   ///< of a reduction: set by Collective::of_flows
  std::vector<NodeId> destinations{};  ///< ascending; contain the origin only in a reduction
  std::uint32_t words = 1;             ///< messages per frame
  /// Maximum number of cycles from a word's first possible send to its last arrival; 0: no limit.
  std::uint32_t latency = 0;
  std::vector<NodeId> sources{};  ///< of a reduction: two or more, ascending; else empty
  Operation operation = Operation::add;
  /// For each destination: cycles of `latency` that a word spends outside the network, at both ends
  /// together; empty: 0 for all destinations.
  std::vector<std::uint32_t> outside{};
  [[nodiscard]] bool reduces() const { return !sources.empty(); }
  bool operator==(const Flow&) const = default;
};

/// Pre- and postcondition. n processors; M messages per (source, destination) relation. Message
/// numbers, with 0 <= m < M:
///   broadcast          m  (copied: destination*M + m)
///   scatter            destination*M + m
///   gather, allgather  source*M + m
///   alltoall           (source*n + destination)*M + m
///   exchange           the index in the table, whose size is M
/// If every message of an exchange has one destination, a node that sends a message no longer holds
/// it; if some message has several, nodes that send messages keep them.
///
/// Collectives that combine: every processor has V values, and the v-th values of all processors
/// are combined with each other. V is M; in a reduce-scatter V is n*M, and value destination*M + m
/// is for this destination. Message v < V carries the combination of all v-th values that the
/// sender has so far, message V + v the same without the sender's own value. A processor that
/// receives a complete result keeps it; it adds any other message to its own value. If nodes
/// combine (combined_by_nodes), only the numbers v < V exist. In a summation M operands are
/// distributed freely among the processors, and the numbers are 0 and 1.
class Collective {
 public:
  enum class Numbers { needed, waived };
  /// Throws InputError for an exchange, if there are no processors, if the source is none of them,
  /// if `messages` is 0, or if there are too many messages to number. With Numbers::waived the
  /// number of messages has no limit, and functions that take a message number must not be called.
  Collective(CollectiveKind kind, std::size_t processors, NodeId source, std::uint32_t messages,
             Numbers numbers = Numbers::needed);
  /// An exchange. Throws InputError unless there are processors, origins and destinations are
  /// processors, each message has a destination, destinations ascend, and none is its message's
  /// origin.
  Collective(std::size_t processors, const std::vector<Relation>& relations);
  static Collective of_demands(std::size_t processors, const std::vector<Demand>& demands);
  /// An exchange whose messages are the words of flows, numbered flow after flow. A hop of a
  /// reduction's message carries the combination of all words of this message that the sender has
  /// in that cycle. Throws InputError where of_demands does, if a flow has no words, if the flows
  /// have too many words to number, or if the sources of a reduction are not two or more processors
  /// in ascending order.
  static Collective of_flows(std::size_t processors, std::vector<Flow> flows);
  /// Empty unless the collective was made by of_flows.
  [[nodiscard]] std::span<const Flow> flows() const;
  /// The index in flows() of a message's flow, and the number of the message's word in that flow;
  /// requires flows.
  [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> flow_of(MessageId message) const;
  /// reduces: some flow is a reduction. reduction_of: the reduction to which a message belongs,
  /// nullptr if none.
  [[nodiscard]] bool reduces() const { return exchanged_ && exchanged_->reduces; }
  [[nodiscard]] const Flow* reduction_of(MessageId message) const;
  /// A reduce, allreduce or reduce-scatter whose values every node on the path combines.
  static Collective combined_by_nodes(std::size_t processors, NodeId sink, std::uint32_t messages,
                                      CollectiveKind kind = CollectiveKind::reduce);
  /// The same collective, but switches do not add: for each value, a switch holds the message that
  /// arrived last and relays this message. Throws std::logic_error unless by_nodes().
  [[nodiscard]] Collective relayed() const;
  /// Throws InputError if there are too many messages to number.
  void need_numbers() const;
  /// The same broadcast, in which every processor's copy is a separate message with one
  /// destination: number destination*M + m. A processor that has its own copy can make the other
  /// processors' copies. Throws InputError if there are too many copies to number.
  [[nodiscard]] Collective copied() const;
  /// The same broadcast with one message for all its copies; unchanged if it has no copies.
  [[nodiscard]] Collective uncopied() const;
  /// The message of uncopied() that was copied to make `message`; `message` itself if there are no
  /// copies.
  [[nodiscard]] MessageId original(MessageId message) const {
    return copies_ ? message % messages_ : message;
  }

  static constexpr unsigned kMostWordBits = 60;
  /// The same collective with a word of `word_bits` bits in each message. Throws InputError if
  /// messages are combined, or if `word_bits` is not 1 .. kMostWordBits.
  [[nodiscard]] Collective carrying(unsigned word_bits) const;
  /// 0: messages carry nothing but romcast's own test data.
  [[nodiscard]] unsigned word_bits() const { return word_bits_; }

  [[nodiscard]] CollectiveKind kind() const { return kind_; }
  [[nodiscard]] const Traits& traits() const { return *traits_; }
  [[nodiscard]] std::size_t processors() const { return processors_; }
  /// Source (broadcast, scatter) or sink (gather, reduce, summation); unused otherwise.
  [[nodiscard]] NodeId source() const { return source_; }
  [[nodiscard]] bool has_source() const { return traits_->root != Traits::Root::none; }
  /// Messages of a relation; operands of a summation.
  [[nodiscard]] std::uint32_t messages() const { return messages_; }
  [[nodiscard]] bool combines() const { return traits_->combined; }
  /// All nodes combine, switches included, not only the endpoints of a message (combined_by_nodes).
  [[nodiscard]] bool by_nodes() const { return by_nodes_; }
  /// Endpoints, not switches, combine the messages.
  [[nodiscard]] bool combined_at_ends() const { return traits_->combined && !by_nodes_; }
  /// Switches relay the message that arrived last instead of combining (relayed).
  [[nodiscard]] bool switches_relay() const { return switches_relay_; }

  /// In collectives that combine: values() is V, the number of each processor's values, value_of()
  /// the value to which a message belongs.
  [[nodiscard]] std::uint64_t values() const;
  [[nodiscard]] MessageId value_of(MessageId message) const {
    return static_cast<MessageId>(message % values());
  }

  /// Processors also compute: hops may be computations (schedule.hpp).
  [[nodiscard]] bool computes() const { return traits_->addition > 0 || traits_->listed; }

  /// One past the largest message number.
  [[nodiscard]] std::uint64_t message_numbers() const;
  /// The processor that holds a message before the run (Flow::origin for a message of a reduction);
  /// kNone if combines().
  [[nodiscard]] NodeId origin(MessageId message) const;
  /// Number of messages, or of values if combines(), that a processor holds for others before the
  /// run; 0 in a summation and for switches. In an exchange: the size of own(processor).
  [[nodiscard]] std::uint64_t own_messages(NodeId processor) const;
  /// The destination; kNone if there are several, or if every other processor wants the message.
  [[nodiscard]] NodeId destination(MessageId message) const;
  /// Messages are copies, made on the path (see copied).
  [[nodiscard]] bool copies() const { return copies_; }
  /// True if a sent message frees its slot: no message is copied, neither at its sender nor on its
  /// path.
  [[nodiscard]] bool frees_slots() const { return !copies_ && !multicast(); }
  /// True if each processor's task is the same relative to its own number; then a processor can
  /// number a message by the differences, modulo processors(), of the message's origin and
  /// destination from the processor's own number.
  [[nodiscard]] bool symmetric() const {
    return !has_source() && !traits_->listed && !traits_->combined;
  }
  /// The number of message `index` from an origin to a destination; not for exchanges, nor where
  /// messages are combined.
  [[nodiscard]] MessageId number(NodeId origin, NodeId destination, std::uint32_t index) const {
    return static_cast<MessageId>(origin * by_origin_ + destination * by_destination_ + index);
  }
  /// has_tags: flits name their destination. tag: the number of a message among all messages to its
  /// destination, or `message` if !has_tags(). tagged: the message with this tag and destination.
  [[nodiscard]] bool has_tags() const { return copies_ || (traits_->pairs && symmetric()); }
  [[nodiscard]] MessageId tag(MessageId message) const;
  [[nodiscard]] MessageId tagged(MessageId tag, NodeId destination) const;
  /// In copied broadcasts: the copy of original(message) that is for `processor`.
  [[nodiscard]] MessageId copy_for(NodeId processor, MessageId message) const {
    return processor * messages_ + message % messages_;
  }
  /// Exchange: the destinations of the message, ascending.
  [[nodiscard]] std::span<const NodeId> group(MessageId message) const;
  /// Exchange. own: the messages that start at a processor, ascending. own_place: the index of a
  /// message in own() of its origin.
  [[nodiscard]] std::span<const MessageId> own(NodeId processor) const;
  [[nodiscard]] std::uint32_t own_place(MessageId message) const {
    return exchanged_->own_place[message];
  }
  /// True if a message can have several destinations and is then copied on its path.
  [[nodiscard]] bool multicast() const;
  /// True if messages are copied and a processor may receive one that it does not want, only to
  /// forward it.
  [[nodiscard]] bool passes() const { return kind_ == CollectiveKind::exchange && multicast(); }
  /// In an exchange with multicasts: true if the processor is neither the origin nor a destination
  /// of the message.
  [[nodiscard]] bool passes_through(MessageId message, NodeId processor) const {
    return passes() && origin(message) != processor && !wants(message, processor);
  }
  /// True if the processor needs the message and does not hold it from the start.
  [[nodiscard]] bool wants(MessageId message, NodeId processor) const;
  /// Number of pairs of a message and a processor that needs it; where values are combined, pairs
  /// of one processor's value and another processor that needs it; in a summation the number of
  /// operands.
  [[nodiscard]] std::uint64_t expected_deliveries() const;
  /// Printable name of a message, e.g. "3>5" for alltoall, "3" for allgather, "3.1" with several
  /// messages per relation.
  [[nodiscard]] std::string message_name(MessageId message) const;

 private:
  // The messages of an exchange. Indexed by message: origins, begins, own_place; by processor:
  // own_begins; by flow: flow_begins. The destinations of message i are destinations[begins[i]] ..
  // destinations[begins[i+1]-1]; own_begins divides `own` by processor in the same way.
  struct Exchanged {
    std::vector<NodeId> origins;
    std::vector<std::size_t> begins;
    std::vector<NodeId> destinations;
    std::vector<std::size_t> own_begins;
    std::vector<MessageId> own;
    std::vector<std::uint32_t> own_place;
    bool multicast = false;
    std::vector<Flow> flows;
    std::vector<MessageId> flow_begins;  // first message of each flow
    bool reduces = false;
    std::uint64_t to_origins = 0;  // results that the origins of reductions need
  };
  Collective(std::size_t processors, std::uint32_t messages,
             std::shared_ptr<const Exchanged> exchanged);
  void find_strides();

  CollectiveKind kind_;
  const Traits* traits_;
  std::size_t processors_;
  NodeId source_;
  std::uint32_t messages_;
  bool copies_ = false;
  bool by_nodes_ = false;
  bool switches_relay_ = false;
  unsigned word_bits_ = 0;
  // Difference between the numbers of two messages whose origins, or destinations, differ by 1.
  std::uint64_t by_origin_ = 0, by_destination_ = 0;
  std::shared_ptr<const Exchanged> exchanged_{};  // exchange only
};

}  // namespace romcast
