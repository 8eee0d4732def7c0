#pragma once

#include <gtest/gtest.h>

#include <fstream>
#include <memory>
#include <string>

#include "banker/service/service.hpp"
#include "service/show.hpp"
#include "store/sqlite.hpp"

// A service over a file, and what is in that.
namespace banker::testing {

using namespace service;

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

// The number that a query finds.
inline std::int64_t number_in(const std::string& file, const std::string& sql) {
  store::Database database;
  EXPECT_FALSE(database.open(file, store::Database::Access::kRead));
  store::Query query(database, sql.c_str());
  EXPECT_TRUE(*query.next());
  return query.integer(0);
}

inline std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  EXPECT_TRUE(in) << file;
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}
inline void put(const std::string& file, const std::string& content) {
  std::ofstream(file, std::ios::binary) << content;
}

}  // namespace banker::testing
