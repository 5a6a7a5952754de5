// SPDX-License-Identifier: Apache-2.0
// Parallel co-simulations: each needs its own process, and two fit a small machine.
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
  std::string root{};  ///< folder with the rtl/ of the switches; empty: the project's
};

/// The report of each job, or {"error": MESSAGE} if the run threw. Jobs that share switch models
/// should be neighbours: two workers start at the two ends, so they seldom build the same model.
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
