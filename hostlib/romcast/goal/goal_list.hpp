// SPDX-License-Identifier: Apache-2.0
// A list that a GOAL simulation keeps for each of up to a million ranks.
#pragma once

#include <algorithm>
#include <vector>

namespace romcast {

/// A list that allocates nothing before its first entry, and that is cheap to shorten at both ends.
template <class T>
class GoalList {
 public:
  [[nodiscard]] std::size_t size() const { return all_.size() - gone_; }
  [[nodiscard]] bool empty() const { return size() == 0; }
  [[nodiscard]] const T& operator[](std::size_t index) const { return all_[gone_ + index]; }
  [[nodiscard]] const T& front() const { return all_[gone_]; }
  [[nodiscard]] auto begin() const { return all_.begin() + offset(gone_); }
  [[nodiscard]] auto end() const { return all_.end(); }

  void push_back(const T& value) { all_.push_back(value); }
  void insert(std::size_t index, const T& value) {
    all_.insert(all_.begin() + offset(gone_ + index), value);
  }
  /// Removes an entry; moves the entries before it or those after it, whichever are fewer.
  void erase(std::size_t index) {
    const auto at = all_.begin() + offset(gone_ + index);
    if (index < size() / 2 || index == 0) {
      std::move_backward(all_.begin() + offset(gone_), at, at + 1);
      ++gone_;
    } else {
      all_.erase(at);
    }
    if (gone_ <= size()) return;
    all_.erase(all_.begin(), all_.begin() + offset(gone_));
    gone_ = 0;
  }
  void pop_front() { erase(0); }

 private:
  static std::ptrdiff_t offset(std::size_t index) { return static_cast<std::ptrdiff_t>(index); }

  std::vector<T> all_;
  std::size_t gone_ = 0;  // removed entries at the front
};

}  // namespace romcast
