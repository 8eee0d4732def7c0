#include "tls.hpp"

#include <openssl/ssl.h>

#include <filesystem>
#include <fstream>

#include "../core/text.hpp"

namespace banker::http {

namespace {

namespace ssl = boost::asio::ssl;
using boost::system::error_code;

Error bad_file(std::string_view what, const std::string& file, std::string_view why) {
  return {ErrorCode::kBadValue, concat("the TLS ", what, " ", file, " cannot be used: ", why)};
}

// What the library says of a file that is not there is not of much help.
std::string why(const std::string& file, const error_code& ec) {
  std::error_code ignored;
  if (!std::filesystem::exists(file, ignored)) return "there is no such file";
  if (!std::ifstream(file)) return "it may not be read";
  return concat("it is not of this kind, in PEM and without a password, or it does not fit (", ec.message(),
                ")");
}

}  // namespace

Result<std::unique_ptr<ssl::context>> make_tls(const std::string& certificate, const std::string& key) {
  if (certificate.empty() || key.empty())
    return Error{ErrorCode::kBadValue, "TLS needs both a certificate and its key: --tls-cert and --tls-key"};
  auto context = std::make_unique<ssl::context>(ssl::context::tls_server);
  SSL_CTX_set_min_proto_version(context->native_handle(), TLS1_2_VERSION);
  SSL_CTX_set_options(context->native_handle(), SSL_OP_NO_RENEGOTIATION | SSL_OP_CIPHER_SERVER_PREFERENCE);
  error_code ec;
  // A key behind a password is an error, not a question on the terminal.
  context->set_password_callback([](std::size_t, ssl::context::password_purpose) { return ""; }, ec);
  if (context->use_certificate_chain_file(certificate, ec); ec)
    return bad_file("certificate", certificate, why(certificate, ec));
  // With a key of another certificate: "key values mismatch", or, if it is of another kind, the check.
  if (context->use_private_key_file(key, ssl::context::pem, ec); ec)
    return bad_file("key", key, why(key, ec));
  if (SSL_CTX_check_private_key(context->native_handle()) != 1)
    return bad_file("key", key, "it does not belong to the certificate");
  return context;
}

}  // namespace banker::http
