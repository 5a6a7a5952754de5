// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "romcast/core/error.hpp"
#include "romcast/core/stored_network.hpp"
#include "romcast/machines/machine.hpp"
#include "romcast/machines/store/store_images.hpp"
#include "romcast/machines/store/store_nodes.hpp"

namespace romcast {
namespace {

constexpr std::size_t kMostNodes = 1 << 16;
constexpr std::uint64_t kMostStoreBytes = 16'000'000'000;  // of all nodes
constexpr unsigned kMostNodePorts = 64;

Control control_of(const Plan& plan, const HardwareOptions& options) {
  const bool from_folder = !options.rom_folder.empty();
  if (from_folder && options.control == Control::rule) {
    throw InputError({"control", "rule"},
                     fmt::format("`rom` {} runs ROM images", options.rom_folder),
                     "give one of the two");
  }
  return options.control.value_or(plan.hints.find<StarRules>() && !from_folder ? Control::rule
                                                                               : Control::rom);
}

void check_control(const std::string& algorithm, const Plan& plan, Control control) {
  if (control == Control::rule && !plan.hints.find<StarRules>()) {
    throw InputError({"control", "rule"}, fmt::format("{} has no local rule", algorithm),
                     "use `control` rom");
  }
}

void check_words(const RomSize& rom, std::uint32_t rom_words) {
  if (rom.words_max <= rom_words) return;
  throw InputError({"control", "rom"},
                   fmt::format("a node needs {} words, its ROM holds {} (`rom_words`)",
                               rom.words_max, rom_words));
}

std::uint32_t deepest(const std::vector<QueueDepth>& depths) {
  std::uint32_t most = 1;
  for (const QueueDepth& depth : depths) most = std::max(most, depth.built);
  return most;
}

// Limits the memory of the models, whose slots have 32 or 64 bits each.
void check_stores(const std::vector<QueueDepth>& depths) {
  std::uint64_t bytes = 0, stores = 0;
  for (const QueueDepth& depth : depths) {
    bytes += depth.queues * depth.built * (depth.entry_bits > 32 ? 8 : 4);
    stores += depth.queues;
  }
  if (bytes <= kMostStoreBytes) return;
  throw InputError(
      fmt::format("{} stores of {} slots take {} GB, the hardware goes to {} GB; use romcast plan",
                  stores, deepest(depths), bytes / 1'000'000'000, kMostStoreBytes / 1'000'000'000));
}

void check_ports(const Topology& network) {
  if (network.most_ports() <= kMostNodePorts) return;
  throw InputError({"network", network.network()},
                   fmt::format("a node has {} links, the hardware's nodes have at most {}",
                               network.most_ports(), kMostNodePorts),
                   "use romcast plan");
}

class StoreMachine final : public Machine {
 public:
  explicit StoreMachine(const SharedJob& job) : Machine(job) {}

  void check(bool audit) const override {
    check_no_fabric(job_);
    check_direct_size(*job_.problem.topology, kMostNodes);
    if (audit) throw InputError({"audit"}, "the nodes of a direct network never sleep");
  }

  // The limit is for nodes with one undivided store. Multi-port nodes, and nodes that follow local
  // rules, may divide their store among ports, so they have no limit.
  [[nodiscard]] std::optional<QueueLimit> limit(const Plan& plan) const override {
    const bool divided =
        plan.hints.find<StarRules>() || !one_port(*job_.problem.topology, job_.problem.ports);
    if (!job_.hardware.queue_depth || divided) return std::nullopt;
    return QueueLimit{QueueKind::store, *job_.hardware.queue_depth};
  }

  [[nodiscard]] std::vector<QueueDepth> depths(const JudgedPlan& judged) const override {
    const Topology& network = *job_.problem.topology;
    const auto processors = static_cast<NodeId>(network.processors());
    const auto nodes = static_cast<NodeId>(network.nodes());
    std::vector<QueueDepth> all;
    add_depths(judged, judged.stores[0],
               {.where = nodes == processors ? "nodes" : "processors", .end = processors}, all);
    if (nodes > processors) {
      add_depths(judged, judged.stores[1], {.where = "switches", .begin = processors, .end = nodes},
                 all);
    }
    std::uint32_t most = 0;
    for (const QueueDepth& depth : all) most = std::max(most, depth.needed);
    for (QueueDepth& depth : all) {
      const std::uint32_t least = depth.queue == "own" || depth.queue == "bank" ? 0 : 1;
      depth.built = job_.hardware.slots(std::max(depth.needed, least), store_places(most));
    }
    return all;
  }

  [[nodiscard]] std::shared_ptr<const NodeImages> images(const JudgedPlan& plan) const override {
    check_ports(*job_.problem.topology);
    return compiled(plan);
  }

  [[nodiscard]] ControlledNodes nodes(const JudgedPlan& plan) const override {
    const Control control = control_of(plan.plan, job_.hardware);
    check_control(job_.algorithm.name, plan.plan, control);
    check_stores(depths(plan));
    if (control == Control::rule) return nodes(plan, nullptr);
    if (job_.hardware.rom_folder.empty()) return nodes(plan, compiled(plan));
    auto images = from_folder(StoreImages(job_.problem.collective));
    check_words(size_of(images->roms.images), job_.hardware.rom_words);
    return nodes(plan, std::move(images));
  }

  [[nodiscard]] ControlledNodes nodes(const JudgedPlan& plan,
                                      std::shared_ptr<const NodeImages> images) const override {
    const Problem& problem = job_.problem;
    if (!images) {
      StarRules rules = *plan.plan.hints.find<StarRules>();
      rules.places = deepest(depths(plan));
      return {.machine = StoreNodes{.network = problem.topology,
                                    .collective = problem.collective,
                                    .ports = problem.ports,
                                    .timing = problem.timing,
                                    .rules = rules,
                                    .depths = fitted(plan)},
              .control = "rule"};
    }
    const auto& store = dynamic_cast<const StoreImages&>(*images);
    return {.machine = StoreNodes{.network = problem.topology,
                                  .collective = problem.collective,
                                  .ports = problem.ports,
                                  .timing = problem.timing,
                                  .roms = {images, &store.roms},
                                  .depths = fitted(plan)},
            .control = "rom",
            .rom = size_of(store.roms.images),
            .processor_rom = store.orders()};
  }

  [[nodiscard]] RomListing listing(const Plan& plan) const override {
    const Problem& problem = job_.problem;
    const StoreRoms roms = compile_store_roms(*problem.topology, problem.collective, problem.ports,
                                              plan.open, {.timing = problem.timing});
    return sequencer_listing(roms.images, roms.image_of, roms.store.engines);
  }

 private:
  // Adds the memories of the nodes that `row` names. Under ROM control, the banks of links become
  // rings (StoreShape::ring) in two cases: JudgedPlan::rings is true, or the job asks for depths by
  // need and rings need fewer slots than other banks.
  void add_depths(const JudgedPlan& judged, const StoreNeeds& needs, QueueDepth row,
                  std::vector<QueueDepth>& all) const {
    const Problem& problem = job_.problem;
    const auto rules = judged.plan.hints.find<StarRules>();
    const bool led = control_of(judged.plan, job_.hardware) == Control::rule && rules != nullptr;
    const std::uint64_t nodes = row.end - row.begin, ports = store_ports(*problem.topology);
    row.message_bits = row.entry_bits =
        DirectFlitCodec(*problem.topology, problem.collective).width();
    if (one_port(*problem.topology, problem.ports)) {
      const bool files = led && rules->rule == StarRule::cyclic;
      row.queue = files ? "port" : "store";
      row.queues = files ? nodes * ports : nodes;
      row.needed = files ? rules->places : needs.store;
      all.push_back(row);
      return;
    }
    row.ring = !led && (judged.rings || (job_.hardware.by_need() && ring_is_smaller(judged)));
    row.queue = "bank";
    row.queues = nodes * ports;
    row.needed = row.ring ? needs.ring : needs.link;
    row.occupancy = needs.bank_occupancy;
    all.push_back(row);
    row.queue = "own";
    row.ring = false;
    row.queues = nodes;
    row.needed = needs.own;
    row.occupancy = needs.own;
    all.push_back(row);
  }

  [[nodiscard]] static bool ring_is_smaller(const JudgedPlan& judged) {
    const auto& [processors, switches] = judged.stores;
    return judged.can_ring &&
           std::max(processors.ring, switches.ring) < std::max(processors.link, switches.link);
  }

  // Depths by node if the job asks for depths by need; else empty.
  [[nodiscard]] std::vector<StoreDepths> fitted(const JudgedPlan& plan) const {
    if (!job_.hardware.by_need()) return {};
    std::vector<StoreDepths> by_node(job_.problem.topology->nodes());
    for (const QueueDepth& depth : depths(plan)) {
      for (NodeId node = depth.begin; node < depth.end; ++node) {
        std::uint32_t& one = depth.queue == "own"    ? by_node[node].own
                             : depth.queue == "bank" ? by_node[node].link
                                                     : by_node[node].store;
        one = depth.built;
      }
    }
    return by_node;
  }

  [[nodiscard]] std::shared_ptr<const StoreImages> compiled(const JudgedPlan& plan) const {
    const Problem& problem = job_.problem;
    const std::vector<QueueDepth> built = depths(plan);
    std::uint32_t ring = 0;  // one size for all nodes
    for (const QueueDepth& depth : built) {
      if (depth.ring) ring = std::max(ring, std::min(std::max(depth.needed, 1U), depth.built));
    }
    StoreRoms roms =
        compile_store_roms(*problem.topology, problem.collective, problem.ports, plan.plan.open,
                           {.timing = problem.timing,
                            .places = deepest(built),
                            .ring = ring,
                            .illegal = job_.hardware.anyway ? Illegal::run : Illegal::refuse});
    check_words(size_of(roms.images), job_.hardware.rom_words);
    return std::make_shared<StoreImages>(problem.collective, std::move(roms));
  }
};

}  // namespace

void check_direct_size(const Topology& network, std::size_t most) {
  if (network.nodes() > most) {
    throw InputError({"network", network.network()},
                     fmt::format("{} nodes are too many to run", network.nodes()),
                     fmt::format("the hardware goes to {} here; use romcast plan", most));
  }
  check_ports(network);
}

std::unique_ptr<Machine> store_machine(const SharedJob& job) {
  const Topology& network = *job->problem.topology;
  if (!network.direct() || network.crossbar()) return nullptr;
  return std::make_unique<StoreMachine>(job);
}

}  // namespace romcast
