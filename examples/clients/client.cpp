// client [PORT]: a decision and its outcome over a plain socket, to a server on this machine. The connection is kept.
#include <arpa/inet.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>

namespace {

using Json = nlohmann::json;

struct Answer {
  int status = 0;
  Json body;  // null where there is none
};

// One connection to a server, for one request at a time.
class Client {
 public:
  explicit Client(std::uint16_t port) : host_("127.0.0.1:" + std::to_string(port)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (connect(socket_, reinterpret_cast<const sockaddr*>(&address), sizeof address) != 0)
      throw std::runtime_error("no server at " + host_);
    const int on = 1;  // small requests leave at once
    setsockopt(socket_, IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
  }
  ~Client() { close(socket_); }
  Client(const Client&) = delete;
  Client& operator=(const Client&) = delete;

  Answer post(const std::string& path, const Json& body) {
    const std::string text = body.dump();
    send("POST " + path + " HTTP/1.1\r\nHost: " + host_ +
         "\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(text.size()) + "\r\n\r\n" +
         text);
    return receive();
  }

 private:
  void send(const std::string& text) const {
    for (std::size_t done = 0; done < text.size();) {
      const ssize_t sent = ::send(socket_, text.data() + done, text.size() - done, MSG_NOSIGNAL);
      if (sent <= 0) throw std::runtime_error("the connection to " + host_ + " broke");
      done += static_cast<std::size_t>(sent);
    }
  }

  // Reads until `buffer_` has what is asked for.
  void read_more() {
    char piece[4096];
    const ssize_t size = recv(socket_, piece, sizeof piece, 0);
    if (size <= 0) throw std::runtime_error("the connection to " + host_ + " broke");
    buffer_.append(piece, static_cast<std::size_t>(size));
  }

  Answer receive() {
    std::size_t end;
    while ((end = buffer_.find("\r\n\r\n")) == buffer_.npos) read_more();
    const std::string head = buffer_.substr(0, end + 2);
    buffer_.erase(0, end + 4);
    const std::size_t size = content_length(head);
    while (buffer_.size() < size) read_more();
    Answer answer{std::atoi(head.c_str() + head.find(' ')), {}};
    if (size > 0) answer.body = Json::parse(buffer_.substr(0, size));
    buffer_.erase(0, size);
    return answer;
  }

  // Header names are in any case; 0 where there is no body.
  static std::size_t content_length(std::string head) {
    for (char& c : head) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    const std::string name = "\r\ncontent-length:";
    const std::size_t at = head.find(name);
    return at == head.npos ? 0 : std::strtoul(head.c_str() + at + name.size(), nullptr, 10);
  }

  std::string host_;
  int socket_ = socket(AF_INET, SOCK_STREAM, 0);
  std::string buffer_;  // received, and not yet read
};

}  // namespace

int main(int argc, char** argv) try {
  Client server(static_cast<std::uint16_t>(argc > 1 ? std::atoi(argv[1]) : 8080));

  const Answer made = server.post(
      "/v1/bandits",
      {{"name", "nodes"}, {"agent", "banker"}, {"arms", {"oslo", "porto", "quito"}}, {"seed", 42}});
  if (made.status != 201 && made.status != 409)
    throw std::runtime_error(made.body.value("detail", "not made"));

  // The id is ours, so a request whose answer is lost can be sent again: it is the same decision.
  const Answer job = server.post("/v1/bandits/nodes/ask", {{"decision_id", "job-1"}});
  if (job.status != 200) throw std::runtime_error(job.body.value("detail", "no decision"));
  std::printf("job-1 runs on %s\n", job.body["arm"].get<std::string>().c_str());

  // It took a quarter of the time allowed. Minutes or days later, over any connection.
  const Answer told = server.post("/v1/bandits/nodes/decisions/job-1/tell", {{"loss", 0.25}});
  std::printf("%s\n", told.status == 204 ? "counted" : told.body.dump().c_str());
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}
