// SPDX-License-Identifier: Apache-2.0
// A manifest describes hardware and run, so that the folder's images can be used without romcast.
#include <catch2/catch.hpp>

#include "apps/program.hpp"
#include "apps/rom_folder.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

const char* const kGatherOnTree = " -k 2 -H 2 -p multi -c gather --messages 2";

class HardwareFolder : public WrittenRom {
 public:
  using WrittenRom::WrittenRom;
  template <class Change>
  [[nodiscard]] Finished run_after(Change change) const {
    json changed = manifest();
    change(changed);
    write("manifest.json", changed.dump());
    return run();
  }
};

const json& named(const json& list, const std::string& name) {
  for (const json& one : list) {
    if (one.at("name") == name) return one;
  }
  FAIL("no entry " << name);
  return list;
}

}  // namespace

TEST_CASE("a manifest says which lane of which node drives which input", "[cli][rom]") {
  const json hardware = HardwareFolder(kGatherOnTree).manifest()["hardware"];
  // Children first, then the parent; the root has no parent.
  CHECK(named(hardware["nodes"], "s1.1")["in"] == json::parse(R"([["p2",0],["p3",0],["s2.0",1]])"));
  CHECK(named(hardware["nodes"], "s2.0")["in"] == json::parse(R"([["s1.0",2],["s1.1",2],null])"));
  CHECK(named(hardware["leaves"], "p3")["in"] == json::parse(R"([["s1.1",1]])"));
}

TEST_CASE("a manifest gives modules, parameters and straps by the names of their ports",
          "[cli][rom]") {
  const json hardware = HardwareFolder(kGatherOnTree).manifest()["hardware"];
  const json root = named(hardware["nodes"], "s2.0");
  const json& module = hardware["modules"][root["module"].get<std::size_t>()];
  CHECK(module["module"] == "fat_tree_switch_multi");
  CHECK(module["file"] == "rtl/fat_tree/fat_tree_switch_multi.v");
  CHECK(module["parameters"]["ARITY"] == 2);
  CHECK(module["bits"]["route_kind"] == 2);
  CHECK(module["bits"]["hops"] == 32);
  CHECK(root["straps"]["is_root"] == 1);
  CHECK(root["straps"]["shift"] == 1);
  CHECK(named(hardware["nodes"], "s1.1")["straps"]["is_root"] == 0);
  CHECK(named(hardware["nodes"], "s1.1")["straps"]["here"] == 1);
}

TEST_CASE("the words of images are as wide as the load ports that take them, on every network",
          "[cli][rom]") {
  const std::vector<std::pair<std::string, std::string>> networks{
      {kGatherOnTree, "switch_images"},
      {" -k 3 -H 1 -p single -c allgather", "switch_images"},
      {" -n star --symbols 3 -p multi -c allgather", "images"},
      {" -n star --symbols 3 -p single -c alltoall", "images"},
      {" -n torus --dims 3x3 -p multi -c broadcast --messages 2 -a matching", "images"},
      {" -n mesh --dims 3 -p single -c reduce", "images"},
      {" -n complete --processors 5 -p 2 -c broadcast --messages 3", "programs"},
      {" -n complete --processors 4 --latency 3 --overhead 1 --gap 2 -c broadcast", "programs"}};
  for (const auto& [scenario, images] : networks) {
    CAPTURE(scenario);
    const json manifest = HardwareFolder(scenario).manifest();
    const json& load = manifest["hardware"]["modules"][0]["load"];
    REQUIRE_FALSE(manifest[images].empty());
    for (const json& image : manifest[images]) CHECK(image["bits"] == load["bits"]);
  }
}

TEST_CASE("the rows of a crossbar's ROM are as wide as its load port", "[cli][rom]") {
  for (const char* fabric : {"crossbar", "benes"}) {
    const json manifest =
        HardwareFolder(std::string(" -n complete --processors 8 -c broadcast --control "
                                   "rom --messages 3 --fabric ") +
                       fabric)
            .manifest();
    const json& hardware = manifest["hardware"];
    const auto module = hardware["crossbar"]["module"].get<std::size_t>();
    CHECK(hardware["modules"][module]["module"] == fabric);
    CHECK(hardware["modules"][module]["load"]["bits"] == manifest["fabric"]["bits"]);
  }
}

TEST_CASE("a run measures what the manifest expects", "[cli][rom]") {
  for (const std::string& scenario :
       {std::string(kGatherOnTree), std::string(" -n star --symbols 3 -p multi -c allgather"),
        std::string(" -n complete --processors 4 --latency 3 --overhead 1 --gap 2 -c broadcast")}) {
    CAPTURE(scenario);
    const HardwareFolder rom(scenario);
    const json expected = rom.manifest()["expected"], measured = rom.run().json()["hardware"];
    CHECK(expected["cycles"] == measured["cycles"]);
    CHECK(expected["hops"] == measured["hops"]);
    CHECK(expected["deliveries"] == measured["delivered"]);
    std::uint64_t hops = 0;
    for (const json& node : expected["nodes"]) hops += node["hops"].get<std::uint64_t>();
    CHECK(hops <= expected["hops"]);
    CHECK(hops > 0);
  }
}

TEST_CASE("a gather's root switch holds what the formula says, in the manifest", "[cli][rom]") {
  // The gather is a reversed scatter, so no message waits. The root forwards the two messages of p2
  // and the two of p3; the messages of p1 reach p0 through s1.0 alone.
  const json root = named(HardwareFolder(kGatherOnTree).manifest()["expected"]["nodes"], "s2.0");
  CHECK(root["hops"] == 4);
  CHECK(root["waiting_high"] == 0);
}

TEST_CASE("hardware that is not the scenario's is refused in a line that says where",
          "[cli][rom]") {
  const HardwareFolder rom(kGatherOnTree);
  const json good = rom.manifest();
  const auto refusal = [&](auto change) {
    const Finished done = rom.run_after([&](json& m) {
      m = good;
      change(m["hardware"]);
    });
    CAPTURE(done.err);
    CHECK(done.status == 2);
    CHECK(done.out.empty());
    CHECK(done.one_line());
    return done.err;
  };
  CHECK_THAT(refusal([](json& h) { h["nodes"][2]["straps"]["shift"] = 7; }),
             Contains("manifest.json: hardware.nodes.s2.0.straps.shift 7, not 1") &&
                 Contains("romcast rom"));
  CHECK_THAT(refusal([](json& h) { h["nodes"][0]["in"][1][0] = "p3"; }),
             Contains("hardware.nodes.s1.0.in.1.0 \"p3\", not \"p1\""));
  CHECK_THAT(refusal([](json& h) { h["modules"][0]["parameters"]["ARITY"] = 3; }),
             Contains("parameters.ARITY 3, not 2"));
  CHECK_THAT(refusal([](json& h) { h["nodes"].erase(0); }), Contains("hardware.nodes"));
  CHECK_THAT(refusal([](json& h) { h["modules"] = 3; }), Contains("manifest.json: "));
  CHECK_THAT(refusal([](json& h) { h = "none"; }), Contains("manifest.json: "));
}

TEST_CASE("folders that say nothing of hardware, and ROMs with room to spare, are run",
          "[cli][rom]") {
  const HardwareFolder rom(kGatherOnTree);
  CHECK(
      rom.run_after([](json& m) { m["hardware"]["modules"][0]["parameters"]["ROM_DEPTH"] = 4096; })
          .status == 0);
  CHECK(rom.run_after([](json& m) {
             m.erase("hardware");
             m.erase("expected");
           })
            .status == 0);
}
