// SPDX-License-Identifier: Apache-2.0
#include "schedules/designer/designer.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "romcast/core/error.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/networks/network_facts.hpp"
#include "schedules/any/concurrent_flow.hpp"
#include "schedules/proof/rate_certificate.hpp"
#include "schedules/rates/exchange_rate.hpp"
#include "schedules/rates/gather_rate.hpp"
#include "schedules/rates/moore.hpp"

namespace romcast::designer {
namespace {

constexpr std::array kKinds{CollectiveKind::allgather, CollectiveKind::reduce_scatter,
                            CollectiveKind::allreduce, CollectiveKind::alltoall};
// Limits of the work of the searches on one network (gather_rate.hpp, exchange_rate.hpp).
constexpr std::uint64_t kGatherSteps = 1'500'000'000, kExchangeSteps = 8'000'000;
// Limits of the work of repeated searches on networks that may be on the frontier; the larger two
// limits are for networks whose cycles exceed their bound by more than the fraction kWideGap. On
// small networks a linear program is tried first.
constexpr std::array<std::uint64_t, 3> kFrontierSteps{150'000'000, 600'000'000, 1'500'000'000};
constexpr double kWideGap = 0.02;
constexpr std::size_t kMostVariables = 6000;
constexpr double kProgramSeconds = 20;

std::string set_text(const rates::GatherRate& rate, const char* direction) {
  return fmt::format("{} with {} {} it: {}/{}", counted(rate.senders, "processor"),
                     counted(rate.links, "link"), direction, rate.senders, rate.links);
}

class Rates {
 public:
  explicit Rates(const Candidate& candidate) : candidate_(candidate) {}

  CollectiveFigures figures(CollectiveKind kind, std::uint64_t steps = kExchangeSteps) {
    CollectiveFigures figures{.steps = candidate_.diameter};
    if (kind == CollectiveKind::alltoall) {
      exchange(figures, steps);
    } else if (kind == CollectiveKind::allreduce) {
      allreduce(figures);
    } else {
      const bool forward = kind == CollectiveKind::allgather;
      const rates::GatherRate& rate = forward ? gather() : scatter();
      figures.cycles = figures.bound = rate.value();
      figures.known = rate.exact;
      figures.certificate = set_text(rate, forward ? "out of" : "into");
    }
    return figures;
  }

 private:
  void exchange(CollectiveFigures& figures, std::uint64_t steps) const {
    const rates::ExchangeRate rate =
        rates::exchange_rate(*candidate_.topology, steps, CollectiveFigures::kGap);
    figures.cycles = rate.attained;
    figures.bound = rate.bound;
    const bool even = std::ranges::all_of(
        rate.lengths, [&](double length) { return length == rate.lengths.front(); });
    figures.certificate =
        even ? fmt::format("distances of {:.6g} on average over {}", candidate_.mean_distance,
                           counted(candidate_.topology->links(), "link"))
             : fmt::format("shortest paths by {} lengths of links",
                           rate.by_generator
                               ? counted(rate.lengths.size(), "generator's", "generators'")
                               : std::to_string(rate.lengths.size()));
  }

  // Sets the figures of an allreduce: a reduce-scatter, which gives each of N processors 1/N of the
  // results, then an allgather.
  void allreduce(CollectiveFigures& figures) {
    const double n = double(candidate_.topology->processors());
    const double links = double(candidate_.topology->links());
    figures.cycles = (gather().value() + scatter().value()) / n;
    figures.known = gather().exact && scatter().exact;
    figures.bound = 2 * (n - 1) / links;
    figures.certificate =
        fmt::format("2(N-1) hops per value at least (Harary & Schwenk 1974) over {}",
                    counted(candidate_.topology->links(), "link"));
  }

  const rates::GatherRate& gather() {
    if (!gather_)
      gather_ = rates::gather_rate(*candidate_.topology, rates::Direction::forward, kGatherSteps);
    return *gather_;
  }
  const rates::GatherRate& scatter() {
    if (!scatter_)
      scatter_ = rates::gather_rate(*candidate_.topology, rates::Direction::reversed, kGatherSteps);
    return *scatter_;
  }

  const Candidate& candidate_;
  std::optional<rates::GatherRate> gather_{}, scatter_{};
};

Limit limit(std::uint32_t processors, std::uint32_t degree, rates::Links links,
            const std::vector<CollectiveKind>& collectives) {
  const rates::Moore bound = rates::moore(processors, degree, links);
  const double n = processors, d = degree;
  Limit limit{.steps = bound.diameter, .mean_distance = double(bound.distance) / (n - 1)};
  for (const CollectiveKind kind : collectives) {
    limit.cycles.push_back(kind == CollectiveKind::alltoall    ? double(bound.distance) / d
                           : kind == CollectiveKind::allreduce ? 2 * (n - 1) / (n * d)
                                                               : (n - 1) / d);
  }
  return limit;
}

// If there are many networks, drops products and expansions with large mean distances, but no
// product that has the name of a family.
std::vector<Candidate> nearest_of(std::vector<Candidate> all) {
  const std::size_t nodes = all.empty() ? 1 : all.front().topology->nodes();
  const std::size_t most = std::clamp<std::size_t>(20'000 / nodes, 16, 80);
  if (all.size() <= most) return all;
  std::vector<double> means;
  for (const Candidate& one : all) means.push_back(one.mean_distance);
  std::ranges::nth_element(means, means.begin() + most);
  std::erase_if(all, [&](const Candidate& one) {
    const bool family =
        one.network.find('(') == std::string::npos && one.network.find(" x ") == std::string::npos;
    return one.mean_distance > means[most] && !family;
  });
  return all;
}

// True if two rates are equal within the gap of the searches.
bool about(double a, double b) {
  return std::abs(a - b) <= CollectiveFigures::kGap * std::max(a, b);
}

bool alike(const Design& a, const Design& b) {
  const auto same = [](const CollectiveFigures& one, const CollectiveFigures& other) {
    return one.known == other.known && about(one.cycles, other.cycles);
  };
  return a.both_ways == b.both_ways && a.candidate.diameter == b.candidate.diameter &&
         std::abs(a.candidate.mean_distance - b.candidate.mean_distance) < 1e-9 &&
         std::ranges::equal(a.figures, b.figures, same);
}

// Sets the figures to the best rate of an alltoall and its proof, by a linear program. Leaves the
// figures unchanged if the network is large, or if the linear program yields no proof in time.
void solve(const Candidate& candidate, CollectiveFigures& figures) {
  const Topology& network = *candidate.topology;
  const std::size_t n = network.processors();
  if (n * network.channels().size() > kMostVariables) return;
  std::vector<std::vector<std::uint32_t>> demand(n, std::vector<std::uint32_t>(n, 1));
  for (std::size_t v = 0; v < n; ++v) demand[v][v] = 0;
  const auto flow = any::concurrent_flow(network, demand, kProgramSeconds);
  if (!flow) return;
  const Collective alltoall(CollectiveKind::alltoall, n, 0, 1);
  const auto proof = length_bound(network, alltoall, flow->lengths);
  if (!proof) return;
  figures.bound = double(proof->cycles) / double(proof->messages);
  figures.cycles = std::max(flow->cycles, figures.bound);  // rounding can leave it below the bound
  figures.certificate =
      fmt::format("shortest paths by {} lengths of links",
                  std::ranges::count_if(flow->lengths, [](std::uint64_t one) { return one > 0; }));
}

// Repeats the searches for alltoalls with more work, in order of increasing bounds. Skips each
// network that another network certainly beats, and each network with cycles close to their bound.
void refine(Catalog& catalog) {
  const auto alltoall = std::ranges::find(catalog.collectives, CollectiveKind::alltoall);
  if (alltoall == catalog.collectives.end()) return;
  const auto k = static_cast<std::size_t>(alltoall - catalog.collectives.begin());
  std::vector<Design*> order;
  for (Design& one : catalog.designs) order.push_back(&one);
  std::ranges::stable_sort(order, {}, [&](const Design* one) { return one->figures[k].bound; });
  for (const std::uint64_t steps : kFrontierSteps) {
    const double gap = steps == kFrontierSteps.front() ? CollectiveFigures::kGap : kWideGap;
    for (Design* one : order) {
      const CollectiveFigures mine = one->figures[k];
      const bool beaten = std::ranges::any_of(order, [&](const Design* other) {
        return other->figures[k].steps <= mine.steps && other->figures[k].cycles < mine.bound &&
               !about(other->figures[k].cycles, mine.bound);
      });
      if (beaten || mine.cycles <= mine.bound * (1 + gap)) continue;
      solve(one->candidate, one->figures[k]);
      if (one->figures[k].optimal()) continue;
      one->figures[k] = Rates(one->candidate).figures(CollectiveKind::alltoall, steps);
    }
  }
}

void mark_frontiers(Catalog& catalog) {
  for (std::size_t k = 0; k < catalog.collectives.size(); ++k) {
    for (Design& one : catalog.designs) {
      CollectiveFigures& mine = one.figures[k];
      mine.frontier =
          mine.known && std::ranges::none_of(catalog.designs, [&](const Design& other) {
            const CollectiveFigures& its = other.figures[k];
            if (!its.known) return false;
            const bool fewer = its.cycles < mine.cycles && !about(its.cycles, mine.cycles);
            const bool no_more = fewer || about(its.cycles, mine.cycles);
            return (its.steps < mine.steps && no_more) || (its.steps <= mine.steps && fewer);
          });
    }
  }
}

}  // namespace

bool has_rate(CollectiveKind kind) { return std::ranges::find(kKinds, kind) != kKinds.end(); }

Catalog design(std::uint32_t processors, std::uint32_t degree,
               std::vector<CollectiveKind> collectives, Wanted wanted, const Share& share) {
  for (const CollectiveKind kind : collectives) {
    if (has_rate(kind)) continue;
    std::vector<std::string> known;
    for (const CollectiveKind one : kKinds) known.emplace_back(name(one));
    throw InputError({"collective", name(kind)}, "it has no rate here",
                     fmt::format("give {}", one_of(known)));
  }
  std::vector<Candidate> all = candidates(processors, degree);
  if (wanted == Wanted::both_ways) {
    std::erase_if(all,
                  [](const Candidate& one) { return !network_facts(*one.topology).both_ways; });
  }
  const std::size_t looked_at = all.size();
  all = nearest_of(std::move(all));
  Catalog catalog{.processors = processors,
                  .degree = degree,
                  .collectives = std::move(collectives),
                  .looked_at = looked_at,
                  .measured = all.size()};
  std::size_t done = 0;
  for (Candidate& candidate : all) {
    if (share) share(double(done++) / double(all.size()));
    Design one{.candidate = std::move(candidate)};
    one.both_ways = network_facts(*one.candidate.topology).both_ways;
    Rates rates(one.candidate);
    for (const CollectiveKind kind : catalog.collectives) {
      one.figures.push_back(rates.figures(kind));
    }
    const auto same = std::ranges::find_if(catalog.designs,
                                           [&](const Design& other) { return alike(one, other); });
    if (same != catalog.designs.end()) {
      same->alike.push_back(one.candidate.network);
    } else {
      catalog.designs.push_back(std::move(one));
    }
  }
  refine(catalog);
  std::ranges::stable_sort(catalog.designs, {}, [](const Design& one) {
    return std::pair(one.candidate.diameter,
                     one.figures.empty() ? 0.0 : one.figures.front().cycles);
  });
  mark_frontiers(catalog);
  catalog.any = limit(processors, degree, rates::Links::one_way, catalog.collectives);
  catalog.both_ways = limit(processors, degree, rates::Links::both_ways, catalog.collectives);
  return catalog;
}

}  // namespace romcast::designer
