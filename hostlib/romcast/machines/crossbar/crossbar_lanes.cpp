// SPDX-License-Identifier: Apache-2.0
#include "romcast/machines/crossbar/crossbar_lanes.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace romcast {
namespace {

// A row that sends to the current receiver.
struct Sender {
  std::uint32_t program = 0;
  std::uint32_t row = 0;
};

// Occupied lanes of a receiver, by round.
class Taken {
 public:
  Taken(const Pace& pace, std::uint32_t ports)
      : pace_(pace), ports_(ports), taken_(std::size_t{pace.last_round} * ports, false) {}

  [[nodiscard]] bool free(const PeriodicRows& program, const PeriodicRow& row,
                          std::uint32_t lane) const {
    for (std::uint64_t round = row.first; row.sends(pace_, round); round += program.period) {
      if (taken_[round * ports_ + lane]) return false;
    }
    return true;
  }
  void set(const PeriodicRows& program, const PeriodicRow& row, bool value) {
    for (std::uint64_t round = row.first; row.sends(pace_, round); round += program.period) {
      taken_[round * ports_ + row.lane] = value;
    }
  }

 private:
  const Pace& pace_;
  std::uint32_t ports_;
  std::vector<bool> taken_;
};

class Painter {
 public:
  Painter(const Pace& pace, std::uint32_t ports, std::vector<PeriodicRows>& programs)
      : ports_(ports), programs_(programs), taken_(pace, ports) {}

  // Assigns lanes to all rows for one receiver; returns false if that fails.
  bool paint(std::vector<Sender>& senders) {
    // Tries the order of phase, then sender: if the periods are equal and all rows of a phase send
    // in one round, a row's lane is its position among the rows of the phase.
    std::ranges::sort(senders, {}, [this](Sender s) {
      const PeriodicRows& program = programs_[s.program];
      return std::tuple(program.rows[s.row].first % program.period, s.program, s.row);
    });
    if (greedy(senders)) return true;
    // Tries the order of first rounds. This finds lanes for all rows if no row sends twice, or if
    // the periods are equal, as each row then sends in consecutive rounds of one phase.
    std::ranges::sort(senders, {}, [this](Sender s) {
      return std::tuple(programs_[s.program].rows[s.row].first, s.program, s.row);
    });
    return greedy(senders);
  }

 private:
  [[nodiscard]] PeriodicRow& row(Sender s) const { return programs_[s.program].rows[s.row]; }

  bool greedy(const std::vector<Sender>& senders) {
    std::size_t done = 0;
    for (; done < senders.size(); ++done) {
      if (!take(senders[done])) break;
    }
    clear(senders, done);
    return done == senders.size();
  }
  // Gives a row the first free lane; returns false if no lane is free in all rounds of the row.
  bool take(Sender s) {
    PeriodicRow& one = row(s);
    std::uint32_t lane = 0;
    while (lane < ports_ && !taken_.free(programs_[s.program], one, lane)) ++lane;
    if (lane == ports_) return false;
    one.lane = lane;
    taken_.set(programs_[s.program], one, true);
    return true;
  }
  void clear(const std::vector<Sender>& senders, std::size_t count) {
    for (std::size_t i = 0; i < count; ++i) {
      taken_.set(programs_[senders[i].program], row(senders[i]), false);
    }
  }

  std::uint32_t ports_;
  std::vector<PeriodicRows>& programs_;
  Taken taken_;
};

// Makes the periods of all senders to a receiver equal. If the common period is at least as long as
// the run, or `apart` is set, instead lengthens each period until no row sends twice.
void equalise(const Pace& pace, const std::vector<Sender>& senders, bool apart,
              std::vector<PeriodicRows>& programs) {
  std::uint64_t common = 1;
  for (const Sender s : senders) {
    if (common < pace.last_round) common = std::lcm(common, programs[s.program].period);
  }
  for (const Sender s : senders) {
    PeriodicRows& program = programs[s.program];
    const std::uint32_t alone = (pace.last_round + program.period - 1) / program.period;
    const bool all_alone = apart || common >= pace.last_round;
    const auto times = all_alone ? alone : static_cast<std::uint32_t>(common / program.period);
    if (times > 1) lengthen(pace, times, program);
  }
}

}  // namespace

void assign_lanes(const Pace& pace, std::uint32_t ports, std::vector<PeriodicRows>& programs) {
  constexpr unsigned kPatience = 3;
  Painter painter(pace, ports, programs);
  for (unsigned pass = 0;; ++pass) {
    std::vector<std::vector<Sender>> senders(programs.size());
    for (std::uint32_t p = 0; p < programs.size(); ++p) {
      for (std::uint32_t r = 0; r < programs[p].rows.size(); ++r) {
        senders[programs[p].rows[r].to].push_back({p, r});
      }
    }
    std::vector<std::vector<Sender>> unhappy;
    for (auto& all : senders) {
      if (!painter.paint(all)) unhappy.push_back(all);
    }
    if (unhappy.empty()) return;
    for (const auto& all : unhappy) equalise(pace, all, pass >= kPatience, programs);
  }
}

}  // namespace romcast
