// SPDX-License-Identifier: Apache-2.0
// ROM folders from the command line: written, run, and refused when they are damaged.
#include <sys/stat.h>

#include <catch2/catch.hpp>

#include "apps/rom_folder.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

const char* const kScenario = " -k 2 -H 2 -p multi -c gather --messages 2";

struct GatherFolder : WrittenRom {
  GatherFolder() : WrittenRom(kScenario) {}
};

}  // namespace

TEST_CASE("images that were written run with the same figures as freshly compiled ones") {
  const GatherFolder rom;
  const Finished from_folder = rom.run();
  const json fresh = call(Words{"run", "--control", "rom", "--json", "-"} + kScenario).json();
  CHECK(from_folder.status == 0);
  const json report = from_folder.json();
  CHECK(report["hardware"] == fresh["hardware"]);
  CHECK(report["rom"] == fresh["rom"]);
  CHECK(report["trace_equals_plan"] == true);
}

TEST_CASE("the manifest lists every image and says which node runs which") {
  const GatherFolder rom;
  const json manifest = rom.manifest();
  CHECK(manifest["schema"] == "romcast.rom/1");
  CHECK(manifest["scenario"]["collective"] == "gather");
  CHECK(manifest["switches"].size() == 3);
  CHECK(manifest["processors"].size() == 4);
  for (const char* kind : {"switch_images", "processor_images"}) {
    for (const json& image : manifest[kind]) {
      const std::string text = content(rom.file(image["file"]));
      CHECK_THAT(text, Catch::StartsWith("// romcast-rom 1 words " +
                                         std::to_string(image["words"].get<int>()) + " bits "));
    }
  }
}

TEST_CASE("an old ROM folder is replaced as a whole, with or without a final slash") {
  const GatherFolder rom;
  rom.write("switch-99.hex", "left over");
  CHECK(call(Words{"rom", "-o", rom.path() + "/"} + kScenario).status == 0);
  CHECK_FALSE(std::filesystem::exists(rom.file("switch-99.hex")));
  CHECK(rom.run().status == 0);
}

TEST_CASE("a manifest names regular files of its folder and nothing else") {
  const GatherFolder rom;
  const std::string image = rom.manifest()["switch_images"][0]["file"];
  const auto naming = [&](const std::string& name) {
    return rom.refusal_after([&](json& m) { m["switch_images"][0]["file"] = name; });
  };
  for (const char* name : {"/dev/zero", "../../etc/passwd", "..", ".", "", "a/b.hex", "/"}) {
    CAPTURE(name);
    CHECK_THAT(naming(name), Contains("manifest.json: file") && Contains("in this folder"));
  }
  std::filesystem::create_directory(rom.file("folder.hex"));
  CHECK_THAT(naming("folder.hex"), Contains("folder.hex: is a folder"));
  REQUIRE(::mkfifo(rom.file("pipe.hex").c_str(), 0600) == 0);
  CHECK_THAT(naming("pipe.hex"), Contains("pipe.hex: is a pipe"));
  std::filesystem::create_symlink("/dev/zero", rom.file("zero.hex"));
  CHECK_THAT(naming("zero.hex"), Contains("zero.hex: is a device"));
  std::filesystem::resize_file(rom.file(image), (std::uintmax_t{1} << 30) + 1);  // sparse
  CHECK_THAT(naming(image), Contains(image + ": has 1073741825 bytes"));
}

TEST_CASE("a manifest that is no regular file or too long is refused") {
  const GatherFolder rom;
  std::filesystem::resize_file(rom.file("manifest.json"), (std::uintmax_t{1} << 28) + 1);
  CHECK_THAT(rom.refusal(), Contains("manifest.json: has 268435457 bytes"));
  std::filesystem::remove(rom.file("manifest.json"));
  REQUIRE(::mkfifo(rom.file("manifest.json").c_str(), 0600) == 0);
  CHECK_THAT(rom.refusal(), Contains("manifest.json: is a pipe"));
}

TEST_CASE("a folder made for another scenario is refused") {
  const GatherFolder rom;
  CHECK_THAT(rom.refusal(" -k 2 -H 2 -p multi -c gather"),
             Contains("manifest.json: made for another scenario"));
  CHECK_THAT(rom.refusal(" -k 2 -H 2 -p single -c gather --messages 2"),
             Contains("another scenario"));
}

TEST_CASE("a folder without a manifest and a malformed or foreign manifest are refused") {
  const GatherFolder rom;
  const std::string good = content(rom.file("manifest.json"));
  rom.write("manifest.json", "");
  CHECK_THAT(rom.refusal(), Contains("manifest.json: malformed"));
  rom.write("manifest.json", good.substr(0, good.size() / 2));
  CHECK_THAT(rom.refusal(), Contains("manifest.json: malformed"));
  rom.write("manifest.json", "[1, 2]");
  CHECK_THAT(rom.refusal(), Contains("manifest.json: malformed"));
  rom.write("manifest.json", good);
  CHECK_THAT(rom.refusal_after([](json& m) { m["schema"] = "romcast.rom/2"; }),
             Contains("manifest.json: foreign version"));
  std::filesystem::remove(rom.file("manifest.json"));
  CHECK_THAT(rom.refusal(), Contains("manifest.json cannot be read"));
}

TEST_CASE("a manifest that does not fit the network or its images is refused") {
  CHECK_THAT(GatherFolder().refusal_after([](json& m) { m["switches"].erase(0); }),
             Contains("2 switches"));
  CHECK_THAT(GatherFolder().refusal_after([](json& m) { m["switches"][0]["name"] = "s7.7"; }),
             Contains("s1.0 expected"));
  for (const json& image : {json(99), json(-1), json(0.5), json("0"), json(nullptr)}) {
    CHECK_THAT(GatherFolder().refusal_after([&](json& m) { m["switches"][0]["image"] = image; }),
               Contains("manifest.json: s1.0: image"));
  }
  CHECK_THAT(GatherFolder().refusal_after(
                 [](json& m) { m["switch_images"][0]["file"] = m["processor_images"][0]["file"]; }),
             Contains("control bits"));
  CHECK_THAT(
      GatherFolder().refusal_after([](json& m) { m["switch_images"][0]["file"] = "none.hex"; }),
      Contains("none.hex: cannot be read"));
}

TEST_CASE("a manifest whose keys come in another order is the same") {
  const GatherFolder rom;
  rom.write("manifest.json", rom.manifest().dump());  // sorts the keys
  CHECK(rom.run().status == 0);
}

TEST_CASE("images are refused beside local rules and in a ROM that is too small for them") {
  const GatherFolder rom;
  CHECK_THAT(rom.refusal(std::string(kScenario) + " --control rule"), Contains("--control rule: "));
  CHECK_THAT(rom.refusal(std::string(kScenario) + " --rom-words 2"), Contains("its ROM holds 2"));
  CHECK(rom.run(std::string(kScenario) + " --control rom").status == 0);
}

TEST_CASE("ROM images are not written for local rules, and the line names no temporary folder") {
  const Folder folder;
  const std::string out = folder.file("roms");
  const Finished refused = call(Words{"rom", "--control", "rule", "-o", out} + kScenario);
  CHECK(refused.status == 2);
  CHECK(refused.err == "romcast: --control rule: these are ROM images; leave it out\n");
  CHECK_FALSE(std::filesystem::exists(out));
}

TEST_CASE("slots that are missing or hold another processor's message are refused") {
  CHECK_THAT(GatherFolder().refusal_after([](json& m) { m["processors"][1]["slots"].erase(1); }),
             Contains("p1: its program sends slot 1, it has 1 slot"));
  CHECK_THAT(GatherFolder().refusal_after([](json& m) { m["processors"][1]["slots"][0] = 6; }),
             Contains("p1: message 6 is not its own"));
}

TEST_CASE("a malformed, truncated or foreign image is refused with file and line") {
  const GatherFolder rom;
  const std::string good = content(rom.file("switch-0.hex"));
  const auto refusal = [&](const std::string& text) {
    rom.write("switch-0.hex", text);
    return rom.refusal();
  };
  CHECK_THAT(refusal(""), Contains("switch-0.hex:1: no ROM image"));
  CHECK_THAT(refusal("// romcast-rom 2 words 1 bits 30\n20000000\n"),
             Contains("switch-0.hex:1: foreign version"));
  CHECK_THAT(refusal(good.substr(0, good.rfind('\n', good.size() - 2) + 1)),
             Contains("switch-0.hex:") && Contains("truncated"));
  CHECK_THAT(refusal(good + "20000000\n"), Contains("more than the"));
  std::string letter = good;
  letter[letter.find('\n') + 1] = 'x';
  CHECK_THAT(refusal(letter), Contains("switch-0.hex:2: expected one word"));
}

TEST_CASE("an image with a wrong word is run, and the columns do not agree") {
  const GatherFolder rom;
  json manifest = rom.manifest();
  // s1.0 and s2.0 have control words of equal width.
  std::swap(manifest["switches"][0]["image"], manifest["switches"][2]["image"]);
  rom.write("manifest.json", manifest.dump());
  const Finished done = rom.run();
  CHECK(done.status == 1);
  CHECK(done.one_line());
  CHECK(done.json()["verdict"] == "fail");
  CHECK(done.json()["trace_equals_plan"] == false);
}
