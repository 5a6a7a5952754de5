// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/serial_port.hpp>
#include <boost/asio/write.hpp>
#include <cerrno>
#include <optional>
#include <system_error>
#include <utility>

#include "romcast/board/line.hpp"
#include "romcast/core/error.hpp"

namespace romcast::board {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;
constexpr std::chrono::seconds kPatience{10};  // time limit for written bytes to leave

class SerialPort final : public Line {
 public:
  SerialPort(std::string device, unsigned baud) : name_(std::move(device)), port_(context_) {
    error_code failed;
    port_.open(name_, failed);
    if (failed) refuse(failed);
    lock();
    using asio::serial_port_base;
    port_.set_option(serial_port_base::baud_rate(baud), failed);
    if (failed) {
      throw InputError({"baud", baud}, fmt::format("{} cannot do it ({})", name_, failed.message()),
                       "give the rate of the board");
    }
    port_.set_option(serial_port_base::character_size(8));
    port_.set_option(serial_port_base::parity(serial_port_base::parity::none));
    port_.set_option(serial_port_base::stop_bits(serial_port_base::stop_bits::one));
    port_.set_option(serial_port_base::flow_control(serial_port_base::flow_control::none));
    tcflush(port_.native_handle(), TCIOFLUSH);
  }

  // Simulated boards never close their side, so exclusive mode would remain set.
  ~SerialPort() override { ioctl(port_.native_handle(), TIOCNXCL); }
  SerialPort(const SerialPort&) = delete;
  SerialPort& operator=(const SerialPort&) = delete;

  [[nodiscard]] const std::string& name() const override { return name_; }

  void write(std::span<const std::uint8_t> bytes) override {
    std::optional<error_code> done;
    asio::async_write(port_, asio::buffer(bytes.data(), bytes.size()),
                      [&](const error_code& failed, std::size_t) { done = failed; });
    run(kPatience);
    if (!done) {
      cancel();
      throw MissingError({"port", name_}, "takes no more bytes", "is the board still plugged in?");
    }
    if (*done) unplugged();
  }

  std::vector<std::uint8_t> read(std::chrono::milliseconds patience) override {
    std::array<std::uint8_t, 4096> bytes{};
    std::optional<error_code> done;
    std::size_t count = 0;
    port_.async_read_some(asio::buffer(bytes), [&](const error_code& failed, std::size_t size) {
      done = failed;
      count = size;
    });
    run(patience);
    if (!done) {
      cancel();
      return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count)};
    }
    if (*done) unplugged();
    return {bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(count)};
  }

 private:
  void run(std::chrono::milliseconds patience) {
    context_.restart();
    context_.run_for(patience);
  }
  void cancel() {
    port_.cancel();
    context_.restart();
    context_.run();
  }
  void lock() {
    const int file = port_.native_handle();
    if (flock(file, LOCK_EX | LOCK_NB) == 0 && ioctl(file, TIOCEXCL) == 0) return;
    refuse(error_code(EBUSY, boost::system::system_category()));
  }
  [[noreturn]] void unplugged() const {
    throw MissingError({"port", name_}, "the board is gone", "plug it in and run again");
  }
  [[noreturn]] void refuse(const error_code& failed) const {
    switch (failed.value()) {
      case ENOENT:
      case ENODEV:
      case ENXIO:
      case EIO:
        throw MissingError({"port", name_}, "no board there",
                           "plug it in, or give sim to simulate it");
      case EBUSY:
        throw MissingError({"port", name_}, "busy, another program uses it", "end that first");
      case EACCES:
      case EPERM:
        throw MissingError({"port", name_}, "no permission",
                           "join the group that owns it (often dialout)");
      default:
        throw InputError({"port", name_}, fmt::format("no serial port ({})", failed.message()),
                         "give a device like /dev/ttyUSB1, or sim");
    }
  }

  std::string name_;
  asio::io_context context_;
  asio::serial_port port_;
};

}  // namespace

std::unique_ptr<Line> open_serial_port(const std::string& device, unsigned baud) {
  return std::make_unique<SerialPort>(device, baud);
}

}  // namespace romcast::board
