// SPDX-License-Identifier: Apache-2.0
// The hardware column of a report: chooses depths and ROMs, co-simulates, reads the counters.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "apps/rom_files.hpp"
#include "apps/rom_listing.hpp"
#include "apps/runner.hpp"
#include "romcast/core/combined_value.hpp"
#include "romcast/core/queue_depth.hpp"
#include "systemc/node_hardware.hpp"

namespace romcast {

class NodePart;
struct JudgedHops;

/// What judging a plan tells.
struct PlanFigures {
  Verdict verdict;
  Cycle last_hop = 0;
  std::uint32_t store_places = 0;  ///< direct networks: of the fullest store or bank (StorePlaces)
  bool rings = false;              ///< direct networks: banks are rings
  OpenSchedule again{};            ///< the plan once more, from memory if it fits; its part if any
  std::shared_ptr<const NodePart> part{};   ///< what this rank judges; nullptr: everything
  std::shared_ptr<const JudgedHops> own{};  ///< what it found of that
};

/// What processors combine: maps that show the order, where the plan keeps it.
inline Maps maps_for(const Verdict& verdict) {
  return verdict.ordered.value_or(false) ? Maps::in_order : Maps::commuting;
}

/// ROM images: how a folder of them is filled, and what stands in it, for the eye.
struct RomOutput {
  RomWriter fill;
  std::vector<RomRow> rows;
};

/// What runs a problem in hardware, and what that takes. One class per kind of machine, each in its
/// own file; nobody else asks which network it is.
class Machine {
 public:
  virtual ~Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// Throws InputError if the network is too large to be run, or an option does not fit; needs no
  /// plan.
  virtual void check(const RunOptions& options) const = 0;
  /// What a queue depth that was asked for limits, as the judge sees it.
  [[nodiscard]] virtual std::optional<QueueLimit> limit(const Plan&) const { return std::nullopt; }
  /// The Verilog nodes, controlled as asked for; what their ROMs take goes into the report.
  [[nodiscard]] virtual std::shared_ptr<NodeHardware> make(const Plan& plan,
                                                           const PlanFigures& figures,
                                                           const RunOptions& options,
                                                           Report& report) const = 0;
  /// The queues of these nodes: what the plan needs and what is built for it, level by level.
  [[nodiscard]] virtual std::vector<QueueDepth> depths(const Plan& plan, const PlanFigures& figures,
                                                       const RunOptions& options) const = 0;
  /// The ROM images of a plan. Throws InputError if they do not fit.
  [[nodiscard]] virtual RomOutput roms(const Plan& plan, const std::vector<QueueDepth>& built,
                                       const RunOptions& options) const = 0;
  /// Their words. Throws InputError if this plan has no such ROMs, or they are too long for a page.
  [[nodiscard]] virtual RomListing listing(const Plan& plan) const = 0;
  /// Messages spend L cycles on their way, and interfaces count those in transit.
  [[nodiscard]] virtual bool counts_transit() const { return false; }
  /// Can ROMs make the queues do what a schedule says?
  [[nodiscard]] virtual bool can_follow(const OpenSchedule&) const { return true; }

 protected:
  explicit Machine(const Resolved& resolved) : resolved_(resolved) {}
  const Resolved& resolved_;
};
/// Each is nullptr for problems of other machines; asked in this order. The problem must outlive
/// what is returned.
std::unique_ptr<Machine> reduce_machine(const Resolved& resolved);
std::unique_ptr<Machine> tree_machine(const Resolved& resolved);
std::unique_ptr<Machine> direct_machine(const Resolved& resolved);
std::unique_ptr<Machine> logp_machine(const Resolved& resolved);
/// All that is fully connected and no LogP machine.
std::unique_ptr<Machine> complete_machine(const Resolved& resolved);
/// Throws InputError if there is none for a problem.
std::unique_ptr<Machine> machine_of(const Resolved& resolved);

/// Throws InputError if the hardware has no nodes for a network of links, or is not made for so
/// many of them.
void check_direct_size(const Topology& network, std::size_t most);
/// Throws InputError if a fabric is asked for: only fully connected networks have a choice.
void check_no_fabric(const Resolved& resolved, const RunOptions& options);

/// Fills in what the registers of nodes and crossbar tell.
void read_registers(const CosimulationResult& result, unsigned levels, Measured& measured);

/// Runs a plan on the Verilog switches and fills in the report. At most once per process.
void run_hardware(const Machine& machine, const Resolved& resolved, const Plan& plan,
                  const PlanFigures& figures, std::optional<QueueLimit> limit,
                  const RunOptions& options, Report& report);

}  // namespace romcast
