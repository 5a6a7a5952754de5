// SPDX-License-Identifier: Apache-2.0
// Messages between ranks of one machine, in shared memory: a small message costs a store and a load
// of a cache line, much less than MPI calls.
#pragma once

#include <mpi.h>

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "ranks/ranks.hpp"

namespace romcast {

/// For each neighbour on this machine there are two boxes, one per direction. A box has two sides,
/// for the messages of even and of odd turns. The message of turn t may be overwritten in turn t+2:
/// a neighbour that has sent its message of turn t+1 has read the message of turn t.
class SharedMail {
 public:
  /// A collective call of all ranks of `world`. Without Launch::shares_memory no neighbour is
  /// reached.
  SharedMail(MPI_Comm world, std::span<const Neighbour> neighbours);
  /// Waits for the other ranks of the machine; does not wait if an exception destroys this object.
  ~SharedMail();
  SharedMail(const SharedMail&) = delete;
  SharedMail& operator=(const SharedMail&) = delete;

  /// True if shared memory reaches a neighbour, given by its index in the constructor's list.
  [[nodiscard]] bool reaches(std::size_t neighbour) const {
    return boxes_[neighbour].out != nullptr;
  }
  void put(std::size_t neighbour, std::uint64_t turn, std::span<const std::uint64_t> words);
  /// The words of a neighbour's message of `turn`; nullopt if the message has not arrived yet.
  [[nodiscard]] std::optional<std::span<const std::uint64_t>> look(std::size_t neighbour,
                                                                   std::uint64_t turn) const;

 private:
  struct Box {
    std::uint64_t* out = nullptr;  // in the neighbour's memory
    std::uint64_t* in = nullptr;   // in this rank's memory
    std::size_t side = 0;          // size of a side, in words
  };
  [[nodiscard]] std::vector<int> on_this_machine(MPI_Comm world,
                                                 std::span<const Neighbour> neighbours) const;

  MPI_Comm machine_ = MPI_COMM_NULL;
  MPI_Win window_ = MPI_WIN_NULL;
  std::vector<Box> boxes_;
  int failures_;  // exceptions in flight at construction
};

}  // namespace romcast
