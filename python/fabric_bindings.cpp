// SPDX-License-Identifier: Apache-2.0
// Fabrics of schedules that repeat: their cost, their Verilog, their co-simulation.
#include <pybind11/functional.h>

#include "python/bindings.hpp"
#include "romcast/design/fabric/fabric_folder.hpp"
#include "romcast/design/fabric/fabric_run.hpp"
#include "romcast/run/job_parts.hpp"
#include "romcast/run/shared_search.hpp"
#include "systemc/fabric/fabric_cosimulation.hpp"

namespace romcast::python {
namespace {

struct MadeFabric {
  Network network;
  FabricDesign design;
  Report report;
  std::vector<std::string> found;  // plans of the modes
};

// Makes a fabric that repeats the schedule for `problem`, and can change to that for `then`, if
// given. `settings`: payload (bits) and statistics (0..2); wishbone, crossing, credits, on_demand,
// signed, sinks_may_stall (0 or 1 each). credits is 1 by default, sinks_may_stall only if the user
// asked for credits. `found`: the packed plans of an earlier search, one per schedule, or empty.
MadeFabric fabric_of(const Problem& problem, const std::optional<Problem>& then,
                     const std::string& algorithm, const std::string& operation,
                     const std::map<std::string, unsigned>& settings,
                     const std::vector<std::string>& found) {
  const std::optional<Operation> combines = find_operation(operation);
  if (!combines)
    throw InputError({"operator", operation}, "unknown", "give add, min, max, and or or");
  const bool on_demand = settings.at("on_demand") != 0 || is_combined(problem.collective) ||
                         (then && is_combined(then->collective));
  if (on_demand && settings.at("sinks_may_stall") != 0) {
    throw InputError({"credits", "True"}, "frames on demand, as those of reductions, need none",
                     "leave it out");
  }
  const FabricSettings made{.payload = settings.at("payload"),
                            .wishbone = settings.at("wishbone") != 0,
                            .crossing = settings.at("crossing") != 0,
                            .credits = settings.at("credits") != 0 && !on_demand,
                            .on_demand = on_demand,
                            .is_signed = settings.at("signed") != 0,
                            .statistics = settings.at("statistics")};
  if (made.statistics > 2) throw InputError({"statistics", made.statistics}, "give 0, 1 or 2");
  const FabricRules rules{made.credits, made.on_demand};
  const py::gil_scoped_release others;
  const JobOptions options{.algorithm = algorithm};
  const auto run_of_mode = [&](Job job, std::size_t number) {
    if (number < found.size()) {
      job.algorithm.build = [plan = plan_of(found[number])](const Problem&) { return plan; };
    }
    return Run(std::move(job), RunSettings{});
  };
  Run run = run_of_mode(fabric_job(problem, options, rules, *combines), 0);
  std::optional<Run> second;
  if (then) second.emplace(run_of_mode(fabric_job_after(run, *then, options, rules, *combines), 1));
  std::vector<std::string> plans{packed_plan(run.plan())};
  if (second) plans.push_back(packed_plan(second->plan()));
  return {problem.topology, fabric_design(run, second ? &*second : nullptr, made), run.report(),
          std::move(plans)};
}

// Co-simulates frames, at most once per process; returns the report, its table and its failures.
py::dict fabric_measured(const MadeFabric& made, unsigned frames, const std::string& pauses,
                         bool depths, Progress progress) {
  const FabricSettings& asked = made.design.settings();
  static const std::map<std::string, Pauses> kinds{
      {"none", Pauses::none}, {"steady", Pauses::steady}, {"random", Pauses::random}};
  const auto kind = kinds.find(pauses);
  if (kind == kinds.end()) {
    throw InputError({"pauses", pauses}, "unknown", "give none, steady or random");
  }
  if (frames == 0) throw InputError({"frames", frames}, "give 1 or more");
  FabricReport report;
  {
    const py::gil_scoped_release others;
    const FabricDesign design(*made.network, made.design.fabric(),
                              {.payload = asked.payload,
                               .credits = asked.credits,
                               .on_demand = asked.on_demand,
                               .is_signed = asked.is_signed,
                               .statistics = 2});
    report = cosimulate_fabric({.network = made.network.get(),
                                .design = &design,
                                .frames = frames,
                                .pauses = kind->second,
                                .depths = depths,
                                .progress = std::move(progress)});
    report.scenario = made.report.scenario;
    report.bound = made.report.theory.period_bound;
    report.bound_source = made.report.theory.period_bound_source;
  }
  py::dict result;
  result["report"] = parsed(report.json());
  result["table"] = report.table();
  result["failures"] = report.failures;
  return result;
}

}  // namespace

void bind_fabrics(py::module_& module) {
  py::class_<MadeFabric>(module, "Fabric")
      .def("description",
           [](const MadeFabric& made) {
             return parsed(fabric_json(made.design, *made.report.period));
           })
      .def("report", [](const MadeFabric& made) { return parsed(made.report.json()); })
      .def("found",
           [](const MadeFabric& made) {
             return std::vector<py::bytes>(made.found.begin(), made.found.end());
           })
      .def("measure", &fabric_measured)
      .def("write",
           [](const MadeFabric& made, const std::string& folder, const std::string& command) {
             write_fabric(folder, made.design, *made.report.period, command);
           });
  module.def("fabric", &fabric_of);
}

}  // namespace romcast::python
