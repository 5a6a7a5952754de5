// SPDX-License-Identifier: Apache-2.0
// docs/json.md must name each key that runs and plans of several kinds write, except the options of
// networks and algorithms.
#include <catch2/catch.hpp>
#include <set>

#include "apps/program.hpp"

using namespace romcast::test;
using nlohmann::json;

namespace {

// Adds to `paths` the path of each value in `value`, such as "plan.queues[].level", except objects
// and lists of objects. `path` is the path of `value` itself.
void add_paths(const json& value, const std::string& path, std::set<std::string>& paths) {
  if (value.is_object()) {
    for (const auto& [key, below] : value.items()) {
      add_paths(below, path.empty() ? key : path + "." + key, paths);
    }
  } else if (value.is_array() && !value.empty() && value[0].is_object()) {
    for (const json& one : value) add_paths(one, path + "[]", paths);
  } else {
    paths.insert(path);
  }
}

}  // namespace

TEST_CASE("the page on JSON has every key of runs of all kinds") {
  const std::string page = content(ROMCAST_TEST_SOURCES "/docs/json.md");
  std::set<std::string> paths;
  for (const std::string scenario :
       {"plan -k 2 -H 2 -c alltoall", "run -k 2 -H 2 -c alltoall -p multi --fit",
        "plan -n star --symbols 3 -c gather --queue-depth 9",
        "plan -n ring --processors 5 -c broadcast",
        "plan -n complete --processors 4 --latency 3 -c broadcast --gap-per-byte 1 --bytes 9"}) {
    add_paths(call(words(scenario + " --json -")).json(), "", paths);
  }
  // The page describes the options of networks and algorithms together, not key by key.
  for (const char* option : {"arity", "height", "capacity", "symbols", "processors", "order",
                             "chunk", "packet_cap", "packet-cap", "seconds"}) {
    paths.erase(std::string("scenario.") + option);
  }
  CHECK(paths.size() > 60);
  for (const std::string& path : paths) {
    CAPTURE(path);
    CHECK(page.find("`" + path + "`") != std::string::npos);
  }
}
