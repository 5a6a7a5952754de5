// SPDX-License-Identifier: Apache-2.0
#include "schedules/designer/candidates.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <optional>

#include "romcast/core/error.hpp"
#include "romcast/networks/network_expression.hpp"
#include "romcast/networks/network_facts.hpp"
#include "schedules/designer/strides.hpp"

namespace romcast::designer {
namespace {

using Texts = std::vector<std::string>;
using Number = std::uint32_t;

constexpr unsigned kSeeds = 16;
constexpr std::size_t kMostBases = 12;  // limit of the bases of one size and degree

// The exponent >= least with base^exponent = value; nullopt if there is no such exponent.
std::optional<Number> logarithm(Number value, Number base, Number least) {
  Number exponent = 0;
  std::uint64_t power = 1;
  for (; power < value; power *= base) ++exponent;
  return power == value && exponent >= least ? std::optional(exponent) : std::nullopt;
}

Candidate made(const std::string& text) {
  Candidate candidate{text, make_network(text, [](std::string_view) { return std::nullopt; })};
  const NetworkFacts facts = network_facts(*candidate.topology);
  candidate.diameter = facts.diameter.value();
  candidate.mean_distance = facts.mean_distance.value();
  return candidate;
}

bool nearer(const Candidate& a, const Candidate& b) {
  return std::pair(a.mean_distance, a.diameter) < std::pair(b.mean_distance, b.diameter);
}

class Catalogue {
 public:
  std::vector<Candidate> all(Number n, Number d) {
    std::vector<Candidate> found;
    for (const std::string& text : families(n, d)) found.push_back(made(text));
    for (const std::string& text : products(n, d)) found.push_back(made(text));
    for (const char* family : {"random-regular", "xpander"}) {
      if (auto best = best_random(family, n, d)) found.push_back(std::move(*best));
    }
    for (const std::string& text : expansions(n, d)) found.push_back(made(text));
    return found;
  }

 private:
  // Networks that are neither products, nor random, nor expansions.
  const Texts& families(Number n, Number d) {
    const auto known = families_.find({n, d});
    if (known != families_.end()) return known->second;
    Texts texts;
    const auto add = [&](bool fits, const std::string& text) {
      if (fits) texts.push_back(text);
    };
    add(d == 2 && n >= 3, fmt::format("ring {}", n));
    add(d == n - 1 && n != 3, fmt::format("hyperx {}", n));
    add(n == 10 && d == 3, "petersen");
    for (Number k = 3; k < 20; ++k) {
      const std::uint64_t nodes = std::uint64_t{k} << k;
      add(nodes == n && d == 3, fmt::format("cube-connected-cycles {}", k));
      add(nodes == n && d == 4, fmt::format("butterfly {}", k));
    }
    std::uint64_t factorial = 6;
    for (Number k = 4; k <= 7; ++k) {
      factorial *= k;
      if (factorial != n || d != k - 1) continue;
      texts.push_back(fmt::format("star {}", k));
      texts.push_back(fmt::format("pancake {}", k));
      texts.push_back(fmt::format("bubble-sort {}", k));
    }
    for (Number a = 1; a <= d; ++a) {
      const Number h = d + 1 - a;
      add(std::uint64_t{a} * (std::uint64_t{a} * h + 1) == n && h >= 1 && a >= 2,
          fmt::format("dragonfly {} {}", a, h));
    }
    for (Number q = 3; 2 * q * q <= n; ++q) {
      const bool power = q == 4 || q == 8 || q == 9 || q == 16 || q == 25 || q == 27 || q == 32 ||
                         (q % 2 == 1 && prime(q));
      const int rest = q % 4 == 3 ? -1 : static_cast<int>(q % 4);
      add(power && 2 * q * q == n && (3 * static_cast<int>(q) - rest) / 2 == static_cast<int>(d),
          fmt::format("slim-fly {}", q));
    }
    if (d >= 3 && d < n - 1) {
      const std::vector<Number> strides = best_strides(n, d);
      add(!strides.empty(), fmt::format("circulant {} {}", n, fmt::join(strides, ",")));
    }
    if (d >= 2 && d < n - 1) {
      const auto words = n % (d + 1) == 0 ? logarithm(n / (d + 1), d, 1) : std::nullopt;
      add(words.has_value(), fmt::format("kautz {} {}", d + 1, words.value_or(0) + 1));
      add(!words, fmt::format("generalized-kautz {} {}", n, d));
      const auto length = logarithm(n, d, 2);
      add(length.has_value(), fmt::format("de-bruijn {} {}", d, length.value_or(0)));
      add(!length, fmt::format("generalized-de-bruijn {} {}", n, d));
    }
    return families_[{n, d}] = std::move(texts);
  }

  static bool prime(Number q) {
    for (Number p = 2; p * p <= q; ++p) {
      if (q % p == 0) return false;
    }
    return true;
  }

  // A factor of a product. The factors of a product ascend by size, degree and text, so that each
  // product is found once.
  struct Factor {
    Number n, d;
    std::string text;
  };
  Texts products(Number n, Number d) {
    Texts texts;
    std::vector<Factor> factors;
    extend(n, d, factors, texts);
    return texts;
  }
  void extend(Number n, Number d, std::vector<Factor>& factors, Texts& texts) {
    const auto smallest = [&] {
      return factors.empty() ? std::pair<Number, Number>{2, 1}
                             : std::pair(factors.back().n, factors.back().d);
    }();
    for (Number first = smallest.first; first <= n; ++first) {
      if (n % first != 0) continue;
      for (Number degree = first == smallest.first ? smallest.second : 1; degree <= d; ++degree) {
        const bool last = first == n && degree == d;
        if (degree >= first || (!last && (first == n || degree == d))) continue;
        if (last && factors.empty()) continue;
        for (const std::string& text : families(first, degree)) {
          const bool again = !factors.empty() && factors.back().n == first &&
                             factors.back().d == degree && text < factors.back().text;
          if (again) continue;
          factors.push_back({first, degree, text});
          if (last) {
            texts.push_back(product_text(factors));
          } else {
            extend(n / first, d - degree, factors, texts);
          }
          factors.pop_back();
        }
      }
    }
  }

  // The product as a hypercube, hyperx or torus if it belongs to one of these families, else the
  // texts of the factors, joined by " x ".
  static std::string product_text(const std::vector<Factor>& factors) {
    const auto all = [&](const char* family) {
      return std::ranges::all_of(factors, [&](const Factor& factor) {
        return factor.text.starts_with(std::string(family) + ' ');
      });
    };
    const auto dims = [&] {
      std::string text;
      for (const Factor& factor : factors) {
        text += fmt::format("{}{}", text.empty() ? "" : "x", factor.n);
      }
      return text;
    };
    if (all("hyperx")) {
      const bool cube =
          std::ranges::all_of(factors, [](const Factor& factor) { return factor.n == 2; });
      return cube ? fmt::format("hypercube {}", factors.size()) : "hyperx " + dims();
    }
    const bool rings = std::ranges::all_of(factors, [](const Factor& factor) {
      return factor.n == 2 || factor.text.starts_with("ring ");
    });
    if (rings) return "torus " + dims();
    std::string text;
    for (auto factor = factors.rbegin(); factor != factors.rend(); ++factor) {
      text += (text.empty() ? "" : " x ") + factor->text;
    }
    return text;
  }

  static std::optional<Candidate> best_random(const std::string& family, Number n, Number d) {
    const bool xpander = family == "xpander";
    if (d < 3 || d + 1 >= n || (xpander ? n % (d + 1) != 0 : n * d % 2 == 1)) return std::nullopt;
    std::optional<Candidate> best;
    for (unsigned seed = 1; seed <= (n > 512 ? kSeeds / 4 : kSeeds); ++seed) {
      Candidate one = xpander ? made(fmt::format("xpander {} {} {}", d, n / (d + 1), seed))
                              : made(fmt::format("random-regular {} {} {}", n, d, seed));
      if (!best || nearer(one, *best)) best = std::move(one);
    }
    return best;
  }

  // Families and products of this size and degree: at most kMostBases, with the least mean
  // distances.
  Texts bases(Number n, Number d) {
    std::vector<Candidate> found;
    for (const std::string& text : families(n, d)) found.push_back(made(text));
    for (const std::string& text : products(n, d)) found.push_back(made(text));
    std::ranges::stable_sort(found, nearer);
    if (found.size() > kMostBases) found.resize(kMostBases);
    Texts texts;
    for (const Candidate& one : found) texts.push_back(one.network);
    return texts;
  }

  // Line graphs, line graphs of line graphs and so on, and degree expansions.
  Texts expansions(Number n, Number d) {
    Texts texts;
    Number size = n;
    for (unsigned times = 1; d >= 2 && size % d == 0 && size / d > d; ++times) {
      size /= d;
      const std::string line = times == 1 ? "line" : fmt::format("line {} ", times);
      for (const std::string& base : bases(size, d)) texts.push_back(line + "(" + base + ")");
      for (const std::string& base : degree_expansions(size, d)) {
        texts.push_back(line + "(" + base + ")");
      }
    }
    for (const std::string& text : degree_expansions(n, d)) texts.push_back(text);
    std::erase_if(texts, [](const std::string& text) { return text.size() > 200; });
    return texts;
  }

  Texts degree_expansions(Number n, Number d) {
    Texts texts;
    for (Number copies = 2; copies <= d; ++copies) {
      if (n % copies != 0 || d % copies != 0 || n / copies < 2) continue;
      for (const std::string& base : bases(n / copies, d / copies)) {
        texts.push_back(fmt::format("degree {} ({})", copies, base));
      }
    }
    return texts;
  }

  std::map<std::pair<Number, Number>, Texts> families_{};
};

}  // namespace

std::vector<Candidate> candidates(std::uint32_t processors, std::uint32_t degree) {
  if (processors < 2 || processors > kMostProcessors) {
    throw InputError({"nodes", processors},
                     fmt::format("give a number from 2 to {}", kMostProcessors));
  }
  if (degree == 0 || degree > kMostDegree || degree >= processors) {
    throw InputError({"degree", degree}, fmt::format("give a number from 1 to {}",
                                                     std::min(kMostDegree, processors - 1)));
  }
  std::vector<Candidate> found = Catalogue().all(processors, degree);
  // Drops duplicates: products of different factors may have the same name. Also drops networks of
  // another degree and networks with fewer than `processors` nodes, such as line graphs of a base
  // that leaves out links from a node to itself: a line graph has one node per link of its base.
  std::vector<Candidate> distinct;
  for (Candidate& one : found) {
    if (std::ranges::find(distinct, one.network, &Candidate::network) != distinct.end()) continue;
    std::size_t most = 0;
    for (NodeId v = 0; v < one.topology->nodes(); ++v) {
      most = std::max(most, one.topology->outputs(v).size());
    }
    if (one.topology->nodes() == processors && most == degree) distinct.push_back(std::move(one));
  }
  return distinct;
}

}  // namespace romcast::designer
