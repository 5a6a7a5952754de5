// SPDX-License-Identifier: Apache-2.0
// From plans that repeat to a fabric.
#pragma once

#include "romcast/design/fabric/built_fabric.hpp"
#include "romcast/design/fabric/fabric_design.hpp"
#include "romcast/run/run.hpp"

namespace romcast {

/// True for what a fabric combines on the way: its frames are always on demand.
bool is_combined(const Collective& collective);

/// The job of a mode: a frame that repeats, with flows that bring credits back if the rules have
/// them. `problem`: its ports and options are those of the frame. Throws InputError.
/// A reduce, allreduce or reduce-scatter becomes reductions with the operator.
Job fabric_job(Problem problem, const JobOptions& options, FabricRules rules,
               Operation operation = Operation::add);

/// The job of a second mode. Flows that are the same in both keep the slots that they have in the
/// plan of `first`, if a schedule of the same period is found, and so go on while modes change; not
/// in frames on demand.
Job fabric_job_after(Run& first, Problem problem, const JobOptions& options, FabricRules rules,
                     Operation operation = Operation::add);

/// The fabric that runs the plan of `run` and, as its second mode, that of `second`, if there is
/// one. Throws InputError if a plan does not repeat or is illegal, or no fabric can run it.
FabricDesign fabric_design(Run& run, Run* second, const FabricSettings& settings);
/// The same hardware as `built` with tables of these plans. Throws InputError that begins with its
/// fingerprint if they do not fit.
FabricDesign fabric_design(Run& run, Run* second, const BuiltFabric& built);

}  // namespace romcast
