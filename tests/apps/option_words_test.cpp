// SPDX-License-Identifier: Apache-2.0
#include "apps/option_words.hpp"

#include <catch2/catch.hpp>

using romcast::with_options;

TEST_CASE("fields of a library's text become options of the command line") {
  CHECK(with_options("`queue_depth` 3: too shallow; use `control` rom") ==
        "--queue-depth 3: too shallow; use --control rom");
  CHECK(with_options("a.txt:3: `packet-cap` -1") == "a.txt:3: --packet-cap -1");
}

TEST_CASE("other text in backquotes stays as it is") {
  for (const char* text : {"`romcast list` names them", "one ` alone", "``", "`9`", ""}) {
    CHECK(with_options(text) == text);
  }
  CHECK(with_options("file `A and `source`") == "file `A and --source");
}

TEST_CASE("texts of a report that name fields are turned as a whole report is") {
  romcast::Report report;
  report.shallow = "`queue_depth` 1: too shallow";
  report.rom_note = "local rules run instead (`control` rom tries it)";
  report = with_options(report);
  CHECK(report.shallow == "--queue-depth 1: too shallow");
  CHECK(report.rom_note == "local rules run instead (--control rom tries it)");
}
