// SPDX-License-Identifier: Apache-2.0
// Where built models are kept: folders of shared libraries, each sealed with its checksum.
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

/// What is known of a model before it is loaded.
struct FoundModel {
  Descriptor library{};   ///< open if there is a whole one that can be trusted
  std::string damaged{};  ///< else: which file is not used, and why; empty if there is none
};

/// A model that is being built, and the folder that it will be kept in.
struct ModelPlace {
  std::filesystem::path folder;
  std::unique_ptr<WorkFolder> work;
};

class ModelCache {
 public:
  /// Looks in these folders, and keeps what is built in the first that can be written; of each no
  /// more than so many bytes. `tool_seconds`: how long a tool may work on a model, if given.
  ModelCache(std::vector<std::filesystem::path> folders, std::uintmax_t limit,
             std::optional<std::uint64_t> tool_seconds = {})
      : folders_(std::move(folders)), limit_(limit), tool_seconds_(tool_seconds) {}

  /// Opens a model, and notes that it was used. A library is trusted if nobody but its owner can
  /// write it, and the owner is the user, the program's owner or root.
  [[nodiscard]] FoundModel find(const std::string& name) const;

  /// Throws MissingError if nothing can be built anywhere.
  [[nodiscard]] ModelPlace place_for(const std::string& name) const;
  /// Seals a library in a work folder and puts it into its place in one step: whoever looks finds
  /// all of it or nothing. Throws MissingError if it cannot be written.
  static void keep(const ModelPlace& place, const std::string& name, const char* library);
  /// Keeps what tools said of a model that they could not build; returns where, or an empty path.
  static std::filesystem::path keep_log(const ModelPlace& place, const std::string& name);
  /// Removes what was not used for longest until a folder is within its limit, but none of
  /// `needed`; and what dead builders have left.
  void bound(const std::filesystem::path& folder, const std::set<std::string>& needed) const;

  [[nodiscard]] std::optional<std::uint64_t> tool_seconds() const { return tool_seconds_; }

 private:
  std::vector<std::filesystem::path> folders_;
  std::uintmax_t limit_;
  std::optional<std::uint64_t> tool_seconds_;
};

}  // namespace romcast
