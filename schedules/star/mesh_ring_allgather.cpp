// SPDX-License-Identifier: Apache-2.0
// Allgather on an n x (n-1)! mesh (Nonpersonalized_Broadcast of Tseng, Chang & Sheu 1998, section
// IV): in each of n-1 traversals up and n-1 traversals down, blocks go from every row to the next
// row in the same column, in three time slots g_n g_x g_n (equation (4)); then every node passes
// the n blocks of its column (a block is all messages of one source) round its row.
//   T = ((n-1)! + 6n-7) t_s + (n! + 5n-6) t_m
//
// After the first and after the second time slot a block is in an intermediate node of its path,
// often a node of another column. This node keeps the block, so no later step sends the block to
// the node: a link stays idle in a time slot, or a packet in a row is shorter. T does not change:
// in the last step some packet is full (counted for n = 3..9).
#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "schedules/star/bounds.hpp"
#include "schedules/star/lock_step.hpp"
#include "schedules/star/mesh.hpp"
#include "schedules/star/star.hpp"

namespace romcast {
namespace {

using namespace star;

// Steps (1) and (2): up, then down the columns.
class ColumnStage {
 public:
  explicit ColumnStage(const Mesh& mesh) : mesh_(mesh), heard_(mesh.graph().nodes()) {}

  bool next(Step& step) {
    if (slot_ == 0 && !begin_traversal()) return false;
    for (Flight& flight : flights_) {
      if (flight.at != flight.to) cross(flight, slot_ == 1 ? flight.turn : mesh_.rows(), step);
    }
    slot_ = (slot_ + 1) % 3;
    return true;
  }
  /// Blocks that each node got, without its own.
  [[nodiscard]] const std::vector<std::vector<NodeId>>& heard() const { return heard_; }

 private:
  struct Flight {
    NodeId source, at, to;
    unsigned turn;
  };

  // Starts every block towards the next row, and drops the blocks that have reached the last row in
  // this direction. Own blocks start in the first of the n-1 traversals up, and again in the first
  // of the n-1 traversals down. False after the last traversal.
  bool begin_traversal() {
    if (times_ == 2 * (mesh_.rows() - 1)) return false;
    const bool down = times_ >= mesh_.rows() - 1;
    if (times_++ % (mesh_.rows() - 1) == 0) start_own();
    std::erase_if(flights_, [&](const Flight& flight) {
      return mesh_.row(flight.at) == (down ? 0 : mesh_.rows() - 1);
    });
    for (Flight& flight : flights_) {
      const unsigned row = down ? mesh_.row(flight.at) - 1 : mesh_.row(flight.at) + 1;
      flight.to = mesh_.at(row, mesh_.column(flight.at));
      flight.turn = mesh_.turn(flight.at, row);
    }
    return true;
  }
  void start_own() {
    flights_.clear();
    for (NodeId u = 0; u < heard_.size(); ++u) flights_.push_back({u, u, u, 0});
  }
  void cross(Flight& flight, unsigned dimension, Step& step) {
    const LinkId link = mesh_.graph().link(flight.at, dimension);
    flight.at = mesh_.graph().neighbour(flight.at, dimension);
    std::vector<NodeId>& heard = heard_[flight.at];
    if (flight.at == flight.source || std::ranges::find(heard, flight.source) != heard.end()) {
      return;
    }
    heard.push_back(flight.source);
    step.send(link);
    step.add(flight.source);
  }

  const Mesh& mesh_;
  std::vector<std::vector<NodeId>> heard_;
  std::vector<Flight> flights_;
  unsigned times_ = 0, slot_ = 0;
};

// Step (3): every node passes the blocks of its column, in the order of the rows, round its row.
class RowStage {
 public:
  RowStage(const Mesh& mesh, const ColumnStage& columns) : mesh_(mesh) {
    const std::uint32_t ring = mesh.columns();
    for (NodeId u = 0; u < mesh.graph().nodes(); ++u) {
      for (const NodeId source : columns.heard()[u]) {
        const std::uint32_t away = (mesh.column(u) + ring - mesh.column(source)) % ring;
        if (away > 0) spare_.emplace_back(away - 1, u, mesh.row(source));
      }
    }
    std::ranges::sort(spare_);
  }

  bool next(Step& step) {
    const std::uint32_t ring = mesh_.columns();
    if (sent_ == ring - 1) return false;
    step.blocks = mesh_.rows();
    for (NodeId receiver = 0; receiver < mesh_.graph().nodes(); ++receiver) {
      const std::uint32_t from = (mesh_.column(receiver) + ring - 1) % ring;
      send(mesh_.at(mesh_.row(receiver), from), (from + ring - sent_) % ring, receiver, step);
    }
    ++sent_;
    return true;
  }

 private:
  // (step, receiver, row): the receiver already has the block of this row that this step would
  // bring.
  using Spare = std::tuple<std::uint32_t, NodeId, unsigned>;

  void send(NodeId sender, std::uint32_t column, NodeId receiver, Step& step) {
    bool any = false;
    for (unsigned row = 0; row < mesh_.rows(); ++row) {
      if (next_spare_ < spare_.size() && spare_[next_spare_] == Spare{sent_, receiver, row}) {
        ++next_spare_;
        continue;
      }
      if (!std::exchange(any, true)) step.send(mesh_.row_link(sender));
      step.add(mesh_.at(row, column));
    }
  }

  const Mesh& mesh_;
  std::vector<Spare> spare_;
  std::size_t next_spare_ = 0;
  std::uint32_t sent_ = 0;
};

std::uint64_t mesh_ring_allgather_cycles(const Problem& problem) {
  const std::uint64_t n = graph(problem)->symbols();
  const std::uint64_t each = problem.collective.messages();
  const std::uint64_t startups = factorial(static_cast<unsigned>(n) - 1) + 6 * n - 7;
  const std::uint64_t blocks = factorial(static_cast<unsigned>(n)) + 5 * n - 6;
  return startups * problem.timing.startup + blocks * each * problem.timing.per_message;
}

Plan mesh_ring_allgather_plan(const Problem& problem) {
  const auto mesh = std::make_shared<const Mesh>(graph(problem));
  const auto open = [mesh]() -> NextStep {
    return [mesh, columns = ColumnStage(*mesh),
            rows = std::shared_ptr<RowStage>()](Step& step) mutable {
      if (rows == nullptr && columns.next(step)) return true;
      if (rows == nullptr) rows = std::make_shared<RowStage>(*mesh, columns);
      return rows->next(step);
    };
  };
  return {.open = open_lock_step(problem, open, mesh_ring_allgather_cycles(problem))};
}

Theory mesh_ring_allgather_theory(const Problem& problem) {
  Theory theory;
  theory.formula_cycles = mesh_ring_allgather_cycles(problem);
  theory.formula_source = fmt::format("{}, section IV.2", kPaper);
  if (graph(problem)->symbols() <= 4) {
    theory.erratum =
        "equation (5) divides by (n-1)! - 6, which is 0 for n = 4 and negative for n = 3: there "
        "the Hamiltonian ring is faster, whatever the start-up time";
  }
  add_lower_bound(problem, theory);
  return theory;
}

}  // namespace

Algorithm mesh_ring_allgather() {
  return {.name = "mesh-ring",
          .aliases = {"nonpersonalized-broadcast", "non-personalized-broadcast"},
          .network = "star",
          .collective = CollectiveKind::allgather,
          .ports = {Ports::Kind::single},
          .summary = "columns of an n x (n-1)! mesh, then its rows, n messages in a packet",
          .source = fmt::format("{}, section IV", kPaper),
          .paper = true,
          .default_control = Control::rom,
          .build = mesh_ring_allgather_plan,
          .predict = mesh_ring_allgather_theory};
}

}  // namespace romcast
