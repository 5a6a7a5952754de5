// SPDX-License-Identifier: Apache-2.0
// The kinds of machines that run plans; a machine gives the queues, ROM images and nodes for a
// plan.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "romcast/core/combined_value.hpp"
#include "romcast/core/memories.hpp"
#include "romcast/judge/judge.hpp"
#include "romcast/judge/store_places.hpp"
#include "romcast/machines/images.hpp"
#include "romcast/machines/nodes.hpp"
#include "romcast/machines/rom_listing.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

class NodePart;

/// Results of judging some hops: the verdict, the queue figures of each node from the topology's
/// first switch on (`switches`), and StorePlaces::counts (`places`; empty if no node has a store).
struct JudgedHops {
  Verdict verdict;
  std::vector<LevelQueues> switches{};
  std::vector<std::uint64_t> places{};
};

/// A plan and the results of judging it.
struct JudgedPlan {
  std::shared_ptr<const Job> job{};
  Plan plan{};
  std::optional<QueueLimit> limit{};  ///< the limit against which the plan was judged
  Verdict verdict{};
  std::optional<PeriodVerdict> period{};  ///< only if the schedule repeats; the period's violations
                                          ///< are also in `verdict`
  Cycle last_hop = 0;
  /// Direct networks: needs of the stores of processors (first element) and of switches (second).
  std::array<StoreNeeds, 2> stores{};
  /// Queue figures by level, level 1 first: maxima over the level's processors (first vector) and
  /// over the level's switches (second). A vector is empty if the judge has no figures of such
  /// nodes.
  std::array<std::vector<LevelQueues>, 2> most{};
  /// Direct networks: true if the banks of links must (`rings`) or can (`can_ring`) be rings, whose
  /// slots are filled in cyclic order (StoreShape::ring).
  bool rings = false;
  bool can_ring = false;
  std::vector<std::uint64_t> places{};  ///< direct networks: StorePlaces::counts
  /// Opens the hops of `part` once more, or those of the whole plan if `part` is nullptr. The first
  /// call reads the hops from memory if all of them are recorded there; further calls compute the
  /// plan again.
  OpenSchedule again{};
  std::shared_ptr<const NodePart> part{};   ///< the nodes that this rank judged; nullptr: all
  std::shared_ptr<const JudgedHops> own{};  ///< results for the hops of `part`
};

/// The maps with which processors combine values: Maps::in_order, whose results show the order of
/// the operands, if the plan combines the operands in order; else Maps::commuting.
inline Maps maps_for(const Verdict& verdict) {
  return verdict.ordered.value_or(false) ? Maps::in_order : Maps::commuting;
}

/// A kind of machine, for one job. machines.inc lists the kinds; each has a class in a folder of
/// its own. The function NAME_machine(job) of a folder makes the machine, or returns nullptr if the
/// job is for another machine.
class Machine {
 public:
  virtual ~Machine() = default;
  Machine(const Machine&) = delete;
  Machine& operator=(const Machine&) = delete;

  /// Checks the job before there is a plan: throws InputError if the network is too large to be
  /// run, or if an option does not suit the machine. `audit`: sleeping nodes will be evaluated,
  /// too.
  virtual void check(bool audit) const = 0;
  /// The queue depth against which the plan is judged: the Verilog's if the Verilog fixes a depth,
  /// else HardwareOptions::queue_depth of the job. nullopt: the judge counts without a limit.
  [[nodiscard]] virtual std::optional<QueueLimit> limit(const Plan&) const { return std::nullopt; }
  /// The queues of the nodes: needed and built depths, level by level.
  [[nodiscard]] virtual std::vector<QueueDepth> depths(const JudgedPlan& plan) const = 0;
  /// Compiles the ROM images of a plan. Throws InputError if no ROM can run the plan, or if an
  /// image is larger than its ROM.
  [[nodiscard]] virtual std::shared_ptr<const NodeImages> images(const JudgedPlan& plan) const = 0;
  /// The nodes, controlled according to the job: by rules, by compiled images, or by the images in
  /// the job's folder.
  [[nodiscard]] virtual ControlledNodes nodes(const JudgedPlan& plan) const = 0;
  /// The nodes, controlled by images that this machine has compiled.
  [[nodiscard]] virtual ControlledNodes nodes(const JudgedPlan& plan,
                                              std::shared_ptr<const NodeImages> images) const = 0;
  /// Compiles the plan and lists the words of the ROM images. Throws InputError if no ROM can run
  /// the plan, or if there are too many words for a listing.
  [[nodiscard]] virtual RomListing listing(const Plan& plan) const = 0;
  /// True if messages are in transit for L cycles, and interfaces count these messages.
  [[nodiscard]] virtual bool counts_transit() const { return false; }
  /// True if ROMs can make the queues follow a schedule.
  [[nodiscard]] virtual bool can_follow(const OpenSchedule&) const { return true; }

 protected:
  explicit Machine(std::shared_ptr<const Job> job) : shared_job_(std::move(job)) {}
  /// Returns `images`, which are constructed for the job, with the contents of the job's folder.
  /// Throws InputError as read_images() does.
  template <class Images>
  [[nodiscard]] std::shared_ptr<const Images> from_folder(Images images) const {
    read(images);
    return std::make_shared<const Images>(std::move(images));
  }

 private:
  void read(NodeImages& images) const;

  const std::shared_ptr<const Job> shared_job_;

 protected:
  const Job& job_ = *shared_job_;
};

using SharedJob = std::shared_ptr<const Job>;
/// Makes the first machine of machines.inc that takes the job. Throws InputError if none takes it.
std::unique_ptr<Machine> machine_of(const SharedJob& job);

/// Throws InputError if the network has more than `most` nodes, or a node with too many links.
void check_direct_size(const Topology& network, std::size_t most);
/// Throws InputError if a fabric is requested: only fully connected networks have a choice.
void check_no_fabric(const Job& job);

}  // namespace romcast
