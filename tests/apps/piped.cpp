// SPDX-License-Identifier: Apache-2.0
#include "apps/piped.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <stdexcept>

namespace romcast::test {
namespace {

// While the object lives, standard input reads the file at `path`.
class Input {
 public:
  explicit Input(const std::string& path) : before_(::dup(STDIN_FILENO)) {
    const int file = ::open(path.c_str(), O_RDONLY);
    if (file < 0 || ::dup2(file, STDIN_FILENO) < 0) throw std::runtime_error("no standard input");
    ::close(file);
  }
  ~Input() {
    ::dup2(before_, STDIN_FILENO);
    ::close(before_);
  }
  Input(const Input&) = delete;
  Input& operator=(const Input&) = delete;

 private:
  int before_;
};

}  // namespace

Finished call_piped(const Words& arguments, const std::string& input) {
  const Folder folder;
  const Input standard_input(folder.write("in", input));
  return call(arguments);
}

}  // namespace romcast::test
