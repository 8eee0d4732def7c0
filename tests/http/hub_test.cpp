// Events: to whom they go, in which order, and what happens to who does not listen.

#include <gtest/gtest.h>

#include <limits>
#include <optional>

#include "agent/json_library.hpp"
#include "banker/agent/catalog.hpp"
#include "core/text.hpp"
#include "http/event_text.hpp"
#include "http/hub.hpp"

namespace banker::testing::hub_test {
namespace {

using http::Hub;
using http::Stream;
using service::Happened;

const auto kWho = std::make_shared<const Identity>(
    (*make_agent(R"({"agent":"banker","arms":["red","green"]})"))->identity());

Happened asked(const std::string& bandit, std::uint64_t round) {
  store::DecisionRow row;
  row.at = 1'767'323'045'678'901;
  row.decision = {RoundId{round}, 1, 0.25};
  row.statement = Statement{.scale = 4, .borrowed = 3, .from_pool = 1, .payments = {}};
  return {bandit, kWho, concat("r", round), row};
}

// Keeps the last piece, and whether there is one.
class Reader {
 public:
  explicit Reader(Hub& hub, std::string bandit = "") : Reader(hub.listen(std::move(bandit))) {}
  explicit Reader(std::unique_ptr<Stream> stream) : stream_(std::move(stream)) {}
  // What is there; nothing: it waits.
  std::optional<Stream::Piece> next() {
    if (!waiting_ && !piece_)
      stream_->next([this](Stream::Piece piece) { piece_ = std::move(piece), waiting_ = false; });
    waiting_ = !piece_;
    return std::exchange(piece_, std::nullopt);
  }

 private:
  std::optional<Stream::Piece> piece_;
  bool waiting_ = false;
  std::unique_ptr<Stream> stream_;
};

TEST(Hub, AnEventIsItsJson) {
  const std::string text = http::event_text(asked("ads", 7));
  const std::string start = "event: ask\ndata: ";
  ASSERT_TRUE(text.starts_with(start));
  EXPECT_TRUE(text.ends_with("}\n\n"));
  EXPECT_EQ(nlohmann::json::parse(text.substr(start.size())),
            nlohmann::json::parse(R"({"bandit":"ads","id":"r7",
      "round":7,"at":"2026-01-02T03:04:05.678901Z","arm":"green","probability":0.25,"scale":4,"borrowed":3,
      "from_pool":1})"));

  store::OutcomeRow outcome;
  outcome.round = RoundId{7};
  outcome.state = RoundState::kSettled;
  outcome.immediate_cost = 0.5;
  outcome.value = 1;
  const auto kind_and_value = [&](store::Cause cause) {
    outcome.cause = cause;
    if (cause == store::Cause::kDrop) outcome.value.reset();
    const std::string event = http::event_text({"ads", kWho, "r7", outcome});
    const auto json = nlohmann::json::parse(event.substr(event.find('{')));
    EXPECT_EQ(json["status"], "settled");
    EXPECT_EQ(json["immediate_cost"], 0.5);
    return event.substr(0, event.find('\n')) + (json.contains("reward") ? " reward" : "") +
           (json.contains("loss") ? " loss" : "");
  };
  EXPECT_EQ(kind_and_value(store::Cause::kLoss), "event: tell loss");
  EXPECT_EQ(kind_and_value(store::Cause::kReward), "event: tell reward");
  EXPECT_EQ(kind_and_value(store::Cause::kExpiry), "event: expire loss");
  EXPECT_EQ(kind_and_value(store::Cause::kDrop), "event: drop");
  const std::string data = "\ndata: {\"bandit\":\"ads\",\"at\":\"2026-01-02T03:04:05.678901Z\"}\n\n";
  const store::Time at = 1'767'323'045'678'901;
  EXPECT_EQ(http::event_text({"ads", kWho, "", service::Create{}, at}), "event: create" + data);
  EXPECT_EQ(http::event_text({"ads", kWho, "", service::Remove{}, at}), "event: delete" + data);
  EXPECT_EQ(http::event_text({"ads", kWho, "", service::Pause{"ads", true}, at}), "event: pause" + data);
  EXPECT_EQ(http::event_text({"ads", kWho, "", service::Pause{"ads", false}, at}), "event: resume" + data);
}

TEST(Hub, GoesToThoseWhoWantIt) {
  Hub hub;
  EXPECT_FALSE(hub.watched());
  std::optional<Reader> all(hub), ads(std::in_place, hub, "ads");
  EXPECT_TRUE(hub.watched());
  EXPECT_FALSE(all->next()) << "waits";
  const Happened first[] = {asked("ads", 1), asked("routes", 1), asked("ads", 2)};
  hub.publish(first);
  EXPECT_EQ(all->next()->text,
            http::event_text(first[0]) + http::event_text(first[1]) + http::event_text(first[2]));
  EXPECT_EQ(ads->next()->text, http::event_text(first[0]) + http::event_text(first[2]));
  EXPECT_FALSE(ads->next());
  hub.publish(std::span(first, 1));
  EXPECT_EQ(ads->next()->text, http::event_text(first[0])) << "handed to who waits";
  ads.reset();
  all.reset();
  EXPECT_FALSE(hub.watched());
}

TEST(Hub, WritesOnlyWhatSomebodyWants) {
  Hub hub;
  Reader ads(hub, "ads");
  Happened all[] = {asked("routes", 1), asked("ads", 1)};
  all[0].who = nullptr;  // it cannot be written
  hub.publish(all);
  EXPECT_EQ(ads.next()->text, http::event_text(all[1]));
}

TEST(Hub, CountsWhatIsMissed) {
  Hub hub;
  Reader reader(hub);
  for (std::uint64_t round = 1; round <= 10'500; ++round) {
    const Happened one = asked("ads", round);
    hub.publish({&one, 1});
  }
  std::string all;
  while (const auto piece = reader.next()) all += piece->text;
  std::size_t events = 0;
  for (std::size_t at = 0; (at = all.find("event: ask", at)) != all.npos; ++at) ++events;
  const std::size_t missed = all.find("event: missed");
  ASSERT_NE(missed, all.npos);
  const auto count = nlohmann::json::parse(all.substr(all.find('{', missed)))["count"].get<std::size_t>();
  EXPECT_EQ(events + count, 10'500u);
  EXPECT_GE(events, 1000u);
  EXPECT_TRUE(all.ends_with("}\n\n"));
  // What comes after it comes as ever.
  const Happened next = asked("ads", 10'501);
  hub.publish({&next, 1});
  EXPECT_EQ(reader.next()->text, http::event_text(next));
}

TEST(Hub, SaysThatTheLineIsAlive) {
  const auto before = std::chrono::steady_clock::now();
  Hub hub;
  Reader reader(hub);
  const auto after = std::chrono::steady_clock::now();
  EXPECT_FALSE(reader.next());
  hub.tick(before + std::chrono::seconds(10));
  EXPECT_FALSE(reader.next());
  hub.tick(after + std::chrono::seconds(16));
  EXPECT_EQ(reader.next()->text, ": ping\n\n");
}

TEST(Hub, EndsForAll) {
  Hub hub;
  Reader waiting(hub), behind(hub);
  EXPECT_FALSE(waiting.next());
  const Happened one = asked("ads", 1);
  hub.publish({&one, 1});
  waiting.next();
  EXPECT_FALSE(waiting.next());
  hub.close();
  EXPECT_TRUE(waiting.next()->last);
  EXPECT_EQ(behind.next()->text, http::event_text(one)) << "first what was there";
  EXPECT_TRUE(behind.next()->last);
  Reader late(hub);
  EXPECT_TRUE(late.next()->last);
}

TEST(Hub, HasRoomForSoMany) {
  Hub hub;
  std::vector<std::unique_ptr<Stream>> all;
  for (std::size_t i = 0; i < Hub::kMostListeners; ++i) all.push_back(hub.listen(""));
  EXPECT_TRUE(all.back());
  EXPECT_FALSE(hub.listen(""));
  all.pop_back();
  EXPECT_TRUE(hub.listen(""));
}

// ---- Those who look on

http::Text text_of(std::string text) { return std::make_shared<const std::string>(std::move(text)); }

TEST(Hub, OfNewsOnlyTheNewestWait) {
  Hub hub;
  Reader reader(hub.look_on("ads", text_of("first")));
  for (int i = 0; i < 1000; ++i) hub.tell_news("ads", text_of(concat("news ", i)));
  hub.tell_news("b", text_of("of another"));
  EXPECT_EQ(reader.next()->text, "news 999");
  EXPECT_FALSE(reader.next());
  hub.tell_news("ads", text_of("again"));
  EXPECT_EQ(reader.next()->text, "again");
}

TEST(Hub, LongNewsComeInPiecesAndWhole) {
  Hub hub;
  const std::string first(200'000, 'a'), last(70'000, 'c');
  Reader reader(hub.look_on("ads", text_of(first)));
  std::string all = reader.next()->text;
  EXPECT_LT(all.size(), first.size());
  hub.tell_news("ads", text_of("b"));
  hub.tell_news("ads", text_of(last));
  const Happened one = asked("ads", 1);
  hub.publish({&one, 1});
  while (const auto piece = reader.next()) all += piece->text;
  EXPECT_EQ(all, first + last + http::event_text(one));
}

TEST(Hub, WhoLooksOnGetsAFewEvents) {
  const auto before = std::chrono::steady_clock::now();
  Hub hub;
  const auto after = std::chrono::steady_clock::now();
  Reader reader(hub.look_on("ads", text_of("state")));
  reader.next();
  std::vector<Happened> many;
  for (std::uint64_t round = 1; round <= 100; ++round) many.push_back(asked("ads", round));
  hub.publish(many);
  EXPECT_FALSE(hub.watched());
  std::string wanted, all;
  for (std::size_t i = 0; i < Hub::kFewEvents; ++i) wanted += http::event_text(many[i]);
  while (const auto piece = reader.next()) all += piece->text;
  EXPECT_EQ(all, wanted);
  hub.tick(before + std::chrono::milliseconds(100));
  EXPECT_FALSE(hub.watched());
  hub.tick(after + std::chrono::seconds(2));
  EXPECT_TRUE(hub.watched());
}

// So many are made, and no more.
TEST(Hub, SaysHowManyEventsAreWanted) {
  constexpr std::size_t kAll = std::numeric_limits<std::size_t>::max();
  Hub hub;
  Reader list(hub.look_on("", text_of("list")));
  EXPECT_EQ(hub.watched(), 0u);
  std::optional<Reader> one(hub.look_on("ads", text_of("state"))),
      another(hub.look_on("ads", text_of("state")));
  EXPECT_EQ(hub.watched(), Hub::kFewEvents) << "the same ones";
  const std::vector<Happened> five(5, asked("ads", 1));
  hub.publish(five);
  EXPECT_EQ(hub.watched(), Hub::kFewEvents - 5);
  std::optional<Reader> late(hub.look_on("ads", text_of("state")));
  EXPECT_EQ(hub.watched(), Hub::kFewEvents);
  late.reset();
  std::optional<Reader> other(hub.look_on("b", text_of("state")));
  EXPECT_EQ(hub.watched(), Hub::kFewEvents - 5 + Hub::kFewEvents);
  std::optional<Reader> listener(std::in_place, hub, "c");
  EXPECT_EQ(hub.watched(), kAll);
  listener.emplace(hub);
  EXPECT_EQ(hub.watched(), kAll);
  listener.reset(), other.reset(), one.reset();
  EXPECT_EQ(hub.watched(), Hub::kFewEvents - 5);
  another.reset();
  EXPECT_EQ(hub.watched(), 0u);
}

// Everybody gets theirs, whoever else is there, and those who came late none of what was before.
TEST(Hub, ManyHearersOfManyBandits) {
  Hub hub;
  Reader all(hub), ads(hub, "ads"), b(hub, "b");
  Reader look_ads(hub.look_on("ads", text_of("A"))), look_b(hub.look_on("b", text_of("B")));
  std::vector<Happened> many;
  std::string of_all, of_ads, of_b, few_ads, few_b;
  for (std::uint64_t round = 1; round <= 100; ++round) {
    const bool is_ads = round % 7 < 4;
    many.push_back(asked(is_ads ? "ads" : round % 7 < 6 ? "b" : "c", round));
    const std::string text = http::event_text(many.back());
    of_all += text;
    if (is_ads) of_ads += text;
    else if (round % 7 < 6) of_b += text;
    const auto events = [](const std::string& texts) {
      std::size_t count = 0;
      for (std::size_t at = 0; (at = texts.find("event:", at)) != texts.npos; ++at) ++count;
      return count;
    };
    if (events(of_ads) <= Hub::kFewEvents) few_ads = of_ads;
    if (events(of_b) <= Hub::kFewEvents) few_b = of_b;
  }
  hub.publish(std::span(many).first(50));
  Reader late(hub.look_on("ads", text_of("late")));
  hub.publish(std::span(many).subspan(50));
  const auto read = [](Reader& reader) {
    std::string text;
    while (const auto piece = reader.next()) text += piece->text;
    return text;
  };
  EXPECT_EQ(read(all), of_all);
  EXPECT_EQ(read(ads), of_ads);
  EXPECT_EQ(read(b), of_b);
  EXPECT_EQ(read(look_ads), "A" + few_ads);
  EXPECT_EQ(read(look_b), "B" + few_b);
  const std::string came_late = read(late);
  EXPECT_EQ(came_late.find("\"round\":50,"), came_late.npos);
  EXPECT_NE(came_late.find("\"round\":51,"), came_late.npos);
}

// Who has had enough for this second hears of the end all the same, and of nothing else.
TEST(Hub, WhoHadEnoughHearsOfTheEnd) {
  Hub hub;
  Reader all(hub), reader(hub.look_on("ads", text_of("state")));
  const std::vector<Happened> many(1000, asked("ads", 1));
  hub.publish(many);
  while (reader.next()) continue;
  const Happened last[] = {asked("ads", 2), {"ads", kWho, "", service::Remove{"ads"}}, asked("ads", 3)};
  hub.publish(last);
  EXPECT_EQ(reader.next()->text, http::event_text(last[1]));
  EXPECT_TRUE(reader.next()->last);
}

// Not even bytes that wait keep the end out, and nobody who looks on is told what was missed.
TEST(Hub, TheEndIsNotLeftOut) {
  Hub hub;
  Reader reader(hub.look_on("ads", text_of("state")));
  Happened large = asked("ads", 1);
  large.id.clear();
  large.id = std::string((std::size_t{4} << 20) / 16 - http::event_text(large).size(), 'x');
  const std::vector<Happened> many(16, large);  // there is no room for another byte
  hub.publish(many);
  const Happened gone{"ads", kWho, "", service::Remove{"ads"}};
  hub.publish({&gone, 1});
  std::string all;
  for (auto piece = reader.next(); !piece->last; piece = reader.next()) all += piece->text;
  EXPECT_TRUE(all.ends_with(http::event_text(gone)));
  EXPECT_EQ(all.find("missed"), all.npos);
  EXPECT_GT(all.size(), std::size_t{4} << 20);
}

// What others do is not looked at for ever to find a few events of one.
TEST(Hub, WhoLooksOnDoesNotMakeTheBusyPay) {
  Hub hub;
  const auto start = std::chrono::steady_clock::now();
  Reader reader(hub.look_on("ads", text_of("state")));
  std::vector<Happened> others(Hub::kMostSeen - 7, asked("b", 1));
  for (Happened& one : others) one.who = nullptr;  // cannot be written
  hub.publish(others);
  EXPECT_EQ(hub.watched(), 7u);
  hub.publish(others);  // more than are left
  EXPECT_EQ(hub.watched(), 0u);
  reader.next();
  EXPECT_FALSE(reader.next());
  others.assign(Hub::kMostSeen, asked("b", 1));
  hub.tick(start + std::chrono::seconds(2));
  EXPECT_TRUE(hub.watched());
  // Who listens to everything does.
  Reader all(hub);
  hub.publish(others);
  EXPECT_TRUE(hub.watched());
}

// Neither events nor news pile up for somebody who does not read.
TEST(Hub, WhoLooksOnAndDoesNotReadMissesQuietly) {
  Hub hub;
  auto now = std::chrono::steady_clock::now();
  Reader reader(hub.look_on("ads", text_of("state\n\n")));
  for (int second = 0; second < 50; ++second) {
    const std::vector<Happened> many(30, asked("ads", 1));
    hub.publish(many);
    hub.tick(now += std::chrono::seconds(1));
  }
  std::string all;
  while (const auto piece = reader.next()) all += piece->text;
  std::size_t events = 0;
  for (std::size_t at = 0; (at = all.find("event: ask", at)) != all.npos; ++at) ++events;
  EXPECT_EQ(events, http::Mailbox::kMostOffered);
  EXPECT_EQ(all.find("missed"), all.npos);
}

}  // namespace
}  // namespace banker::testing::hub_test
