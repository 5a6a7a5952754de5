// SPDX-License-Identifier: Apache-2.0
// Messages between ranks of one machine, in memory that they share: a store and a load of a cache
// line, where MPI takes calls.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ranks/ranks.hpp"

namespace romcast {

/// One box per neighbour on this machine and direction, with two sides: the turns use them by
/// turns. A side may be written again two turns later, once the neighbour has sent what came in
/// between.
class SharedMail {
 public:
  /// All ranks of `world` together make it. Nobody is reached unless
  /// Launch::shares_memory.
  SharedMail(MPI_Comm world, std::span<const Neighbour> neighbours);
  /// Waits for the other ranks of the machine, unless this one has failed.
  ~SharedMail();
  SharedMail(const SharedMail&) = delete;
  SharedMail& operator=(const SharedMail&) = delete;

  /// Neighbours are numbered as they were given.
  [[nodiscard]] bool reaches(std::size_t neighbour) const {
    return boxes_[neighbour].out != nullptr;
  }
  void put(std::size_t neighbour, std::uint64_t turn, std::span<const std::uint64_t> words);
  /// Nothing if it has not come yet.
  [[nodiscard]] std::optional<std::span<const std::uint64_t>> look(std::size_t neighbour,
                                                                   std::uint64_t turn) const;

 private:
  struct Box {
    std::uint64_t* out = nullptr;  // in the neighbour's memory
    std::uint64_t* in = nullptr;   // in this rank's
    std::size_t side = 0;          // words of a side
  };
  [[nodiscard]] std::vector<int> on_this_machine(MPI_Comm world,
                                                 std::span<const Neighbour> neighbours) const;

  MPI_Comm machine_ = MPI_COMM_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
  std::vector<Box> boxes_;
  int failures_;  // exceptions under way when it was made
};

}  // namespace romcast
