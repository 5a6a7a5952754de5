// SPDX-License-Identifier: Apache-2.0
#include "runs.hpp"

#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <new>
#include <stdexcept>

namespace romcast::test {
namespace {

using Json = nlohmann::ordered_json;

constexpr unsigned kWorkers = 2;

Json run_one(const Trial& job) {
  if (!job.root.empty()) {
    setenv("ROMCAST_ROOT", job.root.c_str(), 1);
    // The faulty copies share a cache next to them, for the models that their faults do not change.
    setenv("ROMCAST_CACHE", (job.root + "/../models").c_str(), 1);
  }
  try {
    const TrialOptions& options = job.options;
    Scenario scenario = job.scenario;
    scenario.hardware.control = options.control;
    scenario.hardware.fabric = options.fabric;
    return run_in_child(scenario, {.save_trace = options.save_trace,
                                   .wave_file = options.wave_file,
                                   .wave_nodes = options.wave_nodes,
                                   .gated = options.gated,
                                   .audit = options.audit});
  } catch (const std::exception& error) {
    return {{"error", error.what()}};
  }
}

std::string result_file(const TemporaryFolder& folder, std::size_t job) {
  return folder.file(std::to_string(job) + ".json");
}

// One worker takes jobs from the front, the other from the back, until they meet.
void work(unsigned worker, const std::vector<Trial>& jobs, std::atomic<std::size_t>& taken,
          const TemporaryFolder& folder) {
  for (std::size_t own = 0; taken.fetch_add(1) < jobs.size(); ++own) {
    const std::size_t job = worker == 0 ? own : jobs.size() - 1 - own;
    std::ofstream(result_file(folder, job)) << run_one(jobs[job]).dump();
  }
}

}  // namespace

std::vector<Json> run_all(const std::vector<Trial>& jobs) {
  const TemporaryFolder folder;
  void* shared = mmap(nullptr, sizeof(std::atomic<std::size_t>), PROT_READ | PROT_WRITE,
                      MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (shared == MAP_FAILED) throw std::runtime_error("no memory to share between processes");
  auto* taken = new (shared) std::atomic<std::size_t>(0);
  std::array<pid_t, kWorkers> workers{};
  for (unsigned w = 0; w < kWorkers; ++w) {
    workers[w] = fork();
    if (workers[w] < 0) throw std::runtime_error("cannot start a child process");
    if (workers[w] > 0) continue;
    work(w, jobs, *taken, folder);
    _exit(0);
  }
  for (const pid_t worker : workers) waitpid(worker, nullptr, 0);
  munmap(shared, sizeof(std::atomic<std::size_t>));
  std::vector<Json> reports;
  for (std::size_t job = 0; job < jobs.size(); ++job) {
    std::ifstream in(result_file(folder, job));
    reports.push_back(in ? Json::parse(in) : Json{{"error", "the worker died"}});
  }
  return reports;
}

TemporaryFolder::TemporaryFolder() {
  path_ = (std::filesystem::temp_directory_path() / "romcast-test-XXXXXX").string();
  if (mkdtemp(path_.data()) == nullptr) throw std::runtime_error("cannot make a temporary folder");
}

TemporaryFolder::~TemporaryFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(path_, ignored);
}

}  // namespace romcast::test
