// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "romcast/core/error.hpp"
#include "romcast/core/network_as.hpp"
#include "romcast/machines/machine.hpp"
#include "romcast/machines/tree/tree_images.hpp"
#include "romcast/machines/tree/tree_nodes.hpp"

namespace romcast {
namespace {

constexpr unsigned kMostRomBits = 4096;
// Schedules with more hops use ROMs only with --control rom.
constexpr std::uint64_t kMostHopsForRom = 4'000'000;

// TreeRules without injections: the routing and the queues of switches that ROMs control.
TreeRules rules_for_roms(const Problem& problem) {
  return {.route = problem.collective.multicast() ? TreeRoute::flood : TreeRoute::unicast,
          .queues = problem.ports.single() ? QueueKind::up_down : QueueKind::per_output};
}

// The queues of a level's switches, and the depths that the plan needs.
class LevelDepths {
 public:
  LevelDepths(const FatTree& tree, const LevelQueues& level, QueueKind queues, unsigned width)
      : tree_(tree), level_(level), queues_(queues), width_(width) {}

  [[nodiscard]] std::vector<QueueDepth> all() const {
    const unsigned arity = tree_.arity();
    if (queues_ == QueueKind::per_input) {  // a slot stores the output of its message
      return {entry("port", 1 + arity, level_.max_per_link, 1 + arity)};
    }
    if (queues_ == QueueKind::up_down) {
      // A slot of "up" stores one more bit: whether its message goes down, too. A slot of "down"
      // stores a bit per child: whether the message goes to that child.
      return {entry("up", 1, level_.max_up_fifo, 1),
              entry("down", 1, level_.max_down_store, arity)};
    }
    return {branch("up", 1, level_.max_up_fifo, tree_.up_links(level_.level)),
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
  // The queues for all channels in one direction, up or down. `needed`: slots per link of a channel
  // with `links` links that queues `messages` messages at most. A slot stores a message, and the
  // number of the channel from which the message arrived.
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

// Slots to build per queue of a level: kCreditPlaces in switches with credits; in other switches
// HardwareOptions::slots(). If the options request neither a depth nor exact depths, this is a
// coarse size >= `needed`, so that models are few.
std::uint32_t places(const Job& job, QueueKind queues, std::uint32_t needed) {
  if (queues == QueueKind::per_input) return kCreditPlaces;
  std::uint32_t coarse = 4;
  while (coarse < needed) coarse *= 16;
  return job.hardware.slots(std::max(1U, needed), coarse);
}

class TreeMachine final : public Machine {
 public:
  TreeMachine(const SharedJob& job, std::shared_ptr<const FatTree> tree)
      : Machine(job), tree_(std::move(tree)) {}

  void check(bool) const override { check_no_fabric(job_); }

  // Switches with credits have a fixed depth.
  [[nodiscard]] std::optional<QueueLimit> limit(const Plan& plan) const override {
    const QueueKind kind = rules_of(plan)->queues;
    if (kind == QueueKind::per_input) return QueueLimit{kind, kCreditPlaces};
    if (!job_.hardware.queue_depth) return std::nullopt;
    return QueueLimit{kind, *job_.hardware.queue_depth};
  }

  [[nodiscard]] std::vector<QueueDepth> depths(const JudgedPlan& plan) const override {
    const TreeRules rules = *rules_of(plan.plan);
    const TreeFlitCodec codec(*tree_, job_.problem.collective, rules.route);
    std::vector<QueueDepth> result;
    for (const LevelQueues& level : plan.verdict.levels) {
      auto of_level = LevelDepths(*tree_, level, rules.queues, codec.width()).all();
      const std::uint32_t most = std::ranges::max(of_level, {}, &QueueDepth::needed).needed;
      for (QueueDepth& depth : of_level) {
        depth.built = places(job_, rules.queues, most);
        result.push_back(std::move(depth));
      }
    }
    return result;
  }

  [[nodiscard]] std::shared_ptr<const NodeImages> images(const JudgedPlan& plan) const override {
    return compiled(plan.plan);
  }

  [[nodiscard]] ControlledNodes nodes(const JudgedPlan& plan) const override {
    const HardwareOptions& hardware = job_.hardware;
    if (!hardware.rom_folder.empty()) return nodes(plan, from_folder(plan.plan));
    const bool has_rules = plan.plan.hints.find<TreeRules>() != nullptr;
    if (!has_rules && hardware.control == Control::rule) {
      throw InputError({"control", "rule"},
                       fmt::format("{} has no local rule", job_.algorithm.name),
                       "use `control` rom");
    }
    if (!has_rules || hardware.control == Control::rom) return nodes(plan, compiled(plan.plan));
    if (hardware.control.value_or(job_.algorithm.default_control) == Control::rule) {
      return nodes(plan, nullptr);
    }
    return nodes_by_default(plan);
  }

  [[nodiscard]] ControlledNodes nodes(const JudgedPlan& plan,
                                      std::shared_ptr<const NodeImages> images) const override {
    std::shared_ptr<const TreeRoms> roms;
    if (images) roms = {images, &dynamic_cast<const TreeImages&>(*images).roms};
    // Slots of each queue of a switch, by level.
    std::vector<std::uint32_t> places(tree_->height(), 0);
    for (const QueueDepth& depth : depths(plan)) places[depth.level - 1] = depth.built;
    ControlledNodes nodes{.machine = TreeNodes{.tree = tree_,
                                               .collective = job_.problem.collective,
                                               .rules = rules_of(plan.plan),
                                               .roms = roms,
                                               .depths = std::move(places),
                                               .counts_messages = !roms || roms->counts_messages},
                          .control = roms ? "rom" : "rule"};
    if (roms) {
      nodes.rom = size_of(roms->switch_images);
      nodes.processor_rom = size_of(roms->processor_images);
    }
    return nodes;
  }

  [[nodiscard]] RomListing listing(const Plan& plan) const override {
    const TreeRoms roms = compile_tree_roms(*tree_, rules_for_roms(job_.problem).queues, plan.open);
    return joined(sequencer_listing(roms.processor_images, roms.image_of_processor, 1),
                  sequencer_listing(roms.switch_images, roms.image_of_switch, 1));
  }

  [[nodiscard]] bool can_follow(const OpenSchedule& schedule) const override {
    try {
      compile_tree_roms(*tree_, rules_for_roms(job_.problem).queues, schedule,
                        job_.problem.collective.multicast());
    } catch (const InputError&) {
      return false;
    }
    return true;
  }

 private:
  // Nodes with ROMs if the plan has at most kMostHopsForRom hops and can be compiled; else nodes
  // with local rules, and a note on why they have no ROMs.
  [[nodiscard]] ControlledNodes nodes_by_default(const JudgedPlan& plan) const {
    std::string note;
    if (plan.verdict.hops > kMostHopsForRom) {
      note = "not tried for so many hops; local rules run instead (`control` rom tries it)";
    } else {
      try {
        return nodes(plan, compiled(plan.plan));
      } catch (const InputError& error) {
        note = fmt::format("{}; local rules run instead", error.what());
      }
    }
    ControlledNodes by_rules = nodes(plan, nullptr);
    by_rules.rom_note = std::move(note);
    return by_rules;
  }

  // The TreeRules of the plan's algorithm. A plan from a file, or from an algorithm of the caller,
  // has no TreeRules and runs from ROMs; for such a plan, rules_for_roms().
  [[nodiscard]] std::shared_ptr<const TreeRules> rules_of(const Plan& plan) const {
    if (auto rules = plan.hints.find<TreeRules>()) return rules;
    return std::make_shared<const TreeRules>(rules_for_roms(job_.problem));
  }

  [[nodiscard]] std::shared_ptr<const TreeImages> compiled(const Plan& plan) const {
    const FatTree& tree = *tree_;
    const TreeRules rules = *rules_of(plan);
    const char* const remedy = plan.hints.find<TreeRules>() ? "use `control` rule" : "";
    for (unsigned level = 1; level <= tree.height(); ++level) {
      if (const unsigned bits = control_bits(tree, level, rules.queues); bits > kMostRomBits) {
        throw InputError(
            {"control", "rom"},
            fmt::format("a switch of level {} needs control words of {} bits, a ROM has at most {}",
                        level, bits, kMostRomBits),
            remedy);
      }
    }
    TreeRoms roms =
        compile_tree_roms(tree, rules.queues, plan.open, job_.problem.collective.multicast());
    if (const RomSize size = size_of(roms.switch_images);
        size.words_max > job_.hardware.rom_words) {
      throw InputError({"control", "rom"},
                       fmt::format("a switch needs {} words, its ROM holds {} (`rom_words`)",
                                   size.words_max, job_.hardware.rom_words),
                       remedy);
    }
    return std::make_shared<TreeImages>(tree_, rules, std::move(roms));
  }

  [[nodiscard]] std::shared_ptr<const TreeImages> from_folder(const Plan& plan) const {
    const std::string& folder = job_.hardware.rom_folder;
    if (job_.hardware.control == Control::rule) {
      throw InputError({"control", "rule"}, fmt::format("`rom` {} runs ROM images", folder),
                       "give one of the two");
    }
    TreeImages empty(tree_, *rules_of(plan));
    if (!plan.hints.find<TreeRules>()) {
      empty.roms.counts_messages = compiled(plan)->roms.counts_messages;
    }
    auto images = Machine::from_folder(std::move(empty));
    if (const RomSize size = size_of(images->roms.switch_images);
        size.words_max > job_.hardware.rom_words) {
      throw InputError({"rom", folder},
                       fmt::format("a switch needs {} words, its ROM holds {} (`rom_words`)",
                                   size.words_max, job_.hardware.rom_words));
    }
    return images;
  }

  std::shared_ptr<const FatTree> tree_;
};

}  // namespace

std::unique_ptr<Machine> tree_machine(const SharedJob& job) {
  const auto& network = job->problem.topology;
  if (network->direct()) return nullptr;
  return std::make_unique<TreeMachine>(job, network_as<FatTree>(network));
}

}  // namespace romcast
