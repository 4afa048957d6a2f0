// Simulates failures of system calls on a database's folder.
//
// A program that this is linked into has its own definitions of `write`, `pwrite`, `fsync` and other
// calls. They take precedence over those of the C library, also for libraries such as SQLite, and
// forward every call except those that must fail.

#ifndef QUIRE_FAULT_INJECTION_H
#define QUIRE_FAULT_INJECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "OperationRecording.h"

/// Calls that write bytes.
static const uint32_t FAULT_INJECTION_WRITE = 1 << 0;
/// Calls that synchronize a file or folder with the disk.
static const uint32_t FAULT_INJECTION_SYNC = 1 << 1;
/// Calls that set a file's length.
static const uint32_t FAULT_INJECTION_TRUNCATE = 1 << 2;
/// Calls that rename a file or folder.
static const uint32_t FAULT_INJECTION_RENAME = 1 << 3;
/// Calls that read bytes.
static const uint32_t FAULT_INJECTION_READ = 1 << 4;
/// Calls that open a file or folder.
static const uint32_t FAULT_INJECTION_OPEN = 1 << 5;
/// Calls that remove a file or folder.
static const uint32_t FAULT_INJECTION_REMOVE = 1 << 6;
/// Calls that create a folder.
static const uint32_t FAULT_INJECTION_MKDIR = 1 << 7;
/// Calls that set a file's permissions.
static const uint32_t FAULT_INJECTION_CHMOD = 1 << 8;

/// Returns whether this build can simulate failures: on Linux, without ThreadSanitizer, which
/// defines
/// the same functions.
bool fault_injection_is_available(void);

/// Starts counting the calls on files whose path contains `.cblite2`, and makes one of them fail.
///
/// A write that fails has written the first half of its bytes.
///
/// @param kinds The kinds of calls to count.
/// @param number The number of the call that fails, from 1; 0 for none.
/// @param error The value of `errno` for failed calls.
/// @param sticky Whether all later calls fail as well.
void fault_injection_arm(uint32_t kinds, int64_t number, int error, bool sticky);

/// Suspends counting and failing, until it is called with `false`.
void fault_injection_suspend(bool suspended);

/// Stops what `fault_injection_arm` started, preserving the counts.
void fault_injection_disarm(void);

/// The number of counted calls.
int64_t fault_injection_call_count(void);

/// The number of calls that failed.
int64_t fault_injection_failure_count(void);

#endif
