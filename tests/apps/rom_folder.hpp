// SPDX-License-Identifier: Apache-2.0
// A ROM folder written by `romcast rom`, which a test may run or damage.
#pragma once

#include <catch2/catch.hpp>
#include <string>
#include <utility>

#include "apps/program.hpp"

namespace romcast::test {

class WrittenRom {
 public:
  explicit WrittenRom(std::string scenario) : WrittenRom(Words{}, std::move(scenario)) {}
  /// `before`: mpirun's arguments, in test programs in which call() starts mpirun, not romcast.
  WrittenRom(const Words& before, std::string scenario) : scenario_(std::move(scenario)) {
    const Finished made = call(before + ("rom -o " + path() + " " + scenario_));
    CAPTURE(made.err);
    REQUIRE(made.status == 0);
    REQUIRE(made.err.empty());
  }
  [[nodiscard]] std::string path() const { return folder_.file("rom"); }
  [[nodiscard]] std::string file(const std::string& name) const { return path() + "/" + name; }
  [[nodiscard]] nlohmann::json manifest() const {
    return nlohmann::json::parse(content(file("manifest.json")));
  }
  void write(const std::string& name, const std::string& text) const {
    (void)folder_.write("rom/" + name, text);
  }
  [[nodiscard]] Finished run() const { return run(scenario_); }
  [[nodiscard]] Finished run(const std::string& scenario) const { return call(command(scenario)); }

  /// The error of a run that is refused.
  [[nodiscard]] std::string refusal() const { return refusal(scenario_); }
  [[nodiscard]] std::string refusal(const std::string& scenario) const {
    return test::refusal(command(scenario));
  }
  /// The error after `change` has been applied to the manifest.
  template <class Change>
  [[nodiscard]] std::string refusal_after(Change change) const {
    nlohmann::json manifest = this->manifest();
    change(manifest);
    write("manifest.json", manifest.dump());
    return refusal();
  }

 private:
  [[nodiscard]] Words command(const std::string& scenario) const {
    return Words{"run", "--rom", path(), "--json", "-"} + scenario;
  }

  std::string scenario_;
  Folder folder_;
};

}  // namespace romcast::test
