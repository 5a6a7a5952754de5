// SPDX-License-Identifier: Apache-2.0
// Fills a square with one symbol after the other, each at a random perfect matching of rows and
// columns, and starts again if a symbol has no such matching. The cyclic group's square, symbol =
// row + column modulo n, cannot have the diagonal 1, 1, 2, .., n-1: symbol - row - column, summed
// over the diagonal, would be 1 instead of 0.
#include "schedules/logp/latin_square.hpp"

#include <algorithm>
#include <optional>
#include <random>

namespace romcast::logp {
namespace {

class Filling {
 public:
  Filling(std::uint32_t n, std::mt19937& random)
      : n_(n), random_(random), cells_(std::size_t{n} * n, n), columns_(n) {
    for (std::uint32_t i = 0; i < n; ++i) {
      columns_[i] = i;
      cell(i, (i + n - 1) % n) = 0;
    }
  }
  bool fill() {
    for (std::uint32_t symbol = 1; symbol < n_; ++symbol) {
      if (!place(symbol)) return false;
    }
    return true;
  }
  std::vector<std::uint32_t> take() { return std::move(cells_); }

 private:
  std::uint32_t& cell(std::uint32_t row, std::uint32_t column) { return cells_[row * n_ + column]; }
  static std::uint32_t diagonal(std::uint32_t row) { return std::max(row, 1U); }

  bool place(std::uint32_t symbol) {
    std::shuffle(columns_.begin(), columns_.end(), random_);
    row_of_.assign(n_, n_);
    for (std::uint32_t row = 0; row < n_; ++row) {
      tried_.assign(n_, false);
      if (!match(row, symbol)) return false;
    }
    for (std::uint32_t column = 0; column < n_; ++column) cell(row_of_[column], column) = symbol;
    return true;
  }
  bool match(std::uint32_t row, std::uint32_t symbol) {
    for (const std::uint32_t column : columns_) {
      if (tried_[column] || !allowed(row, column, symbol)) continue;
      tried_[column] = true;
      if (row_of_[column] != n_ && !match(row_of_[column], symbol)) continue;
      row_of_[column] = row;
      return true;
    }
    return false;
  }
  bool allowed(std::uint32_t row, std::uint32_t column, std::uint32_t symbol) {
    if (diagonal(row) == symbol || row == column) return row == column && diagonal(row) == symbol;
    return cell(row, column) == n_;
  }

  std::uint32_t n_;
  std::mt19937& random_;
  std::vector<std::uint32_t> cells_;    // n: empty
  std::vector<std::uint32_t> columns_;  // in the order in which they are tried
  std::vector<std::uint32_t> row_of_;   // by column; n: none
  std::vector<bool> tried_;             // by column
};

}  // namespace

std::vector<std::uint32_t> near_diagonal_square(std::uint32_t n) {
  std::mt19937 random(n);
  for (;;) {
    Filling filling(n, random);
    if (filling.fill()) return filling.take();
  }
}

}  // namespace romcast::logp
