// SPDX-License-Identifier: Apache-2.0
// GOAL programs on the command line: plans written as programs, programs checked and run.
#include <catch2/catch.hpp>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;

namespace {

const std::string kFigure1 = " --latency 6 --overhead 2 --gap 4";

// Messages around a ring; ranks 1 and 2 compute between their reception and their send.
const char* const kRing =
    "num_ranks 3\n"
    "rank 0 {\na: send 1b to 1\nb: recv 1b from 2\nb requires a\n}\n"
    "rank 1 {\na: recv 1b from 0\nb: calc 5\nb requires a\nc: send 1b to 2\nc requires b\n}\n"
    "rank 2 {\na: recv 1b from 1\nb: calc 7\nb requires a\nc: send 1b to 0\nc requires b\n}\n";

}  // namespace

TEST_CASE("a plan written as GOAL program is checked to take as long") {
  const Folder folder;
  const Words plan =
      words("plan --network complete --processors 8 -c broadcast --format goal") + kFigure1;
  const Finished text = call(plan);
  REQUIRE(text.status == 0);
  CHECK(text.out.starts_with("num_ranks 8\n"));
  const Finished table = call(plan + ("-o " + folder.file("g")));
  CHECK_THAT(table.out, Contains("verdict      pass"));
  CHECK(content(folder.file("g")) == text.out);
  const Finished checked =
      call(Words{"check", folder.file("g"), "--format", "goal", "--json", "-"} + kFigure1);
  REQUIRE(checked.status == 0);
  CHECK(checked.json()["plan"]["cycles"] == 24);  // Karp et al., Figure 1
  CHECK(checked.json()["plan"]["hops"] == 7);
  CHECK(checked.json()["scenario"]["collective"] == "exchange");
  CHECK(checked.json()["scenario"]["nodes"] == 8);
  CHECK_THAT(checked.json()["plan"]["note"].get<std::string>(), Contains("in 24 cycles"));
}

TEST_CASE("plans that GOAL has no words for are refused") {
  const Finished tree = call(words("plan -k 2 -H 2 -c broadcast --format goal"));
  CHECK(tree.status == 2);
  CHECK(tree.one_line());
  CHECK(call(words("plan --network complete --processors 4 -c broadcast --format goal --json -"))
            .status == 2);
}

TEST_CASE("check draws a GOAL program") {
  const Folder folder;
  const Finished done =
      call(Words{"check", folder.write("ring", kRing), "--format", "goal"} + kFigure1);
  CHECK(done.status == 0);
  CHECK_THAT(done.out, Contains("+5") && Contains("verdict      pass"));
}

TEST_CASE("a GOAL program runs on the Verilog") {
  const Folder folder;
  const Finished done =
      call(Words{"run", "--format", "goal", folder.write("ring", kRing), "--json", "-"} + kFigure1);
  CAPTURE(done.err);
  REQUIRE(done.status == 0);
  // Three messages of 2 + 6 + 2 cycles, and computations of 5 and 7 cycles between them.
  CHECK(done.json()["plan"]["cycles"] == 42);
  CHECK(done.json()["hardware"]["cycles"] == 42);
  CHECK(done.json()["trace_equals_plan"] == true);
}

TEST_CASE("the ROM images of a GOAL program run as the program does") {
  const Folder folder;
  const Words program = Words{folder.write("ring", kRing)} + kFigure1;
  const auto with = [&](Words command, const Words& more) {
    command.insert(command.end(), program.begin(), program.end());
    command.insert(command.end(), more.begin(), more.end());
    return call(command);
  };
  REQUIRE(with({"rom"}, {"-o", folder.file("roms")}).status == 0);
  const Finished run = with({"run"}, {"--rom", folder.file("roms"), "--json", "-"});
  CAPTURE(run.err);
  REQUIRE(run.status == 0);
  CHECK(run.json()["hardware"]["cycles"] == 42);
  CHECK(with({"rom", "--as", "gather"}, {"-o", folder.file("none")}).status == 0);
  CHECK(with({"rom", "--as", "allgather"}, {"-o", folder.file("none")}).status == 1);
}

TEST_CASE("bad GOAL files end with one line that names file and line") {
  const Folder folder;
  const std::string path = folder.write("bad", "num_ranks 2\nrank 0 {\nsend 1b to 9\n}\n");
  for (const char* command : {"check", "run"}) {
    const Finished done = call(Words{command, "--format", "goal", path});
    CHECK(done.status == 2);
    CHECK(done.one_line());
    CHECK_THAT(done.err, Contains(path + ":3: "));
  }
  CHECK(call({"check", "--format", "goal", folder.file("none")}).status == 2);
}

TEST_CASE("a calc of a thousand million cycles is checked at once and too long to be run") {
  const Folder folder;
  const std::string path =
      folder.write("calc",
                   "num_ranks 2\nrank 0 {\na: calc 1000000000\nb: send 1b to 1\nb requires a\n}\n"
                   "rank 1 {\nrecv 1b from 0\n}\n");
  const Finished checked = call(Words{"check", "--format", "goal", path, "--json", "-"} + kFigure1);
  REQUIRE(checked.status == 0);
  CHECK(checked.json()["plan"]["cycles"] == 1'000'000'010);
  const Finished run = call(Words{"run", "--format", "goal", path} + kFigure1);
  CHECK(run.status == 2);
  CHECK(run.one_line());
  CHECK_THAT(run.err, Contains("500000000 at most") && Contains("use romcast"));
}

TEST_CASE("a GOAL program of more than 2^32 cycles is checked, and not run or drawn") {
  const Folder folder;
  const std::string path =
      folder.write("long",
                   "num_ranks 2\nrank 0 {\na: calc 5000000000\nb: send 1b to 1\nb requires a\n}\n"
                   "rank 1 {\nrecv 1b from 0\n}\n");
  const Finished checked = call(Words{"check", path, "--json", "-"} + kFigure1);
  REQUIRE(checked.status == 0);
  CHECK(checked.json()["plan"]["cycles"] == 5'000'000'010);
  const std::string note = checked.json()["plan"]["note"].get<std::string>();
  CHECK_THAT(note, Contains("in 5000000010 cycles") && Contains("nothing begins or ends"));
  CHECK_THAT(call(Words{"check", path} + kFigure1).out, Contains("5000000010"));
  for (const char* command : {"run", "rom -o x", "rtl -o x", "view -o x.html"}) {
    const Finished refused = call(words(command) + path + kFigure1);
    CAPTURE(command, refused.err);
    CHECK(refused.status == 2);
    CHECK(refused.one_line());
    CHECK_THAT(refused.err, Contains("ends after 5000000010 cycles") && Contains("romcast check"));
  }
}

TEST_CASE("options that a GOAL file answers are refused") {
  const Folder folder;
  const std::string path = folder.write("ring", kRing);
  for (const char* options :
       {"-c broadcast", "-a cyclic", "--messages 2", "--processors 4", "--ports 2", "--startup 3",
        "--operands 4", "--source 1", "--save-plan -"}) {
    CAPTURE(options);
    const Finished done = call(Words{"run", "--format", "goal", path} + options);
    CHECK(done.status == 2);
    CHECK(done.one_line());
  }
  CHECK(call({"run", "--format", "goal"}).status == 2);
  CHECK(call({"run", "--format", "schedule", path}).status == 2);
}

TEST_CASE("a GOAL program is checked for what it is said to be") {
  const Folder folder;
  const auto checked = [&](const std::string& text, const std::string& as) {
    return call(Words{"check", folder.write("g", text), "--as", as} + kFigure1);
  };
  // Rank 2 gets rank 0's data through rank 1, which sends after its reception.
  const std::string chain =
      "num_ranks 3\n"
      "rank 0 {\na: send 1b to 1\n}\n"
      "rank 1 {\na: recv 1b from 0\nc: send 1b to 2\nc requires a\n}\n"
      "rank 2 {\na: recv 1b from 1\n}\n";
  const Finished broadcast = checked(chain, "broadcast");
  CHECK(broadcast.status == 0);
  CHECK_THAT(broadcast.out, Contains("can reach all that need it in broadcast"));
  CHECK(checked(chain, "gather").status == 0);  // a gather to rank 2
  const Finished allgather = checked(chain, "allgather");
  CHECK(allgather.status == 1);
  CHECK_THAT(allgather.err,
             Contains("no allgather: rank 0 gets nothing that depends on what rank 1 has"));
  CHECK_THAT(allgather.out,
             !Contains("can reach") && Contains("not checked: which bytes it sends"));
  std::string hasty = chain;
  hasty.erase(hasty.find("c requires a\n"), 13);
  const Finished broken = checked(hasty, "broadcast");
  CHECK(broken.status == 1);
  CHECK_THAT(broken.err, Contains("rank 2 gets nothing that depends on what rank 0 has"));
  CHECK(checked(kRing, "broadcast").status == 0);
}

TEST_CASE("sizes that take no time are told") {
  const Folder folder;
  std::string text = kRing;
  CHECK_THAT(call(Words{"check", folder.write("g", text)} + kFigure1).out, !Contains("bytes"));
  text.replace(text.find("send 1b"), 7, "send 9b");
  CHECK_THAT(call(Words{"check", folder.write("g", text)} + kFigure1).out,
             Contains("messages of 1 to 9 bytes take the same time (G = 0)"));
}

TEST_CASE("the option --as is for GOAL programs") {
  CHECK(call(words("run -k 2 -H 2 -c broadcast --as broadcast")).status == 2);
  const Folder folder;
  const std::string goal = folder.write("g", kRing);
  CHECK(call(words("check " + goal + " --as magic")).status == 2);
  CHECK_THAT(call(words("check " + goal + " --as summation")).err, Contains("--as summation"));
}

TEST_CASE("the bytes of a GOAL program take time, if they are as many in every message") {
  const Folder folder;
  const auto run = [&](const std::string& second) {
    const std::string file =
        folder.write("g", "num_ranks 2\nrank 0 {\na: send 9b to 1\nb: send " + second +
                              " to 1\n}\nrank 1 {\na: recv 9b from 0\nb: recv " + second +
                              " from 0\nb requires a\n}\n");
    return call(Words{"run", file, "--gap-per-byte", "0.5", "--json", "-"} + kFigure1);
  };
  const Finished equal = run("9b");
  REQUIRE(equal.status == 0);
  // G is the gap per byte, 0.5. The two messages of 9 bytes are g + 8G apart; the second one needs
  // L + 2o + 8G. LogGOPSim gives the same time.
  CHECK(equal.json()["hardware"]["cycles"] == (4 + 4) + (6 + 4 + 4));
  CHECK(equal.json()["scenario"]["bytes"] == 9);
  CHECK_THAT(equal.json()["plan"]["note"].get<std::string>(), Contains("in 22 cycles"));
  const Finished mixed = run("10b");
  CHECK(mixed.status == 2);
  CHECK(mixed.one_line());
  CHECK_THAT(mixed.err, Contains("9 to 10 bytes"));
}
