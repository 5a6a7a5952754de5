// SPDX-License-Identifier: Apache-2.0
// Serialises a sequence of numbers and texts, to be sent from rank to rank.
#pragma once

#include <cstdint>
#include <string>
#include <utility>

namespace romcast {

class Packed {
 public:
  Packed() = default;
  explicit Packed(std::string text) : text_(std::move(text)) {}

  void put(std::uint64_t number) {
    text_.append(reinterpret_cast<const char*>(&number), sizeof(number));
  }
  void put(const std::string& text) {
    put(text.size());
    text_ += text;
  }
  /// number() and text() read the items in the order in which put() added them.
  std::uint64_t number();
  std::string text();
  [[nodiscard]] bool empty() const { return at_ == text_.size(); }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  const char* next(std::size_t size);

  std::string text_;
  std::size_t at_ = 0;
};

}  // namespace romcast
