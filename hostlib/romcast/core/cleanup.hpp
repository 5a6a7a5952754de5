// SPDX-License-Identifier: Apache-2.0
// Temporary files and folders, and child processes: none of them may outlive the run. Destructors
// remove the files and end the processes; if a signal ends the run, the signal's handler does so.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>

namespace romcast {

/// Installs a handler of the signals that end a program: the handler ends the children, removes the
/// temporaries, and then ends the program by the same signal, so that a shell sees which signal it
/// was. Ignored signals stay ignored (nohup). Call clean_up_on_signals() once, at the start.
void clean_up_on_signals();

/// Cleans up as on a signal, from any thread, and ends the program with this exit status.
[[noreturn]] void end_at_once(int status);

/// A file, or a folder with its contents, that is removed unless it is kept.
class Temporary {
 public:
  enum class Contents {
    removed,  ///< with the folder
    spared    ///< a folder that is not empty stays
  };
  /// `create` makes the file and returns whether it succeeded; if not, path() is empty. Signals are
  /// blocked during the call, so `create` must be short and make neither a Temporary nor a Child.
  /// A signal removes temporaries in the reverse order of their creation.
  Temporary(const std::string& path, const std::function<bool()>& create,
            Contents contents = Contents::removed);
  Temporary() = default;
  ~Temporary();
  Temporary(Temporary&& other) noexcept;
  Temporary& operator=(Temporary&& other) noexcept;

  /// From now on neither the destructor nor a signal removes the file; path() becomes empty.
  void keep();
  /// Empty if there is no file.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  std::string path_{};
  Contents contents_ = Contents::removed;
  unsigned entry_ = 0;
};

/// A child process. Unless wait() has been called, the destructor ends the child and the processes
/// that the child started.
class Child {
 public:
  enum class Scope {
    process,  ///< a fork of this program, which cleans up its own temporaries and children
    group     ///< leads a process group with all its descendants (posix_spawn: SETPGROUP)
  };
  /// `start` returns the number of the process, or throws. All signals are blocked during the call
  /// of `start`, so that none arrives before the child is registered; hence `start` must give a
  /// spawned tool an empty signal mask (posix_spawn: SETSIGMASK). `start` must make neither a
  /// Temporary nor a Child.
  Child(Scope scope, const std::function<pid_t()>& start);
  /// A fork that runs `work` and then ends with status 0, or 1 if `work` throws. It does not
  /// inherit this process's temporaries and children. Throws MissingError if the limit on processes
  /// is reached.
  explicit Child(const std::function<void()>& work);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Waits for the end of the process and returns its status in waitpid's format.
  int wait();

 private:
  pid_t process_ = 0;  // 0 after wait()
  Scope scope_;
  unsigned entry_ = 0;
};

}  // namespace romcast
