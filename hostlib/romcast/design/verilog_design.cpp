// SPDX-License-Identifier: Apache-2.0
#include "romcast/design/verilog_design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/design/parts.hpp"
#include "romcast/design/processors.hpp"
#include "romcast/design/sizes.hpp"
#include "romcast/design/wires.hpp"
#include "romcast/design/words.hpp"
#include "romcast/machines/machine.hpp"

namespace romcast {
namespace {

class Builder {
 public:
  Builder(Run& run, RtlRoom room, bool statistics)
      : topology_(run.network()),
        run_(run),
        statistics_(statistics),
        nodes_(description_of(run.nodes())),
        end_(nodes_->end(run.judged().last_hop)),
        design_(design_of(*nodes_, topology_, VerilogSources(run.settings().models), true)),
        sizes_(run, nodes_->codec(), end_, room, design_),
        width_(sizes_.width()),
        wires_(design_, topology_, width_),
        processors_(run, *nodes_, design_, sizes_),
        parts_(sizes_.time_bits()) {}

  RtlDesign build() {
    for (std::size_t n = 0; n < design_.nodes.size(); ++n) {
      add_node(design_.nodes[n], rtl_node(n), topology_.node_name(design_.nodes[n].node), n);
    }
    if (design_.crossbar) {
      add_node(*design_.crossbar, kRtlCrossbar, design_.crossbar->name, design_.nodes.size());
    }
    for (NodeId p = 0; p < processors_.count(); ++p) processors_.add(parts_, wires_, p);
    const std::size_t before = design_.nodes.size() + processors_.links();
    for (std::size_t l = 0; l < design_.lines.size(); ++l) {
      add_node(design_.lines[l], rtl_line(l), design_.lines[l].name, before + l);
    }
    check_size();
    RtlDesign design = std::move(parts_).finished();
    design.room = sizes_.room();
    design.end = end_;
    design.statistics = statistics_;
    return design;
  }

 private:
  // Targets of a node's load ports; nullopt if no schedule loads words there.
  struct Targets {
    std::optional<std::uint32_t> rom, own;
  };

  [[nodiscard]] const DesignModule& module_of(const DesignNode& node) const {
    return design_.modules[node.module];
  }

  Targets add_loads(const DesignNode& node, const std::string& name) {
    const DesignModule& module = module_of(node);
    Targets targets;
    const bool roomy = sizes_.room().any();
    const VerilogPort* port = module.load_port();
    if (!node.words.empty() || (roomy && port != nullptr)) {
      targets.rom = parts_.add_target(name + ": schedule ROM", module.width(*port));
      for (const DesignWord& word : node.words) {
        parts_.load(*targets.rom, word.address, word.pieces);
      }
    }
    if (!node.own.empty() || (roomy && module.traits().own_messages)) {
      targets.own = parts_.add_target(name + ": own messages, in order", width_);
      for (std::size_t i = 0; i < node.own.size(); ++i) {
        parts_.load(*targets.own, static_cast<std::uint32_t>(i), pieces_of(node.own[i]));
      }
    }
    return targets;
  }

  // Adds loadable registers for the node's straps: in a design with extra capacity (RtlRoom), other
  // schedules can load other values.
  void add_straps(const DesignNode& node, const std::string& instance, const std::string& name) {
    if (node.straps.empty()) return;
    const DesignModule& module = module_of(node);
    const auto width = [&](const std::string& strap) { return module.width(*module.find(strap)); };
    unsigned most = 1;
    for (const auto& [strap, value] : node.straps) most = std::max(most, width(strap));
    const std::uint32_t target = parts_.add_target(name + ": straps, in order", most, true);
    std::string registers, loads;
    for (std::uint32_t i = 0; i < node.straps.size(); ++i) {
      const auto& [strap, value] = node.straps[i];
      const std::string net = rtl_net(instance, strap);
      registers += fmt::format("  reg [{}:0] {};\n", width(strap) - 1, net);
      loads += fmt::format("    if ({} && load_at == 32'd{}) {} <= {};\n", loads_target(target), i,
                           net, loaded_bits(width(strap)));
      parts_.load(target, i, pieces_of(value));
    }
    parts_.add_text(fmt::format("\n{}  always @(posedge clk) begin\n{}  end\n", registers, loads));
  }

  // The expression that drives an input of a node.
  [[nodiscard]] std::string input(const DesignNode& node, const std::string& instance,
                                  const VerilogPort& port, const Targets& targets) const {
    const DesignModule& module = module_of(node);
    const unsigned bits = module.width(port);
    const auto strap =
        std::ranges::find(node.straps, port.name, &std::pair<std::string, std::uint64_t>::first);
    if (strap != node.straps.end()) {
      return sizes_.room().any() ? rtl_net(instance, port.name)
                                 : verilog_constant(bits, strap->second);
    }
    if (port.name == "clk") return port.name;
    if (port.name == "rst") return "reset";
    if (port.name == "cycle") return "now";
    if (port.name == "run") return module.looks_ahead() ? "ahead" : "run";
    if (port.name == "in_valid") return wires_.inputs(node, &RtlDriver::valid);
    if (port.name == "in_data") return wires_.inputs(node, &RtlDriver::data);
    if (port.name == "in_start") return wires_.inputs(node, &RtlDriver::start);
    if (port.name == "in_line") return wires_.inputs(node, &RtlDriver::line);
    if (port.name == "in_credit") return wires_.credits(node);
    if (port.name == "load_valid") return targets.rom ? loads_target(*targets.rom) : "1'b0";
    if (port.name == "load_address") {
      return targets.rom ? verilog_bits("load_at", 32, 0, bits) : verilog_zero(bits);
    }
    if (port.name == "load_word") {
      return targets.rom ? loaded_bits(bits) : verilog_zero(bits);
    }
    if (port.name == "local_valid") return targets.own ? loads_target(*targets.own) : "1'b0";
    if (port.name == "local_data") {
      if (processors_.asked(node)) return rtl_net(instance, "supply");
      return targets.own ? loaded_bits(bits) : verilog_zero(bits);
    }
    throw std::logic_error(fmt::format("{}: nothing drives {}", module.name, port.name));
  }

  void add_node(const DesignNode& node, const std::string& instance, const std::string& name,
                std::size_t part) {
    const DesignModule& module = module_of(node);
    const Targets targets = add_loads(node, name);
    if (sizes_.room().any()) add_straps(node, instance, name);
    VerilogInstance made{.module = module.name, .name = instance};
    parts_.add_text(fmt::format("\n  // {}\n", name));
    for (const auto& [key, value] : module.parameters) {
      if (key == "BY_INPUT") continue;  // selects the co-simulation's fast model
      // A plain number of Verilog is signed and has 32 bits.
      if (value >> 31 != 0)
        made.parameters.emplace_back(key, verilog_constant(64, value));
      else
        made.parameters.emplace_back(key, value);
    }
    if (!statistics_ && module.values.contains("STATS")) made.parameters.emplace_back("STATS", 0);
    for (const VerilogPort& port : module.ports) {
      if (!port.input) parts_.declare(rtl_net(instance, port.name), module.width(port));
      made.pins.push_back({port.name, port.input ? input(node, instance, port, targets)
                                                 : rtl_net(instance, port.name)});
    }
    parts_.add_instance(made);
    if (node.node != kNone && processors_.asked(node)) {
      processors_.add_supply(parts_, wires_, node, instance, name);
    }
    if (module.traits().ready) parts_.wait_for(rtl_net(instance, "ready"));
    if (statistics_) add_registers(node, instance, name, part);
  }

  void add_registers(const DesignNode& node, const std::string& instance, const std::string& name,
                     std::size_t part) {
    const DesignModule& module = module_of(node);
    const auto known =
        run_.expected().figures.registers(node.node, module.described, run_.depths());
    auto address = static_cast<std::uint32_t>(part * kRtlRegistersOfPart);
    for (const DescribedPort& port : module.described) {
      if (port.kind == DescribedPort::Kind::strap) continue;
      if (address / kRtlRegistersOfPart != part) {
        throw std::logic_error(fmt::format("{} has more registers than addresses", name));
      }
      std::optional<std::uint32_t> expected;
      if (port.kind == DescribedPort::Kind::flag) expected = 0;
      const auto value =
          std::ranges::find(known, port.name, &RunFigures::Values::value_type::first);
      if (value != known.end()) expected = static_cast<std::uint32_t>(value->second);
      parts_.add_register({address++, name, port.name, expected, total_of(node.node, port.name)},
                          rtl_net(instance, port.name), module.width(*module.find(port.name)));
    }
  }

  // The run's total to which a register of the node contributes. The cycle of the node's last
  // delivery or addition contributes only if ends_run(node).
  [[nodiscard]] RtlRegister::Total total_of(NodeId node, const std::string& name) const {
    if (name == "hops") return RtlRegister::Total::hops;
    const bool last = name == "last_delivery" || name == "last_add";
    return last && node != kNone && processors_.ends_run(node) ? RtlRegister::Total::cycles
                                                               : RtlRegister::Total::none;
  }

  void check_size() const {
    const std::size_t links = processors_.links() + design_.lines.size();
    if (design_.nodes.size() + links > kMostRtlParts) {
      throw InputError(fmt::format(
          "romcast rtl: {} with {} of processors are too many for one design; at most "
          "{} together",
          counted(design_.nodes.size(), "node"), counted(links, "link"), kMostRtlParts));
    }
    if (parts_.words() > kMostRtlWords) {
      throw InputError(fmt::format("romcast rtl: {} are too many to load; at most {}",
                                   counted(parts_.words(), "word"), kMostRtlWords));
    }
  }

  const Topology& topology_;
  Run& run_;
  const bool statistics_;
  const std::shared_ptr<const NodeDescription> nodes_;
  const Cycle end_;
  Design design_;
  const RtlSizes sizes_;  // reduced sizes of the design
  const unsigned width_;
  const RtlWires wires_;
  const RtlProcessors processors_;
  RtlParts parts_;
};

}  // namespace

RtlDesign verilog_design(Run& run, RtlRoom room, bool statistics) {
  return Builder(run, room, statistics).build();
}

}  // namespace romcast
