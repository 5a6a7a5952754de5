// SPDX-License-Identifier: Apache-2.0
// Results of many runs in a file that grows by whole lines: JSON lines, or CSV whose columns are
// the figures of the results. Whoever is killed while it grows leaves whole lines; who opens it
// again goes on behind them.
#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

namespace romcast {

class OutputFile;

/// One line; names of files in it need not be UTF-8.
std::string json_text(const nlohmann::ordered_json& value);

/// A result's figures by path, as "plan.cycles"; lists are left out.
using Row = std::vector<std::pair<std::string, nlohmann::ordered_json>>;
Row flat(const nlohmann::ordered_json& result);
/// The figure of this path, or null.
const nlohmann::ordered_json* find(const Row& row, const std::string& path);

class RowFile {
 public:
  /// The key that every result has, and by which it is known.
  static constexpr const char* kId = "id";

  /// A file named .csv or .jsonl that is there or not, or "-": CSV on standard output once all is
  /// done. Cuts off a last line that is not whole. Throws InputError if it cannot be read or
  /// written, is not of this kind, or grows already elsewhere.
  explicit RowFile(const std::string& path);
  ~RowFile();
  RowFile(const RowFile&) = delete;
  RowFile& operator=(const RowFile&) = delete;

  /// The contents of the files that a run read, as digits; only where it read any.
  static constexpr const char* kFiles = "files";

  /// The result of this name, or null.
  [[nodiscard]] const Row* find(const std::string& id) const;
  [[nodiscard]] const std::vector<Row>& rows() const { return rows_; }
  /// Adds a result, in the file at once. Throws InputError if it cannot be written; then the file
  /// is as it was.
  void append(const nlohmann::ordered_json& result);
  /// Removes results, from the file at once.
  void remove(const std::function<bool(const Row&)>& unwanted);
  /// In a forked child: leaves the file, and the right to write it, to the parent.
  void leave_to_parent();
  /// Standard output: prints all.
  void finish();

 private:
  enum class Format { csv, json_lines };

  void read();
  void read_line(const std::string& line, std::size_t number);
  void read_header(const std::string& line);
  void add(Row row);
  void open();
  void lock() const;
  void write_line(const std::string& line);
  void rewrite(const std::function<void(OutputFile&)>& write_lines);
  void rewrite_csv();
  [[nodiscard]] bool add_columns(const Row& row);
  [[nodiscard]] std::string header() const;
  [[nodiscard]] std::string csv_line(const Row& row) const;
  [[noreturn]] void refuse(std::size_t line, const std::string& why) const;
  [[noreturn]] void fail(int error) const;

  std::string path_;
  Format format_;
  bool to_stdout_;
  bool created_ = false;  // by us: it goes again if nothing is written
  int descriptor_ = -1;
  std::vector<std::string> columns_;
  std::vector<Row> rows_;
  std::map<std::string, std::size_t> place_of_;  // by id
};

}  // namespace romcast
