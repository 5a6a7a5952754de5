// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/tables.hpp"

#include <algorithm>
#include <array>

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
constexpr std::array<std::uint8_t, 35> kLabels4x7{0, 5, 5, 5, 5, 4, 4, 4, 4, 4, 5, 0,
                                                  6, 6, 8, 6, 6, 7, 0, 6, 7, 7, 8, 8,
                                                  0, 8, 8, 0, 7, 7, 8, 8, 8, 8, 8};
constexpr std::array<std::uint8_t, 63> kLabels6x9{
    0,  7,  7,  7,  7,  7,  7,  6,  6,  6,  6,  6,  6,  6,  7,  0,  8,  8,  8,  8,  10,
    8,  9,  0,  9,  9,  9,  12, 9,  10, 12, 10, 11, 0,  11, 10, 12, 10, 12, 10, 11, 12,
    11, 11, 12, 12, 12, 12, 0,  12, 8,  11, 11, 0,  12, 9,  12, 12, 9,  0,  12, 10, 8};
constexpr std::array<std::uint8_t, 99> kLabels8x11{
    0,  9,  9,  9,  9,  9,  9,  9,  9,  8,  8,  8,  8,  8,  8,  8,  8,  8,  9,  0,
    10, 10, 10, 10, 10, 10, 12, 10, 10, 11, 0,  11, 11, 11, 11, 15, 11, 11, 12, 12,
    12, 12, 12, 12, 14, 12, 12, 0,  13, 13, 13, 13, 16, 16, 13, 13, 13, 14, 14, 14,
    14, 0,  13, 14, 14, 14, 15, 15, 16, 16, 13, 0,  15, 15, 15, 16, 0,  15, 15, 16,
    10, 16, 16, 16, 11, 16, 16, 0,  15, 11, 16, 16, 16, 16, 16, 0,  16, 14, 16};
constexpr std::array<std::uint8_t, 143> kLabels10x13{
    0,  18, 18, 12, 12, 18, 11, 17, 17, 20, 11, 10, 11, 14, 10, 13, 20, 20, 12, 14, 20, 10, 11, 12,
    16, 20, 17, 14, 20, 20, 20, 0,  15, 12, 20, 17, 15, 18, 19, 0,  13, 18, 16, 17, 13, 16, 13, 0,
    14, 15, 17, 15, 13, 18, 20, 14, 14, 20, 20, 16, 11, 13, 0,  16, 12, 18, 15, 19, 15, 13, 20, 17,
    19, 11, 11, 14, 0,  16, 17, 0,  16, 11, 20, 16, 14, 20, 11, 13, 17, 0,  11, 17, 15, 13, 15, 18,
    19, 13, 16, 18, 20, 12, 19, 20, 0,  14, 19, 15, 19, 20, 19, 15, 19, 11, 0,  12, 12, 16, 12, 15,
    12, 20, 10, 10, 18, 10, 10, 10, 10, 10, 10, 14, 20, 13, 20, 14, 19, 16, 18, 20, 0,  17, 19};
constexpr std::array<std::uint8_t, 195> kLabels12x15{
    0,  18, 18, 13, 24, 17, 17, 14, 19, 15, 15, 20, 18, 12, 12, 12, 17, 12, 12, 12, 12, 13,
    19, 12, 12, 12, 13, 23, 0,  20, 17, 22, 16, 23, 21, 22, 22, 22, 13, 14, 22, 14, 18, 22,
    0,  22, 17, 24, 16, 23, 19, 23, 15, 24, 17, 15, 18, 18, 24, 22, 0,  18, 14, 15, 21, 16,
    17, 24, 14, 21, 23, 18, 13, 15, 0,  24, 16, 20, 17, 14, 16, 23, 23, 16, 19, 0,  16, 23,
    19, 24, 24, 18, 21, 19, 21, 16, 24, 24, 20, 24, 14, 16, 17, 0,  19, 20, 23, 19, 14, 19,
    21, 19, 22, 24, 0,  18, 16, 20, 15, 21, 24, 24, 21, 13, 24, 17, 13, 20, 0,  22, 21, 0,
    13, 22, 20, 15, 23, 15, 18, 21, 13, 21, 19, 22, 13, 15, 12, 15, 20, 20, 16, 12, 12, 21,
    13, 17, 23, 19, 22, 24, 13, 13, 0,  18, 14, 20, 18, 23, 14, 24, 16, 20, 0,  19, 14, 14,
    24, 20, 17, 24, 14, 15, 24, 24, 24, 16, 0,  24, 15, 21, 23, 24, 17, 24, 24};

constexpr std::array<Table, 8> kTables{{{2, 4, 5, 4, kLabels2x5.data()},
                                        {2, 5, 8, 5, kLabels2x8.data()},
                                        {2, 6, 13, 6, kLabels2x13.data()},
                                        {4, 8, 7, 5, kLabels4x7.data()},
                                        {6, 12, 9, 7, kLabels6x9.data()},
                                        {8, 16, 11, 9, kLabels8x11.data()},
                                        {10, 20, 13, 11, kLabels10x13.data()},
                                        {12, 24, 15, 13, kLabels12x15.data()}}};

}  // namespace

const Table* find_table(std::uint32_t latency, std::uint64_t receivers) {
  const auto* found = std::ranges::find_if(kTables, [&](const Table& table) {
    return table.latency == latency && table.receivers == receivers;
  });
  return found == kTables.end() ? nullptr : found;
}

std::vector<complete::Edge> table_edges(const Table& table) {
  std::vector<complete::Edge> edges;
  for (std::uint32_t item = 0; item < table.period; ++item) {
    // Receivers of the item by label, and the sender to the next of each.
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
