#include "looker.hpp"

#include <utility>

#include "problem.hpp"

namespace banker::http {

void Looker::post(Read read, Send send, std::shared_ptr<void> place) {
  worker_.post([this, read = std::move(read), send = std::move(send), place = std::move(place)]() mutable {
    Response response = answer(read);
    place.reset();
    send(std::move(response));
  });
}

// A reader that failed is not used again.
Response Looker::answer(const Read& read) {
  auto reader = std::exchange(reader_, nullptr);
  if (!reader) {
    auto opened = service_.reader();
    if (!opened) return problem(503, opened.error().message);
    reader = *std::move(opened);
  }
  auto response = read(*reader);
  if (!response) return problem(503, response.error().message);
  reader_ = std::move(reader);
  return *std::move(response);
}

}  // namespace banker::http
