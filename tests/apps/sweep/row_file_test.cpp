// SPDX-License-Identifier: Apache-2.0
#include "apps/sweep/row_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <future>

#include "apps/program.hpp"
#include "romcast/core/error.hpp"

using namespace romcast;
using namespace romcast::test;
using Json = nlohmann::ordered_json;

namespace {

Json result(const std::string& id, int cycles) {
  return {{"point", "--arity 2, \"all\""},
          {"id", id},
          {"plan", {{"cycles", cycles}, {"levels", {1, 2}}}},
          {"verdict", "pass"}};
}

void append(const std::string& path, const std::string& text) {
  std::ofstream(path, std::ios::app) << text;
}

}  // namespace

TEST_CASE("results are figures by path, without their lists", "[sweep]") {
  const Row row = flat(result("1", 7));
  REQUIRE(row.size() == 4);
  CHECK(*find(row, "plan.cycles") == 7);
  CHECK(find(row, "plan.levels") == nullptr);
}

TEST_CASE("a file that is opened again knows its results", "[sweep]") {
  const Folder folder;
  for (const char* name : {"a.csv", "a.jsonl"}) {
    CAPTURE(name);
    const std::string path = folder.file(name);
    {
      RowFile file(path);
      file.append(result("0012", 7));
    }
    RowFile file(path);
    CHECK(file.find("0013") == nullptr);
    REQUIRE(file.find("0012") != nullptr);
    CHECK(*find(*file.find("0012"), "plan.cycles") == 7);
    CHECK(*find(*file.find("0012"), "point") == "--arity 2, \"all\"");
    file.append(result("0013", 8));
    CHECK(file.rows().size() == 2);
  }
  CHECK(content(folder.file("a.csv")) ==
        "point,id,plan.cycles,verdict\n\"--arity 2, \"\"all\"\"\",0012,7,pass\n"
        "\"--arity 2, \"\"all\"\"\",0013,8,pass\n");
}

TEST_CASE("a last line that is not whole is cut off and can come again", "[sweep]") {
  const Folder folder;
  for (const char* name : {"a.csv", "a.jsonl"}) {
    CAPTURE(name);
    const std::string path = folder.file(name);
    RowFile(path).append(result("1", 7));
    const std::string whole = content(path);
    append(path, "{\"point\":\"x\",\"id\":\"2\"");
    RowFile file(path);
    CHECK(content(path) == whole);
    CHECK(file.find("2") == nullptr);
    file.append(result("2", 9));
    CHECK(content(path).starts_with(whole));
  }
}

TEST_CASE("names that look like numbers stay as they are in CSV", "[sweep]") {
  const Folder folder;
  const std::string path = folder.file("a.csv");
  const std::string lines = "id,name,cycles\n1,1.10,7\n2,1e3,8\n3,007,9\n";
  append(path, lines);
  {
    RowFile file(path);
    CHECK(*find(*file.find("1"), "name") == "1.10");
    CHECK(*find(*file.find("1"), "cycles") == 7);
    file.append({{"id", "4"}, {"name", "x"}, {"cycles", 1}, {"more", 1}});  // rewrites all lines
  }
  CHECK(content(path) == "id,name,cycles,more\n1,1.10,7,\n2,1e3,8,\n3,007,9,\n4,x,1,1\n");
}

TEST_CASE("a figure that comes later widens all lines of CSV", "[sweep]") {
  const Folder folder;
  const std::string path = folder.file("a.csv");
  {
    RowFile file(path);
    file.append({{"id", "1"}, {"a", 1}});
    file.append({{"id", "2"}, {"b", 2}});
    file.append({{"id", "3"}, {"a", 3}});
  }
  CHECK(content(path) == "id,a,b\n1,1,\n2,,2\n3,3,\n");
  CHECK(RowFile(path).rows().size() == 3);
}

TEST_CASE("two sweeps cannot write one file at a time", "[sweep]") {
  const Folder folder;
  const RowFile file(folder.file("a.jsonl"));
  CHECK_THROWS_AS(RowFile(folder.file("a.jsonl")), InputError);
}

TEST_CASE("a sweep that waited for a file takes the one that replaced it", "[sweep]") {
  const Folder folder;
  const std::string path = folder.write("a.jsonl", "");
  const int first = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(::flock(first, LOCK_EX) == 0);
  auto second = std::async(std::launch::async, [&] { RowFile(path).append(result("2", 8)); });
  CHECK(second.wait_for(std::chrono::milliseconds(100)) == std::future_status::timeout);
  const std::string line = result("1", 7).dump() + '\n';
  std::filesystem::rename(folder.write("new", line), path);
  ::close(first);
  second.get();
  CHECK(content(path) == line + result("2", 8).dump() + '\n');
}

TEST_CASE("a file stays locked when its lines are rewritten", "[sweep]") {
  const Folder folder;
  RowFile file(folder.file("a.csv"));
  for (const char* column : {"a", "b"}) file.append({{"id", column}, {column, 1}});
  CHECK_THROWS_AS(RowFile(folder.file("a.csv")), InputError);
}

TEST_CASE("a file of another kind is refused and stays as it is", "[sweep]") {
  const Folder folder;
  for (const auto& [name, text] :
       {std::pair("a.csv", "name,age\nx,3\n"), std::pair("b.csv", "id,a\n1\n"),
        std::pair("c.jsonl", "{}\n"), std::pair("d.jsonl", "no\n")}) {
    CAPTURE(name);
    const std::string path = folder.write(name, text);
    CHECK_THROWS_WITH(RowFile(path), Catch::StartsWith(path + ":"));
    CHECK(content(path) == text);
  }
  CHECK_THROWS_AS(RowFile(folder.file("a.txt")), InputError);
}

TEST_CASE("a file that gets no result does not appear", "[sweep]") {
  const Folder folder;
  { const RowFile file(folder.file("a.csv")); }
  CHECK(folder.entries() == 0);
}
