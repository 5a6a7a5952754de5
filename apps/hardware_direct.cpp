// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "apps/hardware.hpp"
#include "apps/rom_folder.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/stored_network.hpp"
#include "systemc/direct_hardware.hpp"

namespace romcast {
namespace {

constexpr std::size_t kMostNodes = 1 << 16;
constexpr std::uint64_t kMostStoreBytes = 16'000'000'000;  // of all nodes
constexpr unsigned kMostNodePorts = 64;

Control control_of(const Plan& plan, const RunOptions& options) {
  const bool from_folder = !options.rom_folder.empty();
  if (from_folder && options.control == Control::rule) {
    throw InputError(fmt::format("--control rule: --rom {} runs ROM images; give one of the two",
                                 options.rom_folder));
  }
  return options.control.value_or(plan.hints.find<StarRules>() && !from_folder ? Control::rule
                                                                               : Control::rom);
}

void check_control(const Resolved& resolved, const Plan& plan, Control control,
                   const RunOptions& options) {
  if (control == Control::rule && !plan.hints.find<StarRules>()) {
    throw InputError(fmt::format("--control rule: {} has no local rule; use --control rom",
                                 resolved.algorithm->name));
  }
  if (options.audit) throw InputError("--audit: the nodes of a direct network never sleep");
}

// How many own messages a processor may have to choose from.
std::uint64_t own_kinds(const Collective& collective) {
  if (collective.kind() == CollectiveKind::exchange) {
    std::uint64_t most = 1;
    for (NodeId p = 0; p < collective.processors(); ++p) {
      most = std::max(most, collective.own_messages(p));
    }
    return most;
  }
  const bool few =
      collective.multicast() || collective.copies() || collective.kind() == CollectiveKind::gather;
  return (few ? 1 : collective.processors()) * std::uint64_t{collective.messages()};
}

// Words of the processors: which own message comes into which slot.
RomSize order_report(const StoreRoms& roms, const Collective& collective) {
  RomSize report{.images = roms.orders.size()};
  const std::uint64_t kinds = own_kinds(collective);
  report.word_bits = static_cast<unsigned>(std::bit_width(kinds - 1));
  for (const auto& order : roms.orders) {
    report.words_max = std::max(report.words_max, order.size());
    report.bits_total += order.size() * report.word_bits;
  }
  return report;
}

void check_words(const RomSize& rom, std::uint32_t rom_words) {
  if (rom.words_max <= rom_words) return;
  throw InputError(
      fmt::format("--control rom: a node needs {} words, its ROM holds {} (--rom-words)",
                  rom.words_max, rom_words));
}

// Slots are words of 32 or 64 bits in the models.
void check_stores(const QueueDepth& depth) {
  const std::uint64_t bytes = depth.queues * depth.built * (depth.entry_bits > 32 ? 8 : 4);
  if (bytes <= kMostStoreBytes) return;
  throw InputError(fmt::format(
      "{} stores of {} slots take {} GB, the hardware goes to {} GB; use romcast plan",
      depth.queues, depth.built, bytes / 1'000'000'000, kMostStoreBytes / 1'000'000'000));
}

void check_ports(const Topology& network) {
  if (network.most_ports() <= kMostNodePorts) return;
  throw InputError(fmt::format(
      "--network {}: a node has {} links, the hardware's nodes have at most {}; use romcast plan",
      network.network(), network.most_ports(), kMostNodePorts));
}

void check_size(const Resolved& resolved, const RunOptions& options) {
  check_no_fabric(resolved, options);
  check_direct_size(*resolved.problem.topology, kMostNodes);
}

std::vector<QueueDepth> queue_depths(const Resolved& resolved, const Plan& plan,
                                     const PlanFigures& figures, const RunOptions& options) {
  const Problem& problem = resolved.problem;
  const DirectFlitCodec codec(*problem.topology, problem.collective);
  const bool files = control_of(plan, options) == Control::rule && plan.hints.find<StarRules>() &&
                     plan.hints.find<StarRules>()->rule == StarRule::cyclic;
  const std::uint32_t needed = files ? plan.hints.find<StarRules>()->places : figures.store_places;
  const std::uint64_t nodes = problem.topology->nodes();
  const std::uint64_t ports = store_ports(*problem.topology);
  QueueDepth depth{.where = "nodes",
                   .queue = files ? "port" : "store",
                   .queues = files ? nodes * ports : nodes,
                   .needed = needed,
                   .built = resolved.queue_depth.value_or(store_places(needed)),
                   .message_bits = codec.width(),
                   .entry_bits = codec.width()};
  if (!one_port(*problem.topology, problem.ports)) {
    depth.queue = "bank";
    depth.queues = nodes * (ports + 1);  // and one for own messages
    depth.ring = !files && figures.rings;
  }
  if (resolved.fit) depth.built = needed;
  return {depth};
}

// `built`: slots of the stores; a ring is as long as it must be.
StoreRoms compile_store(const Resolved& resolved, const Plan& plan, const QueueDepth& built,
                        const RunOptions& options) {
  const Problem& problem = resolved.problem;
  StoreRoms roms = compile_store_roms(*problem.topology, problem.collective, problem.ports,
                                      problem.timing, plan.open, built.built,
                                      built.ring ? std::min(built.needed, built.built) : 0,
                                      options.anyway ? Illegal::run : Illegal::refuse);
  check_words(size_of(roms.images), options.rom_words);
  return roms;
}

class DirectMachine final : public Machine {
 public:
  explicit DirectMachine(const Resolved& resolved) : Machine(resolved) {}

  void check(const RunOptions& options) const override { check_size(resolved_, options); }

  // Rules and multi-port nodes divide their stores; then the parts count.
  [[nodiscard]] std::optional<QueueLimit> limit(const Plan& plan) const override {
    const bool divided = plan.hints.find<StarRules>() ||
                         !one_port(*resolved_.problem.topology, resolved_.problem.ports);
    if (!resolved_.queue_depth || divided) return std::nullopt;
    return QueueLimit{QueueKind::store, *resolved_.queue_depth};
  }

  [[nodiscard]] std::vector<QueueDepth> depths(const Plan& plan, const PlanFigures& figures,
                                               const RunOptions& options) const override {
    return queue_depths(resolved_, plan, figures, options);
  }

  [[nodiscard]] std::shared_ptr<NodeHardware> make(const Plan& plan, const PlanFigures& figures,
                                                   const RunOptions& options,
                                                   Report& report) const override {
    const Problem& problem = resolved_.problem;
    const Control control = control_of(plan, options);
    check_control(resolved_, plan, control, options);
    const QueueDepth depth = depths(plan, figures, options).front();
    check_stores(depth);
    if (control == Control::rule) {
      StarRules rules = *plan.hints.find<StarRules>();
      rules.places = depth.built;
      return std::make_shared<DirectHardware>(problem.topology, problem.collective, problem.ports,
                                              problem.timing, nullptr, rules);
    }
    auto roms = std::make_shared<StoreRoms>(options.rom_folder.empty()
                                                ? compile_store(resolved_, plan, depth, options)
                                                : read_store_roms(options.rom_folder, resolved_));
    report.rom = size_of(roms->images);
    report.processor_rom = order_report(*roms, problem.collective);
    check_words(*report.rom, options.rom_words);
    return std::make_shared<DirectHardware>(problem.topology, problem.collective, problem.ports,
                                            problem.timing, std::move(roms), std::nullopt);
  }

  [[nodiscard]] RomOutput roms(const Plan& plan, const std::vector<QueueDepth>& built,
                               const RunOptions& options) const override {
    check_ports(*resolved_.problem.topology);
    StoreRoms roms = compile_store(resolved_, plan, built.front(), options);
    std::vector<RomRow> rows{{"nodes", size_of(roms.images)},
                             {"processors", order_report(roms, resolved_.problem.collective)}};
    return {rom_writer(resolved_, std::move(roms)), std::move(rows)};
  }

  [[nodiscard]] RomListing listing(const Plan& plan) const override {
    const Problem& problem = resolved_.problem;
    const StoreRoms roms = compile_store_roms(*problem.topology, problem.collective, problem.ports,
                                              problem.timing, plan.open);
    return sequencer_listing(roms.images, roms.image_of, roms.store.engines);
  }
};

}  // namespace

void check_direct_size(const Topology& network, std::size_t most) {
  if (network.nodes() > most) {
    throw InputError(
        fmt::format("--network {}: {} nodes are too many to run; the hardware goes to {} here; use "
                    "romcast plan",
                    network.network(), network.nodes(), most));
  }
  check_ports(network);
}

std::unique_ptr<Machine> direct_machine(const Resolved& resolved) {
  const Topology& network = *resolved.problem.topology;
  if (!network.direct() || network.crossbar()) return nullptr;
  return std::make_unique<DirectMachine>(resolved);
}

}  // namespace romcast
