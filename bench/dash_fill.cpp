#include "dash_fill.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <vector>

#include "dash_past.hpp"
#include "serve_client.hpp"
#include "serve_program.hpp"
#include "serve_traffic.hpp"

namespace banker::bench {

namespace {

// Every connection takes the next bandit that nobody has, makes it, and asks and tells in batches until it has its decisions. The
// first takes the large one, whose payments are recorded one by one; that is the most there can be to read.
class Fillers {
 public:
  Fillers(std::size_t connections, const Filling& filling) : filling_(filling), places_(connections) {}

  void operator()(std::size_t connection, const Reply& last, std::string& request) {
    check(last);
    Place& place = places_[connection];
    if (place.asked > 0) return tell(place, last.body, request);
    if (place.left > 0) return ask(place, request);
    if (next_ == filling_.bandits) return;
    const bool large = next_ == 0;
    place.bandit = large ? "large" : std::string("b").append(std::to_string(next_));
    place.left = large ? filling_.large : filling_.small();
    ++next_;
    write_request(request, "POST", "/v1/bandits",
                  bandit_named(place.bandit, large ? "banker-tinf" : "banker"));
  }

 private:
  struct Place {
    std::string bandit;
    std::size_t left = 0, asked = 0;  // decisions still to be made, and those of the last answer
  };

  void ask(Place& place, std::string& request) {
    place.asked = std::min(filling_.batch, place.left);
    place.left -= place.asked;
    write_ask(request, place.bandit, "{\"count\":" + std::to_string(place.asked) + "}");
  }

  void tell(Place& place, std::string_view answer, std::string& request) {
    const std::size_t told =
        place.left > 0 ? place.asked : place.asked - std::min(place.asked, filling_.open);
    show(place.asked);
    place.asked = 0;
    if (told == 0) return (*this)(static_cast<std::size_t>(&place - places_.data()), {}, request);
    write_tells(request, place.bandit, answer, told);
  }

  void show(std::size_t more) {
    const std::size_t step = std::max<std::size_t>(filling_.decisions / 20, 1), before = made_ / step;
    made_ += more;
    if (made_ / step > before && filling_.decisions >= 1'000'000)
      std::fprintf(stderr, "filled %zu of %zu decisions\n", made_, filling_.decisions);
  }

  const Filling& filling_;
  std::vector<Place> places_;
  std::size_t next_ = 0, made_ = 0;
};

std::string description(const Filling& filling) {
  std::string text;
  for (const std::size_t number :
       {filling.bandits, filling.decisions, filling.large, filling.batch, filling.open, filling.moments})
    text.append(std::to_string(number)).append(" ");
  return text;
}

}  // namespace

std::string journal_in(const std::string& folder) { return folder + "/journal.db"; }

double fill(const std::string& program, const std::string& folder, const Filling& filling) {
  constexpr std::size_t kConnections = 2;
  std::filesystem::create_directories(folder);
  const std::string mark = folder + "/filled";
  std::string found;
  if (std::ifstream in(mark); std::getline(in, found) && found == description(filling)) return 0;
  if (std::filesystem::exists(journal_in(folder)))
    throw std::runtime_error(folder +
                             " has a journal that was not filled to its end, or with other sizes: delete it");
  const double start = now();
  {
    Program server(program, journal_in(folder));
    Client client(server.port(), kConnections);
    client.run(std::numeric_limits<double>::infinity(), Fillers(kConnections, filling));
    server.stop();
  }
  give_past(journal_in(folder), "large", filling.moments);
  std::ofstream(mark) << description(filling) << '\n';
  return now() - start;
}

}  // namespace banker::bench
