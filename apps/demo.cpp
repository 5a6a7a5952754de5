// SPDX-License-Identifier: Apache-2.0
#include "apps/demo.hpp"

#include <fmt/format.h>

#include <array>
#include <future>
#include <mutex>
#include <vector>

#include "apps/scenario.hpp"
#include "apps/terminal.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/support/text_columns.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

// A network of the demo; its algorithms form a table.
struct Part {
  const char* title;
  std::string network;
  Options options;
  Timing timing;
  std::uint32_t messages = 1;
  std::optional<std::uint32_t> operands{};  ///< for summations
  std::uint32_t ports = 2;                  ///< used if ports are counted
};

const std::vector<Part>& parts() {
  static const std::vector<Part> all{
      {"Every collective on a complete tree of 64 processors (fat tree of arity 4, height 3, "
       "capacity "
       "1)",
       "fat-tree",
       {{"arity", "4"}, {"height", "3"}},
       {}},
      {"Every collective on the star graph S_4, 24 nodes; a packet takes 10 cycles to start",
       "star",
       {{"symbols", "4"}},
       {.startup = 10}},
      {"Seven messages to 16 fully connected processors with one port and with three",
       "complete",
       {{"processors", "16"}},
       {},
       7,
       std::nullopt,
       3},
      {"Every collective on a LogP machine: 8 processors, latency 6, overhead 2, gap 4",
       "complete",
       {{"processors", "8"}},
       {.latency = 6, .overhead = 2, .gap = 4},
       1,
       79},
  };
  return all;
}

Scenario scenario_of(const Part& part, const Algorithm& algorithm, Ports::Kind kind) {
  const bool summation = traits(algorithm.collective).addition > 0;
  return {.network = part.network,
          .network_options = part.options,
          .ports = Ports{kind, kind == Ports::Kind::several ? part.ports : 0}.name(),
          .collective = std::string(name(algorithm.collective)),
          .algorithm = algorithm.name,
          .messages = part.messages,
          .timing = part.timing,
          .operands = summation ? part.operands : std::nullopt};
}

bool fits(const Scenario& scenario) {
  try {
    resolve(scenario);
    return true;
  } catch (const InputError&) {
    return false;  // e.g. several items, but the algorithm takes one
  }
}

struct Example {
  const Part* part;
  Scenario scenario;
};

std::vector<Example> runs() {
  std::vector<Example> all;
  for (const Part& part : parts()) {
    for (const Algorithm& algorithm : all_algorithms()) {
      if (algorithm.network != part.network || algorithm.copies) continue;
      if (part.network == "complete" && algorithm.logp != part.timing.logp()) continue;
      for (const Ports::Kind kind : algorithm.ports) {
        Scenario scenario = scenario_of(part, algorithm, kind);
        if (fits(scenario)) all.push_back({&part, std::move(scenario)});
      }
    }
  }
  return all;
}

std::string text(const Json& value) {
  return value.is_null() ? "-" : value.is_string() ? value.get<std::string>() : value.dump();
}

// Formats the table of a network. Tables on narrow terminals lack the columns `runs` (the control),
// `plan` (the plan's cycles, which equal those of `hardware`) and `bound`.
struct Table {
  std::size_t columns;

  [[nodiscard]] bool wide() const { return columns >= kWide; }

  [[nodiscard]] std::string header() const {
    return line({"collective", "ports", "algorithm", "runs", "theory ", "plan", "hardware", "bound",
                 "occupancy", "waiting", ""});
  }

  [[nodiscard]] std::string row(const Json& report) const {
    const Json &theory = report["theory"], &plan = report["plan"], &hardware = report["hardware"];
    const bool errs = !theory["erratum"].is_null();
    return line({text(report["scenario"]["collective"]), text(report["scenario"]["ports"]),
                 text(report["scenario"]["algorithm"]), text(hardware["control"]),
                 text(theory["formula_cycles"]) + (errs ? "*" : " "), text(plan["cycles"]),
                 text(hardware["cycles"]), text(theory["lower_bound"]), text(plan["max_occupancy"]),
                 text(plan["max_passing_waiting"]), text(report["verdict"])});
  }

  /// Wraps text if the terminal is narrow; continuation lines are indented.
  [[nodiscard]] std::string lines(const std::string& words, std::size_t indent) const {
    return wide() ? words + '\n' : filled(words, 0, indent, columns);
  }

 private:
  static constexpr std::size_t kWide = 110;

  [[nodiscard]] std::string line(const std::array<std::string, 11>& cell) const {
    std::string text;
    add_cell(text, cell[0], 11);
    add_cell(text, cell[1], wide() ? 19 : 18);
    add_cell(text, cell[2], wide() ? 43 : 41);
    text += wide() ? fmt::format("{:<6}{:>8}{:>8}{:>10}{:>10}{:>11}{:>9}   {}", cell[3], cell[4],
                                 cell[5], cell[6], cell[7], cell[8], cell[9], cell[10])
                   : fmt::format("{:>7}{:>9}{:>10}{:>8} {}", cell[4], cell[6], cell[8], cell[9],
                                 cell[10]);
    text.erase(text.find_last_not_of(' ') + 1);
    return text + '\n';
  }
};

std::string erratum(const Json& report) {
  const Json& theory = report["theory"];
  if (theory["erratum"].is_null()) return "";
  return fmt::format("  * {} {} {}: {}", text(report["scenario"]["network"]),
                     text(report["scenario"]["collective"]), text(report["scenario"]["ports"]),
                     text(theory["erratum"]));
}

std::string next_steps(const std::string& program) {
  std::string text = "\nNext:\n";
  for (const char* example : {
           "plan -k 2 -H 2 -c allgather            see a schedule",
           "run -k 2 -H 6 -c alltoall -p multi     one run in full",
           "run --network star --symbols 5 -c alltoall --startup 20",
           "run --network complete --processors 1024 -c broadcast --messages 64",
           "run --network complete --processors 64 --latency 6 -c allreduce",
           "list                                   what there is",
       }) {
    text += fmt::format("  {} {}\n", program, example);
  }
  return text;
}

// Prints the tables in order, each as soon as its runs are done.
class Tables {
 public:
  Tables(const std::vector<Example>& examples, const std::vector<Json>& reports)
      : examples_(examples), reports_(reports) {}

  void print_complete() {
    while (begin_ < examples_.size()) {
      std::size_t end = begin_;
      for (; end < examples_.size() && examples_[end].part == examples_[begin_].part; ++end) {
        if (reports_[end].is_null()) return;
      }
      clear_progress();
      print(text(begin_, end));
      begin_ = end;
    }
  }

  [[nodiscard]] std::string legend() const {
    std::string text =
        table_.wide()
            ? "runs: by local rules in the switches, or from schedule ROMs; bound: lower bound;\n"
            : "more columns (control, plan, bound) on a terminal of 110 columns;\n";
    text += table_.lines(
        "occupancy: most messages that pass through one node at a time, its own not counted; "
        "waiting: "
        "most of them that stay a cycle longer",
        0);
    if (!errata_.empty()) text += "\nThe paper errs:\n" + errata_;
    return text;
  }

  [[nodiscard]] bool pass() const { return pass_; }

 private:
  std::string text(std::size_t begin, std::size_t end) {
    std::string shown = table_.lines(std::string(examples_[begin].part->title) + ',', 0);
    shown += "in cycles; hardware: counted by the Verilog switches\n\n" + table_.header();
    for (std::size_t i = begin; i < end; ++i) {
      shown += table_.row(reports_[i]);
      pass_ = pass_ && reports_[i]["verdict"] == "pass";
      const std::string errs = erratum(reports_[i]);
      if (!errs.empty()) errata_ += table_.lines(errs, 4);
    }
    return shown + '\n';
  }

  const std::vector<Example>& examples_;
  const std::vector<Json>& reports_;
  const Table table_{output_columns()};
  std::size_t begin_ = 0;  ///< first example of the next table to print
  std::string errata_;
  bool pass_ = true;
};

}  // namespace

int demo(const std::string& program, const Progress& progress) {
  const std::vector<Example> all = runs();
  std::vector<Json> reports(all.size());
  std::mutex mutex;
  std::size_t next = 0, done = 0;
  Tables tables(all, reports);
  const auto work = [&] {
    std::unique_lock lock(mutex);
    while (next < all.size()) {
      const std::size_t mine = next++;
      lock.unlock();
      Json report;
      try {
        report = run_in_child(all[mine].scenario, {.notice = tell_notice});
      } catch (...) {
        lock.lock();
        next = all.size();  // stops the other thread
        throw;
      }
      lock.lock();
      reports[mine] = std::move(report);
      if (progress) {
        progress("running demo and building switch models", double(++done) / double(all.size()));
      }
      tables.print_complete();
    }
  };
  auto other = std::async(std::launch::async, work);
  work();
  other.get();
  print(tables.legend() + next_steps(program));
  return tables.pass() ? 0 : 1;
}

}  // namespace romcast
