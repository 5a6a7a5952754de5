// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/tables.hpp"

#include <algorithm>
#include <array>

#include "schedules/logp/latin_square.hpp"

namespace romcast::logp {
namespace {

constexpr std::array<std::uint8_t, 20> kLabels2x5{0, 2, 3, 3, 2, 4, 2, 4, 3, 3,
                                                  0, 2, 4, 0, 4, 4, 4, 4, 4, 0};
constexpr std::array<std::uint8_t, 40> kLabels2x8{0, 5, 5, 5, 5, 2, 4, 2, 3, 4, 3, 4, 4, 4,
                                                  0, 4, 0, 3, 4, 4, 4, 2, 4, 2, 3, 5, 3, 5,
                                                  5, 2, 5, 5, 0, 5, 5, 5, 5, 5, 0, 5};
constexpr std::array<std::uint8_t, 78> kLabels2x13{
    0, 6, 6, 6, 6, 6, 2, 5, 5, 2, 5, 5, 3, 4, 5, 5, 2, 5, 4, 5, 3, 5, 5, 2, 4, 4,
    4, 5, 3, 4, 5, 2, 5, 3, 4, 5, 5, 5, 2, 4, 5, 3, 5, 3, 4, 4, 4, 4, 6, 0, 6, 6,
    6, 6, 6, 6, 0, 6, 6, 6, 6, 6, 6, 6, 0, 6, 6, 6, 6, 0, 6, 6, 6, 6, 6, 6, 6, 0};
struct StoredTable {
  std::uint32_t latency, horizon, receivers, period;
  const std::uint8_t* labels;
};

constexpr std::array<StoredTable, 3> kTables{{{2, 4, 5, 4, kLabels2x5.data()},
                                              {2, 5, 8, 5, kLabels2x8.data()},
                                              {2, 6, 13, 6, kLabels2x13.data()}}};

// The table for N = L+3 receivers, even L and the period n = L+1. In the tree of each item, one
// receiver has label 0 (the root, with n children), one has L (with one child), one has L+1, and
// so on to 2L-1, and two leaves have 2L. Receiver n has label L for all items, receiver n+1 has
// label 2L for all items; each of the receivers 0 .. n-1 is the root for one item in n.
//
// Class c consists of the items x with x modulo n = c. A receiver with label m for an item of class
// c gets the item at the step s = (c + m) modulo n. In n consecutive steps each of the receivers 0
// .. n-1 gets one item of each class. In each class c, two of these receivers have the step c
// (labels 0 and L+1), none has the step c-1, and each of the other steps is that of one receiver.
// So these receivers are the symbols of a Latin square with a row per class c and a column per step
// s, except that receiver 0, in column c-1 of row c, has the step c. Receiver r is the root of
// class r; for class 0, receiver 1 has label L+1.
Table latin_table(std::uint32_t latency) {
  const std::uint32_t n = latency + 1;
  const std::vector<std::uint32_t> square = near_diagonal_square(n);
  Table table{latency, 2 * latency, latency + 3, n,
              std::vector<std::uint8_t>(std::size_t{n} * (n + 2), 0)};
  for (std::uint32_t c = 0; c < n; ++c) {
    for (std::uint32_t s = 0; s < n; ++s) {
      const std::uint32_t receiver = square[c * n + s];
      const std::uint32_t later = receiver == 0 ? 0 : (s + n - c) % n;
      const bool root = later == 0 && receiver == c;
      table.labels[receiver * n + c] = static_cast<std::uint8_t>(root ? 0 : n + later);
    }
    table.labels[n * n + c] = static_cast<std::uint8_t>(latency);
    table.labels[(n + 1) * n + c] = static_cast<std::uint8_t>(2 * latency);
  }
  return table;
}

}  // namespace

std::optional<Table> find_table(std::uint32_t latency, std::uint64_t receivers) {
  if (latency % 2 == 0 && latency >= 4 && latency <= kMostLatinLatency &&
      receivers == latency + 3) {
    return latin_table(latency);
  }
  const auto* found = std::ranges::find_if(kTables, [&](const StoredTable& table) {
    return table.latency == latency && table.receivers == receivers;
  });
  if (found == kTables.end()) return std::nullopt;
  const std::size_t size = std::size_t{found->receivers} * found->period;
  return Table{found->latency, found->horizon, found->receivers, found->period,
               std::vector<std::uint8_t>(found->labels, found->labels + size)};
}

std::vector<complete::Edge> table_edges(const Table& table) {
  std::vector<complete::Edge> edges;
  for (std::uint32_t item = 0; item < table.period; ++item) {
    // Receivers of the item, by label; `taken`, by label, counts the receivers that have a sender.
    std::vector<std::vector<NodeId>> takers(table.horizon + 1);
    for (NodeId i = 0; i < table.receivers; ++i) {
      takers.at(table.labels[i * table.period + item]).push_back(i + 1);
    }
    std::vector<std::size_t> taken(table.horizon + 1, 0);
    edges.push_back({0, takers[0].front(), item, item});
    for (std::uint32_t label = 0; label + table.latency <= table.horizon; ++label) {
      for (const NodeId from : takers[label]) {
        for (std::uint32_t child = label + table.latency; child <= table.horizon; ++child) {
          edges.push_back({from, takers[child].at(taken[child]++), item + child, item});
        }
      }
    }
  }
  return edges;
}

}  // namespace romcast::logp
