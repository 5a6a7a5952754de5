// SPDX-License-Identifier: Apache-2.0
// A table over a large index range that pays only for the pages in use.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "romcast/core/prefetch.hpp"

namespace romcast {

template <class T>
class Paged {
 public:
  Paged(std::uint64_t size, T initial)
      : initial_(initial),
        none_(size == 0 ? nullptr : page()),
        pages_(static_cast<std::size_t>((size + kPage - 1) / kPage), none_.get()) {}

  [[nodiscard]] bool empty() const { return pages_.empty(); }
  [[nodiscard]] T get(std::uint64_t index) const { return pages_[index / kPage][index % kPage]; }
  [[nodiscard]] T& at(std::uint64_t index) {
    T*& page = pages_[index / kPage];
    if (page == none_.get()) [[unlikely]]
      add(page);
    return page[index % kPage];
  }
  /// It will be asked for soon: whoever walks through many in no order says so ahead.
  void fetch(std::uint64_t index) const { prefetch(&pages_[index / kPage][index % kPage]); }

 private:
  static constexpr std::size_t kPage = 4096;
  [[nodiscard]] std::unique_ptr<T[]> page() const {
    std::unique_ptr<T[]> made(new T[kPage]);
    std::fill_n(made.get(), kPage, initial_);
    return made;
  }
  void add(T*& place) {
    used_.push_back(page());
    place = used_.back().get();
  }

  T initial_;
  std::unique_ptr<T[]> none_;  // stands for all pages that nothing has been written to
  std::vector<T*> pages_;
  std::vector<std::unique_ptr<T[]>> used_;
};

}  // namespace romcast
