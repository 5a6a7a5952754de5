// SPDX-License-Identifier: Apache-2.0
#include "apps/view/view_rom.hpp"

#include <fmt/format.h>

#include "romcast/core/error.hpp"
#include "romcast/rom/store_rom.hpp"
#include "romcast/rom/tree_rom.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kMostRuns = 60'000;

Json none(const std::string& why) { return {{"none", why}}; }

std::string hex_digits(const ControlWord& word, unsigned bits) {
  std::string text;
  for (std::size_t i = word.size(); i-- > 0;) text += fmt::format("{:08x}", word[i]);
  const std::size_t digits = (bits + 3) / 4;
  return text.size() > digits ? text.substr(text.size() - digits) : text;
}

// Adds programs in the order of their numbers.
bool add_programs(const std::vector<RomImage>& images, Json& programs, std::size_t& runs) {
  for (const RomImage& image : images) {
    Json program = Json::array();
    RomReader reader(image);
    while (const auto run = reader.next()) {
      program.push_back({run->cycles, hex_digits(run->control, control_bits(image))});
      if (++runs > kMostRuns) return false;
    }
    programs.push_back(std::move(program));
  }
  return true;
}

Json words(const std::vector<const std::vector<RomImage>*>& images, Json nodes) {
  Json programs = Json::array();
  std::size_t runs = 0;
  for (const auto* some : images) {
    if (!add_programs(*some, programs, runs)) return none("its words are too many for a page");
  }
  return {{"programs", std::move(programs)}, {"nodes", std::move(nodes)}};
}

Json tree_words(const FatTree& tree, Ports ports, const OpenSchedule& schedule) {
  const QueueKind queues = ports.single() ? QueueKind::up_down : QueueKind::per_output;
  const TreeRoms roms = compile_tree_roms(tree, queues, schedule);
  Json nodes = Json::array();
  for (const std::uint32_t image : roms.image_of_processor) nodes.push_back({image});
  for (const std::uint32_t image : roms.image_of_switch) {
    nodes.push_back({roms.processor_images.size() + image});
  }
  return words({&roms.processor_images, &roms.switch_images}, std::move(nodes));
}

Json store_words(const Problem& problem, const OpenSchedule& schedule) {
  const StoreRoms roms = compile_store_roms(*problem.topology, problem.collective, problem.ports,
                                            problem.timing, schedule);
  Json nodes = Json::array();
  const unsigned engines = roms.store.engines;
  for (std::size_t node = 0; node < problem.topology->nodes(); ++node) {
    Json node_engines = Json::array();
    for (unsigned e = 0; e < engines; ++e)
      node_engines.push_back(roms.image_of[node * engines + e]);
    nodes.push_back(std::move(node_engines));
  }
  return words({&roms.images}, std::move(nodes));
}

}  // namespace

Json rom_words(const Problem& problem, const OpenSchedule& schedule) {
  if (problem.topology->crossbar() || problem.collective.by_nodes()) {
    return none("this machine's ROMs hold rows of other kinds");
  }
  try {
    if (problem.topology->direct()) return store_words(problem, schedule);
    return tree_words(dynamic_cast<const FatTree&>(*problem.topology), problem.ports, schedule);
  } catch (const InputError& error) {
    return none(error.what());
  }
}

}  // namespace romcast
