// SPDX-License-Identifier: Apache-2.0
// The ledger as one page for the browser, with all it needs inside: filters, search, and a page per
// claim with its plot.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "claims/ledger.hpp"

namespace romcast {

/// page/ledger.html, in which @LEDGER@ stands for the figures.
std::string_view ledger_template();

std::string ledger_page(const nlohmann::ordered_json& ledger);

}  // namespace romcast
