// SPDX-License-Identifier: Apache-2.0
// Networks as expressions: families, files, products and expansions.
//
//   expression = term { ("x" | "*") term }                      Cartesian product
//   term       = "(" expression ")"
//              | "line" [times] "(" expression ")"              line graph, applied `times` times
//              | "degree" copies "(" expression ")"             degree expansion
//              | "power" times "(" expression ")"               product with itself
//              | family { value | option "=" value } | file
//
// The family's options, except those with NetworkOption::may_lack, take the values without a name
// one after another: `torus 4x4`, `kautz 3 2`.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "romcast/core/topologies.hpp"
#include "romcast/networks/expansions.hpp"

namespace romcast {

/// Maximum length of an expression.
inline constexpr std::size_t kMostExpression = 4096;

/// True for a text with a parenthesis or " x ", or with blanks and no ending of a graph file,
/// unless the text is the path of an existing file.
bool is_expression(std::string_view text);

/// The network of an expression. A single family is built as that family; a product or an expansion
/// is the network "graph" with the option "expression", whose value is the text as one word.
/// `option` looks up options of the whole network, such as "without". Throws InputError that names
/// `network` and the text, also if a product or an expansion would be larger than `most`.
std::shared_ptr<const Topology> expression_network(const std::string& text,
                                                   const OptionLookup& option,
                                                   const GraphSize& most = kMostGraph);

/// The network of `text`, an expression or the name of a family, with options from `option`. Throws
/// InputError.
std::shared_ptr<const Topology> make_network(const std::string& text, const OptionLookup& option);

/// True if the links of a network (a family, an expression or a file) can have bandwidths and
/// latencies.
bool has_link_times(const std::string& network);

/// The files that a network reads: those in an expression, or the file itself.
std::vector<std::string> files_of_network(const std::string& network);

}  // namespace romcast
