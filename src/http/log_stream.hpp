#pragma once

#include <memory>

#include "banker/store/journal.hpp"
#include "message.hpp"
#include "worker.hpp"

namespace banker::http {

// The log of a bandit, piece by piece, read from disk by the worker. `place` is kept until the stream is gone. The worker
// outlives the stream.
class LogStream final : public Stream {
 public:
  LogStream(Worker& worker, std::unique_ptr<store::LogReader> reader, std::shared_ptr<void> place);
  ~LogStream() override;
  void next(std::function<void(Piece)> ready) override;

 private:
  struct State;
  Worker& worker_;
  std::shared_ptr<void> place_;
  std::shared_ptr<State> state_;  // shared with the job under way
};

}  // namespace banker::http
