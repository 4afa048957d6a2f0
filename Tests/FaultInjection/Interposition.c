#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "Platform.h"

#if QUIRE_INTERPOSES

#include "FaultPlan.h"
#include "Recorder.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

// Sets `forward` to the definition of a function that follows ours, usually that of the C library.
#define NEXT(name)                                                                                 \
    static _Atomic(__typeof__(&name)) next;                                                        \
    __typeof__(&name) forward = atomic_load(&next);                                                \
    if (forward == NULL) {                                                                         \
        forward = (__typeof__(&name))dlsym(RTLD_NEXT, #name);                                      \
        atomic_store(&next, forward);                                                              \
    }

// Ends a recorded operation according to what the call returned.
static int end(struct recorded_operation *operation, int result, uint32_t kind, int64_t number) {
    if (result == 0) { recorder_add(operation, kind, number, NULL, 0); }
    recorder_finish();
    return result;
}

// MARK: Writing

static ssize_t end_write(
    struct recorded_operation *operation, ssize_t result, const void *bytes, int64_t offset) {
    if (result > 0) {
        recorder_add(operation, OPERATION_RECORDING_WRITE, offset, bytes, (size_t)result);
    }
    recorder_finish();
    return result;
}

// The offset of the last `count` bytes, which were written at the file position.
static int64_t offset_before(int file, ssize_t count) {
    int saved = errno;
    off_t position = lseek(file, 0, SEEK_CUR);
    errno = saved;
    return position - count;
}

ssize_t write(int file, const void *bytes, size_t count) {
    NEXT(write)
    if (fault_hits_file(FAULT_INJECTION_WRITE, file)) {
        int error = errno;
        if (count > 1) { (void)!forward(file, bytes, count / 2); }
        errno = error;
        return -1;
    }
    struct recorded_operation operation;
    if (!recorder_begin_file(&operation, file)) { return forward(file, bytes, count); }
    ssize_t result = forward(file, bytes, count);
    return end_write(&operation, result, bytes, offset_before(file, result));
}

ssize_t pwrite(int file, const void *bytes, size_t count, off_t offset) {
    NEXT(pwrite)
    if (fault_hits_file(FAULT_INJECTION_WRITE, file)) {
        int error = errno;
        if (count > 1) { (void)!forward(file, bytes, count / 2, offset); }
        errno = error;
        return -1;
    }
    struct recorded_operation operation;
    if (!recorder_begin_file(&operation, file)) { return forward(file, bytes, count, offset); }
    return end_write(&operation, forward(file, bytes, count, offset), bytes, offset);
}

ssize_t pwrite64(int file, const void *bytes, size_t count, off64_t offset) {
    NEXT(pwrite64)
    if (fault_hits_file(FAULT_INJECTION_WRITE, file)) {
        int error = errno;
        if (count > 1) { (void)!forward(file, bytes, count / 2, offset); }
        errno = error;
        return -1;
    }
    struct recorded_operation operation;
    if (!recorder_begin_file(&operation, file)) { return forward(file, bytes, count, offset); }
    return end_write(&operation, forward(file, bytes, count, offset), bytes, offset);
}

ssize_t writev(int file, const struct iovec *parts, int count) {
    NEXT(writev)
    if (fault_hits_file(FAULT_INJECTION_WRITE, file)) { return -1; }
    struct recorded_operation operation;
    if (!recorder_begin_file(&operation, file)) { return forward(file, parts, count); }
    ssize_t result = forward(file, parts, count);
    int64_t offset = offset_before(file, result);
    ssize_t rest = result;
    for (int index = 0; index < count && rest > 0; index++) {
        size_t length = parts[index].iov_len < (size_t)rest ? parts[index].iov_len : (size_t)rest;
        recorder_add(
            &operation, OPERATION_RECORDING_WRITE, offset, parts[index].iov_base, length);
        offset += (int64_t)length;
        rest -= (ssize_t)length;
    }
    recorder_finish();
    return result;
}

// MARK: Reading

ssize_t read(int file, void *bytes, size_t count) {
    NEXT(read)
    return fault_hits_file(FAULT_INJECTION_READ, file) ? -1 : forward(file, bytes, count);
}

ssize_t pread(int file, void *bytes, size_t count, off_t offset) {
    NEXT(pread)
    return fault_hits_file(FAULT_INJECTION_READ, file) ? -1 : forward(file, bytes, count, offset);
}

ssize_t pread64(int file, void *bytes, size_t count, off64_t offset) {
    NEXT(pread64)
    return fault_hits_file(FAULT_INJECTION_READ, file) ? -1 : forward(file, bytes, count, offset);
}

// MARK: Opening

// The mode is present only if the call can create a file.
#define MODE(flags)                                                                                \
    mode_t mode = 0;                                                                               \
    if ((flags) & (O_CREAT | __O_TMPFILE)) {                                                       \
        va_list arguments;                                                                         \
        va_start(arguments, flags);                                                                \
        mode = va_arg(arguments, mode_t);                                                          \
        va_end(arguments);                                                                         \
    }

// Opens a file, and records whether the call has created or truncated it.
static int open_recorded(
    struct recorded_operation *operation, int folder, const char *path, int flags, mode_t mode) {
    static _Atomic(__typeof__(&openat)) next;
    __typeof__(&openat) forward = atomic_load(&next);
    if (forward == NULL) {
        forward = (__typeof__(&openat))dlsym(RTLD_NEXT, "openat");
        atomic_store(&next, forward);
    }
    bool is_there = faccessat(folder, path, F_OK, AT_SYMLINK_NOFOLLOW) == 0;
    int file = forward(folder, path, flags, mode);
    bool is_created = file >= 0 && !is_there && (flags & O_CREAT) != 0;
    bool is_emptied = file >= 0 && is_there && (flags & O_TRUNC) != 0;
    if (is_created) { recorder_add(operation, OPERATION_RECORDING_CREATE, 0, NULL, 0); }
    if (is_emptied) { recorder_add(operation, OPERATION_RECORDING_TRUNCATE, 0, NULL, 0); }
    recorder_finish();
    return file;
}

static bool begin_open(
    struct recorded_operation *operation, int folder, const char *path, int flags) {
    return (flags & (O_CREAT | O_TRUNC)) != 0 && recorder_begin_path(operation, folder, path);
}

int open(const char *path, int flags, ...) {
    NEXT(open)
    MODE(flags)
    if (fault_hits_path(FAULT_INJECTION_OPEN, AT_FDCWD, path)) { return -1; }
    struct recorded_operation operation;
    if (!begin_open(&operation, AT_FDCWD, path, flags)) { return forward(path, flags, mode); }
    return open_recorded(&operation, AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    NEXT(open64)
    MODE(flags)
    if (fault_hits_path(FAULT_INJECTION_OPEN, AT_FDCWD, path)) { return -1; }
    struct recorded_operation operation;
    if (!begin_open(&operation, AT_FDCWD, path, flags)) { return forward(path, flags, mode); }
    return open_recorded(&operation, AT_FDCWD, path, flags, mode);
}

int openat(int folder, const char *path, int flags, ...) {
    NEXT(openat)
    MODE(flags)
    if (fault_hits_path(FAULT_INJECTION_OPEN, folder, path)) { return -1; }
    struct recorded_operation operation;
    if (!begin_open(&operation, folder, path, flags)) { return forward(folder, path, flags, mode); }
    return open_recorded(&operation, folder, path, flags, mode);
}

int mkdir(const char *path, mode_t mode) {
    NEXT(mkdir)
    if (fault_hits_path(FAULT_INJECTION_MKDIR, AT_FDCWD, path)) { return -1; }
    struct recorded_operation operation;
    if (!recorder_begin_path(&operation, AT_FDCWD, path)) { return forward(path, mode); }
    return end(&operation, forward(path, mode), OPERATION_RECORDING_MKDIR, 0);
}

int mkdirat(int folder, const char *path, mode_t mode) {
    NEXT(mkdirat)
    if (fault_hits_path(FAULT_INJECTION_MKDIR, folder, path)) { return -1; }
    struct recorded_operation operation;
    if (!recorder_begin_path(&operation, folder, path)) { return forward(folder, path, mode); }
    return end(&operation, forward(folder, path, mode), OPERATION_RECORDING_MKDIR, 0);
}

int fchmod(int file, mode_t mode) {
    NEXT(fchmod)
    return fault_hits_file(FAULT_INJECTION_CHMOD, file) ? -1 : forward(file, mode);
}

// MARK: Synchronizing

int fsync(int file) {
    NEXT(fsync)
    if (fault_hits_file(FAULT_INJECTION_SYNC, file)) { return -1; }
    struct recorded_operation operation;
    if (!recorder_begin_file(&operation, file)) { return forward(file); }
    return end(&operation, forward(file), OPERATION_RECORDING_SYNC, 0);
}

int fdatasync(int file) {
    NEXT(fdatasync)
    if (fault_hits_file(FAULT_INJECTION_SYNC, file)) { return -1; }
    struct recorded_operation operation;
    if (!recorder_begin_file(&operation, file)) { return forward(file); }
    return end(&operation, forward(file), OPERATION_RECORDING_SYNC, 0);
}

// MARK: Lengths and names

int ftruncate(int file, off_t length) {
    NEXT(ftruncate)
    if (fault_hits_file(FAULT_INJECTION_TRUNCATE, file)) { return -1; }
    struct recorded_operation operation;
    if (!recorder_begin_file(&operation, file)) { return forward(file, length); }
    return end(&operation, forward(file, length), OPERATION_RECORDING_TRUNCATE, length);
}

int ftruncate64(int file, off64_t length) {
    NEXT(ftruncate64)
    if (fault_hits_file(FAULT_INJECTION_TRUNCATE, file)) { return -1; }
    struct recorded_operation operation;
    if (!recorder_begin_file(&operation, file)) { return forward(file, length); }
    return end(&operation, forward(file, length), OPERATION_RECORDING_TRUNCATE, length);
}

static int end_names(
    struct recorded_operation *operation, uint32_t kind, int result, int folder,
    const char *path) {
    if (result == 0) { recorder_add_names(operation, kind, folder, path); }
    recorder_finish();
    return result;
}

static int end_rename(
    struct recorded_operation *operation, int result, int folder, const char *path) {
    return end_names(operation, OPERATION_RECORDING_RENAME, result, folder, path);
}

int rename(const char *from, const char *to) {
    NEXT(rename)
    if (fault_hits_path(FAULT_INJECTION_RENAME, AT_FDCWD, to)) { return -1; }
    struct recorded_operation operation;
    if (!recorder_begin_path(&operation, AT_FDCWD, from)) { return forward(from, to); }
    return end_rename(&operation, forward(from, to), AT_FDCWD, to);
}

int renameat(int from_folder, const char *from, int to_folder, const char *to) {
    NEXT(renameat)
    if (fault_hits_path(FAULT_INJECTION_RENAME, to_folder, to)) { return -1; }
    struct recorded_operation operation;
    if (!recorder_begin_path(&operation, from_folder, from)) {
        return forward(from_folder, from, to_folder, to);
    }
    return end_rename(&operation, forward(from_folder, from, to_folder, to), to_folder, to);
}

// Quire exchanges two folders with this call, because older C libraries have no function for it.
long syscall(long number, ...) {
    NEXT(syscall)
    long values[6];
    va_list arguments;
    va_start(arguments, number);
    for (int index = 0; index < 6; index++) { values[index] = va_arg(arguments, long); }
    va_end(arguments);
#define FORWARD                                                                                    \
    forward(number, values[0], values[1], values[2], values[3], values[4], values[5])
    const unsigned int exchange = 2;
    if (number != SYS_renameat2 || (unsigned int)values[4] != exchange) { return FORWARD; }
    const char *from = (const char *)values[1], *to = (const char *)values[3];
    if (fault_hits_path(FAULT_INJECTION_RENAME, (int)values[2], to)) { return -1; }
    struct recorded_operation operation;
    if (!recorder_begin_path(&operation, (int)values[0], from)) { return FORWARD; }
    return end_names(
        &operation, OPERATION_RECORDING_EXCHANGE, (int)FORWARD, (int)values[2], to);
#undef FORWARD
}

int link(const char *from, const char *to) {
    NEXT(link)
    struct recorded_operation operation;
    if (!recorder_begin_path(&operation, AT_FDCWD, from)) { return forward(from, to); }
    return end_names(
        &operation, OPERATION_RECORDING_LINK, forward(from, to), AT_FDCWD, to);
}

// MARK: Removing

int unlink(const char *path) {
    NEXT(unlink)
    if (fault_hits_path(FAULT_INJECTION_REMOVE, AT_FDCWD, path)) { return -1; }
    struct recorded_operation operation;
    if (!recorder_begin_path(&operation, AT_FDCWD, path)) { return forward(path); }
    return end(&operation, forward(path), OPERATION_RECORDING_UNLINK, 0);
}

int unlinkat(int folder, const char *path, int flags) {
    NEXT(unlinkat)
    if (fault_hits_path(FAULT_INJECTION_REMOVE, folder, path)) { return -1; }
    struct recorded_operation operation;
    if (!recorder_begin_path(&operation, folder, path)) { return forward(folder, path, flags); }
    uint32_t kind =
        flags & AT_REMOVEDIR ? OPERATION_RECORDING_RMDIR : OPERATION_RECORDING_UNLINK;
    return end(&operation, forward(folder, path, flags), kind, 0);
}

int rmdir(const char *path) {
    NEXT(rmdir)
    if (fault_hits_path(FAULT_INJECTION_REMOVE, AT_FDCWD, path)) { return -1; }
    struct recorded_operation operation;
    if (!recorder_begin_path(&operation, AT_FDCWD, path)) { return forward(path); }
    return end(&operation, forward(path), OPERATION_RECORDING_RMDIR, 0);
}

// The original functions `unlink` and `rmdir` of the C library.
int remove(const char *path) {
    struct stat status;
    bool is_folder = lstat(path, &status) == 0 && S_ISDIR(status.st_mode);
    return is_folder ? rmdir(path) : unlink(path);
}

#endif
