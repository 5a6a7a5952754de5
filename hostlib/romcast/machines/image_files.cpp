// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/image_files.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "romcast/core/error.hpp"
#include "romcast/core/input_file.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/machines/program.hpp"
#include "romcast/machines/rom_file.hpp"
#include "romcast/report/report.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMostManifestBytes = std::uint64_t{1} << 28;

constexpr const char* kSchema = "romcast.rom/1";

// True if a folder contains only images and their manifest, so that replacing it destroys nothing
// else.
bool is_rom_folder(const fs::path& folder) {
  if (!fs::is_directory(folder)) return false;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename() != "manifest.json" && entry.path().extension() != ".hex") {
      return false;
    }
  }
  if (!fs::is_regular_file(folder / "manifest.json")) return false;
  std::ifstream in(folder / "manifest.json");
  const Json manifest = Json::parse(in, nullptr, false);
  return manifest.is_object() && manifest.value("schema", Json()) == kSchema;
}

// The part of a scenario that identifies it: without the order of keys (hence not ordered_json) and
// without search times.
nlohmann::json identity(const Json& scenario) {
  nlohmann::json same = scenario;
  if (same.is_object()) same.erase("seconds");
  return same;
}

void check_manifest(const std::string& place, const Json& manifest, const Job& job) {
  if (manifest.at("schema") != kSchema) {
    throw InputError(fmt::format("{}: foreign version {}; this romcast reads {}", place,
                                 manifest.at("schema").dump(), kSchema));
  }
  if (identity(manifest.at("scenario")) != identity(job.json())) {
    throw InputError(
        fmt::format("{}: made for another scenario: {}", place, manifest.at("scenario").dump()));
  }
}

}  // namespace

fs::path file_in(const fs::path& folder, const Json& entry) {
  const auto name = entry.at("file").get<std::string>();
  // A name with a path could read files outside the folder.
  const fs::path path(name);
  if (name.empty() || path.filename() != path || name == "." || name == "..") {
    throw InputError(fmt::format("{}: file {}; give the name of a file in this folder",
                                 (folder / "manifest.json").string(), Json(name).dump()));
  }
  return folder / path;
}

void write_rom_files(const std::string& folder, const Job& job, const NodeImages& images,
                     const std::vector<QueueDepth>& depths,
                     const std::function<void(Json& manifest)>& complete) {
  OutputFolder output(folder);
  if (fs::exists(folder) && !is_rom_folder(folder) && !fs::is_empty(folder)) {
    throw InputError(fmt::format("-o {}: is there already and is no ROM folder", folder));
  }
  Json manifest{{"schema", kSchema},
                {"scenario", job.json()},
                {"word", "op[1:0] argument[15:0] control; see rtl/common/sequencer.v"}};
  manifest.update(images.write(job, output));
  manifest["depths"] = depths_json(depths);
  complete(manifest);
  output.write("manifest.json", manifest.dump(1) + "\n");
  output.commit();
}

void read_rom_files(
    const std::string& folder, const Job& job,
    const std::function<void(const fs::path&, const std::string&, const Json&)>& parse) {
  const fs::path file = fs::path(folder) / "manifest.json";
  std::error_code ignored;
  if (!fs::exists(file, ignored)) {
    throw InputError(fmt::format("--rom {}: {} cannot be read; give a folder that romcast rom made",
                                 folder, file.string()));
  }
  std::ifstream in = open_input(file.string(), kMostManifestBytes);
  try {
    const Json manifest = Json::parse(in);
    check_manifest(file.string(), manifest, job);
    parse(folder, file.string(), manifest);
  } catch (const Json::exception& error) {
    throw InputError(fmt::format("{}: malformed manifest: {}", file.string(), error.what()));
  }
}

Json write_image(OutputFolder& folder, const std::string& file, const RomImage& image) {
  std::ostringstream text;
  write_rom(text, image);
  folder.write(file, text.view());
  return {{"file", file}, {"words", image.words()}, {"bits", image.word_bits()}};
}

Json write_programs(OutputFolder& folder, const std::string& kind,
                    const std::vector<RomImage>& images) {
  Json list = Json::array();
  for (std::size_t i = 0; i < images.size(); ++i) {
    list.push_back(write_image(folder, fmt::format("{}-{}.hex", kind, i), images[i]));
    list.back()["control_bits"] = control_bits(images[i]);
  }
  return list;
}

Json write_rows(OutputFolder& folder, const std::string& file, const RomImage& image) {
  Json entry = write_image(folder, file, image);
  entry["rows"] = image.words();
  entry["row_bits"] = image.word_bits();
  return entry;
}

std::vector<RomImage> read_programs(const fs::path& folder, const Json& list) {
  std::vector<RomImage> images;
  for (const Json& entry : list) {
    const fs::path file = file_in(folder, entry);
    std::ifstream in = open_input(file.string(), kMostImageBytes);
    images.push_back(read_program(in, file.string()));
  }
  return images;
}

RomImage read_rows(const fs::path& folder, const Json& entry, unsigned bits) {
  const fs::path file = file_in(folder, entry);
  std::ifstream in = open_input(file.string(), kMostImageBytes);
  return read_rows(in, file.string(), bits);
}

std::uint32_t number(const std::string& place, const Json& object, const char* key,
                     std::uint64_t least, std::uint64_t most) {
  const Json& value = object.at(key);
  if (value.is_number_unsigned() && value.get<std::uint64_t>() >= least &&
      value.get<std::uint64_t>() <= most) {
    return value.get<std::uint32_t>();
  }
  throw InputError(fmt::format("{}: {} {}; give {} to {}", place, key, value.dump(), least, most));
}

std::uint32_t image_number(const std::string& place, const Json& image, std::size_t images) {
  if (image.is_number_unsigned() && image.get<std::uint64_t>() < images) {
    return image.get<std::uint32_t>();
  }
  throw InputError(
      fmt::format("{}: image {}; there are {}, the first is 0", place, image.dump(), images));
}

void check_width(const std::string& place, const RomImage& image, unsigned control_bits) {
  if (romcast::control_bits(image) == control_bits) return;
  throw InputError(fmt::format("{}: its image has {} control bits, the node needs {}", place,
                               romcast::control_bits(image), control_bits));
}

void visit_nodes(const std::string& place, const Json& manifest, const char* key,
                 const Topology& network, NodeId first, std::size_t count,
                 const std::function<void(NodeId, const Json&, const std::string&)>& visit) {
  const Json& list = manifest.at(key);
  if (list.size() != count) {
    throw InputError(fmt::format("{}: {} {}; the network has {}", place, list.size(), key, count));
  }
  for (std::size_t i = 0; i < count; ++i) {
    const auto node = static_cast<NodeId>(first + i);
    const std::string where = fmt::format("{}: {}", place, network.node_name(node));
    const Json& entry = list.at(i);
    if (entry.at("name") != network.node_name(node)) {
      throw InputError(fmt::format("{} expected, found {}", where, entry.at("name").dump()));
    }
    visit(node, entry, where);
  }
}

Json image_numbers(const std::vector<std::uint32_t>& image_of, NodeId node, unsigned sequencers) {
  Json images = Json::array();
  for (unsigned s = 0; s < sequencers; ++s) images.push_back(image_of[node * sequencers + s]);
  return images;
}

void read_image_numbers(const std::string& place, const Json& node, unsigned sequencers,
                        std::size_t images, std::vector<std::uint32_t>& image_of) {
  const Json& numbers = node.at("images");
  if (numbers.size() != sequencers) {
    throw InputError(fmt::format("{}: {}; it has {}", place, counted(numbers.size(), "image"),
                                 counted(sequencers, "sequencer")));
  }
  for (const Json& image : numbers) image_of.push_back(image_number(place, image, images));
}

}  // namespace romcast
