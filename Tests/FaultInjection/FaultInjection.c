#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "FaultInjection.h"

#include <stdatomic.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define QUIRE_HAS_OTHER_DEFINITIONS 1
#endif
#endif

static atomic_int_fast64_t call_count;
static atomic_int_fast64_t failure_count;

int64_t fault_injection_call_count(void) { return atomic_load(&call_count); }

int64_t fault_injection_failure_count(void) { return atomic_load(&failure_count); }

#if !defined(__linux__) || defined(QUIRE_HAS_OTHER_DEFINITIONS)

bool fault_injection_is_available(void) { return false; }

void fault_injection_arm(uint32_t kinds, int64_t number, int error, bool sticky) {
    (void)kinds, (void)number, (void)error, (void)sticky;
}

void fault_injection_suspend(bool suspended) { (void)suspended; }

void fault_injection_disarm(void) {}

#else

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

// What is armed. It is written only while `is_armed` is false.
static uint32_t armed_kinds;
static int64_t armed_number;
static int armed_error;
static bool armed_sticky;
static atomic_bool is_armed;
static atomic_bool is_suspended;

bool fault_injection_is_available(void) { return true; }

void fault_injection_arm(uint32_t kinds, int64_t number, int error, bool sticky) {
    atomic_store(&is_armed, false);
    armed_kinds = kinds;
    armed_number = number;
    armed_error = error;
    armed_sticky = sticky;
    atomic_store(&call_count, 0);
    atomic_store(&failure_count, 0);
    atomic_store(&is_suspended, false);
    atomic_store(&is_armed, true);
}

void fault_injection_suspend(bool suspended) { atomic_store(&is_suspended, suspended); }

void fault_injection_disarm(void) { atomic_store(&is_armed, false); }

static bool is_database_path(const char *path) { return strstr(path, ".cblite2") != NULL; }

static bool is_database_file(int file) {
    char link[32], path[PATH_MAX];
    int saved = errno;
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, sizeof path - 1);
    errno = saved;
    if (length < 0) { return false; }
    path[length] = 0;
    return is_database_path(path);
}

static bool counts(uint32_t kind) {
    return atomic_load(&is_armed) && !atomic_load(&is_suspended) && (armed_kinds & kind) != 0;
}

// Counts a call and says whether it is to fail; then `errno` is set.
static bool fails(void) {
    int64_t number = atomic_fetch_add(&call_count, 1) + 1;
    if (armed_number == 0 || number < armed_number) { return false; }
    if (number > armed_number && !armed_sticky) { return false; }
    atomic_fetch_add(&failure_count, 1);
    errno = armed_error;
    return true;
}

static bool fails_on(uint32_t kind, int file) {
    return counts(kind) && is_database_file(file) && fails();
}

// The definition that comes after ours.
#define NEXT(name)                                                                                 \
    static _Atomic(__typeof__(&name)) next;                                                        \
    __typeof__(&name) forward = atomic_load(&next);                                                \
    if (forward == NULL) {                                                                         \
        forward = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                                      \
        atomic_store(&next, forward);                                                              \
    }

// MARK: Writing

ssize_t write(int file, const void *bytes, size_t count) {
    NEXT(write)
    if (!fails_on(FAULT_INJECTION_WRITE, file)) { return forward(file, bytes, count); }
    int error = errno;
    if (count > 1) { (void)!forward(file, bytes, count / 2); }
    errno = error;
    return -1;
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    NEXT(pwrite)
    if (!fails_on(FAULT_INJECTION_WRITE, file)) { return forward(file, bytes, count, offset); }
    int error = errno;
    if (count > 1) { (void)!forward(file, bytes, count / 2, offset); }
    errno = error;
    return -1;
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    NEXT(pwrite64)
    if (!fails_on(FAULT_INJECTION_WRITE, file)) { return forward(file, bytes, count, offset); }
    int error = errno;
    if (count > 1) { (void)!forward(file, bytes, count / 2, offset); }
    errno = error;
    return -1;
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    NEXT(writev)
    return fails_on(FAULT_INJECTION_WRITE, file) ? -1 : forward(file, parts, count);
}

// MARK: Reading

ssize_t read(int file, void *bytes, size_t count) {
    NEXT(read)
    return fails_on(FAULT_INJECTION_READ, file) ? -1 : forward(file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
    NEXT(pread)
    return fails_on(FAULT_INJECTION_READ, file) ? -1 : forward(file, bytes, count, offset);
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t offset) {
    NEXT(pread64)
    return fails_on(FAULT_INJECTION_READ, file) ? -1 : forward(file, bytes, count, offset);
}

// MARK: Opening

// The mode is there only if a file may be made.
#define MODE(flags)                                                                                \
    mode_t mode = 0;                                                                               \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {                                                       \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        mode = va_arg(arguments, mode_t);                                                          \
        va_end(arguments);                                                                         \
    }

static bool opening_fails(int folder, const char *path) {
    if (!counts(FAULT_INJECTION_OPEN)) { return false; }
    bool is_inside = is_database_path(path)
        || (path[0] != '/' && folder != AT_FDCWD && is_database_file(folder));
    return is_inside && fails();
}

int open(const char *path, int flags, ...) {
    NEXT(open)
    MODE(flags)
    return opening_fails(AT_FDCWD, path) ? -1 : forward(path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    NEXT(open64)
    MODE(flags)
    return opening_fails(AT_FDCWD, path) ? -1 : forward(path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    NEXT(openat)
    MODE(flags)
    return opening_fails(folder, path) ? -1 : forward(folder, path, flags, mode);
}

// MARK: Synchronizing

int fsync(int file) {
    NEXT(fsync)
    return fails_on(FAULT_INJECTION_SYNC, file) ? -1 : forward(file);
}

int fdatasync(int file) {
    NEXT(fdatasync)
    return fails_on(FAULT_INJECTION_SYNC, file) ? -1 : forward(file);
}

// MARK: Lengths and names

int ftruncate(int file, off_t length) {
    NEXT(ftruncate)
    return fails_on(FAULT_INJECTION_TRUNCATE, file) ? -1 : forward(file, length);
}

int ftruncate64(int file, off64_t length) {
    NEXT(ftruncate64)
    return fails_on(FAULT_INJECTION_TRUNCATE, file) ? -1 : forward(file, length);
}

int rename(const char *from, const char *to) {
    NEXT(rename)
    if (counts(FAULT_INJECTION_RENAME) && is_database_path(to) && fails()) { return -1; }
    return forward(from, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    NEXT(renameat)
    if (counts(FAULT_INJECTION_RENAME)
        && (is_database_path(to) || (to[0] != '/' && is_database_file(to_folder))) && fails()) {
        return -1;
    }
    return forward(from_folder, from, to_folder, to);
}

#endif
