// SPDX-License-Identifier: Apache-2.0
#include "romcast/msccl/sums.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <unordered_map>

#include "romcast/core/crossings.hpp"
#include "romcast/msccl/claim.hpp"

namespace romcast::msccl {
namespace {

class Sums {
 public:
  Sums(const Program& program, const Execution& execution, const Topology& topology)
      : program_(program),
        execution_(execution),
        topology_(topology),
        chunks_(sizes_of(program).input),
        gpus_(static_cast<NodeId>(program.gpus.size())) {}

  // Sets the message numbers of `hops`; `transfers`: the transfer of each hop. Returns the reason
  // why the hops are no schedule of the collective; empty if they are one.
  std::string follow(std::vector<Hop>& hops, const std::vector<std::uint32_t>& transfers) {
    std::map<Cycle, std::vector<std::size_t>> arriving;
    for (std::size_t i = 0; i < hops.size(); ++i) {
      while (!arriving.empty() && arriving.begin()->first < hops[i].cycle) {
        arrive(hops, arriving.extract(arriving.begin()).mapped());
      }
      const Transfer& transfer = execution_.transfers()[transfers[i]];
      const NodeId from = topology_.channel_at(hops[i].link).from;
      const NodeId to = topology_.end_of(hops[i].link, hops[i].to);
      if (to == transfer.receiver.gpu) {
        arriving[arrival_of(topology_, hops[i])].push_back(i);
      } else if (topology_.is_processor(to)) {
        return "sums pass GPUs on their way that are no neighbours";
      }
      sent_.push_back(of(transfer));
      if (from != transfer.sender.gpu) {  // a switch relays it
        hops[i].message = value(transfer);
        continue;
      }
      const std::optional<MessageId> number = number_of(transfer);
      if (!number) {
        return fmt::format("{}: what it sends is not what it has combined of the chunk by then",
                           place(program_, transfer.sender));
      }
      hops[i].message = *number;
    }
    return "";
  }

 private:
  using Set = std::vector<NodeId>;  // GPUs, ascending

  [[nodiscard]] std::uint32_t value(const Transfer& transfer) const {
    return execution_.values().chunks(transfer.value)[0] % chunks_;
  }
  // The GPUs whose chunks are in the transfer's sum; empty if the sum mixes chunk numbers.
  [[nodiscard]] Set of(const Transfer& transfer) const {
    Set set;
    for (const std::uint32_t chunk : execution_.values().chunks(transfer.value)) {
      if (chunk % chunks_ != value(transfer)) return {};
      set.push_back(chunk / chunks_);
    }
    return set;
  }
  Set& sum(NodeId gpu, std::uint32_t value) {
    return sums_.try_emplace(std::uint64_t{value} * gpus_ + gpu, Set{gpu}).first->second;
  }

  std::optional<MessageId> number_of(const Transfer& transfer) {
    const NodeId gpu = transfer.sender.gpu;
    Set has = sum(gpu, value(transfer));
    const Set sends = of(transfer);
    if (sends == has) return value(transfer);
    std::erase(has, gpu);
    if (sends.empty() || sends != has || !topology_.crossbar()) return std::nullopt;
    const std::uint32_t values = chunks_;
    return values + value(transfer);
  }

  void arrive(const std::vector<Hop>& hops, const std::vector<std::size_t>& arriving) {
    for (const std::size_t i : arriving) {
      Set& has = sum(topology_.end_of(hops[i].link, hops[i].to), hops[i].message % chunks_);
      if (sent_[i].size() == gpus_) {
        has = sent_[i];
        continue;
      }
      Set both;
      std::ranges::set_union(has, sent_[i], std::back_inserter(both));
      has = std::move(both);
    }
  }

  const Program& program_;
  const Execution& execution_;
  const Topology& topology_;
  const std::uint32_t chunks_;  // input chunks of a GPU
  const NodeId gpus_;
  std::vector<Set> sent_;  // by hop: the GPUs whose values the hop carries
  std::unordered_map<std::uint64_t, Set> sums_;
};

}  // namespace

std::string number_sums(const Program& program, const Execution& execution,
                        const Topology& topology, const std::vector<std::uint32_t>& transfers,
                        std::vector<Hop>& hops) {
  return Sums(program, execution, topology).follow(hops, transfers);
}

}  // namespace romcast::msccl
