// SPDX-License-Identifier: Apache-2.0
// Arbitrary bytes as a folder of ROM images: refused with a one-line message, or accepted with an
// image for every node of the network. The first line of the bytes names the network; then follow
// the manifest and the files 0.hex, 1.hex, ..., each after a line "----". If the manifest is an
// object, the network's scenario is inserted into it.
#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "romcast/core/complete.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/fat_tree.hpp"
#include "romcast/core/network_as.hpp"
#include "romcast/core/star_graph.hpp"
#include "romcast/machines/combining/combining_images.hpp"
#include "romcast/machines/crossbar/crossbar_images.hpp"
#include "romcast/machines/image_folder.hpp"
#include "romcast/machines/logp/logp_images.hpp"
#include "romcast/machines/store/store_images.hpp"
#include "romcast/machines/tree/tree_images.hpp"

namespace {

using namespace romcast;
namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

void require(bool condition) {
  if (!condition) std::abort();
}

Job scenario(const std::string& network) {
  const auto with = [&](std::shared_ptr<const Topology> topology, CollectiveKind kind) {
    const auto n = static_cast<std::uint32_t>(topology->processors());
    const Collective collective(kind, n, 0, 1);
    return Job{.problem = {std::move(topology), collective, Ports{Ports::Kind::single}, {}},
               .algorithm = {.name = "any"}};
  };
  if (network == "star") return with(std::make_shared<StarGraph>(3), CollectiveKind::alltoall);
  if (network == "fat-tree") {
    return with(std::make_shared<FatTree>(2, 2, "constant"), CollectiveKind::alltoall);
  }
  if (network == "logp") {
    Job machine = with(std::make_shared<Complete>(4), CollectiveKind::broadcast);
    machine.problem.timing = Timing{.latency = 3, .overhead = 1, .gap = 2};
    return machine;
  }
  if (network == "reduce") {
    Job reduce = with(std::make_shared<StarGraph>(3), CollectiveKind::broadcast);
    reduce.problem.collective = Collective::combined_by_nodes(6, 0, 2);
    return reduce;
  }
  return with(std::make_shared<Complete>(4), CollectiveKind::broadcast);
}

// One folder for the whole process.
class Folder {
 public:
  Folder() {
    require(mkdtemp(path_.data()) != nullptr);
    files_ = path_;
  }
  ~Folder() {
    std::error_code ignored;
    fs::remove_all(files_, ignored);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  void write(const std::string& name, const std::string& text) const {
    std::ofstream(files_ / name, std::ios::binary) << text;
  }
  [[nodiscard]] std::string name() const { return files_.string(); }

 private:
  std::string path_ = (fs::temp_directory_path() / "romcast-fuzz-XXXXXX").string();
  fs::path files_;
};

std::string made_for(const Job& job, const std::string& text) {
  Json manifest = Json::parse(text, nullptr, false);
  if (!manifest.is_object()) return text;
  manifest["scenario"] = job.json();
  return manifest.dump(-1, ' ', false, Json::error_handler_t::replace);
}

// Writes the manifest and the files into `folder`; returns the job for the network that the first
// line of `input` names.
Job unpack(const std::string& input, const Folder& folder) {
  constexpr std::size_t most_files = 6;
  const std::string rule = "----\n";
  std::array<std::string, most_files + 2> parts;
  std::size_t begin = 0;
  for (std::string& part : parts) {
    const std::size_t end = input.find(rule, begin);
    part = input.substr(begin, end == std::string::npos ? end : end - begin);
    begin = end == std::string::npos ? input.size() : end + rule.size();
  }
  Job job = scenario(parts[0].substr(0, parts[0].find('\n')));
  folder.write("manifest.json", made_for(job, parts[1]));
  for (std::size_t i = 0; i < most_files; ++i)
    folder.write(std::to_string(i) + ".hex", parts[i + 2]);
  return job;
}

void read(const Job& job, const std::string& folder) {
  const Topology& network = *job.problem.topology;
  if (job.problem.collective.by_nodes()) {
    const Problem& problem = job.problem;
    CombiningImages images(empty_reduce_roms(network, problem.collective, problem.ports));
    read_images(folder, job, images);
    const ReduceRoms& roms = images.roms;
    require(roms.image_of.size() == network.nodes() * roms.engines);
  } else if (network.network() == "star") {
    StoreImages images(job.problem.collective);
    read_images(folder, job, images);
    const StoreRoms& roms = images.roms;
    require(roms.image_of.size() == network.nodes() && roms.order_of.size() == network.nodes());
  } else if (network.network() == "fat-tree") {
    TreeImages images(network_as<FatTree>(job.problem.topology), TreeRules{});
    read_images(folder, job, images);
    const TreeRoms& roms = images.roms;
    require(roms.image_of_switch.size() == network.switches());
    require(roms.slots.size() == network.processors());
  } else if (job.problem.timing.logp()) {
    LogpImages images;
    read_images(folder, job, images);
    const LogpRoms& roms = images.roms;
    require(roms.timed.has_value() != roms.cyclic.has_value());
    require((roms.timed ? roms.timed->list_of : roms.cyclic->block_of).size() ==
            network.processors());
  } else {
    CrossbarImages images;
    read_images(folder, job, images);
    require(images.roms.program_of.size() == network.processors());
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  static const Folder folder;
  const Job job = unpack({reinterpret_cast<const char*>(data), size}, folder);
  try {
    read(job, folder.name());
  } catch (const InputError& error) {
    const std::string message = error.what();
    require(message.find(folder.name()) != std::string::npos);
    require(message.find('\n') == std::string::npos);
  }
  return 0;
}
