// SPDX-License-Identifier: Apache-2.0
// Exchange over MPI: a message each way and turn, received into one of two buffers, so that a
// neighbour may be a turn ahead.
#pragma once

#include <array>
#include <boost/mpi/communicator.hpp>
#include <boost/mpi/request.hpp>
#include <vector>

#include "ranks/ranks.hpp"

namespace romcast {

class MpiExchange final : public Exchange {
 public:
  MpiExchange(const boost::mpi::communicator& world, const std::vector<unsigned>& neighbours,
              std::size_t most_words);
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
  void await(MPI_Request& request, MPI_Status* status, unsigned rank, const char* what);

  boost::mpi::communicator world_;
  std::vector<Link> links_;
  std::uint64_t turn_ = 0;
  double waited_ = 0;
};

}  // namespace romcast
