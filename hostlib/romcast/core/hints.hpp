// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <typeindex>
#include <utility>

namespace romcast {

/// What is known of a schedule beside its hops, by type: local rules that make it, the program that
/// all nodes run alike, ... Who makes the schedule adds it, who can use it asks for it.
class Hints {
 public:
  template <class T>
  Hints& add(std::shared_ptr<const T> hint) {
    hints_[typeid(T)] = std::move(hint);
    return *this;
  }
  /// nullptr if there is none.
  template <class T>
  [[nodiscard]] std::shared_ptr<const T> find() const {
    const auto found = hints_.find(typeid(T));
    if (found == hints_.end()) return nullptr;
    return std::static_pointer_cast<const T>(found->second);
  }

 private:
  std::map<std::type_index, std::shared_ptr<const void>> hints_;
};

/// Hints of one thing.
template <class T>
Hints hint(T value) {
  return Hints().add(std::make_shared<const T>(std::move(value)));
}
template <class T>
Hints hint(std::shared_ptr<const T> value) {
  return Hints().add(std::move(value));
}

}  // namespace romcast
