// SPDX-License-Identifier: Apache-2.0
// The name of a model changes with the modules that it uses and with the headers that models are
// compiled with, but not with other modules.
#include "systemc/model_sources.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>

#include "apps/program.hpp"

namespace {

namespace fs = std::filesystem;
using romcast::ModelSources;
using romcast::ModelSpec;

// A copy of the models' sources, which replaces the originals while the object lives.
class Copy {
 public:
  Copy() {
    const fs::path root = ModelSources().root();
    fs::copy(root / "rtl", folder_.file("rtl"), fs::copy_options::recursive);
    fs::copy(root / "systemc", folder_.file("systemc"));
    setenv("ROMCAST_ROOT", folder_.file("").c_str(), 1);
  }
  Copy(const Copy&) = delete;
  Copy& operator=(const Copy&) = delete;
  ~Copy() { unsetenv("ROMCAST_ROOT"); }

  void change(const std::string& file) const {
    std::ofstream(folder_.file(file), std::ios::app) << "\n// changed\n";
  }
  /// The names of a model that uses the crossbar, and of one that does not.
  [[nodiscard]] static std::pair<std::string, std::string> names() {
    const ModelSources sources;
    return {sources.name({.module = "logp_fabric", .parameters = {}}),
            sources.name({.module = "store_node_multi", .parameters = {}})};
  }

 private:
  romcast::test::Folder folder_;
};

}  // namespace

TEST_CASE("a change of a module gives other models of what uses it, and of nothing else") {
  const Copy copy;
  const auto before = Copy::names();
  CHECK(Copy::names() == before);
  copy.change("rtl/complete/crossbar_count.v");  // three levels below logp_fabric
  const auto after = Copy::names();
  CHECK(after.first != before.first);
  CHECK(after.second == before.second);
}

TEST_CASE("a change of a header that models are compiled with gives other models of everything") {
  const Copy copy;
  const auto before = Copy::names();
  copy.change("systemc/verilated_bank.hpp");
  const auto after = Copy::names();
  CHECK(after.first != before.first);
  CHECK(after.second != before.second);
}
