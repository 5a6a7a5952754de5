// SPDX-License-Identifier: Apache-2.0
// SystemC elaborates once per process, so runs beside each other are runs in children.
#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "apps/failure.hpp"
#include "apps/runner.hpp"
#include "romcast/core/cleanup.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"

namespace romcast {
namespace {

// First letter of what a child writes: how to read the rest.
enum class Kind : char { report = 'r', input = 'i', missing = 'm' };

std::string answer(const Scenario& scenario, const RunOptions& options) {
  const auto tagged = [](Kind kind, const std::string& text) {
    return static_cast<char>(kind) + text;
  };
  try {
    return tagged(Kind::report, run_scenario(scenario, options).json().dump());
  } catch (const std::exception& error) {
    const Failure told = failure(error);
    return tagged(told.status == Failure::kBadInput ? Kind::input : Kind::missing, told.text);
  }
}

std::string read_all(int file) {
  std::string text;
  char buffer[4096];
  for (ssize_t n = 0; (n = read(file, buffer, sizeof buffer)) > 0;) {
    text.append(buffer, static_cast<std::size_t>(n));
  }
  return text;
}

}  // namespace

nlohmann::ordered_json run_in_child(const Scenario& scenario, const RunOptions& options) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw MissingError(fmt::format("cannot open a pipe to a child: {}", std::strerror(errno)));
  }
  Child child([&] {
    close(ends[0]);
    if (write_all(ends[1], answer(scenario, options)) != 0) _exit(1);
  });
  close(ends[1]);
  const std::string text = read_all(ends[0]);
  close(ends[0]);
  const int status = child.wait();
  if (text.empty() || status != 0) {
    throw MissingError(fmt::format(
        "a run in a child process died ({}); perhaps there is too little memory",
        WIFSIGNALED(status) ? ::strsignal(WTERMSIG(status)) : "could not tell its result"));
  }
  const std::string rest = text.substr(1);
  switch (static_cast<Kind>(text.front())) {
    case Kind::report:
      return nlohmann::ordered_json::parse(rest);
    case Kind::input:
      throw InputError(rest);
    default:
      throw MissingError(rest);
  }
}

}  // namespace romcast
