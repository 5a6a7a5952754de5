// SPDX-License-Identifier: Apache-2.0
// The Verilog switches, co-simulated with processors: runs a plan, reads the trace of every link
// and the registers of every node. Only the library with SystemC contains it (romcast::romcast).
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "romcast/run/run.hpp"

namespace romcast {

/// Receives the hops of one or more whole cycles, those of a cycle in any order.
using TakeTrace = std::function<void(std::span<const Hop> hops)>;

/// A message that leaves its processor: on the link, or on the line into a crossbar, in `cycle`.
struct Outgoing {
  MessageId message = 0;       ///< as Collective numbers it; of a copied broadcast, the original
  NodeId destination = kNone;  ///< kNone if it has several
  Cycle cycle = 0;
};

/// A message that has come to a processor that wants it, at the end of `cycle`. Nodes with stores
/// and the interfaces of fully connected networks deliver in the cycle after the hop.
struct Incoming {
  MessageId message = 0;
  NodeId source = 0;
  Cycle cycle = 0;
  std::optional<std::uint64_t> word{};  ///< nothing: the sender had no word in time
};

/// A processor of the user's own. Its words travel in the payload of the Verilog's flits, one per
/// message, Asked::word_bits wide; the network, not the endpoint, chooses when and where a message
/// goes. An exception of the endpoint ends the run and comes out of it.
class Endpoint {
 public:
  virtual ~Endpoint() = default;
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;

  /// The word of a message, asked for once, as the message leaves. Nothing: there is none yet; the
  /// message leaves without one, and the run has missed it (Measured::missed).
  virtual std::optional<std::uint64_t> send(const Outgoing& outgoing) = 0;
  virtual void receive(const Incoming& incoming) = 0;

 protected:
  Endpoint() = default;
};

/// A word on a stream of a fabric.
struct StreamWord {
  std::uint32_t flow = 0;  ///< its number in SystemcFabric::flows()
  std::uint64_t data = 0;  ///< the low bits, as many as the payload has
  bool last = true;        ///< `tlast`
};

/// Logic of the user's own at the streams of a processor of a fabric, called once in each clock
/// while frames run. Clocks count from the first frame. An exception ends the simulation and comes
/// out of it.
class StreamEndpoint {
 public:
  virtual ~StreamEndpoint() = default;
  StreamEndpoint(const StreamEndpoint&) = delete;
  StreamEndpoint& operator=(const StreamEndpoint&) = delete;

  /// The next word into the network, for a flow that begins at this processor, or nothing. Called
  /// only once the word before has been taken; a word that waits for a slot makes those after it
  /// wait, too.
  virtual std::optional<StreamWord> send(std::uint64_t clock) = 0;
  /// The word that send() returned has been taken, in the same clock or a later one.
  virtual void taken(std::uint64_t /*clock*/) {}
  /// Whether a word could be taken in this clock; false stops the senders, where flows have credit.
  virtual bool ready(std::uint64_t /*clock*/) { return true; }
  virtual void receive(const StreamWord& word, std::uint64_t clock) = 0;

 protected:
  StreamEndpoint() = default;
};

class Cosimulation final : public Hardware {
 public:
  TakeTrace trace{};  ///< of a run that is not divided among ranks; called as the cycles come
  /// One for each processor, in their order; they must outlive the run. None: processors send
  /// romcast's own test data.
  std::vector<Endpoint*> endpoints{};

  /// Call it at most once per process, since SystemC has one kernel per process.
  std::optional<Measurement> measure(Run& run) override;
};

/// Measures in a child process, so that several runs can be measured, sequentially or
/// simultaneously. The child emits progress and notices; a child that dies throws MissingError.
class ChildCosimulation final : public Hardware {
 public:
  TakeTrace trace{};  ///< called afterwards, in this process, a cycle at a time

  std::optional<Measurement> measure(Run& run) override;
};

/// Writes the folder of ROM images of a run, which appears when it is complete; returns the sizes
/// of the images. Throws InputError if writing fails or something else has its name.
std::vector<RomRow> write_roms(const std::string& folder, Run& run);

}  // namespace romcast
