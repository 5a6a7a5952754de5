// SPDX-License-Identifier: Apache-2.0
// What exists: networks, collectives, algorithms.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace romcast {

/// What of it: of one network, of one collective. Empty: all.
struct ListFilter {
  std::string network{}, collective{};
};

/// Whether `what` is one of the four.
bool is_list(const std::string& what);
/// `what`: "networks", "collectives", "algorithms", "claims" or "" for the first three. InputError
/// otherwise, and for an unknown network or collective.
nlohmann::ordered_json list_json(const std::string& what, const ListFilter& filter = {});
/// The same for the eye, no wider than so many columns.
std::string list_text(const std::string& what, const ListFilter& filter, std::size_t columns);

}  // namespace romcast
