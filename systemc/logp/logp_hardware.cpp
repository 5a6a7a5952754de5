// SPDX-License-Identifier: Apache-2.0
#include "systemc/logp/logp_hardware.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "romcast/core/wording.hpp"
#include "systemc/hardware_of.hpp"

namespace romcast {

LogpHardware::LogpHardware(LogpNodes machine)
    : machine_(std::move(machine)),
      lanes_(machine_.timing.buffered ? 2 : 1),
      description_(machine_) {}

void LogpHardware::add_processors(Network& network) {
  for (NodeId node = 0; node < machine_.complete->processors(); ++node) {
    add_processor(network, node);
  }
}

std::vector<CombinedValue> LogpHardware::operands(NodeId node) const {
  const Collective& collective = machine_.collective;
  std::vector<CombinedValue> own;
  if (collective.traits().addition > 0) {
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
  LogpPlace place{network, machine_.collective, description_.codec(), machine_.timing, node};
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

// Counts the delivered values, and checks each processor's results: combines the same values
// directly, without the network.
void LogpHardware::collect_values(Readings& result) const {
  const Collective& collective = machine_.collective;
  result.delivered = 0;
  const bool summation = collective.traits().addition > 0;
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

std::shared_ptr<NodeHardware> logp_hardware(const std::any& nodes) {
  return hardware_from<LogpHardware, LogpNodes>(nodes);
}

}  // namespace romcast
