// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/logp/logp_description.hpp"

#include <algorithm>
#include <bit>

#include "romcast/core/bits.hpp"

namespace romcast {
namespace {

constexpr std::uint32_t kInterfaceBank = 0, kFabricBank = 1;
// Least number of lines of a fabric as built, so that small machines share a model.
constexpr unsigned kFewestLines = 16;

}  // namespace

LogpDescription::LogpDescription(LogpNodes machine)
    : machine_(std::move(machine)),
      lanes_(machine_.timing.buffered ? 2 : 1),
      codec_(logp_codec(machine_.collective)),
      fields_(logp_fields(machine_.collective, machine_.timing)) {}

std::vector<ModelSpec> LogpDescription::models() const { return {port_model(), fabric_model()}; }

ModelSpec LogpDescription::port_model() const {
  const bool keeps = machine_.collective.traits().one_to_all();
  return {
      .module = "logp_port",
      .parameters = {{"WIDTH", codec_->width()},
                     {"TAG_BITS", fields_.tag_bits},
                     {"MESSAGES", keeps ? room(64, machine_.collective.messages(), 4) : 1},
                     {"LINE_BITS", fields_.line_bits},
                     {"LANES", lanes_},
                     {"QUEUE_DEPTH", machine_.queue_depth},
                     {"LATENCY", LogpNodes::line_rows(machine_.timing)},
                     {"CYCLIC", machine_.roms->cyclic ? 1 : 0},
                     {"ROM_DEPTH", LogpNodes::rom_rows(machine_.roms->longest())},
                     {"NEED_BITS", fields_.need_bits},
                     {"SIZE_BITS", fields_.size_bits},
                     {"SPAN_BITS", fields_.span_bits}},
      .lanes = lanes_,
      .flit_bytes = codec_->width() / 8,
      .kind = ModelSpec::Kind::logp_interface,
      .without = lanes_ > 1 ? std::vector<std::string>() : std::vector<std::string>{"queue_high"}};
}

ModelSpec LogpDescription::fabric_model() const {
  const auto used = static_cast<unsigned>(machine_.complete->processors()) * lanes_;
  const unsigned lines = std::bit_ceil(std::max(used, kFewestLines));
  return {.module = "logp_fabric",
          .parameters = {{"LINES", lines},
                         {"WIDTH", codec_->width()},
                         {"LATENCY", LogpNodes::line_rows(machine_.timing)},
                         {"BY_INPUT", 1}},
          .lanes = lines,
          .flit_bytes = codec_->width() / 8,
          .kind = ModelSpec::Kind::logp_fabric};
}

// Cycles from the last hop until a send in the plan's last cycle would have been received and the
// received value added.
Cycle LogpDescription::settling() const {
  const Cycle cycles = std::max(machine_.cycles, machine_.last_hop);
  return cycles - machine_.last_hop + machine_.timing.latency + 2 * machine_.timing.overhead + 2;
}

void LogpDescription::describe(NetworkBuilder& network) const {
  const Collective& collective = machine_.collective;
  for (NodeId node = 0; node < machine_.complete->processors(); ++node) add_port(network, node);
  if (collective.traits().one_to_all()) {
    const NodeId source = collective.source();
    for (MessageId message = 0; message < collective.messages(); ++message) {
      network.inject(source, codec_->encode(message));
    }
  }
  for (NodeId node = 0; node < machine_.complete->processors(); ++node) load_port(network, node);
  add_fabric(network);
}

std::size_t LogpDescription::rows(NodeId node) const {
  const LogpRoms& roms = *machine_.roms;
  if (roms.timed) return roms.timed->lists[roms.timed->list_of[node]].size();
  const std::uint32_t block = roms.cyclic->block_of[node];
  return block == kNone ? 0 : roms.cyclic->blocks[block].size();
}

std::vector<Strap> LogpDescription::straps(NodeId node) const {
  const Timing& timing = machine_.timing;
  const Collective& collective = machine_.collective;
  const std::optional<CyclicRoms>& cyclic = machine_.roms->cyclic;
  return {{"overhead", timing.overhead},
          {"gap", timing.gap},
          {"addition", collective.traits().addition},
          {"keep", collective.traits().one_to_all()},
          {"latency", timing.latency},
          {"capacity", timing.buffered ? 0 : timing.most_in_transit()},
          {"nodes", machine_.complete->processors()},
          {"origin", cyclic ? collective.source() : node},
          {"rows", rows(node)},
          {"first", cyclic ? cyclic->first[node] : 0},
          {"start", cyclic ? cyclic->start[node] : 0},
          {"items", cyclic ? cyclic->items : 1}};
}

void LogpDescription::add_port(NetworkBuilder& network, NodeId node) const {
  NetworkBuilder::Pins pins;
  pins.out_links.push_back(network.local_link(node, 1));
  for (unsigned lane = 0; lane < lanes_; ++lane) {
    pins.in_links.push_back(network.local_link(node, 2 + lane));
  }
  network.add_switch(kInterfaceBank, node, machine_.complete->node_name(node), straps(node),
                     std::move(pins));
}

void LogpDescription::load_port(NetworkBuilder& network, NodeId node) const {
  const LogpRoms& roms = *machine_.roms;
  for (std::uint32_t i = 0; i < rows(node); ++i) {
    ControlWord row =
        roms.timed ? packed_row(fields_, roms.timed->lists[roms.timed->list_of[node]][i])
                   : packed_row(fields_, roms.cyclic->blocks[roms.cyclic->block_of[node]][i]);
    row.resize(row.size() + 2, 0);  // the bank copies whole pieces of 64 bits
    network.load(node, i, row);
  }
}

void LogpDescription::add_fabric(NetworkBuilder& network) const {
  NetworkBuilder::Crossbar crossbar{
      .name = "fabric", .ports = lanes_, .lead = machine_.timing.overhead};
  for (NodeId node = 0; node < machine_.complete->processors(); ++node) {
    crossbar.in_lines.push_back(network.local_link(node, 1));
    for (unsigned lane = 0; lane < lanes_; ++lane) {
      crossbar.out_lines.push_back(network.local_link(node, 2 + lane));
    }
  }
  crossbar.lines = static_cast<unsigned>(crossbar.out_lines.size());
  network.add_crossbar(kFabricBank, straps(0), std::move(crossbar));
}

std::shared_ptr<const NodeDescription> logp_description(const std::any& nodes) {
  return description_from<LogpDescription, LogpNodes>(nodes);
}

}  // namespace romcast
