// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "apps/hardware.hpp"
#include "apps/rom_folder.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/network_as.hpp"
#include "systemc/tree_hardware.hpp"

namespace romcast {
namespace {

constexpr unsigned kMostRomBits = 4096;
// A ROM is not tried by itself for longer schedules; --control rom tries it.
constexpr std::uint64_t kMostHopsForRom = 4'000'000;

// What queues the switches have and how they route, without a rule: what ROMs tell them.
TreeRules rules_for_roms(const Problem& problem) {
  return {.route = problem.collective.multicast() ? TreeRoute::flood : TreeRoute::unicast,
          .queues = problem.ports.single() ? QueueKind::up_down : QueueKind::per_output};
}

// A schedule from a file has no rules; nullptr for an algorithm that has none.
std::shared_ptr<const TreeRules> rules_of(const Resolved& resolved, const Plan& plan) {
  if (auto rules = plan.hints.find<TreeRules>()) return rules;
  if (!resolved.given) return nullptr;
  return std::make_shared<const TreeRules>(rules_for_roms(resolved.problem));
}

QueueKind queues_of(const Resolved& resolved, const Plan& plan) {
  const auto rules = rules_of(resolved, plan);
  return rules ? rules->queues : QueueKind::per_output;
}

// The queues of the switches of a level, and what the plan needs of them.
class LevelDepths {
 public:
  LevelDepths(const FatTree& tree, const LevelQueues& level, QueueKind queues, unsigned width)
      : tree_(tree), level_(level), queues_(queues), width_(width) {}

  [[nodiscard]] std::vector<QueueDepth> all() const {
    const unsigned arity = tree_.arity();
    if (queues_ == QueueKind::per_input) {  // a slot remembers where its message goes
      return {entry("port", 1 + arity, level_.max_per_link, 1 + arity)};
    }
    if (queues_ == QueueKind::up_down) {  // does it go down, too; to which children
      return {entry("up", 1, level_.max_up_fifo, 1),
              entry("down", 1, level_.max_down_store, arity)};
    }
    return {branch("up", 1, level_.max_up_fifo, up_links(tree_, level_.level)),
            branch("down", arity, level_.max_down_fifo, tree_.capacity(level_.level))};
  }

 private:
  [[nodiscard]] QueueDepth entry(const char* queue, unsigned per_switch, std::uint32_t needed,
                                 unsigned remembered) const {
    return {.where = fmt::format("level {}", level_.level),
            .level = level_.level,
            .queue = queue,
            .queues = tree_.power(tree_.height() - level_.level) * per_switch,
            .needed = needed,
            .message_bits = width_,
            .entry_bits = width_ + remembered};
  }
  // A slot remembers the branch by which its message came.
  [[nodiscard]] QueueDepth branch(const char* direction, unsigned per_switch,
                                  std::uint32_t messages, std::uint32_t links) const {
    QueueDepth depth = entry("branch", per_switch, (messages + links - 1) / links,
                             static_cast<unsigned>(std::bit_width(tree_.arity())));
    depth.direction = direction;
    depth.links = links;
    return depth;
  }

  const FatTree& tree_;
  const LevelQueues& level_;
  const QueueKind queues_;
  const unsigned width_;
};

// Slots per queue of a level: as asked for, or enough for the plan and of a few sizes only, so
// that few models are built.
std::uint32_t places(const Resolved& resolved, QueueKind queues, std::uint32_t needed) {
  if (queues == QueueKind::per_input) return kCreditPlaces;
  if (resolved.queue_depth) return *resolved.queue_depth;
  if (resolved.fit) return std::max(1U, needed);
  std::uint32_t depth = 4;
  while (depth < needed) depth *= 16;
  return depth;
}

std::vector<QueueDepth> queue_depths(const FatTree& tree, const Resolved& resolved,
                                     const TreeRules& rules, const PlanFigures& figures) {
  const QueueKind queues = rules.queues;
  const TreeFlitCodec codec(tree, resolved.problem.collective, rules.route);
  std::vector<QueueDepth> result;
  for (const LevelQueues& level : figures.verdict.levels) {
    std::vector<QueueDepth> of_level = LevelDepths(tree, level, queues, codec.width()).all();
    const std::uint32_t most = std::ranges::max(of_level, {}, &QueueDepth::needed).needed;
    for (QueueDepth& depth : of_level) {
      depth.built = places(resolved, queues, most);
      result.push_back(std::move(depth));
    }
  }
  return result;
}

class TreeMachine final : public Machine {
 public:
  TreeMachine(const Resolved& resolved, std::shared_ptr<const FatTree> tree)
      : Machine(resolved), tree_(std::move(tree)) {}

  void check(const RunOptions& options) const override { check_no_fabric(resolved_, options); }

  // Switches with credits have a depth of their own.
  [[nodiscard]] std::optional<QueueLimit> limit(const Plan& plan) const override {
    const QueueKind kind = queues_of(resolved_, plan);
    if (kind == QueueKind::per_input) return QueueLimit{kind, kCreditPlaces};
    if (!resolved_.queue_depth) return std::nullopt;
    return QueueLimit{kind, *resolved_.queue_depth};
  }

  [[nodiscard]] std::vector<QueueDepth> depths(const Plan& plan, const PlanFigures& figures,
                                               const RunOptions&) const override {
    const auto rules = rules_of(resolved_, plan);
    return queue_depths(*tree_, resolved_, rules ? *rules : TreeRules{.route = TreeRoute::flood},
                        figures);
  }

  [[nodiscard]] std::shared_ptr<NodeHardware> make(const Plan& plan, const PlanFigures& figures,
                                                   const RunOptions& options,
                                                   Report& report) const override {
    const auto rules = rules_of(resolved_, plan);
    if (!rules) {
      throw InputError(
          fmt::format("--algorithm {}: there is no hardware for it yet; use romcast plan",
                      resolved_.algorithm->name));
    }
    const auto roms = choose_roms(plan, figures, options, report);
    if (roms) {
      report.rom = size_of(roms->switch_images);
      report.processor_rom = size_of(roms->processor_images);
    }
    std::vector<std::uint32_t> places(tree_->height(), 0);  // by level; of all queues of a switch
    for (const QueueDepth& depth : depths(plan, figures, options)) {
      places[depth.level - 1] = depth.built;
    }
    return std::make_shared<TreeHardware>(tree_, resolved_.problem.collective, rules, roms,
                                          std::move(places));
  }

  [[nodiscard]] RomOutput roms(const Plan& plan, const std::vector<QueueDepth>&,
                               const RunOptions& options) const override {
    TreeRoms roms = compile_roms(plan, options.rom_words);
    std::vector<RomRow> rows{{"switches", size_of(roms.switch_images)},
                             {"processors", size_of(roms.processor_images)}};
    return {rom_writer(resolved_, *tree_, route_of(plan), std::move(roms)), std::move(rows)};
  }

  [[nodiscard]] RomListing listing(const Plan& plan) const override {
    const TreeRoms roms =
        compile_tree_roms(*tree_, rules_for_roms(resolved_.problem).queues, plan.open);
    return joined(sequencer_listing(roms.processor_images, roms.image_of_processor, 1),
                  sequencer_listing(roms.switch_images, roms.image_of_switch, 1));
  }

  [[nodiscard]] bool can_follow(const OpenSchedule& schedule) const override {
    try {
      compile_tree_roms(*tree_, rules_for_roms(resolved_.problem).queues, schedule,
                        resolved_.problem.collective.multicast());
    } catch (const InputError&) {
      return false;
    }
    return true;
  }

 private:
  [[nodiscard]] TreeRoute route_of(const Plan& plan) const {
    const auto rules = rules_of(resolved_, plan);
    return rules ? rules->route : TreeRoute::flood;
  }

  [[nodiscard]] TreeRoms compile_roms(const Plan& plan, std::uint32_t rom_words) const {
    const FatTree& tree = *tree_;
    const QueueKind queues = queues_of(resolved_, plan);
    for (unsigned level = 1; level <= tree.height(); ++level) {
      if (const unsigned bits = control_bits(tree, level, queues); bits > kMostRomBits) {
        throw InputError(
            fmt::format("--control rom: a switch of level {} needs control words of {} bits, a ROM "
                        "has at most {}; "
                        "use --control rule",
                        level, bits, kMostRomBits));
      }
    }
    TreeRoms roms =
        compile_tree_roms(tree, queues, plan.open, resolved_.problem.collective.multicast());
    if (const RomSize size = size_of(roms.switch_images); size.words_max > rom_words) {
      throw InputError(
          fmt::format("--control rom: a switch needs {} words, its ROM holds {} (--rom-words); use "
                      "--control rule",
                      size.words_max, rom_words));
    }
    return roms;
  }

  [[nodiscard]] std::shared_ptr<const TreeRoms> roms_of_folder(const Plan& plan,
                                                               const RunOptions& options) const {
    if (options.control == Control::rule) {
      throw InputError(fmt::format("--control rule: --rom {} runs ROM images; give one of the two",
                                   options.rom_folder));
    }
    auto roms = std::make_shared<TreeRoms>(
        read_tree_roms(options.rom_folder, resolved_, *tree_, queues_of(resolved_, plan)));
    if (const RomSize size = size_of(roms->switch_images); size.words_max > options.rom_words) {
      throw InputError(
          fmt::format("--rom {}: a switch needs {} words, its ROM holds {} (--rom-words)",
                      options.rom_folder, size.words_max, options.rom_words));
    }
    return roms;
  }

  // Which control to use, and its ROMs.
  [[nodiscard]] std::shared_ptr<const TreeRoms> choose_roms(const Plan& plan,
                                                            const PlanFigures& figures,
                                                            const RunOptions& options,
                                                            Report& report) const {
    if (!options.rom_folder.empty()) {
      return roms_of_folder(plan, options);
    }
    const Control control = options.control.value_or(resolved_.algorithm->default_control);
    if (control == Control::rule) return nullptr;
    if (options.control) {
      return std::make_shared<TreeRoms>(compile_roms(plan, options.rom_words));
    }
    if (figures.verdict.hops > kMostHopsForRom) {
      report.rom_note =
          "not tried for so many hops; local rules run instead (--control rom tries it)";
      return nullptr;
    }
    try {
      return std::make_shared<TreeRoms>(compile_roms(plan, options.rom_words));
    } catch (const InputError& error) {
      report.rom_note = fmt::format("{}; local rules run instead", error.what());
      return nullptr;
    }
  }

  std::shared_ptr<const FatTree> tree_;
};

}  // namespace

std::unique_ptr<Machine> tree_machine(const Resolved& resolved) {
  const auto& network = resolved.problem.topology;
  if (network->direct()) return nullptr;
  return std::make_unique<TreeMachine>(resolved, network_as<FatTree>(network));
}

}  // namespace romcast
