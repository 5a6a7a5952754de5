// SPDX-License-Identifier: Apache-2.0
// The cache of built models: folders of shared libraries. Each library is sealed with its checksum.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "romcast/support/descriptor.hpp"
#include "romcast/support/work_folder.hpp"

namespace romcast {

/// State of a model before it is loaded.
struct FoundModel {
  Descriptor library{};   ///< open if a complete library that can be trusted exists
  std::string damaged{};  ///< otherwise why an existing file is not used; empty if none exists
};

/// For a model that is being built: the cache's folder for its library, and its work folder.
struct ModelPlace {
  std::filesystem::path folder;
  std::unique_ptr<WorkFolder> work;
};

class ModelCache {
 public:
  /// Looks in these folders, and keeps models in the first that can be written; bound() limits a
  /// folder to `limit` bytes. `tool_seconds`: time limit of a tool that builds a model, if given.
  ModelCache(std::vector<std::filesystem::path> folders, std::uintmax_t limit,
             std::optional<std::uint64_t> tool_seconds = {})
      : folders_(std::move(folders)), limit_(limit), tool_seconds_(tool_seconds) {}

  /// Opens a model, and notes that it was used. A library is trusted if only its owner can write
  /// it, and the owner is the user, the program's owner or root. Throws MissingError if the
  /// path of the library is a folder.
  [[nodiscard]] FoundModel find(const std::string& name) const;

  /// As find(), but if the model is missing, waits until other programs that are building it have
  /// finished, and looks again, so that the model is built once.
  [[nodiscard]] FoundModel find_or_await(const std::string& name) const;

  /// Makes a work folder in the first folder that can be written and has no other user's model of
  /// this name that must stay. Throws MissingError if there is none; a full disk ends the search
  /// with MissingError, too.
  [[nodiscard]] ModelPlace place_for(const std::string& name) const;
  /// Seals a library in a work folder and moves it atomically into the cache, so that readers never
  /// see part of it. Throws MissingError if the library cannot be read or the cache cannot be
  /// written.
  static void keep(const ModelPlace& place, const std::string& name, const char* library);
  /// Keeps the log of tools that could not build a model; returns its path, which is empty if the
  /// log cannot be kept.
  static std::filesystem::path keep_log(const ModelPlace& place, const std::string& name);
  /// Removes the least recently used models except those in `needed` until the folder is within
  /// its limit or no other model remains; also removes leftovers of dead builders.
  void bound(const std::filesystem::path& folder, const std::set<std::string>& needed) const;

  [[nodiscard]] std::optional<std::uint64_t> tool_seconds() const { return tool_seconds_; }

 private:
  std::vector<std::filesystem::path> folders_;
  std::uintmax_t limit_;
  std::optional<std::uint64_t> tool_seconds_;
};

}  // namespace romcast
