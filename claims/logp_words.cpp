// SPDX-License-Identifier: Apache-2.0
// Karp, Sahay, Santos & Schauser 1993, sections 3.2 and 3.3: blocks, words and the automaton.
#include <algorithm>
#include <cmath>
#include <set>

#include "claims/logp.hpp"

namespace romcast::claims {
namespace {

// True if no item repeats when a member of the block receives item j - labels[j], modulo the
// block's size, at each time j.
bool legal(const std::vector<unsigned>& labels) {
  std::set<unsigned> items;
  const auto size = unsigned(labels.size());
  for (unsigned j = 0; j < size; ++j) items.insert((j + size * 64 - labels[j]) % size);
  return items.size() == labels.size();
}

// True if the word is legal in a block whose head has the label `head`. The letters a, b, c, ..
// stand for the labels t, t-1, t-2, ..
bool legal_word(const std::string& word, unsigned head, unsigned t) {
  std::vector<unsigned> labels{head};
  for (const char letter : word) labels.push_back(t - unsigned(letter - 'a'));
  return legal(labels);
}

std::string repeat(const std::string& text, unsigned times) {
  std::string all;
  for (unsigned i = 0; i < times; ++i) all += text;
  return all;
}

// Number of illegal words among those of Lemma 3.1 with at most 25 letters; a node of r children
// has the label t - L + 1 - r, so that its last child has the label t.
std::optional<double> illegal_words(const Row& row) {
  const auto latency = unsigned(L_of(row));
  const unsigned t = 60;
  double bad = 0;
  const auto try_word = [&](const std::string& word) {
    const auto r = unsigned(word.size()) + 1;
    if (word.size() <= 25 && !legal_word(word, t - latency + 1 - r, t)) ++bad;
  };
  for (unsigned i = 0; i <= 12; ++i) {
    for (unsigned j = 0; j <= 25; ++j) {
      try_word(repeat("a", latency - 2) + repeat("ca", i) + repeat("b", j));
    }
  }
  for (unsigned letter = 1; letter + 2 <= latency; ++letter) {
    for (unsigned j = 0; j <= 25; ++j) {
      try_word(repeat(std::string(1, char('a' + letter)), latency - 2 - letter) +
               repeat(std::string(1, char('b' + letter)), j));
    }
  }
  return bad;
}

// Number of words of four letters from {a, b, c} whose legality in the block H5 (five members, head
// with the label 0, t = 7) differs from the paper's list.
std::optional<double> differences_from_list(const Row&) {
  const std::set<std::string> printed{"cccc", "acab", "abca", "abbb"};
  double different = 0;
  for (unsigned code = 0; code < 81; ++code) {
    std::string word;
    for (unsigned i = 0, rest = code; i < 4; ++i, rest /= 3) word += char('a' + rest % 3);
    if (legal_word(word, 0, 7) != printed.contains(word)) ++different;
  }
  return different;
}

// Words of the automaton for L = 3 and a block of r members. A state is the last two letters; an
// arc adds a letter. A path of r arcs from a start state to the same state spells r + 2 letters;
// the word lacks the first of these letters and the last two. No letter may come d steps (d = 1, 2)
// after the letter that follows it by d in the alphabet, as an item would repeat then.
std::set<std::string> automaton_words(unsigned r) {
  std::set<std::string> words;
  for (const std::string start : {"ca", "cc"}) {
    std::vector<std::string> paths{start};
    for (unsigned arc = 0; arc < r; ++arc) {
      std::vector<std::string> longer;
      for (const std::string& path : paths) {
        for (const char letter : {'a', 'b', 'c'}) {
          const bool after_one = path.back() == letter + 1;
          const bool after_two = path[path.size() - 2] == letter + 2;
          if (!after_one && !after_two) longer.push_back(path + letter);
        }
      }
      paths = std::move(longer);
    }
    for (const std::string& path : paths) {
      if (path.ends_with(start)) words.insert(path.substr(1, r - 1));
    }
  }
  return words;
}

// True if the word is legal in a block of r members for L = 3 and t = r + 2, so that the label of
// the block's head, t - L + 1 - r, is 0.
bool legal_in_block(const std::string& word) {
  return legal_word(word, 0, unsigned(word.size()) + 3);
}

// Number of the automaton's words; nothing if one is not legal.
std::optional<double> words_of_automaton(const Row& row) {
  const std::set<std::string> words = automaton_words(unsigned(row["r"]));
  if (!std::ranges::all_of(words, legal_in_block)) return std::nullopt;
  return double(words.size());
}

// Number of legal words among all words of r - 1 letters from {a, b, c}.
std::optional<double> legal_words(const Row& row) {
  const auto length = unsigned(row["r"]) - 1;
  double found = 0;
  for (unsigned code = 0; code < std::pow(3, length); ++code) {
    std::string word;
    for (unsigned i = 0, rest = code; i < length; ++i, rest /= 3) word += char('a' + rest % 3);
    if (legal_in_block(word)) ++found;
  }
  return found;
}

Grid block_sizes_up_to(unsigned most) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (unsigned r = 2; r <= (full ? most : 7U); ++r) all.push_back({{{"L", 3}, {"r", r}}, {}});
    return all;
  });
}

// Number of nodes with the point's label in the tree of 9 = f_7 processors for L = 3.
std::optional<double> nodes_of_label(const Row& row) {
  const LogpSize tree{9, 3, 0, 1, 1};
  const std::vector<double> labels = tree_labels(tree, 1);
  return double(std::ranges::count(labels, row["label"]));
}

std::optional<double> union_fails(const Row& row) {
  const auto latency = unsigned(L_of(row)), t = unsigned(row["t"]);
  std::multiset<unsigned> joined = block_sizes(latency, t - 1);
  const unsigned largest = joined.empty() ? 0 : *joined.rbegin();
  if (!joined.empty()) joined.erase(std::prev(joined.end()));
  joined.insert(largest + 1);
  joined.merge(block_sizes(latency, t - latency));
  return joined == block_sizes(latency, t) ? 0 : 1;
}

// L = 4, t = 8: number of legal words of the root's block with four of the five leaves, in any
// order; the fifth leaf is the receive-only processor's, and the other block has one member.
std::optional<double> block_cyclic_words(const Row&) {
  const std::vector<unsigned> leaves{5, 6, 7, 8, 8};
  double found = 0;
  for (std::size_t left_out = 0; left_out < leaves.size(); ++left_out) {
    std::vector<unsigned> word;
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      if (i != left_out) word.push_back(leaves[i]);
    }
    std::ranges::sort(word);
    do {
      std::vector<unsigned> labels{0};
      labels.insert(labels.end(), word.begin(), word.end());
      if (legal(labels)) ++found;
    } while (std::ranges::next_permutation(word).found);
  }
  return found;
}

}  // namespace

std::multiset<unsigned> block_sizes(unsigned latency, unsigned t) {
  std::multiset<unsigned> sizes_of_blocks;
  const LogpSize tree{unsigned(f_of(latency, t)), latency, 0, 1, 1};
  for (const double label : tree_labels(tree, 1)) {
    if (label + latency <= t) sizes_of_blocks.insert(unsigned(t - label) - latency + 1);
  }
  return sizes_of_blocks;
}

std::vector<Claim> logp_words() {
  return {
      {.id = "logp-sec3.2-multiset",
       .place = "section 3.2",
       .statement = "L = 3, P-1 = 9: the items received at a step are {a,a,a,b,b,c,D1,E2,H5}",
       .tried = "nodes of a label in the tree, 7 - label = 0 (a), 1 (b), .. 7 (H)",
       .grid = points_of([](bool) {
         std::vector<Point> all;
         for (unsigned label = 0; label <= 7; ++label) all.push_back({{{"label", label}}, {}});
         return all;
       }),
       .measured = nodes_of_label,
       .printed = of([](const Row& r) {
         const std::vector<double> count{1, 0, 0, 1, 1, 1, 2, 3};
         return count[std::size_t(r["label"])];
       }),
       .printed_text = "3 a, 2 b, 1 c, 1 D, 1 E, 1 H"},
      {.id = "logp-sec3.2-words",
       .place = "section 3.2",
       .statement = "The words for the H5 block are {cccc, acab, abca, abbb}",
       .tried = "all 81 words: those that are legal and not in the list, or the other way round",
       .grid = points({{{{"L", 3}, {"t", 7}}, {}}}),
       .measured = differences_from_list,
       .printed = constant(0),
       .printed_text = "0"},
      {.id = "logp-sec3.2-automaton",
       .place = "section 3.2, Figure 2",
       .statement = "The automaton recipe gives exactly the words that satisfy correctness",
       .tried =
           "the drawing is lost, but correctness gives it: states of two letters, without cb and "
           "ba; no arc from c? to ?a; start states ca and cc. Its words for L = 3 and blocks of "
           "r, if all of them are legal, against the legal ones of all 3^(r-1)",
       .grid = block_sizes_up_to(9),
       .measured = words_of_automaton,
       .printed = legal_words,
       .printed_text = "number of legal words of r - 1 letters"},
      {.id = "logp-lem3.1",
       .place = "Lemma 3.1",
       .statement = "Words a^(L-2) (ca)* b*, b^(L-3) c*, c^(L-4) d*, .. are legal",
       .tried = "words of at most 25 letters: those that are not",
       .grid = points_of([](bool) {
         std::vector<Point> all;
         for (unsigned latency = 3; latency <= 12; ++latency) {
           all.push_back({{{"L", latency}}, {}});
         }
         return all;
       }),
       .measured = illegal_words,
       .printed = constant(0),
       .printed_text = "0"},
      {.id = "logp-sec3.3-union",
       .place = "section 3.3",
       .statement = "I(t) is the disjoint union of I(t-1) and I(t-L), the largest block one larger",
       .tried = "trees, counted: 1 where it fails",
       .grid = points_of([](bool) {
         std::vector<Point> all;
         for (unsigned latency = 2; latency <= 10; ++latency) {
           for (unsigned t = 2 * latency; f_of(latency, t) < 2000; ++t) {
             all.push_back({{{"L", latency}, {"t", t}}, {}});
           }
         }
         return all;
       }),
       .measured = union_fails,
       .printed = constant(0),
       .printed_text = "0"},
      {.id = "logp-sec3.3-L4t8",
       .place = "section 3.3",
       .statement = "L = 4, t = 8 (P-1 = P(t) = 7): no block-cyclic schedule has delay L + t",
       .tried = "all words of the root's block: those that are legal",
       .grid = points({{{{"L", 4}, {"t", 8}}, {}}}),
       .measured = block_cyclic_words,
       .printed = constant(0),
       .printed_text = "0"}};
}

}  // namespace romcast::claims
