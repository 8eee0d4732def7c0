#include "page.hpp"

#include "../core/text.hpp"
#include "bandit_text.hpp"
#include "handlers.hpp"
#include "history_text.hpp"
#include "members.hpp"
#include "past.hpp"

namespace banker::http {

// web/dist/dash.html, put here by the build.
extern const char kDashPage[];
extern const std::size_t kDashPageSize;

namespace {

constexpr std::string_view kMark = "@BANKER_SAVED@", kAfterMark = "</script>";
constexpr std::size_t kSavedDecisions = 200;

// The mark that ends a script: the page's own program may name it, too.
std::size_t find_mark(std::string_view page) { return page.find(concat(kMark, kAfterMark)); }

// Of <meta http-equiv="Content-Security-Policy" content="...">: what is in the second quotes.
std::string_view find_policy(std::string_view text) {
  const std::size_t name = text.find("Content-Security-Policy");
  if (name == text.npos) return {};
  const std::size_t start = text.rfind('<', name);
  const std::string_view tag = text.substr(start, text.find('>', name) - start);
  constexpr std::string_view kContent = "content=\"";
  const std::size_t content = tag.find(kContent);
  if (content == tag.npos) return {};
  const std::string_view rest = tag.substr(content + kContent.size());
  return rest.substr(0, rest.find('"'));
}

Error badly_built(std::string_view what) {
  return {ErrorCode::kBadValue,
          concat("the dashboard of this build ", what, ": build web/dist/dash.html again, and then banker")};
}

// The page with the bandit in it.
Result<Response> read_report(store::Reader& reader, const service::View& view) {
  const auto moments = reader.history(view.summary.id);
  if (!moments) return moments.error();
  const auto records = reader.decisions(view.summary.id, 0, decisions_at_once(*view.who, kSavedDecisions));
  if (!records) return records.error();
  std::string saved = R"({"format":1,"state":)";
  append_state(saved, view, now());
  member_key(saved, "history");
  append_history(saved, *view.who, *moments);
  member_key(saved, "decisions");
  append_records(saved, *view.who, *records);
  saved += '}';
  Response response = page(saved);
  response.headers.emplace_back("Content-Disposition",
                                concat("attachment; filename=\"", view.summary.name, ".html\""));
  return response;
}

}  // namespace

std::string_view page_as_built() { return {kDashPage, kDashPageSize}; }

std::optional<Error> check_page(std::string_view page) {
  if (find_policy(page).empty()) return badly_built("has no Content-Security-Policy");
  if (find_mark(page) == std::string_view::npos)
    return badly_built(concat("has no ", kMark, " where the data of a report go"));
  return std::nullopt;
}

Response page(std::string_view saved) {
  static const std::string policy = concat(find_policy(page_as_built()), "; frame-ancestors 'none'");
  Response response;
  response.type = "text/html; charset=utf-8";
  response.headers = {{"Content-Security-Policy", policy},
                      {"X-Content-Type-Options", "nosniff"},
                      {"Referrer-Policy", "no-referrer"},
                      {"Cache-Control", saved.empty() ? "no-cache" : "no-store"}};
  const std::string_view text = page_as_built();
  if (saved.empty()) {
    response.body = text;
    return response;
  }
  const std::size_t mark = find_mark(text);
  response.body.reserve(text.size() + saved.size());
  response.body = text.substr(0, mark);
  for (const char c : saved) {  // nothing in it ends the element it stands in
    if (c == '<') response.body += "\\u003c";
    else response.body += c;
  }
  response.body += text.substr(mark + kMark.size());
  return response;
}

void get_page(Desk&, Call&& call) { call.send(page({})); }

void get_report(Desk& desk, Call&& call) {
  look_back(desk, service::Look{std::move(call.bandit)}, std::move(call.send),
            [](store::Reader& reader, const service::Answer& answer) {
              return read_report(reader, std::get<service::View>(answer));
            });
}

}  // namespace banker::http
