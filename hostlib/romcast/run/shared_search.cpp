// SPDX-License-Identifier: Apache-2.0
#include "romcast/run/shared_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <numeric>
#include <utility>
#include <vector>

#include "romcast/core/error.hpp"
#include "romcast/core/packed.hpp"
#include "romcast/core/period_bound.hpp"
#include "romcast/run/node_part.hpp"
#include "romcast/run/rank_pool.hpp"

namespace romcast {
namespace {

constexpr std::chrono::minutes kPatience{30};  // longest wait for ranks that still search

// Serialises the bounds, note, rate and period of a plan, without its hops.
void put_findings(const Plan& plan, Packed& packed) {
  packed.put(plan.proved_bound);
  packed.put(plan.proved_source);
  packed.put(plan.proved_by_solver ? 1 : 0);
  packed.put(plan.note);
  const Rate rate = plan.rate.value_or(Rate{});
  for (const Rate::Ratio& ratio : {rate.reached, rate.bound}) {
    packed.put(ratio.messages);
    packed.put(ratio.cycles);
  }
  packed.put(rate.certificate);
  packed.put(rate.witness.size());
  for (const std::string& one : rate.witness) packed.put(one);
  const Period period = plan.period.value_or(Period{});
  packed.put(period.cycles);
  packed.put(period.waiting);
  const auto bound = plan.hints.find<PeriodBound>();
  packed.put(bound ? bound->cycles : 0);
  packed.put(bound ? bound->source : "");
}

void get_findings(Packed& packed, Plan& plan) {
  plan.proved_bound = packed.number();
  plan.proved_source = packed.text();
  plan.proved_by_solver = packed.number() != 0;
  plan.note = packed.text();
  Rate rate;
  for (Rate::Ratio* ratio : {&rate.reached, &rate.bound}) {
    ratio->messages = packed.number();
    ratio->cycles = packed.number();
  }
  rate.certificate = packed.text();
  rate.witness.resize(packed.number());
  for (std::string& one : rate.witness) one = packed.text();
  if (rate.reached.cycles > 0) plan.rate = std::move(rate);
  Period period;
  period.cycles = static_cast<Cycle>(packed.number());
  period.waiting = static_cast<Cycle>(packed.number());
  if (period.cycles > 0) plan.period = period;
  PeriodBound bound{.cycles = packed.number()};
  bound.source = packed.text();
  if (bound.cycles > 0) plan.hints = hint(std::move(bound));
}

// The best plan of the ranks so far.
class Best {
 public:
  // Keeps a rank's plan if the plan has fewer cycles (a periodic plan: a shorter period) than the
  // best plan so far. Stores the first InputError, because other ranks may still find a plan.
  // Throws MissingError if the rank's search failed in another way.
  void offer(const Answer& answer) {
    try {
      offer(answer.value());
    } catch (const InputError&) {
      if (!failure_) failure_ = std::current_exception();
    }
  }
  void offer(const std::string& text) {
    const Plan plan = unpacked_plan(text);
    std::vector<Hop> hops = all_hops(plan.open);
    const Cycle last = hops.empty() ? 0 : hops.back().cycle;
    const Cycle cycles = plan.period ? plan.period->cycles : last;
    found_.push_back(cycles);
    if (plan.proved_bound > best_.proved_bound) {
      best_.proved_bound = plan.proved_bound;
      best_.proved_source = plan.proved_source;
      best_.proved_by_solver = plan.proved_by_solver;
    }
    if (cycles >= cycles_) return;
    cycles_ = cycles;
    hops_ = std::move(hops);
    best_.note = plan.note;
    best_.rate = plan.rate;
    best_.period = plan.period;
    best_.hints = plan.hints;
  }
  // Throws the first InputError if no rank has found a plan.
  Plan take() {
    if (found_.empty() && failure_) std::rethrow_exception(failure_);
    best_.open = stored_schedule(std::move(hops_));
    std::ranges::sort(found_);
    best_.note += fmt::format("{}ranks found {} cycles", best_.note.empty() ? "" : "; ",
                              fmt::join(found_, ", "));
    return std::move(best_);
  }

 private:
  Plan best_;
  Cycle cycles_ = kNone;
  std::vector<Hop> hops_;
  std::vector<Cycle> found_;
  std::exception_ptr failure_;
};

std::string search(const Job& job, unsigned number, unsigned of) {
  Problem problem = job.problem;
  problem.share = {number, of};
  return packed_plan(job.algorithm.build(problem));
}

std::string digest_of(const Plan& plan) {
  Digest digest;
  const auto schedule = plan.open();
  for (std::vector<Hop> hops; schedule->next(hops);) {
    for (const Hop& hop : hops) {
      digest.add(std::uint64_t{hop.cycle} << 32 | hop.link);
      digest.add(std::uint64_t{hop.message} << 32 | hop.to);
    }
  }
  Packed findings;
  put_findings(plan, findings);
  digest.add(findings.take());
  return digest.text();
}

}  // namespace

bool searches(const Algorithm& algorithm) {
  return std::ranges::find(algorithm.options, "seconds", &AlgorithmOption::name) !=
         algorithm.options.end();
}

std::string packed_plan(const Plan& plan) {
  Packed packed;
  put_findings(plan, packed);
  packed.put(text_of(std::span<const Hop>(all_hops(plan.open))));
  return packed.take();
}

Plan unpacked_plan(const std::string& text) {
  Packed packed(text);
  Plan plan;
  get_findings(packed, plan);
  std::vector<Hop> hops;
  append_hops(packed.text(), hops);
  plan.open = stored_schedule(std::move(hops));
  return plan;
}

FoundPlan search_on_ranks(Ranks& ranks, const Job& job,
                          const std::function<void(const std::string&)>& notice) {
  const auto work = [&](std::size_t number) {
    return search(job, static_cast<unsigned>(number), ranks.count());
  };
  if (!ranks.first()) return {.plan = std::nullopt, .rank_lost = !serve_jobs(ranks, work)};
  std::vector<std::size_t> jobs(ranks.count());
  std::iota(jobs.begin(), jobs.end(), std::size_t{0});
  Best best;
  const bool all = run_on_ranks(ranks, jobs, work,
                                [&](std::size_t, const Answer& answer) { best.offer(answer); },
                                {.notice = notice});
  return {.plan = best.take(), .rank_lost = !all};
}

Plan same_on_all(Ranks& ranks, Plan plan) {
  const std::vector<std::string> digests = ranks.all(digest_of(plan), kPatience);
  if (std::ranges::count(digests, digests.front()) == std::ssize(digests)) return plan;
  std::vector<Hop> hops;
  Packed findings;
  if (ranks.first()) {
    hops = all_hops(plan.open);
    put_findings(plan, findings);
  }
  Packed told(ranks.all(findings.take(), kPatience).front());
  Plan same;
  get_findings(told, same);
  const std::size_t count = std::stoul(ranks.all(std::to_string(hops.size())).front());
  std::vector<Hop> all;
  for (std::size_t begin = 0; begin < count; begin += kHopsInText) {
    std::string text;
    if (ranks.first()) {
      const std::span<const Hop> rest = std::span(hops).subspan(begin);
      text = text_of(rest.first(std::min(kHopsInText, rest.size())));
    }
    append_hops(ranks.all(text).front(), all);
  }
  same.open = stored_schedule(std::move(all));
  return same;
}

}  // namespace romcast
