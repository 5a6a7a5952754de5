// SPDX-License-Identifier: Apache-2.0
#include "romcast/core/partial_flit.hpp"

#include <catch2/catch.hpp>

#include "romcast/core/error.hpp"

using namespace romcast;

TEST_CASE("what is combined on the way comes out of a flit as it went in") {
  for (const std::size_t processors : {2UL, 7UL, 64UL, 5040UL}) {
    for (const std::uint32_t messages : {1U, 2U, 100U}) {
      const PartialFlitCodec codec(Collective::combined_by_nodes(processors, 1, messages));
      CHECK(codec.width() == 64);
      const auto most = static_cast<NodeId>(processors - 1);
      const Partial partial{messages - 1, most, {most + 1, 1023, 1020, 1019}};
      const Partial again = codec.unpack(codec.pack(partial));
      CHECK(again.message == partial.message);
      CHECK(again.first == partial.first);
      CHECK(again.value == partial.value);
      CHECK(codec.decode(codec.pack(partial)) == partial.message);
    }
  }
}

TEST_CASE("all own values together are what a reduce must give, number by number") {
  const PartialFlitCodec codec(Collective::combined_by_nodes(6, 0, 3));
  for (MessageId m = 0; m < 3; ++m) {
    CombinedValue product;
    for (NodeId p = 0; p < 6; ++p) product = combine(product, codec.own(m, p).value);
    CHECK(product == codec.all(m));
    CHECK(product.count == 6);
  }
  CHECK_FALSE(codec.all(0) == codec.all(1));
}

TEST_CASE("more values than a flit can tell apart are refused") {
  CHECK_THROWS_AS(PartialFlitCodec(Collective::combined_by_nodes(5040, 0, 1'000'000)), InputError);
}
