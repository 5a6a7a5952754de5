// SPDX-License-Identifier: Apache-2.0
// Bar-Noy & Ho 1999, introduction and summary: k ports with a latency L, about which the paper asks
// a question, and endless broadcasts.
#include <fmt/format.h>

#include <vector>

#include "claims/multiport.hpp"

namespace romcast::claims {
namespace {

double L_of(const Row& row) { return row["L"]; }

// Most processors that can have a message at time t: P(t) = P(t-1) + k P(t-L).
double holders(const Row& row, unsigned t) {
  std::vector<double> all;
  for (unsigned s = 0; s <= t; ++s) {
    const bool arrives = s >= unsigned(L_of(row));
    all.push_back((s == 0 ? 1 : all.back()) +
                  (arrives ? k_of(row) * all[s - unsigned(L_of(row))] : 0));
  }
  return all.back();
}

double one_message(const Row& row, double processors) {
  unsigned t = 0;
  while (holders(row, t) < processors) ++t;
  return t;
}

// The earliest time at which all m(n-1) sends can have arrived, as at most k * min(P(s), n-1) sends
// can begin at time s.
double least_time(const Row& row) {
  double sent = 0, s = 0;
  for (; sent < m_of(row) * (n_of(row) - 1); ++s) {
    sent += k_of(row) * std::min(holders(row, unsigned(s)), n_of(row) - 1);
  }
  return s - 1 + L_of(row);
}

struct Postal {
  unsigned n = 2, m = 1, k = 2, latency = 2;
};

Point on_postal(const Postal& size, const std::string& rest) {
  return {{{"n", size.n}, {"m", size.m}, {"k", size.k}, {"L", size.latency}},
          {fmt::format("-n complete --processors {} -p {} --latency {} --messages {} {}", size.n,
                       size.k, size.latency, size.m, rest)}};
}

Grid on_machines(const std::vector<unsigned>& messages, const std::string& rest) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (const unsigned k : {2U, 3U, 5U}) {
      for (const unsigned latency : {2U, 3U, 8U}) {
        for (const unsigned n : full ? std::vector{2U, 3U, 4U, 5U, 7U, 10U, 11U, 16U, 22U, 40U}
                                     : std::vector{3U, 5U, 11U, 22U}) {
          for (const unsigned m : messages) all.push_back(on_postal({n, m, k, latency}, rest));
        }
      }
    }
    return all;
  });
}

Grid endless() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (const unsigned k : {2U, 3U, 5U}) {
      for (const unsigned n : full ? std::vector{3U, 4U, 6U, 9U, 10U, 16U, 17U, 28U, 36U}
                                   : std::vector{4U, 6U, 10U, 17U, 28U}) {
        Point& point = all.emplace_back(
            on_ports({n, 6 * k, k}, {"rotation-best --continuous on", "k-tree --continuous on"}));
        point.at.emplace_back("L", 1);
      }
    }
    return all;
  });
}

// The least item delay of the runs; nothing if a run has no item delay.
std::optional<double> least_delay(const Row& row) {
  std::optional<double> least;
  for (std::size_t i = 0; i < row.runs(); ++i) {
    const auto delay = row.run(i)["item_delay"];
    if (!delay) return std::nullopt;
    least = std::min(least.value_or(*delay), *delay);
  }
  return least;
}

}  // namespace

std::vector<Claim> multiport_postal() {
  return {
      {.id = "multiport-postal-one",
       .place = "summary",
       .statement =
           "k ports and a latency L, one message: the least t with P(t) >= n, where P(t) = "
           "P(t-1) + k P(t-L)",
       .tried =
           "the question of the paper for one message; the formula is that of Bar-Noy & Kipnis "
           "with k sends at a time",
       .grid = on_machines({1}, "-c broadcast -a optimal-tree"),
       .printed = of([](const Row& r) { return one_message(r, n_of(r)); }),
       .printed_text = "least t with P(t) >= n"},
      {.id = "multiport-postal-bound",
       .place = "summary",
       .statement = "k ports and a latency L, m messages: no broadcast takes less time than m(n-1) "
                    "sends, of which k min(P(s), n-1) can begin at time s",
       .tried =
           "the question of the paper: the schedules of rarest-first against Theorem 3.1 of the "
           "LogP paper with k ports",
       .grid = on_machines({2, 7}, "-c broadcast -a rarest-first"),
       .relation = Relation::at_least,
       .printed = of(least_time),
       .printed_text = "L + least s with sum_(i<=s) k min(P(i), n-1) >= m(n-1)",
       .sense = Sense::bound},
      {.id = "multiport-postal-gossip",
       .place = "summary",
       .statement = "k ports and a latency L: an allgather takes L - 1 + ceil(m(n-1)/k)",
       .tried = "own messages to the processors after the own one, k at a time",
       .grid = on_machines({1, 2}, "-c allgather -a cyclic"),
       .printed = of(
           [](const Row& r) { return L_of(r) - 1 + std::ceil(m_of(r) * (n_of(r) - 1) / k_of(r)); }),
       .printed_text = "L - 1 + ceil(m(n-1)/k)"},
      {.id = "multiport-endless",
       .place = "section 2",
       .statement =
           "Endless messages, k new ones in every round: the broadcaster sends each once, so "
           "none is known to all within less than 1 + ceil(log_(k+1) (n-1)) rounds",
       .tried =
           "the faster one of rotation-best and k-tree: rounds from the first send of a message to "
           "its last arrival, in the trace",
       .grid = endless(),
       .measured = least_delay,
       .relation = Relation::at_least,
       .printed = of([](const Row& r) {
         return 1 + double(ceil_log(std::uint64_t(k_of(r)) + 1, std::uint64_t(n_of(r)) - 1));
       }),
       .printed_text = "1 + ceil(log_(k+1) (n-1))",
       .sense = Sense::bound},
  };
}

}  // namespace romcast::claims
