// SPDX-License-Identifier: Apache-2.0
// Decides whether a schedule, read hop by hop, is legal and complete. The judge knows the topology,
// the collective, the port model and the timing, but no algorithm and no ROM.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "romcast/core/collective.hpp"
#include "romcast/core/memories.hpp"
#include "romcast/core/schedule.hpp"
#include "romcast/core/topology.hpp"

namespace romcast {

enum class ViolationKind {
  sent_before_arrival,  ///< the sender does not hold the message in that cycle
  port_used_twice,      ///< a node sends or receives on more links at a time than it has ports
  link_over_capacity,   ///< two messages on one link in one cycle
  delivered_twice,      ///< a node receives a message again; in trees, only if it is a destination
  message_lost,         ///< a destination never receives its message
  unwanted_message,     ///< a useless hop: e.g. the message does not exist, its receiver
                        ///< neither wants nor forwards it, or its destination sends it on
  queue_too_deep,       ///< more messages in a queue or store than it has slots
  startup_not_paid,  ///< a message at a time that no start-up allows, a start-up without a message,
                     ///< or a start-up in a problem without start-ups
  // LogP machines; counted_twice also on networks of links, does_not_forward only on these
  // networks:
  gap_too_short,      ///< a processor's sends, or its receptions, are less than max(g, o) apart
  overheads_overlap,  ///< a processor sends or receives while it is busy with another message
  capacity_exceeded,  ///< more than ceil(L/g) messages in transit from, or to, a processor;
                      ///< buffered machines: more than two arrivals at a processor at a time
  counted_twice,      ///< a value is combined a second time
  processor_busy,     ///< an addition or computation overlaps with another activity
  does_not_forward,   ///< an endpoint sends a message that is not its own
  taken_out_of_turn,  ///< buffered machines: a processor takes no message from its queue, or not
                      ///< the one in turn, which is the oldest; in broadcasts, if the message that
                      ///< the processor sends next is in the queue, that message is in turn instead
  // Schedules that repeat:
  waits_too_long,      ///< a message waits longer in a node than the period allows
  latency_exceeded,    ///< a flow's words may take longer than its bound on latency
  operator_used_twice  ///< a node combines more than two words, or two pairs, in a slot
};
std::string_view name(ViolationKind kind);

struct Violation {
  Cycle cycle = 0;  ///< cycle of the violation; if a message never arrives, the last cycle
  ViolationKind kind{};
  std::string text;  ///< one sentence that names node or link and message
};

/// Queue figures of the nodes of one level (maxima over these nodes and over all cycles).
struct LevelQueues {
  unsigned level = 0;
  std::uint32_t max_queue = 0;       ///< distinct messages resident at the end of a cycle
  std::uint32_t max_waiting = 0;     ///< messages that wait after the sends of a cycle: per switch
                                     ///< (single-port) or per outgoing channel (multi-port)
  std::uint32_t max_up_fifo = 0;     ///< messages to be sent on one up channel, at a cycle's end
  std::uint32_t max_down_fifo = 0;   ///< the same for one channel that does not lead up
  std::uint32_t max_per_link = 0;    ///< messages for one outgoing channel / its links, rounded up;
                                     ///< QueueKind::per_input: messages in the queue of one port
  std::uint32_t max_down_store = 0;  ///< distinct messages that still go down from one switch
  bool operator==(const LevelQueues&) const = default;
};
inline constexpr std::array kQueueFigures{&LevelQueues::max_queue,    &LevelQueues::max_waiting,
                                          &LevelQueues::max_up_fifo,  &LevelQueues::max_down_fifo,
                                          &LevelQueues::max_per_link, &LevelQueues::max_down_store};
/// Element-wise maximum; keeps `most.level`.
void raise(const LevelQueues& other, LevelQueues& most);

struct Verdict {
  /// Last cycle in which a processor receives what it needs, or computes. Where processors combine,
  /// except in a reduce, each of their receptions counts.
  Cycle cycles = 0;
  /// Messages sent (not start-ups, computations, or messages taken from a queue).
  std::uint64_t hops = 0;
  std::uint64_t delivered = 0, expected = 0;  ///< as Collective::expected_deliveries counts
  std::uint32_t max_queue = 0, max_waiting = 0;
  std::vector<LevelQueues> levels;    ///< level 1 first
  std::vector<Violation> violations;  ///< sorted by cycle; at most the first 1000 are described
  std::uint64_t violation_count = 0;  ///< all violations, also those that are not described
  /// True if the results are right for any associative operation, commutative or not: every
  /// intermediate value is the product of the values of consecutive processors in ascending order,
  /// and the final values are products over all processors. Operands of a summation are numbered in
  /// the order of the sink's product, so every complete summation is ordered. nullopt for
  /// collectives that do not combine, and for flows.
  std::optional<bool> ordered{};
  /// Broadcasts on crossbars: largest number of cycles from the first send of a message until all
  /// its receivers have the message; nullopt for other problems.
  std::optional<Cycle> item_delay{};
  /// True if a leaf of a fat tree received its own message or forwarded that of another leaf, or if
  /// a switch received a second copy of a message: trees with queues allow this, nodes with stores
  /// do not.
  bool needs_queues = false;
};

/// Streaming judge: feed whole cycles in order, then finish. make_judge_state() (judge_state.hpp)
/// selects the implementation by network, collective and timing.
class Judge {
 public:
  Judge(const Topology& topology, const Collective& collective, Ports ports,
        std::optional<QueueLimit> limit = std::nullopt, Timing timing = {});
  ~Judge();
  Judge(Judge&&) noexcept;
  Judge& operator=(Judge&&) noexcept;

  /// Judges all hops of one cycle. Their `cycle` must be equal, above 0 and later than in earlier
  /// calls. Their links must exist; on crossbars, their receivers must exist, too.
  void step(std::span<const Hop> hops);
  [[nodiscard]] Verdict finish();

  class State;  ///< judge_state.hpp

 private:
  std::unique_ptr<State> state_;
};

/// Judges a whole schedule. Throws InputError at a hop that is out of order or that the network
/// does not have.
Verdict judge(const Topology& topology, const Collective& collective, Ports ports,
              const OpenSchedule& schedule, std::optional<QueueLimit> limit = std::nullopt,
              Timing timing = {});

/// Figures of a reduction or of a flow. A flow is the words that one processor sends to the same
/// other processors in each frame.
struct FlowFigures {
  std::string name{};       ///< name of the flow; if it has none, of its first message
  std::uint32_t words = 0;  ///< in each frame
  Cycle path = 0;           ///< cycles from a word's first hop to its last arrival, at most
  /// Most cycles from the cycle in which a word is ready to the word's last arrival, if the word
  /// has just missed a slot of its flow and waits for the flow's next slot.
  Cycle latency = 0;
  std::uint32_t bound = 0;  ///< bound that the user gave for the latency; 0: none
};

/// Figures of a period; `violations`: conflicts between frames, words that wait too long, and flows
/// that exceed their bound on latency.
struct PeriodVerdict {
  Period period{};
  Cycle longest = 0;         ///< cycles from a word's first hop to its last arrival, at most
  Cycle waits = 0;           ///< cycles that a word waits in a node on its path, at most
  std::uint32_t stored = 0;  ///< most words that wait in a node in one cycle, frames added up
  Cycle latency = 0;         ///< the largest of all flows
  bool named = false;        ///< the flows are those of a file, not of a collective
  std::vector<FlowFigures> flows{};  ///< in the order of their first messages
  std::uint32_t busiest = 0;         ///< hops of a frame on the fullest link
  std::vector<Violation> violations{};
  std::uint64_t violation_count = 0;
};

/// Verdict on a change of tables: the old table runs up to a frame boundary, the new table from
/// there on, and every hop follows the table that runs in the cycle of the hop.
struct SeamVerdict {
  std::uint32_t kept = 0;  ///< words that both tables move by the same hops in the same slots
  /// Words that only the old table moves; an old frame omits those of its words that would arrive
  /// after the boundary.
  std::uint32_t drained = 0;
  std::uint32_t begun = 0;              ///< words that only the new table moves
  std::uint32_t frames = 0;             ///< last old frames in which `drained` words are omitted
  std::vector<Violation> violations{};  ///< cycle 1 is the first after the boundary
  std::uint64_t violation_count = 0;
};

}  // namespace romcast
