// SPDX-License-Identifier: Apache-2.0
#include "romcast/judge/reduce_judge.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <unordered_map>

#include "romcast/core/crossings.hpp"
#include "romcast/core/error.hpp"
#include "romcast/judge/contributions.hpp"
#include "romcast/judge/judge_findings.hpp"
#include "romcast/judge/port_book.hpp"
#include "romcast/judge/use_findings.hpp"

namespace romcast {
namespace {

class ReduceJudge final : public Judge::State {
 public:
  ReduceJudge(const Topology& topology, const Collective& collective, Ports ports, Timing timing)
      : topology_(topology),
        collective_(collective),
        reduces_(collective.has_source()),
        book_(topology, ports, timing) {
    findings_.verdict().expected = collective.expected_deliveries();
  }

  void step(std::span<const Hop> hops) override {
    if (hops.empty()) return;
    if (hops.front().cycle <= cycle_) throw std::logic_error("judge: cycles must ascend from 1");
    land(hops.front().cycle - 1);
    cycle_ = hops.front().cycle;
    for (const Hop& hop : hops) {
      if (hop.cycle != cycle_) throw std::logic_error("judge: hops of several cycles in one step");
      begin(hop);
    }
    land(cycle_);
  }

  Verdict finish() override {
    land(kNone);
    Verdict& verdict = findings_.verdict();
    // Relaying switches send messages of several processors on one link. The receiver combines the
    // values of these messages in order of arrival, even if other values belong between them.
    bool in_order =
        !twice_ && !collective_.switches_relay() && verdict.delivered == verdict.expected;
    for (const auto& [place, sum] : held_) {
      in_order = in_order && (!wants(place) || sum.in_order);
    }
    verdict.ordered = in_order;
    report_lost(verdict.expected - verdict.delivered);
    for (unsigned level = 1; level <= topology_.levels(); ++level) {
      verdict.levels.push_back({.level = level});
    }
    return findings_.take();
  }

 private:
  // The contributions to one value that a node has combined. `in_order`: each received value is the
  // product of the values of consecutive processors; the node multiplies these products in the
  // order of processors when it sends.
  struct Held {
    Contributions values{};
    bool in_order = true;
    bool sent = false;
    bool replaced = false;  // by a received complete result
    Cycle arrived = 0;      // last arrival, only in a switch that relays
  };
  struct Parcel {
    NodeId from = 0, to = 0;
    MessageId message = 0;
    Contributions values{};
    bool in_order = true;
    LinkId link = 0;
  };

  // Receives the values that arrive up to the end of cycle `last`; each can be sent on in the cycle
  // after its arrival. In a cycle, complete results are received before partial results, so that a
  // partial result that arrives with a complete one is reported as counted_twice.
  void land(Cycle last) {
    in_flight_.land(last, [&](Cycle end, const std::vector<Parcel>& parcels) {
      cycle_ = end;
      for (const Parcel& parcel : parcels) end_hop(parcel);
      for (const Parcel& parcel : parcels) {
        if (whole(parcel)) receive(parcel);
      }
      for (const Parcel& parcel : parcels) {
        if (!whole(parcel)) receive(parcel);
      }
    });
  }
  void end_hop(const Parcel& parcel) {
    if (!topology_.timed()) return;
    const std::uint32_t wrong =
        book_.arrives(cycle_, topology_.channel_at(parcel.link).time, parcel.to);
    report_of({.wrong = wrong}, {cycle_, parcel.link, parcel.message}, parcel.to);
  }
  void report_of(const PortBook::Use& use, const Hop& hop, NodeId to) {
    const auto what = [&] { return fmt::format("message {}", hop.message); };
    report_use(topology_, use, hop, to, what, findings_);
  }

  [[nodiscard]] bool whole(const Parcel& parcel) const {
    return !reduces_ && parcel.values.size() == topology_.processors();
  }
  [[nodiscard]] bool wants(std::uint64_t place) const {
    const auto node = static_cast<NodeId>(place % topology_.nodes());
    return topology_.is_processor(node) &&
           collective_.wants(static_cast<MessageId>(place / topology_.nodes()), node);
  }
  [[nodiscard]] std::uint64_t place(MessageId message, NodeId node) const {
    return std::uint64_t{message} * topology_.nodes() + node;
  }
  Held& held(MessageId message, NodeId node) {
    const auto [entry, fresh] = held_.try_emplace(place(message, node));
    if (fresh && topology_.is_processor(node)) entry->second.values = Contributions(node);
    return entry->second;
  }
  [[nodiscard]] std::string name(NodeId node) const { return topology_.node_name(node); }

  template <class Text>
  void report(ViolationKind kind, Text text) {
    findings_.report(cycle_, kind, text);
  }

  void begin(const Hop& hop) {
    const NodeId from = topology_.channel_at(hop.link).from;
    const NodeId to = topology_.channel_at(hop.link).to;
    if (hop.starts()) {
      return report(ViolationKind::startup_not_paid, [&] {
        return fmt::format("{} sends a start-up, but hops take one cycle here", name(from));
      });
    }
    ++findings_.verdict().hops;
    const LinkTime time = topology_.channel_at(hop.link).time;
    report_of(topology_.timed() ? PortBook::Use{.wrong = book_.begins(cycle_, hop.link, time, from)}
                                : book_.message(cycle_, hop.link, from, to),
              hop, to);
    if (hop.message >= collective_.message_numbers()) {
      return report(ViolationKind::unwanted_message, [&] {
        return fmt::format("{} sends message {}, but messages are numbered 0..{}", name(from),
                           hop.message, collective_.message_numbers() - 1);
      });
    }
    send(hop, from, to);
  }

  void send(const Hop& hop, NodeId from, NodeId to) {
    Held& has = held(hop.message, from);
    if (has.values.empty()) {
      return report(ViolationKind::sent_before_arrival, [&] {
        return fmt::format("{} sends message {} to {} but has received nothing", name(from),
                           hop.message, name(to));
      });
    }
    if (reduces_ && from == collective_.source()) {
      report(ViolationKind::unwanted_message, [&] {
        return fmt::format("{} sends message {} to {}, but it is where it shall end", name(from),
                           hop.message, name(to));
      });
    }
    if (reduces_ && has.sent && !relays(from)) {
      report(ViolationKind::counted_twice, [&] {
        return fmt::format("{} sends message {} again, to {}", name(from), hop.message, name(to));
      });
    }
    const std::uint64_t size = has.values.size();
    const bool whole = !reduces_ && size == topology_.processors();
    // An endpoint may send a result that it has combined itself.
    if (!topology_.forwards(from) && size > 1 && (!whole || has.replaced)) {
      report(ViolationKind::does_not_forward, [&] {
        return fmt::format("{} sends message {} to {} with values of others, but forwards nothing",
                           name(from), hop.message, name(to));
      });
    }
    has.sent = true;
    // If the combined values are not those of consecutive processors, a value that belongs between
    // them has not arrived in time to be combined in order.
    const bool in_order = has.in_order && has.values.one_range();
    in_flight_.put(arrival_of(topology_, hop),
                   {from, to, hop.message, has.values, in_order, hop.link});
  }

  [[nodiscard]] bool relays(NodeId node) const {
    return collective_.switches_relay() && !topology_.is_processor(node);
  }
  // A relaying switch holds the last arrival of each message. Two arrivals of a message in one
  // cycle are a violation, as the switch may hold either of the two.
  void relay(const Parcel& parcel) {
    Held& has = held(parcel.message, parcel.to);
    if (has.arrived == cycle_) {
      report(ViolationKind::port_used_twice, [&] {
        return fmt::format("{} gets message {} twice in a cycle, from {}, too, and relays one",
                           name(parcel.to), parcel.message, name(parcel.from));
      });
    }
    has = {.values = parcel.values, .in_order = parcel.in_order, .arrived = cycle_};
  }

  void receive(const Parcel& parcel) {
    if (relays(parcel.to)) return relay(parcel);
    Held& has = held(parcel.message, parcel.to);
    const bool wanted = wants(place(parcel.message, parcel.to));
    if (reduces_ && has.sent && !wanted) {
      report(ViolationKind::sent_before_arrival, [&] {
        return fmt::format("{} gets message {} from {}, but has sent its own on", name(parcel.to),
                           parcel.message, name(parcel.from));
      });
    }
    const std::uint64_t before = has.values.size();
    // A complete result replaces the partial one.
    if (whole(parcel)) {
      // A node may keep any of several complete results, so all of them must be in order.
      const bool in_order = parcel.in_order && (!has.replaced || has.in_order);
      has = {.values = parcel.values, .in_order = in_order, .sent = true, .replaced = true};
    } else {
      combine(has, parcel);
    }
    Verdict& verdict = findings_.verdict();
    if (wanted) verdict.delivered += has.values.size() - before;
    if (reduces_ ? wanted : topology_.is_processor(parcel.to)) verdict.cycles = cycle_;
  }

  void combine(Held& has, const Parcel& parcel) {
    if (const NodeId twice = has.values.add(parcel.values); twice != kNone) {
      twice_ = true;
      report(ViolationKind::counted_twice, [&] {
        return fmt::format("{} combines the value of {} again, which comes with message {} from {}",
                           name(parcel.to), name(twice), parcel.message, name(parcel.from));
      });
    }
    has.in_order = has.in_order && parcel.in_order;
  }

  // Describes the first missing values, counts all.
  void report_lost(std::uint64_t missing) {
    for (MessageId m = 0; missing > 0; ++m) {
      for (NodeId to = 0; to < topology_.processors() && missing > 0; ++to) {
        if (!collective_.wants(m, to)) continue;
        const auto known = held_.find(place(m, to));
        for (NodeId p = 0; p < topology_.processors(); ++p) {
          if (p == to || (known != held_.end() && known->second.values.contains(p))) continue;
          if (findings_.verdict().violation_count >= Findings::kDescribed) {
            return findings_.count(missing);
          }
          --missing;
          report(ViolationKind::message_lost,
                 [&] { return fmt::format("{} never gets value {} of {}", name(to), m, name(p)); });
        }
      }
    }
  }

  const Topology& topology_;
  const Collective collective_;
  const bool reduces_;  // a reduce, to one processor: every node sends each value once
  PortBook book_;
  Findings findings_;
  std::unordered_map<std::uint64_t, Held> held_;  // by numbers of value and node
  InFlight<Parcel> in_flight_;
  bool twice_ = false;
  Cycle cycle_ = 0;
};

}  // namespace

std::unique_ptr<Judge::State> make_reduce_judge(const Topology& topology,
                                                const Collective& collective, Ports ports,
                                                Timing timing) {
  if (topology.crossbar() || !timing.plain()) {
    throw InputError({"collective", name(collective.kind())},
                     "nodes combine on networks of links, in one cycle");
  }
  return std::make_unique<ReduceJudge>(topology, collective, ports, timing);
}

}  // namespace romcast
