// SPDX-License-Identifier: Apache-2.0
#include "schedules/any/words.hpp"

#include <algorithm>
#include <numeric>

namespace romcast::any {
namespace {

// Chooses the letters of each word from the last one to the first. Each letter is the machine with
// the least load so far among the machines that end a shortest path to the element which the word's
// letters up to this one must reach.
class Layer {
 public:
  Layer(const Cayley& cayley, unsigned seed)
      : cayley_(cayley), random_(seed + 1), distance_(cayley.order(), kNone) {
    distance_[0] = 0;
    order_.push_back(0);
    for (std::size_t i = 0; i < order_.size(); ++i) {
      for (std::uint32_t m = 0; m < cayley.machines().size(); ++m) {
        const NodeId next = cayley.crossed(order_[i], m);
        if (distance_[next] != kNone) continue;
        distance_[next] = distance_[order_[i]] + 1;
        order_.push_back(next);
      }
    }
    loads_.assign(cayley.machines().size(), 0);
  }

  std::vector<Word> lay() {
    std::vector<Word> words(cayley_.order());
    std::vector<NodeId> order(order_.begin() + 1, order_.end());
    // The nearest elements have the fewest choices, so they come first.
    for (const NodeId p : order) words[p] = word_of(p);
    const std::uint64_t total = std::accumulate(loads_.begin(), loads_.end(), std::uint64_t{0});
    const std::uint64_t least = (total + loads_.size() - 1) / loads_.size();
    for (unsigned round = 0; round < kRounds && most() > least; ++round) {
      std::ranges::shuffle(order, random_);
      for (const NodeId p : order) {
        for (const std::uint32_t m : words[p]) --loads_[m];
        words[p] = word_of(p);
      }
    }
    return words;
  }

 private:
  static constexpr unsigned kRounds = 12;

  [[nodiscard]] std::uint64_t most() const { return *std::ranges::max_element(loads_); }

  Word word_of(NodeId p) {
    Word word(distance_[p]);
    for (std::size_t i = word.size(); i-- > 0;) {
      std::uint32_t best = kNone;
      const auto first = static_cast<std::uint32_t>(random_() % loads_.size());
      for (std::uint32_t k = 0; k < loads_.size(); ++k) {
        const auto m = static_cast<std::uint32_t>((first + k) % loads_.size());
        if (distance_[cayley_.before(p, m)] != i) continue;
        if (best == kNone || loads_[m] < loads_[best]) best = m;
      }
      word[i] = best;
      ++loads_[best];
      p = cayley_.before(p, best);
    }
    return word;
  }

  const Cayley& cayley_;
  std::minstd_rand random_;
  std::vector<std::uint32_t> distance_;
  std::vector<NodeId> order_;  // by distance
  std::vector<std::uint64_t> loads_;
};

// Colours the edges of a bipartite multigraph one by one. An edge joins the job and the machine of
// a letter; its colour is the letter's cycle. An alternating path resolves each conflict.
class Colouring {
 public:
  Colouring(const std::vector<Word>& jobs, std::size_t machines) : jobs_(jobs) {
    std::vector<std::uint32_t> loads(machines, 0);
    for (const Word& job : jobs) {
      colours_ = std::max(colours_, job.size());
      for (const std::uint32_t m : job) colours_ = std::max<std::size_t>(colours_, ++loads[m]);
    }
    at_job_.assign(jobs.size() * colours_, kNone);
    at_machine_.assign(machines * colours_, kNone);
  }

  Times colour() {
    for (std::uint32_t j = 0; j < jobs_.size(); ++j) {
      for (std::uint32_t i = 0; i < jobs_[j].size(); ++i) {
        machine_of_.push_back(jobs_[j][i]);
        job_of_.push_back(j);
        add(static_cast<std::uint32_t>(machine_of_.size() - 1));
      }
    }
    Times times(jobs_.size());
    std::vector<Cycle> colour_of(machine_of_.size(), 0);
    for (std::size_t j = 0; j < jobs_.size(); ++j) {
      for (std::size_t c = 0; c < colours_; ++c) {
        const std::uint32_t edge = at_job_[j * colours_ + c];
        if (edge != kNone) colour_of[edge] = static_cast<Cycle>(c + 1);
      }
    }
    for (std::size_t e = 0; e < colour_of.size(); ++e) times[job_of_[e]].push_back(colour_of[e]);
    return times;
  }

 private:
  [[nodiscard]] std::uint32_t& job_slot(std::uint32_t edge, std::size_t colour) {
    return at_job_[job_of_[edge] * colours_ + colour];
  }
  [[nodiscard]] std::uint32_t& machine_slot(std::uint32_t edge, std::size_t colour) {
    return at_machine_[machine_of_[edge] * colours_ + colour];
  }
  static std::size_t first_free(const std::uint32_t* slots, std::size_t count) {
    return static_cast<std::size_t>(std::find(slots, slots + count, kNone) - slots);
  }

  void add(std::uint32_t edge) {
    const std::size_t a = first_free(&job_slot(edge, 0), colours_);      // free at the job
    const std::size_t b = first_free(&machine_slot(edge, 0), colours_);  // free at the machine
    if (a != b && machine_slot(edge, a) != kNone) flip(edge, a, b);
    job_slot(edge, a) = edge;
    machine_slot(edge, a) = edge;
  }
  // Exchanges colours `a` and `b` along the path that begins at the machine of `edge` with an edge
  // of colour `a`. The path cannot reach the job of `edge`, where colour `a` is free.
  void flip(std::uint32_t edge, std::size_t a, std::size_t b) {
    std::vector<std::uint32_t> path;
    std::size_t colour = a;
    bool machine = true;
    for (std::uint32_t at = machine_slot(edge, a); at != kNone;) {
      path.push_back(at);
      machine = !machine;
      colour = colour == a ? b : a;
      at = machine ? machine_slot(at, colour) : job_slot(at, colour);
    }
    colour = a;
    for (const std::uint32_t e : path) {
      if (job_slot(e, colour) == e) job_slot(e, colour) = kNone;
      if (machine_slot(e, colour) == e) machine_slot(e, colour) = kNone;
      colour = colour == a ? b : a;
    }
    colour = b;
    for (const std::uint32_t e : path) {
      job_slot(e, colour) = e;
      machine_slot(e, colour) = e;
      colour = colour == a ? b : a;
    }
  }

  const std::vector<Word>& jobs_;
  std::size_t colours_ = 0;
  std::vector<std::uint32_t> at_job_, at_machine_;  // edge by (job, colour); by (machine, colour)
  std::vector<std::uint32_t> machine_of_, job_of_;  // by edge
};

}  // namespace

std::vector<Word> balanced_words(const Cayley& cayley, unsigned seed) {
  return Layer(cayley, seed).lay();
}

// In each cycle each machine takes, of the jobs whose next letter needs the machine, one with most
// letters to go.
Times job_shop(const std::vector<Word>& jobs, std::size_t machines, std::minstd_rand& random) {
  Times times(jobs.size());
  std::vector<std::vector<std::vector<std::uint32_t>>> waiting(machines);  // jobs by letters to go
  std::size_t open = 0, longest = 0;
  for (const Word& job : jobs) longest = std::max(longest, job.size());
  for (auto& queue : waiting) queue.resize(longest + 1);
  std::vector<std::uint32_t> order(jobs.size());
  std::iota(order.begin(), order.end(), 0U);
  std::ranges::shuffle(order, random);
  for (const std::uint32_t j : order) {
    if (jobs[j].empty()) continue;
    waiting[jobs[j][0]][jobs[j].size()].push_back(j);
    ++open;
  }
  std::vector<std::uint32_t> sent;
  for (Cycle cycle = 1; open > 0; ++cycle) {
    sent.clear();
    for (auto& queue : waiting) {
      for (std::size_t rest = longest; rest > 0; --rest) {
        if (queue[rest].empty()) continue;
        sent.push_back(queue[rest].back());
        queue[rest].pop_back();
        break;
      }
    }
    for (const std::uint32_t j : sent) {
      times[j].push_back(cycle);
      const std::size_t done = times[j].size(), all = jobs[j].size();
      if (done == all) {
        --open;
      } else {
        waiting[jobs[j][done]][all - done].push_back(j);
      }
    }
  }
  return times;
}

Times open_shop(const std::vector<Word>& jobs, std::size_t machines) {
  return Colouring(jobs, machines).colour();
}

Cycle cycles_of(const Times& times) {
  Cycle last = 0;
  for (const auto& job : times) {
    for (const Cycle cycle : job) last = std::max(last, cycle);
  }
  return last;
}

}  // namespace romcast::any
