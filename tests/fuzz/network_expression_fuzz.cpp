// SPDX-License-Identifier: Apache-2.0
// Arbitrary bytes as an expression of a network: refused with a one-line message, or a network
// whose processors reach each other.
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "romcast/core/error.hpp"
#include "romcast/networks/network_expression.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

// True for expressions with a number above 4 or of several digits, or with more than six numbers.
// The networks of such expressions may be so large that their tests only cost time.
bool large(const std::string& text) {
  std::size_t digits = 0, numbers = 0;
  for (const char c : text) {
    const bool digit = c >= '0' && c <= '9';
    digits = digit ? digits + 1 : 0;
    numbers += digit ? 1 : 0;
    if (digits > 1 || numbers > 6 || (digit && c > '4')) return true;
  }
  return false;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  // Skips long texts, large networks, and texts with a dot, which may name files of this machine.
  if (size > 100 || large(text) || text.find('.') != std::string::npos) return 0;
  try {
    const auto network = romcast::expression_network(
        text, [](std::string_view) -> std::optional<std::string> { return std::nullopt; },
        {.nodes = 1000, .channels = 10000});
    require(network->processors() >= 2);
    if (network->crossbar() || network->nodes() > 200) return 0;
    for (romcast::NodeId v = 1; v < network->processors(); ++v) {
      require(network->route(0, v) != romcast::kNone && network->route(v, 0) != romcast::kNone);
    }
  } catch (const romcast::InputError& error) {
    const std::string message = error.what();
    require(message.starts_with("`network` ") && message.find('\n') == std::string::npos);
  }
  return 0;
}
