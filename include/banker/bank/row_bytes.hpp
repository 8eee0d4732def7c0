#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <utility>
#include <vector>

#include "banker/bank/row.hpp"
#include "banker/core/bytes.hpp"

namespace banker {

// Rows in a snapshot: the number of the row; when it comes for the first time, its content follows.
class RowWriter {
 public:
  RowWriter(ByteWriter& out, std::size_t dimension) : out_(out), dimension_(dimension) {}

  ByteWriter& bytes() { return out_; }
  void row(const Row& row) {
    const auto [place, is_new] = numbers_.try_emplace(row.get(), numbers_.size());
    out_.integer(place->second);
    if (!is_new) return;
    out_.numbers({row.get(), dimension_});
    const RowNotes& notes = row.notes();
    out_.integer(notes.payments.size());
    for (const Payment& p : notes.payments) {
      out_.integer(number(p.round));
      out_.number(p.amount);
    }
    out_.integer(notes.levels.size());
    if (notes.levels.empty()) return;
    for (const double v : {notes.u, notes.volume}) out_.number(v);
    for (const LevelSums& l : notes.levels)
      for (const double v : {l.level, l.first, l.second}) out_.number(v);
  }

 private:
  ByteWriter& out_;
  std::size_t dimension_;
  std::unordered_map<const double*, std::uint64_t> numbers_;
};

// Reads what RowWriter wrote. Rows that are not what they say fail the reader, and are none.
class RowReader {
 public:
  RowReader(ByteReader& in, RowStore& rows) : in_(in), store_(rows) {}
  ~RowReader() {
    for (Row& row : rows_) store_.give_back(std::move(row));
  }
  RowReader(const RowReader&) = delete;
  RowReader& operator=(const RowReader&) = delete;

  ByteReader& bytes() { return in_; }
  Row row() {
    const std::uint64_t number = in_.integer();
    if (number > rows_.size()) in_.fail();
    if (number == rows_.size() && in_.ok()) read();
    if (in_.ok() && !rows_[number]) in_.fail();
    return in_.ok() ? rows_[number].share() : Row();
  }
  // A row that nothing else in the snapshot has.
  Row own_row() {
    if (in_.integer() != rows_.size()) in_.fail();
    if (!in_.ok()) return Row();
    read();
    return std::move(rows_.back());
  }

 private:
  void read() {
    rows_.push_back(store_.take());
    in_.numbers({rows_.back().get(), store_.dimension()});
    RowNotes& notes = rows_.back().notes();
    notes.payments.resize(in_.count(16));
    for (Payment& p : notes.payments) {
      p.round = RoundId{in_.integer()};
      p.amount = in_.number();
    }
    notes.levels.resize(in_.count(24));
    if (notes.levels.empty()) return;
    notes.u = in_.number();
    notes.volume = in_.number();
    const double root = std::sqrt(static_cast<double>(store_.dimension()));
    constexpr double kSlack = 1 + 1e-9;
    if (!(notes.u >= 1 && notes.u <= root * kSlack && notes.volume > 0 && notes.volume <= kSlack)) in_.fail();
    for (LevelSums& l : notes.levels) {
      l.level = in_.number();
      l.first = in_.number();
      l.second = in_.number();
      if (!(l.level > 0 && l.first >= 0 && l.first <= l.level * notes.volume * kSlack && l.second >= 0 &&
            l.second <= l.level * l.first * kSlack))
        in_.fail();
    }
  }

  ByteReader& in_;
  RowStore& store_;
  std::vector<Row> rows_;
};

}  // namespace banker
