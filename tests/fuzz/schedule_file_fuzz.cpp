// SPDX-License-Identifier: Apache-2.0
// Arbitrary bytes as a schedule file: refused by the reader with a one-line message, or judged.
#include <algorithm>
#include <cctype>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "romcast/core/error.hpp"
#include "romcast/core/schedule_file.hpp"
#include "romcast/judge/judge.hpp"

namespace {

// True for networks that are legal, but too slow for millions of runs: trees of more than 4096
// leaves, branches of more than 999 links, stars of more than 5 symbols, more than 4096 processors,
// and large values of the other options below. The word after the name of an option counts as its
// value, wherever in the text the name is.
bool too_large(const std::string& text) {
  std::istringstream in(text);
  std::uint64_t arity = 2, height = 1;
  for (std::string word; in >> word;) {
    if (word == "arity" && in >> word)
      arity = std::max<std::uint64_t>(arity, std::atoi(word.c_str()));
    if (word == "height" && in >> word) {
      height = std::max<std::uint64_t>(height, std::atoi(word.c_str()));
    }
    if (word == "symbols" && in >> word && std::atoi(word.c_str()) > 5) return true;
    if (word == "processors" && in >> word && std::atoi(word.c_str()) > 4096) return true;
    for (const char* option : {"dimensions", "alphabet", "length", "routers", "global"}) {
      if (word == option && in >> word && std::atoi(word.c_str()) > 5) return true;
    }
    if (word == "dims" && in >> word && word.size() > 6) return true;
    if (word == "capacity" && in >> word) {
      unsigned digits = 0;
      for (const char c : word) {
        digits = std::isdigit(static_cast<unsigned char>(c)) != 0 ? digits + 1 : 0;
        if (digits > 3) return true;
      }
    }
  }
  std::uint64_t leaves = 1;
  for (std::uint64_t i = 0; i < height && leaves <= 4096; ++i) leaves *= arity;
  return leaves > 4096;
}

void require(bool condition) {
  if (!condition) std::abort();
}

// True for entries that send nothing: start-ups, additions, and messages taken from a queue.
bool sends_nothing(const romcast::Hop& hop, const romcast::ScheduleHeader& header) {
  const bool adds = header.collective->kind() == romcast::CollectiveKind::summation;
  return hop.message == romcast::kStartup || (adds && hop.message == romcast::kAdd) ||
         (header.timing.buffered && hop.to == hop.link);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  if (too_large(text)) return 0;
  try {
    std::istringstream in(text);
    const romcast::ScheduleFile file = romcast::read_schedule(in, "fuzz");
    const romcast::ScheduleHeader& header = file.header;
    const romcast::Verdict verdict =
        romcast::judge(*header.topology, *header.collective, header.ports,
                       romcast::stored_schedule(file.hops), header.limit, header.timing);
    const auto others = std::ranges::count_if(
        file.hops, [&](const romcast::Hop& hop) { return sends_nothing(hop, header); });
    require(verdict.hops + static_cast<std::uint64_t>(others) == file.hops.size());
    // A store or queue holds at most all messages and one copy for each hop.
    require(verdict.max_queue <= header.collective->message_numbers() + verdict.hops);
    require(verdict.max_waiting <= header.collective->message_numbers() + verdict.hops);
    require(verdict.delivered <= verdict.expected);
    require(verdict.delivered == verdict.expected || verdict.violation_count > 0);
    require(verdict.violations.size() <= verdict.violation_count);
  } catch (const romcast::InputError& error) {
    const std::string message = error.what();
    require(message.rfind("fuzz:", 0) == 0 && message.find('\n') == std::string::npos);
  }
  return 0;
}
