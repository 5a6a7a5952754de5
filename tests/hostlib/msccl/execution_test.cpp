// SPDX-License-Identifier: Apache-2.0
// msccl::checked() accepts programs that carry out the collective of their attribute `coll`, and
// refuses programs with a single fault.
#include "romcast/msccl/execution.hpp"

#include <catch2/catch.hpp>

#include "hostlib/msccl/msccl_text.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;

TEST_CASE("programs that do what they say pass") {
  CHECK(msccl_trouble(msccl_chain()).empty());
  for (const unsigned n : {2U, 3U, 4U, 7U}) {
    CHECK(msccl_trouble(msccl_ring_allgather(n)).empty());
    CHECK(msccl_trouble(msccl_ring_allreduce(n)).empty());
  }
}

TEST_CASE("a chunk copied before the first step lies in the output") {
  const std::string copy = R"(<copy i_off="0" o_off="0"/>)";
  const std::string without = msccl_with(msccl_chain(), msccl_step(1, "cpy", "i0", "o0"), "");
  const std::string text =
      msccl_with(without, R"(<tb id="0" send="1")", copy + R"(<tb id="0" send="1")");
  CHECK(msccl_trouble(text) == "");
  // A step may send the copied chunk without waiting for an earlier step.
  CHECK(msccl_trouble(msccl_with(text, msccl_step(0, "s", "i0", "o0"),
                                 msccl_step(0, "s", "o0", "o0"))) == "");
  CHECK_THAT(msccl_trouble(msccl_with(text, R"(o_off="0")", R"(o_off="1")")),
             Contains("x.xml:3: gpu 0: copies o 1 where that buffer has 1 chunks"));
  CHECK_THAT(msccl_trouble(msccl_with(text, R"(i_off="0")", R"(i_off="1")")),
             Contains("copies i 1"));
}

TEST_CASE("copies before the first step that leave their buffer are refused with their line") {
  std::string many;
  for (int i = 0; i < 200; ++i) many += R"(<copy i_off="0" o_off="0" cnt="1048576"/>)";
  CHECK_THAT(msccl_trouble(msccl_with(msccl_chain(), R"(<tb id="0" send="1")",
                                      many + R"(<tb id="0" send="1")")),
             Contains("x.xml:3: gpu 0: copies o 1 where that buffer has 1 chunks"));
}

TEST_CASE("in place a chunk is copied onto itself") {
  std::string ring = msccl_ring_allgather(3);
  ring = msccl_with(ring, R"(<tb id="0" send="2")",
                    R"(<copy i_off="0" o_off="1"/><tb id="0" send="2")");
  CHECK(msccl_trouble(ring) == "");
  // A later reception overwrites the copied chunk.
  const std::string other = msccl_with(ring, R"(o_off="1"/>)", R"(o_off="0"/>)");
  CHECK(msccl_trouble(other) == "");
}

TEST_CASE("a custom program may bring anything anywhere, but is bound to its buffers") {
  CHECK(msccl_trouble(msccl_shift(4)) == "");
  CHECK_THAT(msccl_trouble(msccl_with(msccl_shift(4), msccl_step(0, "r", "i0", "o0"),
                                      msccl_step(0, "r", "i0", "o1"))),
             Contains("gpu 1 tb 1 step 0: o 1 where that buffer has 1 chunks"));
  CHECK_THAT(msccl_trouble(msccl_with(msccl_shift(4), msccl_step(0, "s", "i0", "o0"),
                                      msccl_step(0, "s", "o0", "o0"))),
             Contains("o 0 where that buffer has 0 chunks"));
}

TEST_CASE("the GPU that a broadcast starts from is found") {
  const msccl::Program program = read_msccl_text(msccl_chain());
  const msccl::Execution execution = msccl::checked(program);
  CHECK(msccl::root_of(program, execution) == 0);
  REQUIRE(execution.transfers().size() == 2);
  CHECK(execution.transfers()[1].brought_by == 0);
}

TEST_CASE("thread blocks that wait for each other are a deadlock") {
  // Both GPUs receive before they send, a deadlock.
  std::string text = R"(<algo ngpus="2" nchunksperloop="2" coll="allgather" inplace="1">
)";
  for (const unsigned g : {0U, 1U}) {
    const std::string own = fmt::format("o{}", g), other = fmt::format("o{}", 1 - g);
    text += fmt::format(R"(<gpu id="{}" o_chunks="2"><tb id="4" send="{}" recv="{}">)", g, 1 - g,
                        1 - g);
    text += msccl_step(0, "r", other, other) + msccl_step(1, "s", own, own) + "</tb></gpu>";
  }
  CHECK_THAT(
      msccl_trouble(text + "</algo>"),
      Contains("x.xml:2: gpu 0 tb 4 step 0: never starts: it waits for gpu 1 tb 4 step 1, which "
               "waits for gpu 1 tb 4 step 0, which waits for gpu 0 tb 4 step 1"));
}

TEST_CASE("a step that waits for a later one of its thread block never starts") {
  const std::string text = msccl_with(msccl_chain(), R"(depid="-1" deps="-1" hasdep="0" />)",
                                      R"(depid="0" deps="1" hasdep="0" />)");
  CHECK_THAT(msccl_trouble(text),
             Contains("x.xml:4: gpu 0 tb 0 step 0: never starts: it waits for gpu 0 tb 0 step 1, "
                      "which waits for gpu 0 tb 0 step 0: a deadlock"));
}

TEST_CASE("sends and receptions must be as many and as long") {
  const std::string chain = msccl_chain();
  const std::string receive = msccl_step(0, "r", "i0", "o0");
  CHECK_THAT(msccl_trouble(msccl_with(chain, receive, "")),
             Contains("x.xml:10: gpu 1 tb 0 step 0: sends to gpu 2"));
  CHECK_THAT(msccl_trouble(msccl_with(chain, receive, receive + msccl_step(1, "r", "i0", "o0"))),
             Contains("gpu 2 tb 0 step 1: receives from gpu 1"));
  std::string longer = msccl_with(receive, R"(cnt="1")", R"(cnt="2")");
  CHECK_THAT(msccl_trouble(msccl_with(chain, receive, longer)),
             Contains("x.xml:15: gpu 2 tb 0 step 0: cnt=\"2\" where") && Contains("cnt=\"1\""));
}

TEST_CASE("what is not there cannot be read, nor what is outside of a buffer") {
  const std::string chain = msccl_chain();
  const std::string send = msccl_step(0, "s", "i0", "o0");
  CHECK_THAT(msccl_trouble(msccl_with(chain, send, msccl_step(0, "s", "o0", "o0"))),
             Contains("x.xml:4: gpu 0 tb 0 step 0: reads o 0, which holds nothing yet"));
  CHECK_THAT(msccl_trouble(msccl_with(chain, send, msccl_step(0, "s", "i1", "o0"))),
             Contains("i 1 where that buffer has 1 chunks"));
}

TEST_CASE("a program that leaves out a chunk, or swaps two, does not do what it says") {
  const std::string chain = msccl_chain();
  CHECK_THAT(msccl_trouble(msccl_with(chain, msccl_step(1, "cpy", "i0", "o0"), "")),
             Contains("x.xml:2: gpu 0: chunk 0 of the output holds nothing, where "
                      "coll=\"broadcast\" needs chunk 0 of gpu 0"));
  const std::string ring = msccl_ring_allgather(4);
  CHECK_THAT(msccl_trouble(
                 msccl_with(ring, msccl_step(3, "r", "o1", "o1"), msccl_step(3, "r", "o2", "o2"))),
             Contains("gpu 0") && Contains("chunk"));
  CHECK_THAT(msccl_trouble(msccl_with(ring, "allgather", "alltoall")), Contains("alltoall"));
}

TEST_CASE("a chunk may be in a sum only once, and only where sums are meant") {
  const std::string ring = msccl_ring_allreduce(3);
  CHECK_THAT(msccl_trouble(msccl_with(ring, msccl_step(2, "rrcs", "i1", "i1"),
                                      msccl_step(2, "rcs", "i1", "i1"))),
             Contains("a sum of 2 chunks"));
  CHECK_THAT(msccl_trouble(msccl_with(ring, msccl_step(4, "r", "i2", "i2"),
                                      msccl_step(4, "rrc", "i2", "i2"))),
             Contains("gpu 0 tb 0 step 4: adds a chunk to a sum that it is already in"));
  CHECK_THAT(msccl_trouble(msccl_with(msccl_ring_allgather(3), msccl_step(2, "r", "o1", "o1"),
                                      msccl_step(2, "rrc", "o0", "o1"))),
             Contains("gpu 0 tb 0 step 2: type=\"rrc\" adds chunks, which coll=\"allgather\""));
}

TEST_CASE("two thread blocks that use a chunk at the same time are told") {
  // Thread block 1 may add the arrival to i0 before thread block 0 of the same GPU has sent i0.
  std::string text = R"(<algo ngpus="2" nchunksperloop="1" coll="allreduce" inplace="1">
)";
  for (const unsigned g : {0U, 1U}) {
    text += fmt::format(R"(<gpu id="{0}" i_chunks="1"><tb id="0" send="{1}" recv="-1">)", g, 1 - g);
    text += msccl_step(0, "s", "i0", "i0");
    text += fmt::format(R"(</tb><tb id="1" send="-1" recv="{}">)", 1 - g);
    text += msccl_step(0, "rrc", "i0", "i0") + "</tb></gpu>";
  }
  text += "</algo>";
  CHECK_THAT(msccl_trouble(text),
             Contains("gpu 1 tb 1 step 0: uses i 0 at the same time as tb 0 step 0"));
  const std::string free =
      R"(type="rrc" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="1" depid="-1" deps="-1")";
  const std::string waiting =
      R"(type="rrc" srcbuf="i" srcoff="0" dstbuf="i" dstoff="0" cnt="1" depid="0" deps="0")";
  CHECK(msccl_trouble(msccl_with(msccl_with(text, free, waiting), free, waiting)) == "");
}

TEST_CASE("a program for both uses is checked in both") {
  const std::string both = msccl_with(msccl_chain(), R"(inplace="0")", R"(inplace="1")");
  CHECK(msccl_trouble(both).empty());
  // In place, the root's chunk is already in the root's output; out of place, a step must copy the
  // chunk to this output.
  CHECK_THAT(msccl_trouble(msccl_with(both, msccl_step(1, "cpy", "i0", "o0"), "")),
             Contains("out of place"));
}
