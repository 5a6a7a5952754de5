// SPDX-License-Identifier: Apache-2.0
// ROM folders of LogP machines: runs from written folders have the figures of runs without a
// folder, and damaged folders are refused with one line.
#include <catch2/catch.hpp>

#include "apps/rom_folder.hpp"
#include "romcast/machines/logp/logp_images.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

const std::string kTimed =
    " --network complete --processors 5 -c broadcast --latency 3 --overhead 1 --gap 2 --messages 4";
const std::string kCyclic =
    " --network complete --processors 7 -c broadcast --latency 5 --messages 9 -a block-cyclic";

struct MachineFolder : WrittenRom {
  explicit MachineFolder(const std::string& scenario = kTimed) : WrittenRom(scenario) {}
};

// A ROM file with one row of 84 bits. The comment at the top of rtl/complete/logp_list.v lists the
// row's fields, highest bit first; all are 0 except `op`, `message` and `line`, which is `to`.
std::string timed_row(unsigned op, unsigned message, unsigned to) {
  std::string digits;
  const auto field = [&](unsigned value) {
    for (unsigned d = 4; d-- > 0;) digits += "0123456789abcdef"[value >> 4 * d & 15];
  };
  digits += "048c"[op];  // op in the upper two bits, next_node and next_message 0
  for (const unsigned value : {0U, 0U, 0U, message, to}) field(value);
  return "// romcast-rom 1 words 1 bits 84\n" + digits + "\n";
}

}  // namespace

TEST_CASE("programs of LogP machines run from a folder with the same figures") {
  for (const std::string& scenario : std::vector<std::string>{
           kTimed, kCyclic,
           " --network complete --processors 6 -c allreduce --latency 2 --overhead 1 --gap 2",
           " --network complete --processors 6 -c summation --latency 2 --overhead 1 --gap 2"
           " --operands 20",
           " --network complete --processors 5 -c alltoall --latency 2 --messages 2",
           " --network complete --processors 6 -c allgather --latency 4 --gap 3 --messages 2",
           " --network complete --processors 7 -c broadcast --latency 5 --messages 9 -a "
           "buffered"}) {
    CAPTURE(scenario);
    const Finished done = MachineFolder(scenario).run();
    CAPTURE(done.err);
    REQUIRE(done.status == 0);
    const json report = done.json(), fresh = call(Words{"run", "--json", "-"} + scenario).json();
    CHECK(report["hardware"] == fresh["hardware"]);
    CHECK(report["rom"] == fresh["rom"]);
    CHECK(report["trace_equals_plan"] == true);
  }
}

TEST_CASE("a folder of a LogP machine that was made for another scenario is refused") {
  const MachineFolder folder;
  const Finished done = call(Words{"run", "--rom", folder.path()} + (kTimed + " --source 1"));
  CHECK(done.status == 2);
  CHECK_THAT(done.err, Contains("made for another scenario"));
}

TEST_CASE("a LogP machine's manifest with other widths, processors or programs is refused") {
  for (const char* key : {"line_bits", "span_bits", "need_bits", "message_bits"}) {
    CAPTURE(key);
    CHECK_THAT(MachineFolder().refusal_after([&](json& m) { m[key] = 15; }),
               Contains(std::string("manifest.json: ") + key + " 15; give 16 to 16"));
    CHECK_THAT(MachineFolder().refusal_after([&](json& m) { m.erase(key); }),
               Contains("malformed"));
  }
  CHECK_THAT(MachineFolder().refusal_after([](json& m) { m["processors"].erase(4); }),
             Contains("4 processors; the network has 5"));
  CHECK_THAT(MachineFolder().refusal_after([](json& m) { m["processors"][2]["name"] = "p3"; }),
             Contains("p2 expected, found \"p3\""));
  CHECK_THAT(MachineFolder().refusal_after([](json& m) { m["processors"][2]["program"] = 99; }),
             Contains("p2: image 99"));
  CHECK_THAT(
      MachineFolder(kCyclic).refusal_after([](json& m) { m["processors"][2]["first"] = 256; }),
      Contains("p2: first 256; give 0 to 255"));
  CHECK_THAT(
      MachineFolder(kCyclic).refusal_after([](json& m) { m["processors"][2]["start"] = -1; }),
      Contains("p2: start -1"));
}

TEST_CASE("rows that no processor of a LogP machine can run are refused with file and line") {
  const MachineFolder folder;
  folder.write("processor-0.hex", timed_row(1, 0, 5));
  CHECK_THAT(folder.refusal(),
             Contains("processor-0.hex:2: sends to the processor 5 places on; there are 5"));
  folder.write("processor-0.hex", timed_row(1, 4, 1));
  CHECK_THAT(folder.refusal(), Contains("processor-0.hex:2: sends message 4; there are 4"));
  folder.write("processor-0.hex", "// romcast-rom 1 words 1 bits 83\n" + std::string(21, '0'));
  CHECK_THAT(folder.refusal(), Contains("its words have 83 bits, the hardware's have 84"));
  const MachineFolder cyclic(kCyclic);
  cyclic.write("processor-0.hex",
               "// romcast-rom 1 words 1 bits 40\n0000000000\n");  // a block of 0 processors
  CHECK_THAT(cyclic.refusal(), Contains("processor-0.hex:2: sends to a block of 0"));
}

TEST_CASE("a LogP machine with another program is run, and the columns do not agree") {
  const MachineFolder folder;
  folder.write("processor-0.hex", timed_row(1, 3, 4));
  const Finished done = folder.run();
  CHECK(done.status == 1);
  CHECK(done.one_line());
  CHECK(done.json()["verdict"] == "fail");
  CHECK(done.json()["trace_equals_plan"] == false);
}

TEST_CASE("processors that never send need no image") {
  const json manifest =
      MachineFolder(
          " --network complete --processors 7 -c broadcast --latency 5 --messages 9 -a buffered")
          .manifest();
  std::size_t idle = 0;
  for (const json& processor : manifest["processors"]) idle += processor["program"].is_null();
  CHECK(idle > 0);
  for (const json& program : manifest["programs"]) CHECK(program["words"] > 0);
}
