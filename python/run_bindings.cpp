// SPDX-License-Identifier: Apache-2.0
// Runs: a plan, its verdict, and its co-simulation. Python gets hops as arrays over C++ memory.
#include <pybind11/functional.h>
#include <unistd.h>

#include <fstream>
#include <mutex>
#include <sstream>

#include "python/bindings.hpp"
#include "romcast/core/schedule_file.hpp"
#include "romcast/design/folder.hpp"
#include "romcast/goal/goal_writer.hpp"
#include "romcast/msccl/writer.hpp"
#include "romcast/run/job_parts.hpp"
#include "romcast/run/node_report.hpp"
#include "romcast/run/shared_search.hpp"

namespace romcast::python {
namespace {

// A run that several threads may share; one computes, the others wait.
class SharedRun {
 public:
  explicit SharedRun(Job job)
      : run_(std::move(job), RunSettings{.progress = [this](const std::string& phase, double done) {
               if (watch_) watch_(phase, done);
             }}) {}
  SharedRun(const SharedRun&) = delete;
  SharedRun& operator=(const SharedRun&) = delete;

  /// `watch` is called with the phases of the next computations; may be empty.
  void set_progress(Progress watch) { watch_ = std::move(watch); }

  template <class Work>
  auto with(Work work) {
    const py::gil_scoped_release others;
    const std::scoped_lock lock(mutex_);
    return work(run_);
  }

 private:
  std::mutex mutex_;
  Progress watch_;
  Run run_;
};

HardwareOptions hardware_of(const std::string& control, std::optional<std::uint32_t> depth,
                            bool fit, bool anyway) {
  HardwareOptions hardware{.queue_depth = depth, .fit = fit, .anyway = anyway};
  if (control == "rom") hardware.control = Control::rom;
  if (control == "rule") hardware.control = Control::rule;
  if (!hardware.control && !control.empty()) {
    throw InputError({"control", control}, "unknown", "give rule or rom");
  }
  return hardware;
}

// `found`: the plan that an earlier search found; nullopt: the algorithm makes one.
std::unique_ptr<SharedRun> run_of(Problem problem, const std::string& algorithm,
                                  const std::string& control, std::optional<std::uint32_t> depth,
                                  bool fit, const std::optional<std::string>& found) {
  const py::gil_scoped_release others;
  Job job = make_job(std::move(problem),
                     {.algorithm = algorithm, .hardware = hardware_of(control, depth, fit, false)});
  if (found) job.algorithm.build = [plan = plan_of(*found)](const Problem&) { return plan; };
  return std::make_unique<SharedRun>(std::move(job));
}

// A run of given hops; the lower bound is the problem's, which holds for every algorithm.
std::unique_ptr<SharedRun> run_of_hops(Problem problem, const py::array_t<Row>& array,
                                       const std::string& name, std::optional<std::uint32_t> depth,
                                       bool fit, bool anyway) {
  if (array.ndim() != 1) throw InputError({"hops", array.ndim()}, "give an array of one dimension");
  const py::array_t<Row> rows = py::array_t<Row, py::array::c_style>::ensure(array);
  const std::span<const Row> span(rows.data(), static_cast<std::size_t>(rows.size()));
  const py::gil_scoped_release others;
  std::vector<Hop> hops = hops_of(*problem.topology, span);
  return std::make_unique<SharedRun>(
      given_job(std::move(problem), std::move(hops), name, hardware_of("rom", depth, fit, anyway)));
}

py::dict verdict_of(const Verdict& verdict) {
  py::list violations;
  for (const Violation& one : verdict.violations) {
    violations.append(py::make_tuple(one.cycle, std::string(name(one.kind)), one.text));
  }
  py::dict result;
  result["cycles"] = verdict.cycles;
  result["hops"] = verdict.hops;
  result["delivered"] = verdict.delivered;
  result["expected"] = verdict.expected;
  result["violations"] = violations;
  result["violation_count"] = verdict.violation_count;
  result["in_order"] = verdict.ordered;
  return result;
}

// `progress`: called with a phase and its finished share (below 0: unknown); may be empty.
py::dict measured_of(SharedRun& run, Progress progress) {
  run.set_progress(std::move(progress));
  Rows trace;
  Report report;
  std::vector<NodeRegisters> registers;
  std::vector<NodeReport> nodes;
  run.with([&](Run& one) {
    Cosimulation cosimulation;
    cosimulation.trace = [&](std::span<const Hop> hops) {
      for (const Hop& hop : hops) add_row(one.network(), hop, trace);
    };
    report = one.report(cosimulation);
    if (report.hardware) registers = report.hardware->registers;
    if (report.hardware && !one.depths().empty() && !one.symmetric()) {
      nodes = node_reports(one.judged(), one.depths(), report.hardware);
    }
    return 0;
  });
  py::list rows;
  for (const NodeRegisters& node : registers) {
    py::dict row;
    row["node"] = node.node;
    row["level"] = node.level;
    for (std::size_t i = 0; i < node.registers.names().size(); ++i) {
      row[py::str(node.registers.names()[i])] = node.registers.values()[i];
    }
    rows.append(row);
  }
  py::dict result;
  result["report"] = parsed(report.json());
  result["table"] = report.table();
  result["trace"] = array_of(std::move(trace));
  result["registers"] = rows;
  result["nodes"] = parsed(nodes_json(nodes));
  result["failures"] = report.failures();
  return result;
}

// The text that `write` writes to a file.
template <class Write>
std::string written(Write write) {
  char name[] = "/tmp/romcast-python-XXXXXX";
  const int file = ::mkstemp(name);
  if (file < 0) throw MissingError("no file can be made in /tmp");
  ::close(file);
  std::unique_ptr<char, void (*)(char*)> remove(name, [](char* path) { ::unlink(path); });
  write(std::string(name));
  std::ostringstream text;
  text << std::ifstream(name).rdbuf();
  return text.str();
}

}  // namespace

Plan plan_of(const std::string& found) {
  try {
    return unpacked_plan(found);
  } catch (const std::exception&) {
    throw InputError({"found", "..."}, "is no plan of a search");
  }
}

void bind_runs(py::module_& module) {
  PYBIND11_NUMPY_DTYPE(Row, cycle, src, dst, lane, message);
  module.attr("hop_dtype") = py::dtype::of<Row>();

  py::class_<SharedRun>(module, "Run")
      .def("verdict",
           [](SharedRun& run) {
             return verdict_of(run.with([](Run& one) { return one.verdict(); }));
           })
      .def("hops",
           [](SharedRun& run) {
             return array_of(
                 run.with([](Run& one) { return rows_of(one.network(), one.plan().open); }));
           })
      .def("report",
           [](SharedRun& run) {
             return parsed(run.with([](Run& one) { return one.report().json(); }));
           })
      .def("table",
           [](SharedRun& run) { return run.with([](Run& one) { return one.report().table(); }); })
      .def("algorithm",
           [](SharedRun& run) {
             return run.with([](Run& one) { return one.job().algorithm.name; });
           })
      .def("theory",
           [](SharedRun& run) {
             const Theory theory = run.with([](Run& one) { return one.report().theory; });
             py::dict result;
             result["bound"] = theory.lower_bound;
             result["bound_by"] = theory.lower_bound_source;
             result["formula"] = theory.formula_cycles;
             result["optimal"] = theory.optimal;
             return result;
           })
      .def("depths",
           [](SharedRun& run) {
             return parsed(run.with([](Run& one) { return depths_json(one.depths()); }));
           })
      .def("nodes",
           [](SharedRun& run) {
             return parsed(run.with([](Run& one) {
               return nodes_json(node_reports(one.judged(), one.depths(), std::nullopt));
             }));
           })
      .def("msccl",
           [](SharedRun& run) {
             return run.with([](Run& one) {
               const Problem& problem = one.job().problem;
               return written([&](const std::string& path) {
                 msccl::write_program(path, *problem.topology, problem.collective, problem.timing,
                                      one.job().algorithm.name, one.plan().open);
               });
             });
           })
      .def("goal",
           [](SharedRun& run) {
             return run.with([](Run& one) {
               const Problem& problem = one.job().problem;
               return written([&](const std::string& path) {
                 write_goal(path, *problem.topology, problem.collective, problem.ports,
                            problem.timing, one.plan().open);
               });
             });
           })
      .def("schedule_file",
           [](SharedRun& run) {
             return run.with([](Run& one) {
               return written([&](const std::string& path) {
                 ScheduleWriter file(path,
                                     schedule_header(one.job(), std::nullopt, one.plan().period));
                 const auto pass = one.plan().open();
                 for (std::vector<Hop> hops; pass->next(hops);) file.write(hops);
                 file.commit();
               });
             });
           })
      .def("found",
           [](SharedRun& run) -> std::optional<py::bytes> {
             const auto text = run.with([](Run& one) {
               return searches(one.job().algorithm) ? std::optional(packed_plan(one.plan()))
                                                    : std::nullopt;
             });
             return text ? std::optional<py::bytes>(*text) : std::nullopt;
           })
      .def("design",
           [](SharedRun& run, const std::string& folder) {
             const RtlSummary summary = run.with([&](Run& one) { return write_rtl(folder, one); });
             py::dict result;
             result["nodes"] = summary.nodes;
             result["processors"] = summary.processors;
             result["words"] = summary.words;
             result["word_bits"] = summary.word_bits;
             result["cycles"] = summary.cycles;
             result["hops"] = summary.hops;
             result["delivered"] = summary.delivered;
             return result;
           })
      .def("measure", &measured_of, py::arg("progress") = Progress{});
  module.def("run", &run_of);
  module.def("run_of_hops", &run_of_hops);
}

}  // namespace romcast::python
