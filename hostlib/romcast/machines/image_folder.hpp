// SPDX-License-Identifier: Apache-2.0
// Folders of ROM images: one hexadecimal file per distinct program and manifest.json, which assigns
// programs to nodes. Writer and reader have the same members, so that each machine has one function
// template, for writer and reader, that lists the keys of the machine's manifest in order.
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "romcast/core/output_file.hpp"
#include "romcast/machines/images.hpp"
#include "romcast/machines/rom.hpp"
#include "romcast/run/job.hpp"

namespace romcast {

class ImageWriter {
 public:
  static constexpr bool kReads = false;
  using Json = nlohmann::ordered_json;

  /// References must outlive the writer.
  ImageWriter(const Job& job, OutputFolder& files, Json& manifest)
      : job_(job), files_(files), manifest_(manifest) {}
  [[nodiscard]] const Job& job() const { return job_; }

  /// A key whose value follows from the job or from the images; the reader ignores the key.
  template <class T>
  void fact(const char* key, const T& value) {
    manifest_[key] = value;
  }
  template <class T>
  void value(const char* key, const T& value) {
    manifest_[key] = value;
  }
  /// The reader takes `usual` if the key is missing.
  template <class T>
  void value(const char* key, const T& value, T /*usual*/) {
    manifest_[key] = value;
  }
  /// The reader rejects numbers outside `least`..`most`.
  void number(const char* key, std::uint32_t value, std::uint64_t /*least*/,
              std::uint64_t /*most*/) {
    manifest_[key] = value;
  }
  /// Writes the distinct programs of sequencers to files `kind`-0.hex, `kind`-1.hex, ... and lists
  /// the files under `key`.
  void programs(const char* key, const char* kind, const std::vector<RomImage>& images);
  /// Writes one file of rows; returns its entry for the manifest.
  Json rows(const std::string& file, const RomImage& image);

  /// The entry of one node in a list that nodes() writes. The vectors passed to its functions have
  /// an element for each node of that list, unless stated otherwise.
  class Node {
   public:
    Node(const std::string& name, std::size_t index) : entry{{"name", name}}, index_(index) {}
    [[nodiscard]] std::size_t index() const { return index_; }
    void image(const char* key, const std::vector<std::uint32_t>& image_of, std::size_t /*most*/) {
      entry[key] = image_of[index_];
    }
    /// One image per sequencer; the images of a node are adjacent in `image_of`.
    void images(const std::vector<std::uint32_t>& image_of, unsigned sequencers,
                std::size_t /*most*/) {
      const auto first = image_of.begin() + static_cast<std::ptrdiff_t>(index_ * sequencers);
      entry["images"] = std::vector(first, first + sequencers);
    }
    template <class T>
    void value(const char* key, const std::vector<T>& values) {
      entry[key] = values[index_];
    }
    void number(const char* key, const std::vector<std::uint32_t>& values, std::uint64_t /*most*/) {
      entry[key] = values[index_];
    }

    Json entry;

   private:
    std::size_t index_;
  };
  /// Writes the list `key`: an entry for each of `count` nodes from `first` on.
  template <class Visit>
  void nodes(const char* key, NodeId first, std::size_t count, const Visit& visit) {
    Json list = Json::array();
    for (std::size_t i = 0; i < count; ++i) {
      Node node(job_.problem.topology->node_name(static_cast<NodeId>(first + i)), i);
      visit(node);
      list.push_back(std::move(node.entry));
    }
    manifest_[key] = std::move(list);
  }

 private:
  const Job& job_;
  OutputFolder& files_;
  Json& manifest_;
};

/// Reads the files of an ImageWriter. Malformed input throws Json::exception, which read_images()
/// converts, or InputError, which names the file and, for an image or number of a node, the node.
class ImageReader {
 public:
  static constexpr bool kReads = true;
  using Json = nlohmann::ordered_json;

  /// References must outlive the reader.
  ImageReader(const Job& job, std::filesystem::path folder, const Json& manifest)
      : job_(job),
        folder_(std::move(folder)),
        place_((folder_ / "manifest.json").string()),
        manifest_(manifest) {}
  [[nodiscard]] const Job& job() const { return job_; }
  /// Path of the manifest, with which error messages begin.
  [[nodiscard]] const std::string& place() const { return place_; }
  [[nodiscard]] bool has(const char* key) const { return manifest_.contains(key); }
  [[nodiscard]] const Json& at(const char* key) const { return manifest_.at(key); }

  template <class T>
  void fact(const char* /*key*/, const T& /*value*/) {}
  template <class T>
  void value(const char* key, T& value) {
    check_numbers(place_, key, at(key));
    value = at(key).get<T>();
  }
  template <class T>
  void value(const char* key, T& value, T usual) {
    if (has(key)) return this->value(key, value);
    value = usual;
  }
  void number(const char* key, std::uint32_t& value, std::uint64_t least, std::uint64_t most);
  void programs(const char* key, const char* kind, std::vector<RomImage>& images);
  /// Path of the file that an entry names; throws InputError if the name is empty, `.` or `..`, or
  /// contains a slash.
  [[nodiscard]] std::filesystem::path file(const Json& entry) const;
  /// The rows in the file of an entry; throws InputError if a row does not have `bits` bits.
  [[nodiscard]] RomImage rows(const Json& entry, unsigned bits) const;

  class Node {
   public:
    Node(const Json& node, std::string place, NodeId number)
        : entry(node), where(std::move(place)), id(number) {}
    void image(const char* key, std::vector<std::uint32_t>& image_of, std::size_t images) const;
    void images(std::vector<std::uint32_t>& image_of, unsigned sequencers,
                std::size_t images) const;
    template <class T>
    void value(const char* key, std::vector<T>& values) const {
      check_numbers(where, key, entry.at(key));
      values.push_back(entry.at(key).get<T>());
    }
    void number(const char* key, std::vector<std::uint32_t>& values, std::uint64_t most) const;

    const Json& entry;
    const std::string where;  ///< manifest and node, with which error messages begin
    const NodeId id;
  };
  template <class Visit>
  void nodes(const char* key, NodeId first, std::size_t count, const Visit& visit) const {
    check_count(key, count);
    for (std::size_t i = 0; i < count; ++i) {
      visit(node(at(key).at(i), static_cast<NodeId>(first + i)));
    }
  }

 private:
  /// Rejects numbers, also in lists, that are not unsigned integers of 32 bits.
  static void check_numbers(const std::string& place, const char* key, const Json& value);
  void check_count(const char* key, std::size_t count) const;
  [[nodiscard]] Node node(const Json& entry, NodeId id) const;

  const Job& job_;
  const std::filesystem::path folder_;
  const std::string place_;
  const Json& manifest_;
};

/// Writes a folder with the images and a manifest: schema, scenario, the depth of every queue and
/// the keys that `complete` adds. The folder gets its name only after all files are written. Throws
/// InputError if the folder cannot be written, or exists and is neither empty nor a ROM folder.
void write_images(const std::string& folder, const Job& job, const NodeImages& images,
                  const std::vector<QueueDepth>& depths,
                  const std::function<void(nlohmann::ordered_json& manifest)>& complete);

/// Reads a folder into `images`, which must be empty images of the job's machine. Throws
/// InputError, which names the file, if anything is malformed, of a foreign version, or not made
/// for the job's scenario.
void read_images(const std::string& folder, const Job& job, NodeImages& images);

/// Throws InputError, whose text begins with `place`, unless the program has this many control
/// bits.
void check_width(const std::string& place, const RomImage& image, unsigned control_bits);

}  // namespace romcast
