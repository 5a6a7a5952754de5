// SPDX-License-Identifier: Apache-2.0
// Processors: send at given times, and check every payload they receive.
#pragma once

#include <cstdint>
#include <string>
#include <systemc>  // SC_CPLUSPLUS must fit Debian's library: see CMakeLists.txt
#include <vector>

#include "romcast/core/flit.hpp"
#include "romcast/core/packed.hpp"
#include "systemc/fabric.hpp"

namespace romcast {

class Words;

class Processor : public sc_core::sc_module {
 public:
  Processor(const sc_core::sc_module_name& name, const Wires& fabric, const Collective& collective,
            const FlitCodec& codec, NodeId node);

  /// Prefetches the processor and its SystemC process, for a later wake().
  void fetch() const;
  /// Makes the processor send and receive these words, which must outlive it.
  void carry(Words& words) { words_ = &words; }
  /// Runs the processor at this edge.
  void wake() { wake_.notify(); }
  /// Prefetches the received-bit of the incoming message.
  void expect() const;

  [[nodiscard]] std::uint64_t sent() const { return sent_; }
  [[nodiscard]] std::uint64_t delivered() const { return delivered_; }
  /// Number of messages received only because the node forwards them.
  [[nodiscard]] std::uint64_t overheard() const { return overheard_; }
  /// Cycle of the last needed reception, by the network's time base.
  [[nodiscard]] Cycle last_delivery() const { return last_delivery_; }
  /// The first error; empty if there is none.
  [[nodiscard]] const std::string& complaint() const { return complaint_; }

  /// Appends the results of the run to `packed`.
  virtual void save(Packed& packed);
  /// Replaces the results by those that save() has written on another rank.
  virtual void restore(Packed& packed);

 protected:
  virtual void edge() = 0;
  /// Checks a flit that arrived at this edge and records its message.
  void receive(std::uint64_t flit);
  /// True if the processor has received this message; the message must be one that it wants.
  [[nodiscard]] bool has(MessageId message) const;

  void complain(const std::string& what);
  /// `flit`: the flit of an own message, to be sent in `cycle`. Returns `flit` unchanged, unless
  /// carry() was called: then `flit` with the endpoint's word, or without a word if the endpoint
  /// gives none.
  [[nodiscard]] std::uint64_t leaving(std::uint64_t flit, Cycle cycle) const;
  /// A flit that will be received at this edge, for expect(); nullptr if none is known.
  [[nodiscard]] virtual const std::uint64_t* coming() const { return nullptr; }

  const NodeId node_;
  const Collective& collective_;
  std::uint64_t sent_ = 0;
  std::uint64_t delivered_ = 0;
  std::uint64_t overheard_ = 0;

 private:
  const Wires& fabric_;
  const FlitCodec& codec_;
  Words* words_ = nullptr;
  Cycle last_delivery_ = 0;
  // A bit per message, by Collective::tag(): the message was received.
  std::vector<std::uint64_t> received_;
  std::string complaint_;
  sc_core::sc_event wake_;
  const sc_core::sc_object* process_;
};

}  // namespace romcast
