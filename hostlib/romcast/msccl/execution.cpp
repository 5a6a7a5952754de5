// SPDX-License-Identifier: Apache-2.0
#include "romcast/msccl/execution.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <iterator>

#include "romcast/core/error.hpp"
#include "romcast/msccl/claim.hpp"

namespace romcast::msccl {
namespace {

// Limit on the steps that all calls of before() together visit; beyond, before() throws InputError.
constexpr std::uint64_t kMostSearched = 2'000'000'000;

}  // namespace

ValueId Values::of(std::vector<std::uint32_t> chunks) {
  const auto [known, fresh] = known_.emplace(std::move(chunks), chunks_.size());
  if (fresh) chunks_.push_back(&known->first);
  return known->second;
}

ValueId Values::chunk(std::uint32_t number) { return of({number}); }

std::optional<ValueId> Values::sum(ValueId a, ValueId b) {
  const auto [known, fresh] = sums_.try_emplace(std::minmax(a, b));
  if (!fresh) return known->second;
  std::vector<std::uint32_t> both;
  std::ranges::merge(chunks(a), chunks(b), std::back_inserter(both));
  if (std::ranges::adjacent_find(both) == both.end()) known->second = of(std::move(both));
  return known->second;
}

Execution::Execution(const Program& program, bool in_place)
    : program_(program), in_place_(in_place) {
  number_steps();
  lay_out();
  match();
  put_in_order();
  run();
}

void Execution::number_steps() {
  for (NodeId g = 0; g < program_.gpus.size(); ++g) {
    first_.emplace_back();
    const std::vector<ThreadBlock>& blocks = program_.gpus[g].blocks;
    for (std::uint32_t b = 0; b < blocks.size(); ++b) {
      first_[g].push_back(ids_.size());
      for (std::uint32_t s = 0; s < blocks[b].steps.size(); ++s) ids_.push_back({g, b, s});
    }
  }
  waits_.resize(ids_.size());
  partner_.assign(ids_.size(), kNoStep);
  const auto wait = [&](std::size_t step, std::size_t other) {
    waits_[step].steps[waits_[step].count++] = other;
  };
  for (std::size_t step = 0; step < ids_.size(); ++step) {
    if (ids_[step].step > 0) wait(step, step - 1);
    const std::optional<Dependency>& after = step_of(step).after;
    if (after) wait(step, first_[ids_[step].gpu][after->block] + after->step);
  }
}

std::span<const std::size_t> Execution::waits_for(std::size_t step) const {
  return std::span(waits_[step].steps).first(waits_[step].count);
}

void Execution::lay_out() {
  std::size_t begin = 0;
  for (NodeId g = 0; g < program_.gpus.size(); ++g) {
    const Sizes least = sizes_of(program_, g);
    const std::array<std::uint32_t, 3>& said = program_.gpus[g].chunks;
    const std::size_t in = std::max(said[0], least.input), out = std::max(said[1], least.output);
    const Shift shift = in_place_ ? shared_place(program_, g) : Shift{};
    std::array<Region, 3>& regions = regions_.emplace_back();
    regions[0] = {begin + shift.input, in};
    regions[1] = {in_place_ ? begin + shift.output : begin + in, out};
    // In place, input and output share a buffer, as long as the longer of the two.
    const std::size_t both = in_place_ ? std::max(in, out) : in + out;
    if (in_place_) {
      for (Region* region : {&regions[0], &regions[1]}) {
        region->size = std::min(region->size, begin + both - region->begin);
      }
    }
    regions[2] = {begin + both, said[2]};
    begin += both + said[2];
  }
  cells_.resize(begin);
  uses_.resize(begin);
  for (NodeId g = 0; g < program_.gpus.size(); ++g) {
    fill(g);
    copy_early(g);
  }
}

void Execution::fill(NodeId gpu) {
  const std::uint32_t stride = sizes_of(program_).input;
  const std::uint32_t chunks = sizes_of(program_, gpu).input;
  for (std::uint32_t k = 0; k < chunks; ++k) {
    cells_[regions_[gpu][0].begin + k].value = values_.chunk(gpu * stride + k);
  }
}

// Makes all early copies of a GPU, each from the initial contents of the input. Throws InputError
// if an offset lies outside its buffer.
void Execution::copy_early(NodeId gpu) {
  const Gpu& self = program_.gpus[gpu];
  if (self.copies.empty()) return;
  const Region& input = regions_[gpu][0];
  const auto first = cells_.begin() + static_cast<std::ptrdiff_t>(input.begin);
  const std::vector<Cell> read(first, first + static_cast<std::ptrdiff_t>(input.size));
  for (const EarlyCopy& copy : self.copies) {
    const auto at = [&](Buffer buffer, std::uint32_t offset) {
      const Region& region = regions_[gpu][static_cast<std::size_t>(buffer)];
      if (offset < region.size) return region.begin + offset;
      throw InputError(fmt::format("{}:{}: gpu {}: copies {} {} where that buffer has {} chunks",
                                   program_.file, copy.line, gpu, name(buffer), offset,
                                   region.size));
    };
    for (std::uint32_t k = 0; k < copy.count; ++k) {
      Cell& to = cells_[at(Buffer::output, copy.to + k)];
      to = read[at(Buffer::input, copy.from + k) - input.begin];
    }
  }
}

// For each channel from one GPU to another, pairs the k-th step that sends on the channel with the
// k-th step that receives from it. Throws InputError if there are more steps of one kind, or if the
// chunk counts of two paired steps differ.
void Execution::match() {
  using Connection = std::array<std::uint32_t, 3>;
  std::map<Connection, std::array<std::vector<std::size_t>, 2>> connections;
  for (std::size_t step = 0; step < ids_.size(); ++step) {
    const StepId id = ids_[step];
    const ThreadBlock& block = program_.gpus[id.gpu].blocks[id.block];
    const StepKind kind = step_of(step).kind;
    if (sends(kind)) {
      connections[{id.gpu, block.send_to, block.channel}][0].push_back(step);
    }
    if (receives(kind)) {
      connections[{block.receive_from, id.gpu, block.channel}][1].push_back(step);
    }
  }
  for (const auto& [connection, both] : connections) {
    match_connection(connection[0], connection[1], both[0], both[1]);
  }
}

void Execution::match_connection(NodeId from, NodeId to, std::span<const std::size_t> sending,
                                 std::span<const std::size_t> receiving) {
  const std::size_t both = std::min(sending.size(), receiving.size());
  if (sending.size() > both) {
    fail(sending[both],
         fmt::format("sends to gpu {}, which receives {} of {} there", to, both, sending.size()));
  }
  if (receiving.size() > both) {
    fail(receiving[both], fmt::format("receives from gpu {}, which sends {} of {} there", from,
                                      both, receiving.size()));
  }
  for (std::size_t k = 0; k < both; ++k) {
    const std::uint32_t sent = step_of(sending[k]).count, taken = step_of(receiving[k]).count;
    if (sent != taken) {
      fail(receiving[k], fmt::format("cnt=\"{}\" where {} sends cnt=\"{}\"", taken,
                                     place(program_, ids_[sending[k]]), sent));
    }
    partner_[sending[k]] = receiving[k];
    Waits& waits = waits_[receiving[k]];
    waits.steps[waits.count++] = sending[k];
  }
}

void Execution::put_in_order() {
  std::vector<std::vector<std::size_t>> followers(ids_.size());
  std::vector<std::size_t> open(ids_.size());
  std::deque<std::size_t> ready;
  for (std::size_t step = 0; step < ids_.size(); ++step) {
    for (const std::size_t other : waits_for(step)) followers[other].push_back(step);
    open[step] = waits_for(step).size();
    if (open[step] == 0) ready.push_back(step);
  }
  position_.resize(ids_.size());
  for (; !ready.empty(); ready.pop_front()) {
    position_[ready.front()] = static_cast<std::uint32_t>(order_.size());
    order_.push_back(ids_[ready.front()]);
    for (const std::size_t next : followers[ready.front()]) {
      if (--open[next] == 0) ready.push_back(next);
    }
  }
  if (order_.size() < ids_.size()) report_deadlock(open);
}

// Throws InputError that names the steps of a deadlock: those that repeat when the waits are
// followed from a step that never starts.
void Execution::report_deadlock(const std::vector<std::size_t>& open) const {
  constexpr std::size_t most_named = 6;
  std::vector<std::size_t> way;
  std::vector<bool> met(ids_.size());
  std::size_t step = static_cast<std::size_t>(
      std::ranges::find_if(open, [](std::size_t count) { return count > 0; }) - open.begin());
  while (!met[step]) {
    met[step] = true;
    way.push_back(step);
    step = *std::ranges::find_if(waits_for(step), [&](std::size_t w) { return open[w] > 0; });
  }
  way.erase(way.begin(), std::ranges::find(way, step));
  std::string text = "never starts: it waits for";
  for (std::size_t i = 1; i <= way.size(); ++i) {
    const StepId id = ids_[way[i % way.size()]];
    if (i == most_named && i < way.size()) {
      text += fmt::format(" ... ({} more), back to", way.size() - i);
      i = way.size() - 1;
      continue;
    }
    text += fmt::format("{} gpu {} tb {} step {}", i == 1 ? "" : ", which waits for", id.gpu,
                        program_.gpus[id.gpu].blocks[id.block].id, id.step);
  }
  fail(way.front(), text + ": a deadlock");
}

void Execution::run() {
  in_flight_.resize(ids_.size());
  seen_.resize(ids_.size());
  for (const StepId id : order_) run_step(index(id));
}

Cell Execution::combined(std::size_t step, const Cell& a, const Cell& b) {
  if (const std::optional<ValueId> sum = values_.sum(a.value, b.value)) return {.value = *sum};
  fail(step, "adds a chunk to a sum that it is already in");
}

void Execution::run_step(std::size_t step) {
  const Step& doing = step_of(step);
  if (combines(doing.kind) && !combines(program_.claim) && program_.claim != Claim::custom) {
    fail(step, fmt::format("type=\"{}\" adds chunks, which coll=\"{}\" does not", name(doing.kind),
                           name(program_.claim)));
  }
  const std::size_t sender = receives(doing.kind) ? waits_for(step).back() : kNoStep;
  std::vector<Cell> results;
  for (std::uint32_t k = 0; k < doing.count; ++k) {
    Cell cell;
    if (sender != kNoStep) cell = in_flight_[sender][k];
    if (reads(doing.kind)) {
      const Cell own = read(step, doing.from, k);
      cell = sender == kNoStep ? own : combined(step, cell, own);
    }
    if (doing.kind == StepKind::reduce) cell = combined(step, cell, read(step, doing.to, k));
    results.push_back(cell);
  }
  if (sender != kNoStep) in_flight_[sender].clear();
  for (std::uint32_t k = 0; k < doing.count; ++k) {
    if (writes(doing.kind)) write(step, doing.to, k, results[k]);
    if (!sends(doing.kind)) continue;
    const auto number = static_cast<std::uint32_t>(transfers_.size());
    transfers_.push_back(
        {ids_[step], ids_[partner_[step]], results[k].value, results[k].brought_by});
    results[k].brought_by = number;
  }
  if (sends(doing.kind)) in_flight_[step] = std::move(results);
}

std::size_t Execution::slot(NodeId gpu, Place place, std::uint32_t k, std::size_t step) const {
  const Region& region = regions_[gpu][static_cast<std::size_t>(place.buffer)];
  if (place.offset + std::size_t{k} >= region.size) {
    fail(step, fmt::format("{} {} where that buffer has {} chunks", name(place.buffer),
                           place.offset + k, region.size));
  }
  return region.begin + place.offset + k;
}

const Cell& Execution::output(NodeId gpu, std::uint32_t offset) const {
  return cells_[regions_[gpu][1].begin + offset];
}

Cell Execution::read(std::size_t step, const Place& place, std::uint32_t k) {
  const std::size_t at = slot(ids_[step].gpu, place, k, step);
  if (uses_[at].writer != kNoStep) need_order(uses_[at].writer, step, place, k);
  if (cells_[at].value == kNone) {
    fail(step,
         fmt::format("reads {} {}, which holds nothing yet", name(place.buffer), place.offset + k));
  }
  std::vector<std::size_t>& readers = uses_[at].readers;
  if (readers.empty() || readers.back() != step) readers.push_back(step);
  return cells_[at];
}

void Execution::write(std::size_t step, const Place& place, std::uint32_t k, Cell cell) {
  const std::size_t at = slot(ids_[step].gpu, place, k, step);
  Use& use = uses_[at];
  if (use.writer != kNoStep) need_order(use.writer, step, place, k);
  for (const std::size_t reader : use.readers) need_order(reader, step, place, k);
  use = {step, {}};
  cell.writer = ids_[step];
  cells_[at] = cell;
}

void Execution::need_order(std::size_t earlier, std::size_t later, const Place& place,
                           std::uint32_t k) {
  if (earlier == later || before(earlier, later)) return;
  const StepId id = ids_[earlier];
  fail(later, fmt::format("uses {} {} at the same time as tb {} step {}: one must wait for the "
                          "other (depid, deps)",
                          name(place.buffer), place.offset + k,
                          program_.gpus[id.gpu].blocks[id.block].id, id.step));
}

// Requires that `earlier` precedes `later` in order_. True if `earlier` always runs first, whatever
// the speed of the thread blocks. Throws InputError if all calls visit over kMostSearched steps.
bool Execution::before(std::size_t earlier, std::size_t later) {
  if (ids_[earlier].gpu == ids_[later].gpu && ids_[earlier].block == ids_[later].block) return true;
  ++search_;
  std::vector<std::size_t> open{later};
  while (!open.empty()) {
    const std::size_t step = open.back();
    open.pop_back();
    if (++searched_ > kMostSearched) {
      throw InputError(fmt::format(
          "{}: too many thread blocks wait for each other to tell which of two steps comes first",
          program_.file));
    }
    for (const std::size_t other : waits_for(step)) {
      if (other == earlier) return true;
      if (position_[other] < position_[earlier] || seen_[other] == search_) continue;
      seen_[other] = search_;
      // Steps of a thread block run in sequence.
      if (ids_[other].gpu == ids_[earlier].gpu && ids_[other].block == ids_[earlier].block &&
          ids_[other].step > ids_[earlier].step) {
        return true;
      }
      open.push_back(other);
    }
  }
  return false;
}

void Execution::fail(std::size_t step, const std::string& what) const {
  throw InputError(fmt::format("{}: {}", place(program_, ids_[step]), what));
}

}  // namespace romcast::msccl
