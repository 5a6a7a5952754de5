// SPDX-License-Identifier: Apache-2.0
#include "apps/sweep/row_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>

#include "romcast/core/error.hpp"
#include "romcast/core/input_file.hpp"
#include "romcast/core/output_file.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/support/csv.hpp"

namespace romcast {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::uint64_t kMostBytes = std::uint64_t{4} << 30;
constexpr int kOpening = O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC;
constexpr unsigned kFileMode = 0666;  // before the user's umask

void flatten(const std::string& path, const Json& value, Row& row) {
  if (value.is_array()) return;
  if (!value.is_object()) {
    row.emplace_back(path, value);
    return;
  }
  for (const auto& [key, inner] : value.items()) {
    flatten(path.empty() ? key : path + '.' + key, inner, row);
  }
}

std::string cell(const Json& value) {
  if (value.is_null()) return "";
  return csv_field(value.is_string() ? value.get<std::string>() : json_text(value));
}

Json value_of(const std::string& cell) {
  if (cell.empty()) return nullptr;
  const Json number = Json::parse(cell, nullptr, false);
  const bool same = (number.is_number() || number.is_boolean()) && json_text(number) == cell;
  return same ? number : Json(cell);  // the name 1.10 is no number: it would be written as 1.1
}

bool ends_with_any(const std::string& path, std::initializer_list<const char*> endings) {
  return std::ranges::any_of(endings, [&](const char* end) { return path.ends_with(end); });
}

}  // namespace

std::string json_text(const Json& value) {
  return value.dump(-1, ' ', false, Json::error_handler_t::replace);
}

Row flat(const Json& result) {
  Row row;
  flatten("", result, row);
  return row;
}

const Json* find(const Row& row, const std::string& path) {
  const auto at = std::ranges::find(row, path, &Row::value_type::first);
  return at == row.end() ? nullptr : &at->second;
}

RowFile::RowFile(const std::string& path)
    : given_(path), path_(path == "-" ? path : end_of_links(path)), to_stdout_(path == "-") {
  const bool lines = ends_with_any(path, {".jsonl", ".ndjson"});
  if (!to_stdout_ && !lines && !ends_with_any(path, {".csv"})) {
    throw InputError(fmt::format(
        "--output {}: give a name that ends in .csv or .jsonl, or - for CSV on stdout", path));
  }
  format_ = lines ? Format::json_lines : Format::csv;
  if (to_stdout_) return;
  create();
  if (!created_) open();
  read();
}

RowFile::~RowFile() {
  if (created_ && rows_.empty()) ::unlink(path_.c_str());
  empty_.keep();  // once the lock is free, the path may be another sweep's
  if (descriptor_ >= 0) ::close(descriptor_);
}

// Creates and locks the file if it does not exist. Another sweep may lock the file first; it is
// then the file of that sweep.
void RowFile::create() {
  empty_ = Temporary(path_, [this] {
    descriptor_ = ::open(path_.c_str(), kOpening | O_EXCL, kFileMode);
    created_ = descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX | LOCK_NB) == 0;
    return created_;
  });
}

// Opens the file and locks it, as two sweeps that write one file would run points twice. Throws
// InputError if the file cannot be opened, is no regular file, or stays locked.
void RowFile::open() {
  do {
    if (descriptor_ >= 0) ::close(descriptor_);
    descriptor_ = descriptor_of(path_);
    lock();
  } while (!still_there());
}

int RowFile::descriptor_of(const std::string& path) const {
  const int descriptor = ::open(path.c_str(), kOpening, kFileMode);
  struct stat status {};
  if (descriptor < 0 || ::fstat(descriptor, &status) != 0) fail(errno);
  if (!S_ISREG(status.st_mode)) {
    throw InputError(fmt::format("--output {}: no regular file; give one, or -", given_));
  }
  return descriptor;
}

// True if the path still names the open file: until the lock was free, another sweep may have
// replaced or removed it.
bool RowFile::still_there() const {
  struct stat mine {
  }, now{};
  return ::fstat(descriptor_, &mine) == 0 && ::stat(path_.c_str(), &now) == 0 &&
         mine.st_dev == now.st_dev && mine.st_ino == now.st_ino;
}

// Retries, because children of a killed sweep may need a moment to end.
void RowFile::lock() const {
  constexpr int tries = 20, milliseconds = 50;
  for (int i = 0; i < tries; ++i) {
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return;
    ::poll(nullptr, 0, milliseconds);
  }
  throw InputError(fmt::format(
      "--output {}: another sweep is writing it; wait for that one, or give another file", given_));
}

void RowFile::read() {
  std::ifstream in = open_input(path_, kMostBytes);
  std::uint64_t whole = 0;
  std::size_t number = 0;
  for (std::string line; std::getline(in, line);) {
    if (in.eof()) {  // no line end: its writer was interrupted
      if (number == 0) check_begun(line);
      break;
    }
    whole += line.size() + 1;
    ++number;
    if (number == 1 && format_ == Format::csv) {
      read_header(line);
    } else {
      read_line(line, number);
    }
  }
  if (::ftruncate(descriptor_, static_cast<off_t>(whole)) != 0) fail(errno);
}

// Refuses an incomplete first line that is no beginning of a result: another program wrote it.
void RowFile::check_begun(const std::string& line) const {
  const std::string begin =
      format_ == Format::csv ? fmt::format("{},{}", kPoint, kId) : fmt::format("{{\"{}\":", kPoint);
  const std::size_t both = std::min(begin.size(), line.size());
  if (line.compare(0, both, begin, 0, both) != 0) refuse(1, "no result of a sweep");
}

void RowFile::read_header(const std::string& line) {
  auto names = csv_fields(line);
  if (!names || std::ranges::find(*names, kId) == names->end()) {
    refuse(1, "these are no columns of a sweep");
  }
  columns_ = std::move(*names);
}

void RowFile::read_line(const std::string& line, std::size_t number) {
  Row row;
  if (format_ == Format::json_lines) {
    row = flat(Json::parse(line, nullptr, false));
  } else {
    const auto fields = csv_fields(line);
    if (!fields || fields->size() != columns_.size()) {
      refuse(number, fmt::format("not {} values, as the first line has", columns_.size()));
    }
    for (std::size_t i = 0; i < fields->size(); ++i) {
      const std::string& text = (*fields)[i];
      // A fingerprint in these columns may consist of digits, but is no number.
      const bool name = columns_[i] == kId || (columns_[i] == kFiles && !text.empty());
      const Json value = name ? Json(text) : value_of(text);
      if (!value.is_null()) row.emplace_back(columns_[i], value);
    }
  }
  const Json* id = romcast::find(row, kId);
  if (id == nullptr || !id->is_string()) refuse(number, "no result of a sweep");
  add(std::move(row));
}

const Row* RowFile::find(const std::string& id) const {
  const auto at = place_of_.find(id);
  return at == place_of_.end() ? nullptr : &rows_[at->second];
}

void RowFile::add(Row row) {
  place_of_[romcast::find(row, kId)->get<std::string>()] = rows_.size();
  rows_.push_back(std::move(row));
}

void RowFile::append(const Json& result) {
  Row row = flat(result);
  empty_.keep();
  if (format_ == Format::json_lines) {
    write_line(json_text(result));
    add(std::move(row));
    return;
  }
  const std::string line = csv_line(row);
  const bool wider = add_columns(row);
  add(std::move(row));
  if (to_stdout_) return;
  if (wider) {
    rewrite_csv();
  } else {
    write_line(line);
  }
}

// Adds a column for each figure of `row` without a column. Returns true if there was one: then all
// lines of the CSV file must be rewritten.
bool RowFile::add_columns(const Row& row) {
  const std::size_t before = columns_.size();
  for (const auto& [name, value] : row) {
    if (std::ranges::find(columns_, name) == columns_.end()) columns_.push_back(name);
  }
  return columns_.size() > before;
}

void RowFile::remove(const std::function<bool(const Row&)>& unwanted) {
  std::vector<bool> goes(rows_.size());
  for (std::size_t i = 0; i < rows_.size(); ++i) goes[i] = unwanted(rows_[i]);
  if (std::ranges::find(goes, true) == goes.end()) return;
  std::vector<Row> kept;
  for (std::size_t i = 0; i < rows_.size(); ++i) {
    if (!goes[i]) kept.push_back(std::move(rows_[i]));
  }
  rows_.clear();
  place_of_.clear();
  for (Row& row : kept) add(std::move(row));
  if (to_stdout_) return;
  if (format_ == Format::csv) {
    rewrite_csv();
    return;
  }
  // Lines are copied, because a Row omits the lists of its line.
  std::ifstream in = open_input(path_, kMostBytes);
  rewrite([&](OutputFile& file) {
    std::string line;
    for (std::size_t i = 0; i < goes.size() && std::getline(in, line); ++i) {
      if (!goes[i]) file.write(line + '\n');
    }
  });
}

void RowFile::rewrite_csv() {
  rewrite([&](OutputFile& file) {
    file.write(header());
    for (const Row& row : rows_) file.write(csv_line(row) + '\n');
  });
}

void RowFile::rewrite(const std::function<void(OutputFile&)>& write_lines) {
  OutputFile file(path_);
  write_lines(file);
  // Locks the new file before it gets its name, so that no other sweep takes it in between.
  const int next = descriptor_of(file.work_path());
  (void)::flock(next, LOCK_EX | LOCK_NB);
  file.commit();
  ::close(std::exchange(descriptor_, next));
}

void RowFile::write_line(const std::string& line) {
  const off_t before = ::lseek(descriptor_, 0, SEEK_END);
  const int error = write_all(descriptor_, line + '\n');
  if (error == 0) return;
  (void)::ftruncate(descriptor_, before);
  fail(error);
}

void RowFile::leave_to_parent() {
  if (descriptor_ >= 0) ::close(std::exchange(descriptor_, -1));
}

void RowFile::finish() {
  if (!to_stdout_ || rows_.empty()) return;
  std::string text = header();
  for (const Row& row : rows_) text += csv_line(row) + '\n';
  print(text);
}

std::string RowFile::header() const {
  std::string text;
  for (const std::string& name : columns_) text += (text.empty() ? "" : ",") + csv_field(name);
  return text + '\n';
}

std::string RowFile::csv_line(const Row& row) const {
  std::string text;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const Json* value = romcast::find(row, columns_[i]);
    if (i > 0) text += ',';
    if (value != nullptr) text += cell(*value);
  }
  return text;
}

void RowFile::refuse(std::size_t line, const std::string& why) const {
  throw InputError(fmt::format("{}:{}: {}; give another file", given_, line, why));
}

void RowFile::fail(int error) const {
  throw InputError(fmt::format("--output {}: cannot be written: {}; give a path that can", given_,
                               std::strerror(error)));
}

}  // namespace romcast
