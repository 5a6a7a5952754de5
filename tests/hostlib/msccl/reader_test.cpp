// SPDX-License-Identifier: Apache-2.0
#include "romcast/msccl/reader.hpp"

#include <catch2/catch.hpp>

#include "hostlib/msccl/msccl_text.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;
using msccl::Program;
using msccl::StepKind;

TEST_CASE("an MSCCL program is read with all its steps") {
  const Program program = read_msccl_text(msccl_chain());
  CHECK(program.algorithm == "chain");
  CHECK(program.claim == msccl::Claim::broadcast);
  CHECK(program.chunks == 1);
  CHECK_FALSE(program.in_place);
  CHECK(program.out_of_place);
  REQUIRE(program.gpus.size() == 3);
  const msccl::ThreadBlock& block = program.gpus[1].blocks.at(0);
  CHECK(block.send_to == 2);
  CHECK(block.receive_from == 0);
  REQUIRE(block.steps.size() == 1);
  CHECK(block.steps[0].kind == StepKind::receive_copy_send);
  CHECK(block.steps[0].to == msccl::Place{msccl::Buffer::output, 0});
  CHECK(block.steps[0].line == 10);
  CHECK_FALSE(block.steps[0].after);
}

TEST_CASE("attributes that not every generator writes may be missing") {
  const Program ring = read_msccl_text(msccl_ring_allgather(4));
  CHECK(ring.in_place);
  CHECK_FALSE(ring.out_of_place);
  CHECK(ring.chunks_each() == 1);
  const Program without =
      read_msccl_text(msccl_with(msccl_ring_allgather(4), R"(nchunksperloop="4" )", ""));
  CHECK(without.chunks == 4);
  CHECK(read_msccl_text(
            msccl_with(msccl_chain(), R"(outofplace="1" minBytes="0" maxBytes="1024")", ""))
            .out_of_place);
}

TEST_CASE("the dialect with one place per step is read") {
  const std::string text = R"(<?xml version="1.0"?><!-- a pair -->
<algo name="pair" proto="LL" nchannels="1" ngpus="2" coll="allgather" inplace="1">
<gpu id="1" i_chunks="1" o_chunks="2" s_chunks="0">
<tb id="7" send="0" recv="0" chan="0">
<op step="0" type="s" buf="o" off="1" hasdep="1"/>
<op step="1" type="r" buf="o" off="0" depid="7" deps="0"/>
</tb></gpu>
<gpu id="0" i_chunks="1" o_chunks="2" s_chunks="0">
<tb id="0" send="1" recv="1" chan="0">
<op step="0" type="s" buf="o" off="0"/>
<op step="1" type="r" buf="o" off="1"/>
</tb></gpu>
</algo>)";
  CHECK(msccl_trouble(text).empty());
  const Program program = read_msccl_text(text);
  const msccl::Step& last = program.gpus[1].blocks[0].steps[1];
  CHECK(last.count == 1);
  CHECK(last.after == msccl::Dependency{0, 0});
  CHECK_THAT(msccl_trouble(
                 msccl_with(text, R"(type="r" buf="o" off="1")", R"(type="cpy" buf="o" off="1")")),
             Contains("gpu 0 tb 0 step 1") && Contains("one place"));
}

TEST_CASE("what is no MSCCL program is refused with its line and place") {
  const std::string chain = msccl_chain();
  const auto broken = [&](const std::string& old, const std::string& with) {
    return msccl_trouble(msccl_with(chain, old, with));
  };
  CHECK_THAT(msccl_trouble(""), Contains("x.xml:1:"));
  CHECK_THAT(msccl_trouble("<html/>"), Contains("x.xml:1: <html>"));
  CHECK_THAT(msccl_trouble(chain.substr(0, chain.size() / 2)),
             Contains("x.xml:") && Contains("no XML"));
  CHECK_THAT(broken(R"(coll="broadcast")", R"(coll="magic")"), Contains("coll='magic'"));
  CHECK_THAT(broken(R"(ngpus="3")", R"(ngpus="4")"), Contains("no gpu 3"));
  CHECK_THAT(broken(R"(ngpus="3")", R"(ngpus="99999")"), Contains("ngpus"));
  CHECK_THAT(broken(R"(<gpu id="2")", R"(<gpu id="1")"), Contains("x.xml:13: gpu 1 again"));
  CHECK_THAT(broken(R"(type="rcs")", R"(type="fly")"),
             Contains("x.xml:10: gpu 1 tb 0 step 0") && Contains("type='fly'"));
  CHECK_THAT(broken(R"(send="2")", R"(send="-1")"),
             Contains("x.xml:10: gpu 1 tb 0 step 0 type=\"rcs\" where send"));
  CHECK_THAT(broken(R"(recv="0")", R"(recv="-1")"), Contains("where recv"));
  CHECK_THAT(broken(R"(send="2")", R"(send="1")"), Contains("the GPU itself"));
  CHECK_THAT(broken(R"( s="1")", R"( s="2")"), Contains("counted from 0"));
  CHECK_THAT(broken(R"(srcbuf="i")", R"(srcbuf="x")"), Contains("srcbuf='x'"));
  CHECK_THAT(broken(R"(cnt="1")", R"(cnt="0")"), Contains("cnt='0'"));
  CHECK_THAT(broken(R"(cnt="1")", R"(cnt="ten")"), Contains("cnt='ten'"));
  CHECK_THAT(broken(R"(depid="-1")", R"(depid="5")"), Contains("depid=\"5\""));
  CHECK_THAT(broken(R"(depid="-1" deps="-1")", R"(depid="0" deps="9")"), Contains("deps=\"9\""));
  CHECK_THAT(broken("</tb>", "<block/></tb>"), Contains("<block>"));
  CHECK_THAT(broken(R"(i_chunks="1")", R"(i_chunks="-4")"), Contains("i_chunks"));
}

TEST_CASE("chunks to copy before the first step are read, one or several in a row") {
  const std::string text =
      R"(<algo ngpus="1" coll="custom"><gpu id="0" i_chunks="4" o_chunks="4"><tb id="0"></tb>
<copy i_off="3" o_off="0"/><copy i_off="0" o_off="2" cnt="2"/></gpu></algo>)";
  const std::vector<msccl::EarlyCopy> copies = read_msccl_text(text).gpus.at(0).copies;
  REQUIRE(copies.size() == 2);
  CHECK((copies[0].from == 3 && copies[0].to == 0 && copies[0].count == 1 && copies[0].line == 2));
  CHECK((copies[1].from == 0 && copies[1].to == 2 && copies[1].count == 2));
  CHECK_THAT(msccl_trouble(msccl_with(text, R"(o_off="0")", "")),
             Contains("x.xml:2: gpu 0 no attribute o_off"));
}

TEST_CASE("a step that another one waits for though it says hasdep=0 is named") {
  const std::string waits = msccl_with(msccl_step(1, "cpy", "i0", "o0"), R"(depid="-1" deps="-1")",
                                       R"(depid="0" deps="0")");
  const std::string text = msccl_with(msccl_chain(), msccl_step(1, "cpy", "i0", "o0"), waits);
  CHECK(msccl::unannounced_waits(read_msccl_text(text)) ==
        "x.xml:4: gpu 0 tb 0 step 0: hasdep=\"0\", but line 5 waits for it: MSCCL's runtime would "
        "hang");
  CHECK(msccl::unannounced_waits(read_msccl_text(msccl_chain())).empty());
  for (const char* announced : {R"(hasdep="1")", ""}) {
    const std::string told = msccl_with(text, R"(hasdep="0")", announced);
    CHECK(msccl::unannounced_waits(read_msccl_text(told)).empty());
  }
}

TEST_CASE("a connection belongs to one thread block") {
  const std::string twice = msccl_with(msccl_chain(), "</tb>\n</gpu>",
                                       R"(</tb><tb id="1" send="1" recv="-1" chan="0">)" +
                                           msccl_step(0, "s", "i0", "o0") + "</tb>\n</gpu>");
  CHECK_THAT(msccl_trouble(twice), Contains("tb 1 has the connection of tb 0: gpu 1, chan 0"));
}

TEST_CASE("entities of a document type are never followed") {
  const std::string bomb =
      R"(<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "bbbbbbbbbb"><!ENTITY c "&b;&b;">]>
<algo name="&c;" ngpus="1" coll="allgather"><gpu id="0" o_chunks="1"/></algo>)";
  CHECK(read_msccl_text(bomb).algorithm == "&c;");
}
