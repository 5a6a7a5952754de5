// SPDX-License-Identifier: Apache-2.0
#include "systemc/model_store.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <verilated.h>

#include <algorithm>
#include <future>
#include <mutex>
#include <optional>
#include <system_error>

#include "romcast/core/error.hpp"
#include "romcast/support/installation.hpp"
#include "systemc/cache_folders.hpp"
#include "systemc/model_build.hpp"
#include "systemc/model_edge.hpp"

namespace romcast {
namespace {

constexpr const char* kMaker = "romcast_make";

// The future of `work`, which runs in a second thread; empty if the system refuses the thread.
template <class Work>
std::optional<std::future<void>> beside(const Work& work) {
  try {
    return std::async(std::launch::async, work);
  } catch (const std::system_error&) {
    return std::nullopt;
  }
}

// Loads exactly the file that was checked; returns dlopen()'s handle, nullptr if loading fails. The
// descriptor stays open: the file's name has the descriptor's number, and the loader would take a
// second file of that name for the first.
void* opened(Descriptor library) {
  const std::string file = fmt::format("/proc/self/fd/{}", library.release());
  share_symbols();
  return dlopen(file.c_str(), RTLD_NOW | RTLD_LOCAL);
}

// True if the library defines the symbol kSlowModel. False also if the library cannot be loaded:
// that failure is an error only when the model is used.
bool slow(Descriptor library) {
  void* handle = opened(std::move(library));
  return handle != nullptr && dlsym(handle, kSlowModel) != nullptr;
}

std::string slow_notice(const std::set<std::string>& modules) {
  return fmt::format(
      "the co-simulation takes up to twice the CPU time: the installed Verilator writes {} with a "
      "scheduler that romcast does not know; it knows those of {}",
      fmt::join(modules, ", "), known_schedulers());
}

}  // namespace

void* load_model(Descriptor library, const std::string& name) {
  void* handle = opened(std::move(library));
  void* made = handle == nullptr ? nullptr : dlsym(handle, kMaker);
  if (made != nullptr) return made;
  throw MissingError(
      fmt::format("cannot load the model {}: {}; set ROMCAST_CACHE to a folder that programs can "
                  "be run from, or clear it (romcast cache clear)",
                  name, dlerror()));
}

ModelStore::ModelStore(const ModelSettings& settings)
    : sources_(settings),
      cache_(cache_folders(settings), cache_limit(settings), settings.tool_seconds),
      context_(std::make_shared<VerilatedContext>()) {
  context_->randReset(2);  // registers begin with random values, so that a missing reset shows
}

ModelSpec ModelStore::time_base_spec() {
  return {.module = "time_base", .parameters = {}, .kind = ModelSpec::Kind::time_base};
}

void ModelStore::prepare(const std::vector<ModelSpec>& specs, const Building& progress,
                         const std::function<void(const std::string&)>& notice) const {
  std::vector<ModelSpec> missing;
  std::set<std::string> needed, slow_modules;
  for (const ModelSpec& spec : specs) {
    if (!needed.insert(sources_.name(spec)).second) continue;
    FoundModel found = cache_.find(sources_.name(spec));
    if (found.library) {
      if (notice && slow(std::move(found.library))) slow_modules.insert(spec.module);
      continue;
    }
    if (notice && !found.damaged.empty()) notice(found.damaged + "; it is built again");
    missing.push_back(spec);
  }
  if (!missing.empty()) build(missing, progress, needed);
  if (!notice) return;
  for (const ModelSpec& spec : missing) {
    FoundModel found = cache_.find(sources_.name(spec));
    if (found.library && slow(std::move(found.library))) slow_modules.insert(spec.module);
  }
  if (!slow_modules.empty()) notice(slow_notice(slow_modules));
}

void ModelStore::build(const std::vector<ModelSpec>& missing, const Building& progress,
                       const std::set<std::string>& needed) const {
  std::size_t next = 0;
  std::set<std::filesystem::path> folders;
  std::mutex mutex;
  const auto work = [&] {
    std::unique_lock lock(mutex);
    while (next < missing.size()) {
      const ModelSpec& spec = missing[next++];
      if (progress) progress(spec.module, next, missing.size());
      lock.unlock();
      std::filesystem::path folder;
      try {
        if (!cache_.find_or_await(sources_.name(spec)).library) {
          folder = build_model(spec, sources_, cache_);
        }
      } catch (...) {
        lock.lock();
        next = missing.size();  // stops the other thread
        throw;
      }
      lock.lock();
      if (!folder.empty()) folders.insert(folder);
    }
  };
  auto other = missing.size() > 1 ? beside(work) : std::nullopt;
  work();
  if (other) other->get();
  for (const std::filesystem::path& folder : folders) cache_.bound(folder, needed);
}

void* ModelStore::maker(const ModelSpec& spec) const {
  const std::string name = sources_.name(spec);
  FoundModel found = cache_.find(name);
  if (!found.library) {  // lost since it was prepared
    build_model(spec, sources_, cache_);
    found = cache_.find(name);
  }
  if (!found.library) {
    throw MissingError(
        fmt::format("{}, though it has just been built; set ROMCAST_CACHE to a folder of your own, "
                    "on a disk that keeps owners and rights",
                    found.damaged.empty() ? name + ": gone" : found.damaged));
  }
  return load_model(std::move(found.library), name);
}

std::unique_ptr<NodeBank> ModelStore::bank(const ModelSpec& spec) const {
  return std::unique_ptr<NodeBank>(
      reinterpret_cast<NodeBank* (*)(VerilatedContext*)>(maker(spec))(context_.get()));
}

std::unique_ptr<TimeBase> ModelStore::time_base() const {
  return std::unique_ptr<TimeBase>(reinterpret_cast<TimeBase* (*)()>(maker(time_base_spec()))());
}

}  // namespace romcast
