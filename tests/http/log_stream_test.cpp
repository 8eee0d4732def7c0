#include "http/log_stream.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>

namespace banker::http::log_stream_test {
namespace {

// Pieces "0", "1", ... until told to fail; waits at the gate before each.
class CountingReader final : public store::LogReader {
 public:
  CountingReader(int pieces, bool fails) : pieces_(pieces), fails_(fails) {}
  Result<std::string> next(std::size_t) override {
    if (gate) gate->get_future().wait();
    if (count_ == pieces_ && fails_) return Error{ErrorCode::kDisk, "the disk fails"};
    return count_ == pieces_ ? std::string() : std::to_string(count_++);
  }
  std::promise<void>* gate = nullptr;

 private:
  int pieces_, count_ = 0;
  bool fails_;
};

Stream::Piece next(Stream& stream) {
  std::promise<Stream::Piece> piece;
  stream.next([&](Stream::Piece got) { piece.set_value(std::move(got)); });
  return piece.get_future().get();
}

TEST(LogStream, HandsOutPiecesUntilTheEnd) {
  Worker worker;
  LogStream stream(worker, std::make_unique<CountingReader>(2, false), nullptr);
  EXPECT_EQ(next(stream).text, "0");
  EXPECT_EQ(next(stream).text, "1");
  const auto end = next(stream);
  EXPECT_TRUE(end.last);
  EXPECT_FALSE(end.failed);
  EXPECT_EQ(end.text, "");
}

TEST(LogStream, SaysThatItFailed) {
  Worker worker;
  LogStream stream(worker, std::make_unique<CountingReader>(1, true), nullptr);
  EXPECT_FALSE(next(stream).failed);
  EXPECT_TRUE(next(stream).failed);
}

TEST(LogStream, AsksAgainFromWithin) {
  Worker worker;
  LogStream stream(worker, std::make_unique<CountingReader>(100, false), nullptr);
  std::string all;
  std::promise<void> done;
  std::function<void(Stream::Piece)> take = [&](Stream::Piece piece) {
    all += piece.text;
    if (piece.last) done.set_value();
    else stream.next(take);
  };
  stream.next(take);
  done.get_future().wait();
  EXPECT_EQ(all.size(), 10u + 2 * 90);
}

TEST(LogStream, EndsFromWithin) {
  Worker worker;
  auto place = std::make_shared<int>();
  auto stream = std::make_unique<LogStream>(worker, std::make_unique<CountingReader>(1, false), place);
  std::promise<void> done;
  stream->next([&](Stream::Piece) {
    stream.reset();
    done.set_value();
  });
  done.get_future().wait();
  EXPECT_EQ(place.use_count(), 1);  // its place is free
}

TEST(LogStream, IsSilentOnceItIsGone) {
  std::promise<void> gate;
  bool called = false;
  {
    Worker worker;
    auto reader = std::make_unique<CountingReader>(1, false);
    reader->gate = &gate;
    auto stream = std::make_unique<LogStream>(worker, std::move(reader), nullptr);
    stream->next([&](Stream::Piece) { called = true; });
    stream.reset();
    gate.set_value();  // the piece cannot be there before
  }
  EXPECT_FALSE(called);
}

TEST(Worker, DoesWhatWasPosted) {
  std::atomic<int> done{0};
  {
    Worker worker;
    for (int i = 0; i < 1000; ++i) worker.post([&] { ++done; });
  }
  EXPECT_EQ(done, 1000);
}

}  // namespace
}  // namespace banker::http::log_stream_test
