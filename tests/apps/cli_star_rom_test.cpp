// SPDX-License-Identifier: Apache-2.0
// ROM folders of star graphs from the command line: written, run, and refused when they are
// damaged.
#include <catch2/catch.hpp>

#include "apps/rom_folder.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

const char* const kSingle = " --network star --symbols 3 -p single -c alltoall -a grouped";
const char* const kMulti = " --network star --symbols 3 -p multi -c alltoall -a orbit";

struct StarFolder : WrittenRom {
  explicit StarFolder(const std::string& scenario = kSingle) : WrittenRom(scenario) {}
};

}  // namespace

TEST_CASE("images of a star graph run with the same figures as freshly compiled ones") {
  for (const std::string ports : {kSingle, kMulti}) {
    for (const char* times : {"", " --startup 3 --per-message 2 --messages 2"}) {
      const std::string scenario = ports + times;
      CAPTURE(scenario);
      const StarFolder rom(scenario);
      const Finished from_folder = rom.run();
      CAPTURE(from_folder.err);
      REQUIRE(from_folder.status == 0);
      const json fresh = call(Words{"run", "--control", "rom", "--json", "-"} + scenario).json();
      const json report = from_folder.json();
      CHECK(report["hardware"] == fresh["hardware"]);
      CHECK(report["rom"] == fresh["rom"]);
      CHECK(report["trace_equals_plan"] == true);
      CHECK(report["verdict"] == "pass");
    }
  }
}

TEST_CASE("a manifest of a star graph names every node with its images and order") {
  for (const std::string ports : {kSingle, kMulti}) {
    const StarFolder rom(ports);
    const json manifest = rom.manifest();
    CHECK(manifest["schema"] == "romcast.rom/1");
    CHECK(manifest["route_bits"] == 6);  // three symbols of 2 bits
    CHECK(manifest["flit_bits"] == 32);
    REQUIRE(manifest["nodes"].size() == 6);
    const std::vector<std::string> names{"123", "132", "213", "231", "312", "321"};
    for (std::size_t u = 0; u < names.size(); ++u) {
      CHECK(manifest["nodes"][u]["name"] == names[u]);
      CHECK(manifest["nodes"][u]["images"].size() == (ports == kSingle ? 1 : 2));
    }
    CHECK(manifest["images"].size() <= (ports == kSingle ? 1 : 2));  // all nodes are symmetric
    REQUIRE(manifest["orders"].size() == 1);
    json order = manifest["orders"][0];
    std::sort(order.begin(), order.end());
    CHECK(order == json{1, 2, 3, 4, 5});  // each destination once, relative to the node
    for (const json& image : manifest["images"]) {
      CHECK_THAT(content(rom.file(image["file"])),
                 Catch::StartsWith("// romcast-rom 1 words " +
                                   std::to_string(image["words"].get<int>()) + " bits "));
    }
  }
}

TEST_CASE("a folder made for another star graph or another time of packets is refused") {
  const StarFolder rom;
  const std::string scenario = kSingle;
  for (const std::string& other :
       {scenario + " --startup 1", scenario + " --per-message 2", scenario + " --messages 2",
        scenario + " --packet-cap 1", std::string(kMulti),
        std::string(" --network star --symbols 4 -p single -c alltoall -a grouped"),
        std::string(" --network star --symbols 3 -p single -c alltoall -a direct"),
        std::string(" -k 2 -H 2 -p single -c alltoall")}) {
    CAPTURE(other);
    CHECK_THAT(rom.refusal(other), Contains("manifest.json: made for another scenario"));
  }
}

TEST_CASE("places of a star graph that are none or too many are refused") {
  for (const json& places : {json(0), json((1 << 20) + 1)}) {
    CHECK_THAT(StarFolder().refusal_after([&](json& m) { m["places"] = places; }),
               Contains("manifest.json: " + places.dump() + " places; give 1 to 1000000"));
  }
  for (const json& places : {json("32"), json(nullptr), json(json::array())}) {
    CHECK_THAT(StarFolder().refusal_after([&](json& m) { m["places"] = places; }),
               Contains("manifest.json: malformed"));
  }
  for (const json& places : {json(-1), json(4294967296)}) {
    CHECK_THAT(StarFolder().refusal_after([&](json& m) { m["places"] = places; }),
               Contains("manifest.json: "));
  }
  // The reader must refuse these numbers: their conversion to integers is undefined or truncates.
  for (const json& number : {json(3.2e21), json(-1e300), json(32.5)}) {
    CHECK_THAT(StarFolder().refusal_after([&](json& m) { m["places"] = number; }),
               Contains("places " + number.dump() + "; give whole numbers"));
    CHECK_THAT(StarFolder().refusal_after([&](json& m) { m["orders"][0][2] = number; }),
               Contains("orders " + number.dump() + "; give whole numbers"));
  }
  // Twice as many slots need one more bit of address than the images have.
  CHECK_THAT(StarFolder().refusal_after([](json& m) { m["places"] = 64; }),
             Contains("control bits"));
}

TEST_CASE("a star-graph node with an image too many or too few is refused") {
  for (const std::string ports : {kSingle, kMulti}) {
    const std::string has = ports == kSingle ? "it has 1 sequencer" : "it has 2 sequencers";
    CHECK_THAT(
        StarFolder(ports).refusal_after([](json& m) { m["nodes"][1]["images"].push_back(0); }),
        Contains("manifest.json: 132: ") && Contains(has));
    CHECK_THAT(StarFolder(ports).refusal_after([](json& m) { m["nodes"][1]["images"].erase(0); }),
               Contains("manifest.json: 132: ") && Contains(has));
  }
}

TEST_CASE("a number of an image or order that is not there is refused with its node") {
  for (const json& number : {json(99), json(-1), json(0.5), json("0"), json(nullptr)}) {
    CAPTURE(number.dump());
    CHECK_THAT(StarFolder().refusal_after([&](json& m) { m["nodes"][3]["images"][0] = number; }),
               Contains("manifest.json: 231: image " + number.dump()));
    CHECK_THAT(StarFolder().refusal_after([&](json& m) { m["nodes"][3]["order"] = number; }),
               Contains("manifest.json: 231: "));
  }
}

TEST_CASE("an order with a message to the node itself or of nobody is refused") {
  for (const json& own : {json(0), json(6)}) {
    CHECK_THAT(StarFolder().refusal_after([&](json& m) { m["orders"][0][2] = own; }),
               Contains("manifest.json: own message " + own.dump() + "; give numbers from 1 to 5"));
  }
}

TEST_CASE("an order of more messages than there are places is refused") {
  CHECK_THAT(StarFolder().refusal_after([](json& m) {
    for (int i = 0; i < 28; ++i) m["orders"][0].push_back(1);
  }),
             Contains("manifest.json: an order of 33 own messages"));
}

TEST_CASE("a star graph's manifest of other nodes than the network's is refused") {
  CHECK_THAT(StarFolder().refusal_after([](json& m) { m["nodes"].erase(5); }),
             Contains("manifest.json: 5 nodes; the network has 6"));
  CHECK_THAT(StarFolder().refusal_after([](json& m) { m["nodes"][2]["name"] = "312"; }),
             Contains("213 expected, found \"312\""));
  for (const char* key : {"places", "images", "orders", "nodes"}) {
    CAPTURE(key);
    CHECK_THAT(StarFolder().refusal_after([&](json& m) { m.erase(key); }),
               Contains("manifest.json: malformed"));
  }
}

TEST_CASE("images of a star graph that are missing or malformed are refused with the file") {
  CHECK_THAT(StarFolder().refusal_after([](json& m) { m["images"][0]["file"] = "none.hex"; }),
             Contains("none.hex: cannot be read"));
  const StarFolder rom;
  rom.write("node-0.hex", "// romcast-rom 1 words 1 bits 27\n7\n");
  CHECK_THAT(rom.refusal(kSingle), Contains("node-0.hex:2: expected one word"));
}

TEST_CASE("an order of a star graph that is another one runs and the columns do not agree") {
  const StarFolder rom;
  json manifest = rom.manifest();
  std::swap(manifest["orders"][0][0], manifest["orders"][0][1]);
  rom.write("manifest.json", manifest.dump());
  const Finished done = rom.run();
  CHECK(done.status == 1);
  CHECK(done.one_line());
  CHECK(done.json()["verdict"] == "fail");
  CHECK(done.json()["trace_equals_plan"] == false);
}

TEST_CASE("an image of a star graph whose first word is silence is run and does not agree") {
  const StarFolder rom;
  const std::string good = content(rom.file("node-0.hex"));
  std::string silent = good;
  const std::size_t first = silent.find('\n') + 1;
  const std::size_t end = silent.find('\n', first);
  for (std::size_t i = first; i < end; ++i) silent[i] = '0';  // RUN, one cycle, nothing sent
  rom.write("node-0.hex", silent);
  const Finished done = rom.run();
  CHECK(done.status == 1);
  CHECK(done.json()["trace_equals_plan"] == false);
}
