#pragma once

#include <string>

#include "banker/service/messages.hpp"

// Bandits as JSON: what answers and live streams have in common. docs/server.md.
namespace banker::http {

// A line of the list, BanditLine of OpenAPI: an object without its closing brace, so that more may follow.
void append_bandit_line(std::string& out, const service::Summary& summary);

// Everything about a bandit that one looks at while it runs, as an object. Of many arms the most likely ones.
void append_state(std::string& out, const service::View& view, store::Time at);

// Members of an object that has some: by which rule the agent plays, and which is its newest, the terms, how many rounds came to which end, and how busy it is.
void append_rules(std::string& out, const Identity& who);
void append_terms(std::string& out, const service::Terms& terms);
void append_counts(std::string& out, const service::Summary& summary);
void append_pulse(std::string& out, const service::Summary& summary);
void append_sums(std::string& out, const service::View& view);

}  // namespace banker::http
