#include "apps/rom_folder.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "romcast/error.hpp"
#include "romcast/flit.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* kSchema = "romcast.rom/1";

QueueKind queues_of_plan(const Plan& plan) {
  return plan.tree_rules ? plan.tree_rules->queues : QueueKind::per_output;
}

// Images, their manifest and nothing else, so that writing it anew destroys nothing.
bool is_rom_folder(const fs::path& folder) {
  if (!fs::is_directory(folder)) return false;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder)) {
    if (entry.path().filename() != "manifest.json" && entry.path().extension() != ".hex") {
      return false;
    }
  }
  std::ifstream in(folder / "manifest.json");
  const Json manifest = Json::parse(in, nullptr, false);
  return manifest.is_object() && manifest.value("schema", Json()) == kSchema;
}

Json write_images(const fs::path& folder, const std::string& kind,
                  const std::vector<RomImage>& images) {
  Json list = Json::array();
  for (std::size_t i = 0; i < images.size(); ++i) {
    const std::string file = fmt::format("{}-{}.hex", kind, i);
    std::ofstream out(folder / file);
    write_rom(out, images[i]);
    if (!out.flush())
      throw InputError(fmt::format("{}: cannot be written", (folder / file).string()));
    list.push_back(
        {{"file", file}, {"words", images[i].words()}, {"control_bits", images[i].control_bits()}});
  }
  return list;
}

std::vector<RomImage> read_images(const fs::path& folder, const Json& list) {
  std::vector<RomImage> images;
  for (const Json& entry : list) {
    const fs::path file = folder / entry.at("file").get<std::string>();
    std::ifstream in(file);
    if (!in) throw InputError(fmt::format("{}: cannot be read", file.string()));
    images.push_back(read_rom(in, file.string()));
  }
  return images;
}

void check_width(const std::string& place, const RomImage& image, unsigned bits) {
  if (image.control_bits() == bits) return;
  throw InputError(fmt::format("{}: its image has {} control bits, the node needs {}", place,
                               image.control_bits(), bits));
}

std::uint32_t image_number(const std::string& place, const Json& node, std::size_t images) {
  const Json& image = node.at("image");
  if (image.is_number_unsigned() && image.get<std::uint64_t>() < images) {
    return image.get<std::uint32_t>();
  }
  throw InputError(
      fmt::format("{}: image {}; there are {}, the first is 0", place, image.dump(), images));
}

// Every slot that the program sends must have a message.
void check_slots(const std::string& place, const RomImage& image, std::size_t slots) {
  RomReader reader(image);
  while (const auto run = reader.next()) {
    const std::uint32_t word = run->control.front();
    if ((word & 1) != 0 && word >> 1 >= slots) {
      throw InputError(
          fmt::format("{}: its program sends slot {}, it has {} slots", place, word >> 1, slots));
    }
  }
}

TreeRoms parse(const fs::path& folder, const Json& manifest, const Resolved& resolved,
               const Plan& plan) {
  const auto& tree = dynamic_cast<const FatTree&>(*resolved.problem.topology);
  const std::string place = (folder / "manifest.json").string();
  if (manifest.at("schema") != kSchema) {
    throw InputError(fmt::format("{}: foreign version {}; this romcast reads {}", place,
                                 manifest.at("schema").dump(), kSchema));
  }
  // The order of keys means nothing, so not as ordered_json.
  if (nlohmann::json(manifest.at("scenario")) != nlohmann::json(resolved.json())) {
    throw InputError(
        fmt::format("{}: made for another scenario: {}", place, manifest.at("scenario").dump()));
  }
  TreeRoms roms;
  roms.switch_images = read_images(folder, manifest.at("switch_images"));
  roms.processor_images = read_images(folder, manifest.at("processor_images"));
  const Json& switches = manifest.at("switches");
  const Json& processors = manifest.at("processors");
  if (switches.size() != tree.switches() || processors.size() != tree.processors()) {
    throw InputError(fmt::format("{}: {} switches and {} processors; the network has {} and {}",
                                 place, switches.size(), processors.size(), tree.switches(),
                                 tree.processors()));
  }
  for (NodeId v = 0; v < tree.nodes(); ++v) {
    const bool processor = tree.is_processor(v);
    const Json& node = processor ? processors.at(v) : switches.at(v - tree.processors());
    const std::string where = fmt::format("{}: {}", place, tree.node_name(v));
    if (node.at("name") != tree.node_name(v)) {
      throw InputError(fmt::format("{} expected, found {}", where, node.at("name").dump()));
    }
    const auto& images = processor ? roms.processor_images : roms.switch_images;
    auto& image_of = processor ? roms.image_of_processor : roms.image_of_switch;
    image_of.push_back(image_number(where, node, images.size()));
    if (processor) {
      roms.slots.push_back(node.at("slots").get<std::vector<MessageId>>());
      for (const MessageId message : roms.slots.back()) {
        if (message >= resolved.problem.collective.message_numbers() ||
            resolved.problem.collective.origin(message) != v) {
          throw InputError(fmt::format("{}: message {} is not its own", where, message));
        }
      }
      check_slots(where, images[image_of.back()], roms.slots.back().size());
    } else {
      check_width(where, images[image_of.back()],
                  control_bits(tree, tree.level(v), queues_of_plan(plan)));
    }
  }
  return roms;
}

}  // namespace

void write_rom_folder(const std::string& folder, const Resolved& resolved, const Plan& plan,
                      const TreeRoms& roms) {
  const auto& tree = dynamic_cast<const FatTree&>(*resolved.problem.topology);
  fs::path target(folder);
  if (!target.has_filename()) target = target.parent_path();  // "dir/"
  if (fs::exists(target) && !is_rom_folder(target) &&
      !(fs::is_directory(target) && fs::is_empty(target))) {
    throw InputError(fmt::format("-o {}: is there already and is no ROM folder", folder));
  }
  const fs::path work = fmt::format("{}.{}.tmp", target.string(), getpid());
  std::error_code error;
  fs::create_directories(work, error);
  if (error) throw InputError(fmt::format("-o {}: cannot be written: {}", folder, error.message()));
  const TreeFlitCodec codec(tree, resolved.problem.collective,
                            plan.tree_rules ? plan.tree_rules->route : TreeRoute::flood);
  Json manifest{{"schema", kSchema},
                {"scenario", resolved.json()},
                {"word", "op[1:0] argument[15:0] control; see rtl/common/sequencer.v"},
                {"flit_bits", codec.width()},
                {"route_bits", codec.route_bits()},
                {"switch_images", write_images(work, "switch", roms.switch_images)},
                {"processor_images", write_images(work, "processor", roms.processor_images)},
                {"switches", Json::array()},
                {"processors", Json::array()}};
  for (std::size_t i = 0; i < roms.image_of_switch.size(); ++i) {
    manifest["switches"].push_back(
        {{"name", tree.node_name(static_cast<NodeId>(tree.processors() + i))},
         {"image", roms.image_of_switch[i]}});
  }
  for (std::size_t p = 0; p < roms.image_of_processor.size(); ++p) {
    manifest["processors"].push_back({{"name", tree.node_name(static_cast<NodeId>(p))},
                                      {"image", roms.image_of_processor[p]},
                                      {"slots", roms.slots[p]}});
  }
  std::ofstream out(work / "manifest.json");
  out << manifest.dump(1) << '\n';
  out.close();
  fs::remove_all(target, error);
  fs::rename(work, target, error);
  if (!out || error) {
    std::error_code ignored;
    fs::remove_all(work, ignored);
    throw InputError(fmt::format("-o {}: cannot be written: {}", folder, error.message()));
  }
}

TreeRoms read_rom_folder(const std::string& folder, const Resolved& resolved, const Plan& plan) {
  const fs::path file = fs::path(folder) / "manifest.json";
  std::ifstream in(file);
  if (!in) throw InputError(fmt::format("--rom {}: {} cannot be read", folder, file.string()));
  try {
    return parse(folder, Json::parse(in), resolved, plan);
  } catch (const Json::exception& error) {
    throw InputError(fmt::format("{}: malformed manifest: {}", file.string(), error.what()));
  }
}

}  // namespace romcast
