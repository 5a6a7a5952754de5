// SPDX-License-Identifier: Apache-2.0
// Options given with a file: those that the file determines are refused, even with the file's
// value.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;

namespace {

const char* const kPing =
    "num_ranks 2\nrank 0 {\na: send 4b to 1\n}\nrank 1 {\na: recv 4b from 0\n}\n";

const char* const kPair =
    R"(<algo name="pair" ngpus="2" nchunksperloop="1" coll="allreduce" inplace="0">
<gpu id="0" i_chunks="1" o_chunks="1"><tb id="0" send="1" recv="1">
<step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0"/>
<step s="1" type="rrc" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0"/></tb></gpu>
<gpu id="1" i_chunks="1" o_chunks="1"><tb id="0" send="0" recv="0">
<step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0"/>
<step s="1" type="rrc" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0"/></tb></gpu></algo>)";

std::string name_of(const std::string& option) { return option.substr(0, option.find(' ')); }

// Checks that a command that takes a file refuses the option in one line that names the option.
void check_refused(const Words& command, const std::string& option) {
  const Finished done = call(command + option);
  CAPTURE(command, option, done.out);
  CHECK(done.status == 2);
  CHECK(done.out.empty());
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains(name_of(option)));
  CHECK_THAT(done.err, Contains("leave it out") || Contains("run on"));
}

std::vector<Words> commands(const Folder& folder, const std::string& file) {
  return {{"run", file},
          {"rom", file, "-o", folder.file("roms")},
          {"rtl", file, "-o", folder.file("design")},
          {"view", file, "-o", folder.file("page.html")}};
}

}  // namespace

TEST_CASE("every option that a GOAL program settles is refused, even with its default value") {
  const Folder folder;
  const std::string file = folder.write("p.goal", kPing);
  for (const std::string option : {"--network ring",
                                   "--network star",
                                   "--network fat-tree",
                                   "--network no-such-file.dot",
                                   "--messages-from /nonexistent",
                                   "--fit",
                                   "--arity 2",
                                   "--ports multi",
                                   "--collective gather",
                                   "--algorithm greedy",
                                   "--messages 1",
                                   "--source 0",
                                   "--source p0",
                                   "--operands 3",
                                   "--time 3",
                                   "--startup 0",
                                   "--per-message 1",
                                   "--queue-depth 4",
                                   "--order ascending",
                                   "--continuous",
                                   "--processors 3",
                                   "--without p0"}) {
    for (const Words& command : commands(folder, file)) check_refused(command, option);
    check_refused({"run", "--format", "goal", file, "--latency", "3"}, option);
  }
  CHECK(folder.entries() == 1);
}

TEST_CASE("options that only repeat a GOAL program's machine stand beside it") {
  const Folder folder;
  const std::string file = folder.write("p.goal", kPing);
  const Finished alone = call(words("run " + file + " --latency 3 --json -"));
  REQUIRE(alone.status == 0);
  CHECK(alone.json()["hardware"]["cycles"] == 3);  // L + 2o
  const Finished repeated = call(
      words("run " + file + " --network complete --processors 2 -p single --latency 3 --json -"));
  REQUIRE(repeated.status == 0);
  CHECK(repeated.json()["scenario"] == alone.json()["scenario"]);
  CHECK(repeated.json()["hardware"] == alone.json()["hardware"]);
}

TEST_CASE("every option that a schedule settles is refused, even with its default value") {
  const Folder folder;
  const std::string file = folder.file("p.plan");
  REQUIRE(call(words("plan -k 2 -H 2 -c gather -o " + file)).status == 0);
  for (const std::string option :
       {"--network fat-tree", "--arity 2", "--ports single", "--collective gather",
        "--algorithm greedy", "--order ascending", "--messages 1", "--messages-from /nonexistent",
        "--source 0", "--operands 3", "--time 3", "--latency 1", "--overhead 0", "--gap 1",
        "--gap-per-byte 0", "--startup 0", "--per-message 1"}) {
    for (const Words& command : commands(folder, file)) check_refused(command, option);
  }
  for (const std::string option : {"--latency 1", "--overhead 0", "--gap 1", "--gap-per-byte 0"}) {
    check_refused({"check", file}, option);
  }
  CHECK(folder.entries() == 1);
}

TEST_CASE("queues may be built deeper or as deep as needed for a schedule that does not say") {
  const Folder folder;
  const std::string file = folder.file("p.plan");
  REQUIRE(call(words("plan -k 2 -H 2 -c gather -o " + file)).status == 0);
  for (const char* option : {"--queue-depth 5", "--fit"}) {
    CAPTURE(option);
    CHECK(call(Words{"rom", file, "-o", folder.file("roms")} + option).status == 0);
  }
}

TEST_CASE("every option that an MSCCL program settles is refused, even with its default value") {
  const Folder folder;
  const std::string file = folder.write("p.xml", kPair);
  for (const std::string option :
       {"--collective allreduce", "--algorithm ring", "--tree best", "--messages 1",
        "--messages-from /nonexistent", "--source 0", "--operands 3", "--time 3", "--latency 1",
        "--overhead 0", "--gap 1", "--gap-per-byte 0", "--startup 0", "--per-message 1"}) {
    for (const Words& command : commands(folder, file)) check_refused(command, option);
  }
  CHECK(folder.entries() == 1);
}

TEST_CASE(
    "a network that is named beside an MSCCL program is taken, even where it is the default") {
  const Folder folder;
  const std::string file = folder.write("p.xml", kPair);
  const Finished named = call(words("run " + file + " --network fat-tree"));
  CHECK(named.status == 2);
  CHECK_THAT(named.err, Contains("is missing: --network fat-tree"));
}

TEST_CASE("options beside the result of a run that is viewed are refused") {
  const Folder folder;
  const std::string file = folder.file("r.json");
  REQUIRE(call(words("plan -k 2 -H 2 -c gather --json " + file)).status == 0);
  for (const std::string option : {"--network star", "--arity 2", "--messages 1", "--fit"}) {
    check_refused({"view", file, "-o", folder.file("page.html")}, option);
  }
  CHECK(folder.entries() == 1);
}
