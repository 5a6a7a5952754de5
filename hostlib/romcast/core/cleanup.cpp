// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/cleanup.hpp"

#include <dirent.h>
#include <fcntl.h>
#include <poll.h>
#include <sched.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <utility>
#include <vector>

#include "romcast/core/error.hpp"

namespace romcast {
namespace {

constexpr std::array kEnding{SIGHUP,  SIGINT,  SIGQUIT, SIGTERM,   SIGXCPU,
                             SIGALRM, SIGUSR1, SIGUSR2, SIGVTALRM, SIGPROF};

// A path to remove or a process to end.
struct Entry {
  unsigned number = 0;
  std::string path{};
  Temporary::Contents contents{};
  pid_t process = 0;
  Child::Scope scope{};
};

// The paths and processes to clean up. The registry is global, as a signal handler can reach only
// globals. The handler may wait for the lock: signals are blocked in the thread that holds the
// lock, so the holder is another thread, which keeps running.
struct Registry {
  std::atomic_flag locked;
  unsigned last = 0;
  std::vector<Entry> entries;
};

Registry& registry() {
  static auto& one = *new Registry;  // never destroyed: signals arrive during the exit, too
  return one;
}

// Holds the lock of the registry, with all signals blocked in this thread.
class Held {
 public:
  Held() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before_);
    while (registry().locked.test_and_set(std::memory_order_acquire)) sched_yield();
  }
  ~Held() {
    registry().locked.clear(std::memory_order_release);
    pthread_sigmask(SIG_SETMASK, &before_, nullptr);
  }
  Held(const Held&) = delete;
  Held& operator=(const Held&) = delete;

 private:
  sigset_t before_{};
};

// add() and take_out() require Held.
unsigned add(Entry entry) {
  Registry& all = registry();
  entry.number = ++all.last;
  all.entries.push_back(std::move(entry));
  return all.last;
}

void take_out(unsigned number) {
  std::erase_if(registry().entries, [=](const Entry& entry) { return entry.number == number; });
}

void end(pid_t process, Child::Scope scope, int signal) {
  kill(scope == Child::Scope::group ? -process : process, signal);
}

// True if the process has ended; without WNOHANG, waits until then. Leaves the process waitable, so
// that its number is not reused.
bool has_ended(pid_t process, int options) {
  siginfo_t info{};
  while (waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOWAIT | options) != 0) {
    if (errno != EINTR) return true;
  }
  return info.si_pid == process;
}

void pause_briefly() { poll(nullptr, 0, 10); }

// Sends SIGTERM first, so that tools can remove their temporary files, and SIGKILL last. Forks of
// this program get more time in between, because they wait for tools of their own.
void end_with_patience(pid_t process, Child::Scope scope) {
  end(process, scope, SIGTERM);
  const int patience = scope == Child::Scope::group ? 100 : 300;
  for (int i = 0; i < patience && !has_ended(process, WNOHANG); ++i) pause_briefly();
  end(process, scope, SIGKILL);
}

// Removes the contents of a folder. Allocates nothing, as a signal handler may not allocate.
void empty(int folder) {
  alignas(dirent64) std::array<char, 2048> buffer;
  for (ssize_t size = 0; (size = getdents64(folder, buffer.data(), buffer.size())) > 0;) {
    for (ssize_t at = 0; at < size;) {
      const auto* entry = reinterpret_cast<const dirent64*>(buffer.data() + at);
      at += entry->d_reclen;
      const char* name = entry->d_name;
      if (std::strcmp(name, ".") == 0 || std::strcmp(name, "..") == 0) continue;
      if (unlinkat(folder, name, 0) == 0) continue;
      const int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
      if (inner < 0) continue;
      empty(inner);
      close(inner);
      unlinkat(folder, name, AT_REMOVEDIR);
    }
  }
}

// Removes a file, or a folder with its contents. Other threads may still be adding files, so a
// folder may need several attempts.
void remove_all(const char* path) {
  constexpr int kRounds = 100;
  for (int i = 0; i < kRounds && unlink(path) != 0; ++i) {
    const int folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (folder < 0) return;
    empty(folder);
    close(folder);
    if (rmdir(path) == 0 || errno != ENOTEMPTY) return;
    pause_briefly();
  }
}

void remove_temporary(const char* path, Temporary::Contents contents) {
  contents == Temporary::Contents::spared ? (void)rmdir(path) : remove_all(path);
}

// Ends the children, then removes the temporaries. Keeps the lock, so that no entry can be added.
void clean_up() {
  Registry& all = registry();
  while (all.locked.test_and_set(std::memory_order_acquire)) pause_briefly();
  for (const Entry& entry : all.entries) {
    if (entry.process != 0) end(entry.process, entry.scope, SIGTERM);
  }
  for (const Entry& entry : all.entries) {
    if (entry.process != 0) end_with_patience(entry.process, entry.scope);
  }
  std::for_each(all.entries.rbegin(), all.entries.rend(), [](const Entry& entry) {
    if (entry.process == 0) remove_temporary(entry.path.c_str(), entry.contents);
  });
}

extern "C" void clean_up_and_end(int signal) {
  clean_up();
  struct sigaction ordinary {};
  ordinary.sa_handler = SIG_DFL;
  sigaction(signal, &ordinary, nullptr);
  sigset_t others;  // another signal would wait for the lock for ever
  sigfillset(&others);
  sigdelset(&others, signal);
  raise(signal);
  pthread_sigmask(SIG_SETMASK, &others, nullptr);
  _exit(128 + signal);
}

}  // namespace

void clean_up_on_signals() {
  (void)registry();  // constructed here, because a handler must not
  struct sigaction action {};
  action.sa_handler = clean_up_and_end;
  sigfillset(&action.sa_mask);
  for (const int ending : kEnding) {
    struct sigaction before {};
    sigaction(ending, nullptr, &before);
    if (before.sa_handler != SIG_IGN) sigaction(ending, &action, nullptr);
  }
  signal(SIGCHLD, SIG_DFL);  // an inherited SIG_IGN would discard the children's status
}

void end_at_once(int status) {
  sigset_t all;  // a signal that arrives now would wait for the lock for ever
  sigfillset(&all);
  pthread_sigmask(SIG_BLOCK, &all, nullptr);
  clean_up();
  _exit(status);
}

Temporary::Temporary(const std::string& path, const std::function<bool()>& create,
                     Contents contents)
    : contents_(contents) {
  const Held held;
  if (!create()) return;
  path_ = path;
  entry_ = add({.path = path, .contents = contents});
}

Temporary::~Temporary() {
  if (path_.empty()) return;
  remove_temporary(path_.c_str(), contents_);
  keep();
}

Temporary::Temporary(Temporary&& other) noexcept
    : path_(std::exchange(other.path_, {})),
      contents_(other.contents_),
      entry_(std::exchange(other.entry_, 0)) {}

Temporary& Temporary::operator=(Temporary&& other) noexcept {
  std::swap(path_, other.path_);
  std::swap(contents_, other.contents_);
  std::swap(entry_, other.entry_);
  return *this;
}

void Temporary::keep() {
  const Held held;
  take_out(entry_);
  path_.clear();
}

Child::Child(Scope scope, const std::function<pid_t()>& start) : scope_(scope) {
  const Held held;
  process_ = start();
  entry_ = add({.process = process_, .scope = scope});
}

Child::Child(const std::function<void()>& work) : scope_(Scope::process) {
  {
    const Held held;
    process_ = fork();
    if (process_ > 0) entry_ = add({.process = process_, .scope = scope_});
    if (process_ == 0) registry().entries.clear();
  }
  if (process_ < 0) {
    throw MissingError(std::string("cannot start a child process: ") + std::strerror(errno));
  }
  if (process_ > 0) return;
  try {
    work();
  } catch (...) {
    _exit(1);  // the rest of the stack belongs to the parent
  }
  _exit(0);
}

Child::~Child() {
  if (process_ <= 0) return;
  end_with_patience(process_, scope_);
  wait();
}

int Child::wait() {
  (void)has_ended(process_, 0);
  const Held held;
  int status = 0;
  waitpid(std::exchange(process_, 0), &status, 0);
  take_out(entry_);
  return status;
}

}  // namespace romcast
