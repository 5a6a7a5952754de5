// SPDX-License-Identifier: Apache-2.0
#include "schedules/periodic/periods.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "schedules/any/any.hpp"
#include "schedules/any/interrupt.hpp"

namespace romcast::periodic {
namespace {

constexpr Cycle kMostClimbed = 1 << 22;
// The number of the go_on call that ends an attempt begun after the deadline. An attempt calls
// go_on once per 64 moves of words, and per 16 moves of reductions' words. The number is larger for
// frames with many words.
constexpr std::uint64_t kLateLooks = 16;

class Descent {
 public:
  Descent(const Frame& frame, const Search& search)
      : frame_(frame), search_(search), deadline_(search.seconds) {}

  Found run() {
    if (search_.wanted > 0) {
      for (unsigned attempt = 0; going() && found_.cycles == 0; ++attempt) {
        try_cycles(search_.wanted, attempt, std::max(0.02, deadline_.left() / 3));
      }
      return std::move(found_);
    }
    climb();
    descend();
    return std::move(found_);
  }

 private:
  [[nodiscard]] bool going() const {
    return !deadline_.over() && !any::Interruptible::interrupted();
  }

  bool try_cycles(Cycle cycles, unsigned attempt, double seconds) {
    const any::Deadline share(seconds);
    return try_while(cycles, attempt, [&] { return going() && !share.over(); });
  }

  bool try_while(Cycle cycles, unsigned attempt, const std::function<bool()>& go_on) {
    const unsigned seed = search_.seed * 1000 + attempt;
    std::vector<Placed> reduced;
    if (const Reductions* reductions = frame_.reductions()) {
      auto placed = reductions->place(cycles, seed, go_on);
      if (!placed) return false;
      reduced = std::move(*placed);
    }
    const std::vector<Word> words = frame_.words(cycles, search_.waiting, seed);
    Placement placement(frame_.paths(), words,
                        {.period = cycles, .waiting = search_.waiting, .repeats = search_.repeats},
                        seed, reduced);
    if (!placement.solve(go_on)) return false;
    found_ = {cycles, placement.placed()};
    found_.placed.insert(found_.placed.end(), reduced.begin(), reduced.end());
    return true;
  }

  // Tries longer and longer frames, each for about a tenth of `seconds`, until one has a schedule.
  // If `must`, goes on after `seconds`, with a limit of go_on calls for each frame.
  void climb() {
    if (search_.bound >= search_.below) return;
    const Cycle most = search_.below - 1;
    Cycle cycles = std::min(search_.bound + search_.bound / 16 + 1, most);
    for (unsigned attempt = 0; going(); ++attempt) {
      if (try_cycles(cycles, attempt, std::max(0.05, 0.1 * search_.seconds))) return;
      cycles = longer(cycles, attempt, most);
    }
    if (!search_.must) return;
    const std::uint64_t looks = kLateLooks + frame_.words().size() / 64;
    for (unsigned attempt = 0; cycles < kMostClimbed; ++attempt) {
      std::uint64_t look = 0;
      const auto go_on = [&] { return ++look < looks && !any::Interruptible::interrupted(); };
      if (try_while(cycles, attempt, go_on)) return;
      if (cycles == most || any::Interruptible::interrupted()) return;
      cycles = longer(cycles, attempt, most);
    }
  }

  static Cycle longer(Cycle cycles, unsigned attempt, Cycle most) {
    const std::uint64_t more = std::max<std::uint64_t>(cycles / 8, 1) << std::min(attempt / 2, 8U);
    return static_cast<Cycle>(std::min<std::uint64_t>(cycles + more, most));
  }

  // Shortens the frame by half of its distance to the bound, and by less after a failure.
  void descend() {
    unsigned attempt = 0;
    std::uint64_t failures = 0;
    while (found_.cycles > search_.bound && going()) {
      const Cycle missing = found_.cycles - search_.bound;
      const Cycle by = std::max<Cycle>(missing >> std::min<std::uint64_t>(failures + 1, 31), 1);
      const double share = deadline_.left() * (by == 1 ? 0.5 : 0.25);
      failures =
          try_cycles(found_.cycles - by, ++attempt, std::max(share, 0.02)) ? 0 : failures + 1;
    }
  }

  const Frame& frame_;
  const Search search_;
  const any::Deadline deadline_;
  Found found_;
};

}  // namespace

Found search(const Frame& frame, const Search& search) { return Descent(frame, search).run(); }

}  // namespace romcast::periodic
