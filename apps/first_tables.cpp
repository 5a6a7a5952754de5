// SPDX-License-Identifier: Apache-2.0
// `romcast demo` as a program of its own, for `make demo`.
// usage: romcast_first_tables NAME     NAME: the program that the next steps call
#include <fmt/format.h>

#include "apps/demo.hpp"
#include "apps/terminal.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/run/failure.hpp"

int main(int count, char** arguments) {
  using namespace romcast;
  try {
    return demo(count > 1 ? arguments[1] : "romcast", steady_progress());
  } catch (const std::exception& error) {
    const Failure told = failure(error);
    clear_progress();
    say(fmt::format("romcast: {}\n", told.text));
    return told.status;
  }
}
