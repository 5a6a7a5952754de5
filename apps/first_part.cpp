// SPDX-License-Identifier: Apache-2.0
// Two parts of `make demo` as programs of their own, which are built before the rest of romcast:
//   romcast_first_tables NAME     does the work of `NAME demo`
//   romcast_first_ledger FOLDER   does the work of `romcast reproduce --quick -o FOLDER`
#include <fmt/format.h>

#include "apps/option_words.hpp"
#include "apps/terminal.hpp"
#include "romcast/core/cleanup.hpp"
#include "romcast/core/standard_streams.hpp"
#include "romcast/run/failure.hpp"
#include "schedules/any/interrupt.hpp"
#ifdef ROMCAST_LEDGER
#include "apps/reproduce.hpp"
#else
#include "apps/demo.hpp"
#endif

namespace romcast {
namespace {

#ifdef ROMCAST_LEDGER
int part(const char* folder) {
  ReproduceOptions options{.effort = claims::Effort::quick, .folder = folder};
  options.progress = steady_progress();
  const Reproduced done = reproduce(options);
  clear_progress();
  show_ledger(done.entries, options);
  const std::string fault = fault_of(done.entries);
  if (fault.empty()) return 0;
  say(fmt::format("romcast: verdict fail: {}\n", fault));
  return 1;
}
#else
int part(const char* name) { return demo(name, steady_progress()); }
#endif

}  // namespace
}  // namespace romcast

int main(int count, char** arguments) {
  using namespace romcast;
  clean_up_on_signals();
  any::let_interrupts_end_searches();
  try {
    return part(count > 1 ? arguments[1] : "romcast");
  } catch (const std::exception& error) {
    const Failure told = failure(error);
    clear_progress();
    say(fmt::format("romcast: {}\n", with_options(told.text)));
    return told.status;
  }
}
