#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace banker::bench {

struct Reply {
  int status = 0;  // 0: there was no request yet
  std::string_view body;
};

// Puts what the connection sends next into `request`, which is empty, given the reply to what it sent last. Left
// empty: the connection is done.
using Next = std::function<void(std::size_t connection, const Reply& last, std::string& request)>;

struct Traffic {
  std::uint64_t answered = 0;
  double seconds = 0;             // from the first request to the last answer
  std::vector<double> latencies;  // in seconds
};

// Connections that stay open, each with one request under way at a time, served by one thread. Of HTTP it knows answers that
// say how long they are. Anything else is a std::runtime_error.
class Client {
 public:
  Client(std::uint16_t port, std::size_t connections);
  ~Client();
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  // Until every connection is done, or so many seconds have passed: then what is under way is waited for, and what comes
  // after it is sent by the next run().
  Traffic run(double seconds, const Next& next);

 private:
  struct Connection {
    int socket = -1;
    double sent_at = 0;
    std::string request;  // not sent yet
    std::string answer;   // as much as has arrived
  };
  void send(Connection& connection);
  bool receive(Connection& connection);

  int poll_ = -1;
  std::vector<Connection> connections_;
};

// The text of a request.
void write_request(std::string& out, std::string_view method, std::string_view target, std::string_view body);
// The body of the answer to one request, which must be of the status.
std::string call(Client& client, int status, std::string_view method, std::string_view target,
                 std::string_view body = "");

// A socket connected to this port of this machine.
int connect_to(std::uint16_t port);
// Seconds since some moment.
double now();

}  // namespace banker::bench
