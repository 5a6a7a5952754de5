// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <graphviz/cgraph.h>

#include <algorithm>
#include <mutex>
#include <unordered_set>

#include "romcast/core/error.hpp"
#include "romcast/core/line_reader.hpp"
#include "romcast/networks/described_graph.hpp"
#include "romcast/networks/dot_tokens.hpp"

namespace romcast {
namespace {

constexpr std::size_t kDeepest = 64, kMostAttributes = 1024;

class DotLines final : public Lines {
 public:
  DotLines(const DotTokens& tokens, bool directed)
      : tokens_(tokens), arrow_(directed ? "->" : "--") {}

  [[nodiscard]] std::optional<std::size_t> of(const DescribedGraph::Node& node) const override {
    return tokens_.line_of({node.name});
  }
  [[nodiscard]] std::optional<std::size_t> of(const DescribedGraph::Edge& edge) const override {
    return tokens_.line_of({edge.from, arrow_, edge.to});
  }
  [[nodiscard]] std::optional<std::size_t> of(
      const DescribedGraph::Attribute& attribute) const override {
    const auto line = tokens_.line_of({attribute.name, "=", attribute.value});
    return line ? line : tokens_.line_of({attribute.name, "="});
  }

 private:
  const DotTokens& tokens_;
  std::string arrow_;
};

// cgraph keeps its parser and its error handler in globals.
std::mutex cgraph_in_use;

// The text that feed_line() passes to cgraph line by line (`left`: not passed yet; `lines`: how
// many lines were passed). When cgraph reports an error, the error is in the last line passed.
struct Feed {
  std::string_view left;
  std::size_t lines = 0;
  std::string complaint{};
  std::size_t line = 0;  // of the error
};
Feed* feeding = nullptr;

extern "C" int feed_line(void* channel, char* buffer, int size) {
  Feed& feed = *static_cast<Feed*>(channel);
  std::string_view line = feed.left.substr(0, feed.left.find('\n') + 1);
  if (line.empty()) line = feed.left;
  line = line.substr(0, static_cast<std::size_t>(size));
  feed.left.remove_prefix(line.size());
  feed.lines += line.ends_with('\n') ? 1 : 0;
  std::ranges::copy(line, buffer);
  return static_cast<int>(line.size());
}

extern "C" int hear(char* text) {
  if (feeding->complaint.empty()) feeding->line = feeding->lines;
  feeding->complaint += text;
  return 0;
}

struct Closing {
  void operator()(Agraph_t* graph) const { agclose(graph); }
};
using Cgraph = std::unique_ptr<Agraph_t, Closing>;

Cgraph parse(Feed& feed) {
  Agiodisc_t lines = AgIoDisc;
  lines.afread = feed_line;
  Agdisc_t discipline{&AgMemDisc, &AgIdDisc, &lines};
  feeding = &feed;
  const agusererrf before = agseterrf(hear);
  agsetfile(nullptr);
  Cgraph graph(agread(&feed, &discipline));
  agseterrf(before);
  feeding = nullptr;
  return graph;
}

// Returns the text of an InputError for a message of cgraph. The message is an error, such as
// "Error: syntax error in line 3 near '}'", or the warning that a number runs into a word.
std::string remedy(const std::string& complaint) {
  const std::size_t begin = complaint.find('\''), end = complaint.rfind('\'');
  const std::string word =
      begin < end ? quote(std::string_view(complaint).substr(begin + 1, end - begin - 1)) : "";
  if (complaint.find("badly delimited") != std::string::npos) {
    return fmt::format("the number {} runs into a word; quote the whole", word);
  }
  if (word == "'--'" || word == "'->'") {
    return fmt::format("{}; edges are -- in a graph and -> in a digraph", word);
  }
  return fmt::format("a syntax error{}; is it a DOT file?", word.empty() ? "" : " near " + word);
}

class Reader {
 public:
  Reader(Agraph_t* graph, const std::string& name, const DotTokens& tokens, const DotLines& lines,
         const GraphReading& how)
      : graph_(graph), name_(name), tokens_(tokens), lines_(lines), how_(how) {}

  DescribedGraph read() {
    for (const char* own : {"role", "lanes"}) {
      if (const auto line = tokens_.line_of({own, "=", ""})) {
        throw InputError(fmt::format("{}{} '': give a value", place_of(name_, line), own));
      }
    }
    for (Agsym_t* symbol : symbols(AGRAPH, false)) {
      described_.attributes.push_back({symbol->name, symbol->defval});
    }
    read_nodes();
    read_edges();
    return std::move(described_);
  }

 private:
  // Returns the attributes of elements of this kind (AGNODE, AGEDGE, ...) that concern networks. If
  // `noted`, adds the names of all other attributes but the edges' `dir` to described_.ignored.
  std::vector<Agsym_t*> symbols(int kind, bool noted) {
    std::vector<Agsym_t*> symbols;
    for (Agsym_t* symbol = agnxtattr(graph_, kind, nullptr); symbol != nullptr;
         symbol = agnxtattr(graph_, kind, symbol)) {
      if (concerns_networks(symbol->name, how_)) {
        symbols.push_back(symbol);
      } else if (kind == AGEDGE && symbol->name == std::string_view("dir")) {
        direction_ = symbol;
      } else if (noted && noted_.insert(symbol->name).second) {
        described_.ignored.emplace_back(symbol->name);
      }
    }
    return symbols;
  }

  static std::vector<DescribedGraph::Attribute> values(void* object,
                                                       const std::vector<Agsym_t*>& symbols) {
    std::vector<DescribedGraph::Attribute> values;
    for (Agsym_t* symbol : symbols) {
      const char* value = agxget(object, symbol);
      if (*value != 0) values.push_back({symbol->name, value});
    }
    return values;
  }

  void read_nodes() {
    const std::vector<Agsym_t*> symbols = this->symbols(AGNODE, true);
    for (Agnode_t* node = agfstnode(graph_); node != nullptr; node = agnxtnode(graph_, node)) {
      described_.nodes.push_back({agnameof(node), values(node, symbols)});
      // cgraph drops names that begin with '%'.
      if (described_.nodes.back().name.starts_with('%')) {
        throw InputError(
            fmt::format("{}: a name that begins with '%'; give nodes other names", name_));
      }
    }
  }

  void read_edges() {
    const std::vector<Agsym_t*> symbols = this->symbols(AGEDGE, true);
    std::vector<Agedge_t*> edges;
    for (Agnode_t* node = agfstnode(graph_); node != nullptr; node = agnxtnode(graph_, node)) {
      for (Agedge_t* edge = agfstout(graph_, node); edge != nullptr;
           edge = agnxtout(graph_, edge)) {
        edges.push_back(edge);
      }
    }
    std::ranges::sort(edges, {}, [](Agedge_t* edge) { return AGSEQ(edge); });
    for (Agedge_t* edge : edges) {
      DescribedGraph::Edge one{.from = agnameof(agtail(edge)),
                               .to = agnameof(aghead(edge)),
                               .both = agisundirected(graph_) != 0,
                               .attributes = values(edge, symbols)};
      if (direction_ != nullptr) direct(one, agxget(edge, direction_));
      described_.edges.push_back(std::move(one));
    }
  }

  // Applies the attribute dir: "back" swaps the edge's ends, "both" and "none" make the edge a link
  // in both directions. Throws InputError if `direction` is unknown, or is "forward" or "back" in
  // an undirected graph.
  void direct(DescribedGraph::Edge& edge, std::string_view direction) {
    if (direction.empty()) return;
    const auto refuse = [&](const char* remedy) {
      throw InputError(fmt::format(
          "{}dir {}: {}",
          place_of(name_, lines_.of(DescribedGraph::Attribute{"dir", std::string(direction)})),
          quote(direction), remedy));
    };
    const bool none = direction == "none", forward = direction == "forward";
    if (!none && !forward && direction != "both" && direction != "back") {
      refuse("give forward, back, both or none");
    }
    if (edge.both) {
      if (forward || direction == "back") {
        refuse("edges of a graph are links in both directions; make it a digraph");
      }
      return;
    }
    if (direction == "back") std::swap(edge.from, edge.to);
    edge.both = none || direction == "both";
    if (none && std::exchange(undirected_, true) == false) {
      described_.notes.push_back(
          fmt::format("{}: edges with dir=none are links in both directions", name_));
    }
  }

  Agraph_t* graph_;
  const std::string& name_;
  const DotTokens& tokens_;
  const DotLines& lines_;
  const GraphReading& how_;
  Agsym_t* direction_ = nullptr;
  bool undirected_ = false;
  std::unordered_set<std::string> noted_{};
  DescribedGraph described_{};
};

void check_size(const DotTokens& tokens, const std::string& name) {
  if (tokens.tokens().empty()) {
    throw InputError(fmt::format("{}: is empty; a DOT file begins with graph or digraph", name));
  }
  if (tokens.depth() > kDeepest) {
    throw InputError(fmt::format("{}: {} braces within each other; give {} at most", name,
                                 tokens.depth(), kDeepest));
  }
  // cgraph stores a value of each attribute for each node, so the number of attributes is limited.
  std::unordered_set<std::string_view> attributes;
  for (std::size_t i = 1; i < tokens.tokens().size(); ++i) {
    if (tokens.tokens()[i].text == "=") attributes.insert(tokens.tokens()[i - 1].text);
  }
  // cgraph creates all edges before Reader can count them, so most_edges() is checked first.
  if (tokens.most_edges() > 2.0 * kMostChannels) {
    throw InputError(fmt::format("{}: more than {} links; give fewer", name, kMostChannels));
  }
  if (attributes.size() > kMostAttributes) {
    throw InputError(fmt::format("{}: {} attributes; give {} at most", name, attributes.size(),
                                 kMostAttributes));
  }
}

}  // namespace

GraphFile read_dot(const std::string& text, const std::string& name, const GraphReading& how) {
  std::string_view body(text);
  if (body.starts_with(kByteOrderMark)) body.remove_prefix(kByteOrderMark.size());
  if (const std::size_t zero = body.find('\0'); zero != std::string_view::npos) {
    throw InputError(
        fmt::format("{}{}", place_of(name, line_at(body, zero)), "a zero byte; is it a DOT file?"));
  }
  const DotTokens tokens(body, name);
  check_size(tokens, name);
  const std::scoped_lock lock(cgraph_in_use);
  const std::string plain = tokens.plain() + "\n";
  Feed feed{.left = plain};
  const Cgraph graph = parse(feed);
  if (!graph || !feed.complaint.empty()) {
    const std::size_t last = tokens.tokens().back().line;
    throw InputError(fmt::format("{}{}",
                                 place_of(name, feed.line == 0 ? last : std::min(feed.line, last)),
                                 remedy(feed.complaint)));
  }
  const DotLines lines(tokens, agisdirected(graph.get()) != 0);
  return checked(Reader(graph.get(), name, tokens, lines, how).read(), name, lines, how);
}

}  // namespace romcast
