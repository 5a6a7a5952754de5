// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "apps/hardware.hpp"
#include "apps/rom_folder.hpp"
#include "romcast/core/error.hpp"
#include "systemc/star_hardware.hpp"

namespace romcast {
namespace {

Control control_of(const Plan& plan, const RunOptions& options) {
  const bool from_folder = !options.rom_folder.empty();
  if (from_folder && options.control == Control::rule) {
    throw InputError(fmt::format("--control rule: --rom {} runs ROM images; give one of the two",
                                 options.rom_folder));
  }
  return options.control.value_or(plan.star_rules && !from_folder ? Control::rule : Control::rom);
}

void check(const Resolved& resolved, const Plan& plan, Control control, const RunOptions& options) {
  if (control == Control::rule && !plan.star_rules) {
    throw InputError(fmt::format("--control rule: {} has no local rule; use --control rom",
                                 resolved.algorithm->name));
  }
  if (options.audit) throw InputError("--audit: the nodes of a star graph never sleep");
}

// Words of the processors: which own message comes into which place.
RomReport order_report(const StarRoms& roms, const Collective& collective) {
  RomReport report{.images = roms.orders.size()};
  const bool few =
      collective.multicast() || collective.copies() || collective.kind() == CollectiveKind::gather;
  const std::uint64_t kinds = (few ? 1 : collective.processors()) * collective.messages();
  report.word_bits = static_cast<unsigned>(std::bit_width(kinds - 1));
  for (const auto& order : roms.orders) {
    report.words_max = std::max(report.words_max, order.size());
    report.bits_total += order.size() * report.word_bits;
  }
  return report;
}

void check_words(const RomReport& rom, std::uint32_t rom_words) {
  if (rom.words_max <= rom_words) return;
  throw InputError(
      fmt::format("--control rom: a node needs {} words, its ROM holds {} (--rom-words)",
                  rom.words_max, rom_words));
}

void check_size(const Resolved& resolved, const RunOptions& options) {
  check_no_fabric(resolved, options);
  constexpr std::size_t most_nodes = 5040;
  const std::size_t nodes = resolved.problem.topology->nodes();
  if (nodes <= most_nodes) return;
  throw InputError(
      fmt::format("--network star: {} nodes are too many to run; the hardware goes "
                  "to --symbols 7; use romcast plan",
                  nodes));
}

std::vector<QueueDepth> depths(const Resolved& resolved, const Plan& plan,
                               const PlanFigures& figures, const RunOptions& options) {
  const Problem& problem = resolved.problem;
  const StarFlitCodec codec(dynamic_cast<const StarGraph&>(*problem.topology), problem.collective);
  const bool files = control_of(plan, options) == Control::rule && plan.star_rules &&
                     plan.star_rules->rule == StarRule::cyclic;
  const std::uint32_t needed = files ? plan.star_rules->places : figures.store_places;
  const std::uint64_t nodes = problem.topology->nodes();
  const std::uint64_t ports = problem.topology->outputs(0).size();
  QueueDepth depth{.where = "nodes",
                   .queue = files ? "port" : "store",
                   .queues = files ? nodes * ports : nodes,
                   .needed = needed,
                   .built = resolved.queue_depth.value_or(store_places(needed)),
                   .message_bits = codec.width(),
                   .entry_bits = codec.width()};
  if (!problem.ports.single()) {
    depth.queue = "bank";
    depth.queues = nodes * (ports + 1);  // and one for own messages
  }
  if (resolved.fit) depth.built = needed;
  return {depth};
}

StarRoms compile_star(const Resolved& resolved, const Plan& plan, std::uint32_t places,
                      std::uint32_t rom_words) {
  const Problem& problem = resolved.problem;
  StarRoms roms =
      compile_star_roms(dynamic_cast<const StarGraph&>(*problem.topology), problem.collective,
                        problem.ports, problem.timing, plan.open, places);
  check_words(rom_report(roms.images), rom_words);
  return roms;
}

std::shared_ptr<NodeHardware> make(const Resolved& resolved, const Plan& plan,
                                   const PlanFigures& figures, const RunOptions& options,
                                   Report& report) {
  const Problem& problem = resolved.problem;
  const auto star = std::dynamic_pointer_cast<const StarGraph>(problem.topology);
  const Control control = control_of(plan, options);
  check(resolved, plan, control, options);
  const std::uint32_t places = depths(resolved, plan, figures, options).front().built;
  if (control == Control::rule) {
    StarRules rules = *plan.star_rules;
    rules.places = places;
    return std::make_shared<StarHardware>(star, problem.collective, problem.ports, problem.timing,
                                          nullptr, rules);
  }
  auto roms = std::make_shared<StarRoms>(
      options.rom_folder.empty() ? compile_star(resolved, plan, places, options.rom_words)
                                 : read_star_roms(options.rom_folder, resolved));
  report.rom = rom_report(roms->images);
  report.processor_rom = order_report(*roms, problem.collective);
  check_words(*report.rom, options.rom_words);
  return std::make_shared<StarHardware>(star, problem.collective, problem.ports, problem.timing,
                                        std::move(roms), std::nullopt);
}

std::vector<RomRow> write_roms(const std::string& folder, const Resolved& resolved,
                               const Plan& plan, const std::vector<QueueDepth>& built,
                               const RunOptions& options) {
  const StarRoms roms = compile_star(resolved, plan, built.front().built, options.rom_words);
  write_rom_folder(folder, resolved, built, roms);
  return {{"nodes", rom_report(roms.images)},
          {"processors", order_report(roms, resolved.problem.collective)}};
}

}  // namespace

HardwareKind star_hardware() { return {"star", check_size, make, depths, write_roms}; }

}  // namespace romcast
