// TLS: served with it, refused without it, and clear words about a certificate that cannot be used.

#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <cstdio>

#include "running_server.hpp"
#include "support/folder.hpp"

namespace banker::testing::tls_test {
namespace {

// A key, and a certificate for localhost that it signed itself, in two files.
class Certificate {
 public:
  explicit Certificate(const Folder& folder, const std::string& name)
      : certificate(folder.file(name + ".crt")), key(folder.file(name + ".key")) {
    EVP_PKEY* pair = EVP_EC_gen("P-256");
    X509* x509 = X509_new();
    ASN1_INTEGER_set(X509_get_serialNumber(x509), 1);
    X509_gmtime_adj(X509_getm_notBefore(x509), -86400);
    X509_gmtime_adj(X509_getm_notAfter(x509), 86400);
    X509_set_pubkey(x509, pair);
    X509_NAME* subject = X509_get_subject_name(x509);
    X509_NAME_add_entry_by_txt(subject, "CN", MBSTRING_ASC,
                               reinterpret_cast<const unsigned char*>("localhost"), -1, -1, 0);
    X509_set_issuer_name(x509, subject);
    X509_sign(x509, pair, EVP_sha256());
    write(certificate, [&](FILE* file) { PEM_write_X509(file, x509); });
    write(key, [&](FILE* file) { PEM_write_PrivateKey(file, pair, nullptr, nullptr, 0, nullptr, nullptr); });
    write(key + ".locked", [&](FILE* file) {
      PEM_write_PrivateKey(file, pair, EVP_aes_256_cbc(), nullptr, 0, nullptr, const_cast<char*>("secret"));
    });
    X509_free(x509);
    EVP_PKEY_free(pair);
  }
  const std::string certificate, key;

 private:
  template <class Do>
  static void write(const std::string& name, Do what) {
    FILE* file = std::fopen(name.c_str(), "w");
    what(file);
    std::fclose(file);
  }
};

http::ServerOptions with(const std::string& certificate, const std::string& key) {
  http::ServerOptions options;
  options.port = 0;
  options.tls_certificate = certificate;
  options.tls_key = key;
  return options;
}

// TLS over a wire, from the side of the client.
class SafeWire {
 public:
  SafeWire(Wire& wire, int version)
      : context_(SSL_CTX_new(TLS_client_method())), ssl_((prepare(version), SSL_new(context_))) {
    SSL_set_fd(ssl_, wire.descriptor());
    shaken_ = SSL_connect(ssl_) == 1;
  }
  ~SafeWire() {
    SSL_free(ssl_);
    SSL_CTX_free(context_);
  }
  bool shaken() const { return shaken_; }
  int version() const { return SSL_version(ssl_); }
  void send(std::string_view text) { SSL_write(ssl_, text.data(), static_cast<int>(text.size())); }
  std::string read_to_end() {
    std::string text;
    char piece[4096];
    for (int n; (n = SSL_read(ssl_, piece, sizeof piece)) > 0;)
      text.append(piece, static_cast<std::size_t>(n));
    properly_ = SSL_get_shutdown(ssl_) & SSL_RECEIVED_SHUTDOWN;
    return text;
  }
  bool ended_properly() const { return properly_; }  // it was told that nothing more comes

 private:
  void prepare(int version) {
    SSL_CTX_set_security_level(context_, 0);
    SSL_CTX_set_min_proto_version(context_, version);
    SSL_CTX_set_max_proto_version(context_, version);
  }
  SSL_CTX* context_;
  SSL* ssl_;
  bool shaken_ = false, properly_ = false;
};

class Tls : public ::testing::Test {
 protected:
  Folder folder;
  Certificate mine{folder, "mine"};
};

TEST_F(Tls, ServesVersions12And13) {
  const RunningServer running(with(mine.certificate, mine.key));
  for (const int version : {TLS1_2_VERSION, TLS1_3_VERSION}) {
    Wire wire = running.dial();
    SafeWire safe(wire, version);
    ASSERT_TRUE(safe.shaken());
    EXPECT_EQ(safe.version(), version);
    const std::string one = "POST /v1/bandits/ads/ask HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n";
    safe.send(one + "\r\n");
    safe.send(one + "Connection: close\r\n\r\n");
    const std::string answers = safe.read_to_end();
    EXPECT_NE(answers.find("\"probability\""), answers.rfind("\"probability\"")) << answers;
    EXPECT_TRUE(safe.ended_properly());
  }
  for (const int version : {TLS1_VERSION, TLS1_1_VERSION}) {
    Wire wire = running.dial();
    EXPECT_FALSE(SafeWire(wire, version).shaken());
  }
}

TEST_F(Tls, DoesNotAnswerInPlain) {
  const RunningServer running(with(mine.certificate, mine.key));
  Wire wire = running.dial();
  wire.send_get("/healthz");
  EXPECT_EQ(wire.read_to_end().find("HTTP/"), std::string::npos);
}

TEST_F(Tls, WaitsForNoHandshake) {
  http::ServerOptions options = with(mine.certificate, mine.key);
  options.read_seconds = 0.05;
  const RunningServer running(options);
  Wire wire = running.dial();
  EXPECT_TRUE(wire.ends());
}

TEST_F(Tls, StopsWithConnectionsOpen) {
  RunningServer running(with(mine.certificate, mine.key));
  Wire wire = running.dial(), silent = running.dial();
  SafeWire safe(wire, TLS1_3_VERSION);
  ASSERT_TRUE(safe.shaken());
  running.server->stop();
  EXPECT_EQ(safe.read_to_end(), "");
  EXPECT_TRUE(silent.ends());
}

TEST_F(Tls, SaysWhatIsWrongWithACertificate) {
  const auto complaint = [](const std::string& certificate, const std::string& key) {
    const auto refused = http::Server::start(std::make_unique<MemoryJournal>(std::make_shared<MemoryDisk>()),
                                             std::make_unique<NoTokens>(), {}, with(certificate, key));
    if (refused) return std::string("started");
    EXPECT_EQ(refused.error().code, ErrorCode::kBadValue);
    return refused.error().message;
  };
  const Certificate other(folder, "other");
  const auto expect = [](const std::string& message, std::string_view words) {
    EXPECT_NE(message.find(words), std::string::npos) << message;
  };
  expect(complaint(mine.certificate, other.key), "mismatch");
  expect(complaint("nowhere.crt", mine.key), "certificate nowhere.crt");
  expect(complaint(mine.certificate, "nowhere.key"), "key nowhere.key");
  expect(complaint(mine.key, mine.key), "certificate " + mine.key);
  expect(complaint(mine.certificate, mine.key + ".locked"), "key " + mine.key + ".locked");
  expect(complaint(mine.certificate, ""), "both");
}

}  // namespace
}  // namespace banker::testing::tls_test
