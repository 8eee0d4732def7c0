#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "banker/service/messages.hpp"

namespace banker::http {

// The list of bandits in editions: each says which lines changed, and which bandits are gone, since another one.
class BanditLines {
 public:
  // How they are now. An edition of its own, if anything changed.
  void update(const service::Summaries& summaries);
  std::uint64_t edition() const { return edition_; }
  // As an event `bandits`: from that edition to this one. From 0: all of them.
  std::string text_since(std::uint64_t edition, store::Time at) const;
  // Nobody asks for what changed before this edition any more.
  void forget_before(std::uint64_t edition);
  void clear() { lines_.clear(); }

 private:
  struct Line {
    std::string text;           // empty: the bandit is gone
    std::uint64_t changed = 0;  // the edition
    std::uint64_t updated = 0;  // the update that had it last
  };
  std::map<std::string, Line> lines_;  // by name
  std::uint64_t edition_ = 0, updates_ = 0;
};

}  // namespace banker::http
