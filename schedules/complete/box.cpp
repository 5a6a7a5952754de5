// SPDX-License-Identifier: Apache-2.0
#include "schedules/complete/box.hpp"

#include <algorithm>

#include "schedules/complete/k_trees.hpp"

namespace romcast::complete {

unsigned box_time(const BoxShape& shape, std::uint32_t k, std::uint32_t input) {
  if (shape.processors == 1) return 0;
  switch (shape.kind) {
    case BoxShape::Kind::nice:
      return shape.d;
    case BoxShape::Kind::special:
      return shape.d + 1;
    case BoxShape::Kind::direct:
      return 1;
    case BoxShape::Kind::trees:
      return KTrees(shape.processors + 1, k).height(input) - 1;
  }
  return 0;
}

unsigned box_time(const BoxShape& shape, std::uint32_t k) {
  if (shape.kind != BoxShape::Kind::trees) return box_time(shape, k, 0);
  const KTrees trees(shape.processors + 1, k);
  unsigned most = 0;
  for (std::uint32_t j = 0; j < k; ++j) most = std::max(most, trees.height(j) - 1);
  return most;
}

BoxShape small_box(std::uint32_t x, std::uint32_t k) {
  const bool direct = x == 1 || (x <= k + 1 && x * (k / (x - 1)) >= k);
  return {.kind = direct ? BoxShape::Kind::direct : BoxShape::Kind::trees, .processors = x};
}

std::unique_ptr<Box> make_box(const BoxShape& shape, const Box::Place& place) {
  switch (shape.kind) {
    case BoxShape::Kind::nice:
      return make_nice_box(shape, place);
    case BoxShape::Kind::special:
      return make_special_box(shape, place);
    case BoxShape::Kind::direct:
      return make_direct_box(shape, place);
    case BoxShape::Kind::trees:
      return make_tree_box(shape, place);
  }
  return nullptr;
}

}  // namespace romcast::complete
