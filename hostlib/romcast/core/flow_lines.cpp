// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/flow_lines.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "romcast/core/exchange_lines.hpp"
#include "romcast/core/line_file.hpp"

namespace romcast {
namespace {

constexpr const char* kFlowExample = "e.g. flow camera from p0 to p5,p6 words 4 latency 40";
constexpr const char* kReductionExample =
    "e.g. reduce sum from p0,p1,p2 to p5 words 4 operator add, or from all to all";
constexpr const char* kAll = "all";  // all processors
constexpr std::uint32_t kMostWords = 1'000'000;

[[noreturn]] void refuse_flow(const std::string& found, const std::string& allowed) {
  throw InputError(fmt::format("{}; {}", found, allowed));
}

std::uint32_t flow_number(std::string_view name, std::string_view text, std::uint32_t most) {
  std::uint32_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc{} && end == text.data() + text.size() && value > 0 && value <= most) {
    return value;
  }
  refuse_flow(fmt::format("{} {}", name, quote(text)),
              fmt::format("give a number from 1 to {}", most));
}

// Throws InputError for a name that the lines of a file could not hold.
void check_name(const std::string& name, const char* example) {
  if (std::ranges::any_of(name, [](char c) { return c == '\x7f' || (c >= 0 && c < ' '); })) {
    refuse_flow("a name with control characters", example);
  }
  if (name.empty() || name.find_first_of("# ") != std::string::npos) {
    refuse_flow(fmt::format("the name {}", quote(name)), "give a word without '#'");
  }
  if (name.size() > LineReader::kLongest) {
    refuse_flow(fmt::format("a name of {} characters", name.size()),
                fmt::format("give {} at most", LineReader::kLongest));
  }
}

// The processors of a comma-separated list, or all processors for "all"; ascending. Throws
// InputError for a name that is no processor's or occurs twice.
std::vector<NodeId> processors_of(const Topology& network, std::string_view names) {
  std::vector<NodeId> all;
  if (names == kAll) {
    for (NodeId p = 0; p < network.processors(); ++p) all.push_back(p);
    return all;
  }
  const ExchangeBuilder known(network);
  std::vector<bool> named(network.processors());
  for (bool more = true; more;) {
    const std::size_t comma = names.find(',');
    const std::string_view name = names.substr(0, comma);
    const NodeId processor = known.processor(name);
    if (named[processor]) {
      refuse_flow(fmt::format("a second {}", quote(name)), "name each processor once");
    }
    named[processor] = true;
    all.push_back(processor);
    more = comma != std::string_view::npos;
    if (more) names.remove_prefix(comma + 1);
  }
  std::ranges::sort(all);
  return all;
}

// The number of a processor, after as many zeros as it takes that no node has that name.
std::string number_of(const Topology& network, NodeId processor) {
  std::string number = fmt::format("{}", processor);
  while (network.find_node(number) != kNone) number.insert(0, 1, '0');
  return number;
}

std::string names_of(const Topology& network, const std::vector<NodeId>& processors) {
  if (processors.size() == network.processors()) return kAll;
  std::string text;
  for (const NodeId p : processors) text += (text.empty() ? "" : ",") + network.node_name(p);
  return text == kAll ? number_of(network, processors.front()) : text;
}

}  // namespace

void FlowBuilder::add(std::span<const std::string_view> words) {
  const bool reduces = !words.empty() && words[0] == "reduce";
  const char* const example = reduces ? kReductionExample : kFlowExample;
  if (words.empty() || (!reduces && words[0] != "flow") || words.size() % 2 != 0) {
    refuse_flow(words.empty() ? "an empty line" : quote(words.back()), example);
  }
  Flow flow{.name = std::string(words[1])};
  check_name(flow.name, example);
  if (std::ranges::find(flows_, flow.name, &Flow::name) != flows_.end()) {
    refuse_flow(fmt::format("a second flow {}", quote(flow.name)), "give each flow its own name");
  }
  std::string_view from, to, count, latency, operation;
  for (std::size_t i = 2; i < words.size(); i += 2) {
    std::string_view* value = words[i] == "from"                  ? &from
                              : words[i] == "to"                  ? &to
                              : words[i] == "words"               ? &count
                              : words[i] == "latency" && !reduces ? &latency
                              : words[i] == "operator" && reduces ? &operation
                                                                  : nullptr;
    if (value == nullptr) refuse_flow(quote(words[i]), example);
    if (!value->empty()) {
      refuse_flow(fmt::format("a second {}", quote(words[i])), "give each word once");
    }
    *value = words[i + 1];
  }
  if (from.empty() || to.empty()) {
    refuse_flow(fmt::format("flow {} without '{}'", quote(flow.name), from.empty() ? "from" : "to"),
                example);
  }
  if (!count.empty()) flow.words = flow_number("words", count, kMostWords);
  if (reduces) {
    add_reduction(std::move(flow), from, to, operation);
    return;
  }
  // The ends of a flow are read like those of a message.
  ExchangeBuilder ends(network_);
  const std::string_view line[] = {"message", "0", "from", from, "to", to};
  try {
    ends.add(line);
  } catch (const InputError& error) {
    throw error.within(fmt::format("flow {}: ", quote(flow.name)));
  }
  const Collective message = ends.finish();
  flow.origin = message.origin(0);
  flow.destinations.assign(message.group(0).begin(), message.group(0).end());
  if (!latency.empty()) flow.latency = flow_number("latency", latency, kMostWords);
  flows_.push_back(std::move(flow));
}

void FlowBuilder::add_reduction(Flow flow, std::string_view from, std::string_view to,
                                std::string_view operation) {
  try {
    flow.sources = processors_of(network_, from);
    flow.destinations = processors_of(network_, to);
  } catch (const InputError& error) {
    throw error.within(fmt::format("reduce {}: ", quote(flow.name)));
  }
  if (flow.sources.size() < 2) {
    refuse_flow(fmt::format("reduce {} from {}", quote(flow.name), from),
                "give two sources or more, or a flow");
  }
  const auto known = find_operation(operation.empty() ? "add" : operation);
  if (!known) refuse_flow(fmt::format("operator {}", quote(operation)), "add, min, max, and, or");
  flow.operation = *known;
  flows_.push_back(std::move(flow));
}

Collective FlowBuilder::finish() const {
  if (flows_.empty()) refuse_flow("no flow", kFlowExample);
  return Collective::of_flows(network_.processors(), flows_);
}

std::string flow_text(const Topology& network, const Collective& exchange) {
  std::string text;
  for (const Flow& flow : exchange.flows()) {
    if (flow.reduces()) {
      text += fmt::format("reduce {} from {} to {} words {} operator {}\n", flow.name,
                          names_of(network, flow.sources), names_of(network, flow.destinations),
                          flow.words, name(flow.operation));
      continue;
    }
    text += fmt::format("flow {} from {} to ", flow.name, network.node_name(flow.origin));
    for (std::size_t i = 0; i < flow.destinations.size(); ++i) {
      text += (i == 0 ? "" : ",") + network.node_name(flow.destinations[i]);
    }
    text += fmt::format(" words {}", flow.words);
    if (flow.latency > 0) text += fmt::format(" latency {}", flow.latency);
    text += '\n';
  }
  return text;
}

Collective load_flows(const std::string& path, const Topology& network) {
  return built_from(path, FlowBuilder(network));
}

}  // namespace romcast
