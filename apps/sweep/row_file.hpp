// SPDX-License-Identifier: Apache-2.0
// Results of many runs in a file that grows line by line: JSON lines, or CSV whose columns are the
// figures of the results. If a writer is interrupted, the next one removes an incomplete last line
// and appends.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "romcast/core/cleanup.hpp"

namespace romcast {

class OutputFile;

/// The value as one line of JSON; replaces bytes (of file names, e.g.) that are not UTF-8.
std::string json_text(const nlohmann::ordered_json& value);

/// The figures of a result by path, e.g. "plan.cycles"; lists are omitted.
using Row = std::vector<std::pair<std::string, nlohmann::ordered_json>>;
Row flat(const nlohmann::ordered_json& result);
/// The figure with this path, or nullptr.
const nlohmann::ordered_json* find(const Row& row, const std::string& path);

class RowFile {
 public:
  /// The first two keys of every result: the options of its point, and what identifies it.
  static constexpr const char* kPoint = "point";
  static constexpr const char* kId = "id";

  /// Opens a new or existing file whose name ends in .csv, .jsonl or .ndjson, and removes an
  /// incomplete last line. "-" is no file: finish() prints CSV on standard output. Throws
  /// InputError if the file cannot be read or written, has another format, or is locked by another
  /// writer.
  explicit RowFile(const std::string& path);
  ~RowFile();
  RowFile(const RowFile&) = delete;
  RowFile& operator=(const RowFile&) = delete;

  /// The key for the fingerprint of the files that the run read; results of runs that read no file
  /// lack this key.
  static constexpr const char* kFiles = "files";

  /// The result with this id, or nullptr.
  [[nodiscard]] const Row* find(const std::string& id) const;
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  /// Adds a result, immediately written to the file. Throws InputError if writing fails; then the
  /// file is unchanged.
  void append(const nlohmann::ordered_json& result);
  /// Removes the results for which `unwanted` is true, and at once their lines from the file.
  void remove(const std::function<bool(const Row&)>& unwanted);
  /// Called in a forked child: closes the file, and leaves its lock to the parent.
  void leave_to_parent();
  /// Prints all results, if the output is standard output.
  void finish();

 private:
  enum class Format { csv, json_lines };

  void read();
  void read_line(const std::string& line, std::size_t number);
  void check_begun(const std::string& line) const;
  void read_header(const std::string& line);
  void add(Row row);
  void create();
  void open();
  [[nodiscard]] int descriptor_of(const std::string& path) const;
  [[nodiscard]] bool still_there() const;
  void lock() const;
  void write_line(const std::string& line);
  void rewrite(const std::function<void(OutputFile&)>& write_lines);
  void rewrite_csv();
  [[nodiscard]] bool add_columns(const Row& row);
  [[nodiscard]] std::string header() const;
  [[nodiscard]] std::string csv_line(const Row& row) const;
  [[noreturn]] void refuse(std::size_t line, const std::string& why) const;
  [[noreturn]] void fail(int error) const;

  std::string given_, path_;  // the path as given, for errors, and the file at the end of its links
  Format format_;
  bool to_stdout_;
  bool created_ = false;  // by this object, whose destructor removes the file if it has no results
  Temporary empty_;       // the file that was created, until it gets a result
  int descriptor_ = -1;
  std::vector<std::string> columns_;
  std::vector<Row> rows_;
  std::map<std::string, std::size_t> place_of_;  // by id
};

}  // namespace romcast
