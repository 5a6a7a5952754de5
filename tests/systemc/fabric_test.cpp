// SPDX-License-Identifier: Apache-2.0
#include "systemc/fabric.hpp"

#include <catch2/catch.hpp>
#include <new>
#include <vector>

using namespace romcast;

namespace {

// Node 0 with 40 input links, and its processor, number 1, with one. Bank 0 evaluates the node;
// Owner::bank = 1, the number of banks, marks the processor.
class Small {
 public:
  static constexpr std::uint32_t kLanes = 40, kNode = 0, kProcessor = 1;
  static constexpr std::uint32_t kLocal = kLanes;  // the link to the processor

  Small() {
    first_inbox_ = {0, inbox_bytes(kLanes)};
    for (std::uint32_t lane = 0; lane < kLanes; ++lane) {
      ends_.push_back({lane / Inbox::kLanes * kInboxStride, lane % Inbox::kLanes, 0, kNode});
    }
    ends_.push_back({first_inbox_[1], 0, first_inbox_[1], kProcessor});
    credits_.push_back({0, 3, 0, kNode});
    owners_ = {{0, 5}, {1, 7}};
    fabric.end_of_link = ends_.data();
    fabric.end_of_credits = credits_.data();
    fabric.first_inbox = first_inbox_.data();
    fabric.owner = owners_.data();
    fabric.woken_now = woken_now_;
    fabric.wake = lists_;
    fabric.trace = trace_;
    for (int list = 0; list < 4; ++list) lists_[list].nodes = woken_[list];
    for (int side = 0; side < 2; ++side) {
      storage_[side].resize((inbox_bytes(kLanes) + inbox_bytes(1)) / sizeof(std::uint64_t));
      auto* const bytes = reinterpret_cast<unsigned char*>(storage_[side].data());
      fabric.side[side].inboxes = bytes;
      for (const std::uint32_t at : {0U, kInboxStride, first_inbox_[1]}) new (bytes + at) Inbox;
    }
  }
  [[nodiscard]] const WakeList& woken_for_next(std::uint32_t bank) const {
    return lists_[2 * bank + ((fabric.cycle + 1) & 1)];
  }
  void tick() {
    ++fabric.cycle;
    for (std::uint32_t bank = 0; bank < 2; ++bank) lists_[2 * bank + (~fabric.cycle & 1)].count = 0;
  }

  Wires fabric;

 private:
  std::vector<Arrival> ends_, credits_;
  std::vector<Owner> owners_;
  std::vector<std::uint32_t> first_inbox_;
  std::vector<std::uint64_t> storage_[2];
  std::uint32_t woken_now_[2] = {Inbox::kNever, Inbox::kNever};
  std::uint32_t woken_[4][4] = {};
  WakeList lists_[4];
  LinkFlit trace_[8] = {};
};

}  // namespace

TEST_CASE("a flit is on its link in the next cycle, and in no other one") {
  Small net;
  for (const std::uint32_t link : {0U, 31U, 32U, 39U}) {
    CAPTURE(link);
    net.fabric.drive(link, 100 + link);
    CHECK(net.fabric.on(link) == nullptr);
    REQUIRE(net.fabric.coming(link) != nullptr);
    net.tick();
    REQUIRE(net.fabric.on(link) != nullptr);
    CHECK(*net.fabric.on(link) == 100 + link);
    CHECK(net.fabric.on(link ^ 1) == nullptr);
    net.tick();
    CHECK(net.fabric.on(link) == nullptr);
    net.tick();
    CHECK(net.fabric.on(link) == nullptr);
  }
  CHECK(net.fabric.trace_count == 4);
}

TEST_CASE("links beyond the first 32 have an inbox of their own") {
  Small net;
  net.fabric.drive(39, 9);
  net.tick();
  CHECK(net.fabric.filled(0) == nullptr);
  REQUIRE(net.fabric.filled(kInboxStride) != nullptr);
  CHECK(net.fabric.filled(kInboxStride)->lanes == 1U << 7);
}

TEST_CASE("a node is woken once for a cycle, whatever comes") {
  Small net;
  net.fabric.drive(3, 1);
  net.fabric.drive(35, 2);
  net.fabric.return_credit(0);
  REQUIRE(net.woken_for_next(0).count == 1);
  CHECK(net.woken_for_next(0).nodes[0] == 5);
  net.fabric.deliver(Small::kLocal, 4);
  CHECK(net.woken_for_next(0).count == 1);
  REQUIRE(net.woken_for_next(1).count == 1);
  CHECK(net.woken_for_next(1).nodes[0] == 7);
  CHECK(net.fabric.trace_count == 2);
}

TEST_CASE("a start-up alone wakes nobody, and is seen beside a flit of the same cycle") {
  Small net;
  net.fabric.start_packet(4);
  CHECK(net.woken_for_next(0).count == 0);
  net.fabric.drive(6, 60);
  CHECK(net.woken_for_next(0).count == 1);
  net.tick();
  REQUIRE(net.fabric.filled(0) != nullptr);
  CHECK(net.fabric.filled(0)->signals == 1U << 4);
  CHECK(net.fabric.filled(0)->lanes == 1U << 6);
  CHECK(net.fabric.on(4) == nullptr);
}

TEST_CASE("a credit is there in the next cycle, and in no other one") {
  Small net;
  CHECK_FALSE(net.fabric.credit(0));
  net.fabric.return_credit(0);
  CHECK(net.fabric.credit_is_coming(0));
  CHECK_FALSE(net.fabric.credit(0));
  net.tick();
  CHECK(net.fabric.credit(0));
  CHECK_FALSE(net.fabric.credit_is_coming(0));
  net.tick();
  net.fabric.drive(1, 1);
  net.tick();
  CHECK_FALSE(net.fabric.credit(0));
}
