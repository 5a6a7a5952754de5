// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/link_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <iterator>
#include <optional>
#include <sstream>

#include "romcast/core/error.hpp"
#include "romcast/core/line_reader.hpp"
#include "romcast/networks/cyclic_product.hpp"

namespace romcast {
namespace {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

// Number of cycles of the longest time, if times must be rounded.
constexpr std::uint32_t kRounded = 4096;
constexpr std::size_t kMostDigits = 18;

constexpr std::array<std::pair<std::string_view, unsigned>, 5> kDecimal{
    {{"", 0}, {"k", 3}, {"M", 6}, {"G", 9}, {"T", 12}}};
constexpr std::array<std::pair<std::string_view, unsigned>, 5> kBinary{
    {{"Ki", 10}, {"Mi", 20}, {"Gi", 30}, {"Ti", 40}, {"Pi", 50}}};

Rational power(unsigned base, unsigned exponent) {
  return Rational(boost::multiprecision::pow(Integer(base), exponent));
}

// A decimal number and the text that follows it; nullopt if there is no number, or one of more than
// kMostDigits digits.
std::optional<std::pair<Rational, std::string_view>> split(std::string_view text) {
  Integer digits = 0;
  unsigned behind = 0;
  std::size_t at = 0, count = 0;
  bool point = false;
  for (; at < text.size(); ++at) {
    const char c = text[at];
    if (c == '.' && !point) {
      point = true;
      continue;
    }
    if (c < '0' || c > '9') break;
    digits = digits * 10 + (c - '0');
    behind += point ? 1 : 0;
    ++count;
  }
  if (count == 0 || count > kMostDigits) return std::nullopt;
  while (at < text.size() && text[at] == ' ') ++at;
  return std::pair(Rational(digits) / power(10, behind), text.substr(at));
}

// The factor of a prefix: k, M, ... or Ki, Mi, ...
std::optional<Rational> prefix(std::string_view text) {
  for (const auto& [name, exponent] : kDecimal) {
    if (text == name) return power(10, exponent);
  }
  for (const auto& [name, exponent] : kBinary) {
    if (text == name) return power(2, exponent);
  }
  return std::nullopt;
}

// The number of bytes in a unit such as "MiB" or "GB", with `bits` also such as "Gbit" or "Gb";
// nullopt for other units.
std::optional<Rational> bytes_in(std::string_view unit, bool bits) {
  for (const std::string_view ending : {"bit", "b", "B"}) {
    if (!unit.ends_with(ending)) continue;
    if (ending != "B" && !bits) return std::nullopt;
    const auto factor = prefix(unit.substr(0, unit.size() - ending.size()));
    if (!factor) return std::nullopt;
    return ending == "B" ? *factor : Rational(*factor / 8);
  }
  return std::nullopt;
}

// A rate or a time. `physical`: in bytes per second, or in seconds; otherwise in messages per
// cycle, or in cycles.
struct Quantity {
  Rational number = 0;
  bool physical = false;
};

std::optional<Quantity> rate_of(std::string_view text) {
  const auto number = split(text);
  if (!number || number->first == 0) return std::nullopt;
  std::string_view unit = number->second;
  if (unit.starts_with('/')) {  // messages per cycle
    const auto below = split(unit.substr(1));
    if (!below || below->first == 0 || !below->second.empty()) return std::nullopt;
    return Quantity{number->first / below->first, false};
  }
  if (unit.ends_with("/s")) {
    unit.remove_suffix(2);
  } else if (unit.ends_with("bps")) {
    unit.remove_suffix(2);
  } else {
    return std::nullopt;
  }
  const auto bytes = bytes_in(unit, true);
  if (!bytes) return std::nullopt;
  return Quantity{number->first * *bytes, true};
}

std::optional<Quantity> time_of(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, unsigned>, 5> units{
      {{"s", 0}, {"ms", 3}, {"us", 6}, {"ns", 9}, {"ps", 12}}};
  const auto number = split(text);
  if (!number) return std::nullopt;
  if (number->second == "cycle" || number->second == "cycles") {
    return Quantity{number->first, false};
  }
  for (const auto& [unit, exponent] : units) {
    if (number->second == unit) return Quantity{number->first / power(10, exponent), true};
  }
  return std::nullopt;
}

Quantity bandwidth_of(const std::string& text) {
  if (const auto rate = rate_of(text)) return *rate;
  throw InputError(
      {kBandwidth, text}, "no bandwidth above 0",
      "give bytes or bits per second, e.g. 25GB/s or 400Gbit/s, or messages per cycle, "
      "e.g. 1/4");
}

Quantity latency_of(const char* attribute, const std::string& text) {
  if (const auto time = time_of(text)) return *time;
  throw InputError({attribute, text}, "no time",
                   "give a time with its unit, e.g. 0.7us, or cycles, e.g. 2cycles");
}

// The overheads of both ends of a link add to its latency.
Quantity latency_of(const LinkSpeed& speed) {
  Quantity sum;
  if (!speed.latency.empty()) sum = latency_of(kLatency, speed.latency);
  for (const std::string& text : {speed.sending, speed.receiving}) {
    if (text.empty()) continue;
    const Quantity more = latency_of(kOverhead, text);
    if (sum.number > 0 && more.number > 0 && sum.physical != more.physical) {
      throw InputError({kOverhead, text}, "some times are in seconds and others in cycles",
                       "give all in the same unit");
    }
    sum = {sum.number + more.number, sum.number > 0 ? sum.physical : more.physical};
  }
  return sum;
}

Rational chunk_of(const std::string& text) {
  const auto number = split(text);
  if (number && number->first > 0) {
    if (const auto bytes = bytes_in(number->second, false)) return number->first * *bytes;
  }
  throw InputError({kChunk, text}, "no size above 0",
                   "give bytes with their unit, e.g. 1MiB or 64kB");
}

Rational common_part(const Rational& a, const Rational& b) {
  if (a == 0) return b;
  const Integer below = numerator(a) * denominator(b), other = numerator(b) * denominator(a);
  return Rational(boost::multiprecision::gcd(below, other), denominator(a) * denominator(b));
}

Integer rounded_up(const Rational& number) {
  return (numerator(number) + denominator(number) - 1) / denominator(number);
}

std::string time_text(const Rational& seconds) {
  static constexpr std::array<std::pair<double, const char*>, 4> units{
      {{1, "s"}, {1e-3, "ms"}, {1e-6, "us"}, {1e-9, "ns"}}};
  const auto value = static_cast<double>(seconds);
  for (const auto& [least, unit] : units) {
    if (value >= least) return fmt::format("{:.6g} {}", value / least, unit);
  }
  return fmt::format("{:.6g} ps", value / 1e-12);
}

// Converts the speeds of links into cycles.
class Clock {
 public:
  explicit Clock(const LinkOption& option) : chunk_(option(kChunk)), given_(option(kCycle)) {
    if (chunk_) bytes_ = chunk_of(*chunk_);
    if (!given_) return;
    const auto cycle = time_of(*given_);
    if (!cycle || !cycle->physical || cycle->number == 0) {
      throw InputError({kCycle, *given_}, "no time above 0", "give it with its unit, e.g. 10ns");
    }
    cycle_ = cycle->number;
  }

  std::vector<LinkTime> times(const std::vector<LinkSpeed>& speeds) {
    std::vector<Link> links;
    for (const LinkSpeed& speed : speeds) links.push_back(link_of(speed));
    choose_cycle(links);
    std::vector<LinkTime> times;
    for (std::size_t i = 0; i < links.size(); ++i) {
      times.push_back({count(kBandwidth, speeds[i].bandwidth, links[i].message, 1),
                       count(kLatency, speeds[i].latency, links[i].latency, 0)});
    }
    if (cycle_ > 0) {
      notes_.push_back(fmt::format("a cycle is {}{}", time_text(cycle_),
                                   rounded_ ? "; times are rounded up to cycles" : ""));
    }
    return times;
  }
  [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }
  [[nodiscard]] double seconds() const { return static_cast<double>(cycle_); }

 private:
  struct Link {
    Quantity message{1, false}, latency{};
  };

  [[nodiscard]] Link link_of(const LinkSpeed& speed) const {
    Link link;
    link.latency = latency_of(speed);
    if (speed.bandwidth.empty()) return link;
    const Quantity rate = bandwidth_of(speed.bandwidth);
    if (!rate.physical) {
      link.message = {1 / rate.number, false};
      return link;
    }
    if (!chunk_) {
      throw InputError({kBandwidth, speed.bandwidth}, "the size of a message is missing",
                       "give `chunk`, e.g. 1MiB");
    }
    link.message = {bytes_ / rate.number, true};
    return link;
  }

  // Chooses the longest cycle of which all times are multiples. If the longest time would then have
  // too many cycles, the cycle is the longest time divided by kRounded. Keeps a cycle that the user
  // gave.
  void choose_cycle(const std::vector<Link>& links) {
    Rational common = 0, longest = 0;
    for (const Link& link : links) {
      for (const Quantity& time : {link.message, link.latency}) {
        if (!time.physical || time.number == 0) continue;
        common = common_part(common, time.number);
        longest = std::max(longest, time.number);
      }
    }
    if (given_ && common == 0) {
      throw InputError({kCycle, *given_}, "no link has a time in seconds", "leave it out");
    }
    if (chunk_ && common == 0) {
      throw InputError({kChunk, *chunk_}, "no link has a bandwidth in bytes", "leave it out");
    }
    if (given_ || common == 0) return;
    const bool mixed = std::ranges::any_of(links, [](const Link& link) {
      return !link.message.physical || (!link.latency.physical && link.latency.number > 0);
    });
    if (mixed) {
      throw InputError({kCycle}, "some links have times in seconds and others in cycles",
                       "give the duration of a cycle, e.g. 10ns");
    }
    cycle_ = longest / common > kMostTime ? Rational(longest / kRounded) : common;
  }

  std::uint32_t count(std::string_view name, const std::string& text, const Quantity& time,
                      std::uint32_t least) {
    const bool scaled = time.physical && time.number > 0;
    const Rational exact = scaled ? Rational(time.number / cycle_) : time.number;
    const Integer cycles = rounded_up(exact);
    if (!time.physical && Rational(cycles) != exact) {
      throw InputError({name, text}, "a message takes no whole number of cycles",
                       "give 1/N, or a whole number of cycles");
    }
    if (cycles > kMostTime) {
      throw InputError({name, text},
                       fmt::format("it takes {} cycles{}", cycles.str(),
                                   cycle_ > 0 ? " of " + time_text(cycle_) : ""),
                       fmt::format("at most {} count: give a longer `cycle`", kMostTime));
    }
    rounded_ = rounded_ || Rational(cycles) != exact;
    return std::max(least, static_cast<std::uint32_t>(cycles));
  }

  const std::optional<std::string> chunk_, given_;
  Rational bytes_ = 0, cycle_ = 0;
  bool rounded_ = false;
  std::vector<std::string> notes_{};
};

// Parses "4x3"; needs no checks, because the network has been built with this option.
std::vector<std::uint32_t> sizes_of(std::string text) {
  std::ranges::replace(text, 'x', ' ');
  std::istringstream in(text);
  return {std::istream_iterator<std::uint32_t>(in), {}};
}

// The number of dimensions of a network, and the dimension of a channel. A network without
// dimensions counts as one-dimensional; the links of a cluster's network cards are its second
// dimension.
class Dimensions {
 public:
  explicit Dimensions(const Topology& network)
      : network_(network), cluster_(network.network() == "cluster") {
    if (cluster_) count_ = 2;
    for (const auto& [option, value] : network.options()) {
      if (option == "dims") sizes_ = sizes_of(value);
      cube_ = cube_ || (option == "dimensions" && network.network() == "hypercube");
    }
    if (cube_) count_ = static_cast<std::size_t>(std::countr_zero(network.processors()));
    if (!sizes_.empty()) count_ = sizes_.size();
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] std::size_t of(NodeId a, NodeId b) const {
    if (cluster_) return card(a) || card(b) ? 1 : 0;
    if (cube_) return static_cast<std::size_t>(std::countr_zero(a ^ b));
    if (sizes_.empty()) return 0;
    const CyclicProduct places(sizes_);
    for (std::size_t i = 0; i < sizes_.size(); ++i) {
      const NodeId step = places.step(i);
      if (a / step % sizes_[i] != b / step % sizes_[i]) return i;
    }
    return 0;
  }

 private:
  [[nodiscard]] bool card(NodeId node) const { return network_.node_name(node).starts_with("nic"); }

  const Topology& network_;
  const bool cluster_;
  std::vector<std::uint32_t> sizes_{};
  bool cube_ = false;
  std::size_t count_ = 1;
};

// A value for each dimension, from a text with one value for all dimensions, or with one value for
// each; empty strings if there is no text. Throws InputError that names the option `name`.
std::vector<std::string> by_dimension(std::string_view name, const std::optional<std::string>& text,
                                      std::size_t dimensions) {
  if (!text) return std::vector<std::string>(dimensions);
  std::vector<std::string> values;
  for (std::size_t at = 0; at <= text->size();) {
    const std::size_t end = std::min(text->find(',', at), text->size());
    values.push_back(text->substr(at, end - at));
    if (values.back().empty())
      throw InputError({name, *text}, "an empty value", "leave the comma out");
    at = end + 1;
  }
  if (values.size() == 1) values.resize(dimensions, values.front());
  if (values.size() == dimensions) return values;
  throw InputError({name, *text}, fmt::format("{} values", values.size()),
                   dimensions == 1 ? std::string("give one for all links")
                                   : fmt::format("give one, or {}: one per dimension", dimensions));
}

bool gives_times(const LinkOption& option) {
  return option(kBandwidth) || option(kLatency) || option(kChunk) || option(kCycle);
}

// The given options, without blanks: in schedule files each value is a word.
NetworkOptions options_of(const LinkOption& option) {
  NetworkOptions options;
  for (const char* name : {kBandwidth, kLatency, kChunk, kCycle}) {
    auto value = option(name);
    if (!value) continue;
    std::erase(*value, ' ');
    options.emplace_back(name, std::move(*value));
  }
  return options;
}

std::shared_ptr<const Topology> timed_network(const GraphNetwork& network, Graph graph,
                                              LinkTimesSet times) {
  NetworkOptions options = network.options();
  for (auto& given : times.options) options.push_back(std::move(given));
  const bool timed = std::ranges::any_of(
      graph.edges, [](const Graph::Edge& edge) { return edge.time != LinkTime{}; });
  return std::make_shared<GraphNetwork>(
      network.network(), std::move(options), std::move(graph),
      GraphNetwork::Damage{
          .any = timed, .notes = std::move(times.notes), .cycle_seconds = times.cycle_seconds});
}

}  // namespace

void check_speed(const LinkSpeed& speed) {
  if (!speed.bandwidth.empty()) bandwidth_of(speed.bandwidth);
  latency_of(speed);
}

std::string value_text(const LinkSpeed& speed) {
  std::string all;
  for (const std::string* text :
       {&speed.bandwidth, &speed.latency, &speed.sending, &speed.receiving}) {
    const auto value = text == &speed.bandwidth ? rate_of(*text) : time_of(*text);
    all += value ? value->number.str() + (value->physical ? "s " : " ") : quote(*text) + ' ';
  }
  return all;
}

std::shared_ptr<const Topology> with_link_times(const GraphNetwork& network,
                                                const LinkOption& option,
                                                std::shared_ptr<const Topology> whole) {
  if (!gives_times(option)) return whole;
  if (network.published() != nullptr && option(kChunk) && !option(kBandwidth)) {
    Graph graph = network.published()->graph;
    LinkTimesSet times = set_link_times(graph, network.published()->speeds, option);
    return timed_network(network, std::move(graph), std::move(times));
  }
  const Dimensions dimensions(network);
  auto bandwidth = option(kBandwidth);
  if (!bandwidth && option(kChunk) && !network.lane_bandwidth().empty()) {
    bandwidth = network.lane_bandwidth();
  }
  const auto bandwidths = by_dimension(kBandwidth, bandwidth, dimensions.count());
  const auto latencies = by_dimension(kLatency, option(kLatency), dimensions.count());
  std::vector<LinkSpeed> speeds;
  for (std::size_t i = 0; i < dimensions.count(); ++i) {
    speeds.push_back({bandwidths[i], latencies[i]});
  }
  Clock clock(option);
  const std::vector<LinkTime> times = clock.times(speeds);
  Graph graph = network.graph();
  for (Graph::Edge& edge : graph.edges) edge.time = times[dimensions.of(edge.from, edge.to)];
  std::vector<std::string> notes = network.notes();
  notes.insert(notes.end(), clock.notes().begin(), clock.notes().end());
  return timed_network(network, std::move(graph),
                       {options_of(option), std::move(notes), clock.seconds()});
}

LinkTimesSet set_link_times(Graph& graph, std::vector<LinkSpeed> speeds, const LinkOption& option) {
  const bool has =
      std::ranges::any_of(graph.edges, [](const Graph::Edge& edge) { return edge.speed > 0; });
  if (!has && !gives_times(option)) return {};
  const std::string bandwidth = by_dimension(kBandwidth, option(kBandwidth), 1).front();
  const std::string latency = by_dimension(kLatency, option(kLatency), 1).front();
  if (speeds.empty()) speeds.emplace_back();
  for (LinkSpeed& speed : speeds) {
    if (speed.bandwidth.empty()) speed.bandwidth = bandwidth;
    if (speed.latency.empty()) speed.latency = latency;
  }
  // Speeds that no edge has must not influence the choice of the cycle.
  std::vector<bool> used(speeds.size(), false);
  for (const Graph::Edge& edge : graph.edges) used[edge.speed] = true;
  std::vector<LinkSpeed> seen;
  std::vector<std::size_t> place(speeds.size(), 0);
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    place[i] = seen.size();
    if (used[i]) seen.push_back(speeds[i]);
  }
  Clock clock(option);
  const std::vector<LinkTime> times = clock.times(seen);
  for (Graph::Edge& edge : graph.edges) {
    edge.time = times[place[edge.speed]];
    edge.speed = 0;
  }
  return {options_of(option), clock.notes(), clock.seconds()};
}

}  // namespace romcast
