// SPDX-License-Identifier: Apache-2.0
#include "apps/ledger_page.hpp"

namespace romcast {

std::string ledger_page(const nlohmann::ordered_json& ledger) {
  using Json = nlohmann::ordered_json;
  constexpr std::string_view mark = "@LEDGER@";
  Json shown = ledger;
  shown["papers"] = Json::array();
  for (const claims::Paper& paper : claims::all_papers()) {
    shown["papers"].push_back({{"name", paper.name}, {"reference", paper.reference}});
  }
  std::string json = shown.dump(-1, ' ', false, Json::error_handler_t::replace);
  // No text of a claim may end the script that it stands in.
  for (std::size_t at = 0; (at = json.find('<', at)) != std::string::npos;) {
    json.replace(at, 1, "\\u003c");
  }
  std::string page(ledger_template());
  page.replace(page.find(mark), mark.size(), json);
  return page;
}

}  // namespace romcast
