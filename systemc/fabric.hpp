// SPDX-License-Identifier: Apache-2.0
// State shared by the nodes of a co-simulated network: the values on the links, as plain arrays.
// Two-phase: the edge that ends cycle t reads the side of cycle t and writes that of cycle t+1, so
// the order of evaluation does not matter. This header is also compiled into the model libraries
// that are built at run time.
#pragma once

#include <cstdint>

namespace romcast {

/// An entry of the trace: a flit on a link. With bit kStartOfPacket in `link`: the beginning of a
/// start-up. With bit kAddition: the processor whose number is in the other bits of `link` adds
/// `to` own operands.
struct LinkFlit {
  std::uint32_t cycle;
  std::uint32_t link;
  std::uint64_t flit;
  std::uint32_t to = 0xffffffffU;  // receiver, if the link does not imply it (Hop::to)
};
inline constexpr std::uint32_t kStartOfPacket = 0x80000000U;
/// The bit of LinkFlit::link that marks an addition of own operands.
inline constexpr std::uint32_t kAddition = 0x40000000U;

/// The cycle before cycle 0, in which no link carries a flit.
inline constexpr std::uint32_t kBeforeStart = 0xffffffffU;

/// Requests of a LogP interface or a combining node to its processor; kBeforeStart in place of a
/// cycle: no request yet.
struct ProcessorRequest {
  std::uint32_t issue_in = 0xffffffffU;  // cycle in which `supplied` must be sent
  std::uint32_t message = 0, line = 0;   // of the send: message, crossbar output
  std::uint32_t add_in = 0xffffffffU;    // cycle in which an own operand must be added
  std::uint64_t supplied = 0;
};

/// The nodes of one bank to evaluate at the edge that ends a cycle: a plain array with capacity for
/// all nodes of the bank.
struct WakeList {
  std::uint32_t* nodes = nullptr;  // local numbers
  std::uint32_t count = 0;
};

/// The header of the inputs of a node or a processor in a cycle. The flits follow the header in
/// memory, one per lane, so an idle node reads only the header. A node with more than 32 lanes has
/// several consecutive inboxes, one per 32 lanes.
struct Inbox {
  static constexpr std::uint32_t kNever = 0xfffffffeU;
  // The cycle in which `lanes`, `signals` and the flits are valid.
  std::uint32_t filled_in = kNever;
  // In the first inbox of a node or processor: the latest cycle for which it is woken, among the
  // cycles with the parity of this side (Wires::side). Each side has such a cycle, since a node can
  // be woken for the next cycle before it has run in this one.
  std::uint32_t woken_for = kNever;
  std::uint32_t lanes = 0;  // a bit per lane with a flit
  // A bit per lane on which a start-up begins or, in networks with credits, per port that gets a
  // credit.
  std::uint32_t signals = 0;

  static constexpr unsigned kLanes = 32;
  [[nodiscard]] std::uint64_t* flits() { return reinterpret_cast<std::uint64_t*>(this + 1); }
  [[nodiscard]] const std::uint64_t* flits() const {
    return reinterpret_cast<const std::uint64_t*>(this + 1);
  }
};
/// Number of inboxes for `lanes` lanes; at least one.
constexpr std::uint32_t inbox_count(std::uint32_t lanes) {
  return lanes == 0 ? 1 : (lanes + Inbox::kLanes - 1) / Inbox::kLanes;
}
/// Bytes of the inboxes for `lanes` lanes.
constexpr std::uint32_t inbox_bytes(std::uint32_t lanes) {
  return static_cast<std::uint32_t>(inbox_count(lanes) * sizeof(Inbox) +
                                    lanes * sizeof(std::uint64_t));
}
/// Distance between consecutive inboxes of a node.
inline constexpr std::uint32_t kInboxStride = inbox_bytes(Inbox::kLanes);

/// The receiving end of a link or channel: a lane of an inbox, or a port that gets a credit.
struct Arrival {
  std::uint32_t inbox = 0;  // byte offset in Side::inboxes
  std::uint32_t lane = 0;   // within that inbox
  std::uint32_t first = 0;  // byte offset of the first inbox of `node`
  std::uint32_t node = 0;   // the receiver: a node, a processor or the line of a link
};

/// The bank that evaluates a node or the line of a link, and the number of this node or line in the
/// bank. If `bank` equals the number of banks, `local` is the number of a processor instead; if
/// `bank` equals the number of banks plus 1, another rank evaluates the node or processor.
struct Owner {
  std::uint32_t bank = 0, local = 0;
};

struct Wires {
  std::uint32_t cycle = 0;  // t, read from the Verilog time base

  struct Side {
    unsigned char* inboxes = nullptr;
    std::uint32_t* line = nullptr;  // by link: the crossbar output of its flit
  };
  Side side[2];  // [t & 1]

  const Arrival* end_of_link = nullptr;        // by link
  const Arrival* end_of_credits = nullptr;     // by channel
  const std::uint32_t* first_inbox = nullptr;  // by node
  const Owner* owner = nullptr;                // by node
  std::uint32_t* woken_now = nullptr;          // by node: latest cycle of a wake_at_once()
  WakeList* wake = nullptr;                    // [2 * bank + (t & 1)]

  ProcessorRequest* request = nullptr;  // by node; of combining nodes by node * ports + sender

  LinkFlit* trace = nullptr;  // Network reserves capacity for the entries of a cycle
  std::uint64_t trace_count = 0;

  void wake_node(std::uint32_t node) { wake_owner(node, first_inbox[node]); }

  /// Wakes a processor after this edge, so that its actions take effect in the next cycle.
  void wake_at_once(std::uint32_t node) {
    if (woken_now[node] == cycle || woken_for(node) == cycle) return;
    woken_now[node] = cycle;
    enlist(node, cycle);
  }
  /// The latest cycle, among those with the parity of the current one, for which a node was woken.
  [[nodiscard]] std::uint32_t woken_for(std::uint32_t node) const {
    return inbox(cycle, first_inbox[node]).woken_for;
  }

  /// Puts a flit on a link for the next cycle and wakes the receiver.
  void drive(std::uint32_t link, std::uint64_t flit) {
    trace[trace_count++] = {cycle + 1, link, flit};
    deliver(link, flit);
  }

  /// As drive(), but untraced, e.g. for a link between a node and its own processor.
  void deliver(std::uint32_t link, std::uint64_t flit) {
    const Arrival& end = end_of_link[link];
    put(end, flit);
    wake_owner(end.node, end.first);
  }

  /// Puts a flit on a link into the crossbar for the next cycle. `line`: the crossbar output to
  /// which the flit goes.
  void send(std::uint32_t link, std::uint64_t flit, std::uint32_t line) {
    put(link, flit);
    side[(cycle + 1) & 1].line[link] = line;
  }

  /// The flit on a link in the next cycle, or nullptr.
  [[nodiscard]] const std::uint64_t* coming(std::uint32_t link) const {
    return on(cycle + 1, end_of_link[link]);
  }
  [[nodiscard]] std::uint32_t coming_line(std::uint32_t link) const {
    return side[(cycle + 1) & 1].line[link];
  }

  /// Puts a flit on a link out of the crossbar for the next cycle; the flit was sent into the
  /// crossbar for the same cycle. The trace shows a hop from processor to processor: along the
  /// sender's link `sent_by`, to the processor `received_by`.
  void pass(std::uint32_t link, std::uint64_t flit, std::uint32_t sent_by,
            std::uint32_t received_by) {
    put(link, flit);
    trace[trace_count++] = {cycle + 1, sent_by, flit, received_by};
  }

  /// Puts a flit on a link out of a LogP machine's crossbar for the next cycle, and wakes the
  /// receiver after this edge.
  void arrive(std::uint32_t link, std::uint64_t flit) {
    put(link, flit);
    wake_at_once(end_of_link[link].node);
  }

  /// Adds a hop of any cycle to the trace.
  void note(const LinkFlit& hop) { trace[trace_count++] = hop; }

  /// Begins the start-up of a packet on a link in the next cycle.
  void start_packet(std::uint32_t link) {
    trace[trace_count++] = {cycle + 1, link | kStartOfPacket, 0};
    note_start(link);
  }
  /// As start_packet(), but untraced.
  void note_start(std::uint32_t link) { signal(end_of_link[link]); }

  void return_credit(std::uint32_t channel) {
    const Arrival& end = end_of_credits[channel];
    signal(end);
    wake_owner(end.node, end.first);
  }
  /// True if the sender of a channel gets a credit in this cycle: a slot of the receiver is free
  /// again.
  [[nodiscard]] bool credit(std::uint32_t channel) const { return credit(cycle, channel); }
  /// As credit(), for the next cycle.
  [[nodiscard]] bool credit_is_coming(std::uint32_t channel) const {
    return credit(cycle + 1, channel);
  }

  /// Puts a flit on a link for the next cycle.
  void put(std::uint32_t link, std::uint64_t flit) { put(end_of_link[link], flit); }
  /// The flit on a link in this cycle, or nullptr.
  [[nodiscard]] const std::uint64_t* on(std::uint32_t link) const {
    return on(cycle, end_of_link[link]);
  }
  /// False for the dummy link of unconnected pins, whose flits are lost.
  [[nodiscard]] bool leads_on(std::uint32_t link) const { return end_of_link[link].inbox != 0; }
  /// An inbox in this cycle, or nullptr if it is empty.
  [[nodiscard]] const Inbox* filled(std::uint32_t at) const {
    const Inbox& box = inbox(cycle, at);
    return box.filled_in == cycle ? &box : nullptr;
  }
  /// Prefetches an inbox.
  void fetch(std::uint32_t at) const { __builtin_prefetch(side[cycle & 1].inboxes + at, 1); }

 private:
  [[nodiscard]] Inbox& inbox(std::uint32_t in_cycle, std::uint32_t at) const {
    return *reinterpret_cast<Inbox*>(side[in_cycle & 1].inboxes + at);
  }
  [[nodiscard]] Inbox& to_fill(std::uint32_t at) const {
    Inbox& box = inbox(cycle + 1, at);
    if (box.filled_in != cycle + 1) {
      box.filled_in = cycle + 1;
      box.lanes = box.signals = 0;
    }
    return box;
  }
  void put(const Arrival& end, std::uint64_t flit) {
    Inbox& box = to_fill(end.inbox);
    box.lanes |= 1U << end.lane;
    box.flits()[end.lane] = flit;
  }
  void signal(const Arrival& end) { to_fill(end.inbox).signals |= 1U << end.lane; }
  [[nodiscard]] const std::uint64_t* on(std::uint32_t in_cycle, const Arrival& end) const {
    const Inbox& box = inbox(in_cycle, end.inbox);
    const bool comes = box.filled_in == in_cycle && (box.lanes >> end.lane & 1) != 0;
    return comes ? &box.flits()[end.lane] : nullptr;
  }
  [[nodiscard]] bool credit(std::uint32_t in_cycle, std::uint32_t channel) const {
    const Arrival& end = end_of_credits[channel];
    const Inbox& box = inbox(in_cycle, end.inbox);
    return box.filled_in == in_cycle && (box.signals >> end.lane & 1) != 0;
  }
  void wake_owner(std::uint32_t node, std::uint32_t first) {
    Inbox& box = inbox(cycle + 1, first);
    if (box.woken_for == cycle + 1) return;
    box.woken_for = cycle + 1;
    enlist(node, cycle + 1);
  }
  void enlist(std::uint32_t node, std::uint32_t for_cycle) {
    const Owner& of = owner[node];
    WakeList& list = wake[2 * of.bank + (for_cycle & 1)];
    list.nodes[list.count++] = of.local;
  }
};

}  // namespace romcast
