// SPDX-License-Identifier: Apache-2.0
// Writes pages and figures: the program around them comes from view/, bundled when romcast is
// built.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace romcast {

/// Names of the figures that there are.
const std::vector<std::string>& view_figures();

/// Throws InputError if the path or the figure is none that can be written, MissingError if this
/// romcast was built without its page.
void check_page_output(const std::string& path, const std::string& figure);

/// A page (.html) or a figure (.svg) of data of schema romcast.view/1 or romcast.chart/1, which has
/// only one. Throws InputError if it cannot be written or there is nothing to draw, MissingError if
/// what draws it is missing.
void write_view(const std::string& path, const nlohmann::ordered_json& data,
                const std::string& figure);

/// The script that draws in the ledger's page (view/src/ledger.js); empty if this romcast was built
/// without.
std::string ledger_script();

/// JSON that can stand in a page: no text in it ends the script that it stands in.
std::string script_text(const nlohmann::ordered_json& data);

}  // namespace romcast
