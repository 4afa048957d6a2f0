// What the definitions in `Interposition.c` tell the recording.

#ifndef QUIRE_RECORDER_H
#define QUIRE_RECORDER_H

#include "OperationRecording.h"

#include <limits.h>

/// An operation that is being recorded. Other recorded operations wait until it ends.
struct recorded_operation {
    char path[PATH_MAX];
};

/// Whether a recording runs.
bool recorder_is_running(void);

/// Begins an operation on an open file, if it is recorded.
///
/// @return Whether it is; then `recorder_finish` must be called.
bool recorder_begin_file(struct recorded_operation *operation, int file);

/// Begins an operation on a path relative to an open folder, if it is recorded.
bool recorder_begin_path(struct recorded_operation *operation, int folder, const char *path);

/// Records what a successful operation has done.
void recorder_add(
    const struct recorded_operation *operation, uint32_t kind, int64_t number, const void *bytes,
    size_t count);

/// Records a change of name.
void recorder_add_rename(
    const struct recorded_operation *operation, int folder, const char *path);

/// Ends the operation. `errno` stays as it was.
void recorder_finish(void);

#endif
