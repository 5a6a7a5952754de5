// SPDX-License-Identifier: Apache-2.0
// An open file descriptor that closes itself.
#pragma once

#include <unistd.h>

#include <utility>

namespace romcast {

class Descriptor {
 public:
  explicit Descriptor(int number = -1) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
  Descriptor& operator=(Descriptor&& other) noexcept {
    std::swap(number_, other.number_);
    return *this;
  }

  [[nodiscard]] int number() const { return number_; }
  explicit operator bool() const { return number_ >= 0; }
  /// Gives up ownership: the descriptor stays open.
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

}  // namespace romcast
