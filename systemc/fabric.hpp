// SPDX-License-Identifier: Apache-2.0
// What nodes of a co-simulated network share: the values on the links, as plain arrays. Two-phase:
// the edge that ends cycle t reads the side of cycle t and writes that of cycle t+1, so the order
// of evaluation does not matter. Also compiled into the model libraries that are built at run time.
#pragma once

#include <cstdint>

namespace romcast {

/// One flit seen on a link, or the beginning of a start-up (`link` with kStartOfPacket set).
struct LinkFlit {
  std::uint32_t cycle;
  std::uint32_t link;
  std::uint64_t flit;
  std::uint32_t to = 0xffffffffU;  // receiver, where the link does not tell it (Hop::to)
};
inline constexpr std::uint32_t kStartOfPacket = 0x80000000U;
/// Marks a LinkFlit as the addition of an own operand.
inline constexpr std::uint32_t kAddition = 0x40000000U;

/// Stands for the cycle before cycle 0, in which nothing is on any link.
inline constexpr std::uint32_t kBeforeStart = 0xffffffffU;

/// What the interface of a LogP processor wants of it, and when (in which cycle).
struct ProcessorRequest {
  std::uint32_t issue_in = 0xffffffffU;  // `supplied` is what is to be sent
  std::uint32_t message = 0, line = 0;   // of the send
  std::uint32_t add_in = 0xffffffffU;    // an own operand is to be added
  std::uint64_t supplied = 0;
};

/// Nodes to evaluate at the next edge; a plain array with room for every node of its bank.
struct WakeList {
  std::uint32_t* nodes = nullptr;  // local numbers
  std::uint32_t count = 0;
};

/// What is on a link, in one place: a node looks at all of its links at each edge.
struct Wire {
  std::uint64_t flit = 0;
  std::uint32_t valid_in = 0xffffffffU;  // the cycle in which `flit` is on the link
  std::uint32_t start_in = 0xffffffffU;  // the cycle in which a packet's start-up begins
};

struct Fabric {
  std::uint32_t cycle = 0;  // t, read from the Verilog time base

  struct Side {
    Wire* wire = nullptr;                // by wire_of
    std::uint32_t* credit_in = nullptr;  // by channel: the cycle in which its receiver frees a slot
    std::uint32_t* line = nullptr;       // by link: where its flit shall leave the crossbar
  };
  Side side[2];  // [t & 1]

  // By link: its wire. Those to one node of a direct network are side by side; elsewhere, and to
  // the own processor, a link's wire has its number.
  const std::uint32_t* wire_of = nullptr;

  // By node: who evaluates it. Bank number, or banks + 0 for the processors.
  const std::uint32_t* bank_of = nullptr;
  const std::uint32_t* local_of = nullptr;
  std::uint32_t* woken_for = nullptr;  // by node: latest cycle it has been woken for
  std::uint32_t* woken_now = nullptr;  // by node: latest cycle in which it was woken at once
  WakeList* wake = nullptr;            // [2 * bank + (t & 1)]

  const std::uint32_t* link_to = nullptr;       // by link: receiving node
  const std::uint32_t* channel_from = nullptr;  // by channel: sending node

  ProcessorRequest* request = nullptr;  // by node of a crossbar

  LinkFlit* trace = nullptr;  // room for one flit per link and cycle is kept by the kernel
  std::uint64_t trace_count = 0;

  void wake_node(std::uint32_t node) {
    const std::uint32_t next = cycle + 1;
    if (woken_for[node] == next) return;
    woken_for[node] = next;
    WakeList& list = wake[2 * bank_of[node] + (next & 1)];
    list.nodes[list.count++] = local_of[node];
  }

  /// Wakes a processor after this edge, so that what it does is there in the next cycle.
  void wake_at_once(std::uint32_t node) {
    if (woken_now[node] == cycle || woken_for[node] == cycle) return;
    woken_now[node] = cycle;
    WakeList& list = wake[2 * bank_of[node] + (cycle & 1)];
    list.nodes[list.count++] = local_of[node];
  }

  /// Puts a flit on a link for the next cycle and wakes the receiver.
  void drive(std::uint32_t link, std::uint64_t flit) {
    const std::uint32_t next = cycle + 1;
    put(wire_of[link], flit);
    trace[trace_count++] = {next, link, flit};
    wake_node(link_to[link]);
  }

  /// The same for a link between a node and its own processor, which is in no trace.
  void deliver(std::uint32_t link, std::uint64_t flit) {
    put(link, flit);
    wake_node(link_to[link]);
  }

  /// Puts a flit on a line into the crossbar for the next cycle.
  void send(std::uint32_t link, std::uint64_t flit, std::uint32_t line) {
    put(link, flit);
    side[(cycle + 1) & 1].line[link] = line;
  }

  /// What has been sent into the crossbar for the next cycle; it passes without a clock.
  [[nodiscard]] bool coming(std::uint32_t link) const {
    return side[(cycle + 1) & 1].wire[link].valid_in == cycle + 1;
  }
  [[nodiscard]] std::uint64_t coming_flit(std::uint32_t link) const {
    return side[(cycle + 1) & 1].wire[link].flit;
  }
  [[nodiscard]] const Side& coming() const { return side[(cycle + 1) & 1]; }

  /// Puts a flit on a line out of the crossbar for the same cycle. In the trace it goes from
  /// processor to processor: along the link `sent_by` to `received_by`.
  void pass(std::uint32_t link, std::uint64_t flit, std::uint32_t sent_by,
            std::uint32_t received_by) {
    put(link, flit);
    trace[trace_count++] = {cycle + 1, sent_by, flit, received_by};
  }

  /// Puts a flit on a line out of a LogP machine's lines for the next cycle, and wakes its
  /// receiver.
  void arrive(std::uint32_t link, std::uint64_t flit) {
    put(link, flit);
    wake_at_once(link_to[link]);
  }

  /// Enters a hop of any cycle in the trace.
  void note(const LinkFlit& hop) { trace[trace_count++] = hop; }

  /// The start-up of a packet begins on a link in the next cycle.
  void start_packet(std::uint32_t link) {
    const std::uint32_t next = cycle + 1;
    side[next & 1].wire[wire_of[link]].start_in = next;
    trace[trace_count++] = {next, link | kStartOfPacket, 0};
  }

  void return_credit(std::uint32_t channel) {
    const std::uint32_t next = cycle + 1;
    side[next & 1].credit_in[channel] = next;
    wake_node(channel_from[channel]);
  }

  /// Of a wire.
  [[nodiscard]] bool valid(std::uint32_t wire) const { return here(wire).valid_in == cycle; }
  [[nodiscard]] bool starts(std::uint32_t wire) const { return here(wire).start_in == cycle; }
  [[nodiscard]] std::uint64_t flit(std::uint32_t wire) const { return here(wire).flit; }
  [[nodiscard]] const Wire& here(std::uint32_t wire) const { return side[cycle & 1].wire[wire]; }
  /// Puts a flit on a wire for the next cycle.
  void put(std::uint32_t wire, std::uint64_t flit) {
    Wire& to = side[(cycle + 1) & 1].wire[wire];
    to.flit = flit;
    to.valid_in = cycle + 1;
  }
  [[nodiscard]] bool credit(std::uint32_t channel) const {
    return side[cycle & 1].credit_in[channel] == cycle;
  }
};

}  // namespace romcast
