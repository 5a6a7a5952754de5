// SPDX-License-Identifier: Apache-2.0
// MSCCL programs on the command line: written from plans, checked, and run on the Verilog.
#include <fmt/format.h>

#include <catch2/catch.hpp>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;
using Catch::EndsWith;

namespace {

// Two GPUs that exchange their values and add them.
const char* const kSum =
    R"(<algo name="pair" ngpus="2" nchunksperloop="1" coll="allreduce" inplace="0">
<gpu id="0" i_chunks="1" o_chunks="1"><tb id="0" send="1" recv="1">
<step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0"/>
<step s="1" type="rrc" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0"/></tb></gpu>
<gpu id="1" i_chunks="1" o_chunks="1"><tb id="0" send="0" recv="0">
<step s="0" type="s" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0"/>
<step s="1" type="rrc" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0"/></tb></gpu></algo>)";

}  // namespace

TEST_CASE("a plan written as MSCCL program is checked, and runs on other networks") {
  const Folder folder;
  const std::string file = folder.file("a.xml");
  REQUIRE(
      call(words("plan --network star --symbols 3 -c alltoall --format msccl -o " + file)).status ==
      0);
  CHECK(content(file).starts_with("<algo name="));
  const Finished checked = call(words("check " + file + " --json -"));
  REQUIRE(checked.status == 0);
  CHECK(checked.json()["scenario"]["collective"] == "alltoall");
  CHECK(checked.json()["scenario"]["network"] == "complete");
  CHECK_THAT(checked.json()["plan"]["note"].get<std::string>(), Contains("6 GPUs"));
  for (const char* network : {"", "-n ring --processors 6 -p multi", "-n hyperx --dims 3x2"}) {
    const Finished run = call(words(fmt::format("run {} {} --json -", file, network)));
    INFO(network << run.err);
    REQUIRE(run.status == 0);
    CHECK(run.json()["trace_equals_plan"] == true);
    CHECK(run.json()["hardware"]["delivered"] == 30);
    CHECK(run.json()["scenario"]["file"] == file);
  }
}

TEST_CASE("an MSCCL program runs on links with times, step after step") {
  const Folder folder;
  const std::string file = folder.file("a.xml");
  const std::string ring = " -n ring --processors 4 ";
  REQUIRE(
      call(words("plan -a both-ways -c allgather -p multi" + ring + "--format msccl -o " + file))
          .status == 0);
  // 4 bytes at 1 MB/s take 4 us, which is one cycle, and arrive 3 cycles later; there are 2 steps.
  const Finished run = call(words("run " + file + ring +
                                  "-p multi --bandwidth 1MB/s --latency 12us --chunk 4B --json -"));
  REQUIRE(run.status == 0);
  CHECK(run.json()["plan"]["cycles"] == 2 * (1 + 3));
  CHECK(run.json()["hardware"]["cycles"] == 2 * (1 + 3));
}

TEST_CASE("an MSCCL program that adds runs, and its sums are compared with plain ones") {
  const Folder folder;
  const std::string file = folder.write("sum.xml", kSum);
  const Finished run = call(words("run " + file + " --json -"));
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK(run.json()["trace_equals_plan"] == true);
  CHECK(run.json()["hardware"]["cycles"] == 1);
  CHECK(run.json()["hardware"]["delivered"] == 2);
}

TEST_CASE("plans that combine run as MSCCL programs in as many cycles") {
  const Folder folder;
  const std::string file = folder.file("a.xml");
  const std::vector<std::pair<std::string, unsigned>> plans{
      {"-n complete --processors 5 -c allreduce --messages 5 -a ring", 8},
      {"-n complete --processors 5 -c allreduce --messages 3 -a recursive-doubling", 12},
      {"-n complete --processors 8 -c allreduce --messages 8 -a rabenseifner", 14},
      {"-n complete --processors 4 -c reduce-scatter --messages 2 -a recursive-halving", 6},
      {"-n complete --processors 7 -c reduce --source 2", 3},
      {"-n hypercube --dimensions 2 -p single -c reduce-scatter -a recursive-halving", 3}};
  for (const auto& [plan, cycles] : plans) {
    CAPTURE(plan);
    REQUIRE(call(words("plan " + plan + " --format msccl -o " + file)).status == 0);
    const std::string on =
        plan.starts_with("-n hyper") ? " -n hypercube --dimensions 2 -p single" : "";
    const Finished run = call(words("run " + file + on + " --json -"));
    INFO(run.err);
    REQUIRE(run.status == 0);
    CHECK(run.json()["trace_equals_plan"] == true);
    CHECK(run.json()["hardware"]["cycles"] == cycles);
    CHECK(run.json()["hardware"]["delivered"] == run.json()["hardware"]["expected"]);
  }
}

TEST_CASE("MSCCL programs that add run through switches, which relay") {
  const Folder folder;
  const std::string file = folder.file("a.xml");
  const std::string dot = folder.write(
      "two.dot",
      "graph { s0 [role=switch]; s1 [role=switch]; g0 -- s0; g1 -- s0; g2 -- s1; g3 -- s1; "
      "s0 -- s1 }\n");
  const std::string on = " --network " + dot;
  for (const std::string plan :
       {"allreduce --messages 4 -a ring", "allreduce --messages 4 -a rabenseifner",
        "allreduce --messages 2 -a recursive-doubling",
        "reduce-scatter --messages 2 -a recursive-halving",
        "reduce --messages 3 --source 1 -a binomial"}) {
    CAPTURE(plan);
    REQUIRE(call(words("plan -n complete --processors 4 -c " + plan + " --format msccl -o " + file))
                .status == 0);
    for (const char* ports : {" -p multi", " -p single"}) {
      const Finished run = call(words("run " + file + on + ports + " --json -"));
      INFO(run.err << run.out);
      REQUIRE(run.status == 0);
      CHECK(run.json()["trace_equals_plan"] == true);
      CHECK(run.json()["hardware"]["delivered"] == run.json()["hardware"]["expected"]);
    }
  }
  // A chunk goes 2 * (4 - 1) = 6 steps along the ring, over 2 and 3 links in turn: 3 * (2 + 3).
  REQUIRE(call(words("plan -n complete --processors 4 -c allreduce --messages 4 -a ring --format "
                     "msccl -o " +
                     file))
              .status == 0);
  CHECK(call(words("run " + file + on + " -p multi --json -")).json()["hardware"]["cycles"] == 15);
  // Here neighbours in the ring of ranks are at different switches, so all paths have 3 links.
  CHECK(call(words("run " + file + on + " --place g0,g2,g1,g3 -p multi --json -"))
            .json()["hardware"]["cycles"] >= 6 * 3);
  // Saved as a schedule file, the program runs in the same time.
  const std::string saved = folder.file("plan.txt"), again = folder.file("b.xml");
  REQUIRE(call(words("run " + file + on + " -p multi --save-plan " + saved)).status == 0);
  CHECK(call(words("run " + saved + " --json -")).json()["hardware"]["cycles"] == 15);
}

TEST_CASE("an MSCCL program whose sums no schedule has is checked and not run") {
  const Folder folder;
  // GPU 1 sends its own value after it has received GPU 0's value.
  std::string text = kSum;
  const std::string second = R"(<gpu id="1")";
  text = text.substr(0, text.find(second)) +
         R"(<gpu id="1" i_chunks="1" o_chunks="1" s_chunks="1"><tb id="0" send="0" recv="0">
<step s="0" type="r" srcbuf="i" srcoff="0" dstbuf="s" dstoff="0"/>
<step s="1" type="s" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0"/>
<step s="2" type="cpy" srcbuf="i" srcoff="0" dstbuf="o" dstoff="0"/>
<step s="3" type="re" srcbuf="s" srcoff="0" dstbuf="o" dstoff="0"/></tb></gpu></algo>)";
  const std::string file = folder.write("sum.xml", text);
  const Finished checked = call(words("check " + file));
  CHECK(checked.status == 0);
  CHECK_THAT(checked.out, Contains("what allreduce needs") && Contains("in 2 cycles"));
  const Finished run = call(words("run " + file));
  CHECK(run.status == 2);
  CHECK(run.one_line());
  CHECK_THAT(run.err, Contains("use romcast check"));
}

TEST_CASE("an MSCCL program that lies about itself ends with one line and status 2") {
  const Folder folder;
  std::string text = kSum;
  text.replace(text.find("rrc"), 3, "r\"  ");
  text.replace(text.find("r\"  \""), 5, "r\"");
  const std::string file = folder.write("lie.xml", text);
  for (const char* command : {"check", "run", "rom -o x", "view -o x.html"}) {
    const Finished done = call(words(fmt::format("{} {}", command, file)));
    CHECK(done.status == 2);
    CHECK(done.one_line());
    CHECK_THAT(done.err, Contains("lie.xml:4: gpu 0 tb 0 step 1: chunk 0 of the output holds"));
  }
}

TEST_CASE("what an MSCCL program says itself may not be said again") {
  const Folder folder;
  const std::string file = folder.write("sum.xml", kSum);
  for (const char* option : {"-c allgather", "--messages 2", "--latency 3", "-a ring",
                             "--network ring --processors 5", "--format goal", "--ports multi"}) {
    const Finished done = call(words(fmt::format("run {} {}", file, option)));
    INFO(option);
    CHECK(done.status == 2);
    CHECK(done.one_line());
  }
}

TEST_CASE("an MSCCL program of a custom collective runs as what its outputs hold") {
  const Folder folder;
  // GPU 0 sends its chunk and copies it to its own output; GPU 1 only receives.
  const std::string file = folder.write(
      "custom.xml",
      R"(<algo name="half" ngpus="2" coll="custom"><gpu id="0" i_chunks="1" o_chunks="1">
<copy i_off="0" o_off="0"/><tb id="0" send="1" recv="-1">
<step s="0" type="nop" hasdep="0"/>
<step s="1" type="s" srcbuf="i" srcoff="0" depid="0" deps="0"/></tb></gpu>
<gpu id="1" i_chunks="0" o_chunks="1"><tb id="0" send="-1" recv="0">
<step s="0" type="r" dstbuf="o" dstoff="0"/></tb></gpu></algo>)");
  const Finished run = call(words("run " + file + " --json -"));
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK(run.json()["hardware"]["cycles"] == 1);
  CHECK(run.json()["hardware"]["delivered"] == 1);
  const std::string warning =
      "custom.xml:3: gpu 0 tb 0 step 0: hasdep=\"0\", but line 4 waits for it: MSCCL's runtime "
      "would "
      "hang";
  CHECK_THAT(run.json()["plan"]["note"].get<std::string>(), EndsWith(warning));
  const Finished checked = call(words("check " + file + " --json -"));
  const std::string note = checked.json()["plan"]["note"].get<std::string>();
  CHECK_THAT(note, Contains("\"custom\" does not say"));
  CHECK_THAT(note, Contains("1 copy of a chunk from input to output before the first step"));
  CHECK_THAT(note, EndsWith(warning));
}

TEST_CASE("several ports of fully connected GPUs are for broadcasts, with links for all") {
  const Folder folder;
  const std::string file = folder.file("a.xml");
  REQUIRE(call(words("plan -n complete --processors 3 -c allgather --format msccl -o " + file))
              .status == 0);
  const Finished refused = call(words("run " + file + " --ports 2"));
  CHECK(refused.status == 2);
  CHECK(refused.one_line());
  CHECK_THAT(refused.err, Contains("--ports 2") && Contains("a network of links") &&
                              Contains("MSCCL programs with several ports are broadcasts only"));
  // In a ring of three all ranks are neighbours.
  const Finished run =
      call(words("run " + file + " -n ring --processors 3 --ports multi --json -"));
  INFO(run.err);
  REQUIRE(run.status == 0);
  CHECK(run.json()["hardware"]["delivered"] == 6);
  REQUIRE(call(words("plan -n complete --processors 4 -c broadcast --format msccl -o " + file))
              .status == 0);
  CHECK(call(words("run " + file + " --ports 3")).status == 0);
}

TEST_CASE("ports that a network has not are refused with those with which MSCCL programs run") {
  const Folder folder;
  const std::string file = folder.file("a.xml");
  REQUIRE(
      call(words("plan -n ring --processors 6 -c allgather --format msccl -o " + file)).status ==
      0);
  const auto refused = [&](const std::string& options) {
    return refusal("check " + file + " " + options);
  };
  CHECK_THAT(refused("-p multi"), EndsWith("--network complete has single or a number\n"));
  CHECK_THAT(refused("-n ring --processors 6 -p half-multi"),
             EndsWith("--network ring has single, multi or a number\n"));
  CHECK_THAT(refused("-n star --symbols 3 -p 2"), EndsWith("--network star has single, multi\n"));
}

TEST_CASE("a plan that MSCCL has no words for is refused") {
  const Finished done = call(words(
      "plan -n complete --processors 4 -c summation --operands 9 --latency 3 --format msccl"));
  CHECK(done.status == 2);
  CHECK_THAT(done.err, Contains("--format msccl: has no word for --collective summation"));
}
