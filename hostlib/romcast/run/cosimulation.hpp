// SPDX-License-Identifier: Apache-2.0
// Co-simulates the Verilog switches with processors: runs a plan, reads the trace of every link and
// the registers of every node. Only romcast::romcast, the library with SystemC, can do this.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "romcast/run/run.hpp"

namespace romcast {

/// Receives all hops of one or more cycles; the hops of one cycle are in any order.
using TakeTrace = std::function<void(std::span<const Hop> hops)>;

/// A message that leaves its processor in `cycle`, on a link or on a line into a crossbar.
struct Outgoing {
  MessageId message = 0;       ///< numbered as in Collective; a copy has its original's number
  NodeId destination = kNone;  ///< kNone if there are several
  Cycle cycle = 0;
};

/// A message that has arrived at a processor that wants it, at the end of `cycle`. Nodes with
/// stores deliver in the cycle after the hop at the earliest, and so do the interfaces of fully
/// connected networks.
struct Incoming {
  MessageId message = 0;
  NodeId source = 0;
  Cycle cycle = 0;
  std::optional<std::uint64_t> word{};  ///< nullopt: the sender had no word in time
};

/// A user's model of a processor. Each message of the processor carries one word, Asked::word_bits
/// wide, in the payload of the Verilog's flits; the network, not the endpoint, chooses when and
/// where a message goes. An exception from the endpoint ends the run, which rethrows it.
class Endpoint {
 public:
  virtual ~Endpoint() = default;
  Endpoint(const Endpoint&) = delete;
  Endpoint& operator=(const Endpoint&) = delete;

  /// The word of a message; called once per message, at the message's first send. nullopt: there is
  /// no word yet; the message leaves without one and is counted in Measured::missed.
  virtual std::optional<std::uint64_t> send(const Outgoing& outgoing) = 0;
  virtual void receive(const Incoming& incoming) = 0;

 protected:
  Endpoint() = default;
};

/// A word on a stream of a fabric.
struct StreamWord {
  std::uint32_t flow = 0;  ///< the flow's number in SystemcFabric::flows()
  std::uint64_t data = 0;  ///< low bits: the payload; the bits above its width are ignored
  bool last = true;        ///< `tlast`
};

/// A user's logic at the streams of a fabric's processor. While frames run, ready() is called once
/// per clock, and send() in the clocks in which no earlier word waits to be taken. Clocks count
/// from the first frame. An exception ends the simulation; SystemcFabric::report() rethrows it.
class StreamEndpoint {
 public:
  virtual ~StreamEndpoint() = default;
  StreamEndpoint(const StreamEndpoint&) = delete;
  StreamEndpoint& operator=(const StreamEndpoint&) = delete;

  /// The next word into the network, for a flow that begins at this processor; nullopt: none.
  /// Called only after the previous word has been taken, so a word that waits for a slot delays the
  /// words after it.
  virtual std::optional<StreamWord> send(std::uint64_t clock) = 0;
  /// Called in the clock in which the fabric takes the word that send() returned: the clock of that
  /// send() or a later one.
  virtual void taken(std::uint64_t /*clock*/) {}
  /// True if the endpoint can receive a word in this clock; false stops the senders of flows that
  /// have credits.
  virtual bool ready(std::uint64_t /*clock*/) { return true; }
  virtual void receive(const StreamWord& word, std::uint64_t clock) = 0;

 protected:
  StreamEndpoint() = default;
};

class Cosimulation final : public Hardware {
 public:
  /// Receives the trace during a run on one rank. With several ranks, calls may come later or
  /// never.
  TakeTrace trace{};
  /// One endpoint per processor, in order of processor numbers; the endpoints must outlive the run.
  /// If there are none, processors send romcast's own test data.
  std::vector<Endpoint*> endpoints{};

  /// Call it at most once per process, since SystemC has one kernel per process.
  std::optional<Measurement> measure(Run& run) override;
};

/// Measures in a child process, so that several runs can be measured, sequentially or
/// simultaneously. The child emits progress and notices; if it dies, measure() throws MissingError.
class ChildCosimulation final : public Hardware {
 public:
  TakeTrace trace{};  ///< called after the run, in this process, a cycle at a time

  std::optional<Measurement> measure(Run& run) override;
};

/// Writes the ROM images of a run to a folder, which appears under its name when it is complete;
/// returns the sizes of the images. Throws InputError where Run::images does, if writing fails, or
/// if `folder` exists and is neither empty nor a folder of ROM images.
std::vector<RomRow> write_roms(const std::string& folder, Run& run);

}  // namespace romcast
