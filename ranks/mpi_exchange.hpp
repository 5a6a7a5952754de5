// SPDX-License-Identifier: Apache-2.0
// The Exchange of ranks that mpirun starts. Ranks of one machine exchange through shared memory
// (SharedMail), other ranks by one MPI message per direction and turn. A neighbour may be a turn
// ahead, so MPI messages are received into two buffers alternately.
#pragma once

#include <array>
#include <boost/mpi/communicator.hpp>
#include <span>
#include <vector>

#include "ranks/ranks.hpp"
#include "ranks/shared_mail.hpp"

namespace romcast {

class MpiExchange final : public Exchange {
 public:
  MpiExchange(const boost::mpi::communicator& world, std::span<const Neighbour> neighbours);
  ~MpiExchange() override;
  MpiExchange(const MpiExchange&) = delete;
  MpiExchange& operator=(const MpiExchange&) = delete;

  [[nodiscard]] std::vector<std::uint64_t>& outgoing(std::size_t neighbour) override {
    return links_[neighbour].out[turn_ & 1];
  }
  void send() override;
  [[nodiscard]] std::span<const std::uint64_t> receive(std::size_t neighbour) override;
  [[nodiscard]] double waited() const override { return waited_; }

 private:
  struct Link {
    unsigned rank = 0;
    std::array<std::vector<std::uint64_t>, 2> out, in;
    std::array<MPI_Request, 2> sending{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    std::array<MPI_Request, 2> receiving{MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  };
  void expect(Link& link, std::size_t most_words);
  void post(Link& link);
  std::span<const std::uint64_t> arrived(Link& link);
  /// Calls `done` until it returns true. Throws MissingError after a timeout.
  template <class Done>
  void await(unsigned rank, const char* what, Done done);

  boost::mpi::communicator world_;
  SharedMail shared_;
  std::vector<Link> links_;
  std::uint64_t turn_ = 0;
  double waited_ = 0;
};

}  // namespace romcast
