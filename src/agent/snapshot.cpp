#include "snapshot.hpp"

#include <array>

#include "../core/text.hpp"
#include "banker/core/bytes.hpp"

namespace banker {

namespace {
constexpr std::string_view kMagic = "banker-snapshot\n";

// The CRC-32 of zip and png: reflected, polynomial 0xEDB88320.
std::uint32_t crc32(std::string_view bytes) {
  static constexpr auto kTable = [] {
    std::array<std::uint32_t, 256> table{};
    for (std::uint32_t i = 0; i < 256; ++i) {
      std::uint32_t c = i;
      for (int bit = 0; bit < 8; ++bit) c = (c >> 1) ^ ((c & 1) * 0xEDB88320u);
      table[i] = c;
    }
    return table;
  }();
  std::uint32_t crc = ~0u;
  for (const char byte : bytes) crc = kTable[(crc ^ static_cast<unsigned char>(byte)) & 255] ^ (crc >> 8);
  return ~crc;
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
  header.integer(crc32(content.bytes()));
  return std::string(kMagic).append(header.bytes()).append(content.bytes());
}

Result<Snapshot> read_snapshot(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return refuse("this is not a snapshot of an agent");
  ByteReader in(bytes.substr(kMagic.size()));
  const std::uint64_t version = in.integer();
  if (in.ok() && version != kSnapshotVersion) {
    return refuse(
        concat("the snapshot has format version ", version, ", this build reads version ", kSnapshotVersion));
  }
  const std::uint64_t checksum = in.integer();
  if (!in.ok() || crc32(in.rest()) != checksum)
    return refuse("the snapshot is damaged: its checksum does not match");
  Snapshot snapshot;
  snapshot.spec = in.text();
  snapshot.parts = in.text();
  snapshot.state = in.text();
  if (!in.ok() || !in.at_end()) return refuse("the snapshot is damaged: it ends too early or too late");
  return snapshot;
}

}  // namespace banker
