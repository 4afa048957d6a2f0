// Lets calls of the system fail that work on a database's folder.
//
// A program that this is linked into has definitions of `write`, `pwrite`, `fsync` and the like of
// its own. They come before those of the C library, for libraries such as SQLite too, and pass every
// call on but those that are to fail.

#ifndef QUIRE_FAULT_INJECTION_H
#define QUIRE_FAULT_INJECTION_H

#include <stdbool.h>
#include <stdint.h>

/// Calls that write bytes.
static const uint32_t FAULT_INJECTION_WRITE = 1 << 0;
/// Calls that wait until the disk has a file.
static const uint32_t FAULT_INJECTION_SYNC = 1 << 1;
/// Calls that set a file's length.
static const uint32_t FAULT_INJECTION_TRUNCATE = 1 << 2;
/// Calls that give a file another name.
static const uint32_t FAULT_INJECTION_RENAME = 1 << 3;
/// Calls that read bytes.
static const uint32_t FAULT_INJECTION_READ = 1 << 4;
/// Calls that open a file or folder.
static const uint32_t FAULT_INJECTION_OPEN = 1 << 5;

/// Says whether calls can be made to fail in this build: on Linux, without ThreadSanitizer, which
/// has definitions of its own.
bool fault_injection_is_available(void);

/// Begins to count the calls on files whose path contains `.cblite2`, and lets one of them fail.
///
/// A write that fails has written the first half of its bytes.
///
/// @param kinds Which calls count.
/// @param number The number of the call that fails, from 1; 0 for none.
/// @param error What `errno` is then.
/// @param sticky Whether all calls behind it fail as well.
void fault_injection_arm(uint32_t kinds, int64_t number, int error, bool sticky);

/// Lets no call fail and counts none, until it is called with `false`.
void fault_injection_suspend(bool suspended);

/// Ends what `fault_injection_arm` began; the counts stay.
void fault_injection_disarm(void);

/// The number of calls that were counted.
int64_t fault_injection_call_count(void);

/// The number of calls that failed.
int64_t fault_injection_failure_count(void);

#endif
