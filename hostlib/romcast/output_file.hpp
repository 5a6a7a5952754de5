// A file that takes its name only when it is complete, so that an interrupted run leaves no half of
// one; devices, pipes and standard output ("-") are written directly.
#pragma once

#include <string>
#include <string_view>

namespace romcast {

class OutputFile {
 public:
  /// Throws InputError if the path cannot be written.
  explicit OutputFile(const std::string& path);
  ~OutputFile();
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;

  void write(std::string_view text);
  void commit();

 private:
  void open_temporary();
  bool close();
  [[noreturn]] void fail(int error) const;

  std::string path_;
  std::string final_;
  std::string temporary_;  // empty: there is none
  int descriptor_ = -1;
};

}  // namespace romcast
