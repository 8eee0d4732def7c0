#include "bandit_lines.hpp"

#include "bandit_text.hpp"
#include "members.hpp"

namespace banker::http {

void BanditLines::update(const service::Summaries& summaries) {
  const std::uint64_t next = edition_ + 1;
  ++updates_;
  bool changed = false;
  const auto put = [&](Line& line, std::string text) {
    if (line.text == text) return;
    line.text = std::move(text);
    line.changed = next;
    changed = true;
  };
  for (const service::Summary& summary : summaries.bandits) {
    std::string text;
    append_bandit_line(text, summary);
    text += '}';
    Line& line = lines_[summary.name];
    line.updated = updates_;
    put(line, std::move(text));
  }
  for (auto& [name, line] : lines_)
    if (line.updated != updates_) put(line, {});
  if (changed) edition_ = next;
}

std::string BanditLines::text_since(std::uint64_t edition, store::Time at) const {
  std::string out = "event: bandits\ndata: {\"at\":", gone;
  append_time(out, at);
  out += R"(,"bandits":[)";
  for (const auto& [name, line] : lines_) {
    if (line.changed <= edition) continue;
    if (!line.text.empty()) {
      if (out.back() != '[') out += ',';
      out += line.text;
    } else if (edition > 0) {
      if (!gone.empty()) gone += ',';
      append_quoted(gone, name);
    }
  }
  return out += concat(R"(],"gone":[)", gone, "]}\n\n");
}

void BanditLines::forget_before(std::uint64_t edition) {
  std::erase_if(lines_, [&](const auto& entry) {
    return entry.second.text.empty() && entry.second.changed <= edition;
  });
}

}  // namespace banker::http
