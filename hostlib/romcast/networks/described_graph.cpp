// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/described_graph.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>
#include <unordered_set>

#include "romcast/core/error.hpp"
#include "romcast/core/line_reader.hpp"
#include "romcast/core/wording.hpp"
#include "romcast/networks/described_times.hpp"

namespace romcast {
namespace {

const std::vector<std::string> kOwn{"role", "lanes"};
const std::vector<std::string> kRoleSynonyms{"type"}, kLanesSynonyms{"capacity", "bandwidth"};

bool one_of_names(std::string_view attribute, const std::string& chosen, const std::string& own,
                  const std::vector<std::string>& synonyms) {
  if (attribute == own || attribute == chosen) return true;
  return chosen.empty() && std::ranges::find(synonyms, attribute) != synonyms.end();
}

// In other tools' files, hosts are nodes that do not forward.
std::optional<NodeRole> role_of(std::string_view text) {
  return text == "host" ? NodeRole::endpoint : find_role(text);
}

// Programs that write all numbers as floating point write 4 as 4.0.
std::optional<std::uint32_t> lanes_of(std::string_view text) {
  if (text.ends_with(".0")) text.remove_suffix(2);
  std::uint32_t lanes = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), lanes);
  const bool number = error == std::errc{} && end == text.data() + text.size();
  return number && lanes >= 1 && lanes <= kMostLanes ? std::optional(lanes) : std::nullopt;
}

// Attributes that only affect drawing and need no note.
bool drawing(std::string_view attribute) {
  static constexpr std::string_view known[] = {
      "arrowhead", "arrowsize", "color",    "comment", "fillcolor", "fixedsize", "fontcolor",
      "fontname",  "fontsize",  "headport", "height",  "label",     "penwidth",  "pos",
      "shape",     "style",     "tailport", "tooltip", "width",     "xlabel"};
  return std::ranges::find(known, attribute) != std::end(known);
}

std::string listed(const std::vector<std::string>& names) {
  constexpr std::size_t most = 10;
  const std::size_t shown = std::min(names.size(), most);
  const std::string more =
      names.size() > shown ? fmt::format(" and {} more", names.size() - shown) : "";
  return fmt::format(
      "{}{}", fmt::join(names.begin(), names.begin() + static_cast<long>(shown), ", "), more);
}

// Length in bytes of the UTF-8 sequence at the beginning of a text that is not empty; 0 if the
// sequence is invalid.
std::size_t sequence(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const std::size_t length = byte(0) < 0x80                      ? 1
                             : byte(0) >= 0xc2 && byte(0) < 0xe0 ? 2
                             : byte(0) >= 0xe0 && byte(0) < 0xf0 ? 3
                             : byte(0) >= 0xf0 && byte(0) < 0xf5 ? 4
                                                                 : 0;
  if (length > text.size()) return 0;
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return 0;
  }
  return length;
}

// The name with an underscore for each space, comma, '#' and non-ASCII character, which schedule
// files or lists of names do not allow. Returns a name with invalid UTF-8 unchanged; add_node()
// refuses such a name.
std::string as_word(std::string_view name) {
  std::string word;
  for (std::size_t at = 0; at < name.size();) {
    const std::size_t length = sequence(name.substr(at));
    if (length == 0) return std::string(name);
    const char c = name[at];
    word += length > 1 || c == ' ' || c == ',' || c == '#' ? '_' : c;
    at += length;
  }
  return word;
}

class Checking {
 public:
  Checking(const DescribedGraph& described, const std::string& name, const Lines& lines,
           const GraphReading& how)
      : described_(described), name_(name), lines_(lines), how_(how) {}

  GraphFile run() {
    for (const std::string& problem : described_.problems) problems_.emplace_back(problem);
    for (const DescribedGraph::Attribute& one : described_.attributes) {
      if (synonym(one)) continue;
      refuse(one, one.name == "role"    ? "graphs have no role; write node [role=...]"
                  : one.name == "lanes" ? "graphs have no lanes; write edge [lanes=...]"
                                        : "graphs have no such attribute");
    }
    choose_words();
    choose_synonyms();
    for (const DescribedGraph::Node& node : described_.nodes) add(node);
    for (const DescribedGraph::Edge& edge : described_.edges) add(edge);
    GraphFile file;
    file.notes = described_.notes;
    const std::string ignored = ignored_attributes();
    if (how_.strict && !ignored.empty()) {
      problems_.emplace_back(fmt::format(
          "{}: attributes without a meaning: {}; `strict` refuses them", name_, ignored));
    }
    throw_problems();
    file.speeds = times_.speeds();
    finish(file, how_.parts);
    if (again_ > 0) {
      file.notes.push_back(
          fmt::format("{}; its lanes are added{}", first_again_,
                      again_ == 1 ? "" : fmt::format(" (and {} more)", again_ - 1)));
    }
    if (!renamed_.empty()) {
      file.notes.push_back(fmt::format("{}: names that are no words: {}", name_, listed(renamed_)));
    }
    if (!read_as_.empty()) {
      file.notes.push_back(fmt::format("{}: {}", name_, fmt::join(read_as_, ", ")));
    }
    if (!ignored.empty()) {
      file.notes.push_back(fmt::format("{}: ignored attributes: {}", name_, ignored));
    }
    return file;
  }

 private:
  [[nodiscard]] std::string ignored_attributes() const {
    std::vector<std::string> ignored;
    for (const std::string& attribute : described_.ignored) {
      if (!drawing(attribute)) ignored.push_back(printable(attribute));
    }
    ignored.insert(ignored.end(), times_.ignored().begin(), times_.ignored().end());
    ignored.insert(ignored.end(), senseless_.begin(), senseless_.end());
    return listed(ignored);
  }

  // Throws one error that lists all problems, if there are any. Equal problems in sequence, as for
  // the edges of one statement, are listed once.
  void throw_problems() {
    const auto same = [](const InputError& a, const InputError& b) {
      return std::string_view(a.what()) == b.what();
    };
    problems_.erase(std::unique(problems_.begin(), problems_.end(), same), problems_.end());
    if (problems_.empty()) return;
    if (problems_.size() == 1) throw problems_.front();
    constexpr std::size_t most = 20;
    std::string text = fmt::format("{}: {} problems", name_, problems_.size());
    for (std::size_t i = 0; i < std::min(problems_.size(), most); ++i) {
      text += fmt::format("{}{}", i == 0 ? ": " : " | ", problems_[i].what());
    }
    if (problems_.size() > most) text += fmt::format(" | and {} more", problems_.size() - most);
    throw InputError(text);
  }

  // True if the attribute's name is another program's word for role or lanes.
  [[nodiscard]] bool synonym(const DescribedGraph::Attribute& attribute) const {
    const std::string& name = attribute.name;
    if (times_.counts(name)) return false;
    const bool means = means_role(name, how_) || means_lanes(name, how_);
    return means && name != "role" && name != "lanes" && name != how_.role && name != how_.lanes;
  }

  // A synonym is used only if all its values have a meaning, because other programs may use its
  // name for something else.
  void choose_synonyms() {
    const auto choose = [&](const auto& elements, const char* meaning, auto has_meaning) {
      std::vector<std::string> seen, senseless;
      for (const auto& element : elements) {
        for (const DescribedGraph::Attribute& attribute : element.attributes) {
          if (!synonym(attribute)) continue;
          const std::string& name = attribute.name;
          if (std::ranges::find(seen, name) == seen.end()) seen.push_back(name);
          if (has_meaning(attribute) || std::ranges::find(senseless, name) != senseless.end())
            continue;
          senseless.push_back(name);
          senseless_.push_back(
              fmt::format("{} ({} is no {})", name, quote(attribute.value), meaning));
        }
      }
      for (const std::string& name : seen) {
        if (std::ranges::find(senseless, name) != senseless.end()) continue;
        chosen_.insert(name);
        read_as_.push_back(fmt::format("{} is read as {}", name, meaning));
      }
    };
    choose(described_.nodes, "role", [&](const DescribedGraph::Attribute& attribute) {
      return means_role(attribute.name, how_) && role_of(attribute.value);
    });
    choose(described_.edges, "lanes", [&](const DescribedGraph::Attribute& attribute) {
      return means_lanes(attribute.name, how_) && lanes_of(attribute.value);
    });
  }

  void finish(GraphFile& file, Parts parts) const {
    try {
      file.graph = parts == Parts::one ? builder_.finish() : builder_.ordered();
    } catch (const NotConnected& error) {
      throw error.within(place_of(name_, line_of(error.node())),
                         "; `part` NODE takes the part of a node, `without` LIST breaks "
                         "off others");
    } catch (const InputError& error) {
      throw error.within(place_of(name_, std::nullopt));
    }
    if (file.graph.nodes.size() == described_.nodes.size()) return;
    std::unordered_set<std::string_view> kept;
    std::vector<std::string> unused;
    for (const Graph::Node& node : file.graph.nodes) kept.insert(node.name);
    for (const Graph::Node& node : builder_.graph().nodes) {
      if (!kept.contains(node.name)) unused.push_back(node.name);
    }
    file.notes.push_back(fmt::format("{}: switches on no path between processors, and left out: {}",
                                     name_, listed(unused)));
  }

  // Chooses words for the names that are no valid words. Valid names are taken first, so that no
  // chosen word collides with them.
  void choose_words() {
    std::unordered_set<std::string> taken;
    for (const DescribedGraph::Node& node : described_.nodes) {
      if (as_word(node.name) == node.name) taken.insert(node.name);
    }
    for (const DescribedGraph::Node& node : described_.nodes) {
      const std::string base = as_word(node.name);
      if (base == node.name || word_.contains(node.name)) continue;
      std::string word = base;
      for (unsigned i = 2; !taken.insert(word).second; ++i) word = fmt::format("{}_{}", base, i);
      renamed_.push_back(fmt::format("{} is {}", quote(node.name), word));
      word_.emplace(node.name, std::move(word));
    }
  }
  [[nodiscard]] const std::string& word(const std::string& name) const {
    const auto found = word_.find(name);
    return found == word_.end() ? name : found->second;
  }

  void refuse(const DescribedGraph::Attribute& attribute, const std::string& remedy) {
    problems_.emplace_back(fmt::format("{}{} {}: {}", place_of(name_, lines_.of(attribute)),
                                       printable(attribute.name), quote(attribute.value), remedy));
  }

  // The attribute that sets the role of a node or the lanes of an edge; nullptr if there is none.
  // `role`, `lanes` and the names in how_ take precedence over synonyms. Refuses an attribute with
  // any other name.
  template <class Means>
  const DescribedGraph::Attribute* find(const std::vector<DescribedGraph::Attribute>& attributes,
                                        Means means, const char* only) {
    const DescribedGraph::Attribute* found = nullptr;
    for (const DescribedGraph::Attribute& attribute : attributes) {
      if (synonym(attribute)) {
        if (chosen_.contains(attribute.name) && found == nullptr) found = &attribute;
      } else if (means(attribute.name, how_)) {
        found = &attribute;
      } else {
        refuse(attribute, only);
      }
    }
    return found;
  }

  void add(const DescribedGraph::Node& node) {
    NodeRole role = NodeRole::processor;
    std::vector<DescribedGraph::Attribute> attributes = node.attributes;
    const std::string overhead = times_.take_overhead(attributes);
    const auto* given =
        find(attributes, means_role, "nodes have no such attribute; they have role");
    if (given != nullptr) {
      const auto found = given->name == "role" ? find_role(given->value) : role_of(given->value);
      if (!found) refuse(*given, "a role is processor, endpoint or switch");
      role = found.value_or(role);
    }
    try {
      const NodeId number = builder_.add_node(word(node.name), role);
      times_.set_overhead(number, role, overhead);
    } catch (const InputError& error) {
      problems_.push_back(error.within(place_of(name_, lines_.of(node))));
    }
  }

  void add(const DescribedGraph::Edge& edge) {
    std::uint32_t lanes = 1;
    std::vector<DescribedGraph::Attribute> attributes = edge.attributes;
    const LinkSpeed speed = times_.take_speed(attributes);
    const auto* given =
        find(attributes, means_lanes, "edges have no such attribute; they have lanes");
    if (given != nullptr) {
      const auto found = lanes_of(given->value);
      if (!found) refuse(*given, fmt::format("give a number from 1 to {}", kMostLanes));
      lanes = found.value_or(lanes);
    }
    const NodeId from = builder_.find(word(edge.from)), to = builder_.find(word(edge.to));
    if (from == kNone || to == kNone) return;  // a node that was refused
    bool again = false;
    try {
      again = builder_.add_edge(from, to, lanes, {}, times_.number(speed, from, to));
      if (edge.both) {
        builder_.add_edge(to, from, lanes, {}, times_.number(speed, to, from));
      }
    } catch (const InputError& error) {
      problems_.push_back(error.within(place_of(name_, lines_.of(edge))));
    }
    if (again && again_++ == 0) {
      first_again_ = fmt::format("{}the edge from {} to {} is given again",
                                 place_of(name_, lines_.of(edge)), word(edge.from), word(edge.to));
    }
  }

  [[nodiscard]] std::optional<std::size_t> line_of(const std::string& chosen) const {
    for (const DescribedGraph::Node& node : described_.nodes) {
      if (word(node.name) == chosen) return lines_.of(node);
    }
    return std::nullopt;
  }

  const DescribedGraph& described_;
  const std::string& name_;
  const Lines& lines_;
  const GraphReading& how_;
  DescribedTimes times_{described_, how_,
                        [this](const DescribedGraph::Attribute& attribute,
                               const std::string& remedy) { refuse(attribute, remedy); }};
  GraphBuilder builder_{};
  std::vector<InputError> problems_{};
  std::unordered_set<std::string> chosen_{};          // synonyms that are used
  std::vector<std::string> senseless_{}, read_as_{};  // synonyms unused, and used: for notes
  // Replacements of names that are no valid words.
  std::unordered_map<std::string, std::string> word_{};
  std::vector<std::string> renamed_{};
  std::size_t again_ = 0;
  std::string first_again_{};
};

}  // namespace

bool means_role(std::string_view attribute, const GraphReading& how) {
  return one_of_names(attribute, how.role, "role", kRoleSynonyms);
}

bool means_lanes(std::string_view attribute, const GraphReading& how) {
  return one_of_names(attribute, how.lanes, "lanes", kLanesSynonyms);
}

bool concerns_networks(std::string_view attribute, const GraphReading& how) {
  if (means_role(attribute, how) || means_lanes(attribute, how)) return true;
  return means_time(attribute) || !nearest(lowered(attribute), kOwn).empty();
}

GraphFile checked(const DescribedGraph& described, const std::string& name, const Lines& lines,
                  const GraphReading& how) {
  return Checking(described, name, lines, how).run();
}

std::string place_of(const std::string& name, std::optional<std::size_t> line) {
  return line ? fmt::format("{}:{}: ", name, *line) : name + ": ";
}

std::string complaint(std::string_view text) {
  constexpr std::size_t most = 160;
  std::string result(text.substr(0, most));
  for (char& c : result) {
    if (c < ' ' || c > '~') c = '?';
  }
  return result;
}

std::size_t line_at(std::string_view text, std::size_t at) {
  return 1 + static_cast<std::size_t>(std::ranges::count(text.substr(0, at), '\n'));
}

}  // namespace romcast
