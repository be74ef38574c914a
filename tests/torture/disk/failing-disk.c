/*
 * Lets writes to a database fail or take their time: a disk that is pulled out, or that is slow. Loaded by LD_PRELOAD.
 * FAILING_DISK names a file whose first sign says how things are: f fails, s is slow, anything else is well.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

static char state(int descriptor) {
  const char *control = getenv("FAILING_DISK");
  char link[64], path[4096], sign = 'w';
  if (!control) return sign;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return sign;
  path[length] = 0;
  if (!strstr(path, "wirebench.db")) return sign;
  int file = open(control, O_RDONLY | O_CLOEXEC);
  if (file < 0) return sign;
  if (read(file, &sign, 1) != 1) sign = 'w';
  close(file);
  return sign;
}

static int fails(int descriptor) {
  char sign = state(descriptor);
  if (sign == 's') usleep(100000);
  if (sign != 'f') return 0;
  errno = EIO;
  return 1;
}

#define REAL(type, name, parameters) ((type(*) parameters)dlsym(RTLD_NEXT, name))

ssize_t write(int d, const void *bytes, size_t count) {
  return fails(d) ? -1 : REAL(ssize_t, "write", (int, const void *, size_t))(d, bytes, count);
}
ssize_t pwrite(int d, const void *bytes, size_t count, off_t at) {
  return fails(d) ? -1 : REAL(ssize_t, "pwrite", (int, const void *, size_t, off_t))(d, bytes, count, at);
}
ssize_t pwrite64(int d, const void *bytes, size_t count, off64_t at) {
  return fails(d) ? -1 : REAL(ssize_t, "pwrite64", (int, const void *, size_t, off64_t))(d, bytes, count, at);
}
int fsync(int d) { return fails(d) ? -1 : REAL(int, "fsync", (int))(d); }
int fdatasync(int d) { return fails(d) ? -1 : REAL(int, "fdatasync", (int))(d); }
