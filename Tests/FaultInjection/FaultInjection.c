#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include "FaultPlan.h"
#include "Platform.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

static atomic_int_fast64_t call_count;
static atomic_int_fast64_t failure_count;

// The armed fault plan, written only while `is_armed` is false.
static uint32_t armed_kinds;
static int64_t armed_number;
static int armed_error;
static bool armed_sticky;
static atomic_bool is_armed;
static atomic_bool is_suspended;

bool fault_injection_is_available(void) { return QUIRE_INTERPOSES; }

int64_t fault_injection_call_count(void) { return atomic_load(&call_count); }

int64_t fault_injection_failure_count(void) { return atomic_load(&failure_count); }

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

// Counts a call and returns whether it must fail; if so, sets `errno`.
static bool fails(void) {
    int64_t number = atomic_fetch_add(&call_count, 1) + 1;
    if (armed_number == 0 || number < armed_number) { return false; }
    if (number > armed_number && !armed_sticky) { return false; }
    atomic_fetch_add(&failure_count, 1);
    errno = armed_error;
    return true;
}

bool fault_hits_file(uint32_t kind, int file) {
    return counts(kind) && is_database_file(file) && fails();
}

bool fault_hits_path(uint32_t kind, int folder, const char *path) {
    if (!counts(kind)) { return false; }
    bool is_inside = is_database_path(path)
        || (path[0] != '/' && folder != AT_FDCWD && is_database_file(folder));
    return is_inside && fails();
}
