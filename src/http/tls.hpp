#pragma once

#include <boost/asio/ssl/context.hpp>
#include <memory>
#include <string>

#include "banker/core/result.hpp"

namespace banker::http {

// TLS 1.2 and 1.3 with a certificate (its chain behind it) and its key, files in PEM.
Result<std::unique_ptr<boost::asio::ssl::context>> make_tls(const std::string& certificate,
                                                            const std::string& key);

}  // namespace banker::http
