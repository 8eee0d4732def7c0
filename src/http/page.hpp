#pragma once

#include <optional>
#include <string_view>

#include "banker/core/result.hpp"
#include "message.hpp"

namespace banker::http {

// The page for people, web/dist/dash.html, which holds its own script and style. `saved`: empty, or JSON that it shows in
// place of a server; it may hold anything that clients wrote.
Response page(std::string_view saved);

// As it was built; and what is wrong with it, if it does not say what it may do, or has no place for what is saved. Such a page
// must not be sent: check it first.
std::string_view page_as_built();
std::optional<Error> check_page(std::string_view page);

}  // namespace banker::http
