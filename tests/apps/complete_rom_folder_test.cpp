// SPDX-License-Identifier: Apache-2.0
// ROM folders of fully connected networks: written folders are read back, and damaged ones are
// refused with one line.
#include <catch2/catch.hpp>

#include "apps/program.hpp"
#include "apps/scenario.hpp"
#include "romcast/core/error.hpp"
#include "romcast/machines/crossbar/crossbar_images.hpp"
#include "romcast/machines/image_folder.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

Scenario thirteen() {
  return {.network = "complete",
          .network_options = {{"processors", "13"}},
          .ports = "2",
          .collective = "broadcast",
          .algorithm = "rotation",
          .source = 3,
          .messages = 40};
}

enum class Switch { decodes, crossbar, benes };

// A folder that a test may damage.
class BroadcastFolder {
 public:
  explicit BroadcastFolder(Switch fabric = Switch::crossbar) : job_(resolve(thirteen())) {
    const auto& network = dynamic_cast<const Complete&>(*job_.problem.topology);
    const Plan plan = job_.algorithm.build(job_.problem);
    roms_ = compile_complete_roms(network, job_.problem.collective, 2, plan.open);
    if (fabric == Switch::crossbar)
      rom_ = fabric_rom(FabricKind::crossbar, network, roms_, roms_.last_round);
    if (fabric == Switch::benes)
      rom_ = fabric_rom(FabricKind::benes, network, roms_, roms_.last_round);
    write_images(path(), job_, CrossbarImages(roms_, rom_), {}, [](auto&) {});
  }
  [[nodiscard]] std::string path() const { return folder_.file("rom"); }
  [[nodiscard]] json manifest() const { return json::parse(content(path() + "/manifest.json")); }
  void write(const std::string& name, const std::string& text) const {
    (void)folder_.write("rom/" + name, text);
  }
  [[nodiscard]] const CompleteRoms& roms() const { return roms_; }
  [[nodiscard]] const std::optional<FabricRom>& rom() const { return rom_; }
  [[nodiscard]] CrossbarImages images(const Job& job) const {
    CrossbarImages images;
    read_images(path(), job, images);
    return images;
  }
  [[nodiscard]] CompleteRoms read() const { return images(job_).roms; }
  [[nodiscard]] std::optional<FabricRom> read_rom() const { return images(job_).fabric; }

  [[nodiscard]] std::string refusal() const { return refusal(job_); }
  [[nodiscard]] std::string refusal(const Job& job) const {
    try {
      (void)images(job);
    } catch (const InputError& error) {
      const std::string message = error.what();
      CHECK(message.find('\n') == std::string::npos);
      return message;
    }
    return "";
  }
  template <class Change>
  [[nodiscard]] std::string refusal_after(Change change) const {
    json manifest = this->manifest();
    change(manifest);
    write("manifest.json", manifest.dump());
    return refusal();
  }

 private:
  Job job_;
  CompleteRoms roms_;
  std::optional<FabricRom> rom_;
  Folder folder_;
};

}  // namespace

TEST_CASE("programs of a fully connected network come back from a folder") {
  const BroadcastFolder folder;
  const CompleteRoms roms = folder.read();
  CHECK(roms.ports == 2);
  CHECK(roms.rate == folder.roms().rate);
  CHECK(roms.last_round == folder.roms().last_round);
  CHECK(roms.messages == 40);
  CHECK(roms.programs == folder.roms().programs);
  CHECK(roms.program_of == folder.roms().program_of);
}

TEST_CASE("the rows of a switch come back from a folder") {
  for (const Switch fabric : {Switch::decodes, Switch::crossbar, Switch::benes}) {
    const BroadcastFolder folder(fabric);
    const std::optional<FabricRom> rom = folder.read_rom();
    REQUIRE(rom.has_value() == (fabric != Switch::decodes));
    if (!rom) continue;
    CHECK(rom->kind == (fabric == Switch::benes ? FabricKind::benes : FabricKind::crossbar));
    CHECK(rom->rows == folder.rom()->rows);
  }
}

TEST_CASE("a manifest of a fully connected network names every processor with its program") {
  const BroadcastFolder folder;
  const json manifest = folder.manifest();
  CHECK(manifest["schema"] == "romcast.rom/1");
  CHECK(manifest["rate"] == 2);
  CHECK(manifest["line_bits"] == 5);  // 26 lines
  REQUIRE(manifest["processors"].size() == 13);
  for (std::size_t v = 0; v < 13; ++v) {
    CHECK(manifest["processors"][v]["name"] == "p" + std::to_string(v));
    CHECK(manifest["processors"][v]["program"] < manifest["programs"].size());
  }
  CHECK(manifest["fabric"]["kind"] == "crossbar");
  CHECK(manifest["fabric"]["row_bits"] == 26 * 6);
}

TEST_CASE("a folder made for another fully connected network is refused") {
  const BroadcastFolder folder;
  for (const auto change :
       {+[](Scenario& s) { s.network_options["processors"] = "14"; },
        +[](Scenario& s) { s.ports = "3"; }, +[](Scenario& s) { s.source = 4; },
        +[](Scenario& s) { s.messages = 41; }, +[](Scenario& s) { s.algorithm = "k-tree"; }}) {
    Scenario other = thirteen();
    change(other);
    CHECK_THAT(folder.refusal(resolve(other)),
               Contains("manifest.json: made for another scenario"));
  }
}

TEST_CASE("numbers in a fully connected network's manifest that cannot be are refused") {
  for (const json& wrong :
       {json(0), json(-1), json(0.5), json("2"), json(nullptr), json(1LL << 40)}) {
    for (const char* key : {"rate", "step", "last_round", "offset_bits"}) {
      CAPTURE(key, wrong.dump());
      CHECK_THAT(
          BroadcastFolder().refusal_after([&](json& m) { m[key] = wrong; }),
          Contains(std::string("manifest.json: ") + key + " " + wrong.dump() + "; give 1 to"));
    }
    if (wrong == json(0)) continue;
    CHECK_THAT(
        BroadcastFolder().refusal_after([&](json& m) { m["processors"][4]["program"] = wrong; }),
        Contains("manifest.json: p4: image " + wrong.dump()));
  }
  for (const char* key :
       {"rate", "step", "last_round", "offset_bits", "programs", "processors", "fabric"}) {
    CAPTURE(key);
    CHECK_THAT(BroadcastFolder().refusal_after([&](json& m) { m.erase(key); }),
               Contains("manifest.json: malformed"));
  }
}

TEST_CASE("a step that is not the period of all programs is refused") {
  CHECK_THAT(BroadcastFolder().refusal_after([](json& m) { m["step"] = 60000; }),
             Contains("manifest.json: program 0 has ") && Contains("but a step is 60000 rounds"));
}

TEST_CASE("a fully connected network's manifest of other processors is refused") {
  CHECK_THAT(BroadcastFolder().refusal_after([](json& m) { m["processors"].erase(12); }),
             Contains("manifest.json: 12 processors; the network has 13"));
  CHECK_THAT(BroadcastFolder().refusal_after([](json& m) { m["processors"][2]["name"] = "p3"; }),
             Contains("p2 expected, found \"p3\""));
}

TEST_CASE("a switch of an unknown kind or with other rows is refused") {
  CHECK_THAT(BroadcastFolder().refusal_after([](json& m) { m["fabric"]["kind"] = "omega"; }),
             Contains("manifest.json: fabric \"omega\"; give \"crossbar\" or \"benes\""));
  CHECK_THAT(BroadcastFolder().refusal_after([](json& m) { m["fabric"]["kind"] = "benes"; }),
             Contains("fabric.hex:1: its words have 156 bits, the hardware's have 144"));
}

TEST_CASE("programs of a fully connected network that are missing or malformed are refused") {
  CHECK_THAT(
      BroadcastFolder().refusal_after([](json& m) { m["programs"][0]["file"] = "none.hex"; }),
      Contains("none.hex: cannot be read"));
  const BroadcastFolder folder;
  folder.write("processor-0.hex", "// romcast-rom 1 words 1 bits 27\n7\n");
  CHECK_THAT(folder.refusal(), Contains("processor-0.hex:1: its words have 27 bits"));
}

TEST_CASE("a program that sends to a line that is not there is refused") {
  const BroadcastFolder folder;
  const json manifest = folder.manifest();
  const unsigned offset_bits = manifest["offset_bits"];
  const unsigned bits = manifest["programs"][0]["row_bits"];
  REQUIRE(bits == 2 * (2 + 5 + offset_bits));
  // Port 0 sends to line 26, one past the last.
  const std::uint64_t row = std::uint64_t{1} << (offset_bits + 6) | std::uint64_t{26}
                                                                        << offset_bits;
  std::string digits;
  for (unsigned d = (bits + 3) / 4; d-- > 0;) digits += "0123456789abcdef"[row >> 4 * d & 15];
  folder.write("processor-0.hex",
               "// romcast-rom 1 words 1 bits " + std::to_string(bits) + "\n" + digits + "\n");
  CHECK_THAT(folder.refusal(),
             Contains("processor-0.hex: a row sends to line 26; there are 26, the first is 0"));
}
