// Reports the synchronization in Swift's libraries to ThreadSanitizer.
//
// Linking this library suffices for locks.

#ifndef QUIRE_THREAD_SANITIZER_SUPPORT_H
#define QUIRE_THREAD_SANITIZER_SUPPORT_H

/// Reports that the current task has synchronized with the thread that resumed it.
///
/// Call this function after a value from another thread has arrived, and before it is used.
void thread_sanitizer_note_resumption(void);

#endif
