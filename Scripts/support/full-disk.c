// A library that `Scripts/support/postgres start --full-disk` preloads into a server. It simulates a full disk.
//
// The environment variable QUIRE_FULL_DISK contains the folder of the server. While the file `full`
// exists in it, a write that would make a file of the server's data larger fails with ENOSPC, except
// in the write-ahead log, whose files have a fixed size. While the file `full-log` exists, writes to
// the log fail as well.

#define _GNU_SOURCE

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

// Sets `forward` to the definition of the C library.
#define NEXT(name)                                                                                 \
    static __typeof__(&name) forward;                                                              \
    if (forward == NULL) { forward = (__typeof__(&name))dlsym(RTLD_NEXT, #name); }

static bool exists(const char *folder, const char *name) {
    char path[PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return access(path, F_OK) == 0;
}

// Returns whether a write of a file up to an offset must fail.
static bool is_full(int file, off_t end) {
    const char *folder = getenv("QUIRE_FULL_DISK");
    if (folder == NULL) { return false; }
    char link[32], path[PATH_MAX], data[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    snprintf(data, sizeof data, "%s/data/", folder);
    ssize_t length = readlink(link, path, sizeof path - 1);
    if (length < 0) { return false; }
    path[length] = 0;
    if (strncmp(path, data, strlen(data)) != 0) { return false; }
    if (strstr(path, "/pg_wal/") != NULL) { return exists(folder, "full-log"); }
    struct stat status;
    return exists(folder, "full") && fstat(file, &status) == 0 && end > status.st_size;
}

static bool fails(int file, off_t end) {
    int saved = errno;
    bool result = is_full(file, end);
    errno = result ? ENOSPC : saved;
    return result;
}

static off_t position(int file) {
    int saved = errno;
    off_t result = lseek(file, 0, SEEK_CUR);
    errno = saved;
    return result;
}

static off_t total(const struct iovec *parts, int count) {
    off_t result = 0;
    for (int index = 0; index < count; index++) { result += (off_t)parts[index].iov_len; }
    return result;
}

ssize_t write(int file, const void *bytes, size_t count) {
    NEXT(write)
    return fails(file, position(file) + (off_t)count) ? -1 : forward(file, bytes, count);
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    NEXT(pwrite)
    return fails(file, offset + (off_t)count) ? -1 : forward(file, bytes, count, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    NEXT(pwrite64)
    return fails(file, offset + (off_t)count) ? -1 : forward(file, bytes, count, offset);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    NEXT(writev)
    return fails(file, position(file) + total(parts, count)) ? -1 : forward(file, parts, count);
}

ssize_t pwritev(int file, const struct iovec *parts, int count, off_t offset) {
    NEXT(pwritev)
    return fails(file, offset + total(parts, count)) ? -1 : forward(file, parts, count, offset);
}

ssize_t pwritev64(int file, const struct iovec *parts, int count, off64_t offset) {
    NEXT(pwritev64)
    return fails(file, offset + total(parts, count)) ? -1 : forward(file, parts, count, offset);
}

int posix_fallocate(int file, off_t offset, off_t count) {
    NEXT(posix_fallocate)
    return fails(file, offset + count) ? ENOSPC : forward(file, offset, count);
}

int posix_fallocate64(int file, off64_t offset, off64_t count) {
    NEXT(posix_fallocate64)
    return fails(file, offset + count) ? ENOSPC : forward(file, offset, count);
}
