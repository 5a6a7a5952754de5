// SPDX-License-Identifier: Apache-2.0
// Output that cannot be written: exit status 2 and one line, never a lost, cut or mixed-up result.
#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <csignal>

#include "apps/start.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;
namespace fs = std::filesystem;

namespace {

const Words kGather = words("-k 2 -H 2 -c gather");

Words with(const Words& first, const Words& more = kGather) {
  Words all = first;
  all.insert(all.end(), more.begin(), more.end());
  return all;
}

// Runs a command whose output cannot be written; checks that romcast ends with status 2 and one
// line on stderr that reports this. Returns stderr.
std::string unwritable(const Words& arguments, const Start& start = {}) {
  const Finished done = call(arguments, start);
  CAPTURE(arguments, done.err);
  CHECK(done.status == 2);
  CHECK(done.one_line());
  CHECK_THAT(done.err, Contains("cannot be written: "));
  return done.err;
}

// Commands that write to standard output: results, lists, help and version.
std::vector<Words> printing(const Folder& folder) {
  REQUIRE(call(with({"plan", "-o", folder.file("plan")})).status == 0);
  return {with({"run"}),
          with({"run", "--json", "-"}),
          with({"run", "--json", "/dev/stdout"}),
          with({"run", "--save-trace", "-"}),
          with({"plan"}),
          with({"plan", "-o", "-"}),
          {"check", folder.file("plan")},
          {"check", folder.file("plan"), "--json", "-"},
          with({"rom", "-o", folder.file("rom")}),
          {"list"},
          {"list", "--json", "-"},
          {"--help"},
          {"run", "--help"},
          {"--version"}};
}

// Makes a named pipe; returns its path.
std::string fifo(const Folder& folder) {
  REQUIRE(::mkfifo(folder.file("fifo").c_str(), 0600) == 0);
  return folder.file("fifo");
}

}  // namespace

TEST_CASE("results that standard output does not take are an error") {
  const Folder folder;
  for (const Words& command : printing(folder)) {
    (void)unwritable(command, {.out = "/dev/full"});
    (void)unwritable(command, {.closed = {STDOUT_FILENO}});
    (void)unwritable(command, {.closed = {STDIN_FILENO, STDOUT_FILENO}});
  }
}

TEST_CASE("results larger than a file may be are an error") {
  const Folder folder;
  const Start start{.file_size = 200};
  CHECK_THAT(unwritable(with({"run"}), start), Contains("standard output"));
  CHECK_THAT(unwritable({"list"}, start), Contains("File too large"));
  for (const char* option : {"--json", "--save-plan", "--save-trace"}) {
    (void)unwritable(with({"run", option, folder.file("out")}), start);
  }
  CHECK(folder.entries() == 0);
}

TEST_CASE("no file takes the number of a standard stream that is closed") {
  const Folder folder;
  const std::string plan = content([&] {
    REQUIRE(call(with({"plan", "-o", folder.file("right")})).status == 0);
    return folder.file("right");
  }());
  for (const std::vector<int>& closed : {std::vector<int>{1}, {0, 1}, {0, 1, 2}, {2, 1}}) {
    CHECK(call(with({"plan", "-o", folder.file("plan")}), Start{.closed = closed}).status == 2);
    CHECK(content(folder.file("plan")) == plan);
  }
  CHECK(call(with({"plan", "-o", folder.file("plan")}), Start{.closed = {0, 2}}).status == 0);
  CHECK(content(folder.file("plan")) == plan);
  CHECK(folder.entries() == 2);
}

TEST_CASE("the exit status does not need standard error") {
  const Folder folder;
  const std::string bad =
      folder.write("bad",
                   "romcast-schedule 1\nnetwork fat-tree arity 2 height 2\nports single\n"
                   "collective broadcast\nhops\n1 p1 s1.0 0\nend\n");
  for (const Start& start : {Start{.closed = {STDERR_FILENO}}, Start{.err = "/dev/full"}}) {
    CHECK(call(with({"plan"}), start).status == 0);
    CHECK(call({"check", bad}, start).status == 1);
    CHECK(call({"check", bad, "--json", "-"}, start).json()["verdict"] == "fail");
    CHECK(call({"frobnicate"}, start).status == 2);
    CHECK(call({"check", folder.file("none")}, start).status == 2);
  }
  Start start{.closed = {STDERR_FILENO}};
  start.out = "/dev/full";
  CHECK(call({"check", bad}, start).status == 2);
}

TEST_CASE("a reader of standard output that leaves ends the program as it ends others") {
  const Folder folder;
  const std::string pipe = fifo(folder);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  REQUIRE(reader >= 0);
  const auto leave = [&](int) {
    pollfd written{.fd = reader, .events = POLLIN, .revents = 0};
    ::poll(&written, 1, -1);
    ::close(reader);
  };
  const Words plan = words("plan -o - -k 4 -H 4 -c alltoall");  // more than a pipe holds
  const Finished done = call(plan, Start{.out = pipe, .meanwhile = leave});
  CHECK(done.status == 1000 + SIGPIPE);
  CHECK(done.err.empty());
  CHECK(folder.entries() == 1);
}

TEST_CASE("a path that cannot be written is refused with the reason and leaves nothing") {
  const Folder folder;
  const Words plan = words("plan -k 2 -H 2 -c gather -o");
  const auto reason = [&](const std::string& path) { return unwritable(with(plan, {path})); };
  CHECK_THAT(reason(folder.file("")), Contains("directory"));
  CHECK_THAT(reason(folder.file(std::string(300, 'x'))), Contains("name too long"));
  fs::create_symlink("loop", folder.file("loop"));
  CHECK_THAT(reason(folder.file("loop")), Contains("symbolic links"));
  CHECK_THAT(reason("/dev/full"), Contains("No space"));
  CHECK_THAT(reason(folder.write("file", "") + "/plan"), Contains("Not a directory"));
  CHECK_THAT(reason("/proc/version"), Contains("cannot be written"));
  CHECK(folder.entries() == 2);
}

TEST_CASE("a name as long as a name can be and the end of a link are written") {
  const Folder folder;
  const std::string path = folder.file(std::string(255, 'x'));
  CHECK(call(with({"plan", "-o", path})).status == 0);
  fs::create_symlink("target", folder.file("link"));
  CHECK(call(with({"plan", "-o", folder.file("link")})).status == 0);
  CHECK(fs::is_symlink(folder.file("link")));
  CHECK(content(folder.file("target")) == content(path));
  CHECK(folder.entries() == 3);
}

TEST_CASE(
    "the command to simulate a design quotes a folder that a shell would not read as a word") {
  const Folder folder;
  const std::string path = folder.file("a b");
  CHECK_THAT(call(with({"rtl", "-o", path})).out, Contains("make -C '" + path + "' sim\n"));
}

TEST_CASE("a file that is replaced keeps its permissions") {
  const Folder folder;
  const std::string path = folder.write("plan", "");
  fs::permissions(path, fs::perms(0600));
  CHECK(call(with({"plan", "-o", path})).status == 0);
  CHECK(fs::status(path).permissions() == fs::perms(0600));
}

TEST_CASE("a ROM folder that does not fit leaves the one that is there") {
  const Folder folder;
  const Words rom = with({"rom", "-o", folder.file("rom")});
  REQUIRE(call(rom).status == 0);
  const std::string manifest = content(folder.file("rom/manifest.json"));
  for (const std::uint64_t bytes : {0, 100, 300, 800}) {
    const Finished done = call(rom, Start{.file_size = bytes});
    CHECK(done.status == 2);
    if (bytes >= 300) CHECK_THAT(done.err, Contains("rom: cannot be written: File too large"));
    CHECK(content(folder.file("rom/manifest.json")) == manifest);
    CHECK(folder.entries() == 1);
  }
  CHECK(call(with({"run", "--control", "rom", "--rom", folder.file("rom")})).status == 0);
}

TEST_CASE("a ROM folder is written through links, into new folders, or not at all") {
  const Folder folder;
  fs::create_directory_symlink("real", folder.file("link"));
  for (int i = 0; i < 2; ++i) CHECK(call(with({"rom", "-o", folder.file("link")})).status == 0);
  CHECK(fs::is_symlink(folder.file("link")));
  CHECK(fs::exists(folder.file("real/manifest.json")));
  CHECK(call(with({"rom", "-o", folder.file("a/b/rom/")})).status == 0);
  CHECK(fs::exists(folder.file("a/b/rom/manifest.json")));
  (void)unwritable(with({"rom", "-o", folder.file("c/d/rom")}), {.file_size = 300});
  CHECK(folder.entries() == 3);
}

TEST_CASE("two outputs into one file, and output into what is read, are refused") {
  const Folder folder;
  const std::string path = folder.file("plan"), link = folder.file("link");
  const auto clash = [&](const Words& arguments) {
    const Finished done = call(arguments);
    CAPTURE(arguments, done.err);
    CHECK(done.status == 2);
    CHECK(done.one_line());
    CHECK_THAT(done.err, Contains("give another path"));
  };
  fs::create_symlink("plan", link);
  clash(with({"run", "--json", path, "--save-plan", path}));
  clash(with({"run", "--save-trace", path, "--save-plan", link}));
  clash(with({"plan", "--json", folder.file("./plan"), "-o", path}));
  CHECK(folder.entries() == 1);
  REQUIRE(call(with({"plan", "-o", path})).status == 0);
  const std::string plan = content(path);
  clash({"check", path, "--json", path});
  clash({"check", link, "--json", path});
  CHECK(content(path) == plan);
  REQUIRE(call(with({"rom", "-o", folder.file("rom")})).status == 0);
  clash(with({"run", "--rom", folder.file("rom"), "--json", folder.file("rom/manifest.json")}));
  CHECK(call(with({"run", "--json", "/dev/null", "--save-plan", "/dev/null"})).status == 0);
}

TEST_CASE("an output into the folder that a command writes is refused") {
  const Folder folder;
  const Words fabric = words("fabric -n mesh --dims 2x2 --tiles -c alltoall --seconds 1 -o");
  for (const char* made : {"ip", "ip/"}) {
    for (const char* file : {"ip/fabric.json", "ip/rtl/report.json"}) {
      CHECK_THAT(refusal(fabric + Words{folder.file(made), "--json", folder.file(file)}),
                 Contains("one would be written into the other; give another path"));
    }
  }
  CHECK(folder.entries() == 0);
  CHECK(call(fabric + Words{folder.file("ip"), "--json", folder.file("ip.json")}).status == 0);
  CHECK(folder.entries() == 2);
}

TEST_CASE("a folder does not go to standard output") {
  const std::string fabric = "fabric -n mesh --dims 2x2 --tiles -c alltoall --seconds 1 -o ";
  for (const char* path : {"-", "/dev/stdout"}) {
    for (const std::string& command : {fabric, std::string("rom -k 2 -H 2 -c gather -o "),
                                       std::string("rtl -k 2 -H 2 -c gather -o ")}) {
      CHECK_THAT(refusal(command + path), Contains("a folder cannot go to stdout"));
    }
  }
  CHECK_THAT(refusal("reproduce --quick logp -o -"), Contains("a folder cannot go to stdout"));
  CHECK_FALSE(fs::exists("-"));
}

TEST_CASE("an output into any file that a command reads is refused, and the file stays") {
  const Folder folder;
  const std::string net = folder.write("net.dot", "graph { a -- b; b -- c }\n");
  const std::string sent = folder.write("sent.txt", "message from p0 to p1\n");
  const std::string flows = folder.write("flows.txt", "flow one from p0 to p1\n");
  const Words exchange = words("run -n ring --processors 4 -c exchange --messages-from");
  const Words frames = words("plan -n mesh --dims 2x2 -p multi --period auto --flows");
  const auto refused = [&](const Words& command, const std::string& option,
                           const std::string& file) {
    const std::string before = content(file);
    CHECK_THAT(refusal(command + Words{option, file}), Contains("would be overwritten"));
    CHECK(content(file) == before);
  };
  for (const char* option : {"--output", "--json"}) {
    refused(Words{"plan", "-n", net, "-c", "broadcast"}, option, net);
    refused(Words{"network", "-n", net}, option, net);
    refused(frames + Words{flows}, option, flows);
  }
  const std::string blank = folder.write("my net.dot", "graph { a -- b }\n");
  refused(Words{"plan", "-n", blank, "-c", "broadcast"}, "-o", blank);
  const std::string first = folder.file("first"), then = folder.file("then");
  const std::string frames_of = "plan -n mesh --dims 2x2 -p multi -c alltoall --period auto -o ";
  REQUIRE(call(words(frames_of + first)).status == 0);
  REQUIRE(call(words(frames_of + then)).status == 0);
  refused(Words{"check", first, "--then", then}, "--json", then);
  refused(Words{"view", first, then}, "-o", then);
  for (const char* option : {"--save-plan", "--save-trace", "--json"}) {
    refused(Words{"run", "-n", "ring 2 x " + net, "-c", "broadcast"}, option, net);
    refused(exchange + Words{sent}, option, sent);
  }
}

TEST_CASE("two names of a file that does not exist yet are one file") {
  const Words plan = words("plan -n ring --processors 4 -c allgather -o");
  const auto here = std::filesystem::current_path() / "no-such-output";
  CHECK_THAT(refusal(plan + Words{"no-such-output", "--json", "./no-such-output"}),
             Contains("both would be written"));
  CHECK_THAT(refusal(plan + Words{"no-such-output", "--json", here.string()}),
             Contains("both would be written"));
  CHECK_FALSE(std::filesystem::exists(here));
}

TEST_CASE("standard output under another name is standard output") {
  const Folder folder;
  for (const char* name : {"/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"}) {
    CHECK(call(with({"plan", "--json", name})).json()["verdict"] == "pass");
  }
  const std::string path = folder.write("out", "");
  CHECK(call(with({"plan", "--json", path}), Start{.out = path}).status == 0);
  CHECK(json::parse(content(path))["verdict"] == "pass");
}

TEST_CASE("a waveform that cannot be written is an error and leaves nothing") {
  const Folder folder;
  for (const char* name : {"wave.vcd", "wave.fst"}) {
    const Words run = with({"run", "--wave", folder.file(name), "--wave-nodes", "s1.0,s2.0"});
    REQUIRE(call(run).status == 0);
    const std::uint64_t needed = fs::file_size(folder.file(name));
    CHECK(fs::remove(folder.file(name)));
    for (const std::uint64_t bytes : {needed - 1, needed / 2, std::uint64_t{300}}) {
      (void)unwritable(run, {.out = "/dev/null", .file_size = bytes});
      CHECK(folder.entries() == 0);
    }
    fs::create_symlink("/dev/full", folder.file(name));
    (void)unwritable(run);
    CHECK(fs::remove(folder.file(name)));
  }
}

TEST_CASE("a signal that ends the program leaves no file") {
  const Folder folder;
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto send = [&](int process) {
      while (folder.entries() == 0) ::usleep(1000);
      ::kill(process, signal);
    };
    const Words plan{"plan", "-o", folder.file("plan")};
    CHECK(call(plan + "-k 4 -H 6 -c alltoall -p multi", Start{.meanwhile = send}).status ==
          1000 + signal);
    CHECK(folder.entries() == 0);
  }
}

TEST_CASE("a signal that ends the demo ends its children") {
  const Folder folder;
  const std::string pipe = fifo(folder);
  const int reader = ::open(pipe.c_str(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
  REQUIRE(reader >= 0);
  const auto send = [](int process) {
    const std::string number = std::to_string(process);
    while (content("/proc/" + number + "/task/" + number + "/children").empty()) ::usleep(1000);
    ::kill(process, SIGTERM);
  };
  CHECK(call({"demo"}, Start{.err = pipe, .meanwhile = send}).status == 1000 + SIGTERM);
  char byte = 0;
  CHECK(::read(reader, &byte, 1) == 0);  // all writers have closed the pipe
  ::close(reader);
}

TEST_CASE("an empty value is refused, whatever option it is for") {
  for (const char* option : {"--rom", "--json", "--wave", "--wave-nodes", "--save-plan",
                             "--save-trace", "--network", "--capacity", "--ports", "-a", "-c",
                             "--order", "--control", "--fabric", "--format", "--source"}) {
    const Finished done = call(with({"run", option, ""}));
    CAPTURE(option, done.err);
    CHECK(done.status == 2);
    CHECK(done.out.empty());
    CHECK(done.one_line());
    CHECK_THAT(done.err, Contains(std::string("romcast: ") + option + " '': "));
  }
  CHECK_THAT(call(with({"run", "--rom="})).err, Contains("--rom '': "));
  CHECK_THAT(call(with({"plan", "-o", ""})).err, Contains("-o '': "));
  CHECK_THAT(call(with({"rom", "-o", ""})).err, Contains("-o '': "));
  CHECK_THAT(call(with({"plan", "-o="})).err, Contains("-o=: "));
  CHECK_THAT(call(with({"plan", "-o=x"})).err, Contains("-o=x: ") && Contains("give -o x"));
  CHECK_THAT(call({"check", ""}).err, Contains("'': "));
  CHECK_THAT(call({"list", ""}).err, Contains("'': "));
}
