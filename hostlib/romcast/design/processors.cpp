// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/processors.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "romcast/design/words.hpp"

namespace romcast {
namespace {

std::vector<ProcessorProgram> programs_of(const NodeDescription& nodes, const Topology& topology) {
  std::vector<ProcessorProgram> programs;
  for (NodeId p = 0; p < topology.processors(); ++p) programs.push_back(nodes.program(p));
  return programs;
}

// Number of words of a table for this many messages: the least 2^k - 1 >= max(messages, 1), so that
// slightly longer schedules fit, too.
std::uint32_t table_depth(std::size_t messages) {
  return static_cast<std::uint32_t>(std::bit_ceil(messages + 1) - 1) | 1;
}

// Width of the largest argument of all words, at least 1.
unsigned argument_bits(const RomImage& image) {
  std::uint32_t used = 1;
  for (std::size_t i = 0; i < image.words(); ++i) used |= image.bits(i, image.word_bits() - 18, 16);
  return static_cast<unsigned>(std::bit_width(used));
}

}  // namespace

RtlProcessors::RtlProcessors(Run& run, const NodeDescription& nodes, const Design& design,
                             const RtlSizes& sizes)
    : problem_(run.job().problem),
      topology_(run.network()),
      design_(design),
      sizes_(sizes),
      width_(sizes.width()),
      programs_(programs_of(nodes, topology_)),
      traffic_(run, nodes, design, programs_) {
  find_fields();
}

void RtlProcessors::find_fields() {
  for (NodeId p = 0; p < count(); ++p) {
    for (unsigned lane = 0; lane < traffic_.lanes(p); ++lane) {
      for (const RtlArrival& one : traffic_.at(p, lane)) all_wanted_ = all_wanted_ && one.wanted;
    }
  }
  if (sizes_.room().any()) {
    all_wanted_ = false;
    later_ = true;
    need_bits_ = static_cast<unsigned>(std::bit_width(table_depth(sizes_.words(1))));
    return;
  }
  std::uint32_t most = 0;
  for (NodeId p = 0; p < programs_.size(); ++p) {
    for (const ProcessorProgram::Send& send : programs_[p].list) {
      later_ = later_ || send.not_before > 1;
      most = std::max(most, needed(p, send.after));
    }
  }
  if (most == 0) return;
  for (NodeId p = 0; p < programs_.size(); ++p) {
    most = std::max(most, static_cast<std::uint32_t>(traffic_.at(p, 0).size()));
  }
  need_bits_ = static_cast<unsigned>(std::bit_width(most));
}

std::size_t RtlProcessors::room_for(std::size_t needed) const {
  return sizes_.room().any() ? sizes_.words(needed) : needed;
}

std::size_t RtlProcessors::links() const {
  return traffic_.first_lane(static_cast<NodeId>(count()));
}

// First read-port address of a processor's lane. Order of all addresses: nodes, the crossbar, the
// lanes of the processors, delay lines, results of combining (results_of()).
std::uint32_t RtlProcessors::address_of(NodeId p, unsigned lane) const {
  const std::size_t before = design_.nodes.size() + (design_.crossbar ? 1 : 0);
  return static_cast<std::uint32_t>((before + traffic_.first_lane(p) + lane) * kRtlRegistersOfPart);
}

bool RtlProcessors::asked(const DesignNode& node) const {
  const ModelSpec::Kind kind = design_.modules[node.module].spec.kind;
  return (kind == ModelSpec::Kind::combining_node || kind == ModelSpec::Kind::logp_interface) &&
         !problem_.collective.traits().one_to_all();
}

void RtlProcessors::add_supply(RtlParts& parts, const RtlWires& wires, const DesignNode& node,
                               const std::string& instance, const std::string& name) const {
  if (traffic_.values() == nullptr) return add_list_supply(parts, node, instance, name);
  if (topology_.crossbar()) return add_operands_supply(parts, wires, node, instance, name);
  add_parts_supply(parts, wires, node, instance, name);
}

void RtlProcessors::add_list_supply(RtlParts& parts, const DesignNode& node,
                                    const std::string& instance, const std::string& name) const {
  const std::vector<std::uint64_t>& flits = traffic_.sent(node.node);
  const std::uint32_t target = parts.add_target(name + ": what it supplies, in order", width_);
  for (std::size_t i = 0; i < flits.size(); ++i) {
    parts.load(target, static_cast<std::uint32_t>(i), pieces_of(sizes_.narrow(flits[i])));
  }
  parts.declare(rtl_net(instance, "supply"), width_);
  parts.add_text("\n");
  parts.add_instance({.module = "supply_by_list",
                      .name = instance + "_list",
                      .parameters = {{"WIDTH", width_}, {"DEPTH", sizes_.words(flits.size())}},
                      .pins = {{"clk", "clk"},
                               {"run", "ahead"},
                               {"load_valid", loads_target(target)},
                               {"load_address", "load_at"},
                               {"load_word", loaded_bits(width_)},
                               {"take", rtl_net(instance, "issue")},
                               {"next_data", rtl_net(instance, "supply")}}});
}

void RtlProcessors::add(RtlParts& parts, const RtlWires& wires, NodeId p) const {
  parts.add_text(fmt::format("\n  // Processor {}\n", topology_.node_name(p)));
  if (!design_.modules.front().has_queues()) {
    add_beside_node(parts, p);
    return;
  }
  const RtlDriver from = wires.driver(topology_.channels()[topology_.inputs(p).front()].first_link);
  add_check(parts, p, 0, from, "now");
  const std::string instance = rtl_processor(p);
  parts.declare(rtl_net(instance, "out_valid"), 1);
  parts.declare(rtl_net(instance, "out_data"), width_);
  const unsigned count_bits =
      programs_[p].image != nullptr
          ? add_rom_sender(parts, p)
          : add_list_sender(parts, p, from.valid, wires.credit(topology_.outputs(p).front()));
  parts.add_register({.address = address_of(p, 0) + 3,
                      .node = topology_.node_name(p),
                      .name = "sent",
                      .expected = static_cast<std::uint32_t>(traffic_.sent(p).size()),
                      .total = RtlRegister::Total::hops},
                     rtl_net(instance, "sent"), count_bits);
}

// Adds the checks of the node's deliveries.
void RtlProcessors::add_beside_node(RtlParts& parts, NodeId p) const {
  const std::string node = rtl_node(p);
  const DesignModule& module = design_.modules[design_.nodes[p].module];
  const unsigned local = rtl_width(module, "deliver_valid");
  const unsigned bits = rtl_width(module, "deliver_data");
  for (unsigned lane = 0; lane < local; ++lane) {
    add_check(parts, p, lane,
              {.valid = verilog_bits(rtl_net(node, "deliver_valid"), local, lane, 1),
               .data = verilog_bits(rtl_net(node, "deliver_data"), bits, lane * width_, width_)},
              "now_before");
  }
}

void RtlProcessors::add_check(RtlParts& parts, NodeId p, unsigned lane, const RtlDriver& from,
                              const char* cycle) const {
  const std::string name = fmt::format("{}_{}", rtl_processor(p), lane);
  const unsigned bits = width_ + (all_wanted_ ? 0 : 1);
  const std::uint32_t target = parts.add_target(
      fmt::format("{}: what must come by link {}", topology_.node_name(p), lane), bits);
  const std::vector<RtlArrival>& arrivals = traffic_.at(p, lane);
  std::uint32_t address = 0, wanted = 0;
  for (const RtlArrival& arrival : arrivals) {
    wanted += arrival.wanted ? 1 : 0;
    parts.load(target, address++,
               RtlWord()
                   .add(sizes_.narrow(arrival.flit), width_)
                   .add(arrival.wanted ? 1 : 0, all_wanted_ ? 0 : 1)
                   .pieces());
  }
  const std::uint32_t depth = table_depth(room_for(arrivals.size()));
  const auto count_bits = static_cast<unsigned>(std::bit_width(depth));
  parts.declare(rtl_net(name, "delivered"), count_bits);
  parts.declare(rtl_net(name, "last"), sizes_.time_bits());
  parts.declare(rtl_net(name, "errors"), count_bits);
  parts.add_instance({.module = "arrival_check",
                      .name = name + "_check",
                      .parameters = {{"WIDTH", width_},
                                     {"DEPTH", depth},
                                     {"ALL_WANTED", all_wanted_ ? 1 : 0},
                                     {"TIME_BITS", sizes_.time_bits()},
                                     {"COUNT_BITS", count_bits}},
                      .pins = {{"clk", "clk"},
                               {"rst", "reset"},
                               {"cycle", cycle},
                               {"load_valid", loads_target(target)},
                               {"load_address", "load_at"},
                               {"load_word", loaded_bits(bits)},
                               {"in_valid", from.valid},
                               {"in_data", from.data},
                               {"delivered", rtl_net(name, "delivered")},
                               {"last", rtl_net(name, "last")},
                               {"errors", rtl_net(name, "errors")}}});
  add_check_registers(parts, p, lane, wanted, count_bits);
}

void RtlProcessors::add_check_registers(RtlParts& parts, NodeId p, unsigned lane,
                                        std::uint32_t wanted, unsigned count_bits) const {
  using Total = RtlRegister::Total;
  const std::string name = fmt::format("{}_{}", rtl_processor(p), lane);
  const std::string node = topology_.node_name(p);
  const bool moves = traffic_.values() == nullptr;  // else add_results() adds the registers
  const std::string of = traffic_.lanes(p) > 1 ? fmt::format("{} link {}", node, lane) : node;
  const auto add = [&](unsigned at, const char* counter, std::uint32_t expected, Total total,
                       unsigned bits) {
    parts.add_register({address_of(p, lane) + at, of, counter, expected, total},
                       rtl_net(name, counter), bits);
  };
  if (moves) add(0, "delivered", wanted, Total::delivered, count_bits);
  if (moves && !topology_.crossbar()) {
    add(1, "last", traffic_.last(p, lane), Total::cycles, sizes_.time_bits());
  }
  add(2, "errors", 0, Total::none, count_bits);
}

unsigned RtlProcessors::add_rom_sender(RtlParts& parts, NodeId p) const {
  const ProcessorProgram& program = programs_[p];
  const std::size_t slots = sizes_.words(program.slots.size());
  const unsigned given_bits = program.image->word_bits();
  const unsigned program_bits = std::max(
      given_bits, sizes_.room().any() ? static_cast<unsigned>(std::bit_width(slots - 1)) + 19 : 0);
  const unsigned bits = std::max(width_, program_bits);
  const std::uint32_t target = parts.add_target(
      fmt::format("{}: schedule ROM; from address 80000000 on its flits", topology_.node_name(p)),
      bits);
  for (std::uint32_t i = 0; i < program.image->words(); ++i) {
    parts.load(target, i,
               RtlWord()
                   .add(program.image->bits(i, 0, given_bits - 18), program_bits - 18)
                   .add(program.image->bits(i, given_bits - 18, 18), 18)
                   .pieces());
  }
  for (std::uint32_t i = 0; i < program.slots.size(); ++i) {
    parts.load(target, 0x80000000U + i, pieces_of(sizes_.narrow(program.slots[i].flit)));
  }
  const auto count_bits =
      static_cast<unsigned>(std::bit_width(room_for(traffic_.sent(p).size()) + 1));
  const std::string instance = rtl_processor(p);
  parts.declare(rtl_net(instance, "sent"), count_bits);
  parts.add_instance(
      {.module = "send_by_rom",
       .name = instance + "_send",
       .parameters = {{"WIDTH", width_},
                      {"CONTROL_BITS", program_bits - 18},
                      {"SLOTS", slots},
                      {"ROM_DEPTH", sizes_.words(program.image->words())},
                      {"ARGUMENT_BITS", sizes_.room().any() ? 16 : argument_bits(*program.image)},
                      {"COUNT_BITS", count_bits}},
       .pins = {{"clk", "clk"},
                {"rst", "reset"},
                {"run", "ahead"},
                {"load_valid", loads_target(target)},
                {"load_address", "load_at"},
                {"load_word", loaded_bits(bits)},
                {"out_valid", rtl_net(instance, "out_valid")},
                {"out_data", rtl_net(instance, "out_data")},
                {"sent", rtl_net(instance, "sent")}}});
  return count_bits;
}

// Number of arrivals up to and including message `after`; 0 for kNone.
std::uint32_t RtlProcessors::needed(NodeId p, MessageId after) const {
  if (after == kNone) return 0;
  const std::vector<RtlArrival>& arrivals = traffic_.at(p, 0);
  const auto found = std::ranges::find(arrivals, after, &RtlArrival::message);
  return static_cast<std::uint32_t>(found - arrivals.begin()) + 1;
}

unsigned RtlProcessors::add_list_sender(RtlParts& parts, NodeId p, const std::string& arrives,
                                        const std::string& credit) const {
  const ProcessorProgram& program = programs_[p];
  const unsigned time_bits = later_ ? sizes_.time_bits() : 0;
  const unsigned bits = width_ + time_bits + need_bits_;
  const std::uint32_t target =
      parts.add_target(fmt::format("{}: what it sends", topology_.node_name(p)), bits);
  std::uint32_t address = 0;
  for (const ProcessorProgram::Send& send : program.list) {
    parts.load(target, address++,
               RtlWord()
                   .add(sizes_.narrow(send.flit.flit), width_)
                   .add(send.not_before, time_bits)
                   .add(needed(p, send.after), need_bits_)
                   .pieces());
  }
  const std::uint32_t depth = table_depth(room_for(program.list.size()));
  const auto count_bits = static_cast<unsigned>(std::bit_width(depth));
  const std::string instance = rtl_processor(p);
  parts.declare(rtl_net(instance, "sent"), count_bits);
  parts.add_instance({.module = "send_by_list",
                      .name = instance + "_send",
                      .parameters = {{"WIDTH", width_},
                                     {"LATER", later_ ? 1 : 0},
                                     {"NEED_BITS", need_bits_},
                                     {"DEPTH", depth},
                                     {"CREDITS", program.credits},
                                     {"TIME_BITS", sizes_.time_bits()}},
                      .pins = {{"clk", "clk"},
                               {"rst", "reset"},
                               {"run", "run"},
                               {"cycle", "now"},
                               {"load_valid", loads_target(target)},
                               {"load_address", "load_at"},
                               {"load_word", loaded_bits(bits)},
                               {"in_valid", arrives},
                               {"in_credit", program.credits > 0 ? credit : "1'b0"},
                               {"out_valid", rtl_net(instance, "out_valid")},
                               {"out_data", rtl_net(instance, "out_data")},
                               {"sent", rtl_net(instance, "sent")}}});
  return count_bits;
}

}  // namespace romcast
