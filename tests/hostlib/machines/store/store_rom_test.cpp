// SPDX-License-Identifier: Apache-2.0
// ROMs of star graphs: hand-written and random schedules must run unchanged from ROMs or be
// refused. Images run in the replay (star_replay.hpp), which interprets images by the definition in
// rtl/direct.
#include "romcast/machines/store/store_rom.hpp"

#include <algorithm>
#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "conformance/star_replay.hpp"
#include "hostlib/test_hops.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/star_graph.hpp"
#include "romcast/judge/judge.hpp"

using namespace romcast;
using namespace romcast::test;
using Catch::Contains;
using enum CollectiveKind;

namespace {

constexpr Timing kPlain{};

StoreRoms compile(const StarGraph& star, const Collective& collective, Ports ports, Timing timing,
                  const std::vector<Hop>& hops, std::uint32_t places = 0) {
  return compile_store_roms(star, collective, ports, stored_schedule(hops),
                            {.timing = timing, .places = places});
}

std::string refusal(const StarGraph& star, const Collective& collective, Ports ports, Timing timing,
                    const std::vector<Hop>& hops, std::uint32_t places = 0) {
  try {
    compile(star, collective, ports, timing, hops, places);
  } catch (const InputError& error) {
    return error.what();
  }
  return "accepted";
}

void check_replay(const StarGraph& star, const Collective& collective, Ports ports, Timing timing,
                  const std::vector<Hop>& hops) {
  const StoreRoms roms = compile(star, collective, ports, timing, hops);
  const bool same = replay(star, collective, timing, roms) == sorted_hops(stored_schedule(hops));
  CHECK(same);  // not CHECK(a == b), as both values are too long to print
}

MessageId message(const StarGraph& star, const char* from, const char* to) {
  return static_cast<MessageId>(star.find_node(from) * star.nodes() + star.find_node(to));
}

// Makes random hops: nodes send any of their messages to any neighbour while link and ports are
// free. No multicast message goes to a node that has or awaits the message.
class Wanderers {
 public:
  Wanderers(const StarGraph& star, const Collective& collective, Ports ports, Timing timing,
            unsigned seed)
      : star_(star),
        collective_(collective),
        single_(ports.single()),
        timing_(timing),
        random_(seed),
        held_(star.nodes()),
        seen_(star.nodes()),
        link_until_(star.links(), 0),
        sends_until_(star.nodes(), 0),
        receives_until_(star.nodes(), 0) {
    for (std::uint64_t i = 0; i < collective.message_numbers(); ++i) {
      const auto m = static_cast<MessageId>(i);
      const NodeId from = collective.origin(m);
      if (collective.destination(m) == from) continue;
      held_[from].push_back({m, 0});
      own_ += 1;
    }
  }

  // Returns the hops of a run that goes on for some cycles after every message has left its origin.
  std::vector<Hop> wander() {
    Cycle last = 0;
    for (Cycle now = 1; last == 0 || now < last; ++now) {
      for (LinkId i = 0; i < star_.links(); ++i) {
        const auto link = static_cast<LinkId>(below(static_cast<std::uint32_t>(star_.links())));
        if (below(3) == 0 && free(link, now)) send(link, now);
      }
      if (gone_.size() == own_ && last == 0) last = now + 40;
    }
    return hops_;
  }

 private:
  struct Held {
    MessageId message;
    Cycle since;  // last cycle of the packet that brought the message
  };

  std::uint32_t below(std::uint32_t end) { return static_cast<std::uint32_t>(random_() % end); }

  [[nodiscard]] bool free(LinkId link, Cycle now) const {
    const Channel& channel = star_.channel_at(link);
    return link_until_[link] < now &&
           (!single_ || (sends_until_[channel.from] < now && receives_until_[channel.to] < now));
  }

  // Returns the messages of a new packet, at most 3 (1 without start-up), or an empty list if the
  // node has no message that may be sent. Prefers messages that have not left their origin, so that
  // the run ends soon.
  std::vector<MessageId> choose(const Channel& channel, Cycle now) {
    std::vector<Held>& held = held_[channel.from];
    std::ranges::shuffle(held, random_);
    std::stable_partition(held.begin(), held.end(),
                          [&](const Held& h) { return !gone_.contains(h.message); });
    std::vector<MessageId> chosen;
    const std::size_t most = timing_.startup == 0 ? 1 : 1 + below(3);
    for (const Held& h : held) {
      if (chosen.size() == most) break;
      if (h.since >= now) continue;
      const bool again = collective_.multicast() && (collective_.origin(h.message) == channel.to ||
                                                     seen_[channel.to].contains(h.message));
      if (!again) chosen.push_back(h.message);
    }
    return chosen;
  }

  void send(LinkId link, Cycle now) {
    const Channel& channel = star_.channel_at(link);
    const std::vector<MessageId> packet = choose(channel, now);
    if (packet.empty()) return;
    if (timing_.startup > 0) hops_.push_back({now, link, kStartup});
    Cycle cycle = now + timing_.startup - 1;
    for (const MessageId m : packet) hops_.push_back({cycle += timing_.per_message, link, m});
    link_until_[link] = cycle;
    sends_until_[channel.from] = receives_until_[channel.to] = cycle;
    for (const MessageId m : packet) move(m, channel, cycle);
  }

  void move(MessageId m, const Channel& channel, Cycle complete) {
    gone_.insert(m);
    if (collective_.multicast()) {
      seen_[channel.to].insert(m);
    } else {
      std::erase_if(held_[channel.from], [&](const Held& h) { return h.message == m; });
    }
    if (collective_.destination(m) != channel.to) held_[channel.to].push_back({m, complete});
  }

  const StarGraph& star_;
  const Collective collective_;
  const bool single_;
  const Timing timing_;
  std::mt19937 random_;
  std::vector<std::vector<Held>> held_;    // by node
  std::vector<std::set<MessageId>> seen_;  // by node: messages that it received or that are coming
  std::set<MessageId> gone_;               // messages that left their origin
  std::vector<Cycle> link_until_, sends_until_, receives_until_;
  std::size_t own_ = 0;
  std::vector<Hop> hops_;
};

struct Wandered {
  std::size_t run = 0, refused = 0;
};

// Checks that random schedules run unchanged from their ROMs or are refused. Returns the number of
// schedules that ran and the number of those that were refused.
Wandered wander(const StarGraph& star, CollectiveKind kind, Ports ports) {
  Wandered result;
  for (const Timing timing : {Timing{0, 1}, Timing{0, 3}, Timing{1, 1}, Timing{4, 2}}) {
    for (unsigned seed = 0; seed < 12; ++seed) {
      CAPTURE(star.symbols(), name(kind), ports.name(), timing.startup, timing.per_message, seed);
      const Collective collective(kind, star.nodes(), 3, 1 + seed % 2);
      const std::vector<Hop> hops = Wanderers(star, collective, ports, timing, seed).wander();
      const Verdict verdict = judge(star, collective, ports, stored_schedule(hops), {}, timing);
      // The only violations are messages that did not arrive.
      REQUIRE(verdict.violation_count == verdict.expected - verdict.delivered);
      const std::string refused = refusal(star, collective, ports, timing, hops);
      if (refused == "accepted") {
        check_replay(star, collective, ports, timing, hops);
        ++result.run;
      } else {
        CHECK_THAT(refused, Contains("no ROM can run this schedule"));
        ++result.refused;
      }
    }
  }
  return result;
}

std::uint64_t cycles_of(const RomImage& image) {
  RomReader reader(image);
  std::uint64_t cycles = 0;
  while (const auto run = reader.next()) cycles += run->cycles;
  return cycles;
}

}  // namespace

TEST_CASE("random schedules of single-port star graphs run from their ROMs hop by hop") {
  for (const unsigned symbols : {3U, 4U}) {
    const StarGraph star(symbols);
    for (const CollectiveKind kind : moving_collectives()) {
      CHECK(wander(star, kind, kSingle).refused == 0);
    }
  }
}

TEST_CASE("random schedules of multi-port star graphs run from their ROMs or are refused") {
  for (const unsigned symbols : {3U, 4U}) {
    const StarGraph star(symbols);
    for (const CollectiveKind kind : {broadcast, allgather}) {
      // Multicast messages stay in their stores, so no arrival takes the slot of a leaving message.
      CHECK(wander(star, kind, kMulti).refused == 0);
    }
    std::size_t run = 0;
    for (const CollectiveKind kind : {scatter, gather, alltoall}) {
      run += wander(star, kind, kMulti).run;
    }
    CHECK(run > 20);
  }
}

TEST_CASE("an arrival that would take the place of a message that is still there is refused") {
  const StarGraph star(3);
  const Collective all(alltoall, 6, 0, 1);
  // 213 gets two messages from 123. The first fills slot 0 of the port's bank; the second takes the
  // slot number of the own message that 213 sends in the same cycle: 0, too.
  const std::vector<Hop> schedule{
      {1, star.link(0, 2), message(star, "123", "321")},
      {2, star.link(0, 2), message(star, "123", "312")},
      {2, star.link(star.find_node("213"), 2), message(star, "213", "123")}};
  CHECK_THAT(refusal(star, all, kMulti, kPlain, schedule),
             Contains("cycle 2: 213") && Contains("no ROM can run this schedule"));
  check_replay(star, all, kSingle, kPlain, schedule);  // in a single store the slots differ
}

TEST_CASE("a schedule that sends what is not there is refused with cycle and node") {
  const StarGraph star(3);
  const Collective all(alltoall, 6, 0, 1);
  const MessageId away = message(star, "123", "321");
  for (const Ports ports : {kSingle, kMulti}) {
    CHECK_THAT(refusal(star, all, ports, kPlain, {{4, star.link(star.find_node("213"), 3), away}}),
               Contains("cycle 4: 213 sends message") && Contains("does not hold it"));
    CHECK_THAT(
        refusal(star, all, ports, kPlain, {{1, star.link(0, 2), away}, {2, star.link(0, 3), away}}),
        Contains("cycle 2: 123 sends message") && Contains("does not hold it"));
    CHECK_THAT(
        refusal(star, all, ports, kPlain,  // sent in the cycle of its arrival
                {{1, star.link(0, 2), away}, {1, star.link(star.find_node("213"), 3), away}}),
        Contains("cycle 1: 213"));
  }
  CHECK_THAT(
      refusal(star, Collective(broadcast, 6, 2, 1), kSingle, kPlain, {{1, star.link(0, 2), 0}}),
      Contains("cycle 1: 123 sends message 0"));
}

TEST_CASE("a message of a node to itself is nowhere") {
  const StarGraph star(3);
  CHECK_THAT(refusal(star, Collective(alltoall, 6, 0, 1), kSingle, kPlain,
                     {{1, star.link(0, 2), message(star, "123", "123")}}),
             Contains("cycle 1: 123 sends message 0 but does not hold it"));
}

TEST_CASE("a message that would begin before the first cycle is refused") {
  const StarGraph star(3);
  CHECK_THAT(refusal(star, Collective(alltoall, 6, 0, 1), kSingle, {0, 3},
                     {{2, star.link(0, 2), message(star, "123", "213")}}),
             Contains("cycle 2: 123 sends a message that begins before cycle 1"));
}

TEST_CASE("a message that came home is not there to be sent on") {
  const StarGraph star(3);
  const MessageId home = message(star, "123", "213");
  CHECK_THAT(refusal(star, Collective(alltoall, 6, 0, 1), kSingle, kPlain,
                     {{1, star.link(0, 2), home}, {2, star.link(star.find_node("213"), 3), home}}),
             Contains("cycle 2: 213 sends message"));
}

TEST_CASE("two messages by one port are refused and two by two ports are not") {
  const StarGraph star(3);
  const Collective all(alltoall, 6, 0, 1);
  const MessageId one = message(star, "123", "213"), other = message(star, "123", "321");
  const std::vector<Hop> together{{3, star.link(0, 2), one}, {3, star.link(0, 3), other}};
  CHECK_THAT(refusal(star, all, kSingle, kPlain, together),
             Contains("cycle 3: 123 sends two messages by one port"));
  CHECK(refusal(star, all, kMulti, kPlain, together) == "accepted");
  const std::vector<Hop> same{{3, star.link(0, 2), one}, {3, star.link(0, 2), other}};
  CHECK_THAT(refusal(star, all, kMulti, kPlain, same), Contains("two messages by one port"));
}

TEST_CASE("messages and start-ups that overlap by a cycle are two messages by one port") {
  const StarGraph star(3);
  const Collective all(alltoall, 6, 0, 1);
  const MessageId one = message(star, "123", "213"), other = message(star, "123", "321");
  const LinkId left = star.link(0, 2), right = star.link(0, 3);
  // With 3 cycles per message the two messages are sent in cycles 1..3 and 3..5.
  const std::vector<Hop> slow{{3, left, one}, {5, right, other}};
  CHECK_THAT(refusal(star, all, kSingle, {0, 3}, slow), Contains("two messages by one port"));
  CHECK(refusal(star, all, kSingle, {0, 2}, slow) == "accepted");
  const std::vector<Hop> started{
      {1, left, kStartup}, {4, left, one}, {4, right, kStartup}, {7, right, other}};
  CHECK_THAT(refusal(star, all, kSingle, {3, 1}, started), Contains("two messages by one port"));
  CHECK(refusal(star, all, kMulti, {3, 1}, started) == "accepted");
}

TEST_CASE("ROMs say how many places their programs use, however many there are") {
  const StarGraph star(3);
  const Collective all(alltoall, 6, 0, 2);  // each node has ten own messages
  const auto needed = [&](Ports ports, const std::vector<Hop>& hops) {
    for (const std::uint32_t places : {1U, 10U, 11U}) {
      const StoreRoms roms = compile(star, all, ports, kPlain, hops, places);
      CHECK(roms.store.places == places);
      for (const RomImage& image : roms.images) {
        CHECK(control_bits(image) == store_control_bits(star, roms.store));
      }
    }
    return compile(star, all, ports, kPlain, hops).needed;
  };
  CHECK(needed(kSingle, {}) == 10);
  CHECK(needed(kMulti, {}) == 10);
  // A message that 213 receives for another node gets the slot after 213's own messages, as 213
  // sends nothing.
  const std::vector<Hop> passing{{1, star.link(0, 2), message(star, "123", "321") * 2}};
  CHECK(needed(kSingle, passing) == 11);
  CHECK(needed(kMulti, passing) == 10);  // the arrival is in a bank of its own
}

TEST_CASE("places that nobody asks for are a power of two of at least 32") {
  const StarGraph star(3);
  const auto places = [&](std::uint32_t messages) {
    return compile(star, Collective(alltoall, 6, 0, messages), kSingle, kPlain, {}).store.places;
  };
  CHECK(places(1) == 32);
  CHECK(places(6) == 32);    // 30 own messages
  CHECK(places(7) == 64);    // 35
  CHECK(places(13) == 128);  // 65
}

TEST_CASE("pauses longer than a ROM word are cut") {
  const StarGraph star(3);
  const Collective all(alltoall, 6, 0, 1);
  for (const Cycle pause : {65535U, 65536U, 65537U, 131072U, 131073U}) {
    CAPTURE(pause);
    const std::vector<Hop> hops{{1, star.link(0, 2), message(star, "123", "213")},
                                {pause + 2, star.link(0, 3), message(star, "123", "321")}};
    const StoreRoms roms = compile(star, all, kSingle, kPlain, hops);
    check_replay(star, all, kSingle, kPlain, hops);
    const RomImage& image = roms.images[roms.image_of[0]];
    CHECK(image.words() == 3 + (pause + 65535) / 65536);  // two sends, HALT and the pause
    CHECK(cycles_of(image) == pause + 2);
  }
}

TEST_CASE("packets longer than a ROM word go on in the next one at another place") {
  const StarGraph star(3);
  for (const Timing timing : {Timing{5, 20000}, Timing{65535, 1}, Timing{1, 65535},
                              Timing{0, 65535}, Timing{65535, 2}, Timing{65535, 65535}}) {
    CAPTURE(timing.startup, timing.per_message);
    const Collective all(alltoall, 6, 0, 7);
    std::vector<Hop> hops;
    if (timing.startup > 0) hops.push_back({1, star.link(0, 2), kStartup});
    Cycle cycle = timing.startup;
    for (MessageId m = 0; m < 7; ++m) {
      hops.push_back(
          {cycle += timing.per_message, star.link(0, 2), message(star, "123", "321") * 7 + m});
    }
    check_replay(star, all, kSingle, timing, hops);
    check_replay(star, all, kMulti, timing, hops);
    const StoreRoms roms = compile(star, all, kSingle, timing, hops);
    const RomImage& image = roms.images[roms.image_of[0]];
    CHECK(cycles_of(image) == cycle);
    for (std::size_t word = 0; word + 1 < image.words(); ++word) {
      CHECK(instruction(image, word).is(SequencerOp::run));
    }
  }
}

TEST_CASE("nodes that do the same share an image whatever they are called") {
  const StarGraph star(4);
  const Collective all(allgather, 24, 0, 1);
  std::vector<Hop> hops;
  for (NodeId u = 0; u < 24; ++u) hops.push_back({1, star.link(u, 3), u});
  const StoreRoms alike = compile(star, all, kSingle, kPlain, hops);
  CHECK(alike.images.size() == 1);
  CHECK(alike.orders.size() == 1);
  CHECK(alike.image_of == std::vector<std::uint32_t>(24, 0));
  // One image for the port that sends, and one for the two silent ports.
  CHECK(compile(star, all, kMulti, kPlain, hops).images.size() == 2);
  hops.back().link = star.link(23, 2);
  hops.erase(hops.begin());
  // One node is silent, one sends in dimension 2, and the others send in dimension 3.
  CHECK(compile(star, all, kSingle, kPlain, hops).images.size() == 3);
}

TEST_CASE("there is a word for the port of a single-port node or the bank of a multi-port one",
          "[exhaustive]") {
  const StarGraph star(5);  // four ports, five banks
  CHECK(store_control_bits(star, {1, 32}) == 5 + 2 + 2);
  CHECK(store_control_bits(star, {4, 32}) == 5 + 3 + 2);
  CHECK(store_control_bits(star, {1, 33}) == 6 + 2 + 2);
  CHECK(store_control_bits(star, {1, 1}) == 1 + 2 + 2);
  CHECK(store_control_bits(StarGraph(3), {1, 64}) == 6 + 1 + 2);
  CHECK(store_control_bits(StarGraph(9), {8, 64}) == 6 + 4 + 2);
}

TEST_CASE("a load address has room for the number of each port's ROM") {
  for (unsigned ports = 2; ports <= 64; ++ports) {
    CAPTURE(ports);
    CHECK(std::uint64_t{ports - 1} << rom_select(ports) <= 0xffffffffU);
    if (ports <= 16) CHECK(rom_select(ports) == 28);  // compatible with earlier folders
  }
}

TEST_CASE("own messages in relative terms are those whose origin the node is and each once") {
  const StarGraph star(4);
  for (const CollectiveKind kind : moving_collectives()) {
    for (const std::uint32_t each : {1U, 3U}) {
      CAPTURE(name(kind), each);
      const NodeId root = 17;
      const Collective collective(kind, 24, root, each);
      const bool pairs = kind == alltoall || kind == scatter;
      for (NodeId u = 0; u < 24; ++u) {
        if ((kind == broadcast || kind == scatter) && u != root) continue;
        if (kind == gather && u == root) continue;
        std::set<MessageId> found;
        for (std::uint32_t i = pairs ? each : 0; i < (pairs ? 24 * each : each); ++i) {
          const MessageId m = own_message(star, collective, u, i);
          REQUIRE(m < collective.message_numbers());
          REQUIRE(collective.origin(m) == u);
          REQUIRE(m % each == i % each);
          if (pairs) REQUIRE(collective.destination(m) == star.times(u, i / each));
          found.insert(m);
        }
        CHECK(found.size() == collective.own_messages(u));
      }
    }
  }
}

TEST_CASE("the order of own messages is that of their first sends in relative terms") {
  const StarGraph star(3);
  const Collective all(alltoall, 6, 0, 2);
  const NodeId u = star.find_node("231");
  std::vector<Hop> hops;
  std::vector<std::uint32_t> expected;
  Cycle cycle = 0;
  for (const std::uint32_t relative : {7U, 2U, 11U, 3U}) {
    hops.push_back({++cycle, star.link(u, 3), own_message(star, all, u, relative)});
    expected.push_back(relative);
  }
  const StoreRoms roms = compile(star, all, kSingle, kPlain, hops);
  std::vector<std::uint32_t> order = roms.orders[roms.order_of[u]];
  order.resize(expected.size());
  CHECK(order == expected);
}

TEST_CASE("own messages that are never sent leave arrivals where the node puts them") {
  const StarGraph star(3);
  const Collective all(alltoall, 6, 0, 1);
  const NodeId a = 0, b = star.neighbour(a, 2);
  // Node `b` forwards node `a`'s message and sends none of its own messages.
  check_replay(star, all, kSingle, kPlain,
               {{1, star.link(a, 2), message(star, "123", "312")},
                {2, star.link(b, 3), message(star, "123", "312")}});
}
