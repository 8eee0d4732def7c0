#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace banker {

// RFC 4648, with padding.
std::string base64_encode(std::string_view bytes);
// Nothing if the text is not exactly what base64_encode writes.
std::optional<std::string> base64_decode(std::string_view text);

}  // namespace banker
