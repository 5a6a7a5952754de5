// SPDX-License-Identifier: Apache-2.0
// The special box (box.hpp) of Bar-Noy & Ho 1999, section 4.2, for k ports: a((k+1)^d - 1) + k
// processors, with the details that the paper leaves open.
//
// The processors form k fixed classes j = 0..k-1 of g = 1 + a((k+1)^d - 1)/k processors each. Class
// j distributes the messages of input j. The processors of a class take turns in the slots of d+1
// levels: one slot in level 0, a(k+1)^(i-1) slots in level i = 1..d. In round r a processor in
// level i holds the message received in round r-1-i, and sends k copies of the message:
//   level 0: one to the next box, a-1 to the processors in level d of its class that will move to
//            level 1, and k-a to the extras of the class: processor 0 of each of the classes
//            j+1 .. j+k-a (mod k)
//   level i, 0 < i < d: k to processors in level d of its class that will move to level i+1, to
//            which the sender will move, too
//   level d: the processors together send one copy to every processor of the box that is neither
//            in level d of their class nor an extra of the class
// Input j goes to the processor of class j in level d that will move to level 0. After each round
// the processor in slot x of level i < d moves to slot x of level i+1, and the processors of
// level d fill the other slots. All classes move in the same manner.
#include <algorithm>
#include <vector>

#include "schedules/complete/bounds.hpp"
#include "schedules/complete/box.hpp"

namespace romcast::complete {
namespace {

// Maps each slot that is not filled from the level before to the slot of level d whose processor
// moves there. A path leads from such a slot, in level e, up to level d and lasts d-e+1 rounds. Any
// one-to-one map will do; this one joins paths, longest first, into cycles that last d+1 rounds, so
// that d+1 rounds are a period of the box.
class Moves {
 public:
  Moves(std::uint32_t k, const BoxShape& shape) : sources_(shape.d + 1) {
    const unsigned d = shape.d;
    sizes_.push_back(1);
    for (unsigned i = 1; i <= d; ++i) {
      sizes_.push_back(static_cast<std::uint32_t>(shape.a * power(k + 1, i - 1)));
    }
    for (unsigned e = 0; e <= d; ++e) sources_[e].resize(e == 0 ? 1 : sizes_[e] - sizes_[e - 1]);
    std::vector<std::uint32_t> used(d + 1, 0);  // by level: joined paths from it
    for (unsigned first = 0; first <= d; ++first) {
      while (used[first] < sources_[first].size()) circle(first, used);
    }
  }
  [[nodiscard]] std::uint32_t size(unsigned level) const { return sizes_[level]; }
  /// The slots of level d whose processors fill slots of `level`, in the order of the filled slots.
  [[nodiscard]] const std::vector<std::uint32_t>& sources(unsigned level) const {
    return sources_[level];
  }

 private:
  // The slot, the same in each level, of path `number` among the paths that begin in level e.
  [[nodiscard]] std::uint32_t slot(unsigned e, std::uint32_t number) const {
    return e == 0 ? 0 : sizes_[e - 1] + number;
  }
  void circle(unsigned first, std::vector<std::uint32_t>& used) {
    const auto d = static_cast<unsigned>(sizes_.size() - 1);
    const std::uint32_t begin = used[first]++;
    std::uint32_t end = slot(first, begin);
    unsigned left = first;  // rounds still missing in the cycle; the first path lasts d-first+1
    // If the last paths, of one round each, are too few for d+1 rounds, each is a cycle of its own.
    if (first == d && sources_[d].size() - used[d] < left) left = 0;
    for (unsigned e = d + 1 - left; left > 0 && e <= d;) {
      if (used[e] == sources_[e].size()) {
        ++e;
        continue;
      }
      const std::uint32_t number = used[e]++;
      sources_[e][number] = end;
      end = slot(e, number);
      left -= d - e + 1;
      e = std::max(e, d + 1 - left);
    }
    sources_[first][begin] = end;
  }

  std::vector<std::uint32_t> sizes_;                 // of the levels
  std::vector<std::vector<std::uint32_t>> sources_;  // by level
};

class SpecialBox final : public Box {
 public:
  SpecialBox(const BoxShape& shape, const Place& place)
      : Box(place),
        d_(shape.d),
        a_(shape.a),
        class_size_(shape.processors / place.k),
        moves_(place.k, shape) {
    NodeId next = 0;
    for (unsigned i = 0; i <= d_; ++i) {
      levels_.emplace_back();
      levels_[i].reserve(moves_.size(d_));
      for (std::uint32_t x = 0; x < moves_.size(i); ++x) levels_[i].push_back(next++);
    }
  }

  [[nodiscard]] NodeId entry(std::uint32_t input) const override {
    return actual(input, levels_[d_][moves_.sources(0)[0]]);
  }
  void next(std::uint64_t r, Sends& sends, const Box* next_box) override {
    for (std::uint32_t j = 0; j < place().k; ++j) {
      if (const MessageId m = message(r, 1, j); m != kNone) send_first(j, m, sends, next_box);
      for (unsigned i = 1; i < d_; ++i) {
        if (const MessageId m = message(r, i + 1, j); m != kNone) send_middle(j, i, m, sends);
      }
      if (const MessageId m = message(r, d_ + 1, j); m != kNone && d_ > 0) send_last(j, m, sends);
    }
    move();
  }

 private:
  [[nodiscard]] NodeId actual(std::uint32_t of_class, NodeId member) const {
    return place().first + of_class * class_size_ + member;
  }
  // Whether processor 0 of a class is an extra of class j.
  [[nodiscard]] bool extra(std::uint32_t j, std::uint32_t of_class) const {
    const std::uint32_t k = place().k, b = (of_class + k - j) % k;
    return b >= 1 && b <= k - a_;
  }
  void send_first(std::uint32_t j, MessageId m, Sends& sends, const Box* next_box) const {
    const NodeId from = actual(j, levels_[0][0]);
    if (next_box != nullptr) sends.add(from, next_box->entry(j), m);
    if (d_ > 0) {
      for (const std::uint32_t y : moves_.sources(1)) sends.add(from, actual(j, levels_[d_][y]), m);
    }
    const std::uint32_t k = place().k;
    for (std::uint32_t b = 1; b <= k - a_; ++b) sends.add(from, actual((j + b) % k, 0), m);
  }
  void send_middle(std::uint32_t j, unsigned i, MessageId m, Sends& sends) const {
    const std::vector<std::uint32_t>& sources = moves_.sources(i + 1);
    const std::uint32_t width = moves_.size(i);
    for (std::uint32_t y = 0; y < sources.size(); ++y) {
      sends.add(actual(j, levels_[i][y % width]), actual(j, levels_[d_][sources[y]]), m);
    }
  }
  void send_last(std::uint32_t j, MessageId m, Sends& sends) const {
    const std::uint32_t k = place().k;
    const std::vector<NodeId>& senders = levels_[d_];
    std::uint32_t sender = 0, copies = 0;
    const auto send = [&](std::uint32_t of_class, NodeId member) {
      sends.add(actual(j, senders[sender]), actual(of_class, member), m);
      if (++copies < k) return;
      copies = 0;
      ++sender;
    };
    for (std::uint32_t c = 0; c < k; ++c) {
      if (c == j) {
        for (unsigned i = 0; i < d_; ++i) {
          for (const NodeId member : levels_[i]) send(c, member);
        }
      } else {
        for (NodeId member = extra(j, c) ? 1 : 0; member < class_size_; ++member) send(c, member);
      }
    }
  }
  void move() {
    if (d_ == 0) return;
    std::vector<NodeId> last = std::move(levels_[d_]);
    for (unsigned i = d_; i > 0; --i) {
      levels_[i] = std::move(levels_[i - 1]);
      for (const std::uint32_t y : moves_.sources(i)) levels_[i].push_back(last[y]);
    }
    levels_[0] = {last[moves_.sources(0)[0]]};
  }

  const unsigned d_;
  const std::uint32_t a_;
  const std::uint32_t class_size_;
  const Moves moves_;
  std::vector<std::vector<NodeId>> levels_;  // processor of a class in each slot of each level
};

}  // namespace

std::unique_ptr<Box> make_special_box(const BoxShape& shape, const Box::Place& place) {
  return std::make_unique<SpecialBox>(shape, place);
}

}  // namespace romcast::complete
