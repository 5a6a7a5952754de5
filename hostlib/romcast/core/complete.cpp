// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/complete.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "romcast/core/error.hpp"
#include "romcast/core/line_reader.hpp"

namespace romcast {

std::string_view name(FabricKind kind) { return kind == FabricKind::benes ? "benes" : "crossbar"; }

std::optional<FabricKind> find_fabric(std::string_view name) {
  if (name == "crossbar") return FabricKind::crossbar;
  if (name == "benes") return FabricKind::benes;
  return std::nullopt;
}

namespace {

// The number in a name like "p3"; kNone for other text and for numbers from `most` on.
NodeId number_in(std::string_view name, std::uint32_t most) {
  if (name.size() < 2 || name[0] != 'p') return kNone;
  NodeId node = 0;
  const auto [end, error] = std::from_chars(name.data() + 1, name.data() + name.size(), node);
  const bool fine = error == std::errc{} && end == name.data() + name.size();
  return fine && node < most ? node : kNone;
}

std::vector<NodeId> numbers_in(const std::string& list, std::uint32_t most) {
  std::vector<NodeId> numbers;
  for (std::size_t begin = 0; begin <= list.size();) {
    const std::size_t end = std::min(list.find(',', begin), list.size());
    const std::string name = list.substr(begin, end - begin);
    numbers.push_back(number_in(name, most));
    if (numbers.back() == kNone) {
      throw InputError({"without", list}, fmt::format("{} is not a processor", quote(name)),
                       fmt::format("give names from p0 to p{}, e.g. p0,p1", most - 1));
    }
    begin = end + 1;
  }
  std::ranges::sort(numbers);
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
  return numbers;
}

}  // namespace

Complete::Complete(std::uint32_t processors, const std::string& without)
    : whole_(processors), without_(without) {
  if (processors < 2 || processors > kMostProcessors) {
    throw InputError({"processors", processors},
                     fmt::format("give a number from 2 to {}", kMostProcessors));
  }
  if (!without.empty()) left_out_ = numbers_in(without, processors);
  const auto left = static_cast<std::uint32_t>(processors - left_out_.size());
  if (left < 2) throw InputError({"without", without}, "no two processors are left");
  set_crossbar(left);
}

NetworkOptions Complete::options() const {
  NetworkOptions options{{"processors", std::to_string(whole_)}};
  if (!without_.empty()) options.emplace_back("without", without_);
  return options;
}

std::string Complete::node_name(NodeId node) const {
  for (const NodeId number : left_out_) {
    if (number > node) break;
    ++node;
  }
  return fmt::format("p{}", node);
}

NodeId Complete::find_node(std::string_view name) const {
  const NodeId number = number_in(name, whole_);
  if (number == kNone) return kNone;
  const auto place = std::ranges::lower_bound(left_out_, number);
  if (place != left_out_.end() && *place == number) return kNone;
  return number - static_cast<NodeId>(place - left_out_.begin());
}

std::vector<std::string> Complete::cut_off() const {
  std::vector<std::string> names;
  for (const NodeId number : left_out_) names.push_back(fmt::format("p{}", number));
  return names;
}

PortLimit Complete::port_limit(Ports ports) const {
  if (ports.single()) return {1, 1};
  if (ports.kind == Ports::Kind::several) return {ports.count, ports.count};
  return {};
}

}  // namespace romcast
