// Runs a fuzzer over the inputs that are kept, each of them once: run_corpus FOLDER..., without libFuzzer. What must hold is in
// x_fuzz.cpp.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

// Also in its folders, as libFuzzer does.
std::vector<std::filesystem::path> files_in(const char* folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

void run(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(in), {});
  std::fprintf(stderr, "%s\n", file.c_str());  // the last one is the one that failed
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(bytes.data()), bytes.size());
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t count = 0;
  for (int i = 1; i < argc; ++i) {
    const auto files = files_in(argv[i]);
    for (const auto& file : files) run(file);
    count += files.size();
  }
  if (count == 0) std::fprintf(stderr, "there are no inputs: name a folder with some\n");
  return count == 0 ? 1 : 0;
}
