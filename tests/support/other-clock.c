/*
 * The monotonic clock of one program, apart from that of its machine by an offset and a drift that are known to the
 * nanosecond: OTHER_CLOCK is "BASE OFFSET PPM", and at a true reading t the program reads
 * t + OFFSET + (t - BASE) * PPM / 1000000; all in nanoseconds. Absolute deadlines on it are taken back to true ones.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static int64_t base, offset, ppm;
static int (*real_gettime)(clockid_t, struct timespec *);
static int (*real_timedwait)(pthread_cond_t *, pthread_mutex_t *, const struct timespec *);
static int (*real_clockwait)(pthread_cond_t *, pthread_mutex_t *, clockid_t, const struct timespec *);

static void begin(void) {
  if (real_gettime) return;
  const char *text = getenv("OTHER_CLOCK");
  if (text) {
    char *end;
    base = strtoll(text, &end, 10);
    offset = strtoll(end, &end, 10);
    ppm = strtoll(end, &end, 10);
  }
  real_timedwait = dlsym(RTLD_NEXT, "pthread_cond_timedwait");
  real_clockwait = dlsym(RTLD_NEXT, "pthread_cond_clockwait");
  real_gettime = dlsym(RTLD_NEXT, "clock_gettime");
}

static struct timespec of(int64_t ns) {
  struct timespec made = {ns / 1000000000, ns % 1000000000};
  return made;
}

static int64_t in(const struct timespec *time) {
  return (int64_t)time->tv_sec * 1000000000 + time->tv_nsec;
}

static int is_monotonic(clockid_t clock) {
  return clock == CLOCK_MONOTONIC || clock == CLOCK_MONOTONIC_COARSE;
}

int clock_gettime(clockid_t clock, struct timespec *time) {
  begin();
  int failed = real_gettime(clock, time);
  if (failed || !is_monotonic(clock)) return failed;
  int64_t now = in(time);
  *time = of(now + offset + (now - base) * ppm / 1000000);
  return 0;
}

/* Readings of the time of day are decades later than those of the monotonic clock. */
static struct timespec true_deadline(const struct timespec *deadline) {
  if (deadline->tv_sec > 500000000) return *deadline;
  int64_t since = in(deadline) - offset - base;
  int64_t at = base + since - since * ppm / (1000000 + ppm);
  return of(at > 0 ? at : 0);
}

int pthread_cond_timedwait(pthread_cond_t *cond, pthread_mutex_t *mutex, const struct timespec *deadline) {
  begin();
  struct timespec at = true_deadline(deadline);
  return real_timedwait(cond, mutex, &at);
}

int pthread_cond_clockwait(pthread_cond_t *cond, pthread_mutex_t *mutex, clockid_t clock, const struct timespec *deadline) {
  begin();
  if (!is_monotonic(clock)) return real_clockwait(cond, mutex, clock, deadline);
  struct timespec at = true_deadline(deadline);
  return real_clockwait(cond, mutex, clock, &at);
}
