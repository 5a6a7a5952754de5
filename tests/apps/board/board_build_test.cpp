// SPDX-License-Identifier: Apache-2.0
// Builds for boards: netlists, bitstreams, and the errors of builds that fail.
#include <catch2/catch.hpp>
#include <cmath>
#include <regex>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

const std::string kScenario = " -k 2 -H 1 -p multi -c broadcast --control rom";
const std::string kAnother = " -k 2 -H 1 -p multi -c alltoall -a pipelined --control rom";

void check_refused(const std::string& command, int status, const std::string& text,
                   const Environment& environment = {}) {
  const Finished done = call(words(command + kScenario), environment);
  CAPTURE(command, done.out, done.err);
  CHECK(done.status == status);
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains(text));
}

json manifest() {
  return {{"schema", "romcast.board/1"}, {"what", "a board of the tests"},
          {"family", "ice40"},           {"part", "hx8k"},
          {"package", "ct256"},          {"constraints", "pins.pcf"},
          {"clock_megahertz", 16},       {"baud", 2000000},
          {"logic_cells", 7680},         {"block_rams", 32}};
}

// A manifest for the ULX3S's chip, with `change` merged into it; pins.lpf has the pins.
json ecp5_manifest(const json& change) {
  json changed = manifest();
  changed.merge_patch({{"family", "ecp5"},
                       {"part", "85k"},
                       {"package", "CABGA381"},
                       {"constraints", "pins.lpf"},
                       {"logic_cells", 83640},
                       {"block_rams", 208}});
  changed.merge_patch(change);
  return changed;
}

// Writes the files that describe a board into this folder; returns the folder's path.
std::string write_board(const Folder& folder, const json& manifest) {
  (void)folder.write("pins.lpf",
                     "LOCATE COMP \"clk\" SITE \"G2\";\nLOCATE COMP \"rx\" SITE \"M1\";\n"
                     "LOCATE COMP \"tx\" SITE \"L4\";\n");
  (void)folder.write("pins.pcf", "set_io clk J3\nset_io rx B10\nset_io tx B12\n");
  (void)folder.write("board.json", manifest.dump());
  return folder.file("");
}

}  // namespace

TEST_CASE("a board that is not named, or that does not exist, is refused", "[cli][board]") {
  check_refused("board build", 2, "--board NAME");
  check_refused("board build --board icebraker", 2, "hx8k-breakout, icebreaker, ulx3s");
}

TEST_CASE("what a build is to write, its name must say", "[cli][board]") {
  check_refused("board build --board icebreaker -o x.exe", 2, "-o x.exe");
  check_refused("board build --board ulx3s -o x.asc", 2, ".config");
}

TEST_CASE("an ECP5 is placed, routed and packed, or the tools that are missing are named",
          "[cli][board][long]") {
  check_refused("board build --board ulx3s -o x.bit", 3, "make board-packages",
                {{"XDG_CACHE_HOME", "/nowhere"}, {"PATH", "/usr/bin:/bin"}});
  const Folder folder;
  const std::string bits = folder.file("x.bit");
  const Finished done = call(words("board build --board ulx3s --json - -o " + bits + kScenario));
  if (done.status == 3) {
    WARN("without nextpnr-ecp5: make board-packages");
    return;
  }
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  const json built = done.json();
  CHECK(built["logic_cells"] > built["luts"].get<unsigned>() / 2);
  CHECK(built["most_megahertz"] > 25);
  // The bitstream has a comment, then the preamble of the configuration logic.
  const std::string stream = content(bits);
  CHECK(stream.substr(0, 200).find("\xff\xff\xbd\xb3") != std::string::npos);
}

TEST_CASE("a large design on an ECP5 is placed with free rows, which are not counted",
          "[cli][board][long]") {
  const Folder folder;
  const auto build = [&](unsigned cells) {
    const std::string board = write_board(folder, ecp5_manifest({{"logic_cells", cells}}));
    return call(words("board build --json - --board " + board) + kScenario);
  };
  const Finished small = build(83640);
  REQUIRE(small.status == 0);
  const auto luts = small.json()["luts"].get<unsigned>();
  if (small.json()["logic_cells"].is_null()) {
    WARN("without nextpnr-ecp5: make board-packages");
    return;
  }
  // The design uses 40 % of the manifest's cells; the part itself has more.
  const Finished large = build(luts * 5 / 2);
  CAPTURE(large.err);
  REQUIRE(large.status == 0);
  CHECK(large.json()["logic_cells"] < 2 * luts);
  CHECK(large.json()["most_megahertz"] != small.json()["most_megahertz"]);
}

TEST_CASE("a tool that is not installed is named with its package", "[cli][board]") {
  check_refused("board build --board icebreaker", 3, "yosys is not installed",
                {{"PATH", "/nowhere"}});
}

TEST_CASE("a design that nextpnr cannot place is refused with the cells that it needs",
          "[cli][board]") {
  const Folder folder;
  const auto tool = [&](const std::string& name, const std::string& script) {
    std::filesystem::permissions(folder.write(name, "#!/bin/sh\n" + script),
                                 std::filesystem::perms::owner_all);
  };
  tool("yosys", R"(echo '{}' | tee board.v > board.json
echo '{"modules": {"\\romcast_board": {"num_cells_by_type": {"LUT4": 60000}}}}' > stat.json
)");
  for (const char* complaint : {"Unable to find legal placement for all cells",
                                "Unable to place cell 'a', no BELs remaining to implement it"}) {
    tool("nextpnr-ecp5", "echo 'Info:          TRELLIS_COMB: 90780/83640   108%'\necho \"ERROR: " +
                             std::string(complaint) + "\"\nexit 255\n");
    check_refused("board build --board ulx3s", 2, "needs 90780 logic cells",
                  {{"PATH", folder.file("") + ":/usr/bin:/bin"}});
  }
}

TEST_CASE("a netlist of another family of parts than the board's is refused", "[cli][board]") {
  const Folder folder;
  const std::string file = folder.write("x.v", "module romcast_board; SB_DFF x (); endmodule\n");
  check_refused("board run --port sim --board ulx3s --netlist-file " + file, 2,
                "cells of an ice40");
}

TEST_CASE("a synthesis that fails leaves its log", "[cli][board]") {
  const Folder folder;
  const std::string tool = folder.write("yosys", "#!/bin/sh\necho ERROR: no such thing\nexit 1\n");
  std::filesystem::permissions(tool, std::filesystem::perms::owner_all);
  check_refused("board run --port sim --netlist", 3, "log: ",
                {{"PATH", folder.file("") + ":/usr/bin:/bin"},
                 {"ROMCAST_CACHE", folder.file("cache")},
                 {"TMPDIR", "/nowhere"}});
}

TEST_CASE("Yosys is run without a home, in which it would write a history", "[cli][board]") {
  const Folder folder;
  const std::string tool =
      folder.write("yosys", "#!/bin/sh\necho \"ERROR: home: ${HOME-none}\"\nexit 1\n");
  std::filesystem::permissions(tool, std::filesystem::perms::owner_all);
  check_refused("board run --port sim --netlist", 3, "home: none",
                {{"PATH", folder.file("") + ":/usr/bin:/bin"},
                 {"ROMCAST_CACHE", folder.file("cache")},
                 {"HOME", folder.file("home")}});
}

TEST_CASE("a manifest that is not as it should be is refused with what is wrong", "[cli][board]") {
  const std::vector<std::pair<json, std::string>> wrong{
      {{{"family", "spartan"}}, "ice40 or ecp5"},
      {{{"package", 7}}, "\"package\" is no text"},
      {{{"clock_megahertz", "12"}}, "\"clock_megahertz\" is no number"},
      {{{"clock_megahertz", 0}}, "\"clock_megahertz\" is no number"},
      {{{"baud", 5000000}}, "3.20 clocks per bit"},
      {{{"baud", 3600000}}, "4.44 clocks per bit"},
      {{{"constraints", "none.pcf"}}, "none.pcf"},
      {{{"schema", "romcast.board/2"}}, "romcast.board/1"},
      {{{"part", nullptr}}, "\"part\""},
      {{{"part", "hx9k"}}, "\"part\" is hx9k; it can be lp384"},
      {ecp5_manifest({{"part", "hx8k"}}), "\"part\" is hx8k; it can be 12k"},
      {{{"pll", "EHXPLLL"}}, "\"pll\" is EHXPLLL; it can be SB_PLL40_PAD or SB_PLL40_CORE"},
      {{{"pll", 1}}, "\"pll\" is no text"},
      {ecp5_manifest({{"pll", "SB_PLL40_PAD"}}), "\"pll\" is SB_PLL40_PAD; it can be EHXPLLL"},
      {{{"lut_words", 64}}, "\"lut_words\": LUTs of family ice40 cannot be memories"},
      {ecp5_manifest({{"lut_words", "64"}}), "\"lut_words\" is no number"},
      {ecp5_manifest({{"lut_words", 0}}), "\"lut_words\" is no number"},
      {{{"clock_megahertz", 1e300}}, "\"clock_megahertz\" is no number"},
      {{{"baud", 1e30}}, "\"baud\" is no number"}};
  for (const auto& [change, text] : wrong) {
    const Folder folder;
    json changed = manifest();
    changed.merge_patch(change);
    check_refused("board build --board " + write_board(folder, changed), 2, text);
  }
  const Folder folder;
  (void)folder.write("board.json", "no JSON");
  check_refused("board build --board " + folder.file(""), 2, "no JSON object");
  const Folder other;
  std::filesystem::create_directory(other.file("board.json"));
  check_refused("board build --board " + other.file(""), 2, "board.json: is a folder");
}

TEST_CASE("a clock is a number that the PLL of the board makes, or it is refused with why",
          "[cli][board]") {
  check_refused("board build --clock 60", 2, "--board NAME");
  check_refused("board run --port sim --clock 60", 2, "--clock needs --board NAME");
  const std::string build = "board build --board icebreaker --clock ";
  for (const char* text : {"fast", "0", "-3", "1001", "60MHz", "1e2", "nan"}) {
    check_refused(build + text, 2, "a number of MHz up to 1000, or auto");
  }
  check_refused(build + "15.9", 2, "the PLL of board icebreaker makes 16 to 275 MHz of 12 MHz");
  check_refused(build + "276", 2, "the PLL of board icebreaker makes 16 to 275 MHz of 12 MHz");
  check_refused("board build --board ulx3s --clock 401", 2, "makes 3.125 to 400 MHz of 25 MHz");
  check_refused("board run --port sim --board icebreaker --clock auto", 2,
                "only board build finds a clock");
  check_refused(build + "auto -o x.v", 2, "give a number");
}

TEST_CASE("a board without a PLL refuses every clock but its oscillator's", "[cli][board]") {
  const Folder folder;
  const std::string build = "board build --board " + write_board(folder, manifest()) + " --clock ";
  check_refused(build + "60", 2, "names no \"pll\" in its board.json; it runs at 16 MHz");
  check_refused(build + "auto", 2, "names no \"pll\"");
}

TEST_CASE("the divider of the serial line is that of the design's clock", "[cli][board]") {
  const Folder folder;
  // At 4 Mbaud a bit takes 4.5 clocks of 18 MHz, or 4 clocks of 16 MHz.
  const std::string board = write_board(folder, [] {
    json changed = manifest();
    changed.merge_patch({{"baud", 4000000}, {"pll", "SB_PLL40_CORE"}});
    return changed;
  }());
  check_refused("board build --board " + board + " --clock 18", 2, "4.50 clocks per bit");
}

TEST_CASE("a PLL makes the clock of a board, and its times follow", "[cli][board][long]") {
  struct Row {
    const char* board;
    double asked, clock, oscillator;
  };
  // `clock` is the fastest clock up to `asked` that the board's PLL can make: 12 MHz * 80 / 32 =
  // 30 MHz, 12 MHz * 45 / 8 = 67.5 MHz, and 25 MHz * 17 / 7.
  for (const Row& row : {Row{"icebreaker", 30, 30, 12}, Row{"hx8k-breakout", 68, 67.5, 12},
                         Row{"ulx3s", 60.8, 425.0 / 7, 25}}) {
    const Folder folder;
    const std::string board = row.board, bits = folder.file("x.bit");
    const Finished done = call(words("board build --board " + board + " --json - -o " + bits +
                                     " --clock " + std::to_string(row.asked) + kScenario));
    CAPTURE(board, done.err);
    if (done.status == 3) {
      WARN("without nextpnr-ecp5: make board-packages");
      continue;
    }
    REQUIRE(done.status == 0);
    const json made = done.json();
    CHECK(made["clock_megahertz"].get<double>() == Approx(row.clock));
    CHECK(made["oscillator_megahertz"].get<double>() == row.oscillator);
    CHECK(made["run_microseconds"].get<double>() ==
          Approx(made["cycles"].get<double>() / row.clock));
    CHECK(made["most_megahertz"].get<double>() >= row.clock);
  }
}

TEST_CASE("a design that is slower than the PLL's clock is refused", "[cli][board][long]") {
  check_refused("board build --board icebreaker --clock 270", 2,
                "its clock has 270; take a slower");
}

TEST_CASE("the fastest clock of a PLL is found that the design reaches", "[cli][board][long]") {
  const Finished done =
      call(words("board build --board icebreaker --clock auto --json -") + kScenario);
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  const json made = done.json();
  const auto clock = made["clock_megahertz"].get<double>();
  CHECK(made["most_megahertz"].get<double>() >= clock);
  // The PLL has steps of 0.375 MHz from 16.7 to 33.3 MHz, and of 0.75 MHz above.
  CHECK(clock > 24);
  CHECK(std::fmod(clock, 0.375) == Approx(0).margin(1e-9));
}

TEST_CASE("a PLL of another kind than the board's pin allows is refused", "[cli][board][long]") {
  const Folder folder;
  json wrong = manifest();
  wrong["pll"] = "SB_PLL40_PAD";
  check_refused("board build --board " + write_board(folder, wrong) + " --clock 40", 2,
                "are not those of its part");
}

TEST_CASE("a netlist with a PLL shows what its Verilog shows", "[cli][board][long]") {
  for (const std::string board : {"hx8k-breakout", "icebreaker", "ulx3s"}) {
    const Folder folder;
    const std::string file = folder.file("x.v"), clocked = " --board " + board + " --clock 30";
    REQUIRE(call(words("board build -o " + file + clocked) + kScenario).status == 0);
    CHECK_THAT(content(file), Contains("PLL"));
    const Finished seen =
        call(words("board run --port sim --json - --netlist-file " + file + clocked) + kScenario);
    const Finished source = call(words("board run --port sim --json -") + kScenario);
    CAPTURE(board, seen.err);
    REQUIRE(seen.status == 0);
    json shown = seen.json()["hardware"], expected = source.json()["hardware"];
    for (json* one : {&expected, &shown}) one->erase("target");
    CHECK(shown == expected);
  }
}

TEST_CASE("pins that a part does not have are refused with what is wrong", "[cli][board][long]") {
  const Folder folder;
  json wrong = manifest();
  wrong["package"] = "cb132x";
  check_refused("board build --board " + write_board(folder, wrong), 2, "package");
  const std::string board = write_board(folder, manifest());
  (void)folder.write("pins.pcf", "set_io clk J3\nset_io rx Z99\nset_io tx B12\n");
  check_refused("board build --board " + board, 2, "Z99");
}

TEST_CASE("a package that an ECP5 does not have is refused where it is placed",
          "[cli][board][long]") {
  const Folder folder;
  const std::string board = write_board(folder, ecp5_manifest({{"package", "CABGA382"}}));
  const Finished done = call(words("board build --board " + board) + kScenario);
  if (done.status == 0) {
    CHECK_THAT(done.out, Contains("not placed"));
    WARN("without nextpnr-ecp5: make board-packages");
    return;
  }
  CAPTURE(done.err);
  CHECK(done.status == 2);
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains("CABGA382"));
}

TEST_CASE("a netlist that is a device, or none, is refused", "[cli][board]") {
  const Folder folder;
  const std::string run = "board run --port sim --netlist-file ";
  check_refused(run + "/dev/zero", 2, "is a device");
  check_refused(run + folder.write("empty.v", ""), 2, "has no module romcast_board");
}

TEST_CASE("a board is a folder: another one is built for without more ado", "[cli][board][long]") {
  const Folder folder, output;
  const std::string board = write_board(folder, manifest());
  const std::string bits = output.file("x.bit");
  const Finished done =
      call(words("board build --board " + board + " --json - -o " + bits) + kScenario);
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  const json made = done.json();
  CHECK(made["luts"] > 0);
  CHECK(made["logic_cells"] >= made["luts"]);
  CHECK(made["logic_cells"] <= 7680);
  CHECK(made["most_megahertz"] > 16);
  CHECK(made["words"] > 0);
  // A bitstream begins with comments between 00 bytes, then the preamble.
  CHECK_THAT(content(bits), Contains("\x7e\xaa\x99\x7e"));

  json small = manifest();
  small["logic_cells"] = 100;
  (void)write_board(folder, small);
  const Finished refused = call(words("board build --board " + board) + kScenario);
  CHECK(refused.status == 2);
  CHECK(refused.one_line());
  CHECK_THAT(refused.err, Contains("the board has 100") && Contains("--board icebreaker has room"));
}

TEST_CASE("queues of a board with too few block RAMs are in registers", "[cli][board][long]") {
  json small = manifest();
  small["block_rams"] = 8;  // three switches with three block RAMs each need 9
  const Folder folder, output;
  const Finished done =
      call(words("board build --board " + write_board(folder, small) + " --json - -o " +
                 output.file("x.json") + " -k 2 -H 2 -p single -c allgather"));
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  CHECK(done.json()["block_rams"] == 0);
}

TEST_CASE("an ECP5 with too few block RAMs keeps in LUTs what processors send",
          "[cli][board][long]") {
  const Folder folder;
  const Finished done = call(
      words("board build --board " + write_board(folder, ecp5_manifest({{"block_rams", 3}})) +
            " --json - -k 2 -H 1 -p single -c alltoall -a upward-first-credit --messages 100"));
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  // Each of the two processors has two lists of 100 words, and there are three block RAMs for the
  // four lists: the lists of words to send are in LUTs, those of expected words in two block RAMs.
  CHECK(done.json()["block_rams"] == 2);
}

TEST_CASE("memories in LUTs are refused where LUTs cannot be memories", "[cli][board]") {
  check_refused("board build --board icebreaker --lut-words 64", 2,
                "--lut-words 64: LUTs of board icebreaker cannot be memories");
  check_refused("board run --port sim --board ulx3s --lut-words 64", 2, "only board build");
  check_refused("board build --board ulx3s --lut-words many", 2, "--lut-words");
}

TEST_CASE("message memories of an ECP5 are in LUTs up to the words of its manifest",
          "[cli][board][long]") {
  // Each of the 3 nodes has a memory of 3 messages.
  const std::string ring = " -n ring --processors 3 -p single -c allgather --control rom";
  const Folder folder, output;
  const std::string file = output.file("x.v");
  const auto built = [&](const std::string& board, const std::string& options) {
    const Finished done =
        call(words("board build --json - -o " + file + " --board " + board + options + ring));
    CAPTURE(board, options, done.err);
    REQUIRE(done.status == 0);
    return done.json();
  };
  const json block = built("ulx3s", " --lut-words 0");
  CHECK(block["block_rams"] == 3);
  CHECK(built("ulx3s", " --lut-words 2")["block_rams"] == 3);
  // With too few LUTs for memories, block RAMs are used.
  const json little = {{"lut_words", 64}, {"logic_cells", block["luts"]}};
  CHECK(built(write_board(folder, ecp5_manifest(little)), "")["block_rams"] == 3);
  CHECK(built(write_board(folder, ecp5_manifest({{"lut_words", 3}})), "")["block_rams"] == 0);

  CHECK(built("ulx3s", "")["block_rams"] == 0);
  const Finished seen =
      call(words("board run --port sim --board ulx3s --json - --netlist-file " + file + ring));
  const Finished source = call(words("board run --port sim --json -" + ring));
  CAPTURE(seen.err);
  REQUIRE(seen.status == 0);
  json shown = seen.json()["hardware"], expected = source.json()["hardware"];
  for (json* one : {&expected, &shown}) one->erase("target");
  CHECK(shown == expected);
}

TEST_CASE("the netlist of a board shows what its Verilog shows, and a broken gate is seen",
          "[cli][board][long]") {
  const Finished whole = call(words("board run --port sim --netlist --json -") + kScenario);
  const Finished source = call(words("board run --port sim --json -") + kScenario);
  REQUIRE(whole.status == 0);
  json expected = source.json();
  json shown = whole.json();
  CHECK(shown["hardware"]["target"] == "netlist");
  for (json* one : {&expected, &shown}) {
    (*one)["hardware"].erase("target");
    one->erase("cost");
  }
  CHECK(shown == expected);

  // The board is built with capacity for other schedules and runs one of them.
  const Folder folder;
  const std::string file = folder.file("x.v");
  REQUIRE(
      call(words("board build --board hx8k-breakout --room 16 -o " + file) + kScenario).status ==
      0);
  const Words another =
      words("board run --port sim --board hx8k-breakout --netlist-file " + file) + kAnother;
  CHECK(call(another).status == 0);
  const std::string netlist = content(file);
  // A gate that computes the next value of one bit of a processor's delivery counter.
  std::smatch gate;
  const std::regex of_counter(
      R"(LUT_INIT\(16'h([0-9a-f]{4})\)\n[^;]*\.O\([^;)]*check\.delivered_SB_DFF\w+_D (\[\d+\])?\)[^;]*;)");
  REQUIRE(std::regex_search(netlist, gate, of_counter));
  const auto table = static_cast<unsigned>(std::stoul(gate[1], nullptr, 16));
  std::string digits = "0000";
  for (unsigned i = 0; i < 4; ++i) digits[3 - i] = "fedcba9876543210"[table >> 4 * i & 15];
  std::string broken = netlist;
  broken.replace(static_cast<std::size_t>(gate.position(1)), 4, digits);
  (void)folder.write("x.v", broken);
  const Finished seen = call(another);
  CAPTURE(seen.out, seen.err);
  CHECK(seen.status == 1);
  CHECK_THAT(seen.out, Contains("FAIL") && Contains("the plan says"));
}

TEST_CASE("the netlist of an ECP5 is simulated as cells of its own, block RAMs too",
          "[cli][board][long]") {
  const std::string scenario =
      " --board ulx3s -k 2 -H 1 -p single -c alltoall"
      " -a upward-first-credit --messages 100";
  const Finished source = call(words("board run --port sim --json -" + scenario));
  const Finished made = call(words("board run --port sim --netlist --json -" + scenario));
  CAPTURE(made.err);
  REQUIRE(made.status == 0);
  json expected = source.json()["hardware"];
  json shown = made.json()["hardware"];
  CHECK(shown["target"] == "netlist");
  expected.erase("target");
  shown.erase("target");
  CHECK(shown == expected);

  const Folder folder;
  const std::string file = folder.file("x.v");
  REQUIRE(call(words("board build -o " + file + scenario)).status == 0);
  const std::string netlist = content(file);
  CHECK_THAT(netlist, Contains("DP16KD #"));
  // Expected messages are in block RAM: a RAM that is never read must be detected.
  const std::size_t ram = netlist.find("DP16KD #"), pin = netlist.find(".CEB(", ram) + 5;
  std::string broken = netlist;
  broken.insert(pin, "1'h0 & ");
  (void)folder.write("x.v", broken);
  const Finished seen = call(words("board run --port sim --netlist-file " + file + scenario));
  CAPTURE(seen.out, seen.err);
  CHECK(seen.status == 1);
}
