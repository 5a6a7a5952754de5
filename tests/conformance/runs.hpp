// SPDX-License-Identifier: Apache-2.0
// Runs co-simulations in parallel: each in a process of its own, two at a time, as many as fit a
// small machine.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "apps/scenario.hpp"

namespace romcast::test {

/// Settings of a run beyond its scenario.
struct TrialOptions {
  std::optional<Control> control{};
  std::optional<FabricKind> fabric{};
  std::string save_trace{}, wave_file{};
  std::vector<std::string> wave_nodes{};
  bool gated = true, audit = false;
};

struct Trial {
  Scenario scenario;
  TrialOptions options;
  std::string root{};  ///< folder with the switches' rtl/; empty: the project's folder
};

/// The report of each job, in the order of `jobs`; {"error": MESSAGE} if the job's run threw or its
/// worker died. Throws std::runtime_error if no worker can be started. Jobs that share switch
/// models should be neighbours in `jobs`: the two workers begin at its two ends, so they seldom
/// build the same model.
std::vector<nlohmann::ordered_json> run_all(const std::vector<Trial>& jobs);

/// A fresh folder for the files of a test; removed with the object.
class TemporaryFolder {
 public:
  TemporaryFolder();
  ~TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  [[nodiscard]] std::string file(const std::string& name) const { return path_ + "/" + name; }

 private:
  std::string path_;
};

}  // namespace romcast::test
