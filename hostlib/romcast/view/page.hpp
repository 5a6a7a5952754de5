// SPDX-License-Identifier: Apache-2.0
// Writes pages and figures: their JavaScript comes from view/, bundled when romcast is built.
#pragma once

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace romcast {

/// Names of the available figures.
const std::vector<std::string>& view_figures();

/// True for the name of a page, false for that of a drawing.
bool is_page(const std::string& path);

/// Throws InputError if the path has an unknown type.
void check_page_output(const std::string& path);
/// Throws InputError if the figure is unknown.
void check_figure(const std::string& figure);
/// Throws MissingError if this romcast was built without the JavaScript that draws such a file.
void check_drawings(const std::string& path);

/// Writes a page (.html) or a figure (.svg) of data of schema romcast.view/1, romcast.views/1
/// (a page only), romcast.drawing/1 (a figure only) or romcast.chart/1, which has only one figure.
/// Throws InputError if it cannot be written or is empty, MissingError if the drawing program is
/// missing.
void write_view(const std::string& path, const nlohmann::ordered_json& data,
                const std::string& figure);

/// The script that draws in the ledger's page (view/src/ledger.js); empty if this romcast was built
/// without it.
std::string ledger_script();

/// JSON that can be embedded in a page: escapes text that would end the enclosing script.
std::string script_text(const nlohmann::ordered_json& data);

}  // namespace romcast
