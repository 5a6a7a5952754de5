// SPDX-License-Identifier: Apache-2.0
#include "schedules/complete/chain.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <set>
#include <utility>

#include "schedules/complete/bounds.hpp"

namespace romcast::complete {
namespace {

using enum BoxShape::Kind;

BoxShape nice_box(std::uint32_t k, unsigned d) {
  return {.kind = nice, .processors = static_cast<std::uint32_t>(power(k + 1, d) - 1), .d = d};
}

std::uint64_t special_size(std::uint32_t k, unsigned d, std::uint32_t a) {
  return a * (power(k + 1, d) - 1) + k;
}

BoxShape special_box(std::uint32_t k, unsigned d, std::uint32_t a) {
  return {.kind = special,
          .processors = static_cast<std::uint32_t>(special_size(k, d, a)),
          .d = d,
          .a = a};
}

// The last box of a chain: the fastest one for exactly x processors.
BoxShape last_box(std::uint32_t x, std::uint32_t k) {
  const int d = exact_log(k + 1, std::uint64_t{x} + 1);
  const BoxShape small = small_box(x, k);
  if (d > 0 && static_cast<unsigned>(d) <= box_time(small, k)) {
    return nice_box(k, static_cast<unsigned>(d));
  }
  return small;
}

// Looks for a chain of x processors that all know a message within `time` rounds.
class Search {
 public:
  explicit Search(std::uint32_t k) : k_(k) {}

  bool find(std::uint32_t x, unsigned time, ChainShape& chain) {
    if (x == 0) return true;
    // The broadcaster sends a message once; every other holder sends at most k copies per round.
    if (x > power(k_ + 1, time) || hopeless_.contains({x, time})) return false;
    if (const BoxShape last = last_box(x, k_); box_time(last, k_) <= time) {
      chain.push_back(last);
      return true;
    }
    for (unsigned d = time; d-- > 0;) {
      if (power(k_ + 1, d) > std::uint64_t{x} + 1) continue;
      for (std::uint32_t a = d == 0 ? 1 : k_; a > 0; --a) {
        const std::uint64_t size = special_size(k_, d, a);
        if (size > x) continue;
        // The remaining rounds must suffice for the remaining processors.
        if (x - size > power(k_ + 1, time - 1)) break;
        chain.push_back(special_box(k_, d, a));
        if (find(x - static_cast<std::uint32_t>(size), time - 1, chain)) return true;
        chain.pop_back();
      }
    }
    hopeless_.emplace(x, time);
    return false;
  }

 private:
  const std::uint32_t k_;
  std::set<std::pair<std::uint32_t, unsigned>> hopeless_;
};

class ChainRounds final : public Rounds {
 public:
  ChainRounds(const ChainShape& chain, const Size& size) : size_(size) {
    Box::Place place{.first = 1, .k = size.k, .messages = size.m};
    unsigned delay = 0;
    for (const BoxShape& shape : chain) {
      boxes_.push_back({make_box(shape, place), delay});
      place.first += shape.processors;
      delay += shape.kind == nice ? shape.d : 1;
    }
  }

  void next(std::uint64_t r, Sends& sends) override {
    for (std::uint32_t j = 0; j < size_.k && r * size_.k + j < size_.m; ++j) {
      sends.add(0, boxes_.front().box->entry(j), r * size_.k + j);
    }
    for (std::size_t i = 0; i < boxes_.size() && boxes_[i].delay <= r; ++i) {
      const Box* following = i + 1 < boxes_.size() ? boxes_[i + 1].box.get() : nullptr;
      boxes_[i].box->next(r - boxes_[i].delay, sends, following);
    }
  }

 private:
  struct Delayed {
    std::unique_ptr<Box> box;
    unsigned delay;
  };
  const Size size_;
  std::vector<Delayed> boxes_;
};

// Rounds until all processors know a message of this input, from the round in which the message
// leaves the broadcaster.
unsigned input_time(const ChainShape& chain, std::uint32_t k, std::uint32_t input) {
  unsigned slowest = 0, delay = 0;
  for (const BoxShape& shape : chain) {
    slowest = std::max(slowest, delay + box_time(shape, k, input));
    delay += shape.kind == nice ? shape.d : 1;
  }
  return slowest;
}

}  // namespace

ChainShape literal_chain(std::uint32_t n, std::uint32_t k) {
  ChainShape chain;
  for (std::uint32_t rest = n - 1; rest > 0;) {
    if (const int d = exact_log(k + 1, std::uint64_t{rest} + 1); d > 0) {
      chain.push_back(nice_box(k, static_cast<unsigned>(d)));
      break;
    }
    if (rest < 2 * k) {
      chain.push_back(small_box(rest, k));
      break;
    }
    unsigned d = 1;
    while (special_size(k, d + 1, 1) <= rest) ++d;
    const auto a =
        static_cast<std::uint32_t>(std::min<std::uint64_t>(k, (rest - k) / (power(k + 1, d) - 1)));
    chain.push_back(special_box(k, d, a));
    rest -= chain.back().processors;
  }
  return chain;
}

ChainShape best_chain(std::uint32_t n, std::uint32_t k) {
  Search search(k);
  ChainShape chain;
  for (unsigned time = 0; !search.find(n - 1, time, chain); ++time) chain.clear();
  return chain;
}

ChainShape box_alone(BoxShape::Kind kind, std::uint32_t n, std::uint32_t k) {
  const std::uint32_t size = n - 2;
  const BoxShape behind{.kind = direct, .processors = 1};
  for (unsigned d = 1; n > 2 && power(k + 1, d) - 1 <= size; ++d) {
    const std::uint64_t each = power(k + 1, d) - 1;
    if (kind == nice && each == size) return {nice_box(k, d), behind};
    const std::uint64_t a = size > k ? (size - k) / each : 0;
    if (kind == special && a >= 1 && a <= k &&
        special_size(k, d, static_cast<std::uint32_t>(a)) == size) {
      return {special_box(k, d, static_cast<std::uint32_t>(a)), behind};
    }
  }
  return {};
}

unsigned chain_time(const ChainShape& chain, std::uint32_t k) {
  unsigned most = 0, delay = 0;
  for (const BoxShape& shape : chain) {
    most = std::max(most, delay + box_time(shape, k));
    delay += shape.kind == nice ? shape.d : 1;
  }
  return most;
}

std::uint64_t chain_rounds(const ChainShape& chain, const Size& size) {
  std::uint64_t rounds = 0;
  for (std::uint32_t j = 0; j < size.k && j < size.m; ++j) {
    const std::uint64_t leaves = size.groups() - (j < size.last_group() ? 1 : 2);
    rounds = std::max(rounds, leaves + 1 + input_time(chain, size.k, j));
  }
  return rounds;
}

std::uint64_t chain_item_delay(const ChainShape& chain, const Size& size) {
  std::uint64_t delay = 0;
  for (std::uint32_t j = 0; j < size.k && j < size.m; ++j) {
    delay = std::max<std::uint64_t>(delay, 1 + input_time(chain, size.k, j));
  }
  return delay;
}

Plan chain_plan(const Problem& problem, const ChainShape& chain) {
  const Size size = size_of(problem);
  return plan_of(problem, chain_rounds(chain, size),
                 [chain, size] { return std::make_unique<ChainRounds>(chain, size); });
}

std::string describe(const ChainShape& chain) {
  std::string text;
  for (const BoxShape& shape : chain) {
    if (!text.empty()) text += " + ";
    switch (shape.kind) {
      case nice:
        text += fmt::format("nice({})", shape.d);
        break;
      case special:
        text += fmt::format("special({},{})", shape.a, shape.d);
        break;
      case direct:
        text += fmt::format("direct {}", shape.processors);
        break;
      case trees:
        text += fmt::format("trees of {}", shape.processors);
        break;
    }
  }
  return text;
}

}  // namespace romcast::complete
