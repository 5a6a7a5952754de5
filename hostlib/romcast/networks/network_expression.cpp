// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/network_expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <map>

#include "romcast/core/error.hpp"
#include "romcast/core/line_reader.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/networks/damage.hpp"
#include "romcast/networks/graph_file.hpp"
#include "romcast/networks/link_times.hpp"
#include "romcast/networks/tiles.hpp"

namespace romcast {
namespace {

using NetworkPointer = std::shared_ptr<const Topology>;

constexpr std::string_view kBlanks = " \t\r\n\v\f";
constexpr unsigned kMostDepth = 100;
constexpr std::uint32_t kMostTimes = 20, kMostCopies = 4096;

bool blank(char c) { return kBlanks.find(c) != std::string_view::npos; }
bool sign(char c) { return c == '(' || c == ')' || c == '*'; }

std::vector<std::string> tokens_of(std::string_view text) {
  std::vector<std::string> tokens;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at + 1;
    if (!sign(text[at]) && !blank(text[at])) {
      while (end < text.size() && !sign(text[end]) && !blank(text[end])) ++end;
    }
    if (!blank(text[at])) tokens.emplace_back(text.substr(at, end - at));
    at = end;
  }
  return tokens;
}

class Parser {
 public:
  Parser(const std::string& text, const OptionLookup& option, const GraphSize& most)
      : text_(text), option_(option), most_(most), tokens_(tokens_of(text)) {}

  // Parses the whole text. Applies the options for tiles, for removed nodes and for link times to
  // the network of a product or an expansion. For a single family, leaf() has applied these
  // options.
  NetworkPointer parse() {
    if (tokens_.size() == 1 && is_graph_file(tokens_.front())) {
      return load_network(tokens_.front(), option_);
    }
    alone_ = std::ranges::none_of(tokens_, [](const std::string& token) {
      return token == "x" || (token.size() == 1 && sign(token[0]));
    });
    NetworkPointer network = expression(0);
    if (at_ < tokens_.size()) fail("nothing", "leave it out, or write x for a product");
    if (alone_) return network;
    if (network->network() == kGraph) {
      network = described_as(network, {{"expression", word()}}, std::move(notes_));
    }
    const auto* graph = dynamic_cast<const GraphNetwork*>(network.get());
    if (graph != nullptr) {
      const auto timed = with_link_times(*graph, option_, network);
      const auto tiles = with_tiles(timed, option_(kTiles).value_or("off"));
      return damaged(dynamic_cast<const GraphNetwork&>(*tiles), option_, tiles);
    }
    for (const char* option : {kWithout, kPart, kTiles}) {
      if (const auto given = option_(option)) {
        throw InputError({option, *given},
                         fmt::format("`network` {} has no such option", network->network()));
      }
    }
    return network;
  }

 private:
  // The expression as one word, for schedule files.
  [[nodiscard]] std::string word() const {
    std::string word = text_;
    for (char& c : word) c = c <= ' ' || c > '~' || c == '#' ? '_' : c;
    return word;
  }
  [[noreturn]] void fail(const std::string& expected, const std::string& remedy) const {
    const std::string found = at_ < tokens_.size() ? quote(tokens_[at_]) : "the end";
    throw InputError({"network", printable(text_)},
                     fmt::format("{} where {} is expected", found, expected), remedy);
  }
  [[nodiscard]] bool next_is(std::string_view token) const {
    return at_ < tokens_.size() && tokens_[at_] == token;
  }
  bool take(std::string_view token) {
    if (!next_is(token)) return false;
    ++at_;
    return true;
  }

  // Returns the result of build(). If build() throws InputError, prefixes the text of the error
  // with the tokens of the expression from `begin` to before at_.
  template <class Build>
  NetworkPointer built(std::size_t begin, Build build) const {
    try {
      return build();
    } catch (const InputError& error) {
      std::string part;
      for (std::size_t i = begin; i < at_; ++i) part += (i == begin ? "" : " ") + tokens_[i];
      throw error.within(fmt::format("`network` {}: in {}: ", printable(text_), quote(part)));
    }
  }

  NetworkPointer expression(unsigned depth) {
    if (depth > kMostDepth) fail("something less nested", "use fewer parentheses");
    const std::size_t begin = at_;
    std::vector<NetworkPointer> factors{term(depth)};
    while (take("x") || take("*")) factors.push_back(term(depth));
    return built(begin, [&] { return cartesian_product(factors, most_); });
  }

  NetworkPointer term(unsigned depth) {
    if (take("(")) return inside(depth);
    const std::size_t begin = at_;
    if (take("line")) {
      const std::uint32_t times = next_is("(") ? 1 : number("times", 1, kMostTimes);
      NetworkPointer network = operand(depth);
      for (std::uint32_t i = 0; i < times; ++i) {
        network = built(begin, [&] { return line_graph(*network, most_); });
      }
      return network;
    }
    if (take("degree")) {
      const std::uint32_t copies = number("copies", 2, kMostCopies);
      const NetworkPointer network = operand(depth);
      return built(begin, [&] { return degree_expansion(network, copies, most_); });
    }
    if (take("power")) {
      const std::uint32_t times = number("times", 2, kMostTimes);
      const NetworkPointer network = operand(depth);
      const std::vector<NetworkPointer> factors(times, network);
      return built(begin, [&] { return cartesian_product(factors, most_); });
    }
    return leaf();
  }

  NetworkPointer operand(unsigned depth) {
    if (!take("(")) fail("(", "write the network in parentheses");
    return inside(depth);
  }

  NetworkPointer inside(unsigned depth) {
    NetworkPointer network = expression(depth + 1);
    if (!take(")")) fail(")", "close each parenthesis");
    return network;
  }

  std::uint32_t number(const std::string& what, std::uint32_t least, std::uint32_t most) {
    const std::string remedy = fmt::format("give a number from {} to {}", least, most);
    const std::string allowed = fmt::format("the number of {}", what);
    if (at_ == tokens_.size()) fail(allowed, remedy);
    try {
      const std::uint32_t value = parse_number(what, tokens_[at_], least, most);
      ++at_;
      return value;
    } catch (const InputError&) {
      fail(allowed, remedy);
    }
  }

  // True for the options of link times: the whole expression has them, but no family within the
  // expression.
  static bool of_links(std::string_view option) {
    return option == kBandwidth || option == kLatency || option == kChunk || option == kCycle;
  }
  [[noreturn]] static void refuse_times() {
    throw InputError(
        "its links have bandwidths or latencies; give `bandwidth` and `latency` for the "
        "links of the whole expression");
  }

  // A family with its values, or a file.
  NetworkPointer leaf() {
    if (at_ == tokens_.size() || next_is("x") || sign(tokens_[at_][0])) {
      fail("a network", "e.g. line(complete 4) x ring 5");
    }
    const std::size_t begin = at_;
    const std::string name = network_name(tokens_[at_++]);
    if (is_graph_file(name)) {
      return built(begin, [&] {
        GraphFile file = load_graph(name);
        notes_.insert(notes_.end(), file.notes.begin(), file.notes.end());
        for (const Graph::Edge& edge : file.graph.edges) {
          if (edge.speed > 0) refuse_times();
        }
        return std::make_shared<GraphNetwork>(kGraph, NetworkOptions{}, std::move(file.graph));
      });
    }
    const auto entry = std::ranges::find(all_topologies(), name, &TopologyEntry::name);
    if (entry == all_topologies().end()) {
      --at_;
      std::vector<std::string> known{"line", "degree", "power"};
      for (const TopologyEntry& one : all_topologies()) known.push_back(one.name);
      fail("a network" + did_you_mean(printable(name), known),
           "give a family (romcast list networks), a file, or line, degree or power");
    }
    const std::map<std::string, std::string> values = values_of(*entry);
    return built(begin, [&] {
      // The family `complete` is a crossbar without links between processors. Products and
      // expansions need these links, so they use a hyperx of one dimension instead.
      const bool graph = !alone_ && name == "complete";
      return make_topology(graph ? "hyperx" : name, [&](std::string_view wanted) {
        const auto found =
            values.find(graph && wanted == "dims" ? "processors" : std::string(wanted));
        if (found != values.end()) return std::optional(found->second);
        const bool outer =
            wanted == kWithout || wanted == kPart || wanted == kTiles || of_links(wanted);
        return outer && alone_ ? option_(wanted) : std::nullopt;
      });
    });
  }

  std::map<std::string, std::string> values_of(const TopologyEntry& entry) {
    std::map<std::string, std::string> values;
    std::vector<std::string> names, in_order;
    for (const NetworkOption& option : entry.options) {
      if (option.name == kWithout || option.name == kPart || option.name == kTiles ||
          of_links(option.name)) {
        continue;
      }
      names.push_back(option.name);
      if (!option.may_lack) in_order.push_back(option.name);
    }
    std::size_t position = 0;
    for (; at_ < tokens_.size() && !next_is("x") && !sign(tokens_[at_][0]); ++at_) {
      const std::string& token = tokens_[at_];
      const std::size_t equals = token.find('=');
      if (equals == std::string::npos) {
        while (position < in_order.size() && values.contains(in_order[position])) ++position;
        if (position == in_order.size()) {
          fail("x or the end", names.empty()
                                   ? fmt::format("a {} has no options", entry.name)
                                   : fmt::format("a {} has {}", entry.name, one_of(names)));
        }
        values[in_order[position]] = token;
        continue;
      }
      const std::string option = token.substr(0, equals);
      if (std::ranges::find(names, option) == names.end() || values.contains(option)) {
        fail("a new option",
             names.empty() ? fmt::format("a {} has none", entry.name)
                           : fmt::format("a {} has {}, each once", entry.name, one_of(names)));
      }
      values[option] = token.substr(equals + 1);
    }
    return values;
  }

  const std::string& text_;
  const OptionLookup& option_;
  const GraphSize most_;
  std::vector<std::string> tokens_;
  std::size_t at_ = 0;
  std::vector<std::string> notes_{};  // of files
  bool alone_ = false;                // the expression is a single family or file
};

}  // namespace

bool is_expression(std::string_view text) {
  const bool parenthesis = text.find('(') != std::string_view::npos;
  const bool product = text.find(" x ") != std::string_view::npos;
  const bool several = text.find_first_of(kBlanks) != std::string_view::npos;
  const bool file = text.ends_with(".dot") || text.ends_with(".gv") || text.ends_with(".graphml");
  if (!parenthesis && !product && (!several || file)) return false;
  std::error_code none;
  return text.size() > kMostExpression || text.find('\0') != std::string_view::npos ||
         !std::filesystem::is_regular_file(text, none);
}

std::shared_ptr<const Topology> expression_network(const std::string& text,
                                                   const OptionLookup& option,
                                                   const GraphSize& most) {
  if (text.size() > kMostExpression) {
    throw InputError({"network", printable(text)},
                     fmt::format("an expression of {} characters", text.size()),
                     fmt::format("give at most {}", kMostExpression));
  }
  return Parser(text, option, most).parse();
}

std::shared_ptr<const Topology> make_network(const std::string& text, const OptionLookup& option) {
  return is_expression(text) ? expression_network(text, option) : make_topology(text, option);
}

bool has_link_times(const std::string& network) {
  if (is_graph_file(network) || is_expression(network)) return true;
  const auto entry = std::ranges::find(all_topologies(), network, &TopologyEntry::name);
  return entry != all_topologies().end() &&
         std::ranges::find(entry->options, kBandwidth, &NetworkOption::name) !=
             entry->options.end();
}

std::vector<std::string> files_of_network(const std::string& network) {
  std::vector<std::string> files =
      is_expression(network) ? tokens_of(network) : std::vector<std::string>{network};
  std::erase_if(files, [](const std::string& token) { return !is_graph_file(token); });
  return files;
}

}  // namespace romcast
