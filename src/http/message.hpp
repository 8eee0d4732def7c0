#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

// HTTP as plain values: what the routes see of a request, and what they answer. No sockets here.
namespace banker::http {

struct Request {
  std::string method;  // "GET", ...
  std::string target;  // path and query, as received
  std::string body;
  // Headers; empty if absent.
  std::string host, origin, fetch_site, authorization;
  std::string encoding;  // of the body
};

// A body that is made while it is sent.
class Stream {
 public:
  struct Piece {
    std::string text;
    bool last = false;    // nothing comes after this
    bool failed = false;  // the connection is cut, so that the other side does not take it for the end
  };
  virtual ~Stream() = default;
  // Asks for the next piece: `ready` is called once, on any thread, possibly before this returns. Never asked again
  // before it was; may be destroyed before it was, and `ready` is then not called.
  virtual void next(std::function<void(Piece)> ready) = 0;
  // Whether the other side may still have it, as when it began: asked before each piece is sent.
  virtual bool allowed() { return true; }
};

class Held;

struct Response {
  int status = 200;  // 0: no answer, the connection is closed; what was asked may be done or not
  std::string type = "application/json";
  std::string body;  // empty, and no type, for 204
  std::vector<std::pair<std::string, std::string>> headers;
  std::unique_ptr<Stream> stream;  // in place of the body
  std::shared_ptr<Held> held{};    // for a long body; null: not yet
};

}  // namespace banker::http
