// The interface of the recording for the definitions in `Interposition.c`.

#ifndef QUIRE_RECORDER_H
#define QUIRE_RECORDER_H

#include "OperationRecording.h"

#include <limits.h>

/// An operation that is being recorded. Other recorded operations wait until it ends.
struct recorded_operation {
    char path[PATH_MAX];
};

/// Returns whether a recording is running.
bool recorder_is_running(void);

/// Begins an operation on an open file, if it is recorded.
///
/// @return Whether the operation is recorded; if so, `recorder_finish` must be called.
bool recorder_begin_file(struct recorded_operation *operation, int file);

/// Begins an operation on a path relative to an open folder, if it is recorded.
bool recorder_begin_path(struct recorded_operation *operation, int folder, const char *path);

/// Records the effect of a successful operation.
void recorder_add(
    const struct recorded_operation *operation, uint32_t kind, int64_t number, const void *bytes,
    size_t count);

/// Records a rename, an exchange or a hard link, with the second path.
void recorder_add_names(
    const struct recorded_operation *operation, uint32_t kind, int folder, const char *path);

/// Ends the operation; preserves `errno`.
void recorder_finish(void);

#endif
