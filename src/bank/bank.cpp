#include "banker/bank/bank.hpp"

#include <cmath>
#include <utility>

#include "banker/core/assert.hpp"

namespace banker {

namespace {
std::variant<SavingsList, Pool> open_book(Spending spending, std::size_t dimension) {
  switch (spending) {
    case Spending::kOldestFirst: return SavingsList(SavingsList::Order::kOldestFirst, dimension);
    case Spending::kNewestFirst: return SavingsList(SavingsList::Order::kNewestFirst, dimension);
    case Spending::kProportional: break;
  }
  return Pool(dimension);
}

// Debug builds check all invariants after every call while there are at most so many savings.
[[maybe_unused]] constexpr std::size_t kFullyChecked = 50;

bool nearly_zero(Amount difference, Amount total) {
  return std::fabs(difference.value()) <= 1e-20 * total.value();
}
}  // namespace

std::string_view name(Spending spending) {
  switch (spending) {
    case Spending::kOldestFirst: return "oldest-first";
    case Spending::kNewestFirst: return "newest-first";
    case Spending::kProportional: break;
  }
  return "proportional";
}

Bank::Bank(Spending spending, std::size_t dimension, std::optional<Reserve> reserve)
    : spending_(spending),
      reserve_(std::move(reserve)),
      rows_(dimension),
      book_(open_book(spending, dimension)) {
  BANKER_ASSERT(!reserve_ || spending_ == Spending::kProportional);
}

void Bank::quote(double scale, std::span<double> theta, Withdrawal& out) const {
  out.start(scale, dust_);
  if (reserve_) {
    out.reserve = reserve_->of(scale, open_.value());
    out.least = reserve_->hysteresis * out.reserve;
  }
  std::visit([&](const auto& book) { book.quote(theta, out); }, book_);
}

void Bank::withdraw(const Withdrawal& quote, std::span<const double> theta) {
  if (quote.reserve > 0 && quote.borrowed.value() > 0) std::get<Pool>(book_).set_mean(theta);
  const Amount dust = std::visit([&](auto& book) { return book.withdraw(quote, rows_); }, book_);
  open_ += Amount(quote.scale);
  if (quote.borrowed.value() == 0) {
    settled_ -= Amount(quote.scale);
  } else {
    settled_ -= Amount(quote.scale) - quote.borrowed;
    invested_ += quote.borrowed;
  }
  if (dust.value() != 0) {
    dust_ += dust;
    settled_ -= dust;
  }
  BANKER_ASSERT(quote.borrowed.value() == 0 || savings() == 0 || quote.reserve > 0);
  BANKER_ASSERT(savings() > kFullyChecked || invariants_hold());
}

void Bank::deposit(RoundId round, double scale, Row dual) {
  if (scale == 0) return rows_.give_back(std::move(dual));
  std::visit([&](auto& book) { book.deposit(round, scale, std::move(dual), rows_); }, book_);
  settled_ += Amount(scale);
  open_ -= Amount(scale);
  BANKER_ASSERT(savings() > kFullyChecked || invariants_hold());
}

std::size_t Bank::savings() const {
  return std::visit([](const auto& book) { return book.size(); }, book_);
}

void Bank::save(ByteWriter& out) const {
  for (const Amount amount : {settled_, open_, invested_, dust_}) out.amount(amount);
  std::visit([&](const auto& book) { book.save(out); }, book_);
}

void Bank::load(ByteReader& in) {
  for (Amount* amount : {&settled_, &open_, &invested_, &dust_}) *amount = in.amount();
  std::visit([&](auto& book) { book.load(in, rows_); }, book_);
}

Bank Bank::copy() const {
  ByteWriter out;
  save(out);
  ByteReader in(out.bytes());
  Bank bank = fresh();
  bank.load(in);
  return bank;
}

bool Bank::invariants_hold() const {
  return std::visit(
      [&](const auto& book) {
        return book.invariants_hold() && nearly_zero(book.total() - settled_, invested_) &&
               nearly_zero(settled_ + open_ + dust_ - invested_, invested_) &&
               std::fabs(dust_.value()) <= 2 * kDust * invested_.value();
      },
      book_);
}

}  // namespace banker
