// SPDX-License-Identifier: Apache-2.0
// ROM rows must make the sends and additions of the plan and no others. The test expands rows as
// the comments at the top of rtl/complete/logp_list.v and logp_cyclic.v define them.
#include "romcast/machines/logp/logp_rom.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <tuple>

#include "romcast/core/algorithm.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/logp_program.hpp"
#include "romcast/machines/bit_row.hpp"

using namespace romcast;
using Catch::Contains;

namespace {

struct Machine {
  std::string algorithm;
  CollectiveKind kind = CollectiveKind::broadcast;
  std::uint32_t n = 2, latency = 1, overhead = 0, gap = 1, m = 1;
  NodeId source = 0;
};

struct Made {
  Complete network;
  Problem problem;
  Plan plan;

  explicit Made(const Machine& c)
      : network(c.n),
        problem{std::make_shared<Complete>(c.n),
                Collective(c.kind, c.n, c.source, c.m),
                Ports{Ports::Kind::single},
                {},
                {.latency = c.latency, .overhead = c.overhead, .gap = c.gap}} {
    const Algorithm& algorithm = find_algorithm(c.algorithm, problem);
    problem.timing.buffered = algorithm.buffered;
    plan = algorithm.build(problem);
  }
  [[nodiscard]] TimedRoms timed() const {
    return compile_timed_roms(network, problem.collective, problem.timing, plan.open);
  }
  [[nodiscard]] CyclicRoms cyclic() const {
    return cyclic_roms(network, problem.collective, *plan.hints.find<LogpProgram>());
  }
};

using Key = std::tuple<std::uint64_t, NodeId, NodeId, std::uint64_t>;  // time, from, to, message

// Returns the sends and the single additions of a plan, sorted by time. Omits hops from a processor
// to itself, which take a message from a queue.
std::vector<Key> told_by(const OpenSchedule& open) {
  std::vector<Key> all;
  std::vector<Hop> hops;
  for (const auto pass = open(); pass->next(hops);) {
    for (const Hop& hop : hops) {
      const std::uint64_t time = hop.cycle - std::uint64_t{1};
      if (hop.message == kAdd) {
        for (NodeId i = 0; i < hop.to; ++i) all.emplace_back(time + i, hop.link, 0, kAdd);
      } else if (hop.to != hop.link) {
        all.emplace_back(time, hop.link, hop.to, hop.message);
      }
    }
  }
  std::ranges::sort(all);
  return all;
}

std::uint64_t absolute(const Collective& collective, NodeId from, NodeId to, std::uint64_t number) {
  const std::uint64_t n = collective.processors(), each = collective.messages();
  if (collective.kind() == CollectiveKind::allgather) return from * each + number;
  if (collective.kind() == CollectiveKind::alltoall) return (from * n + to) * each + number;
  return number;
}

// Returns the sends and the single additions of all rows, sorted by time. Each row waits and acts
// `times` + 1 times.
std::vector<Key> expanded(const Collective& collective, const TimedRoms& roms) {
  const auto n = static_cast<NodeId>(collective.processors());
  std::vector<Key> all;
  for (NodeId v = 0; v < n; ++v) {
    std::uint64_t time = 0;
    for (const TimedRow& row : roms.lists.at(roms.list_of.at(v))) {
      for (std::uint64_t i = 0; i <= row.times; ++i) {
        time += row.wait;
        const auto to = static_cast<NodeId>((v + row.to + (row.next_node ? i : 0)) % n);
        const std::uint64_t number = row.message + (row.next_message ? i : 0);
        if (row.op == TimedRow::Op::add) {
          all.emplace_back(time, v, 0, kAdd);
        } else if (row.op != TimedRow::Op::wait) {
          all.emplace_back(time, v, to, absolute(collective, v, to, number));
        }
        ++time;
      }
    }
  }
  std::ranges::sort(all);
  return all;
}

std::vector<Key> expanded(const Collective& collective, const CyclicRoms& roms) {
  const auto n = static_cast<NodeId>(collective.processors());
  std::vector<Key> all;
  for (NodeId v = 0; v < n; ++v) {
    if (roms.block_of.at(v) == kNone) continue;
    const std::vector<CyclicRow>& rows = roms.blocks.at(roms.block_of[v]);
    for (std::uint64_t x = roms.first.at(v), round = 0; x < roms.items; x += rows.size(), ++round) {
      for (std::size_t j = 0; j < rows.size(); ++j) {
        const std::uint64_t to = rows[j].base + (x + rows[j].offset) % rows[j].size;
        all.emplace_back(roms.start.at(v) + round * rows.size() + j, v,
                         static_cast<NodeId>((to + collective.source()) % n), x);
      }
    }
  }
  std::ranges::sort(all);
  return all;
}

void check(const Machine& c) {
  CAPTURE(c.algorithm, name(c.kind), c.n, c.latency, c.overhead, c.gap, c.m, c.source);
  const Made made(c);
  const std::vector<Key> told = told_by(made.plan.open);
  REQUIRE(!told.empty());
  REQUIRE(expanded(made.problem.collective, made.timed()) == told);
  const auto& program = made.plan.hints.find<LogpProgram>();
  if (!program || program->pace != 1) return;
  REQUIRE(expanded(made.problem.collective, made.cyclic()) == told);
}

// Latency, overhead and gap.
constexpr std::uint32_t kTimes[][3] = {{1, 0, 1}, {2, 0, 1}, {5, 0, 1}, {6, 2, 4},
                                       {5, 2, 4}, {4, 3, 1}, {3, 0, 5}};

TimedRoms compiled(const Machine& c, std::vector<Hop> hops) {
  return compile_timed_roms(Complete(c.n), Collective(c.kind, c.n, c.source, c.m),
                            {.latency = c.latency, .overhead = c.overhead, .gap = c.gap},
                            stored_schedule(std::move(hops)));
}

}  // namespace

TEST_CASE("timed rows make the hops of every algorithm that moves messages") {
  for (const auto& [latency, overhead, gap] : kTimes) {
    for (const std::uint32_t n : {2U, 3U, 8U, 21U}) {
      const Machine c{
          .n = n, .latency = latency, .overhead = overhead, .gap = gap, .source = n / 3};
      const auto with = [&c](const char* algorithm, CollectiveKind kind, std::uint32_t m) {
        Machine result = c;
        result.algorithm = algorithm;
        result.kind = kind;
        result.m = m;
        return result;
      };
      check(with("optimal-tree", CollectiveKind::broadcast, 1));
      for (const std::uint32_t m : {1U, 2U, 3U}) {
        check(with("cyclic", CollectiveKind::allgather, m));
        check(with("cyclic", CollectiveKind::alltoall, m));
      }
    }
  }
}

TEST_CASE("timed rows make the hops of every algorithm that combines") {
  for (const auto& [latency, overhead, gap] : kTimes) {
    for (const std::uint32_t n : {2U, 3U, 8U, 21U}) {
      Machine c{.n = n, .latency = latency, .overhead = overhead, .gap = gap, .source = n - 1};
      c.algorithm = "reversed-tree";
      c.kind = CollectiveKind::reduce;
      check(c);
      c.algorithm = "combining";
      c.kind = CollectiveKind::allreduce;
      check(c);
      c.algorithm = "summation-tree";
      c.kind = CollectiveKind::summation;
      for (const std::uint32_t operands : {2U, 79U, 300U}) {
        c.m = operands;
        check(c);
      }
    }
  }
}

TEST_CASE("rows make the hops of broadcasts of many items") {
  for (std::uint32_t latency = 1; latency <= 6; ++latency) {
    for (const std::uint32_t n : {2U, 3U, 9U, 10U, 14U, 42U}) {
      for (const std::uint32_t m : {1U, 7U, 40U}) {
        check({.algorithm = "block-cyclic", .n = n, .latency = latency, .m = m, .source = n / 2});
        check({.algorithm = "buffered", .n = n, .latency = latency, .m = m, .source = n - 1});
      }
    }
  }
  check({.algorithm = "block-cyclic", .n = 42, .latency = 6, .overhead = 2, .gap = 4, .m = 9});
  check({.algorithm = "single-sending", .n = 42, .latency = 3, .m = 30, .source = 5});
}

TEST_CASE("the ROM of a block-cyclic broadcast does not depend on the number of items") {
  for (const std::uint32_t n : {10U, 42U, 200U}) {
    Machine c{.algorithm = "block-cyclic", .n = n, .latency = 4, .m = 3, .source = 2};
    const Made few(c);
    c.m = 5000;
    const Made many(c);
    REQUIRE(few.plan.hints.find<LogpProgram>());
    const CyclicRoms a = few.cyclic(), b = many.cyclic();
    CHECK(a.blocks == b.blocks);
    CHECK(a.block_of == b.block_of);
    CHECK(a.first == b.first);
    CHECK(a.start == b.start);
    CHECK(b.items == 5000);
    CHECK(LogpRoms{.cyclic = a}.size().bits_total == LogpRoms{.cyclic = b}.size().bits_total);
  }
}

TEST_CASE("members of a block run one program and step by its size") {
  const Made made({.algorithm = "block-cyclic", .n = 100, .latency = 5, .m = 50, .source = 7});
  const CyclicRoms roms = made.cyclic();
  std::map<std::uint32_t, std::set<std::uint32_t>> firsts;
  for (NodeId v = 0; v < 100; ++v) {
    if (roms.block_of[v] != kNone) firsts[roms.block_of[v]].insert(roms.first[v]);
  }
  REQUIRE(firsts.size() == roms.blocks.size());
  for (const auto& [block, members] : firsts) {
    const std::vector<CyclicRow>& rows = roms.blocks[block];
    CHECK(members.size() == rows.size());
    CHECK(*members.rbegin() + 1 == rows.size());
    for (const CyclicRow& row : rows) CHECK(row.step == rows.size() % row.size);
  }
  CHECK(roms.block_of[7] == 0);
}

TEST_CASE("alltoall and allreduce run one program on all processors") {
  for (const std::uint32_t n : {2U, 5U, 64U, 300U}) {
    CAPTURE(n);
    const Machine c{.n = n, .latency = 6, .overhead = 2, .gap = 4};
    Machine exchange = c, combining = c;
    exchange.algorithm = "cyclic";
    exchange.kind = CollectiveKind::alltoall;
    combining.algorithm = "combining";
    combining.kind = CollectiveKind::allreduce;
    const TimedRoms all = Made(exchange).timed();
    CHECK(all.lists.size() == 1);
    CHECK(Made(combining).timed().lists.size() == 1);
  }
}

TEST_CASE("an alltoall without overheads is a send and its repetitions") {
  for (const std::uint32_t n : {3U, 5U, 64U, 300U}) {
    const TimedRoms roms = Made({.algorithm = "cyclic",
                                 .kind = CollectiveKind::alltoall,
                                 .n = n,
                                 .latency = 6,
                                 .gap = 4})
                               .timed();
    // One row is the first send, without a wait. The other row makes the remaining n - 2 sends, one
    // per gap, each to the next processor.
    CHECK(roms.lists.front().size() == 2);
    CHECK(roms.lists.front().back().times == n - 3);
  }
}

TEST_CASE("long waits and many repetitions take several rows", "[exhaustive]") {
  const Machine c{.n = 3, .m = 200'000};
  std::vector<Hop> hops{{1, 0, 9, 1}, {300'001, 0, 8, 2}};
  TimedRoms roms = compiled(c, hops);
  const Collective collective(c.kind, c.n, c.source, c.m);
  CHECK(expanded(collective, roms) == told_by(stored_schedule(hops)));
  // 299,999 idle cycles: a row that does nothing covers 65,536 of them.
  CHECK(roms.lists.at(roms.list_of[0]).size() == 2 + 299'999 / 65'536);
  hops.clear();
  for (Cycle i = 0; i < 150'000; ++i) hops.push_back({2 * i + 5, 0, i, 1});
  roms = compiled(c, hops);
  CHECK(expanded(collective, roms) == told_by(stored_schedule(hops)));
  // The first send waits for 4 cycles, the others for one.
  CHECK(roms.lists.at(roms.list_of[0]).size() == 1 + (149'999 + 65'535) / 65'536);
  for (const TimedRow& row : roms.lists.at(roms.list_of[0])) {
    CHECK(row.times <= kLongestWait);
    CHECK(row.wait <= kLongestWait);
  }
}

TEST_CASE("a row is repeated only while its destination and message go on alike") {
  const Machine c{.n = 9, .m = 64};
  const std::vector<std::vector<Hop>> all{
      {{1, 0, 0, 1}, {2, 0, 0, 2}, {3, 0, 0, 2}, {4, 0, 0, 3}},
      {{1, 0, 0, 1}, {2, 0, 1, 2}, {3, 0, 2, 2}, {4, 0, 3, 3}},
      {{1, 0, 5, 8}, {2, 0, 6, 8}, {3, 0, 7, 8}, {5, 0, 8, 8}, {7, 0, 9, 8}},
      {{1, 0, 3, 1}, {2, 0, 2, 1}, {3, 0, 1, 1}, {9, 0, 1, 7}, {10, 0, 1, 8}},
      {{1, 4, 1, 8}, {2, 4, 2, 0}, {3, 4, 3, 1}}};  // destinations count modulo 9
  for (const std::vector<Hop>& hops : all) {
    CHECK(expanded(Collective(c.kind, c.n, c.source, c.m), compiled(c, hops)) ==
          told_by(stored_schedule(hops)));
  }
  const TimedRoms wraps = compiled(c, {{1, 4, 1, 7}, {2, 4, 1, 8}, {3, 4, 1, 0}, {4, 4, 1, 1}});
  CHECK(wraps.lists.at(wraps.list_of[4]) ==
        TimedList{
            {.op = TimedRow::Op::stored, .next_node = true, .times = 3, .message = 1, .to = 3}});
}

TEST_CASE("a processor that would begin two things at once is refused") {
  const Machine moving{.n = 3, .m = 2};
  CHECK_THROWS_WITH(compiled(moving, {{1, 1, 0, 2}, {4, 0, 0, 1}, {4, 0, 1, 2}}),
                    Contains("cycle 4: processor 0"));
  const Machine summing{.kind = CollectiveKind::summation, .n = 2, .m = 9};
  CHECK_THROWS_WITH(compiled(summing, {{3, 1, kAdd, 5}, {7, 1, 0, 0}}),
                    Contains("cycle 7: processor 1"));
  CHECK_NOTHROW(compiled(summing, {{3, 1, kAdd, 5}, {8, 1, 0, 0}}));
}

TEST_CASE("a row of a collective that combines needs what has been received by then") {
  // p2 can use its first received message from time 9 on and its second from time 14 on. p2 sends
  // at times 8, 9 and 14.
  const Machine c{.kind = CollectiveKind::reduce, .n = 4, .latency = 5, .overhead = 2, .gap = 4};
  const TimedRoms roms =
      compiled(c, {{1, 0, 0, 2}, {6, 1, 0, 2}, {9, 2, 0, 3}, {10, 2, 0, 3}, {15, 2, 0, 3}});
  std::vector<std::uint32_t> needs;
  for (const TimedRow& row : roms.lists.at(roms.list_of[2])) {
    for (std::uint32_t i = 0; i <= row.times; ++i) needs.push_back(row.need);
  }
  CHECK(needs == std::vector<std::uint32_t>{0, 1, 2});
}

TEST_CASE("of two messages that come together the one taken first gets the lane that is older") {
  const Complete network(4);
  const Collective collective(CollectiveKind::broadcast, 4, 0, 2);
  const Timing timing{.latency = 2, .buffered = true};
  for (const bool swapped : {false, true}) {
    const MessageId first = swapped ? 1 : 0;
    const TimedRoms roms = compile_timed_roms(
        network, collective, timing,
        stored_schedule({{1, 0, 0, 3}, {1, 1, 1, 3}, {2, 3, first, 3}, {3, 3, 1 - first, 3}}));
    CHECK(roms.lists.at(roms.list_of[0]).front().lane == (swapped ? 1 : 0));
    CHECK(roms.lists.at(roms.list_of[1]).front().lane == (swapped ? 0 : 1));
  }
  const auto three = [&] {
    (void)compile_timed_roms(
        network, Collective(CollectiveKind::broadcast, 4, 0, 3), timing,
        stored_schedule(
            {{5, 0, 0, 3}, {5, 1, 1, 3}, {5, 2, 2, 3}, {6, 3, 0, 3}, {7, 3, 1, 3}, {8, 3, 2, 3}}));
  };
  CHECK_THROWS_WITH(three(), Contains("cycle 5") && Contains("processor 3"));
}

TEST_CASE("lanes of buffered broadcasts never meet") {
  for (std::uint32_t latency = 2; latency <= 6; ++latency) {
    for (const std::uint32_t n : {8U, 21U, 42U}) {
      const Made made({.algorithm = "buffered", .n = n, .latency = latency, .m = 12});
      const TimedRoms roms = made.timed();
      std::set<std::tuple<std::uint64_t, NodeId, std::uint32_t>> seen;  // time, to, lane
      std::size_t sends = 0;
      for (NodeId v = 0; v < n; ++v) {
        std::uint64_t time = 0;
        for (const TimedRow& row : roms.lists.at(roms.list_of.at(v))) {
          for (std::uint32_t i = 0; i <= row.times; ++i, ++time, ++sends) {
            time += row.wait;
            seen.emplace(time, (v + row.to + (row.next_node ? i : 0)) % n, row.lane);
            REQUIRE(row.lane < 2);
          }
        }
      }
      CHECK(seen.size() == sends);
    }
  }
}

TEST_CASE("packed rows of LogP machines have the fields of the hardware") {
  const LogpFields fields{
      .line_bits = 7, .span_bits = 9, .need_bits = 5, .tag_bits = 20, .size_bits = 6, .lanes = 2};
  const ControlWord timed = packed_row(fields, TimedRow{.op = TimedRow::Op::add,
                                                        .next_node = true,
                                                        .times = 511,
                                                        .wait = 300,
                                                        .need = 17,
                                                        .message = 0xabcde,
                                                        .to = 45,
                                                        .lane = 1});
  std::vector<std::uint32_t> found;
  std::size_t at = 0;
  for (const unsigned bits : {7U, 20U, 5U, 9U, 9U, 1U, 1U, 2U}) {
    found.push_back(get_bits(timed, at, bits));
  }
  CHECK(found == std::vector<std::uint32_t>{91, 0xabcde, 17, 300, 511, 0, 1, 3});
  CHECK(timed.size() == (at + 31) / 32);
  const ControlWord cyclic =
      packed_row(fields, CyclicRow{.base = 33, .size = 63, .offset = 62, .step = 11});
  found.clear();
  at = 0;
  for (const unsigned bits : {7U, 6U, 6U, 6U}) found.push_back(get_bits(cyclic, at, bits));
  CHECK(found == std::vector<std::uint32_t>{66, 11, 62, 63});
}

TEST_CASE("sizes of ROMs count fields as narrow as all rows allow") {
  TimedRoms timed;
  timed.lists = {{{.op = TimedRow::Op::stored, .times = 5, .wait = 9, .message = 3, .to = 16},
                  {.op = TimedRow::Op::stored, .need = 2}},
                 {{.op = TimedRow::Op::add}}};
  // Bits of a row: 4 for op and flags, 4 for `times` and 4 for `wait` (the largest value in these
  // two fields is 9), 2 for `need` (largest value 2), 2 for `message` (3), and 5 for `to` (16).
  RomSize size = LogpRoms{.timed = timed}.size();
  CHECK(size.images == 2);
  CHECK(size.words_max == 2);
  CHECK(size.word_bits == 4 + 8 + 2 + 2 + 5);
  CHECK(size.bits_total == 3 * 21);
  CyclicRoms cyclic;
  cyclic.blocks = {{{.base = 8, .size = 7, .offset = 6, .step = 1}}};
  size = LogpRoms{.cyclic = cyclic}.size();
  CHECK(size.word_bits == 4 + 3 * 3);
  CHECK(size.bits_total == 13);
}

TEST_CASE("a relative number is 0 to M-1 for what the sender has for the receiver, and goes back") {
  constexpr std::uint32_t n = 5, each = 3;
  for (const CollectiveKind kind : {CollectiveKind::allgather, CollectiveKind::alltoall}) {
    const Collective collective(kind, n, 0, each);
    for (MessageId message = 0; message < collective.message_numbers(); ++message) {
      for (NodeId from = 0; from < n; ++from) {
        const NodeId to = (from + 2) % n;
        const MessageId relative = relative_number(collective, from, to, message);
        CHECK(relative < collective.message_numbers());
        CHECK(absolute_number(collective, from, to, relative) == message);
        const bool direct = collective.origin(message) == from && collective.wants(message, to);
        CHECK((relative < each) == direct);
      }
    }
  }
}
