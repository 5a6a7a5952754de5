// SPDX-License-Identifier: Apache-2.0
// The nice box (box.hpp) of Bar-Noy & Ho 1999, section 4.1, for k ports: (k+1)^d - 1 processors,
// with fixed numbers instead of the paper's moving sets: the processors of the box are
// the points of the cube (cube.hpp) except point 0, which represents everything outside the box.
#include "schedules/complete/box.hpp"
#include "schedules/complete/cube.hpp"

namespace romcast::complete {
namespace {

class NiceBox final : public Box {
 public:
  NiceBox(const BoxShape& shape, const Place& place)
      : Box(place), cube_(place.k, shape.d), d_(shape.d) {}

  [[nodiscard]] NodeId entry(std::uint32_t input) const override {
    return actual((input + 1) * cube_.unit(round_ % d_));
  }
  void next(std::uint64_t r, Sends& sends, const Box* next_box) override {
    cube_.exchange(
        r, [&](unsigned age, std::uint32_t j) { return message(r, age + 1, j) != kNone; },
        [&](NodeId from, NodeId to, unsigned age, std::uint32_t j) {
          const MessageId m = message(r, age + 1, j);
          if (to != 0) {
            sends.add(actual(from), actual(to), m);
          } else if (next_box != nullptr) {
            sends.add(actual(from), next_box->entry(j), m);
          }
        });
    round_ = static_cast<unsigned>((r + 1) % d_);
  }

 private:
  [[nodiscard]] NodeId actual(NodeId point) const { return place().first + point - 1; }

  const Cube cube_;
  const unsigned d_;
  unsigned round_ = 0;  // the next round, mod d
};

}  // namespace

std::unique_ptr<Box> make_nice_box(const BoxShape& shape, const Box::Place& place) {
  return std::make_unique<NiceBox>(shape, place);
}

}  // namespace romcast::complete
