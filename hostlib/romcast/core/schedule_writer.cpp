// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <tuple>

#include "romcast/core/exchange_lines.hpp"
#include "romcast/core/flow_lines.hpp"
#include "romcast/core/merged_additions.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/schedule_lines.hpp"
#include "romcast/networks/graph_network.hpp"

namespace romcast {
namespace {

constexpr std::size_t kBuffer = std::size_t{1} << 16;
// Longest line of a header; a hop's line is at most 32 characters longer than that of its edge.
constexpr std::size_t kLongest = ScheduleLines::kLongest - 32;

std::string_view name(QueueKind kind) {
  switch (kind) {
    case QueueKind::per_output:
      return "per-output";
    case QueueKind::up_down:
      return "up-down";
    case QueueKind::per_input:
      return "per-input";
    case QueueKind::store:
      return "store";
  }
  return "";
}

// Replaces '#', which begins a comment, and all characters except printable ASCII, by '_'.
std::string one_line(std::string text) {
  for (char& c : text) {
    if (c < ' ' || c > '~' || c == '#') c = '_';
  }
  return text;
}

std::string timing_text(const Timing& timing) {
  if (timing.plain()) return "";
  if (!timing.logp()) {
    return fmt::format("timing startup {} per-message {}\n", timing.startup, timing.per_message);
  }
  return fmt::format("timing latency {} overhead {} gap {}{}\n", timing.latency, timing.overhead,
                     timing.gap, timing.buffered ? " buffered" : "");
}

NodeRole role_of(const Topology& network, NodeId node) {
  if (!network.is_processor(node)) return NodeRole::forwarder;
  return network.forwards(node) ? NodeRole::processor : NodeRole::endpoint;
}

// The lines `node`, `edge` and `arc` of network `graph`; empty for other networks. An edge is two
// opposite channels with equal numbers of links and equal times; an arc is one channel.
std::string graph_text(const Topology& network) {
  if (network.network() != kGraph) return "";
  std::string text;
  for (NodeId v = 0; v < network.nodes(); ++v) {
    text += fmt::format("\nnode {} {}", network.node_name(v), name(role_of(network, v)));
  }
  for (const Channel& channel : network.channels()) {
    const ChannelId back = network.find_channel(channel.to, channel.from);
    const bool both = back != kNone && network.channels()[back].capacity == channel.capacity &&
                      network.channels()[back].time == channel.time;
    if (both && channel.to < channel.from) continue;
    text += fmt::format("\n{} {} {} {}", both ? "edge" : "arc", network.node_name(channel.from),
                        network.node_name(channel.to), channel.capacity);
    if (channel.time != LinkTime{})
      text += fmt::format(" {} {}", channel.time.cycles, channel.time.latency);
  }
  return text;
}

std::string collective_text(const Topology& topology, const Collective& c) {
  if (c.traits().listed) {
    return "collective exchange\n" +
           (c.flows().empty() ? exchange_text(topology, c) : flow_text(topology, c));
  }
  return fmt::format("collective {} source {} {} {}{}\n", name(c.kind()), c.source(),
                     c.traits().counted, c.messages(),
                     c.copies()           ? " copies addressed"
                     : c.switches_relay() ? " switches relay"
                                          : "");
}

std::string header_text(const ScheduleHeader& header) {
  if (!header.topology || !header.collective) {
    throw std::logic_error("schedule header without topology or collective");
  }
  std::string text = fmt::format("romcast-schedule 1\nnetwork {}", header.topology->network());
  for (const auto& [option, value] : header.topology->options()) {
    text += fmt::format(" {} {}", option, value);
  }
  text += graph_text(*header.topology);
  text += fmt::format("\nports {}\n", header.ports.name());
  text += collective_text(*header.topology, *header.collective);
  const std::string algorithm = one_line(header.algorithm);
  if (algorithm.find_first_not_of(' ') != std::string::npos) {
    text += fmt::format("algorithm {}\n", algorithm);
  }
  text += timing_text(header.timing);
  if (header.period) {
    text += fmt::format("period {}", header.period->cycles);
    if (header.period->waiting > 0) text += fmt::format(" waiting {}", header.period->waiting);
    text += '\n';
  }
  if (header.limit)
    text += fmt::format("queue {} {}\n", name(header.limit->kind), header.limit->depth);
  return text + "hops\n";
}

// The header's text. Throws InputError for a line that readers would refuse.
std::string checked_header(const ScheduleHeader& header) {
  std::string text = header_text(header);
  for (std::size_t begin = 0, end = 0; (end = text.find('\n', begin)) != std::string::npos;
       begin = end + 1) {
    if (end - begin <= kLongest) continue;
    const std::string_view line = std::string_view(text).substr(begin, end - begin);
    throw InputError(fmt::format(
        "a schedule file cannot be written: its line {} has {} characters; give names and options "
        "that need {} at most",
        quote(line), line.size(), kLongest));
  }
  return text;
}

// Sort key of the hops in a file; producers emit the hops of a cycle in different orders.
std::tuple<Cycle, LinkId, MessageId, NodeId> place_of(const Hop& hop) {
  return {hop.cycle, hop.link, hop.message, hop.to};
}

}  // namespace

class ScheduleWriter::State {
 public:
  State(const std::string& path, const ScheduleHeader& header)
      : topology_(header.topology),
        text_(checked_header(header)),
        adds_(header.collective->traits().addition > 0),
        target_(path) {
    ends_.resize(topology_->channels().size());
  }

  void write(std::span<const Hop> hops) {
    if (!std::ranges::is_sorted(hops, {}, place_of)) {
      sorted_.assign(hops.begin(), hops.end());
      std::ranges::sort(sorted_, {}, place_of);
      hops = sorted_;
    }
    if (!adds_) return put(hops);
    merged_.take(hops, ready_);
    put(ready_);
  }
  void commit() {
    merged_.finish(ready_);
    put(ready_);
    text_ += "end\n";
    flush();
    target_.commit();
  }

 private:
  void put(std::span<const Hop> hops) {
    for (const Hop& hop : hops) {
      const ChannelId number = topology_->channel_of(hop.link);
      const Channel& channel = topology_->channels()[number];
      if (adds_ && hop.computes()) {
        text_ +=
            fmt::format("{} {} add {}\n", hop.cycle, topology_->node_name(channel.from), hop.to);
        continue;
      }
      const bool named = channel.to == kNone;  // each hop names its receiver
      std::string& ends = ends_[named ? 0 : number];
      if (ends.empty() || named) {
        ends = fmt::format(" {} {} ", topology_->node_name(channel.from),
                           topology_->node_name(topology_->end_of(hop.link, hop.to)));
      }
      append(hop.cycle);
      text_ += ends;
      if (hop.starts()) {
        text_ += "start";
      } else {
        append(hop.message);
      }
      if (hop.link != channel.first_link) {
        text_ += ' ';
        append(hop.link - channel.first_link);
      }
      text_ += '\n';
      if (text_.size() >= kBuffer) flush();
    }
  }
  void append(std::uint32_t value) {
    const fmt::format_int digits(value);
    text_.append(digits.data(), digits.size());
  }
  void flush() {
    target_.write(text_);
    text_.clear();
  }

  std::shared_ptr<const Topology> topology_;
  std::string text_;  // not yet written
  bool adds_;         // true in a summation: additions are hops
  OutputFile target_;
  std::vector<Hop> sorted_, ready_;
  MergedAdditions merged_;
  std::vector<std::string> ends_;  // " FROM TO " by channel; crossbars write [0] anew for each hop
};

ScheduleWriter::ScheduleWriter(const std::string& path, const ScheduleHeader& header)
    : state_(std::make_unique<State>(path, header)) {}
ScheduleWriter::~ScheduleWriter() = default;

void ScheduleWriter::write(std::span<const Hop> hops) { state_->write(hops); }
void ScheduleWriter::commit() { state_->commit(); }

}  // namespace romcast
