// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/worker_pool.hpp"

#include <signal.h>
#include <unistd.h>

#include <catch2/catch.hpp>
#include <map>
#include <set>

#include "romcast/core/error.hpp"

using namespace romcast;

namespace {

// The answers to all jobs; the pool must return each job once.
std::map<std::size_t, Answer> run(std::size_t count,
                                  const std::function<std::string(std::size_t)>& work,
                                  unsigned workers = 2) {
  std::map<std::size_t, Answer> answers;
  run_in_children(
      count, work,
      [&](std::size_t job, const Answer& answer) { CHECK(answers.emplace(job, answer).second); },
      {.workers = workers});
  return answers;
}

std::string process(std::size_t) { return std::to_string(getpid()); }

}  // namespace

TEST_CASE("every job runs once, in a process of its own") {
  std::set<std::string> processes{std::to_string(getpid())};
  for (const auto& [job, answer] : run(9, process, 4)) processes.insert(answer.value());
  CHECK(processes.size() == 10);
}

TEST_CASE("answers of several megabytes come back whole") {
  const auto answers = run(3, [](std::size_t job) {
    return std::string(3'000'000 + job, static_cast<char>('a' + job));
  });
  for (std::size_t job = 0; job < 3; ++job) {
    CHECK(answers.at(job).value() == std::string(3'000'000 + job, static_cast<char>('a' + job)));
  }
}

TEST_CASE("an error of a job is thrown as the same kind where its answer is asked for") {
  const auto answers = run(2, [](std::size_t job) -> std::string {
    if (job == 0) throw InputError("too large");
    throw MissingError("no tool");
  });
  CHECK_THROWS_AS(answers.at(0).value(), InputError);
  CHECK_THROWS_AS(answers.at(1).value(), MissingError);
  CHECK(answers.at(0).text == "too large");
}

TEST_CASE("a job that is killed is told so, and the others go on") {
  const auto answers = run(3, [](std::size_t job) {
    if (job == 1) raise(SIGKILL);
    return std::to_string(job);
  });
  CHECK(answers.at(0).value() == "0");
  CHECK(answers.at(2).value() == "2");
  CHECK(answers.at(1).kind == Answer::Kind::missing);
  CHECK_THAT(answers.at(1).text, Catch::Contains("Killed"));
}

TEST_CASE("children that still run are ended if an answer is refused") {
  int ends[2];
  REQUIRE(pipe(ends) == 0);
  const auto work = [&](std::size_t job) {
    signal(SIGTERM, SIG_DFL);  // the test program's own handler would print
    if (job == 1) pause();
    return std::string();
  };
  CHECK_THROWS_AS(
      run_in_children(2, work, [](std::size_t, const Answer&) { throw InputError("disk full"); },
                      {.workers = 2}),
      InputError);
  // Only a surviving child would keep the pipe open.
  close(ends[1]);
  char none = 0;
  CHECK(read(ends[0], &none, 1) == 0);
  close(ends[0]);
}
