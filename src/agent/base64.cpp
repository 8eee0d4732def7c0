#include "base64.hpp"

#include <algorithm>
#include <cstdint>

namespace banker {

namespace {
constexpr std::string_view kAlphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
}

std::string base64_encode(std::string_view bytes) {
  std::string out;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    const std::size_t n = std::min<std::size_t>(3, bytes.size() - i);
    for (std::size_t j = 0; j < 3; ++j) {
      group = group << 8 | (j < n ? static_cast<unsigned char>(bytes[i + j]) : 0);
    }
    for (std::size_t j = 0; j < 4; ++j) out += j <= n ? kAlphabet[group >> (18 - 6 * j) & 63] : '=';
  }
  return out;
}

std::optional<std::string> base64_decode(std::string_view text) {
  if (text.size() % 4 != 0) return std::nullopt;
  std::string out;
  for (std::size_t i = 0; i < text.size(); i += 4) {
    std::uint32_t group = 0;
    const bool end = i + 4 == text.size();
    const std::size_t padding = end ? (text[i + 3] == '=') + (text[i + 3] == '=' && text[i + 2] == '=') : 0;
    for (std::size_t j = 0; j < 4; ++j) {
      const std::size_t digit = j < 4 - padding ? kAlphabet.find(text[i + j]) : 0;
      if (digit == std::string_view::npos) return std::nullopt;
      group = group << 6 | static_cast<std::uint32_t>(digit);
    }
    if ((group & ((1u << 8 * padding) - 1)) != 0) return std::nullopt;
    for (std::size_t j = 0; j < 3 - padding; ++j) out += static_cast<char>(group >> (16 - 8 * j));
  }
  return out;
}

}  // namespace banker
