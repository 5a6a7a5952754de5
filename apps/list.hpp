// SPDX-License-Identifier: Apache-2.0
// Lists networks, collectives, algorithms and claims.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace romcast {

/// Restricts a list to one network or one collective. Empty: all.
struct ListFilter {
  std::string network{}, collective{};
  bool all = false;  ///< everything, instead of the page
};

/// True if `what` is one of the five lists.
bool is_list(const std::string& what);
/// `what`: "networks", "collectives", "algorithms", "patterns", "claims" or "" for the
/// first three. Throws
/// InputError for other values, and for an unknown network or collective.
nlohmann::ordered_json list_json(const std::string& what, const ListFilter& filter = {});
/// The same as text; for "" a page, unless all is asked for. At most `columns` wide.
std::string list_text(const std::string& what, const ListFilter& filter, std::size_t columns);

}  // namespace romcast
