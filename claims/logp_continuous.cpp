// SPDX-License-Identifier: Apache-2.0
// Karp, Sahay, Santos & Schauser 1993, sections 3.2 and 3.3: continuous broadcast, words.
#include <algorithm>
#include <set>

#include "claims/logp.hpp"

namespace romcast::claims {
namespace {

double delay_bound(const Row& row) { return L_of(row) + others_time(row); }

// P-1 = f_t for consecutive t from `first(L)` on.
Grid full_trees(unsigned least_latency, unsigned most_latency,
                const std::function<unsigned(unsigned)>& first, unsigned how_many,
                unsigned items = 9) {
  return points_of([=](bool full) {
    std::vector<Point> all;
    for (unsigned latency = least_latency; latency <= most_latency; ++latency) {
      for (unsigned i = 0; i < (full ? how_many : std::min(how_many, 2U)); ++i) {
        const unsigned t = first(latency) + i;
        if (f_of(latency, t) > (full ? 150 : 31)) continue;
        Point point =
            logp_point({unsigned(f_of(latency, t)) + 1, latency, 0, 1, items}, {kEndless});
        point.at.emplace_back("t", t);
        all.push_back(point);
      }
    }
    return all;
  });
}

unsigned t_of_L(unsigned latency) { return latency % 2 == 1 ? latency : 2 * latency + 1; }

// Labels of a block's receptions modulo its size: member q receives the item j - label at its time
// j. Legal if no item repeats.
bool legal(const std::vector<unsigned>& labels) {
  std::set<unsigned> items;
  const auto size = unsigned(labels.size());
  for (unsigned j = 0; j < size; ++j) items.insert((j + size * 64 - labels[j]) % size);
  return items.size() == labels.size();
}

// True for a legal word of a block of r whose head has the label `head`; 'a' stands for the label
// t.
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

// Number of illegal words of the lemma with at most 25 letters; a node of r children has the label
// t - L + 1 - r, so that its last child has the label t.
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

// Number of words of four letters a, b, c whose legality after H5 differs from the paper's list.
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

// Words of the automaton for L = 3 and a block of r: paths of r arcs from a start state to itself,
// without the first letter and the last two. A letter that follows as the same item is forbidden: x
// may not come d steps before the letter d below it.
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

// The head of a block of r has the label t - L + 1 - r; here it is 0, so that t = r + 2.
bool legal_in_block(const std::string& word) {
  return legal_word(word, 0, unsigned(word.size()) + 3);
}

// Number of the automaton's words; nothing if one is not legal.
std::optional<double> words_of_automaton(const Row& row) {
  const std::set<std::string> words = automaton_words(unsigned(row["r"]));
  if (!std::ranges::all_of(words, legal_in_block)) return std::nullopt;
  return double(words.size());
}

// Number of legal words among all of r - 1 letters a, b, c.
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

// Machines with L = 2 and k > k*.
Grid latency_two() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (unsigned p = 3; p <= (full ? 14U : 9U); ++p) {
      for (unsigned k = 3; k <= (full ? 5U : 4U); ++k) {
        all.push_back(logp_point({p, 2, 0, 1, k}, {kMulti}));
      }
    }
    return all;
  });
}

// Number of nodes with a label in the tree of P-1 = f_t.
std::optional<double> nodes_of_label(const Row& row) {
  const LogpSize tree{9, 3, 0, 1, 1};
  const std::vector<double> labels = tree_labels(tree, 1);
  return double(std::ranges::count(labels, row["label"]));
}

// Numbers of children of the internal nodes in the tree of f_t processors.
std::multiset<unsigned> block_sizes(unsigned latency, unsigned t) {
  std::multiset<unsigned> sizes_of_blocks;
  const LogpSize tree{unsigned(f_of(latency, t)), latency, 0, 1, 1};
  for (const double label : tree_labels(tree, 1)) {
    if (label + latency <= t) sizes_of_blocks.insert(unsigned(t - label) - latency + 1);
  }
  return sizes_of_blocks;
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

Grid conjectured() {
  return points_of([](bool full) {
    std::vector<Point> all;
    for (const unsigned latency :
         full ? std::vector<unsigned>{1, 3, 4, 5, 6, 7, 8} : std::vector<unsigned>{1, 3, 4}) {
      for (unsigned p = 20; p <= (full ? 60U : 30U); p += full ? 4 : 5) {
        all.push_back(logp_point({p, latency, 0, 1, 9}, {kEndless}));
      }
    }
    return all;
  });
}

Grid figure_2() { return points({logp_point({10, 3, 0, 1, 8}, {kMulti})}); }

}  // namespace

std::vector<Claim> logp_continuous() {
  const auto endless_2 = [](unsigned first, unsigned how_many) {
    return full_trees(
        2, 2, [first](unsigned) { return first; }, how_many);
  };
  const auto delay_plus = [](double more) {
    return of([more](const Row& r) { return delay_bound(r) + more; });
  };
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
      {.id = "logp-sec3.2-assign",
       .place = "section 3.2",
       .statement = "acab to H5, a to E2, empty to D1, b to the receive-only processor is a "
                    "correct schedule of delay 10",
       .tried = "delay of an item in the trace of the block-cyclic schedule",
       .grid = points({logp_point({10, 3, 0, 1, 20}, {kEndless})}),
       .measured = item_delay,
       .printed = constant(10),
       .printed_text = "10"},
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
      {.id = "logp-sec3.3-base",
       .place = "section 3.3",
       .statement = "Base cases were found for all L <= 10",
       .tried = "L consecutive t or fewer, from t(L) on: delay of an item in the trace",
       .grid = full_trees(3, 10, t_of_L, 10),
       .measured = item_delay,
       .printed = delay_plus(0),
       .printed_text = "L + B(P-1)"},
      {.id = "logp-thm3.3",
       .place = "Theorem 3.3",
       .statement = "3 <= L <= 10: for P-1 = P(t), t >= t(L), delay L + B(P-1) is achieved",
       .tried = "delay of an item in the trace",
       .grid = full_trees(3, 10, t_of_L, 10),
       .measured = item_delay,
       .printed = delay_plus(0),
       .printed_text = "L + B(P-1)"},
      {.id = "logp-cor3.1",
       .place = "Corollary 3.1",
       .statement = "3 <= L <= 10, P-1 = P(t), t >= t(L): k items in L + B(P-1) + k - 1",
       .grid = full_trees(3, 10, t_of_L, 10),
       .printed = of([](const Row& r) { return delay_bound(r) + items_of(r) - 1; }),
       .printed_text = "L + B(P-1) + k - 1"},
      {.id = "logp-sec3.3-tL",
       .place = "section 3.3",
       .statement = "The values t(L) are small",
       .tried = "2L + 1 taken for small: delay of an item there",
       .grid = full_trees(
           3, 10, [](unsigned latency) { return 2 * latency + 1; }, 1),
       .measured = item_delay,
       .printed = delay_plus(0),
       .printed_text = "L + B(P-1)"},
      {.id = "logp-sec3.3-L4t8",
       .place = "section 3.3",
       .statement = "L = 4, t = 8 (P-1 = P(t) = 7): no block-cyclic schedule has delay L + t",
       .tried = "all words of the root's block: those that are legal",
       .grid = points({{{{"L", 4}, {"t", 8}}, {}}}),
       .measured = block_cyclic_words,
       .printed = constant(0),
       .printed_text = "0"},
      {.id = "logp-fig2",
       .place = "Figure 2",
       .statement = "P = 10, L = 3, k = 8: the complete schedule",
       .tried = "the fewest steps that a solver finds, against the bound of Theorem 3.1",
       .grid = figure_2(),
       .printed =
           of([](const Row& r) { return others_time(r) + L_of(r) + items_of(r) - 1 - k_star(r); }),
       .printed_text = "B(P-1) + L + (k-1) - k* = 15"},
      {.id = "logp-fig2-endgame",
       .place = "section 3.3",
       .statement = "For k = 8 every processor must have k* = 2 items by step 9, and from step 10 "
                    "on all receive in every step, to meet the bound",
       .tried = "receptions after step 9 of a schedule that meets it: 9 in each of 6 steps",
       .grid = figure_2(),
       .measured = [](const Row& r) -> std::optional<double> {
         double late = 0;
         const PlanView plan = view_plan({.network = "complete",
                                          .collective = "broadcast",
                                          .algorithm = "multi-sending",
                                          .options = {{"processors", "10"}},
                                          .algorithm_options = {{"seconds", "600"}},
                                          .messages = 8,
                                          .timing = {.latency = 3}});
         for (const Sent& hop : plan.hops) late += hop.cycle - 1 + L_of(r) > 9 ? 1 : 0;
         return late;
       },
       .printed = constant(54),
       .printed_text = "9 processors in steps 10..15"},
      {.id = "logp-thm3.4",
       .place = "Theorem 3.4",
       .statement = "L = 2: for infinitely many P the delay is at least L + B(P-1) + 1",
       .tried = "P-1 = P(t), t >= 7: delay of an item in the best schedule that there is",
       .grid = endless_2(7, 4),
       .measured = item_delay,
       .relation = Relation::at_least,
       .printed = delay_plus(1),
       .printed_text = "L + B(P-1) + 1",
       .sense = Sense::bound},
      {.id = "logp-cor3.2",
       .place = "Corollary 3.2",
       .statement = "L = 2: for some P, k the time exceeds the bound of Theorem 3.1",
       .tried =
           "fewest cycles by a solver; k > k*. The proof needs a continuous phase of any length, "
           "but a few items are sent in the bound's time even where no endless schedule has the "
           "least delay",
       .grid = latency_two(),
       .relation = Relation::more,
       .printed = of([](const Row& r) { return delay_bound(r) + items_of(r) - 1 - k_star(r); }),
       .printed_text = "B(P-1) + L + (k-1) - k*",
       .sense = Sense::exists},
      {.id = "logp-thm3.5",
       .place = "Theorem 3.5",
       .statement = "L = 2, P-1 = P(t): delay L + B(P-1) + 1 is achieved",
       .tried = "delay of an item in the trace",
       .grid = endless_2(3, 8),
       .measured = item_delay,
       .relation = Relation::at_most,
       .printed = delay_plus(1),
       .printed_text = "L + B(P-1) + 1",
       .slack = 1},
      {.id = "logp-conj",
       .place = "sections 1 and 6",
       .statement = "Conjecture: for every L other than 2 and large P the bound L + B(P-1) is met",
       .tried = "P >= 20, not only P-1 = P(t): delay of an item in the trace",
       .grid = conjectured(),
       .measured = item_delay,
       .printed = delay_plus(0),
       .printed_text = "L + B(P-1)",
       .sense = Sense::bound},
  };
}

}  // namespace romcast::claims
