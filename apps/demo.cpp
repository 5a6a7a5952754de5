#include "apps/demo.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <future>
#include <mutex>
#include <vector>

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

std::vector<Scenario> scenarios() {
  std::vector<Scenario> all;
  for (const Algorithm& algorithm : all_algorithms()) {
    for (const Ports::Kind kind : algorithm.ports) {
      all.push_back({.network_options = {{"arity", "4"}, {"height", "3"}},
                     .ports = Ports{kind}.name(),
                     .collective = std::string(name(algorithm.collective)),
                     .algorithm = algorithm.name});
    }
  }
  return all;
}

std::string text(const Json& value) {
  return value.is_null() ? "-" : value.is_string() ? value.get<std::string>() : value.dump();
}

std::string row(const Json& report) {
  const Json &theory = report["theory"], &plan = report["plan"], &hardware = report["hardware"];
  const bool errs = !theory["paper_cycles"].is_null();
  return fmt::format("{:<11}{:<8}{:<21}{:<6}{:>8}{:>8}{:>10}{:>10}{:>9}{:>9}   {}\n",
                     text(report["scenario"]["collective"]), text(report["scenario"]["ports"]),
                     text(report["scenario"]["algorithm"]), text(hardware["control"]),
                     text(theory["formula_cycles"]) + (errs ? "*" : " "), text(plan["cycles"]),
                     text(hardware["cycles"]), text(theory["lower_bound"]),
                     text(hardware["max_queue"]), text(hardware["max_waiting"]),
                     text(report["verdict"]));
}

}  // namespace

int demo(const Progress& progress) {
  const std::vector<Scenario> all = scenarios();
  std::vector<Json> reports(all.size());
  std::mutex mutex;
  std::size_t next = 0, done = 0;
  const auto work = [&] {
    for (;;) {
      std::unique_lock lock(mutex);
      if (next == all.size()) return;
      const std::size_t mine = next++;
      lock.unlock();
      Json report = run_in_child(all[mine], {});
      lock.lock();
      reports[mine] = std::move(report);
      if (progress)
        progress("running and building switch models", double(++done) / double(all.size()));
    }
  };
  auto other = std::async(std::launch::async, work);
  work();
  other.get();

  fmt::print(
      "Every collective on a fat tree of 64 processors (arity 4, height 3, capacity 1),\n"
      "in cycles; hardware: counted by the Verilog switches\n\n");
  fmt::print("{:<11}{:<8}{:<21}{:<6}{:>7} {:>8}{:>10}{:>10}{:>9}{:>9}\n", "collective", "ports",
             "algorithm", "runs", "theory", "plan", "hardware", "bound", "queued", "waiting");
  bool pass = true;
  std::string errata;
  for (const Json& report : reports) {
    fmt::print("{}", row(report));
    pass = pass && report["verdict"] == "pass";
    const Json& theory = report["theory"];
    if (!theory["paper_cycles"].is_null()) {
      errata += fmt::format("  * {} {}: {}\n", text(report["scenario"]["collective"]),
                            text(report["scenario"]["ports"]), text(theory["erratum"]));
    }
  }
  fmt::print(
      "\nruns: by local rules in the switches, or from schedule ROMs; bound: lower bound;\n"
      "queued: most messages in one switch; waiting: most that stay a cycle longer\n");
  if (!errata.empty()) fmt::print("\nThe paper errs:\n{}", errata);
  fmt::print(
      "\nNext:\n"
      "  build/romcast plan -k 2 -H 2 -c allgather            see a schedule\n"
      "  build/romcast run -k 2 -H 6 -c alltoall -p multi     one run in full\n"
      "  build/romcast list                                   what there is\n");
  return pass ? 0 : 1;
}

}  // namespace romcast
