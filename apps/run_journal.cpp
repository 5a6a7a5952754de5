// SPDX-License-Identifier: Apache-2.0
#include "apps/run_journal.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <vector>

#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"
#include "systemc/model_sources.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::string content(const fs::path& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// Fingerprint of this program and of the Verilog that it runs.
std::string maker() {
  std::string text = content("/proc/self/exe");
  std::vector<fs::path> verilog;
  for (const auto& entry : fs::recursive_directory_iterator(ModelSources().root() / "rtl")) {
    if (entry.is_regular_file()) verilog.push_back(entry.path());
  }
  std::ranges::sort(verilog);
  for (const fs::path& path : verilog) text += content(path);
  return fmt::format("{:016x}", std::hash<std::string>{}(text));
}

}  // namespace

RunJournal::RunJournal(const std::string& folder) {
  if (folder.empty()) return;
  std::error_code error;
  fs::create_directories(folder, error);
  path_ = (fs::path(folder) / "runs.jsonl").string();
  const std::string made_by = Json{{"made by", maker()}}.dump();
  read(made_by);
  const bool anew = known_.empty();
  file_ =
      open(path_.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (anew ? O_TRUNC : 0), 0666);
  if (file_ < 0) {
    throw InputError(fmt::format("--output {}: cannot be written: {}", folder,
                                 std::strerror(error ? error.value() : errno)));
  }
  write(anew ? made_by : "");  // ends the line of an interrupted run
}

RunJournal::~RunJournal() {
  if (file_ >= 0) close(file_);
}

// An incomplete line was being written when the program ended.
void RunJournal::read(const std::string& made_by) {
  std::ifstream file(path_);
  std::string line;
  if (!std::getline(file, line) || line != made_by) return;
  while (std::getline(file, line)) {
    const Json entry = Json::parse(line, nullptr, false);
    if (entry.is_object() && entry.contains("report")) known_[entry["run"]] = entry["report"];
  }
}

const Json* RunJournal::find(const std::string& run) const {
  const auto known = known_.find(run);
  return known == known_.end() ? nullptr : &known->second;
}

void RunJournal::write(const std::string& line) {
  if (const int error = write_all(file_, line + '\n'); error != 0) {
    throw InputError(fmt::format("{}: cannot be written: {}", path_, std::strerror(error)));
  }
}

void RunJournal::add(const std::string& run, const Json& report) {
  if (file_ < 0) return;
  write(
      Json{{"run", run}, {"report", report}}.dump(-1, ' ', false, Json::error_handler_t::replace));
}

void RunJournal::finish() {
  if (file_ >= 0) unlink(path_.c_str());
}

}  // namespace romcast
