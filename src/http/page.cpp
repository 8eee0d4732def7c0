#include "page.hpp"

#include <stdexcept>

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

std::string_view whole_page() { return {kDashPage, kDashPageSize}; }

// The mark that ends a script: the page's own program may name it, too.
std::size_t find_mark() { return whole_page().find(concat(kMark, kAfterMark)); }

// Of <meta http-equiv="Content-Security-Policy" content="...">: what is in the second quotes.
std::string_view find_policy() {
  const std::string_view text = whole_page();
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

std::string make_policy() {
  const std::string_view policy = find_policy();
  if (policy.empty()) throw std::logic_error("web/dist/dash.html does not say what it may do");
  if (find_mark() == std::string_view::npos)
    throw std::logic_error("web/dist/dash.html has no place for what is saved");
  return concat(policy, "; frame-ancestors 'none'");
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

const std::string& page_policy() {
  static const std::string policy = make_policy();
  return policy;
}

Response page(std::string_view saved) {
  Response response;
  response.type = "text/html; charset=utf-8";
  response.headers = {{"Content-Security-Policy", page_policy()},
                      {"X-Content-Type-Options", "nosniff"},
                      {"Referrer-Policy", "no-referrer"},
                      {"Cache-Control", "no-cache"}};
  const std::string_view text = whole_page();
  if (saved.empty()) {
    response.body = text;
    return response;
  }
  const std::size_t mark = find_mark();
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
