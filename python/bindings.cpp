// SPDX-License-Identifier: Apache-2.0
// The C++ side of the Python module: networks, jobs and runs as values, hops as NumPy arrays
// without copies. python/romcast has the names that users see, their types and their documentation.
#include <dlfcn.h>
#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <unistd.h>

#include <fstream>
#include <mutex>
#include <sstream>

#include "python/conversions.hpp"
#include "romcast/core/schedule_file.hpp"
#include "romcast/design/fabric/fabric_folder.hpp"
#include "romcast/design/fabric/fabric_run.hpp"
#include "romcast/design/folder.hpp"
#include "romcast/goal/goal_writer.hpp"
#include "romcast/msccl/writer.hpp"
#include "romcast/run/job_parts.hpp"
#include "romcast/run/node_report.hpp"
#include "romcast/run/shared_search.hpp"
#include "systemc/fabric/fabric_cosimulation.hpp"

namespace py = pybind11;
using namespace romcast;
using namespace romcast::python;

namespace {

struct ChannelRow {
  std::uint32_t src = 0, dst = 0, lanes = 0;
};
struct TimeRow {
  std::uint32_t cycles, latency;
};

// An array over the vector's memory, which it keeps.
template <class T>
py::array_t<T> array_of(std::vector<T> rows) {
  auto kept = std::make_unique<std::vector<T>>(std::move(rows));
  std::vector<T>& memory = *kept;
  const py::capsule owner(kept.release(),
                          [](void* held) { delete static_cast<std::vector<T>*>(held); });
  return py::array_t<T>(memory.size(), memory.data(), owner);
}

py::object parsed(const nlohmann::ordered_json& json) {
  return py::module_::import("json").attr("loads")(json.dump());
}

// A run that several threads may share; one computes, the others wait.
class SharedRun {
 public:
  explicit SharedRun(Job job)
      : run_(std::move(job), RunSettings{.progress = [this](const std::string& phase, double done) {
               if (watch_) watch_(phase, done);
             }}) {}
  SharedRun(const SharedRun&) = delete;
  SharedRun& operator=(const SharedRun&) = delete;

  /// `watch` hears of the phases of what comes next; it may be empty.
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

// The plan that an earlier search found.
Plan plan_of(const std::string& found) {
  try {
    return unpacked_plan(found);
  } catch (const std::exception&) {
    throw InputError({"found", "..."}, "is no plan of a search");
  }
}

// `found`: the plan that an earlier search found.
std::unique_ptr<SharedRun> run_of(Problem problem, const std::string& algorithm,
                                  const std::string& control, std::optional<std::uint32_t> depth,
                                  bool fit, const std::optional<std::string>& found) {
  const py::gil_scoped_release others;
  Job job = make_job(std::move(problem),
                     {.algorithm = algorithm, .hardware = hardware_of(control, depth, fit, false)});
  if (found) job.algorithm.build = [plan = plan_of(*found)](const Problem&) { return plan; };
  return std::make_unique<SharedRun>(std::move(job));
}

// The bound of romcast's own algorithm, if one solves the problem.
Job job_without_algorithm(const Problem& problem) {
  try {
    return make_job(problem);
  } catch (const InputError&) {
    Job job{.problem = problem, .algorithm = {}};
    job.algorithm.network = problem.topology->network();
    job.algorithm.collective = problem.collective.kind();
    job.algorithm.ports = {problem.ports.kind};
    return job;
  }
}

// A run of given hops; the bound is that of the collective.
std::unique_ptr<SharedRun> run_of_hops(Problem problem, const py::array_t<Row>& array,
                                       const std::string& name, std::optional<std::uint32_t> depth,
                                       bool fit, bool anyway) {
  if (array.ndim() != 1) throw InputError({"hops", array.ndim()}, "give an array of one dimension");
  const py::array_t<Row> rows = py::array_t<Row, py::array::c_style>::ensure(array);
  const std::span<const Row> span(rows.data(), static_cast<std::size_t>(rows.size()));
  const py::gil_scoped_release others;
  const OpenSchedule schedule = stored_schedule(hops_of(*problem.topology, span));
  Job job = job_without_algorithm(problem);
  job.algorithm.name = name;
  job.algorithm.default_control = Control::rom;
  job.algorithm.options.clear();
  job.algorithm.build = [schedule](const Problem&) { return Plan{.open = schedule}; };
  job.hardware = hardware_of("rom", depth, fit, anyway);
  job.given = GivenPlan{.file = name};
  return std::make_unique<SharedRun>(std::move(job));
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

struct MadeFabric {
  Network network;
  FabricDesign design;
  Report report;
  std::vector<std::string> found;  // plans of the modes
};

// A fabric of one or two schedules that repeat. `settings`: payload, statistics, and 1 or 0 of
// wishbone, crossing, credits, sinks_may_stall (credits are asked for), on_demand and signed.
// `found`: plans of an earlier search, or none.
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

// Frames on the Verilog; once in a process.
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

// The file of the library. Models of switches need its thread-local variables, of 32 kB, where only
// a library that the program starts with has them.
std::string library_file() {
  Dl_info info{};
  return ::dladdr(reinterpret_cast<const void*>(&all_collectives), &info) != 0 ? info.dli_fname
                                                                               : "";
}

// The text that a writer of files writes.
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

template <class Error>
void set_error(const char* type, const Error& error) {
  const py::object raised =
      py::module_::import("romcast.errors")
          .attr(type)(error.what(), error.option(), error.value(), error.reason(), error.remedy());
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(raised.ptr())), raised.ptr());
}

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const InputError& error) {
    set_error("InputError", error);
  } catch (const MissingError& error) {
    set_error("MissingError", error);
  }
}

}  // namespace

PYBIND11_MODULE(_romcast, module) {
  PYBIND11_NUMPY_DTYPE(Row, cycle, src, dst, lane, message);
  PYBIND11_NUMPY_DTYPE(ChannelRow, src, dst, lanes);
  PYBIND11_NUMPY_DTYPE(TimeRow, cycles, latency);
  py::register_exception_translator(translate);
  module.attr("hop_dtype") = py::dtype::of<Row>();

  py::class_<Topology, std::shared_ptr<Topology>>(module, "Topology")
      .def_property_readonly("family", &Topology::network)
      .def_property_readonly("options", [](const Topology& t) { return t.options(); })
      .def_property_readonly("processors", &Topology::processors)
      .def_property_readonly("crossbar", &Topology::crossbar)
      .def_property_readonly("notes", &Topology::notes)
      .def_property_readonly("names",
                             [](const Topology& t) {
                               std::vector<std::string> names;
                               for (NodeId v = 0; v < t.nodes(); ++v)
                                 names.push_back(t.node_name(v));
                               return names;
                             })
      .def_property_readonly("forwards",
                             [](const Topology& t) {
                               std::vector<bool> forwards;
                               for (NodeId v = 0; v < t.nodes(); ++v)
                                 forwards.push_back(t.forwards(v));
                               return forwards;
                             })
      .def_property_readonly("channels",
                             [](const Topology& t) {
                               std::vector<ChannelRow> rows;
                               for (const Channel& c : t.channels())
                                 rows.push_back({c.from, c.to, c.capacity});
                               return array_of(std::move(rows));
                             })
      .def_property_readonly("times",
                             [](const Topology& t) {
                               std::vector<TimeRow> rows;
                               for (const Channel& c : t.channels()) {
                                 rows.push_back({c.time.cycles, c.time.latency});
                               }
                               return array_of(std::move(rows));
                             })
      .def_property_readonly("timed", &Topology::timed)
      .def_property_readonly("cycle_seconds", &Topology::cycle_seconds);
  const auto shared = [](Network network) { return std::const_pointer_cast<Topology>(network); };
  using Options = std::map<std::string, std::string>;
  const auto listed = [](const Options& options) {
    std::vector<networks::Option> list;
    for (const auto& [option, value] : options) list.push_back({option, value});
    return list;
  };
  module.def("family", [=](const std::string& name, const Options& options) {
    return shared(networks::family(name, listed(options)));
  });
  module.def("read", [=](const std::string& file, const Options& options) {
    return shared(networks::read(file, listed(options)));
  });
  // Speeds: bandwidth, latency, overhead of the sender, of the receiver; number 0 has none.
  module.def(
      "graph",
      [=](const std::vector<std::pair<std::string, std::string>>& nodes,
          const std::vector<std::tuple<NodeId, NodeId, std::uint32_t, std::uint32_t>>& edges,
          const std::vector<std::tuple<std::string, std::string, std::string, std::string>>& speeds,
          const Options& options) {
        GraphWithSpeeds all;
        for (const auto& [name, role] : nodes) {
          const auto known = find_role(role);
          if (!known) {
            throw InputError({"role", role}, "unknown", "give processor, endpoint or switch");
          }
          all.graph.nodes.push_back({name, *known});
        }
        for (const auto& [from, to, lanes, speed] : edges) {
          all.graph.edges.push_back({from, to, lanes, {}, speed});
        }
        for (const auto& [bandwidth, latency, sending, receiving] : speeds) {
          all.speeds.push_back({bandwidth, latency, sending, receiving});
        }
        return shared(networks::graph(all, listed(options)));
      });

  py::class_<Problem>(module, "Problem")
      .def_property_readonly(
          "collective", [](const Problem& p) { return std::string(name(p.collective.kind())); })
      .def_property_readonly("ports", [](const Problem& p) { return p.ports.name(); })
      .def_property_readonly("messages", [](const Problem& p) { return p.collective.messages(); })
      .def_property_readonly("message_numbers",
                             [](const Problem& p) { return p.collective.message_numbers(); })
      .def("wants",
           [](const Problem& p, MessageId message, NodeId processor) {
             if (message >= p.collective.message_numbers() ||
                 processor >= p.collective.processors()) {
               throw InputError({"message", message}, "no such message or processor");
             }
             return p.collective.wants(message, processor);
           })
      .def("origin", [](const Problem& p, MessageId message) -> std::optional<NodeId> {
        if (message >= p.collective.message_numbers()) {
          throw InputError({"message", message}, "no such message");
        }
        const NodeId origin = p.collective.origin(message);
        return origin == kNone ? std::nullopt : std::optional(origin);
      });
  module.def("problem", &problem_of);
  module.def("exchange", &exchange_of);
  module.def("flows", &flows_of);

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
  module.def("run", &run_of);
  module.def("run_of_hops", &run_of_hops);
  module.def("library_file", &library_file);
  module.def("algorithms", [] {
    std::vector<std::tuple<std::string, std::string, std::string, std::string>> all;
    for (const Algorithm& one : all_algorithms()) {
      all.emplace_back(one.name, one.network, std::string(name(one.collective)), one.summary);
    }
    return all;
  });
}
