// Makes known to ThreadSanitizer what Swift's libraries do to keep threads apart.
//
// A program that this is linked into has the locks made known by that alone.

#ifndef QUIRE_THREAD_SANITIZER_SUPPORT_H
#define QUIRE_THREAD_SANITIZER_SUPPORT_H

/// Says that this task has seen what was done before somebody resumed it.
///
/// Call it when a value that another thread handed over has arrived, and before the value is used.
void thread_sanitizer_note_resumption(void);

#endif
