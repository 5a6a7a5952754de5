// SPDX-License-Identifier: Apache-2.0
// Turns periodic plans into a fabric.
#pragma once

#include "romcast/design/fabric/built_fabric.hpp"
#include "romcast/design/fabric/fabric_design.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

/// True if the fabric's nodes combine the words of the collective. A fabric for such a collective
/// must have frames on demand.
bool is_combined(const Collective& collective);

/// The job of a mode: a frame that repeats, with flows that return credits if `rules` has credits
/// and frames are not on demand. `problem` has the frame's ports and options. A reduce, allreduce
/// or reduce-scatter becomes reductions by `operation`. Throws InputError as make_job() does; for
/// a summation; if frames are on demand, for a bound of latency; if flows return credits, for a
/// flow whose name ends in ".credit".
Job fabric_job(Problem problem, const JobOptions& options, FabricRules rules,
               Operation operation = Operation::add);

/// The job of a second mode, otherwise as fabric_job(). Unless frames are on demand, flows that
/// both modes have keep their slots from the plan of `first` if a schedule with that plan's period
/// is found; flows that keep their slots continue while modes change.
Job fabric_job_after(Run& first, Problem problem, const JobOptions& options, FabricRules rules,
                     Operation operation = Operation::add);

/// The fabric that runs the plan of `run`, and that of `second` as its second mode. If `second` is
/// nullptr, the second mode is the first one, a slot later. Throws InputError if a plan does not
/// repeat or is illegal, or if no fabric can run the plans.
FabricDesign fabric_design(Run& run, Run* second, const FabricSettings& settings);
/// As above, but with the hardware of `built`. Throws also InputError that begins with the
/// fingerprint of `built`, if the plans do not fit this hardware.
FabricDesign fabric_design(Run& run, Run* second, const BuiltFabric& built);

}  // namespace romcast
