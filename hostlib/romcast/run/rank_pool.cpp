// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/rank_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "romcast/core/error.hpp"

namespace romcast {
namespace {

using Clock = std::chrono::steady_clock;

// First letters of messages between ranks.
constexpr char kBeat = 'b', kJob = 'j', kAnswer = 'a', kEnd = 'e', kEndOfRest = 'r';
constexpr int kBetweenMilliseconds = 20;
constexpr unsigned kNobody = std::numeric_limits<unsigned>::max();
constexpr unsigned kTries = 2;

// Waits a short time for a child to end; returns the child that has ended, if any.
std::optional<ChildPool::Ended> next_of(ChildPool& pool) {
  if (pool.running() > 0) return pool.next(kBetweenMilliseconds);
  std::this_thread::sleep_for(std::chrono::milliseconds(kBetweenMilliseconds));
  return std::nullopt;
}

std::string answer_text(std::size_t job, const Answer& answer) {
  return fmt::format("{}{} {}{}", kAnswer, job, static_cast<char>(answer.kind), answer.text);
}

void begin(Ranks& ranks, ChildPool& pool, std::size_t job) {
  try {
    pool.start(job);
  } catch (const MissingError& error) {
    ranks.send(0, answer_text(job, {Answer::Kind::missing, error.what()}));
  }
}

// Timer for this rank's signs of life: due once per interval.
class Pulse {
 public:
  explicit Pulse(std::chrono::milliseconds every) : every_(every) {}
  bool due() {
    const auto now = Clock::now();
    if (now < next_) return false;
    next_ = now + every_;
    return true;
  }

 private:
  std::chrono::milliseconds every_;
  Clock::time_point next_{};
};

class Foreman {
 public:
  using Done = std::function<void(std::size_t, const Answer&)>;
  Foreman(Ranks& ranks, const std::vector<std::size_t>& jobs, const ChildPool::Work& work,
          const Done& done, const RankPoolOptions& options)
      : ranks_(ranks),
        done_(done),
        options_(options),
        own_(work),
        pulse_(options.beat),
        waiting_(jobs.begin(), jobs.end()),
        workers_(ranks.count()) {
    for (const std::size_t job : jobs) jobs_[job] = {};
  }

  bool run() {
    while (ended_ < jobs_.size()) {
      listen();
      look_after_ranks();
      hand_out();
      if (auto ended = next_of(own_)) take(0, ended->job, ended->answer);
      if (options_.waiting) options_.waiting();
    }
    ask_all();
    const bool lost = std::ranges::any_of(workers_, &Worker::lost);
    for (unsigned rank = 1; rank < ranks_.count(); ++rank) {
      if (!workers_[rank].lost) ranks_.send(rank, std::string(1, lost ? kEndOfRest : kEnd));
    }
    return !lost;
  }

 private:
  struct Job {
    unsigned tries = 0;
    unsigned last = kNobody;  // rank on which the job failed last, or that was lost with the job
    bool ended = false;
  };
  struct Worker {
    std::set<std::size_t> jobs;
    Clock::time_point heard = Clock::now();
    bool lost = false;
  };

  void listen() {
    while (const auto letter = ranks_.take()) {
      Worker& worker = workers_[letter->from];
      worker.heard = Clock::now();
      if (letter->text.front() != kAnswer) continue;
      const std::size_t blank = letter->text.find(' ');
      take(letter->from, std::stoul(letter->text.substr(1, blank - 1)),
           {static_cast<Answer::Kind>(letter->text[blank + 1]), letter->text.substr(blank + 2)});
    }
  }

  // After the last job, waits for a sign of life of each rank, so that a rank that has died counts
  // as lost.
  void ask_all() {
    const auto asked = Clock::now();
    for (unsigned rank = 1; rank < ranks_.count(); ++rank) {
      if (!workers_[rank].lost) ranks_.send(rank, std::string(1, kBeat));
    }
    const auto silent = [&](const Worker& worker) { return !worker.lost && worker.heard < asked; };
    while (std::any_of(workers_.begin() + 1, workers_.end(), silent)) {
      std::this_thread::sleep_for(std::chrono::milliseconds(kBetweenMilliseconds));
      listen();
      look_after_ranks();
    }
  }

  void look_after_ranks() {
    const bool beat = pulse_.due();
    for (unsigned rank = 1; rank < ranks_.count(); ++rank) {
      Worker& worker = workers_[rank];
      if (worker.lost) continue;
      if (beat) ranks_.send(rank, std::string(1, kBeat));
      if (Clock::now() - worker.heard > options_.patience) lose(rank);
    }
  }

  void lose(unsigned rank) {
    Worker& worker = workers_[rank];
    worker.lost = true;
    if (options_.notice) {
      options_.notice(fmt::format("rank {} is no longer heard of; the others go on", rank));
    }
    for (const std::size_t job : std::exchange(worker.jobs, {})) {
      if (jobs_[job].ended) continue;
      jobs_[job].last = rank;
      waiting_.push_front(job);
    }
  }

  void hand_out() {
    for (unsigned rank = 0; rank < ranks_.count(); ++rank) {
      Worker& worker = workers_[rank];
      while (!worker.lost && worker.jobs.size() < options_.workers) {
        const auto job = std::ranges::find_if(
            waiting_, [&](std::size_t one) { return jobs_[one].last != rank || alone(rank); });
        if (job == waiting_.end()) break;
        worker.jobs.insert(*job);
        if (rank == 0) {
          own_.start(*job);
        } else {
          ranks_.send(rank, fmt::format("{}{}", kJob, *job));
        }
        waiting_.erase(job);
      }
    }
  }

  // True if all other ranks are lost.
  [[nodiscard]] bool alone(unsigned rank) const {
    for (unsigned other = 0; other < workers_.size(); ++other) {
      if (other != rank && !workers_[other].lost) return false;
    }
    return true;
  }

  void take(unsigned rank, std::size_t number, const Answer& answer) {
    workers_[rank].jobs.erase(number);
    Job& job = jobs_.at(number);
    if (job.ended) return;  // a second answer, as a rank that was considered lost still ran the job
    if (answer.kind == Answer::Kind::missing && ++job.tries < kTries && ranks_.several()) {
      job.last = rank;
      waiting_.push_front(number);
      return;
    }
    job.ended = true;
    std::erase(waiting_, number);
    ++ended_;
    done_(number, answer);
  }

  Ranks& ranks_;
  const Done& done_;
  const RankPoolOptions& options_;
  ChildPool own_;
  Pulse pulse_;
  std::map<std::size_t, Job> jobs_;
  std::deque<std::size_t> waiting_;
  std::vector<Worker> workers_;  // by rank
  std::size_t ended_ = 0;
};

}  // namespace

bool run_on_ranks(Ranks& ranks, const std::vector<std::size_t>& jobs, const ChildPool::Work& work,
                  const std::function<void(std::size_t, const Answer&)>& done,
                  const RankPoolOptions& options) {
  return Foreman(ranks, jobs, work, done, options).run();
}

bool serve_jobs(Ranks& ranks, const ChildPool::Work& work, const RankPoolOptions& options) {
  ChildPool pool(work);
  Pulse pulse(options.beat);
  auto heard = Clock::now();
  Clock::duration patience = options.patience_to_begin;
  for (;;) {
    while (const auto letter = ranks.take()) {
      heard = Clock::now();
      patience = options.patience;
      if (letter->text.front() == kEnd) return true;
      if (letter->text.front() == kEndOfRest) return false;
      if (letter->text.front() == kBeat) ranks.send(0, std::string(1, kBeat));
      if (letter->text.front() == kJob) begin(ranks, pool, std::stoul(letter->text.substr(1)));
    }
    if (Clock::now() - heard > patience) {
      throw MissingError("the first rank is no longer heard of");
    }
    if (const auto ended = next_of(pool)) {
      ranks.send(0, answer_text(ended->job, ended->answer));
    }
    if (pulse.due()) ranks.send(0, std::string(1, kBeat));
  }
}

}  // namespace romcast
