#include "books.hpp"

#include "row.hpp"

namespace banker::store {

Result<Books> read_books(Query& query) {
  const Reset end(query);
  const auto row = query.next();
  if (!row) return row.error();
  if (!*row) return query.database().damaged("its books are missing");
  RowReader in(query, "books");
  const bool one = in.integer() == 1;
  const Books books{.bandits = in.count(), .events = in.count(), .commits = in.count()};
  if (!in.sealed() || !one) return query.database().damaged("its books carry a wrong checksum");
  return books;
}

MaybeError write_books(Query& query, const Books& books) {
  RowWriter out(query, "books");
  return out.integer(1)
      .integer(static_cast<std::int64_t>(books.bandits))
      .integer(static_cast<std::int64_t>(books.events))
      .integer(static_cast<std::int64_t>(books.commits))
      .run();
}

}  // namespace banker::store
