// Records the calls that change files in a folder, so that a test can compute the state after a
// power
// loss.
//
// The calls are recorded by the same definitions of `write`, `fsync`, `rename` and others as in
// `FaultInjection.h`.

#ifndef QUIRE_OPERATION_RECORDING_H
#define QUIRE_OPERATION_RECORDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// The kinds of recorded operations.
enum {
    /// A file was created.
    OPERATION_RECORDING_CREATE = 1,
    /// Bytes were written at the offset `number`.
    OPERATION_RECORDING_WRITE = 2,
    /// The file's length was set to `number`.
    OPERATION_RECORDING_TRUNCATE = 3,
    /// A file or folder was synchronized with the disk.
    OPERATION_RECORDING_SYNC = 4,
    /// A file or folder was renamed to the path in the bytes.
    OPERATION_RECORDING_RENAME = 5,
    /// A file was removed.
    OPERATION_RECORDING_UNLINK = 6,
    /// A folder was created.
    OPERATION_RECORDING_MKDIR = 7,
    /// A folder was removed.
    OPERATION_RECORDING_RMDIR = 8,
    /// The program wrote a marker.
    OPERATION_RECORDING_MARKER = 9,
    /// Another name of a file; the bytes are the new path.
    OPERATION_RECORDING_LINK = 10,
    /// Two files or folders were given the names of each other; the bytes are the path of the second one.
    OPERATION_RECORDING_EXCHANGE = 11,
};

/// The header of an operation in the recording. The path and the bytes follow it.
struct operation_recording_header {
    uint32_t kind;
    uint32_t path_length;
    uint64_t byte_count;
    int64_t number;
};

/// Starts a recording of the calls that change the contents of a folder.
///
/// Files whose names end in `-shm` are ignored, because SQLite does not rely on their contents
/// after
/// a crash. Only one recording can run at a time.
///
/// @param root The canonical absolute path of the folder.
/// @param file The path of the file that receives the recording.
/// @return Whether the recording has started. It cannot start if failures cannot be simulated.
bool operation_recording_start(const char *root, const char *file);

/// Adds a marker to the recording, after everything that the calling thread has done.
void operation_recording_mark(const void *bytes, size_t count);

/// Ends the recording.
///
/// @return Whether the recording is complete.
bool operation_recording_stop(void);

#endif
