#include "snapshot.hpp"

#include <zlib.h>

#include "../core/text.hpp"
#include "banker/core/bytes.hpp"
#include "rules.hpp"

namespace banker {

namespace {
constexpr std::string_view kMagic = "banker-snapshot\n";
constexpr std::uint64_t kFirstVersion = 2;  // of Banker 0.1.0

std::uint32_t checksum_of(std::string_view bytes) {
  return static_cast<std::uint32_t>(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

Error refuse(std::string message) { return {ErrorCode::kBadSnapshot, std::move(message)}; }
}  // namespace

std::string write_snapshot(const Snapshot& snapshot) {
  ByteWriter content;
  content.text(snapshot.spec);
  content.text(snapshot.parts);
  content.text(snapshot.state);
  ByteWriter header;
  header.integer(kSnapshotVersion);
  header.integer(checksum_of(content.bytes()));
  return std::string(kMagic).append(header.bytes()).append(content.bytes());
}

Result<Snapshot> read_snapshot(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return refuse("this is not a snapshot of an agent");
  ByteReader in(bytes.substr(kMagic.size()));
  const std::uint64_t version = in.integer();
  if (in.ok() && (version < kFirstVersion || version > kSnapshotVersion)) {
    return refuse(concat("the snapshot has format version ", version, ", this build reads versions ",
                         kFirstVersion, " to ", kSnapshotVersion, ": use the build that wrote it"));
  }
  const std::uint64_t checksum = in.integer();
  if (!in.ok() || checksum_of(in.rest()) != checksum)
    return refuse("the snapshot is damaged: its checksum does not match");
  Snapshot snapshot;
  snapshot.spec = in.text();
  snapshot.parts = in.text();
  snapshot.state = in.text();
  if (!in.ok() || !in.at_end()) return refuse("the snapshot is damaged: it ends too early or too late");
  if (version == kFirstVersion) {
    const auto spec = parse_json(snapshot.spec);
    if (!spec || spec->contains("rule"))
      return refuse("the snapshot is damaged: its spec is not of its version");
    snapshot.spec = with_rules(*spec, Unnumbered::kFirst).dump();
  }
  return snapshot;
}

}  // namespace banker
