// SPDX-License-Identifier: Apache-2.0
// Checks by the final knowledge of every rank which collectives a GOAL program can perform.
#include "romcast/goal/goal_claim.hpp"

#include <catch2/catch.hpp>
#include <random>
#include <set>

#include "hostlib/goal_text.hpp"

using namespace romcast;
using namespace romcast::test;
using enum CollectiveKind;

namespace {

bool can_be(CollectiveKind kind, const std::string& text) {
  const GoalProgram program = goal(text);
  const GoalTimes times = simulate_goal(program, Timing{}, GoalInput::direct);
  return broken_goal_claim(program, times, kind).empty();
}

using Ranks = std::set<NodeId>;

// A random program, and for each rank the ranks whose data this rank has at the end. An operation
// waits only for operations drawn earlier: for the beginning of any, and for the end of those that
// had ended when the operation was drawn. So there is no deadlock.
struct Drawn {
  std::vector<std::string> text;
  std::vector<Ranks> known;

  [[nodiscard]] std::string program() const {
    std::string all = "num_ranks " + std::to_string(text.size()) + "\n";
    for (std::size_t r = 0; r < text.size(); ++r) {
      all += "rank " + std::to_string(r) + " {\n" + text[r] + "}\n";
    }
    return all;
  }
};

class Drawing {
 public:
  explicit Drawing(std::mt19937& random) : random_(random) {
    ranks_ = 2 + below(4);
    drawn_.text.resize(ranks_);
    ops_.resize(ranks_);
    for (NodeId rank = 0; rank < ranks_; ++rank) drawn_.known.push_back({rank});
  }

  Drawn draw() {
    std::vector<std::size_t> posted;  // messages with a reception, not yet sent
    const std::uint32_t messages = 2 + below(4 * ranks_);
    for (std::uint32_t begun = 0; begun < messages || !posted.empty();) {
      if (begun < messages && (posted.empty() || below(2) == 0)) {
        posted.push_back(post(begun++));
        continue;
      }
      const std::size_t one = below(static_cast<std::uint32_t>(posted.size()));
      send(messages_[posted[one]]);
      posted.erase(posted.begin() + static_cast<std::ptrdiff_t>(one));
    }
    return drawn_;
  }

 private:
  struct Op {
    Ranks begun, finished;  // ranks whose data this rank has when the operation begins, ends
    bool is_finished = false;
  };
  struct Message {
    NodeId from = 0, to = 0;
    std::uint32_t tag = 0;
    std::size_t receive = 0;  // number of the receiver's operation
  };

  std::uint32_t below(std::uint32_t n) { return static_cast<std::uint32_t>(random_() % n); }

  std::size_t post(std::uint32_t tag) {
    const NodeId to = below(ranks_), from = (to + 1 + below(ranks_ - 1)) % ranks_;
    const std::string line = "recv 1b from " + std::to_string(from) + " tag " + std::to_string(tag);
    messages_.push_back({from, to, tag, add(to, line)});
    return tag;
  }

  void send(const Message& message) {
    const std::string line =
        "send 1b to " + std::to_string(message.to) + " tag " + std::to_string(message.tag);
    Op& sent = ops_[message.from][add(message.from, line)];
    finish(message.from, sent);
    Op& received = ops_[message.to][message.receive];
    received.finished = sent.finished;
    received.finished.insert(message.from);
    finish(message.to, received);
  }

  void finish(NodeId rank, Op& op) {
    op.finished.insert(op.begun.begin(), op.begun.end());
    op.is_finished = true;
    drawn_.known[rank].insert(op.finished.begin(), op.finished.end());
  }

  // Adds an operation that waits for some earlier operations of the rank; returns the number of the
  // new operation.
  std::size_t add(NodeId rank, const std::string& line) {
    const std::size_t number = ops_[rank].size();
    const std::string label = "l" + std::to_string(number);
    drawn_.text[rank] += label + ": " + line + "\n";
    Op op;
    for (std::size_t other = 0; other < number; ++other) {
      if (below(3) > 0) continue;
      const Op& until = ops_[rank][other];
      const bool finished = until.is_finished && below(3) > 0;
      const Ranks& known = finished ? until.finished : until.begun;
      op.begun.insert(known.begin(), known.end());
      drawn_.text[rank] +=
          label + (finished ? " requires l" : " irequires l") + std::to_string(other) + "\n";
    }
    ops_[rank].push_back(std::move(op));
    return number;
  }

  std::mt19937& random_;
  std::uint32_t ranks_ = 0;
  Drawn drawn_;
  std::vector<std::vector<Op>> ops_;
  std::vector<Message> messages_;
};

bool knows_all(const Ranks& known, std::size_t ranks) { return known.size() == ranks; }

}  // namespace

TEST_CASE("random programs can be the collectives that what their ranks know of allows") {
  std::mt19937 random(5);
  int right = 0, wrong = 0;
  for (int i = 0; i < 1500; ++i) {
    const Drawn drawn = Drawing(random).draw();
    const std::string text = drawn.program();
    CAPTURE(text);
    const std::size_t ranks = drawn.known.size();
    bool all = true, to_one = false, from_one = false;
    for (NodeId one = 0; one < ranks; ++one) {
      bool reaches = true;
      for (const Ranks& known : drawn.known) reaches = reaches && known.contains(one);
      all = all && knows_all(drawn.known[one], ranks);
      to_one = to_one || knows_all(drawn.known[one], ranks);
      from_one = from_one || reaches;
    }
    CHECK(can_be(allgather, text) == all);
    CHECK(can_be(gather, text) == to_one);
    CHECK(can_be(broadcast, text) == from_one);
    ++(all ? right : wrong);
  }
  CHECK(right > 100);
  CHECK(wrong > 100);
}

TEST_CASE("a send that irequires a reception goes before the message has come") {
  // Rank 0 sends once its reception is posted; rank 1 answers.
  const std::string text =
      "num_ranks 2\n"
      "rank 0 {\nr: recv 1b from 1 tag 2\ns: send 1b to 1 tag 1\ns irequires r\n}\n"
      "rank 1 {\nr: recv 1b from 0 tag 1\ns: send 1b to 0 tag 2\ns requires r\n}\n";
  for (const CollectiveKind kind : {allgather, broadcast, gather}) CHECK(can_be(kind, text));
}

TEST_CASE(
    "a send that irequires a reception carries what the reception required, but not its message") {
  // Rank 1 posts its second reception when the first message has arrived, and then sends.
  const std::string text =
      "num_ranks 4\n"
      "rank 0 {\nsend 1b to 1 tag 1\n}\n"
      "rank 1 {\na: recv 1b from 0 tag 1\nb: recv 1b from 2 tag 2\nb requires a\n"
      "s: send 1b to 3 tag 3\ns irequires b\n}\n"
      "rank 2 {\nsend 1b to 1 tag 2\n}\n"
      "rank 3 {\na: recv 1b from 1 tag 3\n";
  CHECK_FALSE(can_be(gather, text + "}\n"));  // rank 3 never gets rank 2's data
  const std::string heard =
      "num_ranks 3\n"
      "rank 0 {\nsend 1b to 1 tag 1\n}\n"
      "rank 1 {\na: recv 1b from 0 tag 1\nb: recv 1b from 2 tag 2\nb requires a\n"
      "s: send 1b to 2 tag 3\ns irequires b\n}\n"
      "rank 2 {\na: recv 1b from 1 tag 3\nb: send 1b to 1 tag 2\nb requires a\n}\n";
  CHECK(can_be(gather, heard));
  CHECK(can_be(broadcast, heard));
}
