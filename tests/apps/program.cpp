// SPDX-License-Identifier: Apache-2.0
#include "apps/program.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "apps/start.hpp"

namespace romcast::test {

namespace fs = std::filesystem;

Folder::Folder() {
  std::string name = (fs::temp_directory_path() / "romcast-test-XXXXXX").string();
  if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary directory");
  path_ = name;
}

Folder::~Folder() {
  std::error_code ignored;
  fs::remove_all(path_, ignored);
}

std::string Folder::write(const std::string& name, const std::string& text) const {
  std::ofstream(file(name), std::ios::binary) << text;
  return file(name);
}

std::size_t Folder::entries() const {
  return static_cast<std::size_t>(
      std::distance(fs::directory_iterator(path_), fs::directory_iterator{}));
}

std::string content(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

Lines lines(const std::string& text) {
  std::istringstream in(text);
  Lines result;
  for (std::string line; std::getline(in, line);) result.push_back(line);
  return result;
}

Lines hops_of(const std::string& schedule) {
  const Lines all = lines(schedule);
  Lines hops(std::ranges::find(all, "hops") + 1, all.end() - 1);
  std::ranges::sort(hops);
  return hops;
}

bool Finished::one_line() const {
  return err.starts_with("romcast: ") && err.size() > 20 && err.find('\n') == err.size() - 1;
}

namespace {

void redirect(const std::string& path, int descriptor) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  if (file < 0 || ::dup2(file, descriptor) < 0) ::_exit(126);
}

void arrange(const Start& start) {
  for (const int stream : start.closed) ::close(stream);
  for (const auto& [name, value] : start.environment) ::setenv(name.c_str(), value.c_str(), 1);
  if (!start.file_size) return;
  const rlimit limit{*start.file_size, *start.file_size};
  if (::setrlimit(RLIMIT_FSIZE, &limit) != 0) ::_exit(126);
}

}  // namespace

Finished call(const Words& arguments, const Environment& environment) {
  return call(arguments, Start{.environment = environment});
}

Finished call(const Words& arguments, const Start& start) {
  const Folder folder;
  const std::string out = start.out.empty() ? folder.file("out") : start.out;
  const std::string err = start.err.empty() ? folder.file("err") : start.err;
  std::string program = ROMCAST_PROGRAM;
  std::vector<std::string> copies = arguments;
  std::vector<char*> pointers{program.data()};
  for (std::string& word : copies) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  const pid_t child = ::fork();
  if (child < 0) throw std::runtime_error("cannot start a process");
  if (child == 0) {
    redirect(out, STDOUT_FILENO);
    redirect(err, STDERR_FILENO);
    arrange(start);
    ::execv(program.c_str(), pointers.data());
    ::_exit(127);
  }
  if (start.meanwhile) start.meanwhile(child);
  int status = 0;
  if (::waitpid(child, &status, 0) != child) throw std::runtime_error("lost a process");
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 1000 + WTERMSIG(status),
          start.out.empty() ? content(out) : "", start.err.empty() ? content(err) : ""};
}

std::string refusal(const Words& arguments) {
  const Finished done = call(arguments);
  CAPTURE(arguments, done.err);
  CHECK(done.status == 2);
  CHECK(done.out.empty());
  CHECK(done.one_line());
  return done.err;
}

std::string refusal(const std::string& command) { return refusal(words(command)); }

Words words(const std::string& text) {
  std::istringstream in(text);
  Words result;
  for (std::string word; in >> word;) result.push_back(word);
  return result;
}

Words operator+(Words arguments, const Words& more) {
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

Words operator+(Words arguments, const std::string& more) {
  for (const std::string& word : words(more)) arguments.push_back(word);
  return arguments;
}

}  // namespace romcast::test
