// SPDX-License-Identifier: Apache-2.0
#include "apps/reduce_rom_folder.hpp"

#include <fmt/format.h>

#include "apps/rom_files.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

ReduceRoms parse(const fs::path& folder, const std::string& place, const Json& manifest,
                 const Resolved& resolved) {
  const Problem& problem = resolved.problem;
  const Topology& network = *problem.topology;
  ReduceRoms roms = empty_reduce_roms(network, problem.collective, problem.ports);
  (void)number(place, manifest, "value_bits", roms.value_bits, roms.value_bits);
  roms.images = read_programs(folder, manifest.at("images"));
  for (const RomImage& image : roms.images) {
    check_width(place, image, reduce_control_bits(network, roms.engines, roms.value_bits));
  }
  const Json& nodes = manifest.at("nodes");
  if (nodes.size() != network.nodes()) {
    throw InputError(fmt::format("{}: {}; the network has {}", place, counted(nodes.size(), "node"),
                                 network.nodes()));
  }
  for (NodeId v = 0; v < network.nodes(); ++v) {
    const std::string where = fmt::format("{}: {}", place, network.node_name(v));
    check_name(where, nodes.at(v), network.node_name(v));
    const Json& images = nodes.at(v).at("images");
    if (images.size() != roms.engines) {
      throw InputError(fmt::format("{}: {}; it has {}", where, counted(images.size(), "image"),
                                   counted(roms.engines, "sequencer")));
    }
    for (const Json& image : images) {
      roms.image_of.push_back(image_number(where, image, roms.images.size()));
    }
  }
  return roms;
}

}  // namespace

void write_rom_folder(const std::string& folder, const Resolved& resolved, const ReduceRoms& roms) {
  const Topology& network = *resolved.problem.topology;
  write_rom_files(folder, resolved, {}, [&](OutputFolder& work) {
    Json manifest{{"value_bits", roms.value_bits},
                  {"images", write_programs(work, "node", roms.images)},
                  {"nodes", Json::array()}};
    for (NodeId v = 0; v < network.nodes(); ++v) {
      Json images = Json::array();
      for (unsigned e = 0; e < roms.engines; ++e) {
        images.push_back(roms.image_of[v * roms.engines + e]);
      }
      manifest["nodes"].push_back({{"name", network.node_name(v)}, {"images", images}});
    }
    return manifest;
  });
}

ReduceRoms read_reduce_roms(const std::string& folder, const Resolved& resolved) {
  ReduceRoms roms;
  read_rom_files(folder, resolved,
                 [&](const fs::path& files, const std::string& place, const Json& manifest) {
                   roms = parse(files, place, manifest, resolved);
                 });
  return roms;
}

}  // namespace romcast
