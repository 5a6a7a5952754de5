// SPDX-License-Identifier: Apache-2.0
#include "apps/view/scenario_view.hpp"

#include <fmt/format.h>

#include "apps/option_words.hpp"
#include "romcast/core/error.hpp"

namespace romcast {

nlohmann::ordered_json scenario_view(Run& run, const nlohmann::ordered_json& given,
                                     const ViewLimits& limits) {
  const nlohmann::ordered_json planned = with_options(run.report()).json();
  if (run.symmetric()) {
    throw InputError("this run has too many hops to look at each; take a smaller network");
  }
  if (!given.is_null() && given.at("plan").at("cycles") != planned["plan"]["cycles"]) {
    throw InputError(
        fmt::format("the result says {} cycles, its scenario makes a plan of {}; run it again",
                    given["plan"]["cycles"].dump(), planned["plan"]["cycles"].dump()));
  }
  return view_json(run, given.is_null() ? planned : given, limits);
}

}  // namespace romcast
