// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/schedule_file.hpp"

#include <catch2/catch.hpp>

#include "hostlib/schedule_text.hpp"
#include "hostlib/test_hops.hpp"
#include "romcast/core/fat_tree.hpp"

using namespace romcast;
using namespace romcast::test;
namespace fs = std::filesystem;

namespace {

const std::string kHeader =
    "romcast-schedule 1\n"
    "network fat-tree arity 2 height 2 capacity 1,2\n"
    "ports multi\n"
    "collective gather source 1 messages 2\n";

// The error for a hop line, which is line 6.
std::string error_of_hop(const std::string& line) {
  return error_of(kHeader + "hops\n" + line + "\nend\n");
}

// The error for a header with this line added as line 5.
std::string error_of_key(const std::string& line) {
  return error_of(kHeader + line + "\nhops\nend\n");
}

ScheduleHeader header() { return read(kHeader + "hops\nend\n").header; }

}  // namespace

TEST_CASE("a schedule file says network, ports, collective, algorithm, queue and hops") {
  const ScheduleFile file = read(kHeader +
                                 "algorithm upward-first\nqueue up-down 4\nhops\n"
                                 "1 p0 s1.0 0\n2 s1.0 s2.0 1 1\nend\n");
  CHECK(file.header.topology->network() == "fat-tree");
  CHECK(file.header.topology->options() ==
        NetworkOptions{{"arity", "2"}, {"height", "2"}, {"capacity", "1,2"}});
  CHECK_FALSE(file.header.ports.single());
  REQUIRE(file.header.collective);
  CHECK(file.header.collective->kind() == CollectiveKind::gather);
  CHECK(file.header.collective->source() == 1);
  CHECK(file.header.collective->messages() == 2);
  CHECK(file.header.algorithm == "upward-first");
  REQUIRE(file.header.limit);
  CHECK(file.header.limit->kind == QueueKind::up_down);
  CHECK(file.header.limit->depth == 4);
  CHECK(file.hops == hops(*file.header.topology, {"1 p0 s1.0 0", "2 s1.0 s2.0 1 1"}));
}

TEST_CASE("comments, blank lines, tabs and CR LF are allowed") {
  const ScheduleFile file = read(
      "# a plan\r\n\r\nromcast-schedule 1 # version\r\nnetwork\tfat-tree arity 2 height 1\r\n"
      "ports single\r\ncollective broadcast\r\n\nhops\r\n  1  p0\ts1.0 0 # up\r\nend # "
      "done\r\n\n#\n");
  CHECK(file.header.ports.single());
  CHECK(file.header.collective->messages() == 1);
  CHECK(file.header.collective->source() == 0);
  CHECK(file.hops.size() == 1);
}

TEST_CASE("a carriage return ends a word only at the end of the line") {
  using Catch::StartsWith;
  CHECK(error_of_hop("1 p0 s1.0\r0") ==
        "plan.txt:6: 3 words from '1'; "
        "a hop is 'cycle from to message [lane]', the last line is 'end'");
  CHECK_THAT(error_of_hop("1 p0 s1.0 0\r\r"), StartsWith("plan.txt:6: message '0?'"));
  CHECK(error_of(kHeader + "hops\r\nend\r").empty());
}

TEST_CASE("hops may come in any order and are sorted as romcast writes them") {
  const ScheduleFile file = read(kHeader + "hops\n9 p0 s1.0 0\n2 p1 s1.0 2\n2 p0 s1.0 1\nend\n");
  CHECK(file.hops == hops(*file.header.topology, {"2 p0 s1.0 1", "2 p1 s1.0 2", "9 p0 s1.0 0"}));
}

TEST_CASE("the last line needs no line end") { CHECK(error_of(kHeader + "hops\nend").empty()); }

TEST_CASE("a file of another kind or version is refused in its first line") {
  CHECK(error_of("").rfind("plan.txt:1: ", 0) == 0);
  CHECK(error_of("\x7f"
                 "ELF\n") == "plan.txt:1: '?ELF'; a schedule starts with 'romcast-schedule 1'");
  CHECK(error_of("romcast-schedule 2\n") ==
        "plan.txt:1: version '2'; this program reads 'romcast-schedule 1'");
  CHECK(error_of("# x\nromcast-schedule\n") ==
        "plan.txt:2: version missing; this program reads 'romcast-schedule 1'");
}

TEST_CASE("a truncated file is refused wherever it ends") {
  const std::string whole = kHeader + "queue per-input 3\nhops\n1 p0 s1.0 0\n2 s1.0 p1 0\nend";
  CHECK(error_of(whole).empty());
  for (std::size_t size = 0; size < whole.size(); ++size) {
    CAPTURE(size);
    CHECK_FALSE(error_of(whole.substr(0, size)).empty());
  }
  CHECK(error_of(kHeader + "hops\n1 p0 s1.0 0\n") ==
        "plan.txt:6: the file ends here; 'end' is missing, it may be truncated");
}

TEST_CASE("nothing may follow the end") {
  CHECK(error_of(kHeader + "hops\nend\n1 p0 s1.0 0\n") ==
        "plan.txt:7: '1'; nothing may follow 'end'");
}

TEST_CASE("a header line that is unknown, repeated or missing is named") {
  using Catch::StartsWith;
  CHECK_THAT(error_of_key("speed 3"), StartsWith("plan.txt:5: 'speed'; a header line is"));
  CHECK(error_of_key("ports multi") == "plan.txt:5: a second 'ports'; give each header line once");
  CHECK(error_of("romcast-schedule 1\nnetwork fat-tree arity 2 height 2\nports multi\nhops\n") ==
        "plan.txt:4: 'hops'; the header lacks 'collective'");
}

TEST_CASE("header values that are impossible are named with file and line") {
  using Catch::StartsWith;
  CHECK_THAT(error_of("romcast-schedule 1\nnetwork fat-tree arity 1 height 2\n"),
             StartsWith("plan.txt:2: `arity` 1: "));
  CHECK_THAT(error_of("romcast-schedule 1\nnetwork rind\n"),
             StartsWith("plan.txt:2: `network` rind"));
  CHECK(error_of("romcast-schedule 1\nnetwork fat-tree arity 2 hight 2\n") ==
        "plan.txt:2: 'hight'; no option of network fat-tree");
  CHECK_THAT(error_of("romcast-schedule 1\nnetwork fat-tree arity 2 height\n"),
             StartsWith("plan.txt:2: 'height' without a value"));
  CHECK_THAT(error_of("romcast-schedule 1\nnetwork fat-tree arity 2 arity 2\n"),
             StartsWith("plan.txt:2: a second 'arity'"));
  CHECK_THAT(error_of("romcast-schedule 1\nports 0\n"), StartsWith("plan.txt:2: '0'"));
  const std::string network = "romcast-schedule 1\nnetwork fat-tree arity 2 height 2\n";
  CHECK_THAT(error_of(network + "collective scan\n"), StartsWith("plan.txt:3: 'scan'"));
  CHECK_THAT(error_of(network + "collective gather source 4\n"),
             StartsWith("plan.txt:3: `source` 4: "));
  CHECK_THAT(error_of(network + "collective gather messages 0\n"),
             StartsWith("plan.txt:3: messages '0'"));
  CHECK_THAT(error_of(network + "collective gather root 1\n"), StartsWith("plan.txt:3: 'root'"));
  CHECK_THAT(error_of_key("queue deep 3"), StartsWith("plan.txt:5: 'deep'"));
  CHECK_THAT(error_of_key("queue up-down 0"), StartsWith("plan.txt:5: queue depth '0'"));
  CHECK_THAT(error_of_key("queue up-down"), StartsWith("plan.txt:5: "));
}

TEST_CASE("a malformed hop is named with what is allowed") {
  using Catch::StartsWith;
  CHECK(error_of_hop("1 p0 s1.0 0").empty());
  CHECK_THAT(error_of_hop("1 p0 s1.0"), StartsWith("plan.txt:6: 3 words from '1'; a hop is"));
  CHECK_THAT(error_of_hop("1 s1.0 s2.0 0 0 0"), StartsWith("plan.txt:6: 6 words"));
  CHECK_THAT(error_of_hop("x p0 s1.0 0"), StartsWith("plan.txt:6: cycle 'x'; give a number"));
  CHECK_THAT(error_of_hop("-1 p0 s1.0 0"), StartsWith("plan.txt:6: cycle '-1'"));
  CHECK(error_of_hop("1 p4 s1.0 0") == "plan.txt:6: no node 'p4'; nodes are p0 .. s2.0");
  CHECK(error_of_hop("1 p0 s1.1 0") ==
        "plan.txt:6: no link from p0 to s1.1; a hop joins neighbours");
  CHECK_THAT(error_of_hop("1 p0 s1.0 1.5"), StartsWith("plan.txt:6: message '1.5'"));
}

TEST_CASE("cycles start at 1 and end with 32 bits") {
  CHECK_FALSE(error_of_hop("0 p0 s1.0 0").empty());
  CHECK(error_of_hop("4294967295 p0 s1.0 0").empty());
  CHECK_FALSE(error_of_hop("4294967296 p0 s1.0 0").empty());
}

TEST_CASE("where nodes combine or links have times, hops end a cycle earlier") {
  using Catch::StartsWith;
  const std::string sums =
      "romcast-schedule 1\nnetwork ring processors 3\nports multi\ncollective reduce\nhops\n";
  CHECK(error_of(sums + "4294967294 p1 p0 0\nend\n").empty());
  CHECK(error_of(sums + "4294967295 p1 p0 0\nend\n") ==
        "plan.txt:6: cycle '4294967295'; what begins in it ends in cycle 4294967295, but at most "
        "4294967294 can be counted");
  // A hop that begins in cycle c ends in cycle c + 3 + 4 - 1.
  const std::string timed =
      "romcast-schedule 1\nnetwork graph file x\nnode a\nnode b\nedge a b 1 3 4\nports multi\n"
      "collective broadcast\nhops\n";
  CHECK(error_of(timed + "4294967288 a b 0\nend\n").empty());
  CHECK_THAT(error_of(timed + "4294967289 a b 0\nend\n"),
             StartsWith("plan.txt:9: cycle '4294967289'"));
}

TEST_CASE("a lane exists if the branch has that many links and more than one") {
  CHECK(error_of_hop("1 s1.0 s2.0 0 1").empty());
  CHECK(error_of_hop("1 s1.0 s2.0 0 2") == "plan.txt:6: lane '2'; give a number from 0 to 1");
  CHECK(error_of_hop("1 p0 s1.0 0 0") ==
        "plan.txt:6: lane '0'; this branch has one link, leave it out");
}

TEST_CASE("message numbers that the collective does not have are left to the judge") {
  CHECK(read(kHeader + "hops\n1 p0 s1.0 4294967292\nend\n").hops.front().message ==
        kMostMessages - 1);
  CHECK_FALSE(error_of_hop("1 p0 s1.0 4294967296").empty());
}

TEST_CASE("overlong lines are refused and long ones not") {
  constexpr std::size_t longest = std::size_t{16} << 20;  // docs/schedule-format.md
  CHECK(error_of(kHeader + "#" + std::string(longest - 1, 'x') + "\nhops\nend\n").empty());
  CHECK(error_of(kHeader + "#" + std::string(longest, 'x') + "\nhops\nend\n") ==
        "plan.txt:5: a line of more than 16777216 characters; is this a text file?");
  CHECK_FALSE(error_of(std::string(1'000'000, '\0')).empty());
}

TEST_CASE("names and options of many characters are written and read again") {
  const std::string a(3000, 'a'), b(3000, 'b'), place(9000, 'x');
  const std::string text = "romcast-schedule 1\nnetwork graph place " + place + "\nnode " + a +
                           " processor\nnode " + b + " processor\nedge " + a + " " + b +
                           " 1\nports multi\ncollective broadcast source 0 messages 1\nhops\n1 " +
                           a + " " + b + " 0\nend\n";
  const ScheduleFile file = read(text);
  const Folder folder;
  ScheduleWriter writer(folder.file("plan"), file.header);
  writer.write(file.hops);
  writer.commit();
  CHECK(content(folder.file("plan")) == text);
}

TEST_CASE("a file with a line that readers refuse is not written") {
  const Folder folder;
  ScheduleHeader written = header();
  written.algorithm = std::string(std::size_t{16} << 20, 'x');
  CHECK_THROWS_WITH(
      ScheduleWriter(folder.file("plan"), written),
      Catch::StartsWith("a schedule file cannot be written: its line 'algorithm xxx") &&
          Catch::Contains("has 16777226 characters; "));  // with the word and a blank
  CHECK(folder.entries() == 0);
}

TEST_CASE("error messages are one printable line, whatever the file holds") {
  const std::string message = error_of(kHeader + "queue \x1b[31m\x01\xff 3\nhops\nend\n");
  CHECK_FALSE(message.empty());
  for (const char c : message) CHECK((c >= ' ' && c <= '~'));
}

TEST_CASE("a missing file and a directory cannot be read") {
  const Folder folder;
  CHECK_THROWS_WITH(load_schedule(folder.file("none")), Catch::Contains("No such file"));
  CHECK_THROWS_AS(load_schedule(folder.file("")), InputError);
}

TEST_CASE("what is written can be read again") {
  const Folder folder;
  ScheduleHeader written = header();
  written.algorithm = "my own";
  written.limit = QueueLimit{QueueKind::per_output, 7};
  const std::vector<Hop> all =
      hops(*written.topology, {"1 p0 s1.0 0", "2 s1.0 s2.0 1 1", "4294967295 s2.0 s1.1 7 0"});
  ScheduleWriter writer(folder.file("plan"), written);
  writer.write(all);
  writer.commit();
  CHECK(content(folder.file("plan")) ==
        "romcast-schedule 1\nnetwork fat-tree arity 2 height 2 capacity 1,2\nports multi\n"
        "collective gather source 1 messages 2\nalgorithm my own\nqueue per-output 7\nhops\n"
        "1 p0 s1.0 0\n2 s1.0 s2.0 1 1\n4294967295 s2.0 s1.1 7\nend\n");
  const ScheduleFile again = load_schedule(folder.file("plan"));
  CHECK(again.hops == all);
  CHECK(again.header.algorithm == "my own");
  CHECK(again.header.limit->depth == 7);
}

TEST_CASE("a file that is not committed does not appear and leaves no trace") {
  const Folder folder;
  {
    ScheduleWriter writer(folder.file("plan"), header());
    writer.write(hops(*header().topology, {"1 p0 s1.0 0"}));
  }
  CHECK(folder.entries() == 0);
}

TEST_CASE("the old file stays until the new one is committed") {
  const Folder folder;
  std::ofstream(folder.file("plan")) << "old";
  ScheduleWriter writer(folder.file("plan"), header());
  CHECK(content(folder.file("plan")) == "old");
  writer.commit();
  CHECK(content(folder.file("plan")) != "old");
  CHECK(folder.entries() == 1);
}

TEST_CASE("a symbolic link stays one and its file is written") {
  const Folder folder;
  std::ofstream(folder.file("plan")) << "old";
  fs::create_symlink(folder.file("plan"), folder.file("link"));
  ScheduleWriter writer(folder.file("link"), header());
  writer.commit();
  CHECK(fs::is_symlink(folder.file("link")));
  CHECK(content(folder.file("plan")) != "old");
}

TEST_CASE("unwritable output is refused with path and reason") {
  using Catch::Contains;
  const Folder folder;
  CHECK_THROWS_WITH(ScheduleWriter(folder.file("no/plan"), header()),
                    Contains("no/plan: ") && Contains("No such file"));
  CHECK_THROWS_WITH(ScheduleWriter(folder.file(""), header()), Contains("Is a directory"));
  CHECK_THROWS_AS(ScheduleWriter("", header()), InputError);
}

TEST_CASE("a device is written, not replaced, and a full one is an error") {
  ScheduleWriter null("/dev/null", header());
  null.commit();
  CHECK(fs::is_character_file("/dev/null"));
  ScheduleWriter full("/dev/full", header());
  CHECK_THROWS_WITH(full.commit(), Catch::Contains("/dev/full: ") && Catch::Contains("No space"));
}
