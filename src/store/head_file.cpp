#include "head_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <zlib.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <thread>

#include "../core/text.hpp"
#include "banker/core/bytes.hpp"

namespace banker::store {

namespace {

constexpr std::string_view kHeadMagic = "banker-head\n";
constexpr std::size_t kSize = kHeadMagic.size() + 16;

std::string encode(std::uint64_t commits) {
  ByteWriter number;
  number.integer(commits);
  const std::string content = std::string(kHeadMagic).append(number.bytes());
  ByteWriter checksum;
  checksum.integer(crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
  return content + std::string(checksum.bytes());
}

Error trouble(const std::string& file, std::string_view what) {
  const int code = errno;
  return {ErrorCode::kDisk,
          concat(file, " cannot be ", what, ": ", std::strerror(code), ": ", advice_on_file(code))};
}

// 0: there is no head, or nothing was written to it yet, or a power cut left nothing but its length.
Result<std::uint64_t> read_head(const std::string& file) {
  const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0)
    return errno == ENOENT ? Result<std::uint64_t>(std::uint64_t{0}) : trouble(file, "opened");
  char bytes[kSize + 1];
  const ssize_t size = ::pread(descriptor, bytes, sizeof bytes, 0);
  const Error unread = trouble(file, "read");
  ::close(descriptor);
  if (size < 0) return unread;
  const std::string_view content(bytes, static_cast<std::size_t>(size));
  if (content.find_first_not_of('\0') == std::string_view::npos) return std::uint64_t{0};
  ByteReader in(content.substr(std::min(kHeadMagic.size(), content.size())));
  const std::uint64_t commits = in.integer();
  if (content == encode(commits)) return commits;
  return Error{ErrorCode::kDamaged, concat(file,
                                           " is damaged: it does not say how many commits were answered. "
                                           "Delete it to start without that check")};
}

}  // namespace

std::string_view advice_on_file(int code) {
  switch (code) {
    case EROFS:
    case EACCES:
    case EPERM: return "make the file, its folder and its disk writable for this user";
    case ENOSPC:
    case EDQUOT: return "free some room on the disk";
    case EISDIR: return "move that folder away";
    case ENOLCK:
    case EOPNOTSUPP: return "keep the journal on a local disk, which has locks";
    case EMFILE:
    case ENFILE: return "raise the limit on open files";
    default: return "check the disk";
  }
}

HeadFile::~HeadFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

MaybeError HeadFile::open(const std::string& journal) {
  const std::string file = journal + "-head";
  descriptor_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (descriptor_ < 0) return trouble(file, "opened");
  // A server that was just killed may take a moment to be gone.
  for (int tries = 0; tries < 60; ++tries) {
    if (flock(descriptor_, LOCK_EX | LOCK_NB) == 0) return std::nullopt;
    if (errno != EWOULDBLOCK) return trouble(file, "locked");
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
  }
  return Error{ErrorCode::kDisk, concat("the journal ", journal,
                                        " is in use by another server: end that one, or name another file")};
}

void HeadFile::write(std::uint64_t commits) {
  const std::string content = encode(commits);
  (void)!pwrite(descriptor_, content.data(), content.size(), 0);
}

MaybeError check_head(const std::string& journal, std::uint64_t commits) {
  const auto answered = read_head(journal + "-head");
  if (!answered) return answered.error();
  if (commits >= *answered) return std::nullopt;
  return Error{
      ErrorCode::kDamaged,
      concat("the journal ", journal, " ends at commit ", commits, ", but commit ", *answered,
             " was answered: its WAL was cut, or an older copy was put in place. Put the right ", journal,
             " and ", journal, "-wal back, or delete ", journal, "-head to accept the loss")};
}

}  // namespace banker::store
