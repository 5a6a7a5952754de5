// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/described_times.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "romcast/core/error.hpp"
#include "romcast/core/line_reader.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/networks/link_times.hpp"

namespace romcast {
namespace {

const std::vector<std::string> kTimes{kBandwidth, kLatency, kOverhead};

bool is_time(std::string_view attribute) {
  return std::ranges::find(kTimes, attribute) != kTimes.end();
}

// The attribute in kTimes that this name misspells; empty if the name is correct, or resembles no
// attribute.
std::string misspelt_time(std::string_view attribute) {
  return is_time(attribute) ? "" : nearest(lowered(attribute), kTimes);
}

bool has_unit(const std::string& name, const std::string& value) {
  try {
    name == kBandwidth ? check_speed({.bandwidth = value}) : check_speed({.latency = value});
  } catch (const InputError&) {
    return false;
  }
  return true;
}

// True for a number without a unit, as other programs write times.
bool plain_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  return error == std::errc{} && end == text.data() + text.size() && std::isfinite(number);
}

// True for a text that begins as a number but is more than a number: it is meant to have a unit.
bool has_some_unit(std::string_view text) {
  const bool number = !text.empty() && std::string_view("+-.0123456789").find(text.front()) !=
                                           std::string_view::npos;
  return number && !plain_number(text);
}

}  // namespace

bool means_time(std::string_view attribute) {
  return is_time(attribute) || !misspelt_time(attribute).empty();
}

DescribedTimes::DescribedTimes(const DescribedGraph& described, const GraphReading& how,
                               Refuse refuse)
    : how_(how), refuse_(std::move(refuse)) {
  choose(described.nodes, {kOverhead});
  choose(described.edges, {kBandwidth, kLatency});
  const bool misplaced = std::ranges::any_of(described.edges, [](const auto& edge) {
    return std::ranges::find(edge.attributes, kOverhead, &Attribute::name) != edge.attributes.end();
  });
  if (misplaced) ignored_.emplace_back("overhead (edges have none)");
}

template <class Elements>
void DescribedTimes::choose(const Elements& elements, std::initializer_list<std::string> names) {
  for (const std::string& name : names) {
    const Attribute* first = nullptr;
    for (const auto& element : elements) {
      for (const Attribute& attribute : element.attributes) {
        if (attribute.name != name) continue;
        if (has_unit(name, attribute.value)) names_.insert(name);
        if (first == nullptr) first = &attribute;
      }
    }
    if (first == nullptr || counts(name) || name == kBandwidth) continue;
    ignored_.push_back(fmt::format("{} ({} {})", name, quote(first->value),
                                   plain_number(first->value) ? "has no unit" : "is no time"));
  }
}

// Removes attributes whose names misspell a time. Refuses such an attribute if its value has a
// unit; otherwise ignores the attribute, as it belongs to another program.
void DescribedTimes::drop_misspelt(Attributes& attributes) {
  std::erase_if(attributes, [&](const Attribute& attribute) {
    const std::string meant = misspelt_time(attribute.name);
    const bool ours = means_role(attribute.name, how_) || means_lanes(attribute.name, how_);
    if (meant.empty() || ours) return false;
    if (has_unit(meant, attribute.value)) {
      refuse_(attribute, fmt::format("did you mean {}?", meant));
    } else if (std::ranges::find(ignored_, attribute.name) == ignored_.end()) {
      ignored_.push_back(attribute.name);
    }
    return true;
  });
}

// Removes the attribute `name` and returns its value; refuses a value without a valid unit. If
// counts(name) is false and the value does not look like a number with a unit, returns an empty
// string and keeps a bandwidth, which is a number of lanes. Empty, too, if the attribute is absent.
std::string DescribedTimes::take(Attributes& attributes, const std::string& name) {
  std::string value;
  std::erase_if(attributes, [&](const Attribute& attribute) {
    if (attribute.name != name) return false;
    if (!counts(name) && !has_some_unit(attribute.value)) return name != kBandwidth;
    if (!has_unit(name, attribute.value)) {
      refuse_(attribute, name == kBandwidth ? "give a bandwidth above 0 with its unit, e.g. 25GB/s"
                                            : "give a time with its unit, e.g. 0.7us");
    }
    value = attribute.value;
    return true;
  });
  return value;
}

std::string DescribedTimes::take_overhead(Attributes& attributes) {
  drop_misspelt(attributes);
  return take(attributes, kOverhead);
}

LinkSpeed DescribedTimes::take_speed(Attributes& attributes) {
  drop_misspelt(attributes);
  std::erase_if(attributes, [](const Attribute& one) { return one.name == kOverhead; });
  return {.bandwidth = take(attributes, kBandwidth), .latency = take(attributes, kLatency)};
}

void DescribedTimes::set_overhead(NodeId node, NodeRole role, const std::string& overhead) {
  if (!overhead.empty()) overheads_[node] = {role, overhead};
}

std::uint32_t DescribedTimes::number(LinkSpeed speed, NodeId from, NodeId to) {
  const auto sender = overheads_.find(from), receiver = overheads_.find(to);
  // A switch processes a message once, on arrival, so its overhead does not count for sends.
  const bool sends = sender != overheads_.end() && sender->second.role != NodeRole::forwarder;
  if (sends) speed.sending = sender->second.time;
  if (receiver != overheads_.end()) speed.receiving = receiver->second.time;
  const auto known = std::ranges::find(speeds_, speed);
  if (known != speeds_.end()) return static_cast<std::uint32_t>(known - speeds_.begin());
  const auto next = static_cast<std::uint32_t>(speeds_.size());
  const auto [equal, fresh] = number_of_.emplace(value_text(speed), next);
  if (fresh) speeds_.push_back(std::move(speed));
  return equal->second;
}

}  // namespace romcast
