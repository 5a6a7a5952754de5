// SPDX-License-Identifier: Apache-2.0
// Checks a solver's refutation of a formula by reverse unit propagation (Goldberg & Novikov 2003;
// Van Gelder 2008): every clause that the solver learnt must follow from the earlier clauses by
// unit propagation alone, until the empty clause follows. Literals are non-zero integers; -v
// negates v.
#pragma once

#include <cstdint>
#include <cstdio>
#include <functional>
#include <span>
#include <unordered_map>
#include <vector>

namespace romcast {

class RupChecker {
 public:
  /// Adds a clause of the formula.
  void add(std::span<const int> clause);
  /// Adds a learnt clause; returns false instead if it does not follow by unit propagation.
  bool derive(std::span<const int> clause);
  /// Removes a clause from use; unit clauses, and clauses with a true watched literal, stay.
  void remove(std::span<const int> clause);
  /// True if the empty clause follows.
  [[nodiscard]] bool refuted() const { return refuted_; }

 private:
  using Reference = std::uint32_t;  // index in arena_ of a clause's length; its literals follow
  static std::size_t index(int literal);
  static std::uint64_t hash(std::span<const int> clause);
  void grow(std::span<const int> clause);
  void store(std::span<const int> clause);
  [[nodiscard]] signed char value(int literal) const { return values_[index(literal)]; }
  void assign(int literal);
  bool propagate();  // false at a conflict
  bool visit(int falsified);
  void undo(std::size_t trail);

  bool refuted_ = false;
  std::vector<int> arena_;
  std::vector<std::vector<Reference>> watches_;  // by literal
  std::vector<signed char> values_;              // by literal: 1 true, -1 false, 0 open
  std::vector<int> trail_;
  std::size_t propagated_ = 0;
  std::unordered_multimap<std::uint64_t, Reference> by_hash_;
};

/// Reads a proof in binary DRAT from the current position of the file. True if the empty clause
/// follows. False if the file ends, a step is wrong, or go_on() returns false before the empty
/// clause follows. `formula` holds clauses, each followed by a 0.
bool refutes(std::span<const int> formula, std::FILE* proof, const std::function<bool()>& go_on);

}  // namespace romcast
