// SPDX-License-Identifier: Apache-2.0
#include "systemc/model_build.hpp"

#include <fmt/format.h>

#include "systemc/model_work.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

// Names within the work folder.
constexpr const char *kSources = "romcast", *kMade = "made", *kSettings = "settings.vlt";

}  // namespace

Arguments verilator_words(const ModelSpec& spec, const ModelSources& sources) {
  Arguments words{"--cc", "--prefix", "Vmodel", "--top-module", spec.module, "--Mdir", kMade};
  for (const std::string& flag : verilator_flags(spec)) words.push_back(flag);
  if (spec.recording != ModelSpec::Recording::none) {
    words.emplace_back(spec.recording == ModelSpec::Recording::vcd ? "--trace" : "--trace-fst");
    words.insert(words.end(), {"--trace-max-array", "64"});
  }
  for (const auto& [name, value] : spec.parameters) {
    words.push_back(fmt::format("-G{}={}", name, value));
  }
  for (const char* folder : {"common", "complete", "direct", "fat_tree", "star"}) {
    words.insert(words.end(), {"-y", (fs::path(kSources) / "rtl" / folder).string()});
  }
  if (!verilator_settings(spec).empty()) words.emplace_back(kSettings);
  words.push_back((fs::path(kSources) / sources.file_of(spec.module)).string());
  return words;
}

fs::path build_model(const ModelSpec& spec, const ModelSources& sources, const ModelCache& cache) {
  ModelWork work(cache, sources.name(spec), spec.module);
  fs::create_directory_symlink(sources.root(), work.path() / kSources);
  if (const std::string text = verilator_settings(spec); !text.empty()) work.write(kSettings, text);
  work.verilate(verilator_words(spec, sources), kMade);
  work.write("model.cc", model_source(spec, sources.ports(spec.module), work.path() / kMade));
  return work.compile(kSources, kMade);
}

}  // namespace romcast
