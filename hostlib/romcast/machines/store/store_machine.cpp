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

// Limits the memory of the models, whose slots are words of 32 or 64 bits.
void check_stores(const QueueDepth& depth) {
  const std::uint64_t bytes = depth.queues * depth.built * (depth.entry_bits > 32 ? 8 : 4);
  if (bytes <= kMostStoreBytes) return;
  throw InputError(fmt::format(
      "{} stores of {} slots take {} GB, the hardware goes to {} GB; use romcast plan",
      depth.queues, depth.built, bytes / 1'000'000'000, kMostStoreBytes / 1'000'000'000));
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

  // Rules and multi-port nodes divide their stores, so no limit applies to the whole.
  [[nodiscard]] std::optional<QueueLimit> limit(const Plan& plan) const override {
    const bool divided =
        plan.hints.find<StarRules>() || !one_port(*job_.problem.topology, job_.problem.ports);
    if (!job_.hardware.queue_depth || divided) return std::nullopt;
    return QueueLimit{QueueKind::store, *job_.hardware.queue_depth};
  }

  [[nodiscard]] std::vector<QueueDepth> depths(const JudgedPlan& judged) const override {
    const Plan& plan = judged.plan;
    const Problem& problem = job_.problem;
    const DirectFlitCodec codec(*problem.topology, problem.collective);
    const bool files = control_of(plan, job_.hardware) == Control::rule &&
                       plan.hints.find<StarRules>() &&
                       plan.hints.find<StarRules>()->rule == StarRule::cyclic;
    const std::uint32_t needed = files ? plan.hints.find<StarRules>()->places : judged.store_places;
    const std::uint64_t nodes = problem.topology->nodes();
    const std::uint64_t ports = store_ports(*problem.topology);
    QueueDepth depth{.where = "nodes",
                     .queue = files ? "port" : "store",
                     .queues = files ? nodes * ports : nodes,
                     .needed = needed,
                     .built = job_.hardware.queue_depth.value_or(store_places(needed)),
                     .message_bits = codec.width(),
                     .entry_bits = codec.width()};
    if (!one_port(*problem.topology, problem.ports)) {
      depth.queue = "bank";
      depth.queues = nodes * (ports + 1);  // and one for own messages
      depth.ring = !files && judged.rings;
    }
    if (job_.hardware.fit) depth.built = needed;
    return {depth};
  }

  [[nodiscard]] std::shared_ptr<const NodeImages> images(const JudgedPlan& plan) const override {
    check_ports(*job_.problem.topology);
    return compiled(plan);
  }

  [[nodiscard]] ControlledNodes nodes(const JudgedPlan& plan) const override {
    const Control control = control_of(plan.plan, job_.hardware);
    check_control(job_.algorithm.name, plan.plan, control);
    check_stores(depths(plan).front());
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
      rules.places = depths(plan).front().built;
      return {.machine = StoreNodes{.network = problem.topology,
                                    .collective = problem.collective,
                                    .ports = problem.ports,
                                    .timing = problem.timing,
                                    .rules = rules},
              .control = "rule"};
    }
    const auto& store = dynamic_cast<const StoreImages&>(*images);
    return {.machine = StoreNodes{.network = problem.topology,
                                  .collective = problem.collective,
                                  .ports = problem.ports,
                                  .timing = problem.timing,
                                  .roms = {images, &store.roms}},
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
  [[nodiscard]] std::shared_ptr<const StoreImages> compiled(const JudgedPlan& plan) const {
    const Problem& problem = job_.problem;
    const QueueDepth built = depths(plan).front();
    StoreRoms roms =
        compile_store_roms(*problem.topology, problem.collective, problem.ports, plan.plan.open,
                           {.timing = problem.timing,
                            .places = built.built,
                            .ring = built.ring ? std::min(built.needed, built.built) : 0,
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
