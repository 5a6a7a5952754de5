// SPDX-License-Identifier: Apache-2.0
// A growing ring buffer. An empty std::deque takes 600 bytes, and a plan has thousands of queues.
#pragma once

#include <bit>
#include <cstddef>
#include <utility>
#include <vector>

namespace romcast {

template <class T>
class Fifo {
 public:
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] T& front() { return ring_[first_]; }

  void push(const T& value) {
    if (size_ == ring_.size()) grow();
    ring_[(first_ + size_++) & (ring_.size() - 1)] = value;
  }

  void pop() {
    first_ = (first_ + 1) & (ring_.size() - 1);
    --size_;
  }

 private:
  void grow() {
    std::vector<T> larger(ring_.empty() ? 4 : 2 * ring_.size());
    for (std::size_t i = 0; i < size_; ++i) larger[i] = ring_[(first_ + i) & (ring_.size() - 1)];
    ring_ = std::move(larger);
    first_ = 0;
  }

  std::vector<T> ring_;
  std::size_t first_ = 0, size_ = 0;
};

}  // namespace romcast
