// SPDX-License-Identifier: Apache-2.0
// Parallel jobs on all cores, each in a forked child: SystemC elaborates once per process, and a
// job that dies does not affect the others.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace romcast {

/// The result of a job.
struct Answer {
  /// First letter of a child's output.
  enum class Kind : char { text = 't', input = 'i', missing = 'm' };
  Kind kind = Kind::missing;
  std::string text{};  ///< the result of the job, or the error

  /// The text. Throws InputError if the job threw one, MissingError if the job threw any other
  /// exception or the child died.
  [[nodiscard]] const std::string& value() const;
};

struct PoolOptions {
  unsigned workers = 0;           ///< simultaneous children; 0: one per core
  std::function<void()> waiting;  ///< called a few times a second while children run, if given
};

/// A pool of children, for callers that do other work while the children run.
class ChildPool {
 public:
  using Work = std::function<std::string(std::size_t job)>;
  explicit ChildPool(Work work);
  ~ChildPool();  ///< ends running children
  ChildPool(const ChildPool&) = delete;
  ChildPool& operator=(const ChildPool&) = delete;

  /// Calls `work` for a job in a new child. Throws MissingError if no child can be started.
  void start(std::size_t job);
  [[nodiscard]] std::size_t running() const { return running_.size(); }
  struct Ended {
    std::size_t job;
    Answer answer;
  };
  /// Waits up to `milliseconds` for output of a child; returns a child that has ended, if any.
  std::optional<Ended> next(int milliseconds);

 private:
  class Running;
  Work work_;
  std::vector<std::unique_ptr<Running>> running_;
};

/// Cores that this process may use.
unsigned available_cores();

/// Calls `work` for the jobs 0 .. count-1 in order, each in a new child, and calls `done` in this
/// process for each job when the job's child has ended. Running children are ended if `done`
/// throws, or if this process ends in any way. Throws MissingError if no child can be started.
void run_in_children(std::size_t count, const std::function<std::string(std::size_t job)>& work,
                     const std::function<void(std::size_t job, const Answer& answer)>& done,
                     const PoolOptions& options = {});

}  // namespace romcast
