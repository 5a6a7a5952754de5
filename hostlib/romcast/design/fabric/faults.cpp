// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "romcast/design/fabric/testbench.hpp"

namespace romcast {
namespace {

// Bit numbers in a tile's flags. Bit i: the router takes input i, which is silent; kLeft + i: no
// output takes the word of input i; kSilentEjection: no word came in a slot in which the endpoint
// ejects one; kStrayEjection: a word came in another slot.
constexpr unsigned kLeft = 8, kSilentEjection = 16, kStrayEjection = 17;

class Faults {
 public:
  explicit Faults(const FabricDesign& design)
      : design_(design), fabric_(design.fabric()), mode_(fabric_.modes.front()) {}

  // One fault of each kind, at the first word for which it can be made.
  std::vector<FabricFault> all() {
    for (const auto make : {&Faults::not_injected, &Faults::not_ejected, &Faults::not_sent,
                            &Faults::not_delivered, &Faults::taken_elsewhere}) {
      for (const FabricWord& word : mode_.words) {
        const FabricFlow& flow = fabric_.flows[word.flow];
        if (flow.credit_only) continue;
        if (const auto fault = (this->*make)(word, flow)) {
          faults_.push_back(*fault);
          break;
        }
      }
    }
    return std::move(faults_);
  }

 private:
  [[nodiscard]] std::optional<unsigned> output_that_takes(std::size_t tile, Cycle slot,
                                                          unsigned input, unsigned from = 0) const {
    const FabricTile& of = fabric_.tiles[tile];
    for (unsigned j = from; j < of.outputs(); ++j) {
      if (j == input && j < of.links) continue;
      if (code_at(tile, slot, j) == of.code(j, input)) return j;
    }
    return std::nullopt;
  }
  [[nodiscard]] std::uint32_t code_at(std::size_t tile, Cycle slot, unsigned output) const {
    const unsigned bits = fabric_.tiles[tile].code_bits();
    return mode_.routers[tile][slot] >> (output * bits) & ((1U << bits) - 1);
  }
  // The write of a router's table word in which one output has the code `code` instead of its own.
  [[nodiscard]] FabricWrite router(std::size_t tile, Cycle slot, unsigned output,
                                   std::uint32_t code) const {
    const unsigned at = output * fabric_.tiles[tile].code_bits();
    const std::uint32_t mask = (1U << fabric_.tiles[tile].code_bits()) - 1;
    return {design_.address(tile, 1, slot),
            (mode_.routers[tile][slot] & ~(mask << at)) | code << at};
  }
  [[nodiscard]] FabricWrite endpoint(std::size_t tile, Cycle slot, std::uint32_t without) const {
    return {design_.address(tile, 2, slot), mode_.endpoints[tile][slot] & ~without};
  }
  [[nodiscard]] Cycle ejected(const FabricWord& word) const {
    return (word.slot + word.after.front()) % mode_.period;
  }

  std::optional<FabricFault> not_injected(const FabricWord& word, const FabricFlow& flow) {
    return FabricFault{
        fmt::format("{} does not inject flow {}", design_.endpoint(flow.from), flow.name),
        endpoint(flow.from, word.slot, 1),
        {{flow.from, 1}}};
  }
  std::optional<FabricFault> not_ejected(const FabricWord& word, const FabricFlow& flow) {
    const std::size_t to = flow.to.front();
    return FabricFault{fmt::format("{} does not eject flow {}", design_.endpoint(to), flow.name),
                       endpoint(to, ejected(word), 4),
                       {{to, 1U << kStrayEjection}}};
  }
  // The first router does not take the word, so the next router receives none.
  std::optional<FabricFault> not_sent(const FabricWord& word, const FabricFlow& flow) {
    const auto output = output_that_takes(flow.from, word.slot, 0);
    if (flow.to.size() > 1) return std::nullopt;  // several outputs may take the word
    if (!output || *output >= fabric_.tiles[flow.from].links) return std::nullopt;
    for (std::size_t t = 0; t < fabric_.tiles.size(); ++t) {
      const auto& in = fabric_.tiles[t].in;
      const auto link = std::ranges::find(in, FabricEnd{flow.from, *output});
      if (link == in.end()) continue;
      return FabricFault{
          fmt::format("{} does not send flow {} on", design_.name(flow.from), flow.name),
          router(flow.from, word.slot, *output, 0),
          {{flow.from, 1U << kLeft}, {t, 1U << static_cast<unsigned>(link - in.begin())}}};
    }
    return std::nullopt;
  }
  std::optional<FabricFault> not_delivered(const FabricWord& word, const FabricFlow& flow) {
    const std::size_t to = flow.to.front();
    const FabricTile& tile = fabric_.tiles[to];
    for (unsigned input = 1; input < tile.inputs(); ++input) {
      if (code_at(to, ejected(word), 0) != tile.code(0, input)) continue;
      // If a multicast continues from this tile, another output takes the word.
      const bool goes_on = output_that_takes(to, ejected(word), input, 1).has_value();
      return FabricFault{fmt::format("{} does not deliver flow {}", design_.name(to), flow.name),
                         router(to, ejected(word), 0, 0),
                         {{to, (goes_on ? 0 : 1U << (kLeft + input)) | 1U << kSilentEjection}}};
    }
    return std::nullopt;
  }
  // The sender's output that should take the word takes the input of a silent link instead.
  std::optional<FabricFault> taken_elsewhere(const FabricWord& word, const FabricFlow& flow) {
    if (flow.to.size() > 1) return std::nullopt;
    const FabricTile& tile = fabric_.tiles[flow.from];
    const auto output = output_that_takes(flow.from, word.slot, 0);
    for (unsigned input = 1; output && input < tile.links; ++input) {
      if (input == *output || output_that_takes(flow.from, word.slot, input)) continue;
      return FabricFault{fmt::format("{} sends link {} instead of flow {}", design_.name(flow.from),
                                     input, flow.name),
                         router(flow.from, word.slot, *output, tile.code(*output, input)),
                         {{flow.from, 1U << kLeft | 1U << input}}};
    }
    return std::nullopt;
  }

  const FabricDesign& design_;
  const Fabric& fabric_;
  const FabricMode& mode_;
  std::vector<FabricFault> faults_;
};

}  // namespace

std::vector<FabricFault> fabric_faults(const FabricDesign& design) {
  if (design.settings().statistics == 0) return {};  // no flags
  return Faults(design).all();
}

}  // namespace romcast
