#pragma once

#include <nlohmann/json.hpp>

// The JSON library, compiled once, in json.cpp, for all who include it here.
extern template class nlohmann::basic_json<nlohmann::ordered_map>;

namespace banker {

using Json = nlohmann::ordered_json;  // keys stay in order

}  // namespace banker
