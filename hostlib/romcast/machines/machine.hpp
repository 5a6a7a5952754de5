// SPDX-License-Identifier: Apache-2.0
// The kinds of machines that run plans: what each needs of a plan, its ROM images, its nodes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "romcast/core/memories.hpp"
#include "romcast/machines/images.hpp"
#include "romcast/machines/nodes.hpp"
#include "romcast/machines/rom_listing.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

class NodePart;
struct JudgedHops;

/// A plan and what judging it told.
struct JudgedPlan {
  Plan plan{};
  std::optional<QueueLimit> limit{};  ///< that it was held to
  Verdict verdict{};
  Cycle last_hop = 0;
  std::uint32_t store_places = 0;  ///< direct networks: of the fullest store or bank (StorePlaces)
  bool rings = false;              ///< direct networks: banks are rings
  OpenSchedule again{};            ///< the plan once more, from memory if it fits; its part if any
  std::shared_ptr<const NodePart> part{};   ///< the nodes that this rank judged; nullptr: all
  std::shared_ptr<const JudgedHops> own{};  ///< the findings on their hops
};

/// The maps that processors combine: they show the order, where the plan keeps it.
inline Maps maps_for(const Verdict& verdict) {
  return verdict.ordered.value_or(false) ? Maps::in_order : Maps::commuting;
}

/// A kind of machine, for one job. A class per kind, each in its own file; only these ask which
/// network it is.
class Machine {
 public:
  virtual ~Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// Throws InputError if the network is too large to be run, or an option does not fit; needs no
  /// plan. `audit`: sleeping nodes are to be evaluated, too.
  virtual void check(bool audit) const = 0;
  /// The limit that a queue depth of the job sets, as the judge sees it.
  [[nodiscard]] virtual std::optional<QueueLimit> limit(const Plan&) const { return std::nullopt; }
  /// The queues of these nodes: what the plan needs and what is built for it, level by level.
  [[nodiscard]] virtual std::vector<QueueDepth> depths(const JudgedPlan& plan) const = 0;
  /// The ROM images of a plan, compiled. Throws InputError if they do not fit.
  [[nodiscard]] virtual std::shared_ptr<const NodeImages> images(const JudgedPlan& plan) const = 0;
  /// The nodes, controlled as the job says: by rules, by compiled images, or by those of its
  /// folder.
  [[nodiscard]] virtual ControlledNodes nodes(const JudgedPlan& plan) const = 0;
  /// The nodes, controlled by these images, which this machine has compiled.
  [[nodiscard]] virtual ControlledNodes nodes(const JudgedPlan& plan,
                                              std::shared_ptr<const NodeImages> images) const = 0;
  /// The words of the images. Throws InputError if this plan has no such images, or too long ones.
  [[nodiscard]] virtual RomListing listing(const Plan& plan) const = 0;
  /// Messages spend L cycles in transit, and interfaces count those.
  [[nodiscard]] virtual bool counts_transit() const { return false; }
  /// Can ROMs make the queues do what a schedule says?
  [[nodiscard]] virtual bool can_follow(const OpenSchedule&) const { return true; }

 protected:
  explicit Machine(std::shared_ptr<const Job> job) : shared_job_(std::move(job)) {}

 private:
  const std::shared_ptr<const Job> shared_job_;

 protected:
  const Job& job_ = *shared_job_;
};

using SharedJob = std::shared_ptr<const Job>;
/// Each is nullptr for jobs of other machines; asked in this order.
std::unique_ptr<Machine> reduce_machine(const SharedJob& job);
std::unique_ptr<Machine> tree_machine(const SharedJob& job);
std::unique_ptr<Machine> direct_machine(const SharedJob& job);
std::unique_ptr<Machine> logp_machine(const SharedJob& job);
/// All that is fully connected and no LogP machine.
std::unique_ptr<Machine> complete_machine(const SharedJob& job);
/// Throws InputError if there is none for a job.
std::unique_ptr<Machine> machine_of(const SharedJob& job);

/// Throws InputError if the hardware has no nodes for a network of links, or is not made for so
/// many of them.
void check_direct_size(const Topology& network, std::size_t most);
/// Throws InputError if a fabric is asked for: only fully connected networks have a choice.
void check_no_fabric(const Job& job);

}  // namespace romcast
