// SPDX-License-Identifier: Apache-2.0
#include "ranks/shared_mail.hpp"

#include <algorithm>
#include <atomic>
#include <exception>

namespace romcast {
namespace {

// Layout of a box's side: turn + 1, number of words, the words. A small message fits a cache line.
constexpr std::size_t kTurn = 0, kCount = 1, kWords = 2, kLine = 8;

std::size_t whole_lines(std::size_t words) { return (words + kLine - 1) / kLine * kLine; }

}  // namespace

// The memory of a rank begins with a table: entry i is the offset, in words, of the box that rank i
// of the machine fills for this rank.
SharedMail::SharedMail(MPI_Comm world, std::span<const Neighbour> neighbours)
    : boxes_(neighbours.size()), failures_(std::uncaught_exceptions()) {
  if (!launched().shares_memory) return;
  MPI_Comm_split_type(world, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine_);
  int ranks = 0, here = 0;
  MPI_Comm_size(machine_, &ranks);
  MPI_Comm_rank(machine_, &here);
  const std::vector<int> numbers = on_this_machine(world, neighbours);
  std::size_t size = whole_lines(static_cast<std::size_t>(ranks));
  std::vector<std::uint64_t> places(static_cast<std::size_t>(ranks), 0);
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    if (numbers[i] == MPI_UNDEFINED) continue;
    boxes_[i].side = whole_lines(kWords + neighbours[i].most_words);
    places[static_cast<std::size_t>(numbers[i])] = size;
    size += 2 * boxes_[i].side;
  }

  std::uint64_t* own = nullptr;
  MPI_Win_allocate_shared(static_cast<MPI_Aint>(size * sizeof(std::uint64_t)), 1, MPI_INFO_NULL,
                          machine_, static_cast<void*>(&own), &window_);
  std::fill(own, own + size, 0);
  std::copy(places.begin(), places.end(), own);
  MPI_Win_fence(0, window_);
  for (std::size_t i = 0; i < neighbours.size(); ++i) {
    if (numbers[i] == MPI_UNDEFINED) continue;
    MPI_Aint bytes = 0;
    int unit = 0;
    std::uint64_t* other = nullptr;
    MPI_Win_shared_query(window_, numbers[i], &bytes, &unit, static_cast<void*>(&other));
    boxes_[i].in = own + places[static_cast<std::size_t>(numbers[i])];
    boxes_[i].out = other + other[here];
  }
}

SharedMail::~SharedMail() {
  if (std::uncaught_exceptions() > failures_) return;  // MPI_Win_free could wait for ever
  if (window_ != MPI_WIN_NULL) MPI_Win_free(&window_);
  if (machine_ != MPI_COMM_NULL) MPI_Comm_free(&machine_);
}

std::vector<int> SharedMail::on_this_machine(MPI_Comm world,
                                             std::span<const Neighbour> neighbours) const {
  std::vector<int> ranks, numbers(neighbours.size());
  for (const Neighbour& one : neighbours) ranks.push_back(static_cast<int>(one.rank));
  MPI_Group all = MPI_GROUP_NULL, near = MPI_GROUP_NULL;
  MPI_Comm_group(world, &all);
  MPI_Comm_group(machine_, &near);
  MPI_Group_translate_ranks(all, static_cast<int>(ranks.size()), ranks.data(), near,
                            numbers.data());
  MPI_Group_free(&all);
  MPI_Group_free(&near);
  return numbers;
}

void SharedMail::put(std::size_t neighbour, std::uint64_t turn,
                     std::span<const std::uint64_t> words) {
  std::uint64_t* side = boxes_[neighbour].out + (turn & 1) * boxes_[neighbour].side;
  std::ranges::copy(words, side + kWords);
  side[kCount] = words.size();
  std::atomic_ref(side[kTurn]).store(turn + 1, std::memory_order_release);
}

std::optional<std::span<const std::uint64_t>> SharedMail::look(std::size_t neighbour,
                                                               std::uint64_t turn) const {
  std::uint64_t* side = boxes_[neighbour].in + (turn & 1) * boxes_[neighbour].side;
  if (std::atomic_ref(side[kTurn]).load(std::memory_order_acquire) != turn + 1) return std::nullopt;
  return std::span(static_cast<const std::uint64_t*>(side) + kWords, side[kCount]);
}

}  // namespace romcast
