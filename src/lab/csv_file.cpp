#include "csv_file.hpp"

#include <zlib.h>

#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "../core/text.hpp"

namespace banker::lab {

namespace {

Error unreadable(const std::string& path, std::string_view why) {
  return {ErrorCode::kBadValue, concat("cannot read ", path, ": ", why)};
}
std::string system_error() { return std::generic_category().message(errno); }

gzFile file_of(void* handle) { return static_cast<gzFile>(handle); }
void* open_file(const char* path) { return gzopen(path, "rb"); }
void close_file(void* handle) { gzclose(file_of(handle)); }

// What went wrong, or nothing.
std::string read_piece(void* handle, std::vector<char>& buffer, std::size_t& count) {
  const int got = gzread(file_of(handle), buffer.data(), static_cast<unsigned>(buffer.size()));
  count = got > 0 ? static_cast<std::size_t>(got) : 0;
  int status = Z_OK;
  gzerror(file_of(handle), &status);
  if (status == Z_ERRNO) return system_error();
  if (status == Z_BUF_ERROR) return "the gzip file is cut short";
  return got < 0 ? "the gzip file is damaged" : "";
}

}  // namespace

Result<FileReader> FileReader::open(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_directory(path, ignored)) return unreadable(path, "it is a directory");
  errno = 0;
  Handle handle(open_file(path.c_str()), close_file);
  if (handle == nullptr) return unreadable(path, system_error());
  return FileReader(path, std::move(handle));
}

Result<std::string_view> FileReader::read() {
  std::size_t count = 0;
  const std::string wrong = read_piece(handle_.get(), buffer_, count);
  if (!wrong.empty()) return unreadable(path_, wrong);
  return std::string_view(buffer_.data(), count);
}

}  // namespace banker::lab
