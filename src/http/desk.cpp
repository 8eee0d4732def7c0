#include "desk.hpp"

#include <chrono>
#include <exception>

#include "answers.hpp"

namespace banker::http {

void Desk::submit(service::Request request, Send send,
                  std::function<Response(const service::Answer&)> write) {
  service.submit(std::move(request),
                 [this, send = std::move(send), write = std::move(write)](service::Answer&& answer) {
                   try {
                     if (const auto* refused = std::get_if<service::Problem>(&answer))
                       return send(problem(*refused));
                     if (!is_long(answer)) return send(write(answer));
                     worker.post([send, write, answer = std::move(answer)] { send(write(answer)); });
                   } catch (const std::exception&) {  // it is done, and there is no memory to say so
                   }
                 });
}

store::Time now() {
  using namespace std::chrono;
  return duration_cast<microseconds>(system_clock::now().time_since_epoch()).count();
}

}  // namespace banker::http
