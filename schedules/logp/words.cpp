// SPDX-License-Identifier: Apache-2.0
#include "schedules/logp/words.hpp"

#include <array>
#include <numeric>

namespace romcast::logp {
namespace {

// M. Hall, "A combinatorial problem on abelian groups", 1952. All differences now_[i] = y[i] - x[i]
// begin as 0. Step k changes now_[k] to b[k], and now_[k+1] by the opposite amount. Element k then
// needs y = x[k] + b[k]. If an element e other than k and k+1 has this y, e gives it to k, takes
// the spare x (at first x[k+1]), leaves its old x as the next spare x, and needs another y in turn.
// At the end element k+1 takes the spare x and the remaining y.
class Hall {
 public:
  explicit Hall(const std::vector<std::uint32_t>& b) : b_(b), n_(b.size()), now_(n_, 0) {
    result_.x.resize(n_);
    result_.y.resize(n_);
    owner_.resize(n_);
    std::iota(result_.x.begin(), result_.x.end(), 0U);
    std::iota(result_.y.begin(), result_.y.end(), 0U);
    std::iota(owner_.begin(), owner_.end(), 0U);
  }
  Bijections run() {
    for (std::uint32_t k = 0; k + 1 < n_; ++k) change(k);
    return std::move(result_);
  }

 private:
  void change(std::uint32_t k) {
    const std::size_t delta = (b_[k] + n_ - now_[k]) % n_;
    if (delta == 0) return;
    const std::uint32_t other = k + 1;
    now_[k] = b_[k];
    now_[other] = (now_[other] + n_ - delta) % n_;
    const std::array<std::uint32_t, 2> free{result_.y[k], result_.y[other]};
    std::uint32_t taken = result_.x[k], spare = result_.x[other], element = k;
    for (;;) {
      const auto y = static_cast<std::uint32_t>((taken + now_[element]) % n_);
      if (y == free[0] || y == free[1]) {
        set(element, taken, y);
        set(other, spare, y == free[0] ? free[1] : free[0]);
        return;
      }
      const std::uint32_t next = owner_[y];
      const std::uint32_t given = result_.x[next];
      set(element, taken, y);
      taken = spare;
      spare = given;
      element = next;
    }
  }
  void set(std::uint32_t element, std::uint32_t x, std::uint32_t y) {
    result_.x[element] = x;
    result_.y[element] = y;
    owner_[y] = element;
  }
  const std::vector<std::uint32_t>& b_;
  std::size_t n_;
  std::vector<std::size_t> now_;
  Bijections result_;
  std::vector<std::uint32_t> owner_;  // by value of y: the element that has it
};

}  // namespace

Bijections hall(const std::vector<std::uint32_t>& b) { return Hall(b).run(); }

std::vector<std::uint32_t> legal_word(const std::vector<std::uint32_t>& labels) {
  const auto size = static_cast<std::uint32_t>(labels.size());
  const Bijections places = hall(labels);
  std::vector<std::uint32_t> word(size);
  for (std::uint32_t i = 0; i < size; ++i) {
    word[(places.y[i] + size - places.y[0]) % size] = i;
  }
  return word;
}

}  // namespace romcast::logp
