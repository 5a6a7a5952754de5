// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/image_folder.hpp"

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
constexpr std::uint64_t kMostImageBytes = std::uint64_t{1} << 30;  // per file of images or rows

constexpr const char* kSchema = "romcast.rom/1";

// True if a folder contains only images and their manifest, so that no other file is lost if the
// folder is replaced.
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

Json write_image(OutputFolder& folder, const std::string& file, const RomImage& image) {
  std::ostringstream text;
  write_rom(text, image);
  folder.write(file, text.view());
  return {{"file", file}, {"words", image.words()}, {"bits", image.word_bits()}};
}

std::uint32_t checked_number(const std::string& place, const Json& object, const char* key,
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

}  // namespace

void ImageWriter::programs(const char* key, const char* kind, const std::vector<RomImage>& images) {
  Json list = Json::array();
  for (std::size_t i = 0; i < images.size(); ++i) {
    list.push_back(write_image(files_, fmt::format("{}-{}.hex", kind, i), images[i]));
    list.back()["control_bits"] = control_bits(images[i]);
  }
  manifest_[key] = std::move(list);
}

Json ImageWriter::rows(const std::string& file, const RomImage& image) {
  Json entry = write_image(files_, file, image);
  entry["rows"] = image.words();
  entry["row_bits"] = image.word_bits();
  return entry;
}

void ImageReader::number(const char* key, std::uint32_t& value, std::uint64_t least,
                         std::uint64_t most) {
  value = checked_number(place_, manifest_, key, least, most);
}

void ImageReader::programs(const char* key, const char* /*kind*/, std::vector<RomImage>& images) {
  for (const Json& entry : at(key)) {
    const fs::path path = file(entry);
    std::ifstream in = open_input(path.string(), kMostImageBytes);
    images.push_back(read_program(in, path.string()));
  }
}

fs::path ImageReader::file(const Json& entry) const {
  const auto name = entry.at("file").get<std::string>();
  // A name with slashes could lead out of the folder.
  const fs::path path(name);
  if (name.empty() || path.filename() != path || name == "." || name == "..") {
    throw InputError(fmt::format("{}: file {}; give the name of a file in this folder", place_,
                                 Json(name).dump()));
  }
  return folder_ / path;
}

RomImage ImageReader::rows(const Json& entry, unsigned bits) const {
  const fs::path path = file(entry);
  std::ifstream in = open_input(path.string(), kMostImageBytes);
  return read_rows(in, path.string(), bits);
}

void ImageReader::check_numbers(const std::string& place, const char* key, const Json& value) {
  if (value.is_array()) {
    for (const Json& one : value) check_numbers(place, key, one);
    return;
  }
  constexpr std::uint64_t most = ~std::uint32_t{0};
  if (!value.is_number() || (value.is_number_unsigned() && value.get<std::uint64_t>() <= most)) {
    return;
  }
  throw InputError(
      fmt::format("{}: {} {}; give whole numbers up to {}", place, key, value.dump(), most));
}

void ImageReader::check_count(const char* key, std::size_t count) const {
  if (at(key).size() == count) return;
  throw InputError(
      fmt::format("{}: {} {}; the network has {}", place_, at(key).size(), key, count));
}

ImageReader::Node ImageReader::node(const Json& entry, NodeId id) const {
  const std::string name = job_.problem.topology->node_name(id);
  Node node(entry, fmt::format("{}: {}", place_, name), id);
  if (entry.at("name") == name) return node;
  throw InputError(fmt::format("{} expected, found {}", node.where, entry.at("name").dump()));
}

void ImageReader::Node::image(const char* key, std::vector<std::uint32_t>& image_of,
                              std::size_t images) const {
  image_of.push_back(image_number(where, entry.at(key), images));
}

void ImageReader::Node::images(std::vector<std::uint32_t>& image_of, unsigned sequencers,
                               std::size_t images) const {
  const Json& numbers = entry.at("images");
  if (numbers.size() != sequencers) {
    throw InputError(fmt::format("{}: {}; it has {}", where, counted(numbers.size(), "image"),
                                 counted(sequencers, "sequencer")));
  }
  for (const Json& image : numbers) image_of.push_back(image_number(where, image, images));
}

void ImageReader::Node::number(const char* key, std::vector<std::uint32_t>& values,
                               std::uint64_t most) const {
  values.push_back(checked_number(where, entry, key, 0, most));
}

void write_images(const std::string& folder, const Job& job, const NodeImages& images,
                  const std::vector<QueueDepth>& depths,
                  const std::function<void(Json& manifest)>& complete) {
  OutputFolder output(folder);
  if (fs::exists(folder) && !is_rom_folder(folder) && !fs::is_empty(folder)) {
    throw InputError({"output", folder}, "is there already and is no ROM folder");
  }
  Json manifest{{"schema", kSchema},
                {"scenario", job.json()},
                {"word", "op[1:0] argument[15:0] control; see rtl/common/sequencer.v"}};
  ImageWriter writer(job, output, manifest);
  images.write(writer);
  manifest["depths"] = depths_json(depths);
  complete(manifest);
  output.write("manifest.json", manifest.dump(1) + "\n");
  output.commit();
}

void read_images(const std::string& folder, const Job& job, NodeImages& images) {
  const fs::path file = fs::path(folder) / "manifest.json";
  std::error_code ignored;
  if (!fs::exists(file, ignored)) {
    throw InputError({"rom", folder}, fmt::format("{} cannot be read", file.string()),
                     "give a folder that romcast rom made");
  }
  std::ifstream in = open_input(file.string(), kMostManifestBytes);
  try {
    const Json manifest = Json::parse(in);
    check_manifest(file.string(), manifest, job);
    ImageReader reader(job, folder, manifest);
    images.read(reader);
  } catch (const Json::exception& error) {
    throw InputError(fmt::format("{}: malformed manifest: {}", file.string(), error.what()));
  }
}

void check_width(const std::string& place, const RomImage& image, unsigned control_bits) {
  if (romcast::control_bits(image) == control_bits) return;
  throw InputError(fmt::format("{}: its image has {} control bits, the node needs {}", place,
                               romcast::control_bits(image), control_bits));
}

}  // namespace romcast
