// Simulates a slow or full disk in a process that preloads this library. The library reads the file of
// FALSE_DISK ten times a second. A number adds so many milliseconds to each force; "full" fails writes
// below .../metadata/ and .../fragments/ with ENOSPC. Without the file, the disk works as usual.
//
//   cc -O2 -shared -fPIC -o disk.so disk.c -ldl
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#define NANOS_PER_MILLI 1000000LL
#define NANOS_PER_SECOND 1000000000LL
#define BETWEEN_READS (NANOS_PER_SECOND / 10)
#define FULL (-1)

static atomic_llong fault, next_read;

// Not clock_gettime, which another preloaded library may replace.
static long long steady_nanos(void) {
    struct timespec now;
    syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now);
    return now.tv_sec * NANOS_PER_SECOND + now.tv_nsec;
}

static long long read_file(void) {
    char text[32];
    int before = errno;
    const char *name = getenv("FALSE_DISK");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    ssize_t length = file < 0 ? 0 : syscall(SYS_read, file, text, sizeof text - 1);
    if (file >= 0) close(file);
    text[length > 0 ? length : 0] = 0;
    errno = before;
    return strncmp(text, "full", 4) ? atoll(text) : FULL;
}

static long long now_wrong(void) {
    long long now = steady_nanos(), due = atomic_load(&next_read);
    if (now >= due && atomic_compare_exchange_strong(&next_read, &due, now + BETWEEN_READS))
        atomic_store(&fault, read_file());
    return atomic_load(&fault);
}

static void wait_for_force(void) {
    long long millis = now_wrong();
    if (millis <= 0) return;
    struct timespec time = {millis / 1000, millis % 1000 * NANOS_PER_MILLI};
    nanosleep(&time, NULL);
}

static int is_of_store(int file) {
    char link[64], path[4096];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    path[length > 0 ? length : 0] = 0;
    return strstr(path, "/metadata/") || strstr(path, "/fragments/");
}

static int has_no_room(int file) {
    if (now_wrong() != FULL || !is_of_store(file)) return 0;
    errno = ENOSPC;
    return 1;
}

int fsync(int file) {
    wait_for_force();
    return syscall(SYS_fsync, file);
}

int fdatasync(int file) {
    wait_for_force();
    return syscall(SYS_fdatasync, file);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

ssize_t write(int file, const void *bytes, size_t length) {
    return has_no_room(file) ? -1 : syscall(SYS_write, file, bytes, length);
}

ssize_t pwrite64(int file, const void *bytes, size_t length, off64_t at) {
    return has_no_room(file) ? -1 : REAL(pwrite64)(file, bytes, length, at);
}

ssize_t pwrite(int file, const void *bytes, size_t length, off_t at) {
    return has_no_room(file) ? -1 : REAL(pwrite)(file, bytes, length, at);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    return has_no_room(file) ? -1 : REAL(writev)(file, parts, count);
}

int fallocate(int file, int mode, off_t at, off_t length) {
    return has_no_room(file) ? -1 : REAL(fallocate)(file, mode, at, length);
}
