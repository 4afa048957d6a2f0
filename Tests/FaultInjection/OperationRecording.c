#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "FaultInjection.h"
#include "Recorder.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static atomic_bool is_running;
// `lock` protects the following variables, and makes each operation and its record atomic.
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char root[PATH_MAX];
static FILE *output;
static bool has_failed;

bool recorder_is_running(void) { return atomic_load(&is_running); }

bool operation_recording_start(const char *folder, const char *file) {
    if (!fault_injection_is_available() || strlen(folder) >= sizeof root) { return false; }
    pthread_mutex_lock(&lock);
    bool can_start = output == NULL;
    if (can_start) {
        // The C library's own calls inside of `fopen` and `fwrite` are not interposed.
        output = fopen(file, "wb");
        can_start = output != NULL;
        has_failed = false;
        strcpy(root, folder);
        atomic_store(&is_running, can_start);
    }
    pthread_mutex_unlock(&lock);
    return can_start;
}

bool operation_recording_stop(void) {
    pthread_mutex_lock(&lock);
    atomic_store(&is_running, false);
    bool is_complete = output != NULL && fclose(output) == 0 && !has_failed;
    output = NULL;
    pthread_mutex_unlock(&lock);
    return is_complete;
}

// MARK: Paths

static bool is_recorded(const char *path) {
    size_t length = strlen(root), path_length = strlen(path);
    if (strncmp(path, root, length) != 0 || (path[length] != '/' && path[length] != 0)) {
        return false;
    }
    // A file that was removed while it was open has no name, so it cannot reappear after a crash.
    static const char *const left_out[] = {"-shm", " (deleted)"};
    for (size_t index = 0; index < 2; index++) {
        size_t suffix = strlen(left_out[index]);
        if (path_length >= suffix && strcmp(path + path_length - suffix, left_out[index]) == 0) {
            return false;
        }
    }
    return true;
}

static bool find_path(char *path, int file) {
    char link[32];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t length = readlink(link, path, PATH_MAX - 1);
    if (length < 0) { return false; }
    path[length] = 0;
    return true;
}

static bool resolve(char *result, int folder, const char *path) {
    if (path[0] == '/') { return snprintf(result, PATH_MAX, "%s", path) < PATH_MAX; }
    if (folder == AT_FDCWD) {
        if (getcwd(result, PATH_MAX) == NULL) { return false; }
    } else if (!find_path(result, folder)) {
        return false;
    }
    size_t length = strlen(result);
    return snprintf(result + length, PATH_MAX - length, "/%s", path) < (int)(PATH_MAX - length);
}

// MARK: Operations

// Locks if the operation is recorded; preserves `errno`.
static bool begin(struct recorded_operation *operation, bool has_path, int saved) {
    errno = saved;
    if (!has_path) { return false; }
    pthread_mutex_lock(&lock);
    if (output != NULL && is_recorded(operation->path)) { return true; }
    pthread_mutex_unlock(&lock);
    return false;
}

bool recorder_begin_file(struct recorded_operation *operation, int file) {
    if (!recorder_is_running()) { return false; }
    int saved = errno;
    return begin(operation, find_path(operation->path, file), saved);
}

bool recorder_begin_path(struct recorded_operation *operation, int folder, const char *path) {
    if (!recorder_is_running()) { return false; }
    int saved = errno;
    return begin(operation, resolve(operation->path, folder, path), saved);
}

static void write_record(
    uint32_t kind, const char *path, int64_t number, const void *bytes, size_t count) {
    int saved = errno;
    struct operation_recording_header header = {
        .kind = kind, .path_length = (uint32_t)strlen(path), .byte_count = count, .number = number};
    bool is_written = fwrite(&header, sizeof header, 1, output) == 1
        && fwrite(path, 1, header.path_length, output) == header.path_length
        && fwrite(bytes, 1, count, output) == count;
    if (!is_written) { has_failed = true; }
    errno = saved;
}

void recorder_add(
    const struct recorded_operation *operation, uint32_t kind, int64_t number, const void *bytes,
    size_t count) {
    write_record(kind, operation->path, number, bytes, count);
}

void recorder_add_names(
    const struct recorded_operation *operation, uint32_t kind, int folder, const char *path) {
    int saved = errno;
    char target[PATH_MAX];
    if (resolve(target, folder, path) && is_recorded(target)) {
        write_record(kind, operation->path, 0, target, strlen(target));
    } else {
        has_failed = true;
    }
    errno = saved;
}

void recorder_finish(void) {
    int saved = errno;
    pthread_mutex_unlock(&lock);
    errno = saved;
}

void operation_recording_mark(const void *bytes, size_t count) {
    pthread_mutex_lock(&lock);
    if (output != NULL) { write_record(OPERATION_RECORDING_MARKER, "", 0, bytes, count); }
    pthread_mutex_unlock(&lock);
}
