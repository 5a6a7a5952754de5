// SPDX-License-Identifier: Apache-2.0
// Common parts of folders of ROM images: image files, a manifest, and writing them so that they
// appear only when complete.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "romcast/core/memories.hpp"
#include "romcast/machines/images.hpp"
#include "romcast/machines/rom.hpp"

namespace romcast {

/// Writes the folder, which appears under its name only when it is complete: images, and a manifest
/// with schema, scenario, the depth of every queue and the keys that `complete` adds. Throws
/// InputError if it cannot be written, or if something other than a ROM folder has its name.
void write_rom_files(const std::string& folder, const Job& job, const NodeImages& images,
                     const std::vector<QueueDepth>& depths,
                     const std::function<void(nlohmann::ordered_json& manifest)>& complete);

/// Reads the manifest of a folder for a scenario and passes it to `parse`. Throws InputError that
/// names the file if it is malformed, has an unknown version or is made for another scenario.
void read_rom_files(
    const std::string& folder, const Job& job,
    const std::function<void(const std::filesystem::path& folder, const std::string& place,
                             const nlohmann::ordered_json& manifest)>& parse);

/// Limit on the bytes of a file of images or rows.
inline constexpr std::uint64_t kMostImageBytes = std::uint64_t{1} << 30;
/// The file that an entry of a manifest names. Throws InputError if its name leads out of the
/// folder.
std::filesystem::path file_in(const std::filesystem::path& folder,
                              const nlohmann::ordered_json& entry);

/// Writes distinct programs of the sequencer; returns their entries in the manifest.
nlohmann::ordered_json write_programs(OutputFolder& folder, const std::string& kind,
                                      const std::vector<RomImage>& images);
std::vector<RomImage> read_programs(const std::filesystem::path& folder,
                                    const nlohmann::ordered_json& list);
/// Writes one file of rows; returns its entry in the manifest.
nlohmann::ordered_json write_rows(OutputFolder& folder, const std::string& file,
                                  const RomImage& image);
RomImage read_rows(const std::filesystem::path& folder, const nlohmann::ordered_json& entry,
                   unsigned bits);
/// Reads an unsigned number of a manifest. Throws InputError beginning with `place`.
std::uint32_t number(const std::string& place, const nlohmann::ordered_json& object,
                     const char* key, std::uint64_t least, std::uint64_t most);
/// Reads the number of an image in a manifest. Throws InputError beginning with `place`.
std::uint32_t image_number(const std::string& place, const nlohmann::ordered_json& image,
                           std::size_t images);
/// Visits the entries of the manifest's list `key`, which has one for each of `count` nodes from
/// `first` on, by name and in order. `visit` receives the node, its entry, and a prefix for
/// messages. Throws InputError beginning with `place`.
void visit_nodes(const std::string& place, const nlohmann::ordered_json& manifest, const char* key,
                 const Topology& network, NodeId first, std::size_t count,
                 const std::function<void(NodeId node, const nlohmann::ordered_json& entry,
                                          const std::string& where)>& visit);
/// The image numbers of a node's sequencers.
nlohmann::ordered_json image_numbers(const std::vector<std::uint32_t>& image_of, NodeId node,
                                     unsigned sequencers);
/// Appends the image numbers to `image_of`. Throws InputError beginning with `place`.
void read_image_numbers(const std::string& place, const nlohmann::ordered_json& node,
                        unsigned sequencers, std::size_t images,
                        std::vector<std::uint32_t>& image_of);
void check_width(const std::string& place, const RomImage& image, unsigned control_bits);

}  // namespace romcast
