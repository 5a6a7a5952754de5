// SPDX-License-Identifier: Apache-2.0
// The schedule that the sketch of Theorem 3.8 describes (Karp, Sahay, Santos & Schauser 1993).
// Each item has the same senders and receivers as in the schedule of Theorem 3.7, and is sent on
// immediately. Items that arrive wait in the receiver's buffer, from which the receiver takes one
// item per step: an item that has just arrived and that the receiver must send on, if there is such
// an item, else the oldest item.
#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "claims/logp.hpp"

namespace romcast::claims {
namespace {

struct Arrival {
  unsigned time = 0;
  bool active = false;  // the receiver sends the item on
};

class Sketch {
 public:
  explicit Sketch(const Row& row) : latency_(unsigned(L_of(row))) {
    const PlanView plan = view_plan(row, {.network = "complete",
                                          .collective = "broadcast",
                                          .algorithm = "single-sending",
                                          .options = {{"processors", fmt::format("{}", P_of(row))}},
                                          .messages = unsigned(items_of(row)),
                                          .timing = {.latency = latency_}});
    for (const Sent& hop : plan.hops) receivers_[{hop.from, hop.message}].push_back(hop.to);
    for (unsigned item = 0; item < unsigned(items_of(row)); ++item) send(0, item, item);
    for (auto& [processor, all] : arrivals_) {
      std::ranges::sort(all, {}, &Arrival::time);
    }
  }

  /// The time at which the last item is taken from a buffer.
  [[nodiscard]] double end() const {
    unsigned last = 0;
    for (const auto& [processor, all] : arrivals_) {
      // One item is taken in each step in which the buffer is not empty, so the end does not depend
      // on the order in which items are taken.
      unsigned free = 0;
      for (const Arrival& one : all) free = std::max(free, one.time) + 1;
      last = std::max(last, free - 1);
    }
    return last;
  }

  /// Most items that arrive at a processor at one time and that the processor does not send on.
  [[nodiscard]] double inactive_together() const {
    std::map<std::pair<unsigned, unsigned>, unsigned> count;
    unsigned most = 0;
    for (const auto& [processor, all] : arrivals_) {
      for (const Arrival& one : all) {
        if (!one.active) most = std::max(most, ++count[{processor, one.time}]);
      }
    }
    return most;
  }

 private:
  // Notes the arrivals of an item: processor `from` has the item at `time` and sends it to one
  // receiver per step; each receiver that has receivers of its own sends the item on likewise.
  void send(unsigned from, unsigned item, unsigned time) {
    for (const unsigned to : receivers_.at({from, item})) {
      const bool active = receivers_.contains({to, item});
      arrivals_[to].push_back({time + latency_, active});
      if (active) send(to, item, time + latency_);
      ++time;
    }
  }

  const unsigned latency_;
  std::map<std::pair<unsigned, unsigned>, std::vector<unsigned>> receivers_;  // by sender and item
  std::map<unsigned, std::vector<Arrival>> arrivals_;                         // by processor
};

Grid where_theorem_3_7_holds() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (const unsigned latency : full ? std::vector{3U, 5U, 7U} : std::vector{3U, 5U}) {
      for (unsigned t = 3 * latency - 1; f_of(latency, t) < (full ? 130 : 62); ++t) {
        for (const unsigned k : {5U, 14U, 40U}) {
          all.push_back({{{"P", f_of(latency, t) + 1},
                          {"L", latency},
                          {"o", 0},
                          {"g", 1},
                          {"k", k},
                          {"t", t}},
                         {}});
        }
      }
    }
    return all;
  });
}

}  // namespace

std::vector<Claim> logp_sketch() {
  return {
      {.id = "logp-thm3.8-sketch",
       .place = "Theorem 3.8, proof",
       .statement =
           "With the assignment of Theorem 3.7's schedule the process is completed by time "
           "L + B(P-1) + k - 1",
       .tried =
           "the sketch as printed, the constants of Theorem 3.7 corrected: its trees and senders, "
           "all items sent on at once, in the order of that schedule",
       .grid = where_theorem_3_7_holds(),
       .measured = [](const Row& r) -> std::optional<double> { return Sketch(r).end(); },
       .printed = of([](const Row& r) { return L_of(r) + r["t"] + items_of(r) - 1; }),
       .printed_text = "L + B(P-1) + k - 1",
       .corrected = of([](const Row& r) { return L_of(r) + r["t"] + items_of(r); }),
       .corrected_text = "L + B(P-1) + k",
       .why =
           "Two items that are not sent on can come to a processor at one time, and one is taken a "
           "step late; romcast's buffered deals the leaves otherwise and meets the time."},
      {.id = "logp-thm3.8-together",
       .place = "Theorem 3.8, proof",
       .statement = "At the beginning of a time step at most one inactive item arrives",
       .tried =
           "the same: most items that come to a processor at one time and are not sent on by it",
       .grid = where_theorem_3_7_holds(),
       .measured = [](const Row& r) -> std::optional<double> {
         return Sketch(r).inactive_together();
       },
       .printed = constant(1),
       .printed_text = "1",
       .corrected = constant(2),
       .corrected_text = "2",
       .why = "A block's own senders and those of the other block that serves it send to one "
              "processor at one time."},
  };
}

}  // namespace romcast::claims
