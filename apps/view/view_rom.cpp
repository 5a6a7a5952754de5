// SPDX-License-Identifier: Apache-2.0
#include "apps/view/view_rom.hpp"

#include <fmt/format.h>

#include "apps/hardware.hpp"
#include "romcast/core/error.hpp"
#include "romcast/rom/complete_rom.hpp"
#include "romcast/rom/reduce_rom.hpp"
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

// Nodes with so many sequencers each.
Json sequencer_words(const std::vector<RomImage>& images,
                     const std::vector<std::uint32_t>& image_of, unsigned engines) {
  Json nodes = Json::array();
  for (std::size_t first = 0; first < image_of.size(); first += engines) {
    Json node = Json::array();
    for (unsigned e = 0; e < engines; ++e) node.push_back(image_of[first + e]);
    nodes.push_back(std::move(node));
  }
  return words({&images}, std::move(nodes));
}

Json reduce_words(const Problem& problem, const OpenSchedule& schedule) {
  const ReduceRoms roms =
      compile_reduce_roms(*problem.topology, problem.collective, problem.ports, schedule);
  return sequencer_words(roms.images, roms.image_of, roms.engines);
}

Json store_words(const Problem& problem, const OpenSchedule& schedule) {
  const StoreRoms roms = compile_store_roms(*problem.topology, problem.collective, problem.ports,
                                            problem.timing, schedule);
  return sequencer_words(roms.images, roms.image_of, roms.store.engines);
}

Json row_json(const RomImage& image, std::size_t row, std::uint64_t cycles) {
  const std::span<const std::uint32_t> word = image.word(row);
  return {cycles, hex_digits({word.begin(), word.end()}, image.word_bits())};
}

// A program and node for each processor.
Json own_words(std::vector<Json> programs, bool repeats) {
  std::size_t rows = 0;
  Json nodes = Json::array();
  for (std::size_t i = 0; i < programs.size(); ++i) {
    rows += programs[i].size();
    nodes.push_back({i});
  }
  if (rows > kMostRuns) return none("its words are too many for a page");
  return {{"programs", std::move(programs)}, {"nodes", std::move(nodes)}, {"repeats", repeats}};
}

// Periodic rows, one in each round.
Json periodic_words(const Complete& complete, const Problem& problem,
                    const OpenSchedule& schedule) {
  const std::uint32_t ports = problem.ports.single() ? 1 : problem.ports.count;
  const CompleteRoms roms = compile_complete_roms(complete, problem.collective, ports, schedule);
  const std::vector<RomImage> images = packed_programs(roms);
  std::vector<Json> programs;
  for (const std::uint32_t program : roms.program_of) {
    Json& rows = programs.emplace_back(Json::array());
    for (std::size_t r = 0; r < images[program].words(); ++r) {
      rows.push_back(row_json(images[program], r, 1));
    }
  }
  return own_words(std::move(programs), true);
}

// A timed row is there for its idle cycles and the one in which it fires, and so for each time.
Json timed_words(const TimedRoms& roms, const std::vector<RomImage>& images) {
  std::vector<Json> programs;
  for (const std::uint32_t list : roms.list_of) {
    Json& rows = programs.emplace_back(Json::array());
    for (std::size_t r = 0; r < roms.lists[list].size(); ++r) {
      const TimedRow& row = roms.lists[list][r];
      rows.push_back(row_json(images[list], r,
                              (std::uint64_t{row.times} + 1) * (std::uint64_t{row.wait} + 1)));
    }
  }
  return own_words(std::move(programs), false);
}

// The first row of a block waits for the member's start; then one row fires in each cycle.
Json cyclic_words(const CyclicRoms& roms, const std::vector<RomImage>& images) {
  std::vector<Json> programs;
  for (std::size_t v = 0; v < roms.block_of.size(); ++v) {
    Json& rows = programs.emplace_back(Json::array());
    const std::size_t block = roms.block_of[v];
    if (block == kNone || images[block].words() == 0) continue;
    const std::size_t members = images[block].words();
    for (std::uint64_t item = roms.first[v]; item < roms.items; item += members) {
      for (std::size_t r = 0; r < members; ++r) {
        rows.push_back(row_json(images[block], r, rows.empty() ? roms.start[v] + 1 : 1));
      }
    }
  }
  return own_words(std::move(programs), false);
}

Json crossbar_words(const Resolved& resolved, const Plan& plan) {
  const Problem& problem = resolved.problem;
  const auto roms = logp_roms(resolved, plan);
  if (!roms) {
    return periodic_words(dynamic_cast<const Complete&>(*problem.topology), problem, plan.open);
  }
  const auto images = roms->packed(logp_fields(problem.collective, problem.timing));
  return roms->timed ? timed_words(*roms->timed, images) : cyclic_words(*roms->cyclic, images);
}

}  // namespace

Json rom_words(const Resolved& resolved, const Plan& plan) {
  const Problem& problem = resolved.problem;
  try {
    if (problem.collective.by_nodes()) return reduce_words(problem, plan.open);
    if (problem.topology->crossbar()) return crossbar_words(resolved, plan);
    if (problem.topology->direct()) return store_words(problem, plan.open);
    return tree_words(dynamic_cast<const FatTree&>(*problem.topology), problem.ports, plan.open);
  } catch (const InputError& error) {
    return none(error.what());
  }
}

}  // namespace romcast
