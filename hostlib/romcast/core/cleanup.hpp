// SPDX-License-Identifier: Apache-2.0
// What a run must not leave behind, however it ends: temporary files and folders, and processes
// that it started. Destructors see to it when it ends by itself, signal handlers when it is ended.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace romcast {

/// From now on a signal that ends the program first ends the children and removes the temporaries
/// below, and then ends it as ever, so that a shell sees which one it was. Signals that are ignored
/// stay so (nohup). To be called once, at the start.
void clean_up_on_signals();

/// Ends the program as such a signal would, from any thread, but with this exit status.
[[noreturn]] void end_at_once(int status);

/// A file, or a folder with all that is in it, that is removed unless it is kept.
class Temporary {
 public:
  /// Creates nothing itself: `create` does, and says whether it could; else there is no path. No
  /// signal comes in between, so it must be short, and make neither a Temporary nor a Child.
  Temporary(const std::string& path, const std::function<bool()>& create);
  Temporary() = default;
  ~Temporary();
  Temporary(Temporary&& other) noexcept;
  Temporary& operator=(Temporary&& other) noexcept;

  /// It is no longer temporary, or has gone to its final name.
  void keep();
  /// Empty if there is none.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_{};
  unsigned entry_ = 0;
};

/// A started process. Unless it was waited for, it is ended with what it started itself.
class Child {
 public:
  enum class Scope {
    process,  ///< a fork of this program, which has such temporaries and children of its own
    group     ///< leads a process group that contains all that it starts (posix_spawn: SETPGROUP)
  };
  /// `start` returns the process's number, or throws. It runs with all signals blocked, so that
  /// none comes before the child is known: a tool needs an empty mask (posix_spawn: SETSIGMASK). It
  /// must make neither a Temporary nor a Child.
  Child(Scope scope, const std::function<pid_t()>& start);
  /// A fork that runs `work` and then ends with status 0, or 1 if it throws. It knows nothing of
  /// this process's temporaries and children. Throws MissingError if there can be no more
  /// processes.
  explicit Child(const std::function<void()>& work);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Its status as waitpid gives it, once it has ended.
  int wait();

 private:
  pid_t process_ = 0;  // 0: waited for
  Scope scope_;
  unsigned entry_ = 0;
};

}  // namespace romcast
