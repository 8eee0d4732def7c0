#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "banker/store/tokens.hpp"
#include "store/scribe.hpp"

namespace banker::store::testing::tokens_test {
namespace {

using namespace std::chrono_literals;

TEST(Roles, AreWrittenAsTheyAreRead) {
  for (const char* text : {"ask", "tell", "admin", "ask,tell", "ask,tell,admin"})
    EXPECT_EQ(write_roles(*read_roles(text)), text);
  EXPECT_EQ(write_roles(*read_roles("tell,ask,ask")), "ask,tell");
  for (const char* text : {"", "Ask", "ask,", ",ask", "ask, tell", "root"})
    EXPECT_EQ(read_roles(text).error().code, ErrorCode::kBadValue) << text;
}

TEST(Tokens, AreKnownOnceMadeAndUnknownOnceRevoked) {
  const Folder folder;
  const auto tokens = *Tokens::open(folder.file());
  EXPECT_FALSE(*tokens->any());
  const std::string ask = *tokens->make({.ask = true}), admin = *tokens->make({.admin = true});
  EXPECT_TRUE(*tokens->any());
  EXPECT_EQ(ask.size(), 46u);
  EXPECT_TRUE(ask.starts_with("bk_"));
  EXPECT_EQ(ask.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
            std::string::npos);
  EXPECT_NE(ask, admin);
  EXPECT_EQ(write_roles(**tokens->roles_of(ask)), "ask");
  EXPECT_EQ(write_roles(**tokens->roles_of(admin)), "admin");
  EXPECT_FALSE(*tokens->roles_of(""));
  EXPECT_FALSE(*tokens->roles_of(ask + "x"));
  const auto list = *tokens->list();
  ASSERT_EQ(list.size(), 2u);
  EXPECT_EQ(write_roles(list[0].roles), "ask");
  EXPECT_GT(list[0].created_at, 1'600'000'000'000'000);
  EXPECT_TRUE(*tokens->revoke(list[0].id));
  EXPECT_FALSE(*tokens->revoke(list[0].id));
  EXPECT_FALSE(*tokens->roles_of(ask));
  EXPECT_TRUE(*tokens->roles_of(admin));
  // Numbers are not given again.
  ASSERT_TRUE(tokens->revoke(list[1].id));
  ASSERT_TRUE(tokens->make({.tell = true}));
  EXPECT_GT(tokens->list()->at(0).id, list[1].id);
}

TEST(Tokens, AreNowhereInTheFile) {
  const Folder folder;
  const std::string token = *(*Tokens::open(folder.file()))->make({.ask = true});
  for (const char* name : {"banker.db", "banker.db-wal"})
    EXPECT_EQ(content_of(folder.file(name)).find(token.substr(3, 20)), std::string::npos);
  EXPECT_TRUE((*(*Tokens::open(folder.file()))->roles_of(token))->ask);
}

TEST(Tokens, OfAnotherConnectionAreSeenWithinASecond) {
  const Folder folder;
  const auto server = *Tokens::open(folder.file()), command = *Tokens::open(folder.file());
  const auto journal = *open_journal(folder.file());
  EXPECT_FALSE(*server->any());
  const std::string token = *command->make({.ask = true});
  std::this_thread::sleep_for(60ms);  // a miss is looked up again after 50 ms
  EXPECT_TRUE(*server->roles_of(token));
  EXPECT_TRUE(*server->any());
  ASSERT_TRUE(*command->revoke(command->list()->at(0).id));
  std::this_thread::sleep_for(1100ms);
  EXPECT_FALSE(*server->roles_of(token));
  EXPECT_FALSE(*server->any());
}

TEST(Tokens, ManyThreadsAndAJournalAtOnce) {
  const Folder folder;
  const auto tokens = *Tokens::open(folder.file());
  const auto journal = *open_journal(folder.file());
  std::vector<std::thread> threads;
  std::vector<std::string> made(4);
  for (std::size_t i = 0; i < made.size(); ++i) {
    threads.emplace_back([&, i] {
      for (int n = 0; n < 10; ++n) made[i] = *tokens->make({.tell = true});
      for (int n = 0; n < 100; ++n) EXPECT_TRUE(*tokens->roles_of(made[i]));
    });
  }
  Random random(1);
  Scribe scribe;
  for (int n = 0; n < 50; ++n) {
    ASSERT_FALSE(journal->begin());
    ASSERT_FALSE(scribe.write(*journal, random, 5));
    ASSERT_FALSE(journal->commit());
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(tokens->list()->size(), 40u);
}

}  // namespace
}  // namespace banker::store::testing::tokens_test
