// SPDX-License-Identifier: Apache-2.0
#include "systemc/logp/logp_hardware.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "romcast/core/bits.hpp"
#include "romcast/core/wording.hpp"

namespace romcast {
namespace {

constexpr std::uint32_t kPortBank = 0, kFabricBank = 1;
// Least size of a fabric, shared by small machines.
constexpr unsigned kFewestLines = 16;

std::unique_ptr<FlitCodec> codec_for(const Collective& collective) {
  if (collective.combines()) return std::make_unique<CombiningFlitCodec>(collective);
  return std::make_unique<CompleteFlitCodec>(collective);
}

}  // namespace

LogpHardware::LogpHardware(LogpNodes machine)
    : machine_(std::move(machine)),
      lanes_(machine_.timing.buffered ? 2 : 1),
      codec_(codec_for(machine_.collective)),
      fields_(logp_fields(machine_.collective, machine_.timing)) {}

std::vector<ModelSpec> LogpHardware::models() const { return {port_model(), fabric_model()}; }

ModelSpec LogpHardware::port_model() const {
  const bool keeps = machine_.collective.kind() == CollectiveKind::broadcast;
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
                     {"ROM_DEPTH", room(16, machine_.roms->longest(), 4)},
                     {"NEED_BITS", fields_.need_bits},
                     {"SIZE_BITS", fields_.size_bits},
                     {"SPAN_BITS", fields_.span_bits}},
      .lanes = lanes_,
      .flit_bytes = codec_->width() / 8,
      .kind = ModelSpec::Kind::logp_interface,
      .without = lanes_ > 1 ? std::vector<std::string>() : std::vector<std::string>{"queue_high"}};
}

ModelSpec LogpHardware::fabric_model() const {
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

// The end of a send in the plan's last cycle, and of the additions after it.
Cycle LogpHardware::settling() const {
  const Cycle cycles = std::max(machine_.cycles, machine_.last_hop);
  return cycles - machine_.last_hop + machine_.timing.latency + 2 * machine_.timing.overhead + 2;
}

void LogpHardware::add_processors(Network& network) {
  for (NodeId node = 0; node < machine_.complete->processors(); ++node) {
    add_processor(network, node);
  }
}

void LogpHardware::describe(NetworkBuilder& network) const {
  const Collective& collective = machine_.collective;
  for (NodeId node = 0; node < machine_.complete->processors(); ++node) add_port(network, node);
  if (collective.kind() == CollectiveKind::broadcast) {
    const NodeId source = collective.source();
    for (MessageId message = 0; message < collective.messages(); ++message) {
      network.inject(source, codec_->encode(message));
    }
  }
  for (NodeId node = 0; node < machine_.complete->processors(); ++node) load_port(network, node);
  add_fabric(network);
}

std::size_t LogpHardware::rows(NodeId node) const {
  const LogpRoms& roms = *machine_.roms;
  if (roms.timed) return roms.timed->lists[roms.timed->list_of[node]].size();
  const std::uint32_t block = roms.cyclic->block_of[node];
  return block == kNone ? 0 : roms.cyclic->blocks[block].size();
}

std::vector<Strap> LogpHardware::straps(NodeId node) const {
  const Timing& timing = machine_.timing;
  const Collective& collective = machine_.collective;
  const std::optional<CyclicRoms>& cyclic = machine_.roms->cyclic;
  return {{"overhead", timing.overhead},
          {"gap", timing.gap},
          {"addition", collective.kind() == CollectiveKind::summation},
          {"keep", collective.kind() == CollectiveKind::broadcast},
          {"latency", timing.latency},
          {"capacity", timing.buffered ? 0 : timing.most_in_transit()},
          {"nodes", machine_.complete->processors()},
          {"origin", cyclic ? collective.source() : node},
          {"rows", rows(node)},
          {"first", cyclic ? cyclic->first[node] : 0},
          {"start", cyclic ? cyclic->start[node] : 0},
          {"items", cyclic ? cyclic->items : 1}};
}

void LogpHardware::add_port(NetworkBuilder& network, NodeId node) const {
  NetworkBuilder::Pins pins;
  pins.out_links.push_back(network.local_link(node, 1));
  for (unsigned lane = 0; lane < lanes_; ++lane) {
    pins.in_links.push_back(network.local_link(node, 2 + lane));
  }
  network.add_switch(kPortBank, node, machine_.complete->node_name(node), straps(node),
                     std::move(pins));
}

std::vector<CombinedValue> LogpHardware::operands(NodeId node) const {
  const Collective& collective = machine_.collective;
  std::vector<CombinedValue> own;
  if (collective.kind() == CollectiveKind::summation) {
    for (const std::uint32_t i : machine_.operands[node])
      own.push_back(CombinedValue::of(i, machine_.maps));
    return own;
  }
  const auto processors = static_cast<std::uint32_t>(collective.processors());
  for (std::uint32_t value = 0; value < collective.values(); ++value) {
    own.push_back(CombinedValue::of(value * processors + node, machine_.maps));
  }
  return own;
}

void LogpHardware::add_processor(Network& network, NodeId node) {
  LogpPlace place{network, machine_.collective, *codec_, machine_.timing, node};
  for (unsigned lane = 0; lane < lanes_; ++lane) {
    place.in_links.push_back(network.local_link(node, 2 + lane));
  }
  if (!machine_.collective.combines()) {
    return network.add_processor(std::make_unique<MovingProcessor>(std::move(place)));
  }
  auto processor = std::make_unique<CombiningProcessor>(std::move(place), operands(node));
  combining_.push_back(processor.get());
  network.add_processor(std::move(processor));
}

void LogpHardware::load_port(NetworkBuilder& network, NodeId node) const {
  const LogpRoms& roms = *machine_.roms;
  for (std::uint32_t i = 0; i < rows(node); ++i) {
    ControlWord row =
        roms.timed ? packed_row(fields_, roms.timed->lists[roms.timed->list_of[node]][i])
                   : packed_row(fields_, roms.cyclic->blocks[roms.cyclic->block_of[node]][i]);
    row.resize(row.size() + 2, 0);  // the bank copies whole pieces of 64 bits
    network.load(node, i, row);
  }
}

void LogpHardware::add_fabric(NetworkBuilder& network) const {
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

bool LogpHardware::wants(NodeId node) const {
  const Collective& collective = machine_.collective;
  return !collective.combines() || !collective.has_source() || collective.source() == node;
}

void LogpHardware::collect(Network& network, Readings& result) const {
  NodeHardware::collect(network, result);
  result.cycles = 0;
  for (const NodeRegisters& one : result.switches) {
    const Registers& registers = one.registers;
    const std::string name = machine_.complete->node_name(one.node);
    if (wants(one.node)) {
      const std::int64_t last = std::max(registers.at("last_delivery"), registers.at("last_add"));
      result.cycles = std::max(result.cycles, static_cast<Cycle>(last));
    }
    const auto flag = [&](const char* flag_name, const char* what) {
      if (registers.up(flag_name))
        result.complaints.push_back(fmt::format("{} reports {}", name, what));
    };
    flag("gap_error", "sends or receptions closer than the gap");
    flag("overlap", "two things to do at once");
    flag("capacity_error", "more messages in transit from it than the capacity");
    flag("duplicate", "a message that came twice");
  }
  result.crossbar = network.registers_of_crossbar();
  if (const std::int64_t crowded = result.crossbar->at("crowded"); crowded > 0) {
    result.complaints.push_back(fmt::format(
        "{} processors have more messages in transit to them than the capacity", crowded));
  }
  if (machine_.collective.combines()) collect_values(result);
}

// Compares the processors' results with the plain sums and the composed maps.
void LogpHardware::collect_values(Readings& result) const {
  const Collective& collective = machine_.collective;
  result.delivered = 0;
  const bool summation = collective.kind() == CollectiveKind::summation;
  const auto each =
      static_cast<std::uint32_t>(summation ? collective.messages() : collective.processors());
  for (MessageId number = 0; number < collective.values(); ++number) {
    const CombinedValue expected = combine_all(number * each, (number + 1) * each, machine_.maps);
    for (NodeId node = 0; node < combining_.size(); ++node) {
      if (!collective.wants(number, node)) continue;
      const CombinedValue value = combining_[node]->result(number);
      const std::uint32_t own = summation || value.count == 0 ? 0 : 1;
      result.delivered += value.count - own;
      check_value(node, number, value, expected, result);
    }
  }
}

void LogpHardware::check_value(NodeId node, MessageId number, const CombinedValue& value,
                               const CombinedValue& expected, Readings& result) const {
  const std::string name = machine_.complete->node_name(node);
  const std::string of =
      machine_.collective.values() > 1 ? fmt::format(" of number {}", number) : std::string();
  if (value.count != expected.count || value.sum != expected.sum) {
    result.complaints.push_back(fmt::format("{} gets {}{} with sum {}, not {} with sum {}", name,
                                            counted(value.count, "value"), of, value.sum,
                                            expected.count, expected.sum));
  } else if (value != expected) {
    result.complaints.push_back(
        fmt::format("{} gets all values{}, but {}", name, of, difference(machine_.maps)));
  }
}

}  // namespace romcast
