// SPDX-License-Identifier: Apache-2.0
#include "apps/terminal.hpp"

#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <stdexcept>

namespace romcast::test {

std::vector<std::string> Screen::lines() const {
  std::vector<std::string> result{""};
  std::size_t at = 0;
  for (const char c : raw) {
    if (c == '\n') {
      result.emplace_back();
      at = 0;
    } else if (c == '\r') {
      at = 0;
    } else {
      std::string& line = result.back();
      if (at >= line.size()) line.resize(at + 1, ' ');
      line[at++] = c;
    }
  }
  for (std::string& line : result) line.erase(line.find_last_not_of(' ') + 1);
  return result;
}

bool Screen::overwrites() const {
  for (std::size_t at = raw.find('\r'); at != std::string::npos; at = raw.find('\r', at + 1)) {
    if (at + 1 < raw.size() && raw[at + 1] != '\n') return true;
  }
  return false;
}

Screen call_on_terminal(const Words& arguments, const Environment& environment,
                        unsigned short columns) {
  std::string program = ROMCAST_PROGRAM;
  Words copies = arguments;
  std::vector<char*> pointers{program.data()};
  for (std::string& word : copies) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const winsize size{.ws_row = 24, .ws_col = columns, .ws_xpixel = 0, .ws_ypixel = 0};
  int terminal = -1;
  const pid_t child = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (child < 0) throw std::runtime_error("cannot open a pseudo-terminal");
  if (child == 0) {
    for (const auto& [name, value] : environment) ::setenv(name.c_str(), value.c_str(), 1);
    ::execv(program.c_str(), pointers.data());
    ::_exit(127);
  }
  Screen screen;
  char buffer[4096];
  // read() fails once romcast and its children have closed the terminal.
  for (ssize_t n = 0; (n = ::read(terminal, buffer, sizeof buffer)) > 0;) {
    screen.raw.append(buffer, static_cast<std::size_t>(n));
  }
  ::close(terminal);
  int status = 0;
  if (::waitpid(child, &status, 0) != child) throw std::runtime_error("lost a process");
  screen.status = WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status);
  return screen;
}

}  // namespace romcast::test
