// SPDX-License-Identifier: Apache-2.0
// A table over a large index range that allocates only the pages in use.
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
      : initial_(initial), pages_(static_cast<std::size_t>((size + kPage - 1) / kPage)) {}

  [[nodiscard]] bool empty() const { return pages_.empty(); }
  [[nodiscard]] T get(std::uint64_t index) const {
    const T* const page = pages_[index / kPage].get();
    return page != nullptr ? page[index % kPage] : initial_;
  }
  [[nodiscard]] T& at(std::uint64_t index) {
    std::unique_ptr<T[]>& page = pages_[index / kPage];
    if (!page) [[unlikely]]
      add(page);
    return page[index % kPage];
  }
  /// Prefetches an entry; used ahead of accesses in random order.
  void fetch(std::uint64_t index) const {
    if (const auto& page = pages_[index / kPage]) prefetch(&page[index % kPage]);
  }

 private:
  static constexpr std::size_t kPage = 4096;
  void add(std::unique_ptr<T[]>& page) {
    page.reset(new T[kPage]);
    std::fill_n(page.get(), kPage, initial_);
  }

  T initial_;
  std::vector<std::unique_ptr<T[]>> pages_;
};

}  // namespace romcast
