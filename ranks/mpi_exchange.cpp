// SPDX-License-Identifier: Apache-2.0
#include "ranks/mpi_exchange.hpp"

#include <fmt/format.h>

#include "ranks/mpi_wait.hpp"
#include "romcast/core/error.hpp"

namespace romcast {
namespace {

constexpr int kLinksTag = 2;

}  // namespace

// Duplicates the communicator in no way: all messages with this tag are of the one exchange.
MpiExchange::MpiExchange(const boost::mpi::communicator& world,
                         const std::vector<unsigned>& neighbours, std::size_t most_words)
    : world_(world), links_(neighbours.size()) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    Link& link = links_[i];
    link.rank = neighbours[i];
    for (unsigned side = 0; side < 2; ++side) {
      link.out[side].reserve(most_words);
      link.in[side].resize(most_words);
      MPI_Recv_init(link.in[side].data(), static_cast<int>(most_words), MPI_UINT64_T,
                    static_cast<int>(link.rank), kLinksTag, world_, &link.receiving[side]);
      MPI_Start(&link.receiving[side]);
    }
  }
}

MpiExchange::~MpiExchange() {
  for (Link& link : links_) {
    for (unsigned side = 0; side < 2; ++side) {
      MPI_Cancel(&link.receiving[side]);
      MPI_Request_free(&link.receiving[side]);
      if (link.sending[side] != MPI_REQUEST_NULL) MPI_Request_free(&link.sending[side]);
    }
  }
}

void MpiExchange::send() {
  const unsigned side = turn_ & 1;
  for (Link& link : links_) {
    MPI_Isend(link.out[side].data(), static_cast<int>(link.out[side].size()), MPI_UINT64_T,
              static_cast<int>(link.rank), kLinksTag, world_, &link.sending[side]);
  }
  ++turn_;
  // What was sent a turn ago has arrived: its receiver has answered since, or is about to.
  for (Link& link : links_) {
    MPI_Request& before = link.sending[turn_ & 1];
    if (before != MPI_REQUEST_NULL) await(before, MPI_STATUS_IGNORE, link.rank, "take");
    link.out[turn_ & 1].clear();
  }
}

std::span<const std::uint64_t> MpiExchange::receive(std::size_t neighbour) {
  Link& link = links_[neighbour];
  // The buffer of the turn before has been read: it is for the turn after this one.
  const unsigned side = (turn_ - 1) & 1;
  if (turn_ > 1) MPI_Start(&link.receiving[turn_ & 1]);
  MPI_Status status;
  await(link.receiving[side], &status, link.rank, "send");
  int count = 0;
  MPI_Get_count(&status, MPI_UINT64_T, &count);
  return {link.in[side].data(), static_cast<std::size_t>(count)};
}

void MpiExchange::await(MPI_Request& request, MPI_Status* status, unsigned rank, const char* what) {
  int done = 0;
  MPI_Test(&request, &done, status);
  if (done != 0) return;
  const double begin = cpu_seconds();
  const bool came = wait_until(Ranks::kPatience, [&] {
    MPI_Test(&request, &done, status);
    return done != 0;
  });
  waited_ += cpu_seconds() - begin;
  if (came) return;
  throw MissingError(fmt::format(
      "rank {} does not {} what is on the links between it and rank {} (for {} s); is it stopped?",
      rank, what, world_.rank(), Ranks::kPatience.count()));
}

}  // namespace romcast
