// SPDX-License-Identifier: Apache-2.0
#include "ranks/mpi_exchange.hpp"

#include <fmt/format.h>

#include "ranks/mpi_wait.hpp"
#include "romcast/core/error.hpp"

namespace romcast {
namespace {

constexpr int kLinksTag = 2;

}  // namespace

// Does not duplicate the communicator: all messages with kLinksTag belong to the only exchange.
MpiExchange::MpiExchange(const boost::mpi::communicator& world,
                         std::span<const Neighbour> neighbours)
    : world_(world), shared_(world, neighbours), links_(neighbours.size()) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    links_[i].rank = neighbours[i].rank;
    if (!shared_.reaches(i)) expect(links_[i], neighbours[i].most_words);
  }
}

void MpiExchange::expect(Link& link, std::size_t most_words) {
  for (unsigned side = 0; side < 2; ++side) {
    link.in[side].resize(most_words);
    MPI_Recv_init(link.in[side].data(), static_cast<int>(most_words), MPI_UINT64_T,
                  static_cast<int>(link.rank), kLinksTag, world_, &link.receiving[side]);
    MPI_Start(&link.receiving[side]);
  }
}

MpiExchange::~MpiExchange() {
  for (Link& link : links_) {
    for (unsigned side = 0; side < 2; ++side) {
      if (link.receiving[side] == MPI_REQUEST_NULL) continue;
      MPI_Cancel(&link.receiving[side]);
      MPI_Request_free(&link.receiving[side]);
      if (link.sending[side] != MPI_REQUEST_NULL) MPI_Request_free(&link.sending[side]);
    }
  }
}

void MpiExchange::send() {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    std::vector<std::uint64_t>& words = links_[i].out[turn_ & 1];
    if (shared_.reaches(i)) {
      shared_.put(i, turn_, words);
      words.clear();
    } else {
      post(links_[i]);
    }
  }
  ++turn_;
  // Completes the sends of the previous turn. The loop hardly waits: the neighbours have received
  // the messages of that turn or are about to receive them.
  for (Link& link : links_) {
    MPI_Request& before = link.sending[turn_ & 1];
    if (before == MPI_REQUEST_NULL) continue;
    await(link.rank, "take", [&] {
      int done = 0;
      MPI_Test(&before, &done, MPI_STATUS_IGNORE);
      return done != 0;
    });
    link.out[turn_ & 1].clear();
  }
}

void MpiExchange::post(Link& link) {
  const std::vector<std::uint64_t>& words = link.out[turn_ & 1];
  MPI_Isend(words.data(), static_cast<int>(words.size()), MPI_UINT64_T, static_cast<int>(link.rank),
            kLinksTag, world_, &link.sending[turn_ & 1]);
}

std::span<const std::uint64_t> MpiExchange::receive(std::size_t neighbour) {
  if (!shared_.reaches(neighbour)) return arrived(links_[neighbour]);
  std::optional<std::span<const std::uint64_t>> words;
  await(links_[neighbour].rank, "send", [&] {
    words = shared_.look(neighbour, turn_ - 1);
    return words.has_value();
  });
  return *words;
}

std::span<const std::uint64_t> MpiExchange::arrived(Link& link) {
  // The buffer of the previous turn has been read, so it is reused for the next turn.
  const unsigned side = (turn_ - 1) & 1;
  if (turn_ > 1) MPI_Start(&link.receiving[turn_ & 1]);
  MPI_Status status;
  await(link.rank, "send", [&] {
    int done = 0;
    MPI_Test(&link.receiving[side], &done, &status);
    return done != 0;
  });
  int count = 0;
  MPI_Get_count(&status, MPI_UINT64_T, &count);
  return {link.in[side].data(), static_cast<std::size_t>(count)};
}

template <class Done>
void MpiExchange::await(unsigned rank, const char* what, Done done) {
  if (done()) return;
  const double begin = cpu_seconds();
  const bool came = wait_until(Ranks::kPatience, done);
  waited_ += cpu_seconds() - begin;
  if (came) return;
  throw MissingError(fmt::format(
      "rank {} does not {} what is on the links between it and rank {} (for {} s); is it stopped?",
      rank, what, world_.rank(), Ranks::kPatience.count()));
}

}  // namespace romcast
