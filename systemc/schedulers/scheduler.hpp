// SPDX-License-Identifier: Apache-2.0
// How a release of Verilator writes the scheduler of a model, as C++. `{}` is a region: ico or nba.
// The texts that are compared have no white space.
#pragma once

#include <string_view>

namespace romcast {

struct Scheduler {
  std::string_view release;
  std::string_view clock;         ///< all of eval_triggers__act where `clk` alone triggers anything
  std::string_view inputs;        ///< all of eval_triggers__ico where inputs are followed once
  std::string_view nothing;       ///< how a function without statements ends
  std::string_view asks;          ///< a region asks for its trigger
  std::string_view raise, lower;  ///< statements: the trigger of a region
};

}  // namespace romcast
