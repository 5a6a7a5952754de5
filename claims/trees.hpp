// SPDX-License-Identifier: Apache-2.0
// Parts of the list of Dimakopoulos & Dimopoulos 1996.
#pragma once

#include <vector>

#include "claims/claim.hpp"

namespace romcast::claims {

std::vector<Claim> trees_single();
std::vector<Claim> trees_multi();

}  // namespace romcast::claims
