// SPDX-License-Identifier: Apache-2.0
// Schedule files from the command line: `run` saves them, `check` judges them and bad copies.
#include <algorithm>
#include <catch2/catch.hpp>
#include <set>
#include <sstream>

#include "apps/program.hpp"

using namespace romcast::test;
using Catch::Contains;
using nlohmann::json;

namespace {

std::string joined(const Lines& all) {
  std::string text;
  for (const std::string& line : all) text += line + '\n';
  return text;
}

Finished check(const std::string& path) { return call({"check", path, "--json", "-"}); }

// Allgather of 4 leaves, single-port, 9 cycles, with these hops among others:
//   1 p0 s1.0 0, 1 p1 s1.0 1, ..., 2 s1.0 s2.0 0, ..., 9 s1.0 p1 3, 9 s1.1 p3 1
class Allgather {
 public:
  Allgather() {
    const Finished made =
        call(Words{"plan", "-o", folder_.file("plan")} + "-k 2 -H 2 -c allgather");
    REQUIRE(made.status == 0);
    lines_ = lines(content(folder_.file("plan")));
  }

  Allgather& replace(const std::string& line, const std::string& by) {
    *find(line) = by;
    return *this;
  }
  Allgather& drop(const std::string& line) {
    lines_.erase(find(line));
    return *this;
  }
  Allgather& add(const std::string& line) {
    lines_.insert(lines_.end() - 1, line);
    return *this;
  }

  // Runs `romcast check` on the changed schedule, which must fail; returns the kinds of violations.
  std::set<std::string> kinds() const {
    const Finished done = check(folder_.write("changed", joined(lines_)));
    CAPTURE(done.err);
    CHECK(done.status == 1);
    CHECK(done.one_line());
    const json report = done.json();
    CHECK(report["verdict"] == "fail");
    std::set<std::string> result;
    for (const json& violation : report["plan"]["violations"]) {
      CHECK(violation["cycle"].is_number());
      CHECK(violation["text"].is_string());
      result.insert(violation["kind"]);
    }
    return result;
  }

 private:
  Lines::iterator find(const std::string& line) {
    const auto found = std::ranges::find(lines_, line);
    REQUIRE(found != lines_.end());
    return found;
  }

  Folder folder_;
  Lines lines_;
};

using Kinds = std::set<std::string>;

}  // namespace

TEST_CASE("run saves plan and trace, both are judged clean and have the same hops") {
  const Folder folder;
  const std::string plan = folder.file("plan"), trace = folder.file("trace");
  for (const char* scenario :
       {"-k 2 -H 3 -c allgather", "-k 3 -H 2 -c alltoall -p multi --capacity exponential",
        "-k 2 -H 2 -c alltoall -a upward-first-credit", "-k 3 -H 2 -c allgather -p multi",
        "-k 2 -H 3 -c gather --messages 2 --source 5 --control rom"}) {
    CAPTURE(scenario);
    const Finished run =
        call(Words{"run", "--save-plan", plan, "--save-trace", trace, "--json", "-"} + scenario);
    REQUIRE(run.status == 0);
    for (const std::string& path : {plan, trace}) {
      const Finished judged = check(path);
      CHECK(judged.status == 0);
      CHECK(judged.err.empty());
      CHECK(judged.json()["plan"]["cycles"] == run.json()["plan"]["cycles"]);
      CHECK(judged.json()["plan"]["hops"] == run.json()["hardware"]["hops"]);
      CHECK(judged.json()["verdict"] == "pass");
    }
    CHECK(hops_of(content(plan)) == hops_of(content(trace)));
    CHECK(folder.entries() == 2);
  }
}

TEST_CASE("plan -o writes what run --save-plan writes, - is stdout, and then nothing else is") {
  const Folder folder;
  const std::string scenario = " -k 3 -H 2 -c allgather";
  REQUIRE(call(Words{"plan", "-o", folder.file("a")} + scenario).status == 0);
  REQUIRE(call(Words{"run", "--save-plan", folder.file("b")} + scenario).status == 0);
  CHECK(content(folder.file("a")) == content(folder.file("b")));
  CHECK(call(Words{"plan", "-o", "-"} + scenario).out == content(folder.file("a")));
}

TEST_CASE("check draws a small schedule and gives its figures") {
  const Folder folder;
  REQUIRE(call(Words{"plan", "-o", folder.file("plan")} + "-k 2 -H 2 -c broadcast").status == 0);
  const Finished done = call({"check", folder.file("plan")});
  CHECK(done.status == 0);
  CHECK_THAT(done.out, Contains("p0") && Contains("verdict      pass"));
  CHECK(done.err.empty());
}

TEST_CASE("check has the keys of a run, with null for what a schedule does not tell") {
  const Folder folder;
  REQUIRE(call(Words{"plan", "-o", folder.file("plan")} + "-k 2 -H 2 -c gather").status == 0);
  const json report = check(folder.file("plan")).json();
  CHECK(report["schema"] == "romcast.run/1");
  CHECK(report["scenario"]["collective"] == "gather");
  CHECK(report["theory"]["formula_cycles"].is_null());
  CHECK(report["hardware"]["cycles"].is_null());
  CHECK(report["trace_equals_plan"].is_null());
  CHECK(report["plan"]["cycles"] == 5);
  CHECK(report["plan"]["violations"].empty());
}

TEST_CASE("a dropped hop loses a message") {
  CHECK(Allgather().drop("9 s1.0 p1 3").kinds() == Kinds{"message-lost"});
  // Without this hop, s2.0 sends message 0 but never receives it.
  CHECK(Allgather().drop("2 s1.0 s2.0 0").kinds() == Kinds{"message-lost", "sent-before-arrival"});
}

TEST_CASE("a hop that is moved to before its message came is caught") {
  CHECK(Allgather().replace("9 s1.0 p1 3", "5 s1.1 p3 1").kinds().contains("sent-before-arrival"));
  CHECK(Allgather()
            .replace("2 s1.0 s2.0 0", "1 s1.0 s2.0 0")
            .kinds()
            .contains("sent-before-arrival"));
}

TEST_CASE("a repeated hop puts two messages on one link") {
  CHECK(Allgather().add("1 p0 s1.0 0").kinds().contains("link-over-capacity"));
}

TEST_CASE("two sends of a single-port switch in one cycle are caught") {
  CHECK(Allgather().replace("9 s1.0 p1 3", "8 s1.0 p1 3").kinds() == Kinds{"port-used-twice"});
}

TEST_CASE("a delivery that is repeated later is caught") {
  CHECK(Allgather().add("10 s1.0 p1 3").kinds().contains("delivered-twice"));
}

TEST_CASE("exchanged messages are caught") {
  CHECK(Allgather().replace("1 p0 s1.0 0", "1 p0 s1.0 1").kinds().contains("sent-before-arrival"));
  CHECK(Allgather().replace("9 s1.0 p1 3", "9 s1.0 p1 2").kinds() ==
        Kinds{"delivered-twice", "message-lost"});
}

TEST_CASE("a message that the collective does not have is caught") {
  CHECK(Allgather().add("10 p0 s1.0 4").kinds().contains("unwanted-message"));
}

TEST_CASE("queues that the file says are shallower than needed are caught") {
  CHECK(Allgather().replace("ports single", "ports single\nqueue up-down 1").kinds() ==
        Kinds{"queue-too-deep"});
}
