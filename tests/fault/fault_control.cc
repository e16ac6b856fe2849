#include "fault/fault_control.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace a2a::fault {

Control* MapControl(const std::string& path) {
  const int fd = open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (fd < 0) return nullptr;
  void* mapped = MAP_FAILED;
  if (ftruncate(fd, 4096) == 0) mapped = mmap(nullptr, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  close(fd);
  return mapped == MAP_FAILED ? nullptr : static_cast<Control*>(mapped);
}

}  // namespace a2a::fault
