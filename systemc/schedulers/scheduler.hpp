// SPDX-License-Identifier: Apache-2.0
// C++ that a release of Verilator writes for the scheduler of a model. `{}` is a region of the
// scheduler: ico (for changed inputs) or nba (for a clock edge). `clock`, `inputs`, `nothing` and
// `asks` have no white space, as they are compared with the model's C++ without its white space.
#pragma once

#include <string_view>

namespace romcast {

struct Scheduler {
  std::string_view release;
  std::string_view clock;         ///< whole body of eval_triggers__act if only `clk` triggers
  std::string_view inputs;        ///< whole body of eval_triggers__ico if inputs are evaluated once
  std::string_view nothing;       ///< end of eval_act if it has no statements
  std::string_view asks;          ///< a region's test of its trigger
  std::string_view raise, lower;  ///< statements that set and clear a region's trigger
};

}  // namespace romcast
