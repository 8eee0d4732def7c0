#pragma once

#include <string>
#include <string_view>

#include "message.hpp"

namespace banker::http {

// The page for people, web/dist/dash.html, which holds its own script and style. `saved`: empty, or JSON that it shows in
// place of a server; it may hold anything that clients wrote.
Response page(std::string_view saved);

// What a page may do, from the page itself. A page without it, or without a place for what is saved, is a mistake of the
// build: throws std::logic_error.
const std::string& page_policy();

}  // namespace banker::http
