// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/worker_pool.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <thread>
#include <vector>

#include "romcast/core/cleanup.hpp"
#include "romcast/core/error.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/run/failure.hpp"

namespace romcast {
namespace {

constexpr int kBetweenMilliseconds = 250;

using Work = std::function<std::string(std::size_t)>;

std::string tagged(Answer::Kind kind, const std::string& text) {
  return static_cast<char>(kind) + text;
}

std::string answer_of(const Work& work, std::size_t job) {
  try {
    return tagged(Answer::Kind::text, work(job));
  } catch (const std::exception& error) {
    const Failure told = failure(error);
    return tagged(told.status == Failure::kBadInput ? Answer::Kind::input : Answer::Kind::missing,
                  told.text);
  }
}

}  // namespace

// A child, and the pipe for its answer.
class ChildPool::Running {
 public:
  Running(std::size_t job, const Work& work) : job_(job) {
    int ends[2];
    if (pipe2(ends, O_CLOEXEC) != 0) {
      throw MissingError(fmt::format("cannot open a pipe to a child: {}", std::strerror(errno)));
    }
    pipe_ = ends[0];
    const pid_t parent = getpid();
    child_ = std::make_unique<Child>([&] {
      prctl(PR_SET_PDEATHSIG, SIGTERM);
      if (getppid() != parent) _exit(1);
      close(ends[0]);
      if (write_all(ends[1], answer_of(work, job)) != 0) _exit(1);
    });
    close(ends[1]);
  }
  ~Running() { close(pipe_); }
  Running(const Running&) = delete;
  Running& operator=(const Running&) = delete;

  [[nodiscard]] std::size_t job() const { return job_; }
  [[nodiscard]] int pipe() const { return pipe_; }

  // Reads available bytes; returns false at the end or after an error.
  bool read_more() {
    char buffer[1 << 16];
    const ssize_t size = read(pipe_, buffer, sizeof buffer);
    if (size > 0) text_.append(buffer, static_cast<std::size_t>(size));
    return size > 0 || (size < 0 && errno == EINTR);
  }

  Answer finish() {
    const int status = child_->wait();
    if (!text_.empty() && status == 0) {
      return {static_cast<Answer::Kind>(text_.front()), text_.substr(1)};
    }
    return {Answer::Kind::missing,
            fmt::format(
                "a run in a child process died ({}); perhaps there is too little memory",
                WIFSIGNALED(status) ? ::strsignal(WTERMSIG(status)) : "could not tell its result")};
  }

 private:
  std::size_t job_;
  int pipe_ = -1;
  std::unique_ptr<Child> child_;
  std::string text_;
};

ChildPool::ChildPool(Work work) : work_(std::move(work)) {}
ChildPool::~ChildPool() = default;

void ChildPool::start(std::size_t job) {
  running_.push_back(std::make_unique<Running>(job, work_));
}

std::optional<ChildPool::Ended> ChildPool::next(int milliseconds) {
  std::vector<pollfd> pipes;
  for (const auto& child : running_) pipes.push_back({child->pipe(), POLLIN, 0});
  if (poll(pipes.data(), pipes.size(), milliseconds) <= 0) return std::nullopt;
  for (std::size_t i = 0; i < running_.size(); ++i) {
    if (pipes[i].revents == 0 || running_[i]->read_more()) continue;
    const auto ended = std::move(running_[i]);
    running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
    return Ended{ended->job(), ended->finish()};
  }
  return std::nullopt;
}

const std::string& Answer::value() const {
  if (kind == Kind::input) throw InputError(text);
  if (kind == Kind::missing) throw MissingError(text);
  return text;
}

unsigned available_cores() { return std::max(1U, std::thread::hardware_concurrency()); }

void run_in_children(std::size_t count, const Work& work,
                     const std::function<void(std::size_t, const Answer&)>& done,
                     const PoolOptions& options) {
  const unsigned workers = options.workers == 0 ? available_cores() : options.workers;
  ChildPool pool(work);
  for (std::size_t next = 0; next < count || pool.running() > 0;) {
    while (next < count && pool.running() < workers) pool.start(next++);
    if (const auto ended = pool.next(kBetweenMilliseconds)) done(ended->job, ended->answer);
    if (options.waiting) options.waiting();
  }
}

}  // namespace romcast
