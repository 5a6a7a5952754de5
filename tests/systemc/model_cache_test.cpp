// SPDX-License-Identifier: Apache-2.0
// Models are found only if they are complete and trusted, and a folder of models keeps its limit.
#include "systemc/model_cache.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <chrono>
#include <cstdlib>
#include <fstream>
#include <future>
#include <optional>
#include <stdexcept>

#include "apps/program.hpp"
#include "romcast/core/cleanup.hpp"
#include "romcast/core/error.hpp"
#include "systemc/cache_folders.hpp"
#include "systemc/cache_upkeep.hpp"

namespace {

namespace fs = std::filesystem;
using namespace romcast;
using romcast::test::content;
using romcast::test::Folder;

constexpr std::uintmax_t kNoLimit = UINTMAX_MAX;
constexpr uid_t kUser = 23456;
const std::string kName = "romcast-a-0123456789abcdef";

std::string name(char digit) { return "romcast-a-" + std::string(16, digit); }

// Stores a "library" of these bytes, as if it had just been built.
void keep(const ModelCache& cache, const std::string& model, const std::string& bytes) {
  const ModelPlace place = cache.place_for(model);
  std::ofstream(place.work->path() / "model.so", std::ios::binary) << bytes;
  ModelCache::keep(place, model, "model.so");
}

// Makes the process one of the user kUser, whose home is this folder.
void become_user(const Folder& home) {
  ::unsetenv("XDG_CACHE_HOME");
  ::setenv("HOME", home.file("").c_str(), 1);
  if (::setgid(kUser) != 0 || ::setuid(kUser) != 0) throw std::runtime_error("still root");
}

void used(const fs::path& library, int seconds_ago) {
  fs::last_write_time(library,
                      fs::file_time_type::clock::now() - std::chrono::seconds(seconds_ago));
}

struct OneModel {
  Folder folder;
  ModelCache cache{{folder.file("")}, kNoLimit};
  std::string library = folder.file(kName + ".so");

  OneModel() { keep(cache, kName, std::string(1000, 'x')); }
};

}  // namespace

TEST_CASE("a kept model is found whole, and building it leaves nothing else") {
  const OneModel one;
  CHECK(one.cache.find(kName).library);
  CHECK(content(one.library).starts_with(fmt::format("{:x<1000}\n{}", "", kName)));
  CHECK(one.folder.entries() == 1);
}

TEST_CASE("a model cut anywhere, lengthened or with any byte changed is not found") {
  const OneModel one;
  const std::string whole = content(one.library);
  const auto refused = [&](const std::string& bytes) {
    std::ofstream(one.library, std::ios::binary) << bytes;
    const FoundModel found = one.cache.find(kName);
    CHECK_THAT(found.damaged, Catch::Contains(one.library));
    return !found.library;
  };
  for (std::size_t i = 0; i < whole.size(); i += i < 990 ? 99 : 1) {
    CAPTURE(i);
    CHECK(refused(whole.substr(0, i)));
    std::string changed = whole;
    changed[i] = static_cast<char>(changed[i] ^ 1);
    CHECK(refused(changed));
  }
  CHECK(refused(whole + "\n"));
  std::ofstream(one.library, std::ios::binary) << whole;
  CHECK(one.cache.find(kName).library);
}

TEST_CASE("a model under another's name is not found") {
  const OneModel one;
  fs::rename(one.library, one.folder.file(name('1') + ".so"));
  CHECK_FALSE(one.cache.find(name('1')).library);
}

TEST_CASE("a model that others may write, a folder or a pipe in its place are not loaded") {
  const OneModel one;
  ::chmod(one.library.c_str(), 0666);
  CHECK_THAT(one.cache.find(kName).damaged, Catch::Contains("others may write"));
  fs::remove(one.library);
  CHECK(one.cache.find(kName).damaged.empty());
  fs::create_directory(one.library);
  CHECK_THROWS_WITH(one.cache.find(kName),
                    Catch::Contains("a folder") && Catch::Contains("remove it"));
  fs::remove(one.library);
  REQUIRE(::mkfifo(one.library.c_str(), 0600) == 0);
  CHECK_FALSE(one.cache.find(kName).library);
}

TEST_CASE("a model of another user is not loaded") {
  if (::geteuid() != 0) return;  // needs the right to give files away
  const OneModel one;
  REQUIRE(::chown(one.library.c_str(), 12345, 12345) == 0);
  CHECK_THAT(one.cache.find(kName).damaged, Catch::Contains("another user"));
}

TEST_CASE("another user's model that cannot be replaced is built in the user's own folder") {
  if (::geteuid() != 0) return;  // needs the right to become another user
  const OneModel one;
  const Folder own;
  fs::permissions(one.folder.file(""), fs::perms(01777));
  REQUIRE(::chown(one.library.c_str(), 12345, 12345) == 0);
  REQUIRE(::chown(own.file("").c_str(), kUser, kUser) == 0);
  Child child([&] {
    become_user(own);
    const ModelCache both(cache_folders({.cache = one.folder.file("")}), kNoLimit);
    keep(both, kName, "x");
    const FoundModel found = both.find(kName);
    if (!found.library || !found.damaged.empty()) throw std::runtime_error("not found");
  });
  CHECK(child.wait() == 0);
  CHECK(fs::exists(own.file(".cache/romcast/" + kName + ".so")));
}

TEST_CASE("a folder of models that cannot be searched counts as one that cannot be written") {
  if (::geteuid() != 0) return;  // needs the right to become another user
  const Folder secret, own;
  Child child([&] {
    become_user(own);
    const std::vector<fs::path> folders = cache_folders({.cache = secret.file("models")});
    if (folders != std::vector<fs::path>{secret.file("models"), own.file(".cache/romcast")}) {
      throw std::runtime_error("other folders");
    }
  });
  CHECK(child.wait() == 0);
}

TEST_CASE("models are looked for in all folders, and built where that is possible") {
  const OneModel one;
  const Folder other;
  const ModelCache both({other.file("none"), one.folder.file("")}, kNoLimit);
  CHECK(both.find(kName).library);
  const ModelCache impossible({"/proc/none", other.file("own/models")}, kNoLimit);
  keep(impossible, kName, "x");
  CHECK(fs::exists(other.file("own/models/" + kName + ".so")));
  CHECK_THROWS_AS(ModelCache({"/proc/none"}, kNoLimit).place_for(kName), MissingError);
}

TEST_CASE("what was not used for longest goes first, and what is needed stays") {
  const Folder folder;
  const ModelCache cache({folder.file("")}, 2500);
  for (const char digit : {'1', '2', '3'}) {
    keep(cache, name(digit), std::string(1000, 'x'));
    used(folder.file(name(digit) + ".so"), 100 - (digit - '0'));
  }
  (void)cache.find(name('1'));  // used now
  cache.bound(folder.file(""), {});
  CHECK(cache.find(name('1')).library);
  CHECK_FALSE(cache.find(name('2')).library);
  CHECK(cache.find(name('3')).library);
  ModelCache({folder.file("")}, 0).bound(folder.file(""), {name('3')});
  CHECK(cache.find(name('3')).library);
  CHECK(folder.entries() == 1);
}

TEST_CASE("a time in the future counts as long ago") {
  const Folder folder;
  const ModelCache cache({folder.file("")}, 1500);
  for (const char digit : {'1', '2'}) keep(cache, name(digit), std::string(1000, 'x'));
  used(folder.file(name('1') + ".so"), -100'000);
  cache.bound(folder.file(""), {});
  CHECK_FALSE(cache.find(name('1')).library);
  CHECK(cache.find(name('2')).library);
}

TEST_CASE("folders of dead builders go, those of living ones stay") {
  const Folder folder;
  const ModelCache cache({folder.file("")}, kNoLimit);
  fs::create_directories(
      folder.file(kName + ".1-0.build/made"));  // process 1 runs, but is no builder
  const ModelPlace living = cache.place_for(kName);
  cache.bound(folder.file(""), {});
  CHECK(folder.entries() == 1);
  CHECK(fs::exists(living.work->path()));
}

TEST_CASE("a model that another builds is awaited, and that of a dead builder is not") {
  const Folder folder;
  const ModelCache cache({folder.file("")}, kNoLimit);
  fs::create_directory(folder.file(kName + ".1-0.build"));  // which nothing locks
  CHECK(!cache.find_or_await(kName).library);
  std::optional<ModelPlace> other(cache.place_for(kName));
  auto found = std::async(std::launch::async, [&] { return cache.find_or_await(kName); });
  CHECK(found.wait_for(std::chrono::milliseconds(50)) == std::future_status::timeout);
  CHECK(!cache.find_or_await(name('1')).library);  // another model
  std::ofstream(other->work->path() / "model.so") << "x";
  ModelCache::keep(*other, kName, "model.so");
  other.reset();
  CHECK(found.get().library);
}

TEST_CASE("clearing takes what romcast made, and nothing else") {
  const Folder folder;
  const ModelCache cache({folder.file("")}, kNoLimit);
  keep(cache, kName, "x");
  (void)folder.write(name('1') + ".log", "words");
  (void)folder.write(name('2') + ".so", "");  // truncated to nothing
  fs::create_directory(folder.file(kName + ".1-0.build"));
  (void)folder.write("libserde-0123456789abcdef.so", "mine");
  (void)folder.write("romcast-notes.txt", "mine");
  fs::create_symlink(folder.file("romcast-notes.txt"), folder.file(name('3') + ".so"));
  fs::create_directory(folder.file("mine.build"));
  clear_models(folder.file(""));
  CHECK(folder.entries() == 4);
  CHECK(content(folder.file("romcast-notes.txt")) == "mine");
}

TEST_CASE("a limit is bytes or has a unit") {
  CHECK(size_from("0") == 0);
  CHECK(size_from("1234") == 1234);
  CHECK(size_from("500M") == 500ULL << 20);
  CHECK(size_from("2G") == 2ULL << 30);
  for (const char* wrong : {"", "M", "-1", "1.5G", "2GB", "2X", "99999999999T"}) {
    CHECK_THROWS_AS(size_from(wrong), InputError);
  }
}
