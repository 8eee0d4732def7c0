#pragma once

#include <gtest/gtest.h>
#include <zlib.h>

#include <fstream>
#include <memory>
#include <string>

#include "banker/service/service.hpp"
#include "show.hpp"
#include "support/folder.hpp"
#include "support/server/first_format.hpp"

// Journals of version 0.1.0, and a service over one.
namespace banker::testing {

using namespace service;

inline const std::string kOldJournal = BANKER_SOURCE_DIR "/tests/golden/0.1.0/journal/";

inline std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  EXPECT_TRUE(in) << file;
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
inline void put(const std::string& file, const std::string& content) {
  std::ofstream(file, std::ios::binary) << content;
}

inline std::string unpacked(const std::string& file) {
  std::string content, buffer(1 << 16, '\0');
  gzFile in = gzopen(file.c_str(), "rb");
  EXPECT_TRUE(in) << file;
  for (int n; in && (n = gzread(in, buffer.data(), static_cast<unsigned>(buffer.size()))) > 0;)
    content.append(buffer, 0, static_cast<std::size_t>(n));
  gzclose(in);
  return content;
}

// The journal of a server of 0.1.0 that was killed: its last events are in the WAL, and after the last checkpoints.
inline void put_old_journal(const Folder& folder) {
  put(folder.file(), unpacked(kOldJournal + "banker.db.gz"));
  put(folder.file("banker.db-wal"), unpacked(kOldJournal + "banker.db-wal.gz"));
  put(folder.file("banker.db-head"), content_of(kOldJournal + "banker.db-head"));
}

inline std::unique_ptr<Service> serve(const std::string& file, std::string* copy = nullptr) {
  auto journal = store::open_journal(file);
  EXPECT_TRUE(journal) << journal.error().message;
  if (copy) *copy = (*journal)->older_copy();
  auto started = Service::start(*std::move(journal), {});
  EXPECT_TRUE(started) << started.error().message;
  return *std::move(started);
}

template <class T>
T expect(Service& service, Request request) {
  Answer answer = service.call(std::move(request));
  EXPECT_TRUE(std::holds_alternative<T>(answer)) << show(answer);
  return std::get<T>(std::move(answer));
}

inline std::string log_of(Service& service, const std::string& bandit) {
  const auto log = service.log(bandit);
  EXPECT_TRUE(log) << log.error().message;
  std::string all;
  for (std::string piece; !(piece = *(*log)->next(1 << 16)).empty();) all += piece;
  return all;
}

}  // namespace banker::testing
