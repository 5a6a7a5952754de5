// SPDX-License-Identifier: Apache-2.0
#include "apps/rtl_design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <map>

#include "apps/rtl_traffic.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"

namespace romcast {
namespace {

constexpr unsigned kTimeBits = 32;
constexpr unsigned kRegistersOfPart = 16;  // addresses of the read port

std::string zero(unsigned bits) { return fmt::format("{{{}{{1'b0}}}}", bits); }

std::string constant(unsigned bits, std::uint64_t value) {
  return fmt::format("{}'h{:x}", bits, value);
}

// One bit, or some, of a net that may have only one.
std::string bits_of(const std::string& net, unsigned width, unsigned from, unsigned count) {
  if (count == width) return net;
  if (count == 1) return fmt::format("{}[{}]", net, from);
  return fmt::format("{}[{}:{}]", net, from + count - 1, from);
}

std::vector<std::uint32_t> pieces_of(std::uint64_t value) {
  return {static_cast<std::uint32_t>(value), static_cast<std::uint32_t>(value >> 32)};
}

// Appends fields to a word, lowest first.
class Word {
 public:
  Word& add(std::uint64_t value, unsigned bits) {
    for (unsigned i = 0; i < bits; ++i, ++at_) {
      if (at_ / 32 >= pieces_.size()) pieces_.push_back(0);
      if (i < 64 && (value >> i & 1) != 0) pieces_[at_ / 32] |= 1U << (at_ % 32);
    }
    return *this;
  }
  [[nodiscard]] std::vector<std::uint32_t> pieces() const { return pieces_; }

 private:
  std::vector<std::uint32_t> pieces_;
  unsigned at_ = 0;
};

// Room for no more than what is loaded and used.
void tighten(Design& design) {
  for (std::size_t m = 0; m < design.modules.size(); ++m) {
    DesignModule& module = design.modules[m];
    std::uint64_t words = 1, places = 1;
    std::vector<const DesignNode*> nodes;
    for (const DesignNode& node : design.nodes) nodes.push_back(&node);
    if (design.crossbar) nodes.push_back(&*design.crossbar);
    for (const DesignNode* one : nodes) {
      const DesignNode& node = *one;
      if (node.module != m) continue;
      for (const DesignWord& word : node.words) {
        words = std::max<std::uint64_t>(words, (word.address & 0xfffffff) + 1);
      }
      for (const auto& [strap, value] : node.straps) {
        if (strap == "places") places = std::max(places, value);
      }
    }
    const bool queues = module.find("in_start") == nullptr;
    for (auto& [name, value] : module.parameters) {
      if (name == "ROM_DEPTH" && value > 0) value = words;
      if (name == "DEPTH" && queues) value = places;
      if (name == "BY_INPUT") value = 0;  // what is synthesised
      module.values[name] = value;
    }
  }
}

class Builder {
 public:
  Builder(const Resolved& resolved, const Plan& plan, const NodeHardware& hardware,
          const PlannedRun& planned, const std::vector<QueueDepth>& depths,
          const ModelSources& sources)
      : topology_(*resolved.problem.topology),
        collective_(resolved.problem.collective),
        planned_(planned),
        depths_(depths),
        width_(hardware.codec().width()),
        design_(design_of(hardware, topology_, sources, true)),
        programs_(programs_of(hardware)),
        traffic_(resolved, plan, hardware, programs_, delivery_lanes()) {
    tighten(design_);
    find_drivers();
  }

  RtlDesign build() {
    out_.modules.insert({"time_base", "image_loader"});
    for (std::size_t n = 0; n < design_.nodes.size(); ++n) {
      const DesignNode& node = design_.nodes[n];
      add_node(node, fmt::format("n{}", n), topology_.node_name(node.node),
               static_cast<std::uint32_t>(n));
    }
    if (design_.crossbar) {
      add_node(*design_.crossbar, kCrossbar, design_.crossbar->name,
               static_cast<std::uint32_t>(design_.nodes.size()));
    }
    for (NodeId p = 0; p < topology_.processors(); ++p) add_processor(p);
    check_size();
    for (const RtlTarget& target : out_.targets) {
      out_.word_bits = std::max(out_.word_bits, target.bits);
    }
    out_.top = top();
    return std::move(out_);
  }

 private:
  struct Driver {
    std::string valid, data, start{}, line{};
  };
  static constexpr const char* kCrossbar = "x";

  // Links by which a processor gets messages.
  [[nodiscard]] unsigned delivery_lanes() const {
    const DesignModule& module = design_.modules.front();
    return module.find("deliver_valid") ? width_of(module, "deliver_valid") : 1;
  }

  [[nodiscard]] std::vector<ProcessorProgram> programs_of(const NodeHardware& hardware) const {
    std::vector<ProcessorProgram> programs;
    for (NodeId p = 0; p < topology_.processors(); ++p) programs.push_back(hardware.program(p));
    return programs;
  }

  [[nodiscard]] const DesignModule& module_of(const DesignNode& node) const {
    return design_.modules[node.module];
  }
  [[nodiscard]] static std::string net(const std::string& instance, std::string_view port) {
    return fmt::format("{}_{}", instance, port);
  }
  [[nodiscard]] unsigned width_of(const DesignModule& module, std::string_view port) const {
    return module.width(*module.find(port));
  }

  void find_drivers() {
    for (std::size_t n = 0; n < design_.nodes.size(); ++n) {
      add_drivers(design_.nodes[n], fmt::format("n{}", n));
    }
    if (design_.crossbar) add_drivers(*design_.crossbar, kCrossbar);
    for (NodeId p = 0; p < topology_.first_switch() && !topology_.crossbar(); ++p) {
      const Channel& up = topology_.channels()[topology_.outputs(p).front()];
      drivers_[up.first_link] = {fmt::format("p{}_out_valid", p), fmt::format("p{}_out_data", p),
                                 "1'b0"};
    }
    drivers_.erase(design_.no_link);
    credits_.erase(static_cast<ChannelId>(topology_.channels().size()));
  }
  void add_drivers(const DesignNode& node, const std::string& instance) {
    const DesignModule& module = module_of(node);
    const unsigned lanes = width_of(module, "out_valid");
    const VerilogPort* line = module.find("out_line");
    const unsigned line_bits = line ? module.width(*line) / lanes : 0;
    for (unsigned lane = 0; lane < node.pins.out_links.size(); ++lane) {
      if (node.pins.out_links[lane] == design_.no_link) continue;
      const unsigned at = module.spec.shared_data ? 0 : lane;
      drivers_[node.pins.out_links[lane]] = {
          .valid = bits_of(net(instance, "out_valid"), lanes, lane, 1),
          .data =
              bits_of(net(instance, "out_data"), width_of(module, "out_data"), at * width_, width_),
          .start = bits_of(net(instance, "out_start"), lanes, lane, 1),
          .line = line ? bits_of(net(instance, "out_line"), lanes * line_bits, lane * line_bits,
                                 destination_bits())
                       : ""};
    }
    const auto ports = static_cast<unsigned>(node.pins.in_channels.size());
    for (unsigned port = 0; port < ports && module.find("out_credit"); ++port) {
      credits_[node.pins.in_channels[port]] = bits_of(net(instance, "out_credit"), ports, port, 1);
    }
  }
  // Of a line of the crossbar.
  [[nodiscard]] unsigned destination_bits() const {
    const std::uint64_t lines = module_of(*design_.crossbar).values.at("LINES");
    return static_cast<unsigned>(std::bit_width(lines - 1));
  }
  // Inputs of a node; of a crossbar all lines, of which those without a sender are idle.
  [[nodiscard]] std::vector<std::uint32_t> inputs_of(const DesignNode& node) const {
    if (node.node != kNone) return node.pins.in_links;
    const auto out = static_cast<std::size_t>(
        std::ranges::count_if(node.pins.out_links, [&](LinkId l) { return l != design_.no_link; }));
    const std::size_t of_sender = out / node.pins.in_links.size();
    std::vector<std::uint32_t> lines(module_of(node).values.at("LINES"), design_.no_link);
    for (std::size_t i = 0; i < node.pins.in_links.size(); ++i) {
      lines[i * of_sender] = node.pins.in_links[i];
    }
    return lines;
  }

  [[nodiscard]] Driver driver(LinkId link) const {
    const auto found = drivers_.find(link);
    if (found != drivers_.end()) return found->second;
    return {.valid = "1'b0",
            .data = zero(width_),
            .start = "1'b0",
            .line = design_.crossbar ? zero(destination_bits()) : ""};
  }
  [[nodiscard]] std::string credit(ChannelId channel) const {
    const auto found = credits_.find(channel);
    return found != credits_.end() ? found->second : "1'b0";
  }

  // One field of the drivers of all lanes, the highest first.
  [[nodiscard]] std::string lanes(const std::vector<std::uint32_t>& links,
                                  std::string Driver::*field) const {
    std::string text;
    for (auto link = links.rbegin(); link != links.rend(); ++link) {
      text += fmt::format("{}{}", text.empty() ? "" : ", ", driver(*link).*field);
    }
    return fmt::format("{{{}}}", text);
  }
  [[nodiscard]] std::string credits(const std::vector<std::uint32_t>& channels) const {
    std::string text;
    for (auto channel = channels.rbegin(); channel != channels.rend(); ++channel) {
      text += fmt::format("{}{}", text.empty() ? "" : ", ", credit(*channel));
    }
    return fmt::format("{{{}}}", text);
  }

  std::uint32_t new_target(std::string what, unsigned bits) {
    out_.targets.push_back({std::move(what), bits});
    return static_cast<std::uint32_t>(out_.targets.size() - 1);
  }
  static std::string selected(std::uint32_t target) {
    return fmt::format("load && target == 16'd{}", target);
  }

  void declare(const std::string& name, unsigned bits) {
    nets_ += bits == 1 ? fmt::format("  wire {};\n", name)
                       : fmt::format("  wire [{}:0] {};\n", bits - 1, name);
    used_.push_back(name);
  }

  void add_register(std::uint32_t address, const std::string& node, const std::string& name,
                    const std::string& wire, unsigned bits, std::optional<std::uint32_t> expected,
                    RtlRegister::Total total) {
    out_.registers.push_back({address, node, name, expected, total});
    const std::string value =
        bits == kTimeBits ? wire : fmt::format("{{{}, {}}}", zero(kTimeBits - bits), wire);
    reads_ += fmt::format("      24'd{}: read_value <= {};\n", address, value);
  }

  // What an input of a node is tied to.
  [[nodiscard]] std::string input(const DesignNode& node, const std::string& instance,
                                  const VerilogPort& port, std::optional<std::uint32_t> rom,
                                  std::optional<std::uint32_t> local) const {
    const DesignModule& module = module_of(node);
    const unsigned bits = module.width(port);
    const auto strap =
        std::ranges::find(node.straps, port.name, &std::pair<std::string, std::uint64_t>::first);
    if (strap != node.straps.end()) return constant(bits, strap->second);
    if (port.name == "clk" || port.name == "rst" || port.name == "cycle") return port.name;
    if (port.name == "run") return module.looks_ahead() ? "ahead" : "run";
    if (port.name == "in_valid") return lanes(inputs_of(node), &Driver::valid);
    if (port.name == "in_data") return lanes(inputs_of(node), &Driver::data);
    if (port.name == "in_start") return lanes(inputs_of(node), &Driver::start);
    if (port.name == "in_line") return lanes(inputs_of(node), &Driver::line);
    if (port.name == "in_credit") return credits(node.pins.out_channels);
    if (port.name == "load_valid") return rom ? selected(*rom) : "1'b0";
    if (port.name == "load_address") return rom ? bits_of("load_at", 32, 0, bits) : zero(bits);
    if (port.name == "load_word" || port.name == "load_row") {
      return rom ? low_bits(bits) : zero(bits);
    }
    if (port.name == "local_valid") return local ? selected(*local) : "1'b0";
    if (port.name == "local_data") {
      return supplied(node) ? net(instance, "supply") : local ? low_bits(bits) : zero(bits);
    }
    throw std::logic_error(fmt::format("{}: nothing drives {}", module.name, port.name));
  }
  static std::string low_bits(unsigned bits) { return fmt::format("word[{}:0]", bits - 1); }

  // Its processor supplies what it sends.
  [[nodiscard]] bool supplied(const DesignNode& node) const {
    return module_of(node).find("issue") != nullptr &&
           collective_.kind() != CollectiveKind::broadcast;
  }

  void add_supply(const DesignNode& node, const std::string& instance, const std::string& name) {
    const std::vector<std::uint64_t>& flits = traffic_.sent(node.node);
    const std::uint32_t target = new_target(name + ": what it supplies, in order", width_);
    for (std::size_t i = 0; i < flits.size(); ++i) {
      out_.loads.push_back({target, static_cast<std::uint32_t>(i), pieces_of(flits[i])});
    }
    declare(net(instance, "supply"), width_);
    out_.modules.insert("supply_by_list");
    body_ += fmt::format(
        "\n  supply_by_list #(\n      .WIDTH({0}),\n      .DEPTH({1})\n  ) {2}_list (\n"
        "      .clk(clk),\n      .run(ahead),\n      .load_valid({3}),\n"
        "      .load_address(load_at),\n      .load_word({4}),\n      .take({2}_issue),\n"
        "      .next_data({2}_supply)\n  );\n",
        width_, std::max<std::size_t>(1, flits.size()), instance, selected(target),
        low_bits(width_));
  }

  void add_node(const DesignNode& node, const std::string& instance, const std::string& name,
                std::uint32_t part) {
    const DesignModule& module = module_of(node);
    std::optional<std::uint32_t> rom, local;
    if (!node.words.empty()) {
      const char* load = module.find("load_row") ? "load_row" : "load_word";
      rom = new_target(name + ": schedule ROM", width_of(module, load));
      for (const DesignWord& word : node.words) {
        out_.loads.push_back({*rom, word.address, word.pieces});
      }
    }
    if (!node.own.empty()) {
      local = new_target(name + ": own messages, in order", width_);
      for (std::size_t i = 0; i < node.own.size(); ++i) {
        out_.loads.push_back({*local, static_cast<std::uint32_t>(i), pieces_of(node.own[i])});
      }
    }
    out_.modules.insert(module.name);
    std::string parameters, pins;
    for (const auto& [key, value] : module.parameters) {
      parameters += fmt::format("{}      .{}({})", parameters.empty() ? "\n" : ",\n", key, value);
    }
    for (const VerilogPort& port : module.ports) {
      if (!port.input) declare(net(instance, port.name), module.width(port));
      pins += fmt::format(
          "{}      .{}({})", pins.empty() ? "\n" : ",\n", port.name,
          port.input ? input(node, instance, port, rom, local) : net(instance, port.name));
    }
    body_ += fmt::format("\n  // {}\n  {} #({}\n  ) {} ({}\n  );\n", name, module.name, parameters,
                         instance, pins);
    if (node.node != kNone && supplied(node)) add_supply(node, instance, name);
    if (module.find("ready")) ready_ += fmt::format(" && {}", net(instance, "ready"));
    add_node_registers(node, instance, name, part);
  }

  void add_node_registers(const DesignNode& node, const std::string& instance,
                          const std::string& name, std::uint32_t part) {
    const DesignModule& module = module_of(node);
    const auto known = planned_.figures.registers(node.node, module.described, depths_);
    std::uint32_t address = part * kRegistersOfPart;
    for (const DescribedPort& port : module.described) {
      if (port.kind == DescribedPort::Kind::strap) continue;
      std::optional<std::uint32_t> expected;
      if (port.kind == DescribedPort::Kind::flag) expected = 0;
      const auto value =
          std::ranges::find(known, port.name, &RunFigures::Values::value_type::first);
      if (value != known.end()) expected = static_cast<std::uint32_t>(value->second);
      const unsigned bits = width_of(module, port.name);
      const bool wide = bits > kTimeBits;  // flags
      add_register(address++, name, port.name,
                   fmt::format("{}{}", wide ? "|" : "", net(instance, port.name)), wide ? 1 : bits,
                   expected, total_of(port.name));
    }
  }

  // On fully connected networks the interfaces know when a delivery is complete.
  [[nodiscard]] RtlRegister::Total total_of(const std::string& name) const {
    if (name == "hops") return RtlRegister::Total::hops;
    const bool complete = name == "last_delivery" && topology_.crossbar();
    return complete ? RtlRegister::Total::cycles : RtlRegister::Total::none;
  }

  // Addresses of the read port: nodes, the crossbar, then what processors receive by each lane.
  [[nodiscard]] std::uint32_t address_of(NodeId p, unsigned lane) const {
    const std::size_t before = design_.nodes.size() + (design_.crossbar ? 1 : 0);
    return static_cast<std::uint32_t>((before + p * traffic_.lanes() + lane) * kRegistersOfPart);
  }

  void add_processor(NodeId p) {
    body_ += fmt::format("\n  // Processor {}\n", topology_.node_name(p));
    if (topology_.direct() || topology_.crossbar()) {
      const std::string n = fmt::format("n{}", p);
      const DesignModule& module = module_of(design_.nodes[p]);
      const unsigned local = width_of(module, "deliver_valid");
      for (unsigned lane = 0; lane < local; ++lane) {
        add_check(p, lane, bits_of(net(n, "deliver_valid"), local, lane, 1),
                  bits_of(net(n, "deliver_data"), width_of(module, "deliver_data"), lane * width_,
                          width_),
                  "cycle_before");
      }
      return;
    }
    const Channel& down = topology_.channels()[topology_.inputs(p).front()];
    const Driver from = driver(down.first_link);
    add_check(p, 0, from.valid, from.data, "cycle");
    declare(fmt::format("p{}_out_valid", p), 1);
    declare(fmt::format("p{}_out_data", p), width_);
    declare(fmt::format("p{}_sent", p), kTimeBits);
    if (programs_[p].image != nullptr) {
      add_rom_sender(p);
    } else {
      add_list_sender(p, from.valid);
    }
    add_register(address_of(p, 0) + 3, topology_.node_name(p), "sent", fmt::format("p{}_sent", p),
                 kTimeBits, static_cast<std::uint32_t>(traffic_.sent(p).size()),
                 RtlRegister::Total::hops);
  }

  void add_check(NodeId p, unsigned lane, const std::string& valid, const std::string& data,
                 const char* cycle) {
    const std::vector<RtlArrival>& arrivals = traffic_.at(p, lane);
    const std::string name = fmt::format("p{}_{}", p, lane), node = topology_.node_name(p);
    const std::uint32_t target =
        new_target(fmt::format("{}: what must come by link {}", node, lane), width_ + 2);
    std::uint32_t address = 0, wanted = 0;
    for (const RtlArrival& arrival : arrivals) {
      wanted += arrival.wanted ? 1 : 0;
      out_.loads.push_back(
          {target, address++,
           Word().add(arrival.flit, width_).add(arrival.wanted ? 3 : 2, 2).pieces()});
    }
    out_.loads.push_back({target, address++, Word().add(0, width_ + 2).pieces()});
    for (const char* counter : {"delivered", "last", "errors"}) {
      declare(fmt::format("{}_{}", name, counter), kTimeBits);
    }
    out_.modules.insert("arrival_check");
    body_ += fmt::format(
        "  arrival_check #(\n      .WIDTH({0}),\n      .DEPTH({1})\n  ) {2}_check (\n"
        "      .clk(clk),\n      .rst(rst),\n      .cycle({3}),\n      .load_valid({4}),\n"
        "      .load_address(load_at),\n      .load_word({5}),\n      .in_valid({6}),\n"
        "      .in_data({7}),\n      .delivered({2}_delivered),\n      .last({2}_last),\n"
        "      .errors({2}_errors)\n  );\n",
        width_, address, name, cycle, selected(target), low_bits(width_ + 2), valid, data);
    using Total = RtlRegister::Total;
    const std::uint32_t at = address_of(p, lane);
    const std::string of = traffic_.lanes() > 1 ? fmt::format("{} link {}", node, lane) : node;
    add_register(at, of, "delivered", name + "_delivered", kTimeBits, wanted, Total::delivered);
    if (!topology_.crossbar()) {
      add_register(at + 1, of, "last", name + "_last", kTimeBits, traffic_.last(p, lane),
                   Total::cycles);
    }
    add_register(at + 2, of, "errors", name + "_errors", kTimeBits, 0, Total::none);
  }

  void add_rom_sender(NodeId p) {
    const ProcessorProgram& program = programs_[p];
    const unsigned program_bits = program.image->word_bits();
    const unsigned bits = std::max(width_, program_bits);
    const std::uint32_t target = new_target(
        fmt::format("{}: schedule ROM; from address 80000000 on its flits", topology_.node_name(p)),
        bits);
    for (std::uint32_t i = 0; i < program.image->words(); ++i) {
      const auto word = program.image->word(i);
      out_.loads.push_back({target, i, {word.begin(), word.end()}});
    }
    for (std::uint32_t i = 0; i < program.slots.size(); ++i) {
      out_.loads.push_back({target, 0x80000000U + i, pieces_of(program.slots[i].flit)});
    }
    out_.modules.insert("send_by_rom");
    body_ += fmt::format(
        "  send_by_rom #(\n      .WIDTH({0}),\n      .CONTROL_BITS({1}),\n      .SLOTS({2}),\n"
        "      .ROM_DEPTH({3})\n  ) p{4}_send (\n      .clk(clk),\n      .rst(rst),\n"
        "      .run(ahead),\n      .load_valid({5}),\n      .load_address(load_at),\n"
        "      .load_word({6}),\n      .out_valid(p{4}_out_valid),\n"
        "      .out_data(p{4}_out_data),\n      .sent(p{4}_sent)\n  );\n",
        width_, program_bits - 18, std::max<std::size_t>(1, program.slots.size()),
        std::max<std::size_t>(1, program.image->words()), p, selected(target), low_bits(bits));
  }

  // How many messages have come when this one has.
  [[nodiscard]] std::uint32_t needed(NodeId p, MessageId after) const {
    if (after == kNone) return 0;
    const std::vector<RtlArrival>& arrivals = traffic_.at(p, 0);
    const auto found = std::ranges::find(arrivals, after, &RtlArrival::message);
    return static_cast<std::uint32_t>(found - arrivals.begin()) + 1;
  }

  void add_list_sender(NodeId p, const std::string& arrives) {
    const ProcessorProgram& program = programs_[p];
    const auto need_bits =
        std::max(2U, static_cast<unsigned>(std::bit_width(traffic_.at(p, 0).size() + 1)));
    const unsigned bits = width_ + kTimeBits + need_bits + 1;
    const std::uint32_t target =
        new_target(fmt::format("{}: what it sends", topology_.node_name(p)), bits);
    std::uint32_t address = 0;
    for (const ProcessorProgram::Send& send : program.list) {
      out_.loads.push_back({target, address++,
                            Word()
                                .add(send.flit.flit, width_)
                                .add(send.not_before, kTimeBits)
                                .add(needed(p, send.after), need_bits)
                                .add(1, 1)
                                .pieces()});
    }
    out_.loads.push_back({target, address++, Word().add(0, bits).pieces()});
    out_.modules.insert("send_by_list");
    body_ += fmt::format(
        "  send_by_list #(\n      .WIDTH({0}),\n      .NEED_BITS({1}),\n      .DEPTH({2}),\n"
        "      .CREDITS({3})\n  ) p{4}_send (\n      .clk(clk),\n      .rst(rst),\n"
        "      .run(run),\n      .cycle(cycle),\n      .load_valid({5}),\n"
        "      .load_address(load_at),\n      .load_word({6}),\n      .in_valid({7}),\n"
        "      .in_credit({8}),\n      .out_valid(p{4}_out_valid),\n"
        "      .out_data(p{4}_out_data),\n      .sent(p{4}_sent)\n  );\n",
        width_, need_bits, address, program.credits, p, selected(target), low_bits(bits), arrives,
        program.credits > 0 ? credit(topology_.outputs(p).front()) : "1'b0");
  }

  void check_size() const {
    const std::size_t parts = design_.nodes.size() + topology_.processors() * traffic_.lanes();
    if (parts > kMostRtlParts) {
      throw InputError(
          fmt::format("romcast rtl: {} with {} of processors are too many for one design; at most "
                      "{} together",
                      counted(design_.nodes.size(), "node"),
                      counted(topology_.processors() * traffic_.lanes(), "link"), kMostRtlParts));
    }
    if (out_.loads.size() > kMostRtlWords) {
      throw InputError(fmt::format("romcast rtl: {} are too many to load; at most {}",
                                   counted(out_.loads.size(), "word"), kMostRtlWords));
    }
  }

  [[nodiscard]] std::string top() const;

  const Topology& topology_;
  const Collective& collective_;
  const PlannedRun& planned_;
  const std::vector<QueueDepth>& depths_;
  const unsigned width_;
  Design design_;
  std::vector<ProcessorProgram> programs_;
  RtlTraffic traffic_;
  std::map<LinkId, Driver> drivers_;
  std::map<ChannelId, std::string> credits_;
  RtlDesign out_;
  std::string nets_, body_, reads_, ready_;
  std::vector<std::string> used_;
};

std::string Builder::top() const {
  const unsigned bits = out_.word_bits, record = bits + 48;
  std::string unused;
  for (const std::string& name : used_) unused += fmt::format(",\n      {}", name);
  return fmt::format(
      R"(// SPDX-License-Identifier: Apache-2.0
// Made by romcast rtl. A network with its processors; README.md says how it is loaded, run and read.
`default_nettype none
module romcast_network #(
    parameter BOOT      = 1,          // 1: loads itself after a reset; 0: by the load port
    parameter BOOT_FILE = "load.hex"
) (
    input wire clk,
    input wire rst,
    input wire start,   // stays high from when the run may begin
    output wire ready,  // everything is loaded, as far as BOOT is concerned

    // Load port, before `start`: one word per clock, then one clock of rest.
    input wire        load_valid,
    input wire [15:0] load_target,
    input wire [31:0] load_address,
    input wire [{word_high}:0] load_word,

    output wire [31:0] cycle,  // network time

    // Read port: the register at an address, a clock later.
    input wire [23:0] read_address,
    output reg [31:0] read_value
);
  wire boot_valid, boot_done;
  wire [{record_high}:0] boot_word;
  generate
    if (BOOT != 0) begin : g_boot
      image_loader #(
          .WORD_BITS({record}),
          .WORDS({words}),
          .FILE(BOOT_FILE)
      ) loader (
          .clk(clk),
          .rst(rst),
          .valid(boot_valid),
          .word(boot_word),
          .done(boot_done)
      );
    end else begin : g_port
      assign boot_valid = 1'b0;
      assign boot_word = {{{record}{{1'b0}}}};
      assign boot_done = 1'b1;
    end
  endgenerate

  // What is loaded, a clock after it came.
  reg load;
  reg [15:0] target;
  reg [31:0] load_at;
  reg [{word_high}:0] word;
  always @(posedge clk) begin
    load <= !rst && (BOOT != 0 ? boot_valid : load_valid);
    {{target, load_at, word}} <= BOOT != 0 ? boot_word : {{load_target, load_address, load_word}};
  end

  // Parts that look ahead start a clock before the network time.
  reg ahead, run;
  reg [31:0] cycle_before;
  always @(posedge clk) begin
    ahead <= !rst && (ahead || (start && ready && !load));
    run <= !rst && ahead;
    cycle_before <= cycle;
  end
  time_base network_time (
      .clk(clk),
      .rst(rst),
      .run(run),
      .cycle(cycle)
  );

{nets}{body}
  assign ready = boot_done{ready};

  always @(posedge clk)
    case (read_address)
{reads}      default: read_value <= 32'd0;
    endcase

  wire unused = &{{1'b0, cycle_before, load, target, load_at, word, ahead{unused}}};
endmodule
`default_nettype wire
)",
      fmt::arg("word_high", bits - 1), fmt::arg("record", record),
      fmt::arg("record_high", record - 1), fmt::arg("words", out_.loads.size()),
      fmt::arg("nets", nets_), fmt::arg("body", body_), fmt::arg("reads", reads_),
      fmt::arg("ready", ready_), fmt::arg("unused", unused));
}

}  // namespace

RtlDesign rtl_design(const Resolved& resolved, const Plan& plan, const NodeHardware& hardware,
                     const PlannedRun& planned, const std::vector<QueueDepth>& depths) {
  for (const ModelSpec& spec : hardware.models()) {
    if (spec.kind != ModelSpec::Kind::combining && !resolved.problem.collective.combines())
      continue;
    throw InputError(fmt::format(
        "romcast rtl: there are no Verilog processors that combine values yet ({}); all "
        "collectives that move messages have them",
        spec.module));
  }
  const Ports ports = resolved.problem.ports;
  if (resolved.problem.topology->crossbar() && !ports.single() && ports.count > 1) {
    throw InputError(
        fmt::format("romcast rtl: --ports {}: the Verilog processors of fully connected networks "
                    "have one port; "
                    "use --ports single",
                    ports.count));
  }
  return Builder(resolved, plan, hardware, planned, depths, ModelSources()).build();
}

}  // namespace romcast
