// A processor: injects its messages in time, checks every payload it receives.
#pragma once

// SystemC 2.3.4 as Debian builds it; see CMakeLists.txt for SC_CPLUSPLUS.
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <systemc>
#include <vector>

#include "romcast/flit.hpp"
#include "romcast/tree_rules.hpp"
#include "systemc/fabric.hpp"

namespace romcast {

/// Gives a processor its next injection; nullopt at the end.
using NextInjection = std::function<std::optional<Injection>()>;

/// What processors share.
struct ProcessorContext {
  Fabric* fabric = nullptr;
  const FatTree* tree = nullptr;
  const Collective* collective = nullptr;
  const TreeFlitCodec* codec = nullptr;
  bool credits = false;
  /// Asks to be run at the edge of this cycle (later than the present one).
  std::function<void(NodeId, Cycle)> wake_at{};
};

class Processor : public sc_core::sc_module {
 public:
  Processor(const sc_core::sc_module_name& name, ProcessorContext& context, NodeId node,
            NextInjection program);

  /// Runs the processor at this edge.
  void wake() { wake_.notify(); }

  [[nodiscard]] std::uint64_t sent() const { return sent_; }
  [[nodiscard]] std::uint64_t delivered() const { return delivered_; }
  /// Cycle of the last needed reception, by the network's time base.
  [[nodiscard]] Cycle last_delivery() const { return last_delivery_; }
  /// The program has not ended yet.
  [[nodiscard]] bool busy() const { return next_.has_value(); }
  /// First thing that was wrong with a reception, empty if nothing was.
  [[nodiscard]] const std::string& complaint() const { return complaint_; }

 private:
  void edge();
  void receive(std::uint64_t flit);
  void inject();
  void complain(const std::string& what);

  ProcessorContext& context_;
  NodeId node_;
  LinkId up_link_, down_link_;
  ChannelId up_channel_;
  NextInjection program_;
  std::optional<Injection> next_;
  unsigned credit_;
  std::uint64_t sent_ = 0, delivered_ = 0;
  Cycle last_delivery_ = 0;
  std::vector<bool> received_;  // by message or, in an alltoall, by source and message
  std::string complaint_;
  sc_core::sc_event wake_;
};

}  // namespace romcast
