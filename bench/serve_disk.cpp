#include "serve_disk.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <array>
#include <stdexcept>
#include <vector>

#include "serve_client.hpp"
#include "serve_report.hpp"

namespace banker::bench {

Disk measure_disk(const std::string& file, std::size_t appends) {
  const int fd = ::open(file.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  const std::array<char, 4096> block{};
  std::vector<double> seconds;
  for (std::size_t i = 0; i < appends; ++i) {
    const double start = now();
    if (::write(fd, block.data(), block.size()) != static_cast<ssize_t>(block.size()) || fdatasync(fd) != 0)
      throw std::runtime_error("cannot write " + file);
    seconds.push_back(now() - start);
  }
  ::close(fd);
  ::unlink(file.c_str());
  return {quantile(seconds, 0.5), quantile(seconds, 0.99)};
}

}  // namespace banker::bench
