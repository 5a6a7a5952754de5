// SPDX-License-Identifier: Apache-2.0
// Tools that are missing, fail or die; folders for models whose names have special characters;
// damaged libraries of models. romcast exits with status 3 and one line, or the run passes.
#include <sys/wait.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;
namespace fs = std::filesystem;

namespace {

const Words kRun = words("run --arity 2 --height 1 --collective broadcast");

// A folder of fake tools, and an empty folder for models.
struct Bench {
  Folder folder;
  std::string cache = folder.file("cache");

  void verilator(const std::string& script, const std::string& name = "bin/verilator") const {
    fs::create_directories(folder.file("bin"));
    (void)folder.write(name, "#!/bin/sh\n" + script + "\n");
    fs::permissions(folder.file(name), fs::perms::owner_all);
  }

  [[nodiscard]] Environment environment() const {
    const char* path = std::getenv("PATH");
    return {{"PATH", folder.file("bin") + ":" + path}, {"ROMCAST_CACHE", cache}};
  }

  // Runs romcast with the fake tools; checks that it ends with status 3 and one line on stderr, and
  // keeps no build folder. Returns the line.
  [[nodiscard]] std::string failure() const {
    const Finished done = call(kRun, environment());
    CAPTURE(done.err);
    CHECK(done.status == 3);
    CHECK(done.out.empty());
    CHECK(done.one_line());
    CHECK(builds() == 0);
    return done.err;
  }

  // Number of build folders that remain.
  [[nodiscard]] std::size_t builds() const {
    std::size_t count = 0;
    for (const auto& entry : fs::directory_iterator(cache)) count += entry.is_directory() ? 1 : 0;
    return count;
  }

  [[nodiscard]] fs::path only(const std::string& extension) const {
    for (const auto& entry : fs::directory_iterator(cache)) {
      if (entry.path().extension() == extension) return entry.path();
    }
    return {};
  }
};

// Waits without limit until the process has ended. If `process` is negative, waits until all
// processes of the group `-process` have ended.
void ended(pid_t process) {
  while (::kill(process, 0) == 0) ::usleep(10'000);
}

// A complete run, with models in this folder and the real tools.
Finished run_in(const std::string& cache) { return call(kRun, {{"ROMCAST_CACHE", cache}}); }

}  // namespace

TEST_CASE("every run says that its models are slow if Verilator wrote an unknown scheduler") {
  const Bench bench;
  bench.verilator(
      "PATH=${PATH#*:} verilator \"$@\" && sed -i s/eval_triggers__act/eval_what_triggers/g "
      "made/*.cpp");
  const Finished built = call(kRun, bench.environment()), found = run_in(bench.cache);
  for (const Finished& done : {built, found}) {
    CHECK(done.status == 0);
    CHECK(done.one_line());
    CHECK_THAT(done.err, Contains("twice the CPU time") && Contains("fat_tree_switch_single") &&
                             Contains("Verilator 5.006 and 5.032"));
  }
  bench.verilator("PATH=${PATH#*:} verilator \"$@\"");
  const Finished fast = call(kRun, {{"PATH", bench.environment().front().second},
                                    {"ROMCAST_CACHE", bench.folder.file("other")}});
  CHECK(fast.status == 0);
  CHECK(fast.err.empty());
}

TEST_CASE("Verilator's program is run without its script, unless a variable names a program") {
  const Bench bench;
  bench.verilator("exit 7");
  bench.verilator("PATH=${PATH#*:} verilator \"$@\"", "bin/verilator_bin");
  CHECK(call(kRun, bench.environment()).status == 0);
  for (const char* variable : {"VERILATOR_ROOT", "VERILATOR_BIN"}) {
    CAPTURE(variable);
    const Finished done = call(kRun, {{"PATH", bench.environment().front().second},
                                      {"ROMCAST_CACHE", bench.folder.file(variable)},
                                      {variable, bench.folder.file("")}});
    CHECK(done.status == 3);
    CHECK_THAT(done.err, Contains("verilator failed with exit status 7"));
  }
}

TEST_CASE("a tool that fails is named, with its status, its first error and its log") {
  const Bench bench;
  bench.verilator("for i in $(seq 58); do echo \"%Error: line $i\"; done; exit 7");
  const std::string line = bench.failure();
  CHECK_THAT(line, Contains("verilator failed with exit status 7") && Contains("%Error: line 1") &&
                       Contains(".log") && Contains("apt-get install --reinstall verilator"));
  CHECK_THAT(content(bench.only(".log").string()), Contains("line 58"));
}

TEST_CASE("what a tool counts as errors at its end is not its first error") {
  const Bench bench;
  bench.verilator("echo 'ERROR: no room for bel 3'; echo '0 warnings, 1 error'; exit 255");
  CHECK_THAT(bench.failure(), Contains("ERROR: no room for bel 3"));
}

TEST_CASE("a tool that is killed is told from one that fails, and memory is suspected") {
  const Bench bench;
  bench.verilator("kill -KILL $$");
  CHECK_THAT(bench.failure(), Contains("verilator was killed by signal 9") && Contains("memory"));
}

TEST_CASE("a tool that gets no more processes says which limit to raise") {
  const Bench bench;
  bench.verilator("echo 'collect2: fatal error: vfork: Resource temporarily unavailable'; exit 1");
  CHECK_THAT(bench.failure(), Contains("failed with exit status 1") && Contains("ulimit -u"));
}

TEST_CASE("a tool that never ends is ended when its time is over") {
  const Bench bench;
  bench.verilator("echo 'fork: Resource temporarily unavailable'; sleep 1000");
  Environment impatient = bench.environment();
  impatient.push_back({"ROMCAST_TOOL_SECONDS", "1"});
  const Finished done = call(kRun, impatient);
  CHECK(done.status == 3);
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains("verilator did not end within 1 seconds") && Contains("ulimit -u"));
  CHECK(bench.builds() == 0);
}

TEST_CASE("a tool's time is a number of seconds") {
  for (const char* seconds : {"0", "-1", "1.5", "soon"}) {
    const Bench bench;
    Environment wrong = bench.environment();
    wrong.push_back({"ROMCAST_TOOL_SECONDS", seconds});
    const Finished done = call(kRun, wrong);
    CHECK(done.status == 2);
    CHECK(done.one_line());
    CHECK_THAT(done.err, Contains(std::string("ROMCAST_TOOL_SECONDS=") + seconds));
  }
}

TEST_CASE("a folder in the place of a model is named, and that it must go") {
  const Bench bench;
  REQUIRE(run_in(bench.cache).status == 0);
  const fs::path model = bench.only(".so");
  fs::remove(model);
  fs::create_directory(model);
  const Finished done = run_in(bench.cache);
  CHECK(done.status == 3);
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains(model.filename().string() + ": a folder") && Contains("remove it"));
}

TEST_CASE("a tool that claims success without having written anything has failed") {
  const Bench bench;
  bench.verilator("exit 0");
  CHECK_THAT(bench.failure(), Contains("verilator wrote no made/Vmodel.h"));
}

TEST_CASE("a tool that is not installed is named with its package") {
  const Bench bench;
  const Finished done =
      call(kRun, {{"PATH", bench.folder.file("")}, {"ROMCAST_CACHE", bench.cache}});
  CHECK(done.status == 3);
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains("verilator is not installed") && Contains("apt-get install"));
}

TEST_CASE("a tool that leaves processes behind is cleaned up after") {
  const Bench bench;
  bench.verilator("sleep 1000 & echo $! > " + bench.folder.file("left") + "; exit 1");
  (void)bench.failure();
  ended(std::stoi(content(bench.folder.file("left"))));
}

TEST_CASE("models can be kept in folders of any name, and no shell ever sees it") {
  const Folder folder;
  const Words names{"it's a \"; touch harm; \"", "-rel $ORIGIN ümläut\n%d{}"};
  for (const std::string& name : names) {
    CAPTURE(name);
    const Finished done = run_in(folder.file(name));
    CAPTURE(done.err);
    CHECK(done.status == 0);
    CHECK(fs::is_directory(folder.file(name)));
  }
  CHECK_FALSE(fs::exists("harm"));
}

TEST_CASE("a damaged library is built again, which is said in one line") {
  const Bench bench;
  REQUIRE(run_in(bench.cache).status == 0);
  const fs::path library = bench.only(".so");
  for (const std::uintmax_t left : {fs::file_size(library) / 2, std::uintmax_t{0}}) {
    fs::resize_file(library, left);
    const Finished again = run_in(bench.cache);
    CHECK(again.status == 0);
    CHECK(again.one_line());
    CHECK_THAT(again.err, Contains(library.string()) && Contains("built again"));
    const Finished third = run_in(bench.cache);
    CHECK(third.status == 0);
    CHECK(third.err.empty());
  }
}

TEST_CASE("a folder for models that is a file is refused") {
  const Folder folder;
  const Finished done = run_in(folder.write("file", "mine"));
  CHECK(done.status == 3);
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains("no folder") && Contains("ROMCAST_CACHE"));
  CHECK(content(folder.file("file")) == "mine");
}

TEST_CASE("folders that are not the sources of this program are refused") {
  const Folder folder;
  const auto refused = [&](const std::string& root) {
    const Finished done = call(kRun, {{"ROMCAST_ROOT", root}, {"ROMCAST_CACHE", folder.file("c")}});
    CHECK(done.status == 3);
    CHECK(done.one_line());
    CHECK_THAT(done.err, Contains("ROMCAST_ROOT"));
  };
  refused(folder.file("none"));
  refused(folder.write("file", ""));
  fs::create_directories(folder.file("old/rtl"));
  refused(folder.file("old"));
  (void)folder.write("old/rtl/time_base.v", "module time_base; endmodule\n");
  refused(folder.file("old"));
}

TEST_CASE("a wrong limit is bad usage") {
  const Folder folder;
  const Finished done =
      call(kRun, {{"ROMCAST_CACHE", folder.file("c")}, {"ROMCAST_CACHE_LIMIT", "much"}});
  CHECK(done.status == 2);
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains("ROMCAST_CACHE_LIMIT=much"));
}

TEST_CASE("the kept models are shown and cleared") {
  const Bench bench;
  REQUIRE(run_in(bench.cache).status == 0);
  const Environment here{{"ROMCAST_CACHE", bench.cache}, {"ROMCAST_CACHE_LIMIT", "2G"}};
  const nlohmann::json shown = call({"cache", "--json", "-"}, here).json();
  CHECK(shown["schema"] == "romcast.cache/1");
  CHECK(shown["limit_bytes"] == 2ULL << 30);
  CHECK(shown["folders"].size() == 1);
  CHECK(shown["folders"][0]["folder"] == bench.cache);
  CHECK(shown["folders"][0]["models"] == 2);  // the switch and the time base
  const Finished cleared = call({"cache", "clear"}, here);
  CHECK(cleared.status == 0);
  CHECK_THAT(cleared.out, Contains("removed 2 models") && Contains(bench.cache));
  CHECK(fs::is_empty(bench.cache));
  CHECK(call({"cache", "all"}, here).status == 2);
}

TEST_CASE("the limit is kept after every build, but for what a run needs itself") {
  const Bench bench;
  const Environment nothing{{"ROMCAST_CACHE", bench.cache}, {"ROMCAST_CACHE_LIMIT", "0"}};
  REQUIRE(call(kRun, nothing).status == 0);
  REQUIRE(call(words("run --arity 3 --height 1 --collective broadcast"), nothing).status == 0);
  CHECK(std::distance(fs::directory_iterator(bench.cache), {}) == 2);
}

TEST_CASE("a signal during a build leaves neither folders nor tools") {
  const Bench bench;
  const std::string told = bench.folder.file("told");
  bench.verilator("echo $$ > " + told + "; sleep 1000; true");
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    for (const auto& [name, value] : bench.environment()) ::setenv(name.c_str(), value.c_str(), 1);
    ::execl(ROMCAST_PROGRAM, "romcast", "run", "-k", "2", "-H", "1", "-c", "broadcast", nullptr);
    ::_exit(127);
  }
  while (content(told).find('\n') == std::string::npos) ::usleep(10'000);
  const pid_t tool = std::stoi(content(told));
  ::kill(child, SIGTERM);
  int status = 0;
  ::waitpid(child, &status, 0);
  CHECK(WIFSIGNALED(status));
  ended(-tool);
  CHECK(fs::is_empty(bench.cache));
}
