// SPDX-License-Identifier: Apache-2.0
#include "systemc/model_build.hpp"

#include <fmt/format.h>

#include <fstream>
#include <sstream>

#include "romcast/core/error.hpp"
#include "systemc/model_recipe.hpp"
#include "systemc/tool.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;

// Names within the work folder: whatever the path to it is made of, the tools never see it.
constexpr const char *kSources = "romcast", *kMade = "made", *kLibraryFile = "model.so";
// Verilator's headers as the build of this program has compiled them. The compiler checks that they
// are its own; where they are not, or are gone, it reads the headers themselves.
constexpr const char *kHeaders = "headers", *kHeader = "headers/models.hpp";

class ModelBuild {
 public:
  ModelBuild(const ModelSpec& spec, const ModelSources& sources, const ModelCache& cache)
      : spec_(spec),
        name_(sources.name(spec)),
        ports_(sources.ports(spec.module)),
        place_(cache.place_for(name_)) {
    fs::create_directory_symlink(sources.root(), work() / kSources);
    std::error_code ignored;
    fs::create_directory_symlink(ROMCAST_MODEL_HEADERS, work() / kHeaders, ignored);
    module_ = fs::path(kSources) / sources.file_of(spec.module);
  }

  fs::path run() {
    verilate();
    compile(model_source(spec_, ports_, work() / kMade));
    ModelCache::keep(place_, name_, kLibraryFile);
    return place_.folder;
  }

 private:
  [[nodiscard]] const fs::path& work() const { return place_.work->path(); }

  void verilate() {
    Words words{"--cc", "--prefix", "Vmodel", "--top-module", spec_.module, "--Mdir", kMade};
    for (const std::string& flag : verilator_flags(spec_)) words.push_back(flag);
    if (spec_.recording != ModelSpec::Recording::none) {
      words.emplace_back(spec_.recording == ModelSpec::Recording::vcd ? "--trace" : "--trace-fst");
      words.insert(words.end(), {"--trace-max-array", "64"});
    }
    for (const auto& [name, value] : spec_.parameters) {
      words.push_back(fmt::format("-G{}={}", name, value));
    }
    for (const char* folder : {"common", "complete", "direct", "fat_tree", "star"}) {
      words.insert(words.end(), {"-y", (fs::path(kSources) / "rtl" / folder).string()});
    }
    words.push_back(module_.string());
    run({"verilator", "verilator"}, words, fs::path(kMade) / "Vmodel.h");
  }

  void compile(const std::string& source) {
    std::ofstream file(work() / "model.cc");
    file << source;
    file.close();
    if (!file) fail("no C++ can be written", "free space, or set ROMCAST_CACHE to another disk");
    Words words{optimisation(work() / kMade)};
    for (const std::string& flag : compiler_flags()) words.push_back(flag);
    const std::string includes = verilator_includes();
    std::error_code gone;
    if (fs::exists(work() / kHeader, gone)) words.insert(words.end(), {"-include", kHeader});
    words.insert(words.end(),
                 {"-shared", std::string("-I") + kMade, std::string("-I") + kSources,
                  "-I" + includes, "-I" + includes + "/vltstd", "model.cc", "-o", kLibraryFile});
    run({model_compiler(), "g++"}, words, kLibraryFile);
  }

  void run(const Tool& tool, const Words& words, const fs::path& makes) {
    const ToolEnd end = run_tool(tool, words, *place_.work);
    std::error_code ignored;
    if (end.success() && fs::exists(work() / makes, ignored)) return;
    std::ostringstream said;
    said << std::ifstream(work() / kToolLog).rdbuf();
    const ToolTrouble told = end.success()
                                 ? ToolTrouble{fmt::format("wrote no {}", makes.string()),
                                               "apt-get install --reinstall " + tool.package}
                                 : trouble(tool, end, said.str());
    fail(fmt::format("{} {}", tool.program, told.what), told.remedy);
  }

  [[noreturn]] void fail(const std::string& what, const std::string& remedy) {
    const fs::path log = ModelCache::keep_log(place_, name_);
    throw MissingError(fmt::format("{}, building a model of {}; {}{}", what, spec_.module, remedy,
                                   log.empty() ? "" : "; log: " + log.string()));
  }

  const ModelSpec& spec_;
  std::string name_;
  std::vector<DescribedPort> ports_;
  ModelPlace place_;
  fs::path module_;
};

}  // namespace

fs::path build_model(const ModelSpec& spec, const ModelSources& sources, const ModelCache& cache) {
  return ModelBuild(spec, sources, cache).run();
}

}  // namespace romcast
