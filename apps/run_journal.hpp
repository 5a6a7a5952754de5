// SPDX-License-Identifier: Apache-2.0
// Records finished runs, so that an interrupted call continues where it stopped: a file in the
// output folder, a line per run. Lines of another program or other Verilog are ignored.
#pragma once

#include <map>
#include <nlohmann/json.hpp>
#include <string>

namespace romcast {

class RunJournal {
 public:
  /// Reads existing results. An empty `folder` disables the journal. Throws InputError if the
  /// folder is not writable.
  explicit RunJournal(const std::string& folder);
  ~RunJournal();
  RunJournal(const RunJournal&) = delete;
  RunJournal& operator=(const RunJournal&) = delete;

  /// The report of a run, or nullptr.
  [[nodiscard]] const nlohmann::ordered_json* find(const std::string& run) const;
  /// Throws InputError if the file cannot be written.
  void add(const std::string& run, const nlohmann::ordered_json& report);
  /// All runs are done: the next call begins anew.
  void finish();

 private:
  void read(const std::string& made_by);
  void write(const std::string& line);

  std::string path_{};
  int file_ = -1;
  std::map<std::string, nlohmann::ordered_json> known_{};
};

}  // namespace romcast
