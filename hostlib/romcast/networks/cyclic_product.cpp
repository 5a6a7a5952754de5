// SPDX-License-Identifier: Apache-2.0
#include "romcast/networks/cyclic_product.hpp"

#include <utility>

namespace romcast {

CyclicProduct::CyclicProduct(std::vector<std::uint32_t> sizes)
    : sizes_(std::move(sizes)), steps_(sizes_.size()) {
  for (std::size_t i = sizes_.size(); i-- > 0; order_ *= sizes_[i]) {
    steps_[i] = static_cast<NodeId>(order_);
  }
}

NodeId CyclicProduct::multiply(NodeId a, NodeId b) const {
  NodeId product = 0;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    product += (a / steps_[i] + b / steps_[i]) % sizes_[i] * steps_[i];
  }
  return product;
}

NodeId CyclicProduct::inverse(NodeId a) const {
  NodeId inverse = 0;
  for (std::size_t i = 0; i < sizes_.size(); ++i) {
    inverse += (sizes_[i] - a / steps_[i] % sizes_[i]) % sizes_[i] * steps_[i];
  }
  return inverse;
}

}  // namespace romcast
