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

/// page/ledger.html, in which @LEDGER@ stands for the figures, @DRAWINGS@ for the script that
/// draws.
std::string_view ledger_template();

/// What a page plays: small runs, by command ("romcast run ..."), as romcast.view/1; for each claim
/// the first of its runs that is small enough.
nlohmann::ordered_json small_runs(const std::vector<claims::Entry>& entries);

/// Without plots and players if this romcast was built without its drawings.
std::string ledger_page(const nlohmann::ordered_json& ledger,
                        const nlohmann::ordered_json& players);

}  // namespace romcast
