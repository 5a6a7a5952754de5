// SPDX-License-Identifier: Apache-2.0
// Jobs beside each other on all cores, each in a forked child: SystemC elaborates once per process,
// and a job that dies takes no other one with it.
#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace romcast {

/// What became of a job.
struct Answer {
  /// First letter of what a child writes.
  enum class Kind : char { text = 't', input = 'i', missing = 'm' };
  Kind kind = Kind::missing;
  std::string text{};  ///< what the job returned, or why it did not

  /// The text. Throws InputError or MissingError if the job did, or MissingError if it died.
  [[nodiscard]] const std::string& value() const;
};

struct PoolOptions {
  unsigned workers = 0;           ///< children at a time; 0: as many as there are cores
  std::function<void()> waiting;  ///< called a few times a second while children run, if given
};

/// The children themselves, for those who do something else beside.
class ChildPool {
 public:
  using Work = std::function<std::string(std::size_t job)>;
  explicit ChildPool(Work work);
  ~ChildPool();  ///< ends those that still run
  ChildPool(const ChildPool&) = delete;
  ChildPool& operator=(const ChildPool&) = delete;

  /// Calls `work` for a job in a child of its own. Throws MissingError if there can be no child.
  void start(std::size_t job);
  [[nodiscard]] std::size_t running() const { return running_.size(); }
  struct Ended {
    std::size_t job;
    Answer answer;
  };
  /// Waits so long for a child to say something, and gives one that has ended if any has.
  std::optional<Ended> next(int milliseconds);

 private:
  class Running;
  Work work_;
  std::vector<std::unique_ptr<Running>> running_;
};

/// Cores that this process may use.
unsigned available_cores();

/// Calls `work` for the jobs 0 .. count-1 in order, each in a child of its own, and here `done` for
/// each one as it ends. If `done` throws the children that still run are ended. Children end if
/// this process does, however it ends. Throws MissingError if there can be no child.
void run_in_children(std::size_t count, const std::function<std::string(std::size_t job)>& work,
                     const std::function<void(std::size_t job, const Answer& answer)>& done,
                     const PoolOptions& options = {});

}  // namespace romcast
