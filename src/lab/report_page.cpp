#include <stdexcept>

#include "banker/lab/report.hpp"

namespace banker::lab {

// web/dist/report.html, put here by the build.
extern const char kReportPage[];
extern const std::size_t kReportPageSize;

std::string report_page(const std::string& json) {
  constexpr std::string_view kMark = "@BANKER_REPORT@";
  const std::string_view page(kReportPage, kReportPageSize);
  const std::size_t mark = page.find(kMark);
  if (mark == page.npos) throw std::logic_error("web/dist/report.html has no place for the report");
  std::string text(page.substr(0, mark));
  text.reserve(page.size() + json.size());
  for (const char c : json) {  // no text of a study ends the element it stands in
    if (c == '<') text += "\\u003c";
    else text += c;
  }
  return text.append(page.substr(mark + kMark.size()));
}

}  // namespace banker::lab
