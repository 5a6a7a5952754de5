// SPDX-License-Identifier: Apache-2.0
// Processors that combine values: their operands, results and expected values.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "romcast/core/bits.hpp"
#include "romcast/design/processors.hpp"
#include "romcast/design/words.hpp"

namespace romcast {
namespace {

constexpr unsigned kNumberBits = 30;  // CombinedValue: `sum`, `a` and `b` with 10 bits each
constexpr unsigned kOneValueAt = 4;   // index among the registers of a LogP machine's processor

}  // namespace

bool RtlProcessors::wants(NodeId p) const {
  const Collective& collective = problem_.collective;
  if (p >= topology_.processors()) return false;
  return !collective.has_source() || collective.source() == p;
}

// True if `p` is a processor and the design has capacity for other schedules, which may leave a
// result at any processor: registers then show the results of `p` whatever the plan.
bool RtlProcessors::shows_all(NodeId p) const {
  return sizes_.room().any() && p < topology_.processors();
}

bool RtlProcessors::ends_run(NodeId p) const {
  return traffic_.values() != nullptr ? wants(p) : topology_.crossbar();
}

// Adds a load target of `bits` bits for a processor's own values, and loads each of these values
// into the target. Returns the target's number.
std::uint32_t RtlProcessors::add_own(RtlParts& parts, NodeId p, const std::string& name,
                                     unsigned bits) const {
  const std::uint32_t target = parts.add_target(name + ": own values", bits);
  const std::vector<std::uint64_t> own = traffic_.values()->own(p);
  for (std::size_t i = 0; i < own.size(); ++i) {
    parts.load(target, static_cast<std::uint32_t>(i), pieces_of(own[i]));
  }
  return target;
}

// Verilog vector with the number of a value for each sender, sender 0 lowest: the number that the
// sender requests; for sender 0, while sender 0 requests none, the number in the read port's
// address.
std::string RtlProcessors::shown(const DesignNode& node, const std::string& instance,
                                 const char* asked, unsigned bits) const {
  const unsigned senders = rtl_width(design_.modules[node.module], "issue");
  std::string wanted;
  for (unsigned sender = senders; sender-- > 0;) {
    const std::string number =
        verilog_bits(rtl_net(instance, asked), senders * bits, sender * bits, bits);
    const std::string issue = verilog_bits(rtl_net(instance, "issue"), senders, sender, 1);
    if (!wanted.empty()) wanted += ", ";
    wanted += sender > 0 ? number : fmt::format("{} ? {} : {}", issue, number, at_read_port(bits));
  }
  return fmt::format("{{{}}}", wanted);
}

std::string RtlProcessors::at_read_port(unsigned bits) const {
  const auto value_bits = index_bits(problem_.collective.values());
  if (value_bits == 0) return verilog_zero(bits);
  const std::string value = fmt::format("read_address[{}:1]", value_bits);
  if (value_bits == bits) return value;
  return fmt::format("{{{}, {}}}", verilog_zero(bits - value_bits), value);
}

void RtlProcessors::add_parts_supply(RtlParts& parts, const RtlWires& wires, const DesignNode& node,
                                     const std::string& instance, const std::string& name) const {
  const DesignModule& module = design_.modules[node.module];
  const PartialFlitCodec codec(problem_.collective);
  const bool own = node.node < topology_.processors();
  const unsigned senders = rtl_width(module, "issue");
  const unsigned value_bits = rtl_width(module, "issue_value") / senders;
  const bool relays = problem_.collective.switches_relay();
  const bool again = !problem_.collective.has_source();
  const std::uint32_t target = own ? add_own(parts, node.node, name, width_) : 0;
  parts.declare(rtl_net(instance, "supply"), width_ * senders);
  const bool all = wants(node.node) || shows_all(node.node);
  parts.add_text("\n");
  parts.add_instance(
      {.module = "combine_parts",
       .name = instance + "_parts",
       .parameters = {{"PORTS", rtl_width(module, "in_valid")},
                      {"SENDERS", senders},
                      {"WIDTH", width_},
                      {"VALUE_BITS", value_bits},
                      {"FIRST_BITS", codec.first_bits()},
                      {"COUNT_BITS", codec.count_bits()},
                      {"ALL", again && (own || !relays) ? topology_.processors() : 0},
                      {"MANY", own && relays ? 1 : 0},
                      {"RELAY", own || !relays ? 0 : 1},
                      {"OWN", own ? 1 : 0}},
       .pins = {{"clk", "clk"},
                {"rst", "reset"},
                {"load_valid", own ? loads_target(target) : "1'b0"},
                {"load_address", "load_at"},
                {"load_word", own ? loaded_bits(width_) : verilog_zero(width_)},
                {"in_valid", wires.inputs(node, &RtlDriver::valid)},
                {"in_data", wires.inputs(node, &RtlDriver::data)},
                {"value", all ? shown(node, instance, "issue_value", value_bits)
                              : rtl_net(instance, "issue_value")},
                {"supply", rtl_net(instance, "supply")}}});
  add_results(parts, node.node,
              {.net = rtl_net(instance, "supply"),
               .bits = width_ * senders,
               .at = codec.tag_bits() + codec.first_bits(),
               .count_bits = codec.count_bits()});
}

// Address of the first result of processor `p`. The results follow all other registers. Each
// processor has a block of 2^(n + 1) addresses, aligned to 2^(n + 1), so that the address bits n:1
// number the values; 2^n is bit_ceil(values).
std::uint32_t RtlProcessors::results_of(NodeId p) const {
  const std::size_t block = 2 * std::bit_ceil(problem_.collective.values());
  const std::size_t lines = design_.lines.size() * kRtlRegistersOfPart;
  const std::size_t end = address_of(static_cast<NodeId>(count()), 0) + lines;
  return static_cast<std::uint32_t>(((end + block - 1) / block + p) * block);
}

// Adds two registers for each value of which the processor has a readable result. The first shows
// the number of operands in the result, without the processor's own operand if additions take no
// time; the second shows the combination of all operands in the result.
void RtlProcessors::add_results(RtlParts& parts, NodeId p, const Supply& supply) const {
  const Collective& collective = problem_.collective;
  for (MessageId m = 0; m < collective.values(); ++m) {
    const bool one = topology_.crossbar() && collective.values() == 1;
    const bool wanted = p < topology_.processors() && collective.wants(m, p);
    if (!wanted && !one && !shows_all(p)) continue;
    RtlValues& values = *traffic_.values();
    const CombinedValue value = wanted ? values.all(m) : values.result(p, m);
    const bool brings = collective.traits().addition == 0 && value.count > 0;
    const std::uint32_t address = one ? address_of(p, 0) + kOneValueAt : results_of(p) + 2 * m;
    const std::string of = one ? "" : fmt::format(" {}", m);
    const std::string count = verilog_bits(supply.net, supply.bits, supply.at, supply.count_bits);
    parts.add_register(
        {.address = address,
         .node = topology_.node_name(p),
         .name = "values" + of,
         .expected = value.count - (brings ? 1 : 0),
         .total = wanted ? RtlRegister::Total::delivered : RtlRegister::Total::none},
        fmt::format("{} - {}", count, verilog_constant(supply.count_bits, brings ? 1 : 0)),
        supply.count_bits);
    parts.add_register(
        {.address = address + 1,
         .node = topology_.node_name(p),
         .name = "result" + of,
         .expected = packed_numbers(value)},
        verilog_bits(supply.net, supply.bits, supply.at + supply.count_bits, kNumberBits),
        kNumberBits);
  }
}

void RtlProcessors::add_operands_supply(RtlParts& parts, const RtlWires& wires,
                                        const DesignNode& node, const std::string& instance,
                                        const std::string& name) const {
  const Collective& collective = problem_.collective;
  const CombiningFlitCodec codec(collective);
  const bool in_time = collective.traits().addition > 0;
  const unsigned body_bits = codec.count_bits() + kNumberBits;
  const std::uint32_t target = add_own(parts, node.node, name, body_bits);
  const RtlDriver from = wires.driver(node.pins.in_links.front());
  parts.declare(rtl_net(instance, "supply"), width_);
  parts.add_text("\n");
  parts.add_instance(
      {.module = "combine_operands",
       .name = instance + "_operands",
       .parameters = {{"IN_TIME", in_time ? 1 : 0},
                      {"DELAY", problem_.timing.overhead + collective.traits().addition},
                      {"OPERANDS", in_time ? room_for(traffic_.values()->own(node.node).size())
                                           : collective.values()},
                      {"ALL", in_time ? 0 : collective.processors()},
                      {"VALUES", collective.values()},
                      {"TAG_BITS", codec.tag_bits()},
                      {"SENDER_BITS", codec.sender_bits()},
                      {"COUNT_BITS", codec.count_bits()}},
       .pins = {{"clk", "clk"},
                {"rst", "reset"},
                {"load_valid", loads_target(target)},
                {"load_address", "load_at"},
                {"load_word", loaded_bits(body_bits)},
                {"node", verilog_constant(codec.sender_bits(), node.node)},
                {"in_valid", from.valid},
                {"in_data", from.data},
                {"add", rtl_net(instance, "add")},
                {"message", shown(node, instance, "issue_message", codec.tag_bits())},
                {"supply", rtl_net(instance, "supply")}}});
  add_results(parts, node.node,
              {.net = rtl_net(instance, "supply"),
               .bits = width_,
               .at = codec.tag_bits() + codec.sender_bits(),
               .count_bits = codec.count_bits()});
}

}  // namespace romcast
