// SPDX-License-Identifier: Apache-2.0
#include "apps/view/view_rom.hpp"

#include "apps/option_words.hpp"
#include "romcast/core/error.hpp"
#include "romcast/machines/rom_listing.hpp"

namespace romcast {
namespace {

using Json = nlohmann::ordered_json;

Json json_of(const RomListing& listing) {
  Json programs = Json::array();
  for (const auto& words : listing.programs) {
    Json& program = programs.emplace_back(Json::array());
    for (const RomListing::Word& word : words) program.push_back({word.cycles, word.hex});
  }
  return {
      {"programs", std::move(programs)}, {"nodes", listing.nodes}, {"repeats", listing.repeats}};
}

}  // namespace

Json rom_words(Run& run) {
  try {
    return json_of(run.listing());
  } catch (const InputError& error) {
    return {{"none", with_options(error.what())}};
  }
}

}  // namespace romcast
