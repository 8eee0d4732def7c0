#include "desk.hpp"

#include <exception>

#include "../core/clock.hpp"
#include "answer_size.hpp"
#include "answers.hpp"
#include "held.hpp"

namespace banker::http {

namespace {

// What is owed to who asked. It is sent once, and nothing is held here any more by then.
struct Owed {
  Send send;
  Desk::Write write;
  bool look = false;
  std::shared_ptr<Held> held{};  // null: nothing so far

  void answer(Response&& response) {
    held.reset();
    send(std::move(response));
  }
  // There is no room for what is done.
  void refuse() {
    if (look) answer(no_room());
    held.reset();
  }
  // The text takes memory beside the answer, and then in place of it.
  void answer_long(service::Answer&& from, const AnswerSize& size) {
    if (!held->at_least(size.object + size.text)) return refuse();
    Response response = write(from);
    from = service::Done{};
    held->set(response.body.capacity() + kHead);
    response.held = std::move(held);
    send(std::move(response));
  }
};

}  // namespace

void Desk::submit(service::Request request, Send send, Write write) {
  Owed owed{std::move(send), std::move(write), service::is_look(request)};
  if (const std::size_t expected = expected_size(request); expected > 0) {
    owed.held = std::make_shared<Held>(gate);
    if (!owed.held->set(expected)) return owed.answer(no_room());
  }
  service.submit(std::move(request), [this, owed = std::move(owed)](service::Answer&& answer) mutable {
    try {
      if (const auto* refused = std::get_if<service::Problem>(&answer)) return owed.answer(problem(*refused));
      if (!is_long(answer)) return owed.answer(owed.write(answer));
      const AnswerSize size = size_of(answer);
      if (!owed.held) owed.held = std::make_shared<Held>(gate);
      if (!owed.held->at_least(size.object)) return owed.refuse();
      worker.post([owed = std::move(owed), answer = std::move(answer), size]() mutable {
        owed.answer_long(std::move(answer), size);
      });
    } catch (const std::exception&) {  // it is done, and there is no memory to say so
    }
  });
}

store::Time now() { return system_time(); }

}  // namespace banker::http
