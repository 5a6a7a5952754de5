// SPDX-License-Identifier: Apache-2.0
// Karp, Sahay, Santos & Schauser 1993, sections 3.3 to 3.5, 4.2 and 5: claims about individual
// processors and individual items, tried in the plans of the runs.
#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "claims/logp.hpp"
#include "romcast/core/schedule.hpp"

namespace romcast::claims {
namespace {

PlanView plan_at(const Row& row, const std::string& collective, const std::string& algorithm,
                 const std::vector<std::pair<std::string, std::string>>& options = {},
                 bool buffered = false) {
  const bool summation = collective == "summation";
  return view_plan(
      row, {.network = "complete",
            .collective = collective,
            .algorithm = algorithm,
            .options = {{"processors", fmt::format("{}", P_of(row))}},
            .algorithm_options = options,
            .messages = unsigned(summation ? row.predicted().operands.value_or(1) : items_of(row)),
            .timing = {.latency = unsigned(L_of(row)),
                       .overhead = unsigned(o_of(row)),
                       .gap = unsigned(g_of(row)),
                       .buffered = buffered}});
}

// Machines with P-1 = f_t, t >= 3L-1 and odd L, for which all the constructions exist.
Grid whole_trees(const std::string& run, const std::vector<unsigned>& items) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (const unsigned latency : full ? std::vector{3U, 5U} : std::vector{3U}) {
      for (unsigned t = 3 * latency - 1; f_of(latency, t) < (full ? 130 : 30); ++t) {
        for (const unsigned k : items) {
          all.push_back(logp_point({unsigned(f_of(latency, t)) + 1, latency, 0, 1, k}, {run}));
          all.back().at.emplace_back("t", t);
        }
      }
    }
    return all;
  });
}

// Number of processors that send nothing.
std::optional<double> only_receivers(const Row& row) {
  std::vector<bool> sends(std::size_t(P_of(row)), false);
  for (const Sent& hop : plan_at(row, "broadcast", "block-cyclic", {{"continuous", "on"}}).hops) {
    sends[hop.from] = true;
  }
  return double(std::ranges::count(sends, false));
}

// Steps from time i + t, when the optimal broadcast phase of item i (0, 1, ...) ends, to the item's
// last reception: for the last item if `last`, else the maximum over the other items.
double end_game(const Row& row, bool last) {
  std::vector<double> end(std::size_t(items_of(row)), 0);
  for (const Sent& hop : plan_at(row, "broadcast", "single-sending").hops) {
    end[hop.message] = std::max(end[hop.message], hop.cycle - 1 + L_of(row));
  }
  double most = 0;
  for (std::size_t i = 0; i < end.size(); ++i) {
    if ((i + 1 == end.size()) == last) most = std::max(most, end[i] - double(i) - row["t"]);
  }
  return most;
}

// Number of pairs of a processor and an item that waits in the processor's queue although the
// processor must send the item on. Nothing if no item waits.
std::optional<double> active_items_that_wait(const Row& row) {
  const PlanView plan = plan_at(row, "broadcast", "buffered", {}, true);
  std::map<std::pair<unsigned, unsigned>, double> arrives;  // by processor and item
  std::set<std::pair<unsigned, unsigned>> active, waits;
  for (const Sent& hop : plan.hops) {
    if (hop.from == hop.to) continue;
    arrives[{hop.to, hop.message}] = hop.cycle - 1 + L_of(row);
    active.emplace(hop.from, hop.message);
  }
  for (const Sent& hop : plan.hops) {
    if (hop.from != hop.to) continue;
    if (hop.cycle > arrives.at({hop.to, hop.message})) waits.emplace(hop.to, hop.message);
  }
  if (waits.empty()) return std::nullopt;
  return double(
      std::ranges::count_if(waits, [&](const auto& item) { return active.contains(item); }));
}

// Number of pairs of a processor i and a time j = 0 .. T such that the value of processor i at time
// j is not x[i-f_j+1 : i], the sum in which each of these f_j operands x (with indices modulo P)
// occurs once.
std::optional<double> other_values(const Row& row) {
  const auto processors = unsigned(P_of(row)), latency = unsigned(L_of(row));
  std::map<unsigned, std::vector<Sent>> sends;  // by time
  for (const Sent& hop : plan_at(row, "allreduce", "combining").hops) {
    sends[hop.cycle - 1].push_back(hop);
  }
  using Value = std::vector<unsigned>;  // how often the value contains each x
  std::vector<Value> values(processors, Value(processors, 0));
  for (unsigned i = 0; i < processors; ++i) values[i][i] = 1;
  std::map<unsigned, std::vector<std::pair<unsigned, Value>>> arrivals;  // by time
  double different = 0;
  for (unsigned j = 0; j <= unsigned(row["T"]); ++j) {
    for (const auto& [to, value] : arrivals[j]) {
      for (unsigned x = 0; x < processors; ++x) values[to][x] += value[x];
    }
    for (unsigned i = 0; i < processors; ++i) {
      Value wanted(processors, 0);
      for (unsigned x = 0; x < unsigned(f_of(latency, j)); ++x) {
        ++wanted[(i + processors - x % processors) % processors];
      }
      if (values[i] != wanted) ++different;
    }
    for (const Sent& hop : sends[j]) arrivals[j + latency].emplace_back(hop.to, values[hop.from]);
  }
  return different;
}

// How many messages a processor sends and receives, how many operands of its own it has, and the
// time at which it sends its sum (t for the root).
struct Summing {
  double sends = 0, receives = 0, operands = 1, time = 0;
};
std::vector<Summing> summing(const Row& row) {
  std::vector<Summing> all(std::size_t(P_of(row)), Summing{.time = row["t"]});
  for (const Sent& hop : plan_at(row, "summation", "summation-tree").hops) {
    if (hop.message == kAdd) {
      all[hop.from].operands += hop.to;
    } else {
      ++all[hop.from].sends;
      ++all[hop.to].receives;
      all[hop.from].time = hop.cycle - 1;
    }
  }
  return all;
}

std::optional<double> sending_once(const Row& row) {
  return double(std::ranges::count(summing(row), 1.0, &Summing::sends));
}
std::optional<double> other_operands(const Row& row) {
  return double(std::ranges::count_if(summing(row), [&](const Summing& p) {
    return p.operands != p.time - (o_of(row) + 1) * p.receives + 1;
  }));
}

}  // namespace

std::vector<Claim> logp_more() {
  return {
      {.id = "logp-sec3.3-blocks",
       .place = "section 3.3",
       .statement = "The blocks use up all processors but one, which only receives",
       .tried = "processors that send nothing, in the plan of an endless broadcast that ran",
       .grid = whole_trees(kEndless, {20}),
       .measured = only_receivers,
       .printed = constant(1),
       .printed_text = "1"},
      {.id = "logp-thm3.7-endgame",
       .place = "before Theorem 3.7's cases",
       .statement = "End game: for items i < k the remaining processors receive i in at most 2L "
                    "further steps",
       .tried = "the sketch: steps from i-1+t, when the optimal broadcast phase of an item i < k "
                "ends, to its last reception in the plan that ran; the most",
       .grid = whole_trees("-c broadcast -a single-sending", {4, 16}),
       .measured = of([](const Row& r) { return end_game(r, false); }),
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return 2 * L_of(r); }),
       .printed_text = "2L"},
      {.id = "logp-thm3.7-endlast",
       .place = "before Theorem 3.7's cases",
       .statement = "End game: for item k the remaining processors receive k in at most 2L-1 "
                    "further steps",
       .tried = "the sketch: steps from k-1+t to the last reception of item k in the plan that ran",
       .grid = whole_trees("-c broadcast -a single-sending", {4, 16}),
       .measured = of([](const Row& r) { return end_game(r, true); }),
       .relation = Relation::at_most,
       .printed = of([](const Row& r) { return 2 * L_of(r) - 1; }),
       .printed_text = "2L - 1"},
      {.id = "logp-thm3.8-inactive",
       .place = "Theorem 3.8, proof",
       .statement = "Before a time step a buffer holds inactive items only: those that its "
                    "processor does not send on",
       .tried = "items that wait in a queue and are sent on, in the plan that ran",
       .grid = whole_trees("-c broadcast -a buffered", {14}),
       .measured = active_items_that_wait,
       .printed = constant(0),
       .printed_text = "0 items"},
      {.id = "logp-thm4.1-values",
       .place = "Theorem 4.1, proof",
       .statement = "At time j processor i has the value x[i-f_j+1 : i]",
       .tried = "processors and times, up to T, at which it has another value in the plan that ran",
       .grid = combining_trees(),
       .measured = other_values,
       .printed = constant(0),
       .printed_text = "0"},
      {.id = "logp-sec5-once",
       .place = "section 5.1",
       .statement = "Each processor, except one, sends exactly one message",
       .tried = "processors that do, in the plan that ran",
       .grid = summations(false, false),
       .measured = sending_once,
       .printed = of([](const Row& r) { return P_of(r) - 1; }),
       .printed_text = "P - 1"},
      {.id = "logp-lem5.1-operands",
       .place = "Lemma 5.1, proof",
       .statement = "The number of input operands that processor i sums is S_i - (o+1)k_i + 1",
       .tried = "processors with another number in the plan that ran; S_i and k_i from its "
                "messages, t for the one that ends the sum",
       .grid = summations(false, false),
       .measured = other_operands,
       .printed = constant(0),
       .printed_text = "0 processors"},
  };
}

}  // namespace romcast::claims
