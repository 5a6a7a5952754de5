// SPDX-License-Identifier: Apache-2.0
// The ledger as one self-contained HTML file for the browser: a list of claims with filters and
// search, and a view of each claim with its plot.
#pragma once

#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "claims/ledger.hpp"

namespace romcast::claims {

/// The text of ledger.html, with placeholders @LEDGER@ for the figures and @DRAWINGS@ for the
/// script that draws.
std::string_view ledger_template();

/// Limits of a playable run.
inline constexpr std::size_t kMostHops = 300, kMostNodes = 40;
/// A function that returns the data of the run with these options for the page, as romcast.view/1;
/// null if the run is beyond the limits, or fails.
using Player = std::function<nlohmann::ordered_json(const std::string& options)>;

/// Playable runs of the page, by command ("romcast run ..."), as romcast.view/1: for each claim a
/// run of a point at which the claim as printed fails, or, if no such run is playable, holds. Only
/// the first few runs of either sort are tried, so some claims have no playable run.
nlohmann::ordered_json small_runs(const std::vector<Entry>& entries, const Player& player);

/// Date, commit of the sources (empty: unknown) and command with which a ledger was made.
struct Made {
  std::string date{}, commit{}, command{};
};
/// Today's date (UTC), 12 digits of the commit of the source tree at `root`, and `command`.
Made made_now(const std::string& root, std::string command);

/// The page as HTML; lacks plots and players if this romcast was built without its drawings.
std::string ledger_page(const nlohmann::ordered_json& ledger, const nlohmann::ordered_json& players,
                        const Made& made);

}  // namespace romcast::claims
