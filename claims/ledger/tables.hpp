// SPDX-License-Identifier: Apache-2.0
// The ledger of claims: as JSON (schema romcast.ledger/1), as CSV (a row per claim, without its
// trials), and as a table.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "claims/ledger.hpp"

namespace romcast::claims {

nlohmann::ordered_json ledger_json(const std::vector<Entry>& entries, Effort effort);
std::string ledger_csv(const std::vector<Entry>& entries);
/// A line per selected claim, at most `columns` wide; then the statements of refuted claims and of
/// a few corrected ones, and the number of claims by verdict and by meaning.
std::string ledger_table(const std::vector<Entry>& entries, std::size_t columns, bool coloured);

}  // namespace romcast::claims
