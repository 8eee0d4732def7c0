#include "lab/csv.hpp"

#include <gtest/gtest.h>

#include <zlib.h>

#include <iterator>

#include "lab/written_file.hpp"

namespace banker::lab::csv_test {
namespace {

using testing::WrittenFile;
using Numbers = std::vector<double>;
using Names = std::vector<std::string>;

Table parse(std::string_view text) { return *parse_csv(text, "F.csv"); }
std::string error_of(std::string_view text) {
  const auto table = parse_csv(text, "F.csv");
  if (table) return "no error";
  EXPECT_EQ(table.error().code, ErrorCode::kBadValue) << text;
  return table.error().message;
}

std::string gzip(const std::string& text) {
  const WrittenFile file("", ".gz");
  const gzFile out = gzopen(file.path().c_str(), "wb");
  gzwrite(out, text.data(), static_cast<unsigned>(text.size()));
  gzclose(out);
  std::ifstream in(file.path(), std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Csv, NumbersRowByRow) {
  const Table table = parse("1,2.5,-3e-2\n+4, 5 ,\t6\n");
  EXPECT_EQ(table.columns, 3u);
  EXPECT_EQ(table.rows(), 2u);
  EXPECT_EQ(table.values, (Numbers{1, 2.5, -3e-2, 4, 5, 6}));
  EXPECT_EQ(table.row(1)[2], 6);
  EXPECT_TRUE(table.names.empty());
}

TEST(Csv, LineEndsAreOfEveryKind) {
  for (const char* text : {"1,2\n3,4\n", "1,2\n3,4", "1,2\r\n3,4\r\n", "1,2\r\n3,4", "1,2\n3,4\n\n\r\n  \n",
                           "\xef\xbb\xbf"
                           "1,2\n3,4\n"}) {
    const Table table = parse(text);
    EXPECT_EQ(table.values, (Numbers{1, 2, 3, 4})) << text;
    EXPECT_EQ(table.columns, 2u) << text;
  }
}

TEST(Csv, AFirstRowThatIsNotAllNumbersIsAHeader) {
  EXPECT_EQ(parse("a, b\n1,2\n").names, (Names{"a", "b"}));
  EXPECT_EQ(parse("1,b\n1,2\n").names, (Names{"1", "b"}));
  EXPECT_EQ(parse("\"a\", \"b, \"\"c\"\"\" ,d\r\n1,2,3\n").names, (Names{"a", "b, \"c\"", "d"}));
  EXPECT_EQ(parse("\"a\",\"b, c\"\n1,2\n").values, (Numbers{1, 2}));
}

TEST(Csv, AColumnThatCountsRowsIsLeftOut) {
  for (const std::string name : {"round", "t", "step", "date", "\"date\""}) {
    const Table table = parse(name + ",a,b\n2013-02-08,1,2\n,3,4\n");
    EXPECT_EQ(table.names, (Names{"a", "b"})) << name;
    EXPECT_EQ(table.columns, 2u);
    EXPECT_EQ(table.values, (Numbers{1, 2, 3, 4}));
  }
  EXPECT_EQ(parse("T,a\n1,2\n").columns, 2u);      // a name like another
  EXPECT_EQ(parse("a,round\n1,2\n").columns, 2u);  // not the first
}

TEST(Csv, ErrorsSayWhere) {
  EXPECT_EQ(error_of(""), "F.csv: it is empty: write a row of numbers for every round");
  EXPECT_EQ(error_of("\n \r\n"), "F.csv: it is empty: write a row of numbers for every round");
  EXPECT_EQ(error_of("a,b\n"), "F.csv: there is a header and nothing below it");
  EXPECT_EQ(error_of("1,2,3,4\n1,2,3,4\n1,2,3\n"), "F.csv: line 3 has 3 values, the first row has 4");
  EXPECT_EQ(error_of("a,b\n1,2,3\n"), "F.csv: line 2 has 3 values, the first row has 2");
  EXPECT_EQ(error_of("A,B\n1,2\n1,abc\n"), "F.csv: line 3, column 2 (\"B\"): \"abc\" is not a number");
  EXPECT_EQ(error_of("t,A,B\n1,2,3\n1,0,x\n"), "F.csv: line 3, column 3 (\"B\"): \"x\" is not a number");
  EXPECT_EQ(error_of("1,2\n3,4e\n"), "F.csv: line 2, column 2: \"4e\" is not a number");
  EXPECT_EQ(error_of("1,2\n3,+-4\n"), "F.csv: line 2, column 2: \"+-4\" is not a number");
  EXPECT_EQ(error_of("1,2\n3,\n"), "F.csv: line 2, column 2: there is nothing where a number is expected");
  EXPECT_EQ(error_of("1,2\n3,nan\n"), "F.csv: line 2, column 2: \"nan\" is not a finite number");
  EXPECT_EQ(error_of("1,-inf\n"), "F.csv: line 1, column 2: \"-inf\" is not a finite number");
  EXPECT_EQ(error_of("1,1e999\n"), "F.csv: line 1, column 2: \"1e999\" is not a finite number");
  EXPECT_EQ(error_of("1,2\n\n3,4\n"), "F.csv: line 2 is empty, and there is more below it");
  EXPECT_EQ(error_of("\n1,2\n"), "F.csv: line 1 is empty, and there is more below it");
  EXPECT_EQ(error_of("a,,b\n1,2,3\n"), "F.csv: line 1, column 2 has no name");
  EXPECT_EQ(error_of("a,\"b\n1,2\n"), "F.csv: line 1: a quote is not closed, or text follows it");
  EXPECT_EQ(error_of("a,\"b\"c\n1,2\n"), "F.csv: line 1: a quote is not closed, or text follows it");
  EXPECT_EQ(error_of("a,b,a\n1,2,3\n"), "F.csv: line 1: two columns have the name \"a\"");
  EXPECT_EQ(error_of("round\n1\n"),
            "F.csv: there is no column of numbers, only the first one, which counts rows");
  EXPECT_EQ(error_of(std::string_view("1,2\n3,\0\n", 8)),
            "F.csv: line 2, column 2: \"\\u0000\" is not a number");
}

TEST(Csv, ALineHasALimit) {
  std::string text = "1,";
  text.resize(kLongestLine - 1, ' ');
  EXPECT_EQ(parse(text + "2\n3,4").values, (Numbers{1, 2, 3, 4}));
  EXPECT_EQ(error_of("0,0\n" + text + " 2\n"), "F.csv: line 2 is longer than 16 MiB");
  EXPECT_EQ(error_of("0,0\n" + text + " 2"), "F.csv: line 2 is longer than 16 MiB");
}

TEST(Csv, FilesPlainOrGzip) {
  std::string text = "t,a,b\n";
  Numbers expected;
  for (int i = 0; i < 100000; ++i) {  // many times the buffer
    text += std::to_string(i) + "," + std::to_string(i * 0.5) + "," + std::to_string(-i) + "\n";
    expected.insert(expected.end(), {i * 0.5, -1.0 * i});
  }
  const WrittenFile plain(text, ".gz"), packed(gzip(text), ".csv");  // the names do not matter
  for (const WrittenFile* file : {&plain, &packed}) {
    const auto table = read_csv(file->path());
    ASSERT_TRUE(table) << table.error().message;
    EXPECT_EQ(table->values, expected);
    EXPECT_EQ(table->names, (Names{"a", "b"}));
  }
}

TEST(Csv, FilesThatCannotBeRead) {
  const auto error = [](const std::string& path) {
    const auto table = read_csv(path);
    return table ? "no error" : table.error().message;
  };
  EXPECT_EQ(error("/no/such/F.csv"), "cannot read /no/such/F.csv: No such file or directory");
  const std::string folder = ::testing::TempDir();
  EXPECT_EQ(error(folder), "cannot read " + folder + ": it is a directory");
  const WrittenFile empty("");
  EXPECT_EQ(error(empty.path()), empty.path() + ": it is empty: write a row of numbers for every round");
  std::string broken = gzip("1,2\n3,4\n");
  broken[broken.size() - 8] ^= 1;  // its checksum
  const WrittenFile damaged(broken);
  EXPECT_EQ(error(damaged.path()), "cannot read " + damaged.path() + ": the gzip file is damaged");
}

// Wherever a gzip file is cut, it is an error and never a shorter table.
TEST(Csv, AGzipFileThatIsCutShort) {
  std::string text;
  for (int i = 0; i < 400; ++i) text += std::to_string(i * i % 997) + "," + std::to_string(i) + "\n";
  const std::string whole = gzip(text);
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const WrittenFile cut(whole.substr(0, length));
    const auto table = read_csv(cut.path());
    ASSERT_FALSE(table) << length;
    if (length < 2) continue;  // not yet known to be gzip
    EXPECT_EQ(table.error().message, "cannot read " + cut.path() + ": the gzip file is cut short");
  }
}

TEST(Csv, RealFiles) {
  const std::string folder = BANKER_SOURCE_DIR "/../shared/data/";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "the data sets are not there";
  const auto rewards = read_csv(folder + "stock_returns/sp10_rewards.csv");
  ASSERT_TRUE(rewards) << rewards.error().message;
  EXPECT_EQ(rewards->rows(), 1258u);
  EXPECT_EQ(rewards->columns, 10u);
  EXPECT_EQ(rewards->names.back(), "FB");
  const auto prices = read_csv(folder + "stock_returns/sp500_open.csv.gz");  // gzip, with a column of dates
  ASSERT_TRUE(prices) << prices.error().message;
  EXPECT_EQ(prices->rows(), 1259u);
  EXPECT_EQ(prices->columns, 468u);
}

}  // namespace
}  // namespace banker::lab::csv_test
