#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

// HTTP as a page does it, by threads that wait. What is not as it should be is a std::runtime_error.
namespace banker::bench {

// A connection with one request at a time. Knows answers that say their length and those that come in chunks.
class Fetch {
 public:
  explicit Fetch(std::uint16_t port);
  ~Fetch();
  Fetch(const Fetch&) = delete;
  Fetch& operator=(const Fetch&) = delete;

  // The body of the answer, which must be 2xx. Valid until the next one.
  std::string_view send(std::string_view request);
  std::string_view get(std::string_view target);

 private:
  void receive();
  std::size_t read_head();
  void read_length(std::size_t body, std::size_t size);
  void read_chunks(std::size_t at);

  int socket_;
  std::string request_, answer_, body_;
};

// Server-sent events.
class Stream {
 public:
  Stream(std::uint16_t port, std::string_view target);
  ~Stream();
  Stream(const Stream&) = delete;
  Stream& operator=(const Stream&) = delete;

  // Reads until so many events have come, the time is over, or something can be read from `interrupt`. How many came.
  std::size_t read(std::size_t events, double until, int interrupt);

 private:
  int socket_;
  std::string last_;  // the end of what was read
};

}  // namespace banker::bench
