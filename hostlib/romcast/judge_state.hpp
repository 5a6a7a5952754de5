// What is behind a Judge: one class per kind of machine.
#pragma once

#include "romcast/judge.hpp"

namespace romcast {

class Judge::State {
 public:
  State() = default;
  virtual ~State() = default;
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  virtual void step(std::span<const Hop> hops) = 0;
  virtual Verdict finish() = 0;
};

}  // namespace romcast
