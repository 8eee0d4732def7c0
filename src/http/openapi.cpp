#include "openapi.hpp"

#include <set>

#include "../agent/json.hpp"
#include "banker/agent/catalog.hpp"
#include "banker/version.hpp"
#include "routes.hpp"

namespace banker::http {

namespace {

Json schema(std::string_view name) { return {{"$ref", concat("#/components/schemas/", name)}}; }

Json content(std::string_view type, Json of) { return {{std::string(type), {{"schema", std::move(of)}}}}; }

Json parameter(std::string_view name, std::string_view place, std::string_view what) {
  return {{"name", name},
          {"in", place},
          {"required", place == "path"},
          {"description", what},
          {"schema", {{"type", "string"}}}};
}

Json parameters(const Route& route) {
  Json list = Json::array();
  if (route.path.find("{bandit}") != route.path.npos)
    list.push_back(parameter("bandit", "path", "The name of a bandit."));
  if (route.path.find("{id}") != route.path.npos)
    list.push_back(parameter("id", "path", "The id of a decision, percent-encoded."));
  for (const QueryParameter& one : route.query) {
    Json made = parameter(one.name, "query", one.what);
    made["schema"]["type"] = one.type;
    if (one.minimum > 0) made["schema"]["minimum"] = one.minimum;
    if (one.maximum > 0) made["schema"]["maximum"] = one.maximum;
    list.push_back(std::move(made));
  }
  return list;
}

Json good_answer(const Good& good) {
  Json answer{{"description", good.what}};
  if (!good.schema.empty()) answer["content"] = content(good.type, schema(good.schema));
  else if (good.status != 204) answer["content"] = content(good.type, {{"type", "string"}});
  if (good.status == 201) answer["headers"]["Location"]["schema"] = {{"type", "string"}};
  return answer;
}

// "NotFound": a problem among the responses that all routes share.
std::string name_of(int status) {
  std::string name(reason(status));
  std::erase(name, ' ');
  return name;
}

Json problem_answer(int status) {
  Json answer{{"description", reason(status)},
              {"content", content("application/problem+json", schema("Problem"))}};
  const char* header = status == 401                    ? "WWW-Authenticate"
                       : status == 405                  ? "Allow"
                       : status == 429 || status == 503 ? "Retry-After"
                                                        : nullptr;
  if (header) answer["headers"][header]["schema"] = {{"type", "string"}};
  return answer;
}

// Of every route, and of a path that takes other methods.
Json problem_answers() {
  std::set<int> statuses{405};
  for (const Route& route : routes())
    for (const int status : errors_of(route)) statuses.insert(status);
  Json answers;
  for (const int status : statuses) answers[name_of(status)] = problem_answer(status);
  return answers;
}

Json operation(const Route& route) {
  Json result{{"operationId", route.name}, {"summary", route.what}, {"parameters", parameters(route)}};
  if (!route.body.empty())
    result["requestBody"] = {{"required", route.body_required},
                             {"content", content("application/json", schema(route.body))}};
  Json& responses = result["responses"];
  for (const Good& good : route.good) responses[std::to_string(good.status)] = good_answer(good);
  for (const int status : errors_of(route))
    responses[std::to_string(status)] = {{"$ref", concat("#/components/responses/", name_of(status))}};
  if (route.need != Need::kNothing) {
    constexpr std::string_view kRoles[] = {"", "any", "ask or admin", "tell or admin", "admin"};
    result["security"] = Json::array({{{"token", Json::array()}}});
    result["x-role"] = kRoles[static_cast<std::size_t>(route.need)];
  }
  return result;
}

// A schema that has no members beside its own cannot be made of others. What several have is written once, in "parts", and
// put into those that name it; all of it is required there.
Json with_parts(Json schemas) {
  const Json parts = std::move(schemas["parts"]);
  schemas.erase("parts");
  for (Json& schema : schemas) {
    for (const std::string part : schema.value("parts", Json::array())) {
      schema["properties"].update(parts.at(part));
      for (const auto& member : parts.at(part).items()) schema["required"].push_back(member.key());
    }
    schema.erase("parts");
  }
  return schemas;
}

std::string write() {
  Json document{{"openapi", "3.1.0"},
                {"info",
                 {{"title", "Banker"},
                  {"version", BANKER_VERSION},
                  {"description",
                   "Bandits with delayed feedback: ask for a decision now, tell its outcome later. A path "
                   "that is not here "
                   "is answered NotFound, and a method that is not here MethodNotAllowed."}}}};
  for (const Route& route : routes()) {
    std::string method(route.method);
    for (char& c : method) c = static_cast<char>(c + 32);
    document["paths"][std::string(route.path)][method] = operation(route);
  }
  Json& components = document["components"];
  components["securitySchemes"]["token"] = {{"type", "http"}, {"scheme", "bearer"}};
  components["responses"] = problem_answers();
  components["schemas"] = Json::parse(schemas());
  components["schemas"].update(with_parts(Json::parse(bandit_schemas())));
  for (const CatalogEntry& entry : catalog())
    components["schemas"]["NewBandit"]["properties"]["agent"]["enum"].push_back(entry.name);
  return document.dump();
}

}  // namespace

const std::string& openapi() {
  static const std::string text = write();
  return text;
}

}  // namespace banker::http
