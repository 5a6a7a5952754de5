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

}  // namespace

void FlowBuilder::add(std::span<const std::string_view> words) {
  if (words.empty() || words[0] != "flow" || words.size() % 2 != 0) {
    refuse_flow(words.empty() ? "an empty line" : quote(words.back()), kFlowExample);
  }
  Flow flow{.name = std::string(words[1])};
  if (std::ranges::find(flows_, flow.name, &Flow::name) != flows_.end()) {
    refuse_flow(fmt::format("a second flow {}", quote(flow.name)), "give each flow its own name");
  }
  std::string_view from, to, count, latency;
  for (std::size_t i = 2; i < words.size(); i += 2) {
    std::string_view* value = words[i] == "from"      ? &from
                              : words[i] == "to"      ? &to
                              : words[i] == "words"   ? &count
                              : words[i] == "latency" ? &latency
                                                      : nullptr;
    if (value == nullptr) refuse_flow(quote(words[i]), kFlowExample);
    if (!value->empty()) {
      refuse_flow(fmt::format("a second {}", quote(words[i])), "give each word once");
    }
    *value = words[i + 1];
  }
  if (from.empty() || to.empty()) {
    refuse_flow(fmt::format("flow {} without '{}'", quote(flow.name), from.empty() ? "from" : "to"),
                kFlowExample);
  }
  // The ends are those of a message.
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
  if (!count.empty()) flow.words = flow_number("words", count, kMostWords);
  if (!latency.empty()) flow.latency = flow_number("latency", latency, kMostWords);
  flows_.push_back(std::move(flow));
}

Collective FlowBuilder::finish() const {
  if (flows_.empty()) refuse_flow("no flow", kFlowExample);
  return Collective::of_flows(network_.processors(), flows_);
}

std::string flow_text(const Topology& network, const Collective& exchange) {
  std::string text;
  for (const Flow& flow : exchange.flows()) {
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
