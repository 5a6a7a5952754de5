// SPDX-License-Identifier: Apache-2.0
// Allgather on the mesh of Tseng, Chang & Sheu 1998, section IV; the control of the columns is
// recomputed here, on labels as text.
#include <algorithm>
#include <catch2/catch.hpp>
#include <map>
#include <set>
#include <utility>

#include "schedules/star/allgather.hpp"

using namespace romcast;
using namespace romcast::test::star_allgather;

namespace {

using Moves = std::set<std::pair<std::string, std::string>>;  // (from, to)

// The columns' control as each node can perform it alone. (1) A node with a packet sends it along
// g_n, except in the last row. (2) A node that received a packet in (1), with first symbol a and a
// last symbol other than a+1, sends the packet along g_d, d being the position of a+1. (3) A node
// that received a packet in (2) sends it along g_n. The opposite direction has a-1 instead of a+1.
// A packet that is not sent on has reached its row; a node may hold such a packet and forward
// another.
class Columns {
 public:
  Columns(unsigned n, int direction) : n_(n), direction_(direction) {
    std::string label = first_label(n);
    do {
      arrived_[label] = label;
    } while (std::next_permutation(label.begin(), label.end()));
  }
  /// Runs slot 1, 2 or 3. Returns the message of each packet by its receiver, and adds the hops to
  /// `moves`.
  std::map<std::string, std::string> slot(unsigned number, Moves& moves) {
    if (number == 1) {
      passing_ = std::exchange(arrived_, {});
      std::erase_if(passing_, [&](const auto& held) { return next_row(held.first.back()) == 0; });
    }
    std::map<std::string, std::string> received;
    for (const auto& [label, message] : passing_) {
      const std::string wanted(1, next_row(label.front()));
      const auto x = static_cast<unsigned>(label.find(wanted)) + 1;
      const std::string to = crossed(label, number == 2 ? x : n_);
      moves.insert({label, to});
      if (!received.insert({to, message}).second) FAIL("two messages for " << to);
    }
    passing_.clear();
    for (const auto& [to, message] : received) {
      const bool there = number == 3 || (number == 1 && to.back() == next_row(to.front()));
      if (!(there ? arrived_ : passing_).insert({to, message}).second) FAIL("two stay at " << to);
    }
    return received;
  }

 private:
  [[nodiscard]] char next_row(char row) const {
    const char next = static_cast<char>(row + direction_);
    return next >= '1' && next < static_cast<char>('1' + n_) ? next : '\0';
  }

  unsigned n_;
  int direction_;
  std::map<std::string, std::string> passing_, arrived_;  // node, message
};

}  // namespace

TEST_CASE("mesh-ring takes the time of the paper's section IV") {
  check_formula(
      "mesh-ring", [](unsigned n) { return kFactorial[n - 1] + 6 * n - 7; },
      [](unsigned n) { return kFactorial[n] + 5 * n - 6; });
}

TEST_CASE("mesh-ring: nodes can control the columns alone and get one message per slot") {
  for (unsigned n = 3; n <= 6; ++n) {
    const Problem problem = problem_of(n, kSingle);
    const Topology& star = *problem.topology;
    const auto pass = find_algorithm("mesh-ring", problem).build(problem).open();
    std::vector<Hop> hops;
    REQUIRE(pass->next(hops));
    std::set<std::pair<std::string, std::string>> held;  // (node, message)
    Cycle cycle = 0;
    for (const int direction : {1, -1}) {
      Columns columns(n, direction);
      for (unsigned slot = 0; slot < 3 * (n - 1); ++slot) {
        ++cycle;
        Moves moves, sent;
        const auto received = columns.slot(slot % 3 + 1, moves);
        // A message that its receiver already holds need not be sent.
        std::erase_if(moves, [&](const auto& move) {
          const std::string& message = received.at(move.second);
          return message == move.second || !held.insert({move.second, message}).second;
        });
        for (; !hops.empty() && hops.front().cycle == cycle; pass->next(hops)) {
          for (const Hop& hop : hops) {
            const Channel& link = star.channel_at(hop.link);
            sent.insert({star.node_name(link.from), star.node_name(link.to)});
            CHECK(received.at(star.node_name(link.to)) == star.node_name(hop.message));
          }
        }
        CAPTURE(n, cycle);
        CHECK(sent == moves);
      }
    }
  }
}

TEST_CASE("equation (5) says nothing of S_3 and S_4, where the ring is always faster") {
  for (unsigned n = 3; n <= 5; ++n) {
    for (const Timing timing : kTimings) {
      const Problem problem = problem_of(n, kSingle, timing);
      const Theory theory = find_algorithm("mesh-ring", problem).predict(problem);
      CAPTURE(n, timing.startup);
      CHECK(theory.erratum.empty() == (n == 5));
      if (n < 5) CHECK(*theory.formula_cycles > cycles("hamiltonian-ring", problem));
    }
  }
}
