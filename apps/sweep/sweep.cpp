// SPDX-License-Identifier: Apache-2.0
#include "apps/sweep/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <string_view>
#include <vector>

#include "apps/option_words.hpp"
#include "apps/terminal.hpp"
#include "ranks/ranks.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/fingerprint.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/networks/graph_file.hpp"
#include "romcast/networks/network_expression.hpp"
#include "romcast/run/cosimulation.hpp"
#include "romcast/run/rank_pool.hpp"
#include "romcast/run/worker_pool.hpp"
#include "systemc/simulator.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

// `path` itself if it is a regular file; if it is a folder, the regular files in the folder and its
// subfolders, sorted. Other files are left out, as reading a pipe could block for ever.
std::vector<fs::path> regular_files(const fs::path& path) {
  std::error_code error;
  if (!fs::is_directory(path, error)) {
    return fs::is_regular_file(path, error) ? std::vector{path} : std::vector<fs::path>{};
  }
  std::vector<fs::path> files;
  for (const auto& entry : fs::recursive_directory_iterator(path, error)) {
    if (entry.is_regular_file(error)) files.push_back(entry.path());
  }
  std::ranges::sort(files);  // folders list their files in arbitrary order
  return files;
}

void add_file(Digest& digest, const fs::path& path, const std::string& name) {
  std::array<char, std::size_t{1} << 16> chunk{};
  std::ifstream in(path, std::ios::binary);
  digest.add(name);
  while (in.read(chunk.data(), chunk.size()) || in.gcount() > 0) {
    digest.add(std::string_view(chunk.data(), static_cast<std::size_t>(in.gcount())));
  }
}

// A hash, in 16 hexadecimal digits, of the files that the point reads: networks, messages, flows
// and ROM images. If such a file changes, the point's result is stale. Empty if the point reads no
// file. An unreadable file counts as empty.
std::string fingerprint_of_files(const SweepPoint& point) {
  std::vector<std::string> paths = files_of_network(point.scenario.network);
  for (const std::string& file : {point.scenario.messages_from, point.scenario.flows}) {
    if (!file.empty()) paths.push_back(file);
  }
  const std::string& roms = point.scenario.hardware.rom_folder;
  if (point.hardware_runs && !roms.empty()) paths.push_back(roms);
  if (paths.empty()) return "";
  Digest digest;
  for (const std::string& path : paths) {
    for (const fs::path& file : regular_files(path)) {
      add_file(digest, file, file == path ? "" : file.lexically_relative(path).string());
    }
    digest.add("\n");
  }
  return digest.text();
}

// A point that must be run.
struct Todo {
  std::size_t number;  ///< number of the point
  const SweepPoint* point;
  std::string id;
  std::string files;  ///< fingerprint of the files that the point reads
  double weight;      ///< roughly proportional to the time of its run
};

// Todo::weight is the number of deliveries, plus this number for the start of a child process.
constexpr double kStart = 5000;

std::string text_of(const Row& row, const char* path) {
  const Json* value = find(row, path);
  return value == nullptr || !value->is_string() ? "" : value->get<std::string>();
}

// Adds the point to outcome.unfit if its result `row` was skipped, or to outcome.failing if the
// verdict of `row` is not "pass".
void take_verdict(const SweepPoint& point, const Row& row, SweepOutcome& outcome) {
  if (const std::string why = text_of(row, "skipped"); !why.empty()) {
    outcome.unfit.push_back({point.text, why});
  } else if (text_of(row, "verdict") != "pass") {
    outcome.failing.push_back({point.text, text_of(row, "failure")});
  }
}

// The current fingerprint of each point's files, under two keys: the point's id and its options.
class FilesNow {
 public:
  void add(const std::string& id_or_options, const std::string& files) {
    if (!files.empty()) now_[id_or_options] = files;
  }
  // True if a point with the id or the options of this result reads files whose fingerprint is not
  // the result's: the files have changed, or an early version wrote the result without fingerprint.
  [[nodiscard]] bool stale(const Row& row) const {
    return std::ranges::any_of(std::array{RowFile::kId, RowFile::kPoint}, [&](const char* key) {
      const auto now = now_.find(text_of(row, key));
      return now != now_.end() && now->second != text_of(row, RowFile::kFiles);
    });
  }

 private:
  std::map<std::string, std::string> now_;
};

// Identifies a run: a hash, in 16 hexadecimal digits, of the scenario with all defaults filled in,
// the names of the files of messages and flows, whether figures per node are reported and, if the
// hardware runs, the control and the `chosen` options of the hardware.
std::string point_id(const Job& job, const SweepPoint& point, const std::string& chosen) {
  const Control control = point.scenario.hardware.control.value_or(job.algorithm.default_control);
  const std::string hardware =
      point.hardware_runs ? fmt::format("{} {}", control == Control::rom ? "rom" : "rule", chosen)
                          : "plan";
  // The hashed text stays that of earlier versions, so that their results keep their ids.
  Json scenario = job.json();
  const NetworkOptions options = job.problem.topology->options();
  const bool option =
      std::ranges::any_of(options, [](const auto& one) { return one.first == "processors"; });
  if (!option) scenario.erase("processors");
  scenario["switches"] = job.problem.topology->switches();
  return fmt::format("{:016x}", fingerprint(json_text(scenario) + point.scenario.messages_from +
                                            point.scenario.flows + hardware +
                                            (point.run.per_node ? " per node" : "")));
}

// The id of a node's row. `run`: the id of the run's row, which stands after the rows of its nodes.
std::string node_id(const std::string& run, const std::string& node) { return run + '/' + node; }

bool node_of_interrupted_run(const Row& row, const RowFile& file) {
  const std::string id = text_of(row, RowFile::kId);
  const std::size_t slash = id.find('/');
  return slash != std::string::npos && file.find(id.substr(0, slash)) == nullptr;
}

std::vector<Todo> to_run(const std::vector<SweepPoint>& points, RowFile& file,
                         const Progress& progress, SweepOutcome& outcome) {
  std::vector<Todo> todo;
  std::set<std::string> seen;
  FilesNow files_now;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const SweepPoint& point = points[i];
    if (progress) progress("looking at the points", double(i) / double(points.size()));
    std::string files = fingerprint_of_files(point);
    files_now.add(point.text, files);
    try {
      const Job job = resolve(point.scenario);
      std::string id = point_id(job, point, point.hardware);
      const std::string earlier = point_id(job, point, point.as_given);
      for (const std::string& one : {id, earlier}) files_now.add(one, files);
      const Row* row = file.find(id);
      if (row == nullptr) row = file.find(earlier);
      if (!seen.insert(id).second) {
        ++outcome.same;
      } else if (row != nullptr && !files_now.stale(*row)) {
        if (text_of(*row, "skipped").empty()) ++outcome.there;
        take_verdict(point, *row, outcome);
      } else {
        const auto deliveries = double(job.problem.collective.expected_deliveries());
        todo.push_back({i, &point, std::move(id), std::move(files), kStart + deliveries});
      }
    } catch (const InputError& error) {
      outcome.unfit.push_back({point.text, with_options(error.what())});
    }
  }
  file.remove([&](const Row& row) {
    const bool stale = files_now.stale(row);
    if (stale) ++outcome.stale;
    return stale || node_of_interrupted_run(row, file);
  });
  return todo;
}

std::string duration(double seconds) {
  const auto whole = static_cast<std::uint64_t>(seconds + 1);
  if (whole < 60) return fmt::format("{} s", whole);
  if (whole < 3600) return fmt::format("{} min {} s", whole / 60, whole % 60);
  return fmt::format("{} h {} min", whole / 3600, whole / 60 % 60);
}

// Counts the finished points, and estimates the remaining time from the time spent so far.
class Clockwork {
 public:
  Clockwork(const std::vector<Todo>& todo, const Progress& progress)
      : count_(todo.size()), progress_(progress) {
    for (const Todo& one : todo) all_ += one.weight;
  }
  void add(double weight) {
    ++ended_;
    done_ += weight;
  }
  void tell() const {
    if (!progress_) return;
    const std::chrono::duration<double> spent = Clock::now() - begin_;
    const std::string left =
        ended_ == 0 ? ""
                    : fmt::format(", about {} left", duration(spent.count() * (all_ / done_ - 1)));
    progress_(fmt::format("{} of {} points{}", ended_, count_, left), -1);
  }

 private:
  std::size_t count_, ended_ = 0;
  double all_ = 0, done_ = 0;
  Clock::time_point begin_ = Clock::now();
  const Progress& progress_;
};

// Appends a row for each node that the run reports. The row repeats the run's options, so that
// plots of nodes can use them.
void append_nodes(const Json& line, RowFile& file) {
  if (!line.contains("nodes")) return;
  std::size_t number = 0;
  for (Json node : line["nodes"]) {
    node.erase("depths");
    node["number"] = number++;
    Json row{{RowFile::kPoint, line[RowFile::kPoint]},
             {RowFile::kId,
              node_id(line[RowFile::kId].get<std::string>(), node["name"].get<std::string>())}};
    if (line.contains(RowFile::kFiles)) row[RowFile::kFiles] = line[RowFile::kFiles];
    row["scenario"] = line["scenario"];
    row["node"] = std::move(node);
    file.append(row);
  }
}

void take(const Todo& todo, const Answer& answer, RowFile& file, SweepOutcome& outcome) {
  if (answer.kind == Answer::Kind::missing) {
    outcome.missing.push_back({todo.point->text, with_options(answer.text)});
    return;
  }
  if (fingerprint_of_files(*todo.point) != todo.files) {
    outcome.missing.push_back({todo.point->text, "a file that it reads changed while it ran"});
    return;
  }
  Json line{{RowFile::kPoint, todo.point->text}, {RowFile::kId, todo.id}};
  if (!todo.files.empty()) line[RowFile::kFiles] = todo.files;
  line["skipped"] = nullptr;
  if (answer.kind == Answer::Kind::text) {
    line.update(Json::parse(answer.text));
    ++outcome.ran;
  } else {
    line["skipped"] = with_options(answer.text);
  }
  append_nodes(line, file);
  file.append(line);  // last, as a point without this line is run again
  take_verdict(*todo.point, *file.find(todo.id), outcome);
}

std::string run_point(const SweepPoint& point) {
  Run run(resolve(point.scenario), point.run);
  Cosimulation cosimulation;
  const Report report = with_options(point.hardware_runs ? run.report(cosimulation) : run.report());
  Json json = report.json();
  const std::vector<std::string> failures = report.failures();
  json["failure"] = failures.empty() ? Json(nullptr) : Json(failures.front());
  return json_text(json);
}

bool run_on_several(const std::vector<SweepPoint>& points, const std::vector<Todo>& todo,
                    const std::function<std::string(std::size_t)>& work,
                    const std::function<void(const Todo&, const Answer&)>& done,
                    const std::function<void()>& waiting, unsigned workers, Ranks& ranks) {
  std::vector<std::size_t> numbers, place(points.size());
  for (std::size_t i = 0; i < todo.size(); ++i) {
    numbers.push_back(todo[i].number);
    place[todo[i].number] = i;
  }
  return run_on_ranks(
      ranks, numbers, work,
      [&](std::size_t number, const Answer& answer) { done(todo[place[number]], answer); },
      {.workers = std::max(1U, workers), .waiting = waiting, .notice = tell_note});
}

}  // namespace

SweepOutcome sweep(const std::vector<SweepPoint>& points, RowFile& file, unsigned workers,
                   const Progress& progress, Ranks& ranks) {
  SweepOutcome outcome;
  const std::vector<Todo> todo = to_run(points, file, progress, outcome);
  Clockwork clock(todo, progress);
  const auto work = [&](const SweepPoint& point) {
    file.leave_to_parent();
    return run_point(point);
  };
  const auto done = [&](const Todo& one, const Answer& answer) {
    take(one, answer, file, outcome);
    clock.add(one.weight);
  };
  const auto waiting = [&] { clock.tell(); };
  if (ranks.several()) {
    outcome.rank_lost = !run_on_several(
        points, todo, [&](std::size_t number) { return work(points[number]); }, done, waiting,
        workers, ranks);
  } else {
    if (std::ranges::any_of(points, &SweepPoint::hardware_runs))
      load_simulator();  // for all children
    run_in_children(
        todo.size(), [&](std::size_t job) { return work(*todo[job].point); },
        [&](std::size_t job, const Answer& answer) { done(todo[job], answer); },
        {.workers = workers, .waiting = waiting});
  }
  return outcome;
}

bool serve_sweep(const std::vector<SweepPoint>& points, unsigned workers, Ranks& ranks) {
  return serve_jobs(ranks, [&](std::size_t number) { return run_point(points.at(number)); },
                    {.workers = std::max(1U, workers)});
}

}  // namespace romcast
