// SPDX-License-Identifier: Apache-2.0
// Chains of broadcasting boxes (Bar-Noy & Ho, section 4): k messages per round enter a box, and
// leave it some rounds later.
#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <stdexcept>

#include "complete_oracle.hpp"

namespace oracle::complete {
namespace {

constexpr unsigned kOutput = ~0U;

// A send in a box. Rounds count from the box's first round, in which the messages 0 .. k-1 enter.
struct Transfer {
  unsigned from, to;  // processors of the box; `to` may be kOutput
  int injected;       // round in which the message entered; negative: no message
  unsigned which;     // the input at which it entered
};

class Box {
 public:
  explicit Box(unsigned processors) : size(processors) {}
  Box(const Box&) = delete;
  Box& operator=(const Box&) = delete;
  virtual ~Box() = default;
  virtual unsigned input(unsigned which, unsigned round) const = 0;
  virtual std::vector<Transfer> sends(unsigned round) const = 0;
  virtual void end_round() {}
  const unsigned size;
};

unsigned power(unsigned base, unsigned exponent) {
  return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

// The processors are the non-zero vectors of d digits 0 .. k: vector v is processor v - 1, and the
// vector 0 is the output. In round r, vectors that differ in digit r mod d alone exchange messages.
class Nice final : public Box {
 public:
  Nice(unsigned k, unsigned d) : Box(power(k + 1, d) - 1), k_(k), d_(d) {}

  unsigned input(unsigned which, unsigned round) const override {
    return (which + 1) * power(k_ + 1, round % d_) - 1;
  }

  std::vector<Transfer> sends(unsigned round) const override {
    std::vector<Transfer> all;
    const unsigned place = power(k_ + 1, round % d_);
    for (unsigned v = 1; v <= size; ++v) {
      const auto [age, value] = oldest(v, round);
      for (unsigned digit = 0; digit <= k_; ++digit) {
        const unsigned own = v / place % (k_ + 1), to = v + (digit - own) * place;
        if (digit == own) continue;
        all.push_back(
            {v - 1, to == 0 ? kOutput : to - 1, static_cast<int>(round - 1 - age), value - 1});
      }
    }
    return all;
  }

 private:
  // Finds, among the dimensions in which v's digit is not zero, the one whose last exchange before
  // `round` is the earliest. Returns {age, digit}: the rounds since that exchange (0: it was in the
  // round before), and the value of v's digit in that dimension.
  std::array<unsigned, 2> oldest(unsigned v, unsigned round) const {
    std::array<unsigned, 2> found{0, 0};
    for (unsigned b = 0; b < d_; ++b) {
      const unsigned digit = v / power(k_ + 1, b) % (k_ + 1), age = (round + d_ - 1 - b) % d_;
      if (digit != 0 && (found[1] == 0 || age > found[0])) found = {age, digit};
    }
    return found;
  }

  unsigned k_, d_;
};

// k classes of processors, one for each input. A class has levels 0 .. d; level i has the message
// that entered i + 1 rounds ago. After each round, level i < d joins level i + 1. The processors of
// level d have then sent their message for the last time, and are distributed over the levels.
class Special final : public Box {
 public:
  Special(unsigned k, unsigned a, unsigned d)
      : Box(k + a * (power(k + 1, d) - 1)), k_(k), a_(a), d_(d), levels_(k) {
    const unsigned each = size / k;
    for (unsigned j = 0; j < k; ++j) {
      unsigned next = j * each;
      levels_[j].resize(d + 1);
      for (unsigned level = 0; level <= d; ++level)
        for (unsigned i = 0; i < width(level); ++i) levels_[j][level].push_back(next++);
      if (next != (j + 1) * each) throw std::logic_error("a class is not filled");
    }
  }

  unsigned input(unsigned which, unsigned) const override { return levels_[which][d_].front(); }

  std::vector<Transfer> sends(unsigned round) const override {
    std::vector<Transfer> all;
    for (unsigned j = 0; j < k_; ++j) {
      const auto add = [&](unsigned from, unsigned to, unsigned level) {
        all.push_back({from, to, static_cast<int>(round) - 1 - static_cast<int>(level), j});
      };
      const unsigned first = levels_[j][0].front();
      add(first, kOutput, 0);
      for (const unsigned extra : extras(j)) add(first, extra, 0);
      std::size_t next = 1;  // in level d, whose first processor gets the input
      for (unsigned i = 1; i < a_; ++i) add(first, levels_[j][d_][next++], 0);
      for (unsigned level = 1; level < d_; ++level)
        for (const unsigned from : levels_[j][level])
          for (unsigned i = 0; i < k_; ++i) add(from, levels_[j][d_][next++], level);
      const auto others = told_last(j);
      for (std::size_t i = 0; i < others.size(); ++i) add(levels_[j][d_][i / k_], others[i], d_);
    }
    return all;
  }

  // Moves the processors of level i < d to level i + 1, and each processor of level d to the level
  // of the message that the processor received in this round.
  void end_round() override {
    for (auto& levels : levels_) {
      const std::vector<unsigned> freed = levels[d_];
      auto next = freed.begin();
      const auto take = [&](std::vector<unsigned>& to, unsigned count) {
        to.insert(to.end(), next, next + count);
        next += count;
      };
      std::vector<std::vector<unsigned>> fresh(d_ + 1);
      take(fresh[0], 1);
      fresh[1] = levels[0];
      take(fresh[1], a_ - 1);
      for (unsigned level = 2; level <= d_; ++level) {
        fresh[level] = levels[level - 1];
        take(fresh[level], k_ * width(level - 1));
      }
      levels = fresh;
    }
  }

 private:
  unsigned width(unsigned level) const { return level == 0 ? 1 : a_ * power(k_ + 1, level - 1); }

  // One fixed processor of each of k - a other classes.
  std::vector<unsigned> extras(unsigned j) const {
    std::vector<unsigned> all;
    for (unsigned b = 1; b <= k_ - a_; ++b) all.push_back((j + b) % k_ * (size / k_));
    return all;
  }

  std::vector<unsigned> told_last(unsigned j) const {
    std::vector<bool> told(size, false);
    for (const unsigned v : levels_[j][d_]) told[v] = true;
    for (const unsigned v : extras(j)) told[v] = true;
    std::vector<unsigned> others;
    for (unsigned v = 0; v < size; ++v)
      if (!told[v]) others.push_back(v);
    return others;
  }

  unsigned k_, a_, d_;
  std::vector<std::vector<std::vector<unsigned>>> levels_;  // [class][level]
};

// Each input has a processor that sends to all others of the box in one round.
class Direct final : public Box {
 public:
  Direct(unsigned k, unsigned x) : Box(x), k_(k) {}
  static bool fits(unsigned k, unsigned x) {
    return x == 1 || (x <= k + 1 && x * (k / (x - 1)) >= k);
  }
  unsigned input(unsigned which, unsigned) const override { return which % size; }
  std::vector<Transfer> sends(unsigned round) const override {
    std::vector<Transfer> all;
    for (unsigned j = 0; j < k_; ++j)
      for (unsigned v = 0; v < size; ++v)
        if (v != j % size) all.push_back({j % size, v, static_cast<int>(round) - 1, j});
    return all;
  }

 private:
  unsigned k_;
};

// The k-Tree algorithm; the broadcaster of the trees is outside the box and sends the box's inputs.
class Grove final : public Box {
 public:
  Grove(unsigned k, unsigned x) : Box(x), trees_(k_trees(x + 1, k)) {}
  unsigned input(unsigned which, unsigned) const override {
    return trees_.children[which][0].front() - 1;
  }
  std::vector<Transfer> sends(unsigned round) const override {
    std::vector<Transfer> all;
    for (unsigned j = 0; j < trees_.children.size(); ++j)
      send_below(j, input(j, round) + 1, static_cast<int>(round) - 1, all);
    return all;
  }

 private:
  void send_below(unsigned j, unsigned at, int injected, std::vector<Transfer>& all) const {
    for (const unsigned child : trees_.children[j][at]) {
      all.push_back({at - 1, child - 1, injected, j});
      send_below(j, child, injected - 1, all);
    }
  }

  Trees trees_;
};

struct Placed {
  std::unique_ptr<Box> box;
  // Rounds from a message's entry until the whole box knows the message, and until the message
  // leaves the box.
  unsigned known, out;
};

Placed last_box(unsigned k, unsigned x) {
  if (Direct::fits(k, x)) return {std::make_unique<Direct>(k, x), x == 1 ? 0U : 1U, 0};
  const Trees trees = k_trees(x + 1, k);
  const unsigned height = *std::max_element(trees.height.begin(), trees.height.end());
  return {std::make_unique<Grove>(k, x), height - 1, 0};
}

std::optional<unsigned> nice_dimension(unsigned k, unsigned x) {
  for (unsigned d = 1; power(k + 1, d) - 1 <= x; ++d)
    if (power(k + 1, d) - 1 == x) return d;
  return std::nullopt;
}

// The largest d, and for it the largest a <= k, such that Special(k, a, d) has at most x
// processors; x >= 2k.
std::array<unsigned, 2> largest_special(unsigned k, unsigned x) {
  unsigned d = 1;
  while (k + power(k + 1, d + 1) - 1 <= x) ++d;
  unsigned a = 1;
  while (a < k && k + (a + 1) * (power(k + 1, d) - 1) <= x) ++a;
  return {d, a};
}

// The chain of boxes of Proposition 8.
std::vector<Placed> chain(unsigned n, unsigned k) {
  std::vector<Placed> boxes;
  for (unsigned rest = n - 1; rest > 0; rest -= boxes.back().box->size) {
    if (const auto nice = nice_dimension(k, rest)) {
      boxes.push_back({std::make_unique<Nice>(k, *nice), rest == 1 ? 0 : *nice, *nice});
    } else if (rest < 2 * k) {
      boxes.push_back(last_box(k, rest));
    } else {
      const auto [d, a] = largest_special(k, rest);
      boxes.push_back({std::make_unique<Special>(k, a, d), d + 1, 1});
    }
  }
  return boxes;
}

// Runs a chain (Theorem 7): each box takes the outputs of the previous one.
struct Line {
  Job job;
  std::vector<Placed> boxes = chain(job.n, job.k);
  Sends sends{};

  struct Incoming {
    unsigned from, which, message;
  };

  // Runs a round of one box and returns the box's outputs. The box's processors are numbered from
  // `first` on; the box began `late` rounds after the first box of the chain.
  std::vector<Incoming> step(const Box& box, unsigned first, unsigned round, unsigned late,
                             const std::vector<Incoming>& incoming) {
    for (const Incoming& in : incoming)
      sends.push_back({round, in.from, first + box.input(in.which, round - late), in.message});
    std::vector<Incoming> out;
    for (const Transfer& transfer : box.sends(round - late)) {
      const auto injected = static_cast<unsigned>(transfer.injected);
      if (transfer.injected < 0 || injected * job.k + transfer.which >= job.m) continue;
      const unsigned message = injected * job.k + transfer.which;
      if (transfer.to == kOutput)
        out.push_back({first + transfer.from, transfer.which, message});
      else
        sends.push_back({round, first + transfer.from, first + transfer.to, message});
    }
    return out;
  }

  void run() {
    const std::size_t all = std::size_t{job.n - 1} * job.m;
    for (unsigned round = 0; sends.size() < all && round < 4 * (job.n + job.m); ++round) {
      std::vector<Incoming> stream;
      for (unsigned j = 0; j < job.k && round * job.k + j < job.m; ++j)
        stream.push_back({0, j, round * job.k + j});
      unsigned first = 1, late = 0;
      for (const Placed& placed : boxes) {
        if (late > round) break;
        stream = step(*placed.box, first, round, late, stream);
        placed.box->end_round();
        first += placed.box->size;
        late += placed.out;
      }
    }
  }
};

}  // namespace

Sends rotation(const Job& job) {
  Line line{job};
  line.run();
  return line.sends;
}

unsigned proposition8_delay(unsigned n, unsigned k) {
  unsigned late = 0, delay = 0;
  for (const Placed& placed : chain(n, k)) {
    delay = std::max(delay, late + placed.known);
    late += placed.out;
  }
  return delay;
}

std::vector<unsigned> best_delays(unsigned most, unsigned k) {
  std::vector<unsigned> best(most + 1, 0);
  for (unsigned n = 2; n <= most; ++n) {
    const unsigned x = n - 1;
    const Trees trees = k_trees(n, k);
    best[n] = *std::max_element(trees.height.begin(), trees.height.end()) - 1;
    if (Direct::fits(k, x)) best[n] = std::min(best[n], x == 1 ? 0U : 1U);
    const auto first = [&](unsigned size, unsigned known, unsigned out) {
      if (size > x) return;
      const unsigned then = size == x ? 0 : out + best[n - size];
      best[n] = std::min(best[n], std::max(known, then));
    };
    for (unsigned d = 1; power(k + 1, d) - 1 <= x; ++d) {
      first(power(k + 1, d) - 1, d, d);
      for (unsigned a = 1; a <= k; ++a) first(k + a * (power(k + 1, d) - 1), d + 1, 1);
    }
  }
  return best;
}

}  // namespace oracle::complete
