// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/combining/combining_images.hpp"

#include <fmt/format.h>

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

ReduceRoms parse(const fs::path& folder, const std::string& place, const Json& manifest,
                 const Job& job) {
  const Problem& problem = job.problem;
  const Topology& network = *problem.topology;
  ReduceRoms roms = empty_reduce_roms(network, problem.collective, problem.ports);
  (void)number(place, manifest, "value_bits", roms.value_bits, roms.value_bits);
  roms.images = read_programs(folder, manifest.at("images"));
  for (const RomImage& image : roms.images) {
    check_width(place, image, reduce_control_bits(network, roms.engines, roms.value_bits));
  }
  visit_nodes(place, manifest, "nodes", network, 0, network.nodes(),
              [&](NodeId, const Json& node, const std::string& where) {
                read_image_numbers(where, node, roms.engines, roms.images.size(), roms.image_of);
              });
  return roms;
}

}  // namespace

Json CombiningImages::write(const Job& job, OutputFolder& to) const {
  const Topology& network = *job.problem.topology;
  Json manifest{{"value_bits", roms->value_bits},
                {"images", write_programs(to, "node", roms->images)},
                {"nodes", Json::array()}};
  for (NodeId v = 0; v < network.nodes(); ++v) {
    manifest["nodes"].push_back({{"name", network.node_name(v)},
                                 {"images", image_numbers(roms->image_of, v, roms->engines)}});
  }
  return manifest;
}

ReduceRoms read_reduce_roms(const std::string& folder, const Job& job) {
  ReduceRoms roms;
  read_rom_files(folder, job,
                 [&](const fs::path& files, const std::string& place, const Json& manifest) {
                   roms = parse(files, place, manifest, job);
                 });
  return roms;
}

}  // namespace romcast
