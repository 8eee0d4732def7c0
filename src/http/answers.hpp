#pragma once

#include <span>
#include <string>

#include "banker/service/messages.hpp"
#include "message.hpp"

// Answers of the service as JSON.
namespace banker::http {

Response json(std::string body);  // 200, as a line: the prompt of a terminal comes after it
Response text(std::string type, std::string body);
Response nothing();  // 204
Response stream(std::string type, std::unique_ptr<Stream> body);
Response listening(std::unique_ptr<Stream> events);  // null: there are too many listeners
Response no_room();                                  // for a long answer: 429

Response write_decision(const service::Asked& asked);   // the first of them
Response write_decisions(const service::Asked& asked);  // {"decisions":[...]}
Response write_verdict(const service::Heard& heard);    // on the first of them, as a status
Response write_results(const service::Heard& heard);    // {"results":[...]}
Response write_expired(const service::Expired& expired);
Response write_bandit(const service::View& view);
Response write_new_bandit(const service::View& view);  // 201
Response write_bandits(const service::Summaries& summaries);
Response write_found(const service::Found& found);

// What is played, as members of an object that has some: an arm and its probability, or a point; of a list of actions all
// three.
void append_choice(std::string& out, const Identity& who, const Decision& decision,
                   std::span<const double> action);

// Whether an answer takes long to write: it is then not written by the teller, who has other things to do.
bool is_long(const service::Answer& answer);

}  // namespace banker::http
