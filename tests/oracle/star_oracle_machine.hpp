// SPDX-License-Identifier: Apache-2.0
// Nodes, ports and links of a star graph, and the times of their use. Private to the oracle.
#pragma once

#include "star_oracle.hpp"

namespace oracle::star {

using Messages = std::vector<unsigned>;

// Message numbers: source * nodes + destination in an alltoall, source in an allgather.
class Machine {
 public:
  Machine(const Graph& graph, const Scenario& scenario);

  // Node `from` sends the messages along dimension d (generator g_d) in packets of at most
  // Scenario::cap messages, none before cycle `not_before`. Calls for the same port must be in
  // order of time. `relayed` (allgather): the receiver only forwards the messages.
  void send(unsigned from, unsigned d, const Messages& messages, std::uint64_t not_before = 0,
            bool relayed = false);
  std::uint64_t now() const { return last_end_; }  // end of the last packet so far
  Outcome outcome() const;

 private:
  void send_packet(unsigned from, unsigned d, const Messages& packet, std::uint64_t not_before,
                   bool relayed);
  std::uint64_t ready(unsigned node, unsigned message);
  void occupy(std::uint64_t& busy_until, std::uint64_t start, std::uint64_t end, const char* what);
  void arrive(unsigned node, unsigned message, std::uint64_t end, bool relayed);
  void depart(unsigned node, unsigned message);
  void accuse(const std::string& what);

  const Graph& graph_;
  bool single_, personalised_;
  std::uint64_t startup_, per_message_;
  unsigned cap_;
  std::vector<std::uint64_t> sending_, receiving_;    // [node] busy until
  std::vector<std::vector<std::uint64_t>> link_;      // [node][d] busy until
  std::vector<std::vector<std::uint64_t>> started_;   // [node] start cycles of its packets
  std::vector<std::uint64_t> since_;                  // alltoall: [message] time of its arrival
  std::vector<unsigned> at_;                          // alltoall: [message] current node
  std::vector<unsigned> received_;                    // [pair of nodes] arrivals
  std::vector<std::vector<std::uint64_t>> known_;     // allgather: [node][message] since
  std::vector<std::vector<std::uint64_t>> relaying_;  // allgather: [node][message] since
  std::uint64_t last_end_ = 0, last_useful_ = 0, hops_ = 0;
  std::string violation_;
};

// Each function performs the sends of all nodes by one algorithm, in order.
void alltoall_by_substars(Machine& machine, const Graph& graph, const Chain& chain, bool deferred);
void alltoall_cyclic(Machine& machine, const Graph& graph, bool by_orbits);
void allgather_mesh_ring(Machine& machine, const Graph& graph, std::uint64_t slot);
void allgather_hamiltonian_ring(Machine& machine, const Graph& graph);
void allgather_hamiltonian_word(Machine& machine, const Graph& graph);
void allgather_level(Machine& machine, const Graph& graph);

}  // namespace oracle::star
