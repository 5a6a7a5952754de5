// SPDX-License-Identifier: Apache-2.0
#include "schedules/proof/rup.hpp"

#include <algorithm>
#include <cstdlib>

namespace romcast {

std::size_t RupChecker::index(int literal) {
  return 2 * static_cast<std::size_t>(std::abs(literal)) + (literal < 0 ? 1 : 0);
}

// Does not depend on the order of the literals.
std::uint64_t RupChecker::hash(std::span<const int> clause) {
  std::uint64_t sum = clause.size();
  for (const int literal : clause) {
    std::uint64_t mixed = (index(literal) + 1) * 0x9e3779b97f4a7c15U;
    mixed ^= mixed >> 29;
    sum += mixed * 0xbf58476d1ce4e5b9U;
  }
  return sum;
}

void RupChecker::grow(std::span<const int> clause) {
  std::size_t most = 0;
  for (const int literal : clause) most = std::max(most, index(literal) | 1);
  if (most < values_.size()) return;
  values_.resize(most + 1, 0);
  watches_.resize(most + 1);
}

void RupChecker::assign(int literal) {
  values_[index(literal)] = 1;
  values_[index(-literal)] = -1;
  trail_.push_back(literal);
}

void RupChecker::undo(std::size_t trail) {
  while (trail_.size() > trail) {
    values_[index(trail_.back())] = 0;
    values_[index(-trail_.back())] = 0;
    trail_.pop_back();
  }
  propagated_ = trail;
}

// Stores a clause. A clause of two or more literals watches two of them, preferably literals that
// are not false. If one literal has no value and all others are false, makes that literal true
// and propagates. Sets refuted_ at a conflict.
void RupChecker::store(std::span<const int> clause) {
  const auto reference = static_cast<Reference>(arena_.size());
  arena_.push_back(static_cast<int>(clause.size()));
  arena_.insert(arena_.end(), clause.begin(), clause.end());
  const std::span<int> kept = std::span(arena_).subspan(reference + 1, clause.size());
  std::ranges::stable_sort(kept, std::ranges::greater{}, [&](int l) { return value(l); });
  by_hash_.emplace(hash(clause), reference);
  if (kept.size() > 1) {
    watches_[index(kept[0])].push_back(reference);
    watches_[index(kept[1])].push_back(reference);
  }
  if (kept.empty() || value(kept[0]) < 0) {
    refuted_ = true;
  } else if (value(kept[0]) == 0 && (kept.size() == 1 || value(kept[1]) < 0)) {
    assign(kept[0]);
    if (!propagate()) refuted_ = true;
  }
}

void RupChecker::add(std::span<const int> clause) {
  if (refuted_) return;
  grow(clause);
  store(clause);
}

bool RupChecker::derive(std::span<const int> clause) {
  if (refuted_) return true;
  grow(clause);
  const std::size_t root = trail_.size();
  bool conflict = false;
  for (const int literal : clause) {
    if (value(literal) > 0) conflict = true;
    if (value(literal) == 0) assign(-literal);
  }
  conflict = conflict || !propagate();
  undo(root);
  if (conflict) store(clause);
  return conflict;
}

void RupChecker::remove(std::span<const int> clause) {
  if (clause.size() < 2) return;
  const auto [first, last] = by_hash_.equal_range(hash(clause));
  for (auto found = first; found != last; ++found) {
    const Reference reference = found->second;
    const std::span<int> kept =
        std::span(arena_).subspan(reference + 1, static_cast<std::size_t>(arena_[reference]));
    if (!std::ranges::is_permutation(kept, clause)) continue;
    // A clause with a true watched literal stays in use: the clause may be the reason why the
    // literal is true, and the literal stays true.
    if (value(kept[0]) > 0 || value(kept[1]) > 0) return;
    for (const int literal : {kept[0], kept[1]}) std::erase(watches_[index(literal)], reference);
    by_hash_.erase(found);
    return;
  }
}

// Finds new watches for the clauses that watch this literal, which has become false, and assigns
// the literals of clauses that became unit. Returns false at a conflict.
bool RupChecker::visit(int falsified) {
  std::vector<Reference>& watching = watches_[index(falsified)];
  std::size_t kept = 0;
  bool sound = true;
  for (std::size_t i = 0; i < watching.size(); ++i) {
    const Reference reference = watching[i];
    const auto size = static_cast<std::size_t>(arena_[reference]);
    int* literals = &arena_[reference + 1];
    if (!sound) {
      watching[kept++] = reference;
      continue;
    }
    if (literals[0] == falsified) std::swap(literals[0], literals[1]);
    bool moved = false;
    if (value(literals[0]) <= 0) {
      for (std::size_t k = 2; k < size && !moved; ++k) {
        if (value(literals[k]) < 0) continue;
        std::swap(literals[1], literals[k]);
        watches_[index(literals[1])].push_back(reference);
        moved = true;
      }
    }
    if (moved) continue;
    watching[kept++] = reference;
    if (value(literals[0]) < 0) sound = false;
    if (value(literals[0]) == 0) assign(literals[0]);
  }
  watching.resize(kept);
  return sound;
}

bool RupChecker::propagate() {
  while (propagated_ < trail_.size()) {
    if (!visit(-trail_[propagated_++])) return false;
  }
  return true;
}

namespace {

// Reads a literal of binary DRAT: 7 bits per byte, lowest first; the literal 0 ends a clause. False
// at the end of the file.
bool read_literal(std::FILE* proof, int& literal) {
  std::uint64_t code = 0;
  for (unsigned shift = 0; shift < 63; shift += 7) {
    const int byte = std::getc(proof);
    if (byte == EOF) return false;
    code |= static_cast<std::uint64_t>(byte & 127) << shift;
    if (byte < 128) break;
  }
  literal = static_cast<int>(code / 2) * (code % 2 == 1 ? -1 : 1);
  return true;
}

}  // namespace

bool refutes(std::span<const int> formula, std::FILE* proof, const std::function<bool()>& go_on) {
  RupChecker checker;
  std::vector<int> clause;
  for (const int literal : formula) {
    if (literal != 0) {
      clause.push_back(literal);
      continue;
    }
    checker.add(clause);
    clause.clear();
  }
  std::uint64_t steps = 0;
  for (int kind = std::getc(proof); kind != EOF && !checker.refuted(); kind = std::getc(proof)) {
    if (++steps % 1024 == 0 && !go_on()) return false;
    clause.clear();
    int literal = 0;
    while (true) {
      if (!read_literal(proof, literal)) return false;
      if (literal == 0) break;
      clause.push_back(literal);
    }
    if (kind == 'd') {
      checker.remove(clause);
    } else if (kind != 'a' || !checker.derive(clause)) {
      return false;
    }
  }
  return checker.refuted();
}

}  // namespace romcast
