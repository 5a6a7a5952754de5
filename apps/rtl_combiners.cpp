// SPDX-License-Identifier: Apache-2.0
// The processors of a design that combine.
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "apps/rtl_processors.hpp"
#include "apps/rtl_words.hpp"

namespace romcast {
namespace {

constexpr unsigned kNumberBits = 30;   // of a value: sum, a and b
constexpr unsigned kOperandBits = 50;  // with the count, in a flit of a LogP machine

}  // namespace

bool RtlProcessors::wants(NodeId p) const {
  const Collective& collective = problem_.collective;
  return !collective.has_source() || collective.source() == p;
}

bool RtlProcessors::ends_run(NodeId p) const {
  return traffic_.values() != nullptr ? wants(p) : topology_.crossbar();
}

// What it brings.
std::uint32_t RtlProcessors::add_own(RtlParts& parts, NodeId p, const std::string& name,
                                     unsigned bits) const {
  const std::uint32_t target = parts.add_target(name + ": own values", bits);
  const std::vector<std::uint64_t> own = traffic_.values()->own(p);
  for (std::size_t i = 0; i < own.size(); ++i) {
    parts.load(target, static_cast<std::uint32_t>(i), pieces_of(own[i]));
  }
  return target;
}

// The node of the result sends nothing: what its processor has is read instead.
void RtlProcessors::add_parts_supply(RtlParts& parts, const RtlWires& wires, const DesignNode& node,
                                     const std::string& instance, const std::string& name) const {
  const DesignModule& module = design_.modules[node.module];
  const PartialFlitCodec codec(problem_.collective);
  const bool sink = wants(node.node), own = node.node < topology_.processors();
  const unsigned value_bits = rtl_width(module, "issue_value") / rtl_width(module, "issue");
  const unsigned senders = sink ? 1 : rtl_width(module, "issue");
  const std::uint32_t target = own ? add_own(parts, node.node, name, width_) : 0;
  parts.declare(rtl_net(instance, "supply"), width_ * senders);
  parts.add_instance(
      "combine_parts",
      fmt::format(
          "\n  combine_parts #(\n      .PORTS({}),\n      .SENDERS({}),\n      .WIDTH({}),\n"
          "      .VALUE_BITS({}),\n      .FIRST_BITS({}),\n      .COUNT_BITS({}),\n"
          "      .OWN({})\n  ) {}_parts (\n      .clk(clk),\n      .rst(rst),\n"
          "      .load_valid({}),\n      .load_address(load_at),\n      .load_word({}),\n"
          "      .in_valid({}),\n      .in_data({}),\n      .value({}),\n      .supply({})\n  );\n",
          traffic_.lanes(), senders, width_, value_bits, codec.first_bits(), codec.count_bits(),
          own ? 1 : 0, instance, own ? loads_target(target) : "1'b0",
          own ? loaded_bits(width_) : verilog_zero(width_), wires.inputs(node, &RtlDriver::valid),
          wires.inputs(node, &RtlDriver::data),
          sink ? fmt::format("read_address[{}:1]", value_bits) : rtl_net(instance, "issue_value"),
          rtl_net(instance, "supply")));
  if (sink) add_part_results(parts, instance);
}

// Behind all other registers, two for each value: how many have come, and what they are together.
void RtlProcessors::add_part_results(RtlParts& parts, const std::string& instance) const {
  const PartialFlitCodec codec(problem_.collective);
  const NodeId sink = problem_.collective.source();
  const std::uint32_t pair = 2 * std::bit_ceil(problem_.collective.messages() + 1U);
  const std::uint32_t begin =
      (address_of(static_cast<NodeId>(count()), 0) + pair - 1) / pair * pair;
  const unsigned at = codec.tag_bits() + codec.first_bits();
  const std::string net = rtl_net(instance, "supply"), node = topology_.node_name(sink);
  for (MessageId m = 0; m < problem_.collective.messages(); ++m) {
    const CombinedValue value = traffic_.values()->result(sink, m);
    const std::string count = verilog_bits(net, width_, at, codec.count_bits());
    parts.add_register({.address = begin + 2 * m,
                        .node = node,
                        .name = fmt::format("values {}", m),
                        .expected = value.count - 1,
                        .total = RtlRegister::Total::delivered},
                       fmt::format("{} - {}", count, verilog_constant(codec.count_bits(), 1)),
                       codec.count_bits());
    parts.add_register({.address = begin + 2 * m + 1,
                        .node = node,
                        .name = fmt::format("result {}", m),
                        .expected = packed_numbers(value)},
                       verilog_bits(net, width_, at + codec.count_bits(), kNumberBits),
                       kNumberBits);
  }
}

void RtlProcessors::add_operands_supply(RtlParts& parts, const RtlWires& wires,
                                        const DesignNode& node, const std::string& instance,
                                        const std::string& name) const {
  const bool in_time = problem_.collective.kind() == CollectiveKind::summation;
  const std::uint32_t target = add_own(parts, node.node, name, kOperandBits);
  const RtlDriver from = wires.driver(node.pins.in_links.front());
  parts.declare(rtl_net(instance, "supply"), width_);
  parts.declare(rtl_net(instance, "total"), kOperandBits);
  parts.add_instance(
      "combine_operands",
      fmt::format("\n  combine_operands #(\n      .IN_TIME({0}),\n      .DELAY({1}),\n"
                  "      .OPERANDS({2}),\n      .ALL({10})\n  ) {3}_operands (\n      .clk(clk),\n "
                  "     .rst(rst),\n"
                  "      .load_valid({4}),\n      .load_address(load_at),\n      .load_word({5}),\n"
                  "      .node(13'd{6}),\n      .in_valid({7}),\n      .in_data({8}),\n"
                  "      .add({3}_add),\n      .message({9}),\n      .supply({3}_supply),\n"
                  "      .total({3}_total)\n  );\n",
                  in_time ? 1 : 0, problem_.timing.overhead + (in_time ? 1 : 0),
                  traffic_.values()->own(node.node).size(), instance, loads_target(target),
                  loaded_bits(kOperandBits), node.node, from.valid, from.data,
                  verilog_bits(rtl_net(instance, "issue_message"),
                               rtl_width(design_.modules[node.module], "issue_message"), 0, 1),
                  in_time ? 0 : problem_.collective.processors()));
  const CombinedValue value = traffic_.values()->result(node.node, 0);
  const std::uint32_t own = in_time || value.count == 0 ? 0 : 1;
  using Total = RtlRegister::Total;
  parts.add_register({.address = address_of(node.node, 0) + 4,
                      .node = name,
                      .name = "values",
                      .expected = value.count - own,
                      .total = wants(node.node) ? Total::delivered : Total::none},
                     fmt::format("{}[19:0] - 20'd{}", rtl_net(instance, "total"), own), 20);
  parts.add_register({.address = address_of(node.node, 0) + 5,
                      .node = name,
                      .name = "result",
                      .expected = packed_numbers(value)},
                     fmt::format("{}[49:20]", rtl_net(instance, "total")), kNumberBits);
}

}  // namespace romcast
