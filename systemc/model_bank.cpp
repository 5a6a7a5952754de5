// SPDX-License-Identifier: Apache-2.0
#include "systemc/model_bank.hpp"

#include <verilated.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>
#include <stdexcept>

namespace romcast {
namespace {

// Bits of a load address that name the word; those above name one of several ROMs.
constexpr std::uint32_t kWordOfAddress = 0x3ffffff;

ModelBank::Names names_of(const ModelPortList& ports) {
  ModelBank::Names names;
  for (const ModelPort& port : ports) names.push_back(port.name);
  return names;
}

}  // namespace

ModelBank::ModelBank(VerilatedContext& context, const ModelPorts& ports, bool recording)
    : context_(context),
      ports_(ports),
      strap_names_(names_of(ports.straps)),
      register_names_(names_of(ports.registers)),
      clock_(input("clk")),
      reset_(input("rst")),
      run_(input("run")),
      cycle_(input("cycle")),
      load_valid_(input("load_valid")),
      load_address_(input("load_address")),
      load_word_(input("load_word")),
      local_valid_(input("local_valid")),
      local_data_(input("local_data")),
      in_valid_(input("in_valid")),
      in_credit_(input("in_credit")),
      in_start_(input("in_start")) {
  if (!recording) return;
  context_.traceEverOn(true);
  unrecorded_ = std::make_unique<VerilatedContext>();
  unrecorded_->randReset(2);
}

ModelBank::~ModelBank() = default;

ModelPort ModelBank::input(const char* name) const {
  const ModelPort* const found = ports_.inputs.find(name);
  return found == nullptr ? ModelPort{} : *found;
}

void ModelBank::set(Node& node, const ModelPort& port, std::uint64_t value) {
  char* const at = node.instance.state + port.at;
  std::memset(at, 0, port.bytes);
  std::memcpy(at, &value, std::min<std::size_t>(port.bytes, sizeof(value)));
}

void ModelBank::clear_inputs(Node& node) const {
  for (const ModelPort* port : {&in_valid_, &in_credit_, &in_start_}) set(node, *port, 0);
}

void ModelBank::add(const NodeLinks& links, const std::uint64_t* straps) {
  // The registers of a node begin with random values, which are the same in every run, whatever
  // else this process builds.
  VerilatedContext& context = unrecorded_ && !links.recorded ? *unrecorded_ : context_;
  context.randSeed(static_cast<int>(0x9e3779b9U * (links.node + 1) | 1));
  auto name = std::make_unique<std::string>(links.name);
  ModelInstance instance = make(&context, name->c_str());
  nodes_.push_back({std::move(name), std::move(instance), links});
  Node& node = nodes_.back();
  for (const ModelPort& strap : ports_.straps) set(node, strap, *straps++);
  for (const ModelPort* port : {&run_, &load_valid_, &local_valid_, &cycle_}) set(node, *port, 0);
  clear_inputs(node);
  set(node, clock_, 0);
  set(node, reset_, 0);
  settle(node.instance.model.get());  // the first evaluation sees no clock edge
  set(node, reset_, 1);
  edge(node);
  set(node, reset_, 0);
  edge(node);
}

void ModelBank::load(std::uint32_t local, std::uint32_t address, const std::uint32_t* word) {
  if (load_word_.bytes == 0) throw std::logic_error("this model has no ROM");
  Node& node = nodes_[local];
  set(node, load_valid_, 1);
  set(node, load_address_, address);
  std::memcpy(node.instance.state + load_word_.at, word, load_word_.bytes);
  edge(node);
  set(node, load_valid_, 0);
  if ((address & kWordOfAddress) == 0) edge(node);  // a sequencer fetches word 0
}

void ModelBank::inject(std::uint32_t local, std::uint64_t flit) {
  if (local_valid_.bytes == 0) throw std::logic_error("this model stores nothing of its own");
  Node& node = nodes_[local];
  set(node, local_valid_, 1);
  set(node, local_data_, flit);
  edge(node);
  set(node, local_valid_, 0);
}

void ModelBank::start() {
  for (Node& node : nodes_) {
    run(node);
    edge(node);
  }
}

bool ModelBank::audit(const Wires& fabric, std::uint32_t local) {
  Node& node = nodes_[local];
  clear_inputs(node);
  set(node, cycle_, fabric.cycle);
  // Modules that are not inlined have state outside the root.
  const std::string before(node.instance.all, node.instance.size);
  edge(node);
  return std::memcmp(before.data(), node.instance.all, node.instance.size) != 0;
}

void ModelBank::read(std::uint32_t local, std::int64_t* values) const {
  for (const ModelPort& port : ports_.registers) {
    const char* const at = nodes_[local].instance.state + port.at;
    std::int64_t value = 0;
    if (port.flag) {
      for (const char byte : std::span(at, port.bytes)) {
        value += std::popcount(static_cast<unsigned char>(byte));
      }
    } else {
      std::memcpy(&value, at, std::min<std::size_t>(port.bytes, sizeof(value)));
    }
    *values++ = value;
  }
}

void ModelBank::record(std::uint32_t local, void* recorder) {
  if (!unrecorded_) throw std::logic_error("model built without tracing");
  trace(nodes_[local].instance.model.get(), recorder);
}

}  // namespace romcast
