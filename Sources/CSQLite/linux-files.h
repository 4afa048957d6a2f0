// System calls of Linux that the C library may not declare: the time at which a file was created, and the
// exchange of two folders. They are in this module because no other C is compiled without traits.

#ifndef QUIRE_LINUX_FILES_H
#define QUIRE_LINUX_FILES_H

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// Returns the nanoseconds from 1970 to the creation of a file, or 0 if the system does not know it.
//
// The result of statx is 256 bytes on all processors: the mask of the valid fields is at offset 0,
// the seconds of the creation at 80, and their nanoseconds at 88.
static inline uint64_t quire_file_birth_time(const char *path) {
#if defined(SYS_statx)
    const unsigned int birthTime = 0x800;
    unsigned char status[256];
    uint32_t mask = 0;
    int64_t seconds = 0;
    uint32_t nanoseconds = 0;
    memset(status, 0, sizeof status);
    if (syscall(SYS_statx, AT_FDCWD, path, 0, birthTime, status) != 0) return 0;
    memcpy(&mask, status, sizeof mask);
    if ((mask & birthTime) == 0) return 0;
    memcpy(&seconds, status + 80, sizeof seconds);
    memcpy(&nanoseconds, status + 88, sizeof nanoseconds);
    return (uint64_t)seconds * 1000000000u + nanoseconds;
#else
    return 0;
#endif
}

// Gives each of two files or folders the name of the other one, and returns 0, or sets errno.
static inline int quire_exchange_files(const char *one, const char *other) {
#if defined(SYS_renameat2)
    const unsigned int exchange = 2;
    return (int)syscall(SYS_renameat2, AT_FDCWD, one, AT_FDCWD, other, exchange);
#else
    errno = ENOSYS;
    return -1;
#endif
}

#endif

#endif
