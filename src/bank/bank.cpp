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
[[maybe_unused]] constexpr std::size_t kSavingsChecked = 50;

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
    : spending_(spending), reserve_(reserve), rows_(dimension), book_(open_book(spending, dimension)) {
  BANKER_ASSERT(!reserve_ || spending_ == Spending::kProportional);
}

void Bank::withdraw(const Withdrawal& quote) {
  Pool* const pool = std::get_if<Pool>(&book_);
  const Amount dust =
      pool ? pool->withdraw(quote, rows_) : std::get<SavingsList>(book_).withdraw(quote, rows_);
  open_ += Amount(quote.scale);
  if (quote.borrowed.value() != 0) invested_ += quote.borrowed;
  if (dust.value() != 0) dust_ += dust;
  BANKER_ASSERT(quote.borrowed.value() == 0 || savings() == 0 || quote.reserve > 0);
  BANKER_ASSERT(savings() > kSavingsChecked || invariants_hold());
}

void Bank::deposit(Deposit&& deposit) {
  if (deposit.scale == 0) return rows_.give_back(std::move(deposit.row));
  const Amount scale(deposit.scale);
  if (Pool* const pool = std::get_if<Pool>(&book_)) pool->deposit(std::move(deposit));
  else std::get<SavingsList>(book_).deposit(std::move(deposit));
  open_ -= scale;
  BANKER_ASSERT(savings() > kSavingsChecked || invariants_hold());
}

std::size_t Bank::savings() const {
  return std::visit([](const auto& book) { return book.size(); }, book_);
}

void Bank::save(RowWriter& out) const {
  for (const Amount amount : {open_, invested_, dust_}) out.bytes().amount(amount);
  std::visit([&](const auto& book) { book.save(out); }, book_);
}

void Bank::load(RowReader& in) {
  for (Amount* amount : {&open_, &invested_, &dust_}) *amount = in.bytes().amount();
  std::visit([&](auto& book) { book.load(in); }, book_);
}

Bank Bank::copy() const {
  Bank bank = fresh();
  bank.open_ = open_;
  bank.invested_ = invested_;
  bank.dust_ = dust_;
  std::visit([&](const auto& book) { bank.book_ = book.copy(); }, book_);
  return bank;
}

bool Bank::invariants_hold() const {
  Amount savings;
  for_each_saving([&](RoundId, Amount amount, std::span<const double>) { savings += amount; },
                  [&](const Deposit& deposit) { savings += Amount(deposit.scale); });
  return std::visit(
      [&](const auto& book) {
        return book.invariants_hold() && nearly_zero(savings - book.total(), invested_) &&
               nearly_zero(book.total() + open_ + dust_ - invested_, invested_) &&
               std::fabs(dust_.value()) <= 2 * kDust * invested_.value();
      },
      book_);
}

}  // namespace banker
