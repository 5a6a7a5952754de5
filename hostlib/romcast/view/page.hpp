// SPDX-License-Identifier: Apache-2.0
// Writes pages and figures. Their JavaScript comes from view/ and is bundled when romcast is built.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace romcast {

/// Names of the available figures.
const std::vector<std::string>& view_figures();

/// True if the path ends like the name of a page, in .html or .htm; false for a figure (.svg).
bool is_page(const std::string& path);

/// Throws InputError if the path has an unknown type.
void check_page_output(const std::string& path);
/// Throws InputError if the figure is unknown.
void check_figure(const std::string& figure);
/// Throws MissingError if this romcast was built without the JavaScript that `path` needs: that for
/// pages if is_page(path), else that for figures.
void check_drawings(const std::string& path);

/// Draws data as a page (.html) or a figure (.svg). The data's schema is romcast.view/1,
/// romcast.views/1 (pages only), romcast.drawing/1 (figures only) or romcast.chart/1. `figure`: one
/// of view_figures(); empty: space-time; ignored for pages and charts. Throws InputError if the
/// file cannot be written or nothing is to be drawn, MissingError if the drawing program is missing
/// or fails.
void write_view(const std::string& path, const nlohmann::ordered_json& data,
                const std::string& figure);

/// The script in the page that `romcast reproduce` writes (view/src/ledger.js); empty if this
/// romcast was built without the script.
std::string ledger_script();

/// JSON that can be embedded in a page: escapes text that would end the enclosing script.
std::string script_text(const nlohmann::ordered_json& data);

}  // namespace romcast
